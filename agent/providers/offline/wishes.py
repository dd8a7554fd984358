"""Ways to wish for something, rewritten as the plain command that the grammar knows: "can the logo be smaller" is "make the logo smaller"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .pattern import ARTICLES, Found, Reading, Slot, Tokens, match
from .rephrase import base, rephrased
from .speech import REASONS, request
from .things import resolve
from .tokens import Token, words

# What may follow a wish and only says why, for whom or instead of what; it is dropped when the rest makes sense alone.
TAILS = tuple(
    tuple(tail.split())
    for tail in (
        "instead of", "rather than", "as opposed to", "so that", "so it", "so we", "so i", "so the", "so people", "so you", "so they", "so there", "in order to", "to make it", "since",
        "for the client", "it is too", "it is way", "it is so", "they are too", "it looks", "it sounds", "it feels", "i can not", "you can not", "i do not like", "that would", "otherwise it",
        "like in the", "the way", "when you get", "and see how", "and tell me", "and let me know", "and show me", "thank you", "and thanks",
    )
)  # fmt: skip
PUBLIC = (
    "reels|reel|tiktok|tiktoks|instagram|insta|ig|youtube|yt|shorts|facebook|fb|snapchat|snap|stories|story|social|socials|twitter|x|linkedin|feed|channel|page|profile|phones|phone|mobile|iphone|tv|cinema"
    "|client|clients|boss|mom|mum|dad|grandma|sister|brother|girlfriend|boyfriend|friend|friends|family|kids|school|class|work|website|site|blog|presentation|wedding|meeting|team|podcast|fans|followers|viewers|audience|people"
)  # fmt: skip
AIM = "fun|effect|drama|emphasis|clarity|readability|consistency|impact|vibe|vibes|mood|look|looks|feel|feeling|energy|pace|suspense|contrast|atmosphere|style"
PURPOSES = (
    f"for|on|to [a|an|the|my|our|your|these|all] [post|posting|use|put|upload|share|show|send] [on|to|in|it] [a|the|my|our] {PUBLIC} [{PUBLIC}] [media|posts|post|page|channel|video|videos|later|tomorrow|today|tonight]",
    f"for [a|an|the|some] [more|extra|better|bit|little] [of] [a|an] [{{word}}] {AIM}",
    f"like [on|in] [a|an|the|they|people|everyone] [do] [on|in] [real|proper|old|hollywood] [movie|movies|film|films|cinema|tv|trailer|vlog|{PUBLIC}] [movie|movies|film|films|trailer|video|videos|clip|clips|do|post]",
    "i|we think|guess|suppose|reckon", "if you ask me", "you know", "if it works", "or something|whatever|so [like] [that]", "or something like that", "and stuff", "and all that", "real quick", "for a change", "all together", "at least", "right",
)  # fmt: skip

DEFINITE = ARTICLES - {"a", "an", "some"} | words("this that these those it they them all every both each everything")
HOPE = re.compile(
    r"^(it |that )?would be (really |so |very )?\w+ if |^(i|we) would (really )?(love|like|prefer) it if "
)
DOUBTS = ("or not", "or no", "or nah", "or is it", "or is that", "or would", "or should", "or can not")
UNSURE = words("not too than or if better possible wrong why whether because enough ever")
# What may be spoken of in a reason; anything else that is named there may well be part of the wish.
VAGUE = words("it this that they them these those one everything all any both each clip video clips music same thing")
# Verbs with which a reason says what is to come of it: "so it goes city, park, outro".
RESULTS = words("goes go plays play starts start ends end lasts last comes come runs follows is are")
PLACING = words(
    "at in on to over under above below after before behind between next right left top bottom first last up down back"
)
NOUNS = (
    "<whole>",
    "<canvas>",
    "background [color|colour]",
    "<framerate>",
    "<volume>",
    "<sound>",
    "<volume> of {things}",
    "<sound> of {things}",
    "{track}",
    "{things} 's <volume>",
    "{things} 's <sound>",
    "{things} <volume>",
)

# In a template `who` is the thing, `rest` what is said of it, `head` and `tail` the first word of that and the others.
WILLED = ("make who rest", "done who tail", "head who tail", "put who rest", "who should rest", "fade who rest")
I_WANT = "(i|we [really|only|just] want|need|wish / i|we would [really|also|only] like|love|prefer|want|need)"
ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("i|we only want|need [to] [keep|have|see|use] {rest}", ("keep only rest",)),
    (f"{I_WANT} [for] {{who}} [to] [be|become|get|only] {{rest}}", WILLED),
    ("can|could i|we get|have {who} {rest}", WILLED),
    ("can|could i|we get|have {rest}", ("add rest", "give me rest", "make rest")),
    ("can|could {definite} [also|maybe|instead|then] [be|become|get] {rest}", WILLED),
    ("{who} should|must|could [also|really|only|now] [be|become|get] {rest}", WILLED),
    ("{who} needs|need|has|have|ought to [be|become|get|have] {rest}", WILLED),
    ("{who} needs|need|wants {rest}", ("done who tail", "make who rest")),
    ("let|have|get|make {who} [to] [be] {rest}", WILLED),
    ("make sure|certain [that] {who} [is|are|to|be] {rest}", WILLED),
    ("if {who} was|were|is|are|could|would [be] {rest}", WILLED),
    ("{lead} [,] {rest}", ("rest lead",)),
    ("i|we wish {who} was|were|is {rest}", WILLED),
)  # fmt: skip


def variants(reading: Reading) -> Iterator[Tokens]:
    """The words as they stand, then without what only explains them, then as a command where they are another kind of wish."""
    plain = [request(reading.tokens)]
    plain += [said for said in _shortened(reading.on(plain[0])) if said not in plain]
    yield from plain
    for said in plain:
        yield from rephrased(said)
    for said in plain:
        yield from _commands(reading.on(said))


def is_wish(reading: Reading) -> bool:
    """Whether a question is one only in form: "can the logo come in earlier"."""
    tokens = request(reading.tokens)
    said = " ".join(token.norm for token in reading.sentence.tokens)
    if any(doubt in said for doubt in DOUBTS):
        return False
    return tokens[0].norm in ("can", "could") and any(True for _ in _commands(reading.on(tokens)))


def is_hope(reading: Reading) -> bool:
    """ "It would be nice if the logo was smaller" is no condition."""
    return bool(HOPE.search(" ".join(token.norm for token in reading.sentence.tokens)))


def _shortened(reading: Reading) -> Iterator[Tokens]:
    """Without a reason, a purpose or an alternative at the end; never without figures."""
    tokens = reading.tokens
    norms = tuple(token.norm for token in tokens)
    for at in range(2, len(tokens)):
        if any(token.kind in ("number", "clock", "dims", "quote") for token in tokens[at:]):
            continue
        if RESULTS & set(norms[at:]) and any(
            token.norm not in VAGUE and resolve(reading, (token,)) for token in tokens[at + 1 :]
        ):
            continue
        reason = norms[at] in REASONS or any(norms[at : at + len(tail)] == tail for tail in TAILS)
        if reason or any(True for purpose in PURPOSES for _ in match(purpose, reading.on(tokens[at:]))):
            yield request(tokens[:at])


def _commands(reading: Reading) -> Iterator[Tokens]:
    seeing = Reading(reading.sentence, reading.tokens, reading.classes, {**reading.slots, **SLOTS}, reading.sight)
    seen = {reading.tokens}
    for pattern, templates in ROWS:
        if pattern.startswith("if") and not is_hope(reading):
            continue
        for _, found in match(pattern, seeing):
            if UNSURE & {token.norm for token in found["rest"] if token.kind != "quote"}:
                continue
            for template in templates:
                said = _filled(template, found, reading.tokens[0])
                if said and said not in seen:
                    seen.add(said)
                    yield said


def _filled(template: str, found: Found, first: Token) -> Tokens:
    """A template with the parts found; () where it does not apply."""
    rest: Tokens = found["rest"]
    done = base(rest[0].norm)
    if template.startswith("put") and rest[0].norm not in PLACING:
        return ()
    parts: dict[str, Tokens] = {
        "who": found.get("who") or found.get("definite") or (),
        "rest": rest,
        "lead": found.get("lead") or (),
        "head": rest[:1],
        "tail": rest[1:],
        "done": (replace(rest[0], norm=done),) if done else (),
    }
    said: list[Token] = []
    for word in template.split():
        if word == "done" and not done:
            return ()
        said.extend(parts.get(word, (replace(first, norm=word, kind="word", end=first.start),)))
    return tuple(said)


def who(reading: Reading, at: int) -> Iterator[tuple[int, Tokens]]:
    """A slot: the words for a thing, a track, the picture or the sound."""
    ends = {end for end, _ in reading.slots["things"](reading, at)}
    for noun in NOUNS:
        ends |= {end for end, _ in match(noun, reading, at, whole=False)}
    yield from ((end, reading.tokens[at:end]) for end in sorted(ends, reverse=True) if end > at)


def lead(reading: Reading, at: int) -> Iterator[tuple[int, Tokens]]:
    """A slot: a place in time that is named first: "when the interview ends, …"."""
    yield from ((end, reading.tokens[at:end]) for end, _ in reading.slots["at"](reading, at) if at == 0)


def definite(reading: Reading, at: int) -> Iterator[tuple[int, Tokens]]:
    """A slot: such words for a certain one: "can clips be reversed" asks, "can the clips be reversed" wishes."""
    if at < len(reading.tokens) and reading.tokens[at].norm in DEFINITE:
        yield from who(reading, at)


def rest(reading: Reading, at: int) -> Iterator[tuple[int, Tokens]]:
    """A slot: everything that is left, if anything is."""
    if at < len(reading.tokens) and reading.tokens[at].norm not in ("be", "to", "become"):
        yield len(reading.tokens), reading.tokens[at:]


SLOTS: dict[str, Slot] = {"lead": lead, "who": who, "definite": definite, "rest": rest}
