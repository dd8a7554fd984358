"""Tells Django about the agent app, and the log about secrets."""

import structlog
from django.apps import AppConfig


class AgentConfig(AppConfig):
    name = "agent"

    def ready(self) -> None:
        """Put the redaction before whatever writes the lines; the settings, which come first, cannot import it."""
        from agent.redact import logged

        *before, writer = structlog.get_config()["processors"]
        if logged not in before:
            structlog.configure(processors=[*before, logged, writer])
