"""Captions as SRT, WebVTT and ASS: times in milliseconds, who speaks where a format can say it, letters where it has style."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pysubs2
from pysubs2.exceptions import Pysubs2Error

from tools.composition import Composition
from tools.composition.timing import to_ms

from .refusals import NothingInIt, TooMuch, Unreadable
from .reports import Report, named, number_of

Record = dict[str, Any]
MOST_CUES = 10_000
LONGEST_MS = 400 * 3600 * 1000
MOST_TEXT = 5_000
VOICE = re.compile(r"<v(?:\.[^ >]*)?\s+([^>]{1,200})>", re.IGNORECASE)
ALIGNMENTS = {"left": 1, "center": 2, "right": 3, "justify": 2}


def read(text: str, format: str, report: Report) -> list[list[Record]]:
    """Cues in order, {"startMs", "endMs", "text", "speaker"?}; those that overlap are in further lists, a list a track."""
    voices: dict[str, str] = {}
    if format == "vtt":
        text = VOICE.sub(lambda found: f"\ufdd0{voices.setdefault(found[1].strip(), str(len(voices)))}\ufdd1", text)
    try:
        events = pysubs2.SSAFile.from_string(text, format_=format).events
    except (Pysubs2Error, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
        raise Unreadable(
            f"It cannot be read as {format.upper()}: {str(error)[:200] or type(error).__name__}."
        ) from None
    if len(events) > MOST_CUES:
        raise TooMuch(f"It holds more than {MOST_CUES:,} cues.")
    names = {number: name for name, number in voices.items()}
    cues = [cue for event in events if (cue := _cue(event, names, report))]
    if format != "ass":  # whose text is no markup
        cues = [cue | {"text": html.unescape(cue["text"])} for cue in cues]
    if not cues:
        raise NothingInIt("There is no cue in it. A cue has two times and a text.")
    return _apart(sorted(cues, key=lambda cue: (cue["startMs"], cue["endMs"])), report)


def _cue(event: pysubs2.SSAEvent, names: dict[str, str], report: Report) -> Record | None:
    if event.is_comment or event.is_drawing:
        report.lose("Comments and drawings.")
        return None
    start, end = sorted((event.start, event.end))
    if start < 0 or end > LONGEST_MS:
        raise Unreadable(f"A cue runs from {start} to {end} milliseconds.")
    if event.end < event.start:
        report.assume("A cue that ended before it began was turned round.")
    text = event.plaintext.strip()
    spoken = re.match("\ufdd0(\\d+)\ufdd1", text)
    speaker = names[spoken[1]] if spoken and spoken[1] in names else event.name.strip()
    text = re.sub("\ufdd0\\d+\ufdd1", "", text).strip()[:MOST_TEXT]
    if start == end or not text:
        report.lose("A cue without length or without text.")
        return None
    return {"startMs": start, "endMs": end, "text": text} | ({"speaker": speaker[:200]} if speaker else {})


def _apart(cues: list[Record], report: Report) -> list[list[Record]]:
    rows: list[list[Record]] = []
    for cue in cues:
        row = next((row for row in rows if row[-1]["endMs"] <= cue["startMs"]), None)
        if row is None:
            rows.append(row := [])
        row.append(cue)
    if len(rows) > 1:
        report.assume(f"Cues overlap: they lie on {len(rows)} tracks.")
    return rows


# --- writing ----------------------------------------------------------------------------------------------------------


def write(state: Composition, format: str, report: Report) -> str:
    """Every caption that is seen, in order of time; raises NothingInIt."""
    file = pysubs2.SSAFile()
    file.info |= {"PlayResX": str(state.width), "PlayResY": str(state.height), "ScaledBorderAndShadow": "yes"}
    if format == "ass":
        file.styles = {item["id"]: _style(item) for item in _seen(state)}
    for item in _seen(state):
        file.events += _events(item, state.fps, format)
    if not file.events:
        raise NothingInIt(
            "There are no captions in this composition that are seen. Add some, or choose another format."
        )
    file.sort()
    _tell(state, format, report)
    return file.to_string(format)


def _seen(state: Composition) -> Iterator[Record]:
    for track in state.tracks:
        if not track["hidden"]:
            items = (state.items[id] for id in track["items"])
            yield from (item for item in items if item["type"] == "captions" and item["enabled"])


def _events(item: Record, fps: Fraction, format: str) -> Iterator[pysubs2.SSAEvent]:
    """The cues in the composition's time, cut off where their item ends."""
    begin, length = to_ms(item["from"], fps), to_ms(item["durationInFrames"], fps)
    for cue in item["cues"]:
        start, end = cue["startMs"], min(cue["endMs"], length)
        if start >= end:
            continue
        event = pysubs2.SSAEvent(start=begin + start, end=begin + end, name=cue.get("speaker") or "")
        text = cue["text"].replace("{", "(").replace("}", ")")
        if format == "vtt":
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            text = f"<v {_spoken(event.name)}>{text}" if event.name else text
        event.plaintext = "\n".join(line for line in text.split("\n") if line.strip())
        event.style = item["id"] if format == "ass" else "Default"
        yield event


def _spoken(name: str) -> str:
    return re.sub(r"[<>&\n]", " ", name).strip()


def _style(item: Record) -> pysubs2.SSAStyle:
    """The letters of an item; sizes in pixels of the picture."""
    told, size = item["style"], item["style"].get("fontSize", 48)
    style = pysubs2.SSAStyle(fontname=told.get("fontFamily", "Inter").replace(",", " "))
    style.fontsize = 48 if isinstance(size, dict) else size
    style.bold, style.italic = told.get("fontWeight", 400) >= 600, told.get("fontStyle") == "italic"
    style.alignment = pysubs2.Alignment(ALIGNMENTS.get(told.get("alignment"), 2))
    color = told.get("color", "#ffffff")
    if isinstance(color, str):
        style.primarycolor = _color(color)
    if ground := told.get("background"):
        style.borderstyle, style.backcolor = 3, _color(ground["color"])
        style.outlinecolor = style.backcolor
    return style


def _color(digits: str) -> pysubs2.Color:
    red, green, blue = (int(digits[place : place + 2], 16) for place in (1, 3, 5))
    seen = int(digits[7:9], 16) if len(digits) == 9 else 255
    return pysubs2.Color(red, green, blue, 255 - seen)


def _tell(state: Composition, format: str, report: Report) -> None:
    seen = list(_seen(state))
    everything = list(state.in_order())
    ids = {item["id"] for item in seen}
    if others := [item["name"] for item in everything if item["type"] != "captions"]:
        report.lose(f"{number_of(len(others), 'item')} that are no captions: {named(others)}.")
    if unseen := [one["name"] for one in everything if one["type"] == "captions" and one["id"] not in ids]:
        report.lose(f"{named(unseen)}: captions that are hidden or switched off.")
    if format != "ass" and seen:
        report.lose(f"The lettering style of {named([item['name'] for item in seen])}: {format.upper()} has none.")
    if any(cue.get("words") for item in seen for cue in item["cues"]):
        report.lose("The times of single words.")
    if format == "srt" and any(cue.get("speaker") for item in seen for cue in item["cues"]):
        report.lose("Who speaks: SRT cannot say it.")
