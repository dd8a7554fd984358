"""render: the composition, as the run has made it by then, as a file of the workspace."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings

from tools import store
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Order
from tools.composition import Composition
from tools.ingest import taking
from tools.media import render
from tools.media.formats import FORMATS
from tools.models import Composition as Row
from tools.sources import pieces, sources_of

FILES = ("mp4", "webm", "gif", "wav", "png")


def deliver(order: Order) -> Delivered:
    """Render to a file named by the order; pieces of an earlier try, or of an earlier render, are taken up."""
    row, state = _composition(order)
    taking.admit(order.workspace, "a render")
    target, form = place(order), _format(order)
    cache, most = pieces()
    window = range(_telling(state), _telling(state) + 1) if FORMATS[form].still else None
    try:
        made = render.render(
            state, sources_of(order.workspace, state), target, form, cache=cache, cache_bytes=most, window=window,
            tell=order.tell, check=order.check,
        )  # fmt: skip
    except render.CannotRender as refused:
        mine = isinstance(refused, render.MediaMissing | render.NothingToRender)
        raise HandFailed(str(refused), "bad_param" if mine else "unknown") from refused
    except OSError as error:
        raise HandFailed(
            f"The file could not be written: {error.strerror or 'the disk refused'}.", "unknown"
        ) from error
    facts = _facts(row, state, target, form, made)
    aside = _said(target).with_suffix(".new")
    aside.write_text(json.dumps(facts))
    aside.replace(_said(target))
    return _delivered(facts)


def find(order: Order) -> Delivered | None:
    """What this order has rendered already, if all of it is there."""
    target = place(order)
    if not (target.is_file() and _said(target).is_file()):
        return None
    facts = json.loads(_said(target).read_text())
    return _delivered(facts) if facts["bytes"] == target.stat().st_size else None


def place(order: Order) -> Path:
    """Where an order's file lies: renders/WORKSPACE/KEY.FORMAT below the media."""
    key = re.sub(r"[^A-Za-z0-9_-]", "-", order.key)
    return Path(settings.MEDIA_ROOT) / "renders" / str(order.workspace) / f"{key}.{_format(order)}"


def _format(order: Order) -> str:
    asked = str(order.params.get("format") or FILES[0])
    if asked not in FILES:
        raise HandFailed(f"“{asked}” is no format that is rendered here; use one of {', '.join(FILES)}.", "bad_param")
    return asked


def _composition(order: Order) -> tuple[Row, Composition]:
    row = Row.objects.filter(workspace_id=order.workspace, pk=order.composition).first() if order.composition else None
    if row is None:
        raise HandFailed("There is no composition to render. Open one, and ask again.", "bad_param")
    return row, store.read(row, order.revision)


def _telling(state: Composition) -> int:
    """The frame of a still: a third into the first picture, past its fade."""
    shown = [item for item in state.items.values() if item["type"] in ("video", "image", "gif")]
    first = min(shown, key=lambda item: (item["from"], item["id"]), default=None)
    return int(first["from"] + first["durationInFrames"] // 3) if first else 0


def _facts(row: Row, state: Composition, target: Path, form: str, made: render.Rendered) -> dict[str, Any]:
    seconds = round(float(made.frames / state.fps) if made.frames else made.samples / state.head["audioRate"], 3)
    return {
        "name": f"{row.name}.{form}",
        "format": form,
        "file": target.relative_to(settings.MEDIA_ROOT).as_posix(),
        "bytes": target.stat().st_size,
        "frames": made.frames,
        "seconds": seconds,
        "notes": list(made.notes),
    }


def _delivered(facts: dict[str, Any]) -> Delivered:
    size = f"{facts['bytes'] / 1e6:.1f} MB" if facts["bytes"] >= 100_000 else f"{max(1, facts['bytes'] // 1000)} kB"
    length = "" if facts["format"] == "png" else f"{facts['seconds']:g} s, "
    return Delivered(f"“{facts['name']}”, {length}{size}", facts)


def _said(target: Path) -> Path:
    return target.with_name(f"{target.name}.json")


HAND = Deliverer(deliver, find)
