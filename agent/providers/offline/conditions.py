"""Conditions that the composition itself decides: "if the interview runs over 8 seconds …". All others stay undecided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .core_phrase import Things
from .pattern import Found, Reading, Row, Tokens, match, phrases
from .selectors import measure
from .sketch import Sketch

ELSE = frozenset({"otherwise", "else"})
BE = "is|are|'s|was|runs|run|lasts|last|goes|go|stays|sits|plays"
OVER = "(longer|more|greater|louder|higher|bigger than / over|above|past|exceeding|beyond)"
UNDER = "(shorter|less|smaller|quieter|lower|softer than / under|below)"
NEGATED: tuple[Row, ...] = (("not", lambda s, m: True),)
SLOTS = {"negated": phrases(NEGATED)}


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a condition holds, and the things that it speaks of."""

    holds: bool
    ids: tuple[str, ...] = ()


def _each(found: Found, test: Any) -> bool | None:
    things: Things = found["things"]
    if things.one and len(things.ids) > 1:
        return None
    return bool(things.ids) and all(test(item) for item in things.ids)


def _lasts(sign: int) -> Any:
    return lambda s, m: _each(m, lambda item: sign * (s.state.items[item]["durationInFrames"] - m["amount"]) > 0)


def _sounds(sign: int) -> Any:
    return lambda s, m: _each(m, lambda item: sign * (measure(s.state, item, "volume") - m["gain"]) > 0)


def _compared(name: str, sign: int) -> Any:
    def test(s: Sketch, m: Found) -> bool | None:
        other: Things = m["other"]
        if len(other.ids) != 1:
            return None
        return _each(m, lambda item: sign * (measure(s.state, item, name) - measure(s.state, other.ids[0], name)) > 0)

    return test


def _muted(s: Sketch, m: Found) -> bool | None:
    return _each(m, lambda item: bool((s.state.items[item].get("audio") or {}).get("muted")))


def _whole(sign: int) -> Any:
    return lambda s, m: sign * (s.state.end - m["amount"]) > 0


def _shaped(s: Sketch, m: Found) -> bool:
    across, down = m["ratio"]
    return bool(abs(s.state.width / s.state.height - across / down) < 0.01)


WHOLE = "([the|this] [whole|entire] video|composition|timeline|edit|movie|film|thing|show|cut / it all)"
ROWS: tuple[Row, ...] = (
    (f"{WHOLE} {BE} [{{negated}}] {OVER} {{amount}} [long|total]", _whole(1)),
    (f"{WHOLE} {BE} [{{negated}}] {UNDER} {{amount}} [long|total]", _whole(-1)),
    (f"{WHOLE} is [{{negated}}] [already] [in] {{ratio}}", _shaped),
    ("it is [{negated}] [already] [in] {ratio}", _shaped),
    (f"{{things}} {BE} [{{negated}}] {OVER} {{gain}}", _sounds(1)),
    (f"{{things}} {BE} [{{negated}}] {UNDER} {{gain}}", _sounds(-1)),
    (f"{{things}} {BE} [{{negated}}] {OVER} {{amount}} [long|in] [length]", _lasts(1)),
    (f"{{things}} {BE} [{{negated}}] {UNDER} {{amount}} [long|in] [length]", _lasts(-1)),
    (f"{{things}} {BE} [{{negated}}] longer than {{other:things}}", _compared("length", 1)),
    (f"{{things}} {BE} [{{negated}}] shorter than {{other:things}}", _compared("length", -1)),
    (f"{{things}} {BE} [{{negated}}] louder than {{other:things}}", _compared("volume", 1)),
    (f"{{things}} {BE} [{{negated}}] quieter|softer than {{other:things}}", _compared("volume", -1)),
    ("{things} is|are|'s [{negated}] [already] muted|silent|silenced", _muted),
    ("{things} is|are|'s [{negated}] [already] hidden|disabled", lambda s, m: _each(m, lambda item: s.state.items[item].get("enabled") is False)),
    ("{things} is|are|'s [{negated}] [already] visible|shown", lambda s, m: _each(m, lambda item: s.state.items[item].get("enabled") is not False)),
    ("{things} has|have [{negated}] [any|a] sound|audio", lambda s, m: _each(m, s.audible)),
    ("{things} do|does {negated} have [any] sound|audio", lambda s, m: _each(m, s.audible)),
    ("there is|are [{negated}] any|a|an|some|already {things}", lambda s, m: bool(m["things"].ids)),
    ("there is|are [{negated}] more than {number} {things}", lambda s, m: len(m["things"].ids) > m["number"]),
    ("there is|are [{negated}] fewer|less than {number} {things}", lambda s, m: len(m["things"].ids) < m["number"]),
    ("there is|are no {things}", lambda s, m: not m["things"].ids),
)  # fmt: skip


def decided(reading: Reading) -> Decision | None:
    """What a condition comes to; None where the composition cannot tell."""
    seeing = Reading(reading.sentence, reading.tokens, reading.classes, {**reading.slots, **SLOTS}, reading.sight)
    for pattern, test in ROWS:
        for _, found in match(pattern, seeing):
            holds = test(reading.sight, found)
            if holds is not None:
                return Decision(bool(holds) is not ("negated" in found), getattr(found.get("things"), "ids", ()))
    return None


def parted(reading: Reading) -> tuple[Decision, Tokens, Tokens] | None:
    """(decision, the condition's words, the wish's words) of "if … then …", "… if …", "unless"; None if undecided."""
    norms = [token.norm for token in reading.tokens]
    for at, norm in enumerate(norms):
        if norm not in ("if", "unless"):
            continue
        for end in range(len(norms), at + 2, -1):
            wish = reading.tokens[:at] or reading.tokens[end:]
            if (at and end < len(norms)) or (found := decided(reading.on(reading.tokens[at + 1 : end]))) is None:
                continue
            holds = found.holds is (norm == "if")
            return Decision(holds, found.ids), reading.tokens[at + 1 : end], wish
    return None
