"""Tells Django about the agent app."""

from django.apps import AppConfig


class AgentConfig(AppConfig):
    name = "agent"
