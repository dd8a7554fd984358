"""The routes of the conversation's pages: a composition with its chat, and what a person says there."""

from django.urls import path

from agent.web.pages import composition, conversation, frame
from agent.web.prompts import prompt

urlpatterns = [
    path("compositions/<uuid:composition>/", composition, name="composition"),
    path("compositions/<uuid:composition>/frame/", frame, name="frame"),
    path("compositions/<uuid:composition>/conversation/", conversation, name="conversation"),
    path("compositions/<uuid:composition>/prompt/", prompt, name="prompt"),
]
