"""The routes of the runs' pages: deciding on a plan, looking at runs, and taking changes back."""

from django.urls import path

from runs.web.credits import credits, credits_csv
from runs.web.decisions import approve, cancel, reject, resume, undo_run
from runs.web.history import composition_redo, composition_undo
from runs.web.pages import run, run_card, runs
from runs.web.stills import after

urlpatterns = [
    path("credits/", credits, name="credits"),
    path("credits/statement.csv", credits_csv, name="credits-csv"),
    path("runs/", runs, name="runs"),
    path("runs/<uuid:run>/", run, name="run"),
    path("runs/<uuid:run>/card/", run_card, name="run-card"),
    path("runs/<uuid:run>/after/<int:number>.jpg", after, name="run-after"),
    path("runs/<uuid:run>/approve/", approve, name="approve"),
    path("runs/<uuid:run>/reject/", reject, name="reject"),
    path("runs/<uuid:run>/cancel/", cancel, name="cancel-run"),
    path("runs/<uuid:run>/resume/", resume, name="resume-run"),
    path("runs/<uuid:run>/undo/", undo_run, name="undo-run"),
    path("compositions/<uuid:composition>/undo/", composition_undo, name="composition-undo"),
    path("compositions/<uuid:composition>/redo/", composition_redo, name="composition-redo"),
]
