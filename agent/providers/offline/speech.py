"""What is done with words: asking politely, asking to know, forbidding, supposing, chatting. Tables, and how to read them."""

from __future__ import annotations

from dataclasses import replace

from .grammar import commanding
from .numbers import WORDS
from .pattern import Tokens
from .tokens import words
from .words import DEGREES, EDGES, FILLER_PHRASES, FILLERS


def _table(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((tuple(phrase.split()) for phrase in text.split(",") if phrase.strip()), key=len, reverse=True))


# Openings that make a request of what follows.
POLITE = _table(
    "try, start by, begin by, can you, could you, would you, will you, can we, could we, can u, could u, i want you to, i would like you to, i need you to, i want to, i would like to, i need to, i would love to, i would love for you to,"
    "let us, let me, we need to, we want to, we should, you should, you need to, you must, you can, you could, help me to, help me, try to, try and, would you mind, do you mind, do you think you could, do you think you can,"
    "would you be able to, would you be so kind as to, would you please, could you please, can you please, may i ask you to, hi, hello, hey, so, well, then, and, also, next, finally, after that, afterwards, secondly, lastly, thirdly, be sure to, how about we, how about you, how about,"
    "why do not you, why do not we, do not forget to, remember to, i think you should, i think we should, it would be great if you could, it would be nice if you could, i would appreciate it if you could, i was wondering if you could, i was wondering if you can, i would love it if you could, i would love it, i would appreciate it, it would be great, it would be nice, it would be good, it would be cool, it would be lovely, it would be awesome, i would be happy, i would be glad, i would like it if you could, i would be grateful if you could, it would be good if you could, it would be cool if you could, it would be great if we could, what i need is to, what i want is to, what i need is for you to, all i want is to, all i need is to, first off, first up, to start, for starters, i just want to, i was hoping you could, my first wish is to,"
    "i wonder if you could, yes, yeah, yep, sure, great, perfect, cool, nice, awesome, but, plus, in addition, additionally, instead, now, please, ok, okay, only thing, go and, then go, and then, one thing, go ahead and, what about, there, in the end, no, to begin with,"
    "your task is to, your job is to, the task is to, we have to, you have to, i have to, time to, it is time to, feel free to, i would prefer to, i prefer to, first, second, third, proceed to, simply, at last, want you to, need you to, look"
)
# Openings that turn the request into an -ing form.
GERUND_AFTER = frozenset(
    {
        ("would", "you", "mind"),
        ("do", "you", "mind"),
        ("how", "about"),
        ("what", "about"),
        ("try",),
        ("start", "by"),
        ("begin", "by"),
    }
)
ASKING = words(
    "what how which who whose whom where when why is are was were does do did has am can could should would will may might shall whats"
)
TELLING = _table(
    "know how, know what, know when, know where, know which, know who, know whether, know if, know the, find out, see how long, see how many, see how loud, see which, tell me, let me know, show me, list, list all, describe, explain, count, give me the number of, give me a list of, give me an overview, give me a summary, give me a rundown, give me the rundown, give me a breakdown, give me a recap, summarize, summarise, i want to know, i would like to know, i need to know, i wonder, do you know, remind me, any idea, overview, report"
)
SUPPOSING = _table(
    "what if, what would, how would, imagine, suppose, supposing, say we, would it, would the, would that, would this, if we, if i, if you were, i wonder, i am thinking, i am considering, i am wondering, i might, i may, maybe i, perhaps i, maybe we should, should i, should we, do you think, what happens, what happens if, what do you think, would you say, would you recommend, is it better, is it possible, is there a way, is there any way, are you able, can i, could i, may i, how do i, how can i, how do you, how would i, how does one, does it make sense, i was thinking, i have been thinking, thinking about, thinking of, we could, we might, we may, i could, could it, could that, can it, can the, could the"
)
FORBIDDING = _table(
    "instead of, rather than, do not, never, dont, no need to, there is no need to, you do not need to, you do not have to, avoid, refrain from, i do not want you to, i do not want to, i would rather you did not, you should not, you must not, you can not, we should not, please do not, without, by no means, under no circumstances, not, stop short of, let us not, make sure not to, be careful not to, make sure you do not, try not to, be sure not to, i would not, i would rather not, nobody should, no one should"
)
CONDITIONS = frozenset({"if", "unless", "whenever", "assuming", "provided", "otherwise", "lest", "should"})
CONDITION_PHRASES = _table(
    "in case, as long as it, only when, in the event, only if, depending on, as soon as, once the client, when the client, when it rains, once it, when it is, until it is"
)
REASONS = frozenset({"because", "since", "cause", "cuz", "bc"})
UNDO = _table(
    "undo, redo, revert, rewind that, take that back, take it back, undo that, go back, roll back, rollback, step back, restore the previous version, restore the last version, change it back, put it back the way it was, reset to before, un do, cancel that change, ctrl z, ctrl + z"
)
CALL_OFF = _table(
    "never mind, nevermind, cancel, cancel that, forget it, forget that, forget about it, stop, stop it, no, nope, nah, do nothing, nothing, wait, hold on, leave it, leave it as it is, leave everything as it is, leave it alone, do not do anything, do not change anything, do not touch anything, no thanks, skip it, abort"
)
GREETING = words(
    "hi hello hey yo hiya howdy greetings morning afternoon evening welcome sup bye goodbye cheers thanks thankyou thank ty thx"
)
INJECTION = (
    ("ignore", "instructions"), ("disregard", "instructions"), ("forget", "instructions"), ("ignore", "rules"), ("disregard", "rules"), ("override", "rules"), ("override", "safety"), ("bypass", "approval"), ("skip", "approval"), ("system", "prompt"),
    ("developer", "mode"), ("jailbreak",), ("previous", "prompt"), ("forget", "rules"), ("ignore", "guidelines"), ("act", "as", "root"), ("you", "are", "now"), ("pretend", "to", "be"), ("ignore", "above"), ("bypass", "safety"), ("disable", "approval"), ("reveal", "prompt"), ("admin", "mode"), ("ignore", "everything", "above"), ("disregard", "previous"), ("ignore", "previous"),
)  # fmt: skip


