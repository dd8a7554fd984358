"""The routes of runs."""

from django.urls import path

from runs.api import credits, events, runs

urlpatterns = [
    path("credits", credits.Credits.as_view(), name="api-credits"),
    path("agent/runs", runs.Runs.as_view(), name="api-runs"),
    path("agent/runs/<str:id>", runs.RunRead.as_view(), name="api-run"),
    path("agent/runs/<str:id>/events", events.RunEvents.as_view(), name="api-run-events"),
    path("agent/compositions/<str:id>/events", events.CompositionEvents.as_view(), name="api-composition-events"),
    # The same beside what a person does with a run; told once in the schema.
    path("runs/<str:id>/events", events.RunEvents.as_view(schema=None)),
    path("runs/<str:id>/approve", runs.Approve.as_view(), name="api-run-approve"),
    path("runs/<str:id>/reject", runs.Reject.as_view(), name="api-run-reject"),
    path("runs/<str:id>/cancel", runs.Cancel.as_view(), name="api-run-cancel"),
    path("runs/<str:id>/resume", runs.Resume.as_view(), name="api-run-resume"),
    path("runs/<str:id>/undo", runs.Undo.as_view(), name="api-run-undo"),
]
