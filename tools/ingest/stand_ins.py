"""What stands in for an asset, made beside the work of people: a proxy, a filmstrip, a waveform with its peaks."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import structlog
from django.db import transaction

from tools.ingest import places
from tools.jobs import Hand
from tools.media import filmstrip, proxy, waveform
from tools.media.ffmpeg import EncoderFailed
from tools.media.refusals import Refusal
from tools.models import Asset, StandIns
from tools.wakeups import wake_on_commit

log = structlog.get_logger()

Made = dict[str, dict[str, Any]]
"""The files by what they are: proxy, filmstrip, waveform, peaks; of each its name, media type and measures."""


def make(hand: Hand[StandIns]) -> None:
    """Make what an asset has none of yet, and write it down; what cannot be made is told, and does not hold up the rest.

    Raises Lost, leaving nothing, when the asset is gone or the work is not ours any more.
    """
    asset = hand.row.asset
    folder = places.home(asset.workspace_id, asset.pk)
    making = folder / "making"
    shutil.rmtree(making, ignore_errors=True)
    try:
        making.mkdir(parents=True)
        made, missed = _made(asset, making, hand)
        with transaction.atomic():
            state = StandIns.State.FAILED if missed else StandIns.State.READY
            size = _size(folder, making, asset)
            hand.settle(state=state, files=made, reason=_told(asset, missed), done=1, size=size)
            wake_on_commit(asset.workspace_id)
            for one in made.values():
                (making / one["file"]).replace(folder / one["file"])
    finally:
        shutil.rmtree(making, ignore_errors=True)
        if not Asset.objects.filter(pk=asset.pk).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _made(asset: Asset, making: Path, hand: Hand[StandIns]) -> tuple[Made, list[str]]:
    """What could be made, and the names of what could not."""
    made: Made = {}
    missed: list[str] = []
    for name, work in _wanted(asset, making, hand, made):
        try:
            made |= work()
        except (Refusal, EncoderFailed, OSError) as error:
            log.warning("stand_in_failed", asset=str(asset.pk), what=name, error=type(error).__name__)
            missed.append(name)
    return made, missed


def _wanted(asset: Asset, making: Path, hand: Hand[StandIns], made: Made) -> Iterator[tuple[str, Callable[[], Made]]]:
    """What stands in for an asset of this kind, and how each is made, the quickest source first."""
    source, facts = places.root() / asset.path, asset.facts
    if asset.kind == "video":
        yield "proxy", lambda: {"proxy": proxy.make(source, making, facts, hand.check, hand.progress)}
    if asset.kind in ("video", "gif"):
        drawn = making / made["proxy"]["file"] if "proxy" in made else source
        yield "filmstrip", lambda: {"filmstrip": filmstrip.make(drawn, making, facts, hand.check)}
    if facts.get("hasAudio"):
        yield "waveform", lambda: waveform.make(source, making, asset.name, hand.check)


def _size(folder: Path, making: Path, asset: Asset) -> int:
    """Bytes of what was made, and of what is there beside the original."""
    original = places.root() / asset.path
    there = [path for path in (*folder.iterdir(), *making.iterdir()) if path.is_file() and path != original]
    return sum(path.stat().st_size for path in there)


def _told(asset: Asset, missed: list[str]) -> str:
    if not missed:
        return ""
    return (
        f"“{asset.name}” has no {' and no '.join(missed)}: a part of it cannot be decoded. It can be used all the same."
    )


def file_of(asset: Asset, what: str) -> tuple[Path, dict[str, Any]] | None:
    """The file that stands in for an asset (proxy, filmstrip, waveform or peaks) and what is known of it; None for none."""
    row = StandIns.objects.filter(asset=asset).first()
    told = row.files.get(what) if row else None
    path = told and places.found(places.below(places.home(asset.workspace_id, asset.pk) / told["file"]))
    return (path, told) if told and path else None
