"""Written words as a voice can say them: numbers as words, file names without their endings, no markup, no ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SCALES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))

UNITS = {
    "db": "decibels", "fps": "frames per second", "s": "seconds", "sec": "seconds", "ms": "milliseconds",
    "px": "pixels", "%": "percent", "°": "degrees", "hz": "hertz", "khz": "kilohertz", "x": "times", "×": "times", "min": "minutes",
}  # fmt: skip
"""Units as they are written right behind a number."""

RATIOS = (
    "16:9",
    "9:16",
    "3:16",
    "16:10",
    "10:16",
    "4:3",
    "3:4",
    "1:1",
    "4:5",
    "5:4",
    "21:9",
    "9:21",
    "2:3",
    "3:2",
    "1:91",
)

ENDINGS = r"\.(?:mp4|mov|m4v|webm|mkv|avi|mp3|wav|m4a|aac|flac|ogg|png|jpe?g|gif|webp|svg|srt|vtt|json)\b"
OPAQUE = (
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",  # a UUID
    r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b",  # a digest
    r"\bstep-\d+\b(?: \([\w.]+\))?:?",
    r"#[0-9a-fA-F]{3,8}\b",
    r"https?://\S+",
)  # fmt: skip
SIGNS = {"&": " and ", "+": " plus ", "→": " to ", "…": ", ", "–": ", ", "—": ", ", ";": ",", "/": " ", "=": " is "}


def spoken(text: str, ids: Iterable[str] = ()) -> str:
    """The text for a voice. `ids` are the names that only the machine knows; those that are plain words stay."""
    for shape in OPAQUE:
        text = re.sub(shape, " ", text)
    for id in sorted((one for one in ids if not one.isalpha()), key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(id)}(?![\w-])", " ", text)
    text = re.sub(ENDINGS, "", text, flags=re.I)
    text = re.sub(r"\(([^()]*)\)", r", \1,", text)
    text = re.sub(r"(?<=\d)\s*[×x]\s*(?=\d)", " by ", text)
    text = re.sub(r"(?<=\d)\s*[–—]\s*(?=\d)", " to ", text)
    text = re.sub(r"\b(?:(\d+):)?(\d+):([0-5]\d)\b", _clock, text)
    text = re.sub(r"(?<=\d):(?=\d)", " by ", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"(?<![\w.])[-−](?=\d)", "minus ", text)
    text = re.sub(r"(\d+(?:\.\d+)?)\s?(dB|fps|sec|ms|px|kHz|Hz|min|%|°|s|x|×)(?![A-Za-z])", _measured, text)
    text = re.sub(r"\d+(?:\.\d+)?", lambda found: f" {number(found.group())} ", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    return _smooth(text)


def number(digits: str) -> str:
    """ "1080" → "one thousand eighty"; "0.5" → "zero point five"; a number too long to say is said digit by digit."""
    whole, _, part = digits.partition(".")
    said = whole_number(int(whole)) if len(whole) <= 12 else " ".join(ONES[int(digit)] for digit in whole)
    return f"{said} point {' '.join(ONES[int(digit)] for digit in part)}" if part else said


def whole_number(value: int) -> str:
    """A whole number from 0 below 10^12, in words."""
    if value < 20:
        return ONES[value]
    if value < 100:
        return TENS[value // 10] + (f"-{ONES[value % 10]}" if value % 10 else "")
    size, name = next(scale for scale in SCALES if value >= scale[0])
    many, rest = divmod(value, size)
    return f"{whole_number(many)} {name}" + (f" {whole_number(rest)}" if rest else "")


def _measured(found: re.Match[str]) -> str:
    unit = UNITS[found[2].lower()]
    one = found[1] == "1" and unit.endswith("s") and unit != "frames per second"
    return f"{found[1]} {unit[:-1] if one else unit}"


def _clock(found: re.Match[str]) -> str:
    """A time such as 1:05, unless it is one of the shapes that a picture has, 9:16."""
    if found[1] is None and found[0] in RATIOS:
        return found[0]
    names = ("hour", "minute", "second")
    parts = [(int(value), name) for value, name in zip(found.groups("0"), names, strict=True) if int(value)]
    return ", ".join(f"{value} {name}{'' if value == 1 else 's'}" for value, name in parts) or "0 seconds"


def _smooth(text: str) -> str:
    """Letters, spaces and the marks that make a voice pause; nothing twice."""
    text = re.sub(r"(?<=\w)[-_](?=\w)", lambda found: found[0] if found[0] == "-" else " ", text)
    text = re.sub(r"[^\w\s.,?!:'’-]|_", " ", text)
    text = re.sub(r"(?<!\w)[-.'’]+(?=\s|\w)|-+(?!\w)", " ", text)
    text = re.sub(r"\s+([.,?!:])", r"\1", re.sub(r"\s+", " ", text))
    text = re.sub(r"(?:[,:]\s*)+([.,?!:])", r"\1", text)
    return re.sub(r"([,?!:])(?=\w)", r"\1 ", text).strip(" ,:")
