"""Tells Django about the runs app, and tells `tools` who keeps the tiers."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs"

    def ready(self) -> None:
        from runs.tiers import classes_of
        from tools import access

        access.kept_by(classes_of)
