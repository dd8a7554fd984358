"""Questions about what was done and what it cost, answered from the runs on record; reads only.

A question is ours only if it is ours from the first word to the last: “how much would it cost to …” asks for a plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from runs.models import Run, RunQuerySet
from tools import history

MOST = 300

_ALL = r"(?:this|it|that|everything|all (?:of )?(?:this|that|it)|the (?:whole )?(?:thing|edit|edits|video|project|composition|film|work))"
_LAST = r"(?:(?:the |my |your )?(?:last|latest|previous|most recent) (?:one|run|change|edit|plan|thing|step|action)|that (?:run|change|edit|plan|last one))"
_SO_FAR = r"(?: (?:so far|in total|altogether|in all|until now|up to now|already|now|me|us|all together|overall))*"
_COST = (
    rf"(?:how (?:much|many credits)|what) (?:did|does|has|have|do) (?:{_ALL}|{_LAST}|all the runs) (?:cost|costed|spent|spend|use|used|consume|consumed|come to)",
    rf"how (?:much|many credits) (?:did|have|has|were|was) (?:(?:i|we|you|been) )?(?:spend|spent|use|used|paid|pay|charged)(?: (?:on|for) (?:{_ALL}|{_LAST}))?",
    rf"(?:what (?:is|was|are|were) |what's )?(?:the )?(?:total )?(?:cost|costs|price|spend|spending|credits (?:spent|used))(?: (?:of|for) (?:{_ALL}|{_LAST}|all the runs))?",
    rf"(?:how (?:much|many credits)|what) (?:{_ALL}|{_LAST}) (?:cost|costs|has cost|did cost|used|came to)",
    rf"how (?:expensive|costly) (?:was|is|were) (?:{_ALL}|{_LAST})",
    rf"(?:did|does|has) (?:{_ALL}|{_LAST}) cost (?:anything|something|any credits|credits|money)",
)  # fmt: skip
_DONE = (
    r"what did (?:you|the agent|greenlight|we|it|the planner) (?:just )?(?:do|change|edit)(?: (?:last|before|just now|last time|most recently|previously|to it|to this|to the (?:video|composition|film)))*",
    rf"what did {_LAST} (?:do|change|edit)",
    r"(?:did|have|has) (?:you|the agent|greenlight|we|i|it|the planner|anything|anybody|anyone|somebody) (?:already )?(?:do|change|edit|done|been done|changed|edited|been changed|been edited)(?: (?:anything|something|it|this))?(?: yet)?",
    r"what (?:have|has) (?:you|the agent|been|we) (?:just )?(?:done|changed|edited)(?: (?:last|so far|just now|recently|before|lately))*",
    rf"(?:what (?:is|was) |what's |show me |tell me about |describe )(?:{_LAST}|the last thing (?:you|the agent|we) did)",
    r"what (?:happened|changed|was (?:done|changed|the last change|the last thing)) ?(?:last|just now|last time|before|most recently|in the last run)?",
    r"what did (?:i|we) (?:last )?ask(?: (?:for|you(?: to do)?|last|last time|before))*",
)  # fmt: skip
_OPENING = r"(?:(?:hey|hi|ok|okay|so|and|but|well|please|um)[ ,]+)*(?:(?:can|could|would) you (?:please )?)?(?:(?:tell|remind) me )?"
_CLOSING = r"(?: (?:please|thanks|thank you|then|again|though))*"


def _whole(kinds: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"{_OPENING}(?:{'|'.join(kinds)}){_SO_FAR}{_CLOSING}")


COST, DONE = _whole(_COST), _whole(_DONE)
ONLY_LAST = re.compile(rf"\b{_LAST}\b|^(?!.*\b(?:so far|total|altogether|all)\b).*\bdid that\b")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: what the question was about, a sentence, and the figures it was made of."""

    intent: str
    answer: str
    data: dict[str, Any]


def answer(question: str, runs: RunQuerySet) -> Told | None:
    """The answer to a question about these runs (those of one composition); None when it is about something else."""
    said = re.sub(r"[^\w'’ ]+", " ", question[:MOST].lower()).replace("’", "'")
    said = " ".join(said.split())
    for kind, tell in KINDS:
        if kind.fullmatch(said):
            return tell(said, runs)
    return None


def _cost(said: str, runs: RunQuerySet) -> Told:
    last, count, total = _last(runs), runs.filter(status__in=OVER).count(), runs.credits()
    waiting = runs.filter(status=Run.Status.PROPOSED).order_by("-created_at").first()
    would = _price(waiting)
    data = {"credits": total, "runs": count, "last": _facts(last), "waiting": would}
    if last is not None and ONLY_LAST.search(said):
        return Told("lastRunCost", f"{_own(last)}.", data)
    return Told("cost", _spent(last, count, total) + _would(would), data)


def _spent(last: Run | None, count: int, total: int) -> str:
    if last is None:
        return "Nothing has been spent: no plan has run on this composition yet."
    if count == 1:
        return f"{_own(last)}, and it is the only one."
    return f"The {count} runs on this composition cost {credits(total)} in all. {_own(last)}."


def _own(last: Run) -> str:
    return f"The last run ({_named(last)}) cost {credits(last.credits)}"


def _price(waiting: Run | None) -> dict[str, Any] | None:
    """What a plan that waits for its approval would cost: low, expected and high, in credits."""
    return (waiting.preview.get("preview") or {}).get("cost") if waiting else None


def _would(price: dict[str, Any] | None) -> str:
    if price is None:
        return ""
    low, high = price["low"], price["high"]
    return f" The plan that waits for your approval would cost {credits(high) if low == high else f'{low} to {credits(high)}'}."


def _done(said: str, runs: RunQuerySet) -> Told:
    last = _last(runs)
    if last is None:
        return Told("lastRun", "Nothing yet: no plan has run on this composition.", {"last": None})
    if re.search(r"did (?:i|we) (?:last )?ask", said):
        return Told("lastRequest", f"You asked: {_named(last)}. {_outcome(last)}", {"last": _facts(last)})
    return Told("lastRun", f"{_outcome(last)} You had asked: {_named(last)}.", {"last": _facts(last)})


KINDS: tuple[tuple[re.Pattern[str], Callable[[str, RunQuerySet], Told]], ...] = ((COST, _cost), (DONE, _done))
OVER = (Run.Status.DONE, Run.Status.FAILED)


def credits(count: int) -> str:
    """ "nothing", "1 credit", "12 credits"."""
    return f"{count} credit{'' if count == 1 else 's'}" if count else "nothing"


def _last(runs: RunQuerySet) -> Run | None:
    return runs.filter(status__in=OVER).order_by("-finished_at", "-created_at").select_related("composition").first()


def _named(run: Run) -> str:
    return f"“{run.message[:120]}”" if run.message else "a plan without words"


def _outcome(run: Run) -> str:
    if run.status == Run.Status.FAILED:
        return (
            f"The last run failed and changed nothing: {run.verdict or 'there is no reason on record'}".rstrip(".")
            + "."
        )
    back = " It has been taken back since." if _taken_back(run) else ""
    return f"{(run.verdict or 'The last plan ran').rstrip('.')}.{back}"


def _taken_back(run: Run) -> bool:
    if run.composition is None or run.result_revision is None:
        return False
    return not history.standing(run.composition).get(run.result_revision, True)


def _facts(run: Run | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {
        "runId": str(run.pk), "message": run.message, "status": run.status, "verdict": run.verdict,
        "credits": run.credits, "takenBack": _taken_back(run),
        "finishedAt": run.finished_at.isoformat() if run.finished_at else None,
    }  # fmt: skip