def begins(tokens: Tokens, table: tuple[tuple[str, ...], ...]) -> int:
    """How many tokens the longest phrase of a table takes at the front; 0 for none."""
    norms = tuple(token.norm for token in tokens[: len(max(table, key=len))])
    return next((len(phrase) for phrase in table if norms[: len(phrase)] == phrase), 0)


def is_injection(tokens: Tokens) -> bool:
    """Whether the words try to change what the agent is, instead of the composition."""
    norms = [token.norm for token in tokens if token.kind != "quote"]
    for phrase in INJECTION:
        places = [norms.index(word) if word in norms else -1 for word in phrase]
        if min(places) >= 0 and places == sorted(places) and places[-1] - places[0] <= 6:
            return True
    return False


def without_fillers(tokens: Tokens) -> Tokens:
    """The tokens less the words that mean nothing here."""
    kept: list[int] = []
    at = 0
    while at < len(tokens):
        taken = begins(tokens[at:], FILLER_PHRASES)
        if taken and not _means_something(tokens, at, taken):
            at += taken
            continue
        if _stressed(tokens[at : at + 3]):
            at += 2
            continue
        if dropped := _rough(tokens, at):
            at += dropped
            continue
        if tokens[at].kind != "word" or tokens[at].norm not in FILLERS or _meant(tokens, at):
            kept.append(at)
        at += 1
    return _without_edges(tuple(tokens[n] for n in kept))


def _meant(tokens: Tokens, at: int) -> bool:
    """ "cut the word okay", "cut every um": here it is what is spoken of."""
    before, last = tokens[at - 1].norm if at else "", at == len(tokens) - 1
    counted = before in COUNTING and tokens[at].norm in HESITATIONS
    return before in ("word", "words", "phrase") or (last and (before in SAYING or counted))


STRESS = words("good full solid whole cool healthy clean")


def _stressed(tokens: Tokens) -> bool:
    """ "A good 10 dB" is 10 dB."""
    return len(tokens) == 3 and tokens[0].norm == "a" and tokens[1].norm in STRESS and tokens[2].kind == "number"


ROUGHLY = words("about around roughly approximately approx circa")


def _rough(tokens: Tokens, at: int) -> int:
    """How many words here only say how exact or how much more: "about 20 seconds", "another 3 dB", "straight after".

    "Around" says so only after a preposition, else it may be a place.
    """
    norms = [token.norm for token in tokens[at : at + 4]]
    if norms[:1] == ["straight"] and norms[1:2] in (["after"], ["before"]):
        return 1
    more = 2 if norms[:2] == ["a", "further"] else 1
    if more == 2 or norms[0] in ("another", "further"):
        turned = at > 0 and tokens[at - 1].norm in ("up", "down", "by")
        return more if turned or norms[more + 1 : more + 2] in (["db"], ["decibels"], ["%"]) else 0
    following = tokens[at + 1 : at + 2]
    if tokens[at].norm not in ROUGHLY or not following:
        return 0
    counted = following[0].kind in ("number", "clock") or following[0].norm in WORDS or following[0].norm == "half"
    return int(counted and (tokens[at].norm != "around" or (at > 0 and tokens[at - 1].norm in AMOUNTED)))


