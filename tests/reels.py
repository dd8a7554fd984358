"""A composition of a film that is really there, whose frame n is plain grey and 4n brighter than its first, with a tone."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from PIL import Image, ImageStat

from tests.tools.media.scenes import FILM, STEP, TONE, counting, item, scene, sounding
from tools import store
from tools.models import Asset, Composition, Workspace

FRAMES = 50


def reel(workspace: Workspace) -> Composition:
    """Fifty frames at 25 a second, 64 × 48, on track t0; its tone on t1. Revision 1."""
    film, tone = _asset(workspace, "film.mp4", "video"), _asset(workspace, "tone.wav", "audio")
    counting(_path(film))
    sounding(_path(tone))
    ids = {"film": str(film.pk), "tone": str(tone.pk)}
    tracks = [item("video", 0, FRAMES, ids["film"])], [item("audio", 0, FRAMES, ids["tone"])]
    return store.create(workspace, scene(*tracks, assets={ids["film"]: FILM, ids["tone"]: TONE}).dump())


def shorten(row: Composition, frames: int = 20) -> int:
    """One more revision, whose film ends earlier; its number."""
    request = {"kind": "command", "op": "trimItem", "params": {"id": "t0-0", "edge": "end", "toFrame": frames}}
    store.apply(row, [request])
    row.refresh_from_db()
    return row.head


def lose(row: Composition) -> None:
    """Take the film's file away."""
    _path(row.workspace.assets.get(name="film.mp4")).unlink()


def number(content: bytes) -> int:
    """Which frame of the film a picture shows."""
    grey = ImageStat.Stat(Image.open(BytesIO(content)).convert("L")).mean[0]
    # 16 of the film's luma is black, 235 white
    return round((grey * 219 / 255) / STEP)


def _asset(workspace: Workspace, name: str, kind: str) -> Asset:
    id = uuid4()
    row = Asset(id=id, workspace=workspace, name=name, kind=kind, sha256=id.hex * 2, size=1, facts={})
    row.path = f"{workspace.pk}/{id}/{name}"
    row.save()
    return row


def _path(asset: Asset) -> Path:
    path = Path(settings.MEDIA_ROOT) / asset.path
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
