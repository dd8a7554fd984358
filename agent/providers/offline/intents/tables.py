"""Look-up tables: a grade that comes as a file, put on clips or on the whole and taken off again."""

from __future__ import annotations

from typing import Any

from ..core_phrase import Things
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from .grading import PICTURES, WHOLE


def put(sketch: Sketch, found: Found) -> None:
    """Grade with a table of the library; other files are not meant."""
    if sketch.asset(found["asset"])["kind"] != "lut":
        raise Pass
    sketch.do("setColorGrade", grade={"lutAssetId": found["asset"]}, ids=_shown(sketch, found.get("things")))


def unknown(sketch: Sketch, found: Found) -> None:
    raise Refused(f"There is no look-up table “{found['content'].strip()}” here: upload its .cube file first.")


def off(sketch: Sketch, found: Found) -> None:
    ids = _shown(sketch, found.get("things"))
    holders: list[Any] = [sketch.state.items[id] for id in ids] if ids else [sketch.state.fields()]
    if not any((holder.get("grade") or {}).get("lutAssetId") for holder in holders):
        raise Refused("There is no look-up table to take off.")
    sketch.do("setColorGrade", grade={"lutAssetId": None}, ids=ids)


def _shown(sketch: Sketch, things: Things | None) -> list[str] | None:
    """The pictures that are meant; None for all of the composition."""
    if things is None or things.everything:
        return None
    ids = [id for id in sketch.ids(things) if sketch.state.items[id]["type"] in PICTURES]
    if not ids:
        raise Refused(f"{sketch.label(things.ids[0])} has no picture to colour.")
    return ids


TABLE = "lut|luts|cube"
SAID = f"[the|my|our] [{TABLE}] {{asset}} [{TABLE}]"
PUT = "apply|use|put|add|load|set|slap|throw|drop|stick|chuck"
UNDER = "to|on|onto|over|for|across"

RULES = (
    *rules(put, f"{PUT} {SAID} to|on|onto|over|for {{things}}", f"{PUT} {SAID} to|on|onto|over|for {WHOLE}", f"{PUT} {SAID} [as] [the] [grade|look]", f"grade|colour|color {{things}} with|by {SAID}", f"grade|colour|color {WHOLE} with|by {SAID}", f"grade with {SAID}"),
    *rules(unknown, f"{PUT} [a|an|the|my|our|that] {{content}} {TABLE} [{UNDER} ({{things}} / {WHOLE})]", f"grade|colour|color ({{things}} / {WHOLE}) with [a|an|the|my|our] {{content}} {TABLE}"),
    *rules(off, f"<delete> [the|any] {TABLE} from|on|of {{things}}", f"<delete> [the|any] {TABLE} from|on|of {WHOLE}", f"<delete> [the|any] {TABLE}", f"take [the] {TABLE} off [of] {{things}}", f"take [the] {TABLE} off"),
)  # fmt: skip
