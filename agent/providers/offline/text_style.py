"""How lettering is asked to look: colour, size, weight, face, side. Each word or phrase is a change of style."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .pattern import Found, Reading, Row, Slot, phrases
from .sketch import Sketch

Style = dict[str, Any]
# A change of style: from the style there is to the fields that become different.
Change = Callable[[Style, float], Style]
FONTS = {
    name.lower().replace(" ", ""): name
    for name in (
        "Inter", "Arial", "Helvetica", "Roboto", "Open Sans", "Montserrat", "Georgia", "Times New Roman", "Courier", "Courier New", "Verdana",
        "Impact", "Comic Sans MS", "Comic Sans", "Futura", "Garamond", "Lato", "Oswald", "Poppins", "Playfair Display", "Bebas Neue", "Raleway",
        "Anton", "Lobster", "Pacifico", "Source Sans", "Noto Sans", "Ubuntu", "Tahoma", "Trebuchet MS", "Palatino", "Monospace", "Serif", "Sans Serif",
    )
}  # fmt: skip
BASE_SIZE = 96.0


def _fixed(**fields: Any) -> Change:
    return lambda style, degree: dict(fields)


def _scaled(factor: float) -> Change:
    def change(style: Style, degree: float) -> Style:
        size = style.get("fontSize", BASE_SIZE)
        size = size["kf"][-1]["v"] if isinstance(size, dict) else size
        return {"fontSize": max(1, round(size * factor**degree))}

    return change


def font(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: the name of a typeface that is widely known."""
    for length in (3, 2, 1):
        tokens = reading.tokens[at : at + length]
        if len(tokens) == length and "".join(t.norm for t in tokens) in FONTS:
            yield at + length, FONTS["".join(t.norm for t in tokens)]


def any_font(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a typeface, also one that only its quotes show to be a name."""
    yield from font(reading, at)
    if at < len(reading.tokens) and reading.tokens[at].kind == "quote":
        yield at + 1, reading.raw(at, at + 1)


def _colour(sight: Sketch, found: Found) -> Change:
    return _fixed(color=found["colour"])


def _both(one: Change, other: Change) -> Change:
    return lambda style, degree: {**one(style, degree), **other(style, degree)}


def _boxed(sight: Sketch, found: Found) -> Change:
    return _fixed(background=found.get("colour", "#000000"))


LOOKS: tuple[Row, ...] = (
    ("{colour} [colored|coloured|color|colour|text|letters|lettering|font]", _colour),
    ("in|to|with [the] [color|colour] {colour} [text|color|colour|letters|lettering|font|type]", _colour),
    ("bold|bolder|heavy|thick|thicker|boldface|strong", lambda s, m: _fixed(fontWeight=700)),
    ("in|with bold [text|font|type|letters|print]", lambda s, m: _fixed(fontWeight=700)),
    ("semi bold", lambda s, m: _fixed(fontWeight=600)),
    ("extra|ultra bold", lambda s, m: _fixed(fontWeight=800)),
    ("black weight", lambda s, m: _fixed(fontWeight=900)),
    ("thin|thinner|light weight", lambda s, m: _fixed(fontWeight=300)),
    ("not bold", lambda s, m: _fixed(fontWeight=400)),
    ("regular|normal weight|not", lambda s, m: _fixed(fontWeight=400)),
    ("[in] italic|italics|italicized|slanted|cursive", lambda s, m: _fixed(fontStyle="italic")),
    ("{multiple} as|the big|large|size", lambda s, m: _scaled(m["multiple"])),
    ("<bigger> [text|font|letters|lettering|size]", lambda s, m: _scaled(1.4)),
    ("in <bigger> text|font|letters|lettering|type|print", lambda s, m: _scaled(1.4)),
    ("in <bigger> {colour} text|font|letters|lettering|type|print", lambda s, m: _both(_scaled(1.4), _colour(s, m))),
    ("<smaller> [text|font|letters|lettering|size]", lambda s, m: _scaled(1 / 1.4)),
    ("in <smaller> text|font|letters|lettering|type|print", lambda s, m: _scaled(1 / 1.4)),
    ("[in|at|to|with] [font|text] size [of|to] {number} [px|pixels|pt|points]", lambda s, m: _fixed(fontSize=m["number"])),
    ("[in|at|to|with] {number} px|pt|point|points|pixels [font|text|size|big|tall|high|type]", lambda s, m: _fixed(fontSize=m["number"])),
    ("in|with|to|using [the] [font] {font} [font]", lambda s, m: _fixed(fontFamily=m["font"])),
    ("font {font:any_font}", lambda s, m: _fixed(fontFamily=m["font"])),
    ("{font:any_font} font", lambda s, m: _fixed(fontFamily=m["font"])),
    ("[aligned|align|justified] [to] [the] left|right|center aligned|align|justified", lambda s, m: None),
    ("left aligned", lambda s, m: _fixed(alignment="left")),
    ("right aligned", lambda s, m: _fixed(alignment="right")),
    ("center|centre aligned", lambda s, m: _fixed(alignment="center")),
    ("aligned [to] [the] left", lambda s, m: _fixed(alignment="left")),
    ("aligned [to] [the] right", lambda s, m: _fixed(alignment="right")),
    ("with|on [a] {colour} background|box|backdrop [behind] [it]", _boxed),
    ("with|on [a] background|box|backdrop [behind] [it]", _boxed),
)  # fmt: skip

SIZED: tuple[Row, ...] = (
    ("{number} [px|pixels|pt|point|points]", lambda s, m: [_fixed(fontSize=m["number"])] if m["number"] >= 4 else None),
    ("{number} %|percent [bigger|larger]", lambda s, m: [_grown(1 + m["number"] / 100)]),
    ("{number} %|percent smaller", lambda s, m: [_grown(1 - m["number"] / 100)]),
)
BOLD: tuple[Row, ...] = (
    ("bold|embolden", lambda s, m: [_fixed(fontWeight=700)]),
    ("italicize|italicise", lambda s, m: [_fixed(fontStyle="italic")]),
)
TIGHT: tuple[Row, ...] = (("[letter] spacing", lambda s, m: True),)


def _grown(factor: float) -> Change:
    return lambda style, degree: _scaled(factor)(style, 1.0)


def font_look(reading: Reading, at: int) -> Iterator[tuple[int, list[Change]]]:
    """A slot: a typeface on its own, as a list of one change."""
    yield from ((end, [_fixed(fontFamily=name)]) for end, name in any_font(reading, at))


SLOTS: dict[str, Slot] = {
    "font": font, "any_font": any_font, "look": phrases(LOOKS), "size_look": phrases(SIZED), "bold_look": phrases(BOLD), "font_look": font_look, "tight": phrases(TIGHT),
}  # fmt: skip


def apply_looks(style: Style, looks: list[Change], degree: float) -> Style:
    """The fields that a list of changes gives, each seeing those before it."""
    changed: Style = {}
    for look in looks:
        changed |= look({**style, **changed}, degree)
    return changed
