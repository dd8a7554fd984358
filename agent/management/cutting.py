"""manage.py agent cut-words: words taken out of what is said, as a plan."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from agent import wire
from agent.cutting import Span, Words, cut_words, file_of
from agent.management.circumstances import stored
from agent.management.telling import proposed
from tools.terminal import Answer, Refused, asker, with_user

EVERY = {"every": 0, "all": 0, "last": -1, "first": 1}


def with_cut(parser: ArgumentParser) -> None:
    parser.add_argument("--composition", metavar="ID", required=True, help="a stored composition")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--say", metavar="WORDS", help="what is said, as it is heard")
    what.add_argument(
        "--at",
        metavar="FROM-TO",
        action="append",
        type=_span,
        help="a word of --asset by its seconds in it; repeatable",
    )
    parser.add_argument("--asset", metavar="ID", help="only where it is said in this file")
    parser.add_argument("--which", metavar="N", type=_which, help="which time it is said: 1, 2, last, or every")
    parser.add_argument("--language", default="", help="the language that the transcript was asked for in")
    parser.add_argument("--tier", choices=["full", "editor", "readonly"], help="a lower tier than your own")
    parser.add_argument("--policy", choices=["auto", "guided", "manual"], help="which steps want an approval")
    with_user(parser)


def cut(o: Namespace) -> Answer:
    """Plan the cut; the JSON is what POST /api/agent/cut-words answers."""
    if o.at and not o.asset:
        raise Refused("--at names words of a file: say which with --asset ID.")
    composition, tier = stored(o)
    asset = file_of(composition, o.asset) if o.asset else None
    words = Words(asset, o.at or (), (o.say or "").strip(), o.which, o.language)
    if not words.say and not words.spans:
        raise Refused("--say is empty: give the words as they are heard.")
    told = wire.planned(cut_words(asker(o.user).user, composition, words, tier=tier, policy=o.policy))
    if told["question"] and told["question"]["choices"]:
        return Answer(told, f"{told['question']['question']}\nSay so with --which: a number, last, or every.")
    return Answer(told, proposed(told))


def _span(text: str) -> Span:
    try:
        start, end = (float(part) for part in text.split("-"))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no FROM-TO in seconds, as 39.9-40.6") from None
    if not 0 <= start <= end < 1e6:
        raise ArgumentTypeError(f"{text!r} does not end after it begins")
    return start, end


def _which(text: str) -> int:
    if text in EVERY:
        return EVERY[text]
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is neither a number, nor last, nor every") from None
