"""Words that say what becomes of the rest of a track: "…, ripple", "… and push the rest down", "… and close the gap"."""

from __future__ import annotations

from collections.abc import Iterator

from .pattern import Reading, Tokens, match

SHOVE = "push|move|shift|slide|bump|pull|bring|nudge|carry|let|knock|send"
REST = (
    "([all] [of] [the] rest|others|remainder [of] [the] [clips|shots|timeline|edit|track|video|sequence] / [all] [of] [the] other|following|remaining|later|subsequent clips|shots|ones|clip|items /"
    " everything|clips|shots|all|whatever|what [else] [that] [is|comes|goes] [after|following|behind|later] [it|that] [downstream])"
)
WAY = "[down|along|back|later|over|up|left|right|forward|forwards|earlier|in|out|accordingly|follow|close|on] [down|up|in] [the|to|by] [line|timeline|track|match|fit|make|fill|close|it|that|same|much] [room|space|the|amount|up] [gap|hole]"
TAILS = (
    "[,] [and|then|but|also|with|to] [,] [then|also] ripple|rippling [it|everything|that|the] [rest|timeline|edit|sequence|others|along|through|down] [along|down|through]",
    f"[,] [and|then] [,] [then|also] {SHOVE} {REST} {WAY}",
    "[,] and|then|also [then|also] close [up] the|any gap|hole [it|that|up] [leaves|left|after|afterwards|behind]",
    "[,] and|then|also|by [then|also] close|closing|shut|shutting [it|things|everything|that|them] up [after|behind] [it|that]", "[,] [and|then|by] closing|shutting [up] the|any gap|hole [it|that|up] [leaves|left|after|behind]", "[,] and|then|also shut [up] the|any gap|hole",
    "with|in|using a|the ripple [on|edit|trim|enabled]", "with|in ripple [on|edit|trim|mode|enabled]", "as a ripple [edit|trim]",
    "without [leaving] a|any gap|gaps|hole [behind]", "[,] [and|with] no gap|gaps|hole [left] [behind]", "so [that] there is|are no|not [a|any] gap|gaps|hole [left]",
    f"so [that] {REST} follows|follow|moves|move|shifts|shift|closes|slides [up|down|along|back|later|with|in|over|it] [it]",
)  # fmt: skip


def unrippled(reading: Reading) -> Iterator[Tokens]:
    """The wish without its words about the rest; nothing where it has none."""
    tokens = reading.tokens
    if len(tokens) > 2 and tokens[0].norm == "ripple":
        yield tokens[1:]
    for at in range(2, len(tokens)):
        if any(True for pattern in TAILS for _ in match(pattern, reading.on(tokens[at:]))):
            yield tokens[:at]
            return
