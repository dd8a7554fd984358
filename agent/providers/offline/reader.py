"""Goes through the clauses of a message: what is forbidden, what is asked, what is wished, what only explains."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import reply, smalltalk
from .clauses import forbidden, is_condition, is_forbidding, keeps_all_but, kept
from .conditions import ELSE, parted
from .core_phrase import Things
from .frames import PRAISE, framed
from .grammar import commanding
from .listening import Listener
from .parsing import parse
from .pattern import Reading, Tokens
from .remarks import refers, remarked
from .sketch import Asked, Impasse
from .slots import SLOTS
from .speech import (
    GREETING,
    REASONS,
    degree_of,
    request,
)
from .things import UNIVERSAL, resolve
from .wishes import is_hope, is_wish, variants
from .words import CLASSES

# Bounds on the work that one message can ask for: words of a wish, clauses read as one.
LONGEST_WISH = 80
JOINED = 8


@dataclass(slots=True)
class Reader(Listener):
    """Goes through the clauses once, several at a time where the grammar reads them together."""

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

    def _forbidding(self) -> set[int]:
        """Clauses that forbid or protect, by number; what they are about is noted on the sketch."""
        taken: set[int] = set()
        for at in range(len(self.clauses)):
            if at in taken:
                continue
            if is_forbidding(self._tokens(at, at + 1)):
                end = at + 1
                while (
                    end < len(self.clauses)
                    and self.clauses[end].after in ("and", "or")
                    and not self.clauses[end].hard
                    and not self._asks_anew(end)
                    and not self._spared_whole(at, end)
                ):
                    end += 1
                self._spare(*forbidden(self._reading(self._tokens(at, end))))
                taken |= set(range(at, end))
            elif not keeps_all_but(self._tokens(at, self._sentence_end(at))):
                for end in range(self._sentence_end(at), at, -1):
                    things = kept(self._reading(self._tokens(at, end)))
                    if things is not None:
                        self._spare(things, True)
                        taken |= set(range(at, end))
                        break
        return taken

    def _spared_whole(self, at: int, end: int) -> bool:
        """ "do not touch the music and make it square": the first part is complete, the second a wish of its own."""
        following = request(self._tokens(end, end + 1)) if self.clauses[end].after == "and" else ()
        things, touching = forbidden(self._reading(self._tokens(at, at + 1)))
        return touching and things is not None and bool(following) and following[0].norm in commanding()

    def _asks_anew(self, at: int) -> bool:
        """ "and just mute it" after "do not delete it" is a wish again."""
        first = self.tokens[self.clauses[at].start]
        before = self.sentence.text[: first.start].rstrip().lower()
        return before.endswith(("just", "only", "instead")) or first.norm in ("just", "only", "instead")

    def _spare(self, things: Things | None, touching: bool) -> None:
        """Note what a clause forbids; `touching`: no change at all to it. What is not certain is not noted."""
        self.account.forbade = True
        if things is None or not things.ids or things.everything or (things.one and len(things.ids) > 1):
            return
        if {"rest", "others", "else"} & set(things.words.lower().split()):
            return  # "keep the rest" says nothing of what is to be done
        sketch = self.account.sketch
        if touching:
            sketch.spared |= frozenset(things.ids)
        else:
            sketch.aside |= frozenset(things.ids)
            sketch.mention(*sorted(things.ids))
        sketch.memo = {}

    def _step(self, at: int, taken: set[int]) -> int:
        """Read from clause `at`, as it stands first; answers the number of the next one."""
        tokens = request(self._tokens(at, at + 1))
        if not tokens or all(token.norm in GREETING | {"there"} for token in tokens):
            return at + 1
        if len(tokens) > LONGEST_WISH:
            self.account.left_out.append(self.sentence.raw(tokens))
            return at + 1
        end = next((n for n in range(at, len(self.clauses)) if n in taken), len(self.clauses))
        asking = self._asking(tokens)
        if asking and not is_wish(self._reading(tokens)):
            return self._answer(at, asking)
        if self._explains(tokens) or self._remarks(at, end):
            return at + 1
        end = min(end, at + JOINED)
        for upto in range(min(end, self._sentence_end(at)) if self.strict else end, at, -1):
            if self._parsed(self._tokens(at, upto)) or self._trailing(at, upto) or self.account.question:
                return upto
        if asking:
            return self._answer(at, asking)
        if not is_hope(self._reading(tokens)) and (decided := self._decided(at, tokens)) is not None:
            return decided
        if is_condition(tokens):
            self.account.condition = self.sentence.raw(tokens)
            return at + 1
        return self._loosely(at, min(end, self._sentence_end(at)), tokens)

    def _loosely(self, at: int, end: int, tokens: Tokens) -> int:
        """Read clauses that are no wish as they stand: with words of another, in any order, in two, or not at all."""
        for upto in range(end, at, -1):
            if self._continued(at, upto):
                return upto
        if self._shared(at):
            return at + 2
        if (made := self._framed(at, end)) is not None:
            return made
        if self._run_on(tokens):
            return at + 1
        if (added := self._named_alone(at, end)) is not None:
            return added
        if self._asked_by_mark(tokens):
            return at + 1
        if said := smalltalk.answer(tokens):
            self.account.talk = self.account.talk or said
            return at + 1
        self.account.left_out.append(self.sentence.raw(tokens))
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
                self.account.answers.append(reply.untrue(self.sentence.raw(words)))
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
            if (
                clause.after != ","
                or clause.hard
                or tokens[0].norm in commanding()
                or resolve(self._reading(tokens), tokens) is not None
            ):
                break
            commas.add(clause.start - 1)
        first, last = self.clauses[at].start, self.clauses[upto - 1].end
        return bool(commas) and self._parsed(tuple(self.tokens[n] for n in range(first, last) if n not in commas))

    def _framed(self, at: int, end: int) -> int | None:
        """An action, a thing and values that no pattern orders so: as many clauses as make one sense together."""
        if self.tokens[self.clauses[at].start].norm in PRAISE:
            return None
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

    def _named_alone(self, at: int, end: int) -> int | None:
        """ "yellow captions", "12 frame dissolves between all clips": what is named and is not there yet is to be added."""
        first = self.tokens[self.clauses[at].start]
        if first.norm in PRAISE | commanding() | REASONS:
            return None
        account, adding = self.account, replace(first, norm="add", kind="word", end=first.start)
        refusals, steps = len(account.refusals), len(account.sketch.steps)
        for upto in range(end, at, -1):
            said = request(self._tokens(at, upto))
            there = resolve(self._reading(said), said) if said else None
            if not said or there is not None and there.ids:
                continue
            if self._parsed((adding, *said)) and len(account.sketch.steps) > steps or account.question:
                return upto
            del account.refusals[refusals:]
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
        return (
            bool(self.account.sketch.steps)
            and tokens[0].norm in ("it", "they", "that")
            and any(t.norm == "too" for t in tokens)
        )

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
        if not self.last or not more or more[0].norm in commanding() | UNIVERSAL:
            return False
        refusals, question = len(self.account.refusals), self.account.question
        for length in range(1, len(self.last)):
            joined = (*self.last[:length], *more)
            steps = len(self.account.sketch.steps)
            if (
                self._parsed(joined)
                and len(self.account.refusals) == refusals
                and len(self.account.sketch.steps) > steps
            ):
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
