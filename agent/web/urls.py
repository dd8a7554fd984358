"""The routes of the conversation's pages: a composition with its chat, what a person says there, and what a workspace knows."""

from django.urls import path

from agent.web.pages import composition, conversation, frame
from agent.web.prompts import prompt
from agent.web.transcript import cut, transcript
from agent.web.workspace import add_note, change_note, delete_note, first_workspace, say_voice, workspace

urlpatterns = [
    path("compositions/<uuid:composition>/", composition, name="composition"),
    path("compositions/<uuid:composition>/frame/", frame, name="frame"),
    path("compositions/<uuid:composition>/conversation/", conversation, name="conversation"),
    path("compositions/<uuid:composition>/prompt/", prompt, name="prompt"),
    path("compositions/<uuid:composition>/transcripts/<uuid:asset>/", transcript, name="transcript"),
    path("compositions/<uuid:composition>/transcripts/<uuid:asset>/cut/", cut, name="cut-words"),
    path("workspace/", first_workspace, name="first-workspace"),
    path("workspaces/<uuid:workspace>/", workspace, name="workspace"),
    path("workspaces/<uuid:workspace>/voice/", say_voice, name="say-voice"),
    path("workspaces/<uuid:workspace>/notes/", add_note, name="add-note"),
    path("workspaces/<uuid:workspace>/notes/<int:note>/", change_note, name="change-note"),
    path("workspaces/<uuid:workspace>/notes/<int:note>/delete/", delete_note, name="delete-note"),
]
