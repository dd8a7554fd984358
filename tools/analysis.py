"""What is known of an asset by listening and looking: found out once, kept, and read by every planning after that.

Planning may find out by itself what is free and quick (PLANNING_ANALYSIS_SECONDS). What costs money, or takes longer than
a person waits for a plan, is raised as `NotYet`: a step that is approved and carried out first, in a run of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from django.conf import settings

from tools.ingest import places
from tools.media.analyse import faces, levels, scenes, speech
from tools.media.refusals import Refusal
from tools.models import Analysis, Asset
from tools.providers import transcription
from tools.providers.service import Service

Check = Callable[[], None]


class CannotAnalyse(Exception):
    """Why nothing can be found out here; the message says what to do."""


class NotYet(Exception):
    """`assets` are to be analysed first, by steps of their own: it costs money, or takes longer than a plan may."""

    def __init__(self, assets: Sequence[Asset], kind: str, language: str) -> None:
        super().__init__(f"{len(assets)} files have to be analysed first.")
        self.assets, self.kind, self.language = assets, kind, language


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever waits: `check()` raises when it is no longer wanted, `passed(seconds)` hears how far into the media it is."""

    check: Check
    passed: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Way:
    """How something is found out. `seconds(length)` is about how long it takes on a small machine for so many seconds of
    media; `asked` names what the result depends on besides the file."""

    measure: Callable[[Asset, str, Watch], dict[str, Any]]
    seconds: Callable[[float], float]
    asked: Callable[[str], str]


def path_of(asset: Asset) -> Path:
    """The file of an asset. Raises CannotAnalyse."""
    path = places.found(asset.path)
    if path is None:
        raise CannotAnalyse(f"The file of “{asset.name}” is not there. Take it in again.")
    return path


def _levels(asset: Asset, _: str, watch: Watch) -> dict[str, Any]:
    return levels.measured(path_of(asset), asset.name, watch.check, watch.passed)


def _scenes(asset: Asset, _: str, watch: Watch) -> dict[str, Any]:
    return scenes.measured(path_of(asset), asset.name, watch.check, watch.passed)


def _speech(asset: Asset, language: str, watch: Watch) -> dict[str, Any]:
    path, service = path_of(asset), Service.of("transcription")
    if not service.here:
        return transcription.transcript(service, path, asset.name, language, watch.check, watch.passed)
    model = speech.weights(service.model, settings.DATA_DIR / "models")
    return speech.measured(path, asset.name, model, language, watch.check, watch.passed)


def _faces(asset: Asset, _: str, watch: Watch) -> dict[str, Any]:
    if faces.network() is None:
        raise CannotAnalyse(faces.MISSING)
    return faces.measured(path_of(asset), asset.name, watch.check, watch.passed)


def _spoken_by(language: str) -> str:
    service = Service.of("transcription")
    return f"{service.provider}:{service.model}:{service.base_url}:{language}"


WAYS: dict[str, Way] = {
    "levels": Way(_levels, lambda s: 0.5 + s / 60, lambda _: ""),
    "scenes": Way(_scenes, lambda s: 0.5 + s / 10, lambda _: ""),
    "faces": Way(_faces, lambda s: 1 + min(s, faces.LONG) / 3, lambda _: ""),
    "speech": Way(_speech, lambda s: 5 + s / 4, _spoken_by),
}


def known(asset: Asset, kind: str, language: str = "") -> dict[str, Any] | None:
    """What was found out before, None when nothing was."""
    rows = Analysis.objects.filter(asset=asset, kind=kind, asked=_digest(kind, language))
    return rows.values_list("result", flat=True).first()


def read(assets: Iterable[Asset], kind: str, language: str = "") -> dict[UUID, dict[str, Any]]:
    """What is known of each, or can be found out at once and for nothing. Raises NotYet or CannotAnalyse."""
    wanted = {asset.pk: asset for asset in assets}
    missing = [asset for asset in wanted.values() if known(asset, kind, language) is None]
    if missing:
        possible(kind)
        seconds = sum(WAYS[kind].seconds(length_of(asset)) for asset in missing)
        if costs(kind) or seconds > settings.PLANNING_ANALYSIS_SECONDS:
            raise NotYet(missing, kind, language)
    return {id: find_out(asset, kind, language) for id, asset in wanted.items()}


def costs(kind: str) -> bool:
    """Whether finding this out is paid for."""
    return kind == "speech" and not Service.of("transcription").here


def find_out(
    asset: Asset,
    kind: str,
    language: str = "",
    check: Check = lambda: None,
    tell: Callable[[int, int, Literal["seconds"]], None] = lambda done, of, unit: None,
) -> dict[str, Any]:
    """What is known, or whatever it takes to know it; kept. Raises CannotAnalyse, or what the service's call raises.

    `tell(done, of, unit)` hears how many seconds of the file have been gone through.
    """
    if (found := known(asset, kind, language)) is not None:
        return found
    whole = ceil(length_of(asset))
    watch = Watch(check, lambda seconds: tell(min(round(seconds), whole), whole, "seconds"))
    try:
        result = WAYS[kind].measure(asset, language, watch)
    except (Refusal, speech.NoEngine) as refusal:
        raise CannotAnalyse(str(refusal)) from None
    row, _ = Analysis.objects.get_or_create(
        asset=asset, kind=kind, asked=_digest(kind, language), defaults={"result": result}
    )
    return dict(row.result)


def possible(kind: str) -> None:
    """Raises CannotAnalyse where nothing here can find this out at all, so that no step is planned for it."""
    service = Service.of("transcription")
    if kind == "speech" and service.here and not speech.available(service.model):
        raise CannotAnalyse(speech.MISSING)
    if kind == "faces" and faces.network() is None:
        raise CannotAnalyse(faces.MISSING)


def asset_named(workspace: UUID | None, id: object, name: str = "") -> Asset:
    """The row of an asset in a workspace. Raises CannotAnalyse, for a foreign id as for one that is not there."""
    found = Asset.objects.filter(workspace=workspace).named([id]).first() if workspace else None
    if found is None:
        raise CannotAnalyse(f"The file of “{name or id}” is not kept here, so nothing can be found out about it.")
    return found


def length_of(asset: Asset) -> float:
    """Seconds; 0 for a picture."""
    return float(asset.facts.get("durationSeconds") or 0)


def _digest(kind: str, language: str) -> str:
    return hashlib.sha256(json.dumps([kind, WAYS[kind].asked(language)]).encode()).hexdigest()
