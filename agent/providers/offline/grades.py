"""Words for colour: each an adjustment of the grade, on the engine's scales (-1 to 1; exposure in stops)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .pattern import Reading, Row, Slot, phrases

STEP = 0.2


@dataclass(frozen=True, slots=True)
class Look:
    """Amounts to add to fields of the grade, and amounts to set them to. Steps are scaled by "a bit" and "a lot"."""

    add: tuple[tuple[str, float], ...] = ()
    put: tuple[tuple[str, float], ...] = ()


def _more(**fields: float) -> Look:
    return Look(add=tuple(fields.items()))


def _fixed(**fields: float) -> Look:
    return Look(put=tuple(fields.items()))


LOOKS: dict[str, Look] = {}


def _name(look: Look, words: str) -> None:
    LOOKS.update(dict.fromkeys((word.strip() for word in words.split(",")), look))


_name(
    _more(temperature=STEP),
    "warmer, warm, warmed up, more warm, hotter, warmer looking, cozier, cosier, golden, more golden, sunnier, toastier",
)
_name(_more(temperature=-STEP), "cooler, cool, colder, cold, more cold, bluer, icy, chillier, wintry, more blue")
_name(
    _more(contrast=STEP),
    "contrasty, more contrasty, higher contrast, high contrast, punchier, punchy, crisper, more punchy, more contrast",
)
_name(
    _more(contrast=-STEP),
    "flatter, flat, less contrasty, lower contrast, low contrast, softer looking, less contrast, less punchy",
)
_name(_more(brightness=STEP), "brighter, bright, lighter, light, more bright, less dark, more brightness")
_name(_more(brightness=-STEP), "darker, dark, dimmer, dim, moodier, more dark, less bright, gloomier, less brightness")
_name(
    _more(saturation=STEP),
    "more saturated, saturated, more colorful, more colourful, colorful, colourful, vibrant, more vibrant, vivid, more vivid, richer, more color, more colour, more saturation, poppier, more lively",
)
_name(
    _more(saturation=-STEP),
    "desaturated, less saturated, less colorful, less colourful, more muted, paler, pale, washed out, faded, less vibrant, less vivid, less saturation, less color, less colour, more desaturated, duller, dull",
)
_name(
    _fixed(saturation=-1),
    "black and white, b and w, b w, bw, greyscale, grayscale, grey scale, gray scale, monochrome, monochromatic, mono, colorless, colourless, noir, fully desaturated, completely desaturated, b n w, grey, gray, b / w",
)
_name(_more(tint=-STEP), "greener, green tinted, more green")
_name(_more(tint=STEP), "pinker, more pink, more magenta, magenta tinted, less green, rosier")
_name(
    Look(add=(("contrast", STEP), ("saturation", -STEP / 2), ("vignette", STEP), ("shadows", -STEP / 2))),
    "cinematic, more cinematic, filmic, film like, like a movie, like a film, movie like, more filmic",
)
_name(
    Look(add=(("temperature", STEP), ("saturation", -STEP), ("contrast", -STEP / 2), ("vignette", STEP))),
    "vintage, retro, old, old fashioned, old school, nostalgic, more vintage, aged, like an old film, like an old movie",
)
_name(Look(put=(("saturation", -0.6), ("temperature", 0.4))), "sepia, sepia toned, brownish")
_name(
    Look(add=(("contrast", STEP), ("brightness", -STEP), ("saturation", -STEP))),
    "moody, dramatic, more dramatic, gritty, grittier",
)
_name(_more(exposure=0.5), "more exposed, more exposure, overexposed, higher exposure")
_name(_more(exposure=-0.5), "less exposed, less exposure, underexposed, lower exposure")
_name(_more(highlights=-STEP), "less blown out")
_name(_more(vignette=STEP), "vignetted")

FIELDS = {
    "contrast": "contrast", "brightness": "brightness", "saturation": "saturation", "exposure": "exposure", "temperature": "temperature",
    "warmth": "temperature", "tint": "tint", "highlights": "highlights", "shadows": "shadows", "gamma": "gamma", "vibrance": "saturation",
    "vignette": "vignette", "color": "saturation", "colour": "saturation", "colors": "saturation", "colours": "saturation", "lift": "lift", "gain": "gain", "blacks": "lift",
    "whites": "gain", "highlight": "highlights", "shadow": "shadows", "midtones": "gamma", "vibrancy": "saturation",
}  # fmt: skip
WORDIEST = max(len(words.split()) for words in LOOKS)


def grade(reading: Reading, at: int) -> Iterator[tuple[int, Look]]:
    """One word or phrase for a look."""
    norms = [token.norm for token in reading.tokens[at : at + WORDIEST]]
    for length in range(len(norms), 0, -1):
        if look := LOOKS.get(" ".join(norms[:length])):
            yield at + length, look


def grades(reading: Reading, at: int) -> Iterator[tuple[int, Look]]:
    """A slot: several looks joined by "and" or commas, as one."""
    for end, first in grade(reading, at):
        after = end
        while after < len(reading.tokens) and reading.tokens[after].norm in ("and", ",", "but", "with"):
            after += 1
        if after > end or after < len(reading.tokens):
            for last, rest in grades(reading, after):
                yield last, Look(first.add + rest.add, first.put + rest.put)
        yield end, first


def comparative(reading: Reading, at: int) -> Iterator[tuple[int, Look]]:
    """A slot: looks said as a comparison ("warmer", "more vivid"), which alone are a wish; "cool" alone is not."""
    if at < len(reading.tokens) and (
        reading.tokens[at].norm in ("more", "less") or reading.tokens[at].norm.endswith("er")
    ):
        yield from grades(reading, at)


def channel(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a field of the grade by the name an editor uses."""
    if at < len(reading.tokens) and (name := FIELDS.get(reading.tokens[at].norm)):
        yield at + 1, name


LEVELS: tuple[Row, ...] = (
    ("{number} %|percent", lambda s, m: m["number"] / 100),
    ("{number} stop|stops", lambda s, m: m["number"]),
    ("{number} points|point", lambda s, m: m["number"] / 100),
    ("{figure}", lambda s, m: m["figure"] if abs(m["figure"]) <= 4 else m["figure"] / 100),
)

SLOTS: dict[str, Slot] = {
    "grades": grades,
    "comparative": comparative,
    "channel": channel,
    "level": phrases(LEVELS),
}
