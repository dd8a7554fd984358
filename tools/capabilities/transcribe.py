"""transcribe_video: what is said, as text with times; at once where that is free and quick, else as a step of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.capabilities.add_captions import spoken
from tools.capabilities.footage import Shot, counted, expanding, heard, names
from tools.capabilities.making import told
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Order
from tools.composition import Composition
from tools.media.analyse.cues import Spoken, cues
from tools.models import Asset
from tools.providers.service import Service
from tools.registry.expansion import Expansion, Occasion, Part
from tools.transcripts import transcript_of

MOST = 6000
"""Characters of a transcript that are told at once."""


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
    language = params.get("language", "")
    if id := params.get("assetId"):
        return _of_file(analysis.asset_named(occasion.workspace, id), language, occasion)
    shots = heard(occasion, None)
    try:
        said = _told(names(shots), spoken(shots, occasion.state, language))
        return Expansion(said=said, found=_found([shot.asset for shot in shots], language, occasion))
    except NotYet as missing:
        return Expansion(tuple(_step(asset, language) for asset in missing.assets))


def _found(assets: Iterable[Asset], language: str, occasion: Occasion) -> dict[str, Any]:
    """The transcripts as data, each file once, with the language that was asked for."""
    each = {asset.pk: asset for asset in assets}.values()
    known = [found for asset in each if (found := transcript_of(asset, occasion.state, language))]
    return {"transcripts": [one.wire() for one in known], "language": language}


def _of_file(asset: Asset, language: str, occasion: Occasion) -> Expansion | None:
    """The words of one file at its own times; None for the step that has to be carried out first."""
    try:
        words = analysis.read([asset], "speech", language)[asset.pk]["words"]
    except NotYet:
        return None
    said = _told(f"“{asset.name}”", [Spoken(w["t"], *_ms(w)) for w in words])
    return Expansion(said=said, found=_found([asset], language, occasion))


def _ms(word: dict[str, Any]) -> tuple[int, int]:
    return round(word["start"] * 1000), round(word["end"] * 1000)


def _step(asset: Asset, language: str) -> Part:
    params = {"assetId": str(asset.pk), **({"language": language} if language else {})}
    return Part("transcribe_video", params, f"Writes down what is said in “{asset.name}”.")


def _told(name: str, words: list[Spoken]) -> str:
    if not words:
        return f"Nothing that could be written down is said in {name}."
    lines = [f"{_clock(cue['startMs'])} {' '.join(cue['text'].split())}" for cue in cues(words)]
    text = "\n".join([f"What is said in {name}:", *lines])
    return text if len(text) <= MOST else f"{text[:MOST].rsplit(chr(10), 1)[0]}\n… and so on."


def _clock(ms: int) -> str:
    minutes, seconds = divmod(ms / 1000, 60)
    return f"{int(minutes)}:{seconds:04.1f}"


def transcript(shots: list[Shot], state: Composition) -> list[Spoken]:
    """The words of shots where all of them are known or free and quick; none where they are not."""
    try:
        return spoken(shots, state)
    except (NotYet, CannotAnalyse):
        return []


# --- the step ---------------------------------------------------------------------------------------------------------


def deliver(order: Order) -> Delivered:
    asset, language = _asset(order), order.params.get("language", "")
    with told(Service.of("transcription")):
        try:
            return _delivered(asset, analysis.find_out(asset, "speech", language, order.check, order.tell))
        except CannotAnalyse as refusal:
            raise HandFailed(str(refusal), "bad_param") from None


def find(order: Order) -> Delivered | None:
    asset = _asset(order)
    result = analysis.known(asset, "speech", order.params.get("language", ""))
    return None if result is None else _delivered(asset, result)


def _asset(order: Order) -> Asset:
    try:
        return analysis.asset_named(order.workspace, order.params.get("assetId"))
    except CannotAnalyse as refusal:
        raise HandFailed(str(refusal), "bad_param") from None


def _delivered(asset: Asset, result: dict[str, Any]) -> Delivered:
    words = counted(len(result["words"]), "word")
    return Delivered(f"“{asset.name}” is written down ({words})", {"assetId": str(asset.pk)})


HAND = Deliverer(deliver, find)
