"""From a message and a scene to an outcome: a plan, a question, an answer, or an honest sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from agent.providers.base import Scene

from . import portraits, reply, smalltalk
from .clauses import Clause, fences, forbidden, is_condition, is_forbidding, kept, split
from .conditions import ELSE, parted
from .frames import framed
from .grammar import candidates, commanding
from .kinds import name_words, split_name
from .pattern import Exhausted, Reading, Tokens, match
from .remarks import refers, remarked
from .rippling import unrippled
from .sketch import Asked, Impasse, Pass, Sketch, Step
from .slots import SLOTS
from .speech import (
    ASKING,
    CALL_OFF,
    GREETING,
    REASONS,
    SUPPOSING,
    TELLING,
    UNDO,
    begins,
    degree_of,
    is_injection,
    request,
    without_fillers,
)
from .spelling import corrected
from .things import EXCEPT, UNIVERSAL, resolve
from .tokens import Sentence, read
from .wishes import is_wish, variants
from .words import CLASSES

MAX_LENGTH = 4000
TRIES = 8
# Bounds on the work that one message can ask for: words of a wish, clauses read as one, clauses in all.
LONGEST_WISH = 80
JOINED = 8
MOST_CLAUSES = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a message comes to. Only a plan has steps, only a question has choices (item id, label)."""

    kind: Literal["plan", "question", "answer", "lost"]
    text: str
    steps: tuple[Step, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Account:
    """How far the reading of one message has come."""

    sketch: Sketch
    refusals: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    question: Asked | None = None
    condition: str = ""
    forbade: bool = False
    supposed: bool = False
    chatted: bool = False
    talk: str = ""

    def shortfall(self) -> int:
        """How much of the message was not understood."""
        return sum(len(words.split()) for words in self.left_out)

    def understood(self) -> bool:
        return bool(self.sketch.steps or self.refusals or self.answers or self.question or self.forbade or self.supposed or self.condition)


def understand(scene: Scene, text: str) -> Outcome:
    """What one message means in a scene; deterministic, and never a change that the words do not ask for."""
    if scene.composition is None:
        return Outcome("answer", reply.NOTHING_OPEN)
    sentence = read(unlisted(text[:MAX_LENGTH]))
    if (plain := _plain(sentence)) is not None:
        return plain
    try:
        return _outcome(scene, sentence, _best(scene, sentence))
    except Exhausted:
        return Outcome("lost", reply.TOO_MUCH)


def _best(scene: Scene, sentence: Sentence) -> Account:
    """The words as typed, or, if that understands more, with their slips mended."""
    best = _attempt(scene, sentence, sentence.tokens)
    if best.left_out and not best.condition:
        mended = corrected(sentence.tokens, _names(scene))
        if mended != sentence.tokens:
            again = _attempt(scene, replace(sentence, tokens=mended), mended)
            best = again if again.understood() and again.shortfall() < best.shortfall() else best
    return best


def unlisted(text: str) -> str:
    """A numbered list as sentences: "1. mute it 2. make it square"; every other character stays in its place."""
    number = 1
    while found := re.search(rf"(?:^|(?<=\s)){number}[.)](?=\s)", text):
        text = f"{text[: found.start()]}{'.'.rjust(found.end() - found.start())}{text[found.end() :]}"
        number += 1
    return text


def _plain(sentence: Sentence) -> Outcome | None:
    """Messages that are about no change at all: greetings, calling off, undo, attempts on the agent itself."""
    tokens = tuple(token for token in without_fillers(sentence.tokens) if token.kind != "mark")
    bare = request(tokens)
    if not tokens or all(token.norm in GREETING | {"there", "again", "all", "everyone", "good"} for token in tokens):
        return Outcome("lost", reply.GREETING)
    if is_injection(sentence.tokens):
        return Outcome("answer", reply.INJECTION)
    if begins(bare, UNDO) and len(bare) <= begins(bare, UNDO) + 5:
        return Outcome("answer", reply.UNDO)
    for said in (tokens, bare):
        if said and begins(said, CALL_OFF) == len(said):
            return Outcome("answer", reply.CALLED_OFF)
    return None


def _names(scene: Scene) -> frozenset[str]:
    """The words that things go by, as targets for mending slips."""
    state = scene.composition
    if state is None:
        return frozenset()
    words: set[str] = set()
    for item in state.items.values():
        words |= name_words(item, state) | split_name(item.get("text") or "")
    for named in (*state.tracks, *state.markers):
        words |= split_name(named.get("name") or "")
    return frozenset(word for word in words if len(word) >= 3 and word.isalpha())


def _attempt(scene: Scene, sentence: Sentence, tokens: Tokens) -> Account:
    """Read with clause borders respected by unquoted text; if that leaves words over, without."""
    first = _read(scene, sentence, tokens, strict=True)
    if not first.left_out or first.condition:
        return first
    second = _read(scene, sentence, tokens, strict=False)
    return second if second.shortfall() < first.shortfall() else first


def _read(scene: Scene, sentence: Sentence, tokens: Tokens, *, strict: bool) -> Account:
    tokens = without_fillers(tokens)
    clauses = split(tokens)[:MOST_CLAUSES]
    assert scene.composition is not None  # understand() has seen to it
    sketch = Sketch(scene, scene.composition, fences=fences(tokens, clauses) if strict else frozenset())
    account = Account(sketch)
    _Reader(sentence, tokens, clauses, account, strict).run()
    return account


@dataclass(slots=True)
class _Reader:
    """Goes through the clauses once, several at a time where the grammar reads them together."""

    sentence: Sentence
    tokens: Tokens
    clauses: list[Clause]
    account: Account
    strict: bool
    last: Tokens = ()
    holds: bool | None = None

    def run(self) -> None:
        taken = self._forbidding()
        at = 0
        while at < len(self.clauses):
            if at in taken:
                at += 1
                continue
            at = self._step(at, taken)
            if self.account.condition or self.account.question:
                return

    # --- what is not to be done ---------------------------------------------------------------------------------------

    def _forbidding(self) -> set[int]:
        """Clauses that forbid or protect, by number; what they are about is noted on the sketch."""
        taken: set[int] = set()
        for at, clause in enumerate(self.clauses):
            if at in taken:
                continue
            if is_forbidding(self._tokens(at, at + 1)):
                end = at + 1
                while end < len(self.clauses) and self.clauses[end].after in ("and", "or") and not self.clauses[end].hard and not self._asks_anew(end):
                    end += 1
                self._spare(*forbidden(self._reading(self._tokens(at, end))))
                taken |= set(range(at, end))
            elif len(self.clauses) > 1 or clause.end:
                for end in range(self._sentence_end(at), at, -1):
                    things = kept(self._reading(self._tokens(at, end)))
                    if things is not None:
                        self._spare(things, True)
                        taken |= set(range(at, end))
                        break
        return taken

    def _asks_anew(self, at: int) -> bool:
        """ "and just mute it" after "do not delete it" is a wish again."""
        first = self.tokens[self.clauses[at].start]
        before = self.sentence.text[: first.start].rstrip().lower()
        return before.endswith(("just", "only", "instead")) or first.norm in ("just", "only", "instead")

    def _spare(self, things: object, touching: bool) -> None:
        self.account.forbade = True
        ids = frozenset(getattr(things, "ids", ()))
        if not ids or getattr(things, "everything", False) or (getattr(things, "one", False) and len(ids) > 1):
            return
        sketch = self.account.sketch
        if touching:
            sketch.spared |= ids
        else:
            sketch.aside |= ids
            sketch.mention(*sorted(ids))
        sketch.memo = {}

    # --- what is to be done -------------------------------------------------------------------------------------------

    def _step(self, at: int, taken: set[int]) -> int:
        """Read from clause `at`; answers the number of the next one."""
        account = self.account
        tokens = request(self._tokens(at, at + 1))
        if not tokens or all(token.norm in GREETING | {"there"} for token in tokens):
            account.chatted = True
            return at + 1
        end = next((n for n in range(at, len(self.clauses)) if n in taken), len(self.clauses))
        asking = self._asking(tokens)
        if asking and not is_wish(self._reading(tokens)):
            return self._answer(at, asking)
        if self._explains(tokens) or self._remarks(at, end):
            return at + 1
        end = min(end, at + JOINED)
        for upto in range(min(end, self._sentence_end(at)) if self.strict else end, at, -1):
            if self._parsed(self._tokens(at, upto)) or self._trailing(at, upto):
                return upto
            if account.question:
                return upto
        if asking:
            return self._answer(at, asking)
        if (decided := self._decided(at, tokens)) is not None:
            return decided
        if is_condition(tokens):
            account.condition = self.sentence.raw(tokens)
            return at + 1
        for upto in range(min(end, self._sentence_end(at)), at, -1):
            if self._continued(at, upto):
                return upto
        if self._shared(at):
            return at + 2
        if (made := self._framed(at, min(end, self._sentence_end(at)))) is not None:
            return made
        if self._run_on(tokens):
            return at + 1
        if self._asked_by_mark(tokens):
            return at + 1
        if said := smalltalk.answer(tokens):
            account.chatted, account.talk = True, account.talk or said
            return at + 1
        account.left_out.append(self.sentence.raw(tokens))
        self._remember(tokens)
        self.last = ()
        return at + 1

    def _decided(self, at: int, tokens: Tokens) -> int | None:
        """A condition that the composition decides: the wish that hangs on it is read, or passed over with a reason."""
        end, clause = self._sentence_end(at), self.clauses[at]
        other = next((n for n in range(at + 1, end) if self.tokens[self.clauses[n].start].norm in ELSE), end)
        if self.holds is not None and tokens[0].norm in ELSE:
            self.clauses[at] = replace(clause, start=clause.start + 1)
            return end if self.holds else at
        if (at_if := next((n for n, token in enumerate(tokens) if token.norm in ("if", "unless")), 0)) > 1:
            self._remember(tokens[:at_if])
        found = parted(self._reading(tokens))
        if found is None:
            return None
        decision, words, wish = found
        self.holds = decision.holds
        self.account.sketch.mention(*decision.ids)
        if not decision.holds:
            if other == end:
                self.account.answers.append(reply.NOT_SO.format(words=self.sentence.raw(words)))
            return other
        if not wish:
            return at + 1
        start = self.tokens.index(wish[0])
        self.clauses[at] = replace(clause, start=start, end=min(clause.end, start + len(wish)))
        return at

    def _trailing(self, at: int, upto: int) -> bool:
        """ "fade the music out, 2 seconds": clauses that are nothing but values belong to the wish before them."""
        commas: set[int] = set()
        for clause in reversed(self.clauses[at + 1 : upto]):
            tokens = self.tokens[clause.start : clause.end]
            if clause.after != "," or clause.hard or tokens[0].norm in commanding() or resolve(self._reading(tokens), tokens) is not None:
                break
            commas.add(clause.start - 1)
        first, last = self.clauses[at].start, self.clauses[upto - 1].end
        return bool(commas) and self._parsed(tuple(self.tokens[n] for n in range(first, last) if n not in commas))

    def _framed(self, at: int, end: int) -> int | None:
        """An action, a thing and values that no pattern orders so: as many clauses as make one sense together."""
        for upto in range(end, at, -1):
            said, degree = degree_of(request(self._tokens(at, upto)))
            try:
                done = framed(Reading(self.sentence, said, CLASSES, SLOTS, self.account.sketch.fork(degree=degree)))
            except Asked as asked:
                self.account.question = asked
                return upto
            except Impasse as impasse:
                self.account.refusals.append(str(impasse))
                return upto
            if done is not None:
                self.account.sketch, self.last = done.fork(degree=1.0), said
                return upto
        return None

    def _run_on(self, tokens: Tokens) -> bool:
        """ "delete the outro mute the music": two wishes without a word between them."""
        before = self.account.sketch, list(self.account.refusals)
        for at in range(2, len(tokens) - 1):
            if tokens[at].norm not in commanding() or tokens[at - 1].norm in ("to", "not", "the", "a"):
                continue
            if self._parsed(tokens[:at]) and (self._parsed(tokens[at:]) or self._run_on(tokens[at:])):
                return True
            self.account.sketch, self.account.refusals, self.account.question = before[0], list(before[1]), None
        return False

    def _remember(self, tokens: Tokens) -> None:
        """What a clause without a wish speaks of is what a later "it" means."""
        for start in range(min(len(tokens), 16)):
            for end in range(min(len(tokens), start + 6), start, -1):
                things = resolve(self._reading(tokens), tokens[start:end])
                if things is not None and len(things.ids) == 1 and not things.everything:
                    self.account.sketch.mention(*things.ids)
                    return

    def _explains(self, tokens: Tokens) -> bool:
        """ "…, it is too loud" after a wish only says why, and so does "since the outro is too long, …"."""
        if tokens[0].norm in REASONS and len(tokens) > 2:
            return True
        return bool(self.account.sketch.steps) and tokens[0].norm in ("it", "they", "that") and any(t.norm == "too" for t in tokens)

    def _remarks(self, at: int, end: int) -> bool:
        """ "the interview is dark, brighten it": the first clause only names what the second is about."""
        if at + 1 >= end:
            return False
        following = request(self._tokens(at + 1, at + 2))
        if not following or following[0].norm not in commanding() or not refers(following):
            return False
        things = remarked(self._reading(request(self._tokens(at, at + 1))))
        if things is not None:
            self.account.sketch.mention(*things.ids)
        return things is not None

    def _parsed(self, tokens: Tokens) -> bool:
        """Try to read tokens as one wish; what comes of it is on the account."""
        if len(tokens) > LONGEST_WISH:
            return False
        for said in variants(self._reading(tokens)):
            try:
                sketch = parse(self.account.sketch, self.sentence, said)
            except Asked as asked:
                self.account.question = asked
                return False
            except Impasse as impasse:
                self.account.refusals.append(str(impasse))
                self.last = said
                return True
            if sketch is not None:
                self.account.sketch, self.last = sketch, said
                return True
        return False

    def _continued(self, at: int, upto: int) -> bool:
        """ "… and the title": the words of the last wish carry over, as few of them as make sense."""
        more = request(self._tokens(at, upto))
        if not self.last or not more or more[0].norm in commanding():
            return False
        refusals, question = len(self.account.refusals), self.account.question
        for length in range(1, len(self.last)):
            joined = (*self.last[:length], *more)
            steps = len(self.account.sketch.steps)
            if self._parsed(joined) and len(self.account.refusals) == refusals and len(self.account.sketch.steps) > steps:
                return True
            del self.account.refusals[refusals:]
            self.account.question = question
        return False

    def _shared(self, at: int) -> bool:
        """ "mute and hide the logo": a verb alone takes the object of the next clause."""
        if at + 1 >= len(self.clauses) or self.clauses[at].end - self.clauses[at].start > 2:
            return False
        verb, following = request(self._tokens(at, at + 1)), request(self._tokens(at + 1, at + 2))
        before = self.account.sketch
        shared = any(self._parsed((*verb, *following[n:])) for n in (1, 2) if following[n:]) and self._parsed(following)
        self.account.sketch = self.account.sketch if shared else before
        return shared

    def _asking(self, tokens: Tokens) -> str:
        """ "asks" for a question of fact, "supposes" for what if, "" for neither."""
        if begins(tokens, SUPPOSING) or self._hedged(tokens):
            return "supposes"
        first, second = tokens[0].norm, tokens[1].norm if len(tokens) > 1 else ""
        if begins(tokens, TELLING):
            return "asks"
        if first == "when" and self._later_verb(tokens):
            return ""
        if first == "do" and second in ("a", "an", "some", "another", "the"):
            return ""
        if first == "have" and second not in ("i", "we", "you"):
            return ""
        return "asks" if first in ASKING else ""

    def _hedged(self, tokens: Tokens) -> bool:
        """ "maybe mute the music?" thinks aloud."""
        before = self.sentence.text[: tokens[0].start].lower().split()[-1:]
        after = self.sentence.text[tokens[-1].end :].strip()[:1]
        return bool(before) and before[0].strip(",") in ("maybe", "perhaps", "possibly") and after == "?"

    def _later_verb(self, tokens: Tokens) -> bool:
        return any(clause.start > self.tokens.index(tokens[0]) and self.tokens[clause.start].norm in commanding() for clause in self.clauses)

    def _answer(self, at: int, asking: str) -> int:
        from agent import ask

        end = self._sentence_end(at)
        while end > at + 1 and self.clauses[end - 1].after in ("and", "then", ",", "but") and request(self._tokens(end - 1, end))[:1] and request(self._tokens(end - 1, end))[0].norm in commanding() - {"set", "show"}:
            end -= 1
        tokens = self._tokens(at, end)
        found = ask.answered(self._reading(request(tokens)))
        pieces = [ask.answered(self._reading(request(self._tokens(n, n + 1)))) for n in range(at, end)] if found is None else []
        if found is not None or any(pieces):
            self.account.answers += [found] if found is not None else [piece for piece in pieces if piece]
        elif asking == "supposes":
            self.account.supposed = True
        else:
            self.account.answers.append(portraits.about(self._reading(tokens)) or smalltalk.answer(tokens) or reply.UNKNOWN_ANSWER)
        return end

    def _asked_by_mark(self, tokens: Tokens) -> bool:
        """ "total length?": a question only by its mark."""
        from agent import ask

        if self.sentence.text[tokens[-1].end :].strip()[:1] != "?" and tokens[0].norm != "any":
            return False
        found = ask.answered(self._reading(tokens))
        self.account.answers += [found] if found else []
        return bool(found)

    # --- pieces -------------------------------------------------------------------------------------------------------

    def _tokens(self, start: int, end: int) -> Tokens:
        return self.tokens[self.clauses[start].start : self.clauses[end - 1].end]

    def _reading(self, tokens: Tokens) -> Reading:
        return Reading(self.sentence, tokens, CLASSES, SLOTS, self.account.sketch)

    def _sentence_end(self, at: int) -> int:
        return next((n for n in range(at + 1, len(self.clauses)) if self.clauses[n].hard), len(self.clauses))


def _all_but(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> tuple[Sketch, Tokens]:
    """ "make everything grey except the logo": what is excepted at the end is set aside, the rest read without it."""
    norms = [token.norm for token in tokens]
    for phrase in EXCEPT:
        words = phrase.split()
        for at in range(2, len(norms) - len(words)):
            if norms[at : at + len(words)] != words:
                continue
            rest = resolve(Reading(sentence, tokens, CLASSES, SLOTS, sketch), tokens[at + len(words) :])
            if rest is not None and rest.ids and not (rest.one and len(rest.ids) > 1):
                aside = sketch.fork()
                aside.aside, aside.memo = aside.aside | frozenset(rest.ids), {}
                return aside, request(tokens[:at])
    return sketch, tokens


def parse(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    """The sketch after the wish that exactly these tokens say; None if no rule reads them. Raises Impasse."""
    lean, degree = degree_of(tokens)
    idle: Sketch | None = None
    for said, factor in ((tokens, 1.0),) if lean == tokens else ((tokens, 1.0), (lean, degree)):
        if said and (done := _by_rule(sketch.fork(degree=factor), sentence, said)) is not None:
            if len(done.steps) > len(sketch.steps):
                return done
            idle = idle or done
    trial, said = _all_but(sketch, sentence, lean)
    if said != lean and (done := _by_rule(trial.fork(degree=degree), sentence, said)) is not None:
        done.aside, done.memo = sketch.aside, {}
        # Without "everything" only colour is of the whole: "make it warmer except the city".
        if {token.norm for token in lean} & UNIVERSAL or {step.tool for step in done.steps[len(sketch.steps) :]} <= {"setColorGrade"}:
            return done
    return _rippled(sketch.fork(degree=degree), sentence, lean) or idle


def _rippled(trial: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    """ "…, ripple" or "… and push the rest down": the same wish, with what follows moving along."""
    trial.ripple = True
    for said in unrippled(Reading(sentence, tokens, CLASSES, SLOTS, trial)):
        done = _by_rule(trial, sentence, said)
        if done is not None and any(step.arguments.get("ripple") for step in done.steps[len(trial.steps) :]):
            done.ripple = False
            return done
    return None


def _by_rule(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    reading = Reading(sentence, tokens, CLASSES, SLOTS, sketch)
    asked: Asked | None = None
    idle: Sketch | None = None
    for rule in candidates(tokens[0].norm):
        for tries, (_, found) in enumerate(match(rule.pattern, reading)):
            if tries >= TRIES:
                break
            trial = sketch.fork()
            try:
                rule.build(trial, found)
            except Pass:
                continue
            except Asked as question:
                asked = asked or question
                continue
            if len(trial.steps) > len(sketch.steps):
                return trial
            idle = idle or trial
    if asked is not None:
        raise asked
    return idle


def _outcome(scene: Scene, sentence: Sentence, account: Account) -> Outcome:
    sketch = account.sketch
    if account.condition:
        return Outcome("answer", reply.CONDITION.format(words=account.condition))
    if account.question:
        return Outcome("question", str(account.question), choices=tuple(account.question.choices))
    if any(is_condition(read(words).tokens) or is_forbidding(read(words).tokens) or " not " in f" {words.lower()} " for words in account.left_out):
        return Outcome("answer", reply.lost(", ".join(account.left_out)))
    if sketch.steps:
        text = reply.planned(sketch, account.refusals, account.left_out)
        return Outcome("plan", " ".join([text, *account.answers]), sketch.steps)
    if account.answers or account.refusals:
        return Outcome("answer", " ".join([*account.refusals, *account.answers]))
    if account.supposed:
        return Outcome("answer", reply.SUPPOSED)
    if account.talk and not account.left_out:
        return Outcome("answer", account.talk)
    if account.left_out:
        return Outcome("lost", _missing(scene, sentence) or reply.lost(", ".join(account.left_out)))
    return Outcome("answer", reply.FORBADE if account.forbade else reply.NOTHING_CHANGED)


def _missing(scene: Scene, sentence: Sentence) -> str | None:
    """If a wish would be clear but for a thing that is not there, the sentence that says so."""
    assert scene.composition is not None  # understand() has seen to it
    sketch = Sketch(scene, scene.composition, lenient=True)
    for clause in split(tokens := without_fillers(sentence.tokens)):
        for said in variants(Reading(sentence, tokens[clause.start : clause.end], CLASSES, SLOTS, sketch)):
            try:
                parse(sketch, sentence, said)
            except Impasse as impasse:
                return f"{impasse} {reply.NOTHING_CHANGED}"
    return None
