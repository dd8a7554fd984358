"""Tells Django about the tools app."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import Warning, register


class ToolsConfig(AppConfig):
    name = "tools"

    def ready(self) -> None:
        register(_lettering, "media")
        register(_better_lettering, "media", deploy=True)


def _lettering(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[Warning]:
    """Titles in every script need what a machine may not have: said at the start of every command."""
    from tools.media.text.checks import checks

    return [Warning(said, id="tools.W001") for said in checks()]


def _better_lettering(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[Warning]:
    from tools.media.text.checks import lacking

    return [Warning(said, id="tools.W002") for said in lacking()]
