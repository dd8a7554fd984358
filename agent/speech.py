"""Written words as a voice can say them: numbers as words, file names without their endings, no markup, no ids."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PIL import ImageColor

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
    "16:9", "9:16", "3:16", "16:10", "10:16", "4:3", "3:4", "1:1", "4:5", "5:4", "21:9", "9:21", "2:3", "3:2", "1:91",
)  # fmt: skip

ENDINGS = r"\.(?:mp4|mov|m4v|webm|mkv|avi|mp3|wav|m4a|aac|flac|ogg|png|jpe?g|gif|webp|svg|srt|vtt|json)\b"
OPAQUE = (
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",  # a UUID
    r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b",  # a digest
    r"https?://\S+",
)  # fmt: skip
FIGURES = r"\s*\((?:[\d.]+ s, )?(?:frame )?\d+(?: frames?(?: at [^()]*)?)?\)"
"""Frames in brackets: exact for the eye, a burden for the ear."""

COLOURS = {
    name: ImageColor.getrgb(name)
    for name in ("black", "white", "grey", "red", "orange", "gold", "yellow", "green", "lime", "teal", "cyan", "blue", "navy",
                 "purple", "magenta", "pink", "brown", "beige")
}  # fmt: skip
MONEY = {"$": "dollars", "€": "euros", "£": "pounds"}
SIGNS = {"&": " and ", "+": " plus ", "→": " to ", "…": ", ", "–": ", ", "—": ", ", ";": ",", "/": " ", "=": " is "}


def spoken(text: str, ids: Iterable[str] = ()) -> str:
    """The text for a voice. `ids` are the names that only the machine knows; those that are plain words stay, and so does
    what people have written in quotation marks."""
    text = re.sub(r"\bstep-(\d+)\b(?: \(([\w.]+)\))?(:?)", _step, text)
    for shape in OPAQUE:
        text = re.sub(shape, " ", text)
    known = "|".join(re.escape(id) for id in sorted(ids, key=len, reverse=True) if not id.isalpha())
    if known:
        text = re.sub(
            rf"“[^”]*”|(?<![\w-])(?:{known})(?![\w-])", lambda found: found[0] if "“" in found[0] else " ", text
        )
    text = re.sub(ENDINGS, "", text, flags=re.I)
    text = re.sub(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b", _colour, text)
    text = re.sub(r"([$€£])(\d+(?:\.\d+)?)", lambda found: f"{found[2]} {MONEY[found[1]]}", text)
    return _smooth(_numbers(re.sub(r"(?<=\bto) \(([^()]*)\)", r" \1,", re.sub(FIGURES, "", text))))


def _numbers(text: str) -> str:
    """Numbers, with what belongs to them, in words; a voice reads 1st and 22nd as they are."""
    text = re.sub(r"\(([^()]*)\)", r", \1,", text)
    text = re.sub(r"(?<=\d)\s*[×x]\s*(?=\d)", " by ", text)
    text = re.sub(r"(?<=\d)\s*[–—]\s*(?=\d)", " to ", text)
    text = re.sub(r"\b(\d\d:\d\d:\d\d)[:;](\d\d)\b", r"\1, frame \2", text)
    text = re.sub(r"\b(?:(\d+):)?(\d+):([0-5]\d(?:\.\d+)?)\b", _clock, text)
    text = re.sub(r"(?<=\d):(?=\d)", " by ", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"(?<![\w.])[-−](?=\d)", "minus ", text)
    text = re.sub(r"(\d+(?:\.\d+)?)\s?(dB|fps|sec|ms|px|kHz|Hz|min|%|°|s|x|×)(?![A-Za-z])", _measured, text)
    text = re.sub(r"\d+(?:\.\d+)?(?!\d|\.\d|(?:st|nd|rd|th)\b)", lambda found: f" {number(found.group())} ", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    return text


def _step(found: re.Match[str]) -> str:
    """ "step-2 (add.captions):" is "add captions:", and "step-2" alone is "step 2"."""
    if found[2] is None:
        return f"step {found[1]}{found[3]}"
    return re.sub(r"\.|(?<=[a-z])(?=[A-Z])", " ", found[2]).lower() + found[3]


def _colour(found: re.Match[str]) -> str:
    """The name that is nearest to a colour."""
    red, green, blue = ImageColor.getrgb(found[0])[:3]
    return min(COLOURS, key=lambda n: sum((a - b) ** 2 for a, b in zip((red, green, blue), COLOURS[n], strict=False)))


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
    one = found[1] == "1" and unit.endswith("s") and unit not in ("frames per second", "times")
    return f"{found[1]} {unit[:-1] if one else unit}"


def _clock(found: re.Match[str]) -> str:
    """A time such as 1:05, unless it is one of the shapes that a picture has, 9:16."""
    if found[1] is None and found[0] in RATIOS:
        return found[0]
    names = ("hour", "minute", "second")
    values = [value.lstrip("0") or "0" for value in found.groups("0")]
    parts = [(value, name) for value, name in zip(values, names, strict=True) if float(value)]
    return ", ".join(f"{value} {name}{'' if value == '1' else 's'}" for value, name in parts) or "0 seconds"


def _smooth(text: str) -> str:
    """Letters, spaces and the marks that make a voice pause; nothing twice."""
    text = re.sub(r"(?<=\w)[-_](?=\w)", lambda found: found[0] if found[0] == "-" else " ", text)
    text = re.sub(r"[^\w\s.,?!:'’-]|_", " ", text)
    text = re.sub(r"(?<!\w)[-.'’]+(?=\s|\w)|-+(?!\w)", " ", text)
    text = re.sub(r"\s+([.,?!:])", r"\1", re.sub(r"\s+", " ", text))
    text = re.sub(r"(?:[,:]\s*)+([.,?!:])", r"\1", text)
    return re.sub(r"([,?!:])(?=\w)", r"\1 ", text).strip(" ,:")
