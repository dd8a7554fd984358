"""SubRip text to cues: strict about what cannot be read, and says on which line; easy about what can."""

from __future__ import annotations

import html
import re
from typing import Any

from .errors import InvalidParameters

_TIMES = re.compile(r"\s*(\S+)\s*-->\s*(\S+)(?:\s.*)?")
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|\{\\[^}]*\}")


def parse_srt(text: str) -> list[dict[str, Any]]:
    """[{"startMs", "endMs", "text"}] in order of time. Raises InvalidParameters, which names the line."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].strip().startswith("WEBVTT"):
        lines[0] = ""
    cues = [_cue(number, block) for number, block in _blocks(lines) if not _is_note(block)]
    if not cues:
        raise InvalidParameters(
            "srt: there is no cue in it.", hint="A cue is 00:00:01,000 --> 00:00:02,500 and its text."
        )
    return sorted(cues, key=lambda cue: (cue["startMs"], cue["endMs"]))


def _blocks(lines: list[str]) -> list[tuple[int, list[str]]]:
    """(number of its first line, its lines) for each stretch between blank lines."""
    blocks: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            inside = False
        elif inside and not (_TIMES.fullmatch(line) and any("-->" in one for one in blocks[-1][1])):
            blocks[-1][1].append(line)
        else:
            blocks.append((number, [line]))
            inside = True
    return blocks


def _is_note(block: list[str]) -> bool:
    return block[0].split()[0] in ("NOTE", "STYLE", "REGION")


def _cue(number: int, block: list[str]) -> dict[str, Any]:
    """One cue; its counter may be missing."""
    place = next((place for place, line in enumerate(block[:2]) if "-->" in line), None)
    if place is None:
        raise _bad(
            number, f"{block[0].strip()!r} is not a cue", "A cue begins with its times: 00:00:01,000 --> 00:00:02,500."
        )
    times, at = _TIMES.fullmatch(block[place]), number + place
    if not times:
        raise _bad(at, f"{block[place].strip()!r} does not have two times", "Write 00:00:01,000 --> 00:00:02,500.")
    start, end = (_milliseconds(at, clock) for clock in times.groups())
    if end <= start:
        raise _bad(at, "the cue ends before it starts", "Its second time must be later than its first.")
    words = html.unescape(_TAG.sub("", "\n".join(line.strip() for line in block[place + 1 :])))
    return {"startMs": start, "endMs": end, "text": words}


def _milliseconds(number: int, clock: str) -> int:
    found = _CLOCK.fullmatch(clock)
    if not found or int(found[2]) > 59 or int(found[3]) > 59:
        raise _bad(number, f"{clock!r} is not a time", "Write hours:minutes:seconds,milliseconds.")
    seconds = (int(found[1] or 0) * 60 + int(found[2])) * 60 + int(found[3])
    return seconds * 1000 + int(found[4].ljust(3, "0"))


def _bad(number: int, problem: str, hint: str) -> InvalidParameters:
    return InvalidParameters(f"srt, line {number}: {problem}.", hint=hint, argument="srt", line=number)
