"""Films that a receiver may fetch for some days: found by a signed link, and by nothing else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core import signing
from django.urls import reverse

SALT = "greenlight.published"


def link(film: Path) -> str:
    """The address under which a film below MEDIA_ROOT can be fetched from now on, for PUBLISH_LINK_DAYS."""
    token = signing.dumps(film.resolve().relative_to(_root()).as_posix(), salt=SALT)
    return str(settings.PUBLIC_URL.rstrip("/") + reverse("published", args=[token]))


def at(token: str) -> Path | None:
    """The film of a link; None for one that is not ours, too old, or whose film is gone."""
    try:
        place = signing.loads(token, salt=SALT, max_age=timedelta(days=settings.PUBLISH_LINK_DAYS))
    except signing.BadSignature:
        return None
    film = (_root() / str(place)).resolve()
    return film if film.is_relative_to(_root()) and film.is_file() else None


def _root() -> Path:
    return Path(settings.MEDIA_ROOT).resolve()
