"""Tells Django about the runs app, and tells `tools` who keeps the tiers, who has workers and which renders are wanted."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs"

    def ready(self) -> None:
        from runs import tasks
        from runs.renders import wanted
        from runs.tiers import classes_of
        from tools import access
        from tools.ingest import sweeping, work

        access.kept_by(classes_of)
        work.rung_by(tasks.attend)
        sweeping.claimed_by(wanted)
