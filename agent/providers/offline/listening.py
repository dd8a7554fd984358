"""The clauses of one message, and which of them ask to know instead of asking for a change."""

from __future__ import annotations

from dataclasses import dataclass

from . import portraits, reply, smalltalk
from .account import Account
from .clauses import Clause
from .grammar import commanding
from .pattern import Reading, Tokens
from .slots import SLOTS
from .speech import (
    ASKING,
    SUPPOSING,
    TELLING,
    begins,
    request,
)
from .tokens import Sentence
from .words import CLASSES

IDLY = ("just curious", "out of curiosity", "hypothetically", "theoretically", "in theory", "purely hypothetical")


@dataclass(slots=True)
class Listener:
    """A message in pieces. Questions of fact are answered on the account; nothing here plans a change."""

    sentence: Sentence
    tokens: Tokens
    clauses: list[Clause]
    account: Account
    strict: bool
    last: Tokens = ()
    holds: bool | None = None

    def _idly(self) -> bool:
        """ "Just curious, can you …": to know, not to have."""
        said = " ".join(token.norm for token in self.sentence.tokens)
        return any(phrase in said for phrase in IDLY)

    def _asking(self, tokens: Tokens) -> str:
        """ "asks" for a question of fact, "supposes" for what if, "" for neither."""
        if begins(tokens, SUPPOSING) or self._hedged(tokens) or self._idly():
            return "supposes"
        first, second = tokens[0].norm, tokens[1].norm if len(tokens) > 1 else ""
        if begins(tokens, TELLING):
            return "asks"
        if first == "when" and self._later_verb(tokens):
            return ""
        if first == "do" and second in ("a", "an", "some", "another", "the"):
            return ""
        if first in ("at", "on", "in", "for") and second in ("what", "which", "how"):
            return "asks"
        if first == "have" and second not in ("i", "we", "you"):
            return ""
        return "asks" if first in ASKING else ""

    def _hedged(self, tokens: Tokens) -> bool:
        """ "maybe mute the music?" thinks aloud."""
        before = self.sentence.text[: tokens[0].start].lower().replace(",", " ").split()[-4:]
        after = self.sentence.text[tokens[-1].end :].strip()[:1]
        return bool({"maybe", "perhaps", "possibly"} & set(before)) and after == "?"

    def _later_verb(self, tokens: Tokens) -> bool:
        return any(
            clause.start > self.tokens.index(tokens[0]) and self.tokens[clause.start].norm in commanding()
            for clause in self.clauses
        )

    def _answer(self, at: int, asking: str) -> int:
        from agent import ask

        end = self._sentence_end(at)
        while (
            end > at + 1
            and self.clauses[end - 1].after in ("and", "then", ",", "but")
            and request(self._tokens(end - 1, end))[:1]
            and request(self._tokens(end - 1, end))[0].norm in commanding() - {"set", "show"}
        ):
            end -= 1
        tokens = self._tokens(at, end)
        found = ask.answered(self._reading(request(tokens)))
        pieces = (
            [ask.answered(self._reading(request(self._tokens(n, n + 1)))) for n in range(at, end)]
            if found is None
            else []
        )
        if found is not None or any(pieces):
            self.account.answers += [found] if found is not None else [piece for piece in pieces if piece]
        elif asking == "supposes" and not smalltalk.advice(tokens):
            self.account.supposed = True
        else:
            about, judge = portraits.about(self._reading(tokens)) or "", smalltalk.opinion(tokens)
            self.account.answers.append(
                " ".join(filter(None, (judge, about))) or smalltalk.aside(self.sentence.tokens) or reply.UNKNOWN_ANSWER
            )
        return end

    def _asked_by_mark(self, tokens: Tokens) -> bool:
        """ "total length?": a question only by its mark."""
        from agent import ask

        if self.sentence.text[tokens[-1].end :].strip()[:1] != "?" and tokens[0].norm != "any":
            return False
        found = ask.answered(self._reading(tokens))
        self.account.answers += [found] if found else []
        return bool(found)

    def _tokens(self, start: int, end: int) -> Tokens:
        return self.tokens[self.clauses[start].start : self.clauses[end - 1].end]

    def _reading(self, tokens: Tokens) -> Reading:
        return Reading(self.sentence, tokens, CLASSES, SLOTS, self.account.sketch)

    def _sentence_end(self, at: int) -> int:
        return next((n for n in range(at + 1, len(self.clauses)) if self.clauses[n].hard), len(self.clauses))
