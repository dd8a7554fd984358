"""Media in compositions: a first one of some, pictures one after the other and sounds below them, and one more in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from tools import edits, models, store
from tools.blank import blank
from tools.composition import Composition, evaluate
from tools.models import Asset, Workspace

# Sides and rates that a composition can have; a clip outside them is scaled or shown at the usual rate.
SIDES = (16, 7680)
RATES = (1, 240)


def compose(workspace: Workspace, assets: Sequence[Asset], name: str, author: User | None = None) -> models.Composition:
    """A first composition: pictures one after the other on a video track, sounds on an audio track, in the size and
    at the rate of the first video; look-up tables among its assets, to grade with."""
    state = Composition.load(blank(name, *_canvas(assets)))
    for number, asset in enumerate(assets, start=1):
        item = {"id": f"clip-{number}", "type": asset.kind, "assetId": str(asset.pk)}
        state = _do(state, "addAsset", asset=asset.document())
        if asset.kind == "lut":
            continue
        state = _do(state, "addItem", item=item, trackId=_track(asset))
    return store.create(workspace, state.dump(), author)


def add(composition: models.Composition, asset: Asset, *, by: User, ceiling: str | None = None) -> edits.Edited:
    """Use an asset of its workspace in a composition, as one revision: a picture behind the last on the main track, a
    sound from the start where a track has room, a look-up table as the grade of the whole. Raises `TierForbids`, or the engine's error."""
    id, state = str(asset.pk), store.read(composition)
    requests = [] if id in state.assets else [_command("addAsset", asset=asset.document())]
    if asset.kind == "lut":
        requests.append(_command("setColorGrade", grade={"lutAssetId": id}))
    else:
        main = next((track["id"] for track in state.tracks if track["kind"] == "video" and not track["locked"]), "auto")
        track = "auto" if asset.kind == "audio" else main  # on its own a still would lie over the beginning
        requests.append(_command("addItem", item={"type": asset.kind, "assetId": id}, trackId=track))
    request = {"kind": "batch", "requests": requests}
    return edits.perform(composition, request, by=by, ceiling=ceiling, expected=composition.head)


def _command(op: str, **params: Any) -> dict[str, Any]:
    return {"kind": "command", "op": op, "params": params}


def _do(state: Composition, op: str, **params: Any) -> Composition:
    return evaluate(state, _command(op, **params), limits=store.limits()).state


def _track(asset: Asset) -> str:
    return "a1" if asset.kind == "audio" else "v1"


def _canvas(assets: Sequence[Asset]) -> tuple[list[int], int, int]:
    """Rate, width and height of the first video that is no speck; else the size of the first picture, else the usual."""
    seen = [asset.facts for asset in assets if asset.facts.get("width", 0) >= SIDES[0]]
    videos = [facts for facts in seen if facts["kind"] == "video"]
    shown = videos or seen
    rate = videos[0]["fps"] if videos and _steady(videos[0]) else [30, 1]
    width, height = (shown[0]["width"], shown[0]["height"]) if shown else (1920, 1080)
    return rate, _even(width), _even(height)


def _steady(facts: dict[str, Any]) -> bool:
    """Whether a composition can run at the rate of a video: it has one pace, and no extreme one."""
    over, under = facts.get("fps", (0, 1))
    return not facts["vfr"] and RATES[0] <= over / under <= RATES[1]


def _even(side: int) -> int:
    least, most = SIDES
    return min(most, max(least, side + side % 2))