# What an amount comes after: "for around 3 seconds".
AMOUNTED = words("of for at by to over lasting is last lasts be")


def _means_something(tokens: Tokens, at: int, taken: int) -> bool:
    """ "fade in the video", "if you can see a dog", "move it to start with the city": here the phrase is no filler."""
    if at and tokens[at - 1].norm in SAYING:
        return True
    if tokens[at].norm in ("in", "from"):
        return at > 0 and tokens[at - 1].norm in PARTICLED
    following = tokens[at + taken : at + taken + 1]
    goes_on = bool(following) and following[0].kind != "mark" and following[0].norm not in commanding()
    return goes_on and (tokens[at].norm == "if" or (at > 0 and tokens[at + 1].norm == "start"))


# What comes after these is said on the screen: "change the title to Good morning".
SAYING = words("say says saying read reads reading to called named")
HESITATIONS = words("um uh hmm er")
COUNTING = words("every each all my")
# "fade in the video": here "in" belongs to the verb.
PARTICLED = words("fade fades zoom slide pop ease dissolve bring put drop out fly away")


# After these even "thanks" is something to be written.
SPOKEN_NEXT = SAYING | {":", "word", "words"}


def _without_edges(tokens: Tokens) -> Tokens:
    """The tokens less thanks and forms of address at either end."""
    while tokens and (tokens[-1].norm in EDGES or tokens[-1].norm in (",", "!")):
        if len(tokens) > 1 and tokens[-2].norm in SPOKEN_NEXT and tokens[0].norm != "what":
            break
        tokens = tokens[:-1]
    while len(tokens) > 1 and tokens[0].norm in EDGES and tokens[0].norm not in ("you", "there"):
        tokens = tokens[1:]
    return tokens


def degree_of(tokens: Tokens) -> tuple[Tokens, float]:
    """The tokens less "a bit", "a lot" and the like, and what those multiply a step by."""
    for at in range(len(tokens)):
        if at and tokens[at - 1].norm in ("how", "too", "as"):
            continue
        for phrase, factor in DEGREES:
            if tuple(token.norm for token in tokens[at : at + len(phrase)]) == phrase and not _of_them(
                tokens, at + len(phrase)
            ):
                rest, more = degree_of((*tokens[:at], *tokens[at + len(phrase) :]))
                return rest, min(factor, more) if factor < 1 and more < 1 else factor * more
    return tokens, 1.0


def _of_them(tokens: Tokens, at: int) -> bool:
    return [token.norm for token in tokens[at : at + 1]] == ["of"]


def request(tokens: Tokens) -> Tokens:
    """What is asked for, without the politeness before it and the tags after it."""
    while tokens:
        if tokens[0].kind == "mark" and tokens[0].norm in ",.!?;:()/":
            tokens = tokens[1:]
            continue
        if tokens[0].norm == "@" and len(tokens) > 2:
            tokens = tokens[2:]
            continue
        taken = begins(tokens, POLITE)
        phrase = tuple(token.norm for token in tokens[:taken])
        if not taken or (len(tokens) == taken) or not _goes_on(phrase, tokens[taken:]):
            break
        tokens = tokens[taken:]
        if phrase in GERUND_AFTER:
            tokens = _plain_verb(tokens)
    while tokens and (tokens[-1].kind == "mark" and tokens[-1].norm in ",.!?;:()" or tokens[-1].norm in TAGS):
        tokens = tokens[:-1]
    return tokens


TAGS = frozenset({"too", "instead", "also", "ok", "okay", "right", "then", "though", "and", "will"}) - {"right"}
WEAK = frozenset(
    {"first", "second", "third", "no", "there", "next", "cool", "look", "great", "nice", "finally", "stop", "only"}
)


def _goes_on(phrase: tuple[str, ...], rest: Tokens) -> bool:
    """ "first, delete it" opens a request, "first clip" does not."""
    if phrase in GERUND_AFTER:
        return rest[0].norm.endswith("ing") or rest[0].norm in commanding()
    if len(phrase) > 1 or phrase[0] not in WEAK:
        return True
    return rest[0].norm in commanding() or rest[0].norm in (",", "please") or bool(begins(rest, POLITE))


def _plain_verb(tokens: Tokens) -> Tokens:
    """ "making it square" → "make it square"."""
    word = tokens[0].norm if tokens else ""
    if not word.endswith("ing"):
        return tokens
    stem = word[:-3]
    for form in (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem):
        if form in commanding():
            return (replace(tokens[0], norm=form), *tokens[1:])
    return tokens
