"""Files with known pauses, cuts and faces as assets of a workspace, and compositions that play them."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings

from tests import clips
from tools import analysis, store
from tools.composition import Composition
from tools.media.probe import probe
from tools.models import Analysis, Asset, Workspace
from tools.registry.expansion import Occasion

Doc = dict[str, Any]
TALK = "0.5*sin(2*PI*300*t)*(between(t,1,2)+between(t,4,5)+between(t,5.3,6))"
"""Eight seconds; heard at 1–2, 4–5 and 5.3–6 s."""


def talk(target: Path, *options: str, size: str = "64x36") -> Path:
    """A film of eight seconds at 25 frames a second, with sound at known times."""
    picture = ("-f", "lavfi", "-i", f"testsrc=size={size}:rate=25:duration=8")
    sound = ("-f", "lavfi", "-i", f"aevalsrc='{TALK}':s=48000:d=8")
    return clips.encode(target, *picture, *sound, *clips.H264, "-c:a", "aac", *options)


def keep(workspace: Workspace, file: Path) -> Asset:
    """A file as an asset, as taking it in leaves it."""
    id = uuid4()
    path = Path(settings.MEDIA_ROOT) / str(workspace.pk) / str(id) / f"original{file.suffix}"
    path.parent.mkdir(parents=True)
    shutil.copyfile(file, path)
    facts = probe(path, file.name)
    below = path.relative_to(settings.MEDIA_ROOT).as_posix()
    return Asset.objects.create(
        id=id, workspace=workspace, name=file.name, kind=facts["kind"], sha256=uuid4().hex * 2, size=path.stat().st_size,
        path=below, facts=facts,
    )  # fmt: skip


def recorded(workspace: Workspace, said: Doc, name: str = "talk.mp4") -> Asset:
    """A film of eight seconds of which there is no file, only what is known: it is loud, and what is said in it."""
    facts: Doc = {"kind": "video", "name": name, "hasVideo": True, "hasAudio": True, "durationSeconds": 8.0}
    facts |= {"width": 64, "height": 36, "fps": [25, 1]}
    made = Asset.objects.create(
        workspace=workspace, name=name, kind="video", sha256=uuid4().hex * 2, size=1, path="", facts=facts
    )
    loud = {"levels": base64.b64encode(bytes(800)).decode()}
    for kind, result in (("speech", said), ("levels", loud)):
        Analysis.objects.create(asset=made, kind=kind, asked=analysis._digest(kind, ""), result=result)
    return made


def item(asset: Asset, start: int, length: int, at: int = 0, **more: Any) -> Doc:
    made: Doc = {
        "type": asset.kind, "name": asset.name, "enabled": True, "from": start, "durationInFrames": length,
        "assetId": str(asset.pk), "sourceIn": {"frame": at, "fps": [25, 1]}, "rate": [1, 1],
    }  # fmt: skip
    if asset.kind != "audio":
        made["transform"] = {"x": 0, "y": 0, "scale": 1, "rotation": 0, "opacity": 1, "fit": "contain"}
    if asset.kind in ("video", "audio"):
        made["audio"] = {"volumeDb": 0, "muted": False, "pan": 0, "fadeInFrames": 0, "fadeOutFrames": 0}
    return {**made, **more}


def document(
    *rows: list[Doc], assets: list[Asset], size: tuple[int, int] = (64, 36), fps: tuple[int, int] = (25, 1)
) -> Doc:
    """A composition of tracks from the bottom up; the items of the first are called a, b, c, those of the second a1 and so on."""
    items, tracks = {}, []
    for number, row in enumerate(rows):
        ids = [f"{chr(97 + place)}{number or ''}" for place in range(len(row))]
        items |= {id: {"id": id, "trackId": f"t{number}", **one} for id, one in zip(ids, row, strict=True)}
        kind = "audio" if row[0]["type"] == "audio" else "video"
        tracks.append({
            "id": f"t{number}", "kind": kind, "name": f"t{number}", "muted": False, "hidden": False, "locked": False,
            "volumeDb": 0, "items": ids, "transitions": [],
        })  # fmt: skip
    return {
        "schema": 1, "id": "talk", "name": "Talk", "fps": list(fps), "width": size[0], "height": size[1],
        "background": "#000000", "audioRate": 48000, "startFrame": 0, "dropFrame": False,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0}, "grade": None,
        "tracks": tracks, "items": items, "assets": {str(one.pk): one.document() for one in assets}, "markers": [],
        "metadata": {},
    }  # fmt: skip


def occasion(workspace: Workspace | None, doc: Doc) -> Occasion:
    state = Composition.load(doc, limits=store.limits())
    return Occasion(state, state, workspace.pk if workspace else None, 1)


def words(*said: tuple[str, float, float]) -> Doc:
    return {"language": "en", "words": [{"t": word, "start": start, "end": end} for word, start, end in said]}
