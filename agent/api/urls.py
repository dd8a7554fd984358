"""The routes of the agent."""

from django.urls import path

from agent.api.ask import Ask
from agent.api.chat import Chat
from agent.api.cutting import CutWords
from agent.api.execute import Execute
from agent.api.plan import Plan
from agent.api.speak import Speak

urlpatterns = [
    path("agent/plan", Plan.as_view(), name="api-plan"),
    path("agent/chat", Chat.as_view(), name="api-chat"),
    path("agent/cut-words", CutWords.as_view(), name="api-cut-words"),
    path("agent/execute", Execute.as_view(), name="api-execute"),
    path("agent/ask", Ask.as_view(), name="api-ask"),
    path("agent/speak", Speak.as_view(), name="api-speak"),
]
