"""What a clause only says of a thing, so that the next clause's "it" has something to mean: "the interview is dark, brighten it"."""

from __future__ import annotations

from .core_phrase import Things
from .pattern import Reading, Tokens, match
from .tokens import words

REMARKS = (
    "{things} is|are|was|looks|look|looked|sounds|sound|feels|feel|seems|seem|'s|reads|comes|plays|runs {remark:raw}",
    "i like|love|hate|dislike {things}",
    "i am not [really] [a] fan|sure|keen|happy|crazy|big|into [fan] [about|of|on|with|into] {things}",
    "i am [so] tired|sick|bored of {things}",
    "i (do not / can not / could not / never) [really] like|see|hear|read|love|need|want {things}",
    "see|look [at] {things}",
    "take {things}",
)
REFERRING = words("it its them they that this those these")


def remarked(reading: Reading) -> Things | None:
    """The one thing, or the things, that a clause speaks of without a wish."""
    for pattern in REMARKS:
        for _, found in match(pattern, reading):
            things: Things = found["things"]
            if things.ids and not (things.one and len(things.ids) > 1):
                return things
    return None


def refers(tokens: Tokens) -> bool:
    """Whether a clause leans on what was said before it."""
    return any(token.kind == "word" and token.norm in REFERRING for token in tokens)
