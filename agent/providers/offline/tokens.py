"""Text to tokens: words, numbers, clocks, sizes, quotes and marks, each with its place in what was typed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal


def words(text: str) -> frozenset[str]:
    """The words of a text as a set: how small vocabularies are written here."""
    return frozenset(text.split())


Kind = Literal["word", "number", "clock", "dims", "hex", "file", "quote", "mark"]

MEDIA = "mp4|mov|m4v|mkv|avi|webm|mp3|wav|m4a|aac|ogg|flac|png|jpe?g|gif|webp|svg|heic|cube"
PIECE = re.compile(
    rf"""
    (?P<quote>"[^"]*"|“[^”"]*[”"]|«[^»]*»|`[^`]*`|(?<!\w)['‘](?:[^'’]|['’](?=\w))+['’](?!\w))
  | (?P<file>\w[\w-]*(?:\.[\w-]+)*\.(?:{MEDIA})\b)
  | (?P<hex>\#(?:[0-9a-f]{{8}}|[0-9a-f]{{6}}|[0-9a-f]{{3}})\b)
  | (?P<dims>\d{{2,5}}\s*[x×*]\s*\d{{2,5}}\b)
  | (?P<clock>\d+(?:\.\d+)?(?::\d+(?:\.\d+)?)+(?:;\d+)?)
  | (?P<ordinal>\d+(?:st|nd|rd|th)\b)
  | (?P<number>(?:(?<![\w)])[+−-])?(?:\d+/\d+|\d+(?:\.\d+)?|\.\d+))
  | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+|\d+)?)
  | (?P<mark>\S)
    """,
    re.VERBOSE | re.IGNORECASE,
)

SHORT_FORMS = {
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not",
    "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "arent": "are not",
    "shouldnt": "should not", "wouldnt": "would not", "couldnt": "could not", "havent": "have not",
    "let's": "let us", "whatever's": "whatever is", "everything's": "everything is", "lets": "let us", "what's": "what is", "whats": "what is", "that's": "that is",
    "thats": "that is", "it's": "it is", "there's": "there is", "theres": "there is", "where's": "where is",
    "wheres": "where is", "who's": "who is", "how's": "how is", "hows": "how is", "here's": "here is",
    "when's": "when is", "which's": "which is", "i'm": "i am", "im": "i am", "i'd": "i would", "i'll": "i will",
    "i've": "i have", "we'd": "we would", "we'll": "we will", "we're": "we are", "you'd": "you would",
    "you're": "you are", "it'll": "it will", "they're": "they are", "gimme": "give me", "gonna": "going to",
    "wanna": "want to", "gotta": "have to", "pls": "please", "plz": "please", "thx": "thanks", "u": "you",
    "lemme": "let me", "ur": "your", "ya": "you", "cld": "could", "shld": "should", "wld": "would", "abt": "about", "b4": "before", "dontcha": "do not you", "imma": "i am going to",
    "ive": "i have", "it'd": "it would", "itd": "it would", "that'd": "that would", "nvm": "never mind", "nm": "never mind", "youre": "you are", "theyre": "they are", "itll": "it will", "whos": "who is", "whens": "when is", "whys": "why is", "wasnt": "was not", "werent": "were not", "aint": "is not",
}  # fmt: skip
MARKS = {"&": "and", "–": ",", "—": ",", "…": ".", "×": "x"}


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of the sentence. `norm` is what the grammar reads; `start` and `end` point into the sentence as typed."""

    norm: str
    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens beside the text that they came from, so that a title keeps its capitals and its spaces."""

    text: str
    tokens: tuple[Token, ...]

    def raw(self, tokens: tuple[Token, ...]) -> str:
        """What was typed from the first of these tokens to the last, without the quotes around it."""
        if not tokens:
            return ""
        if len(tokens) == 1 and tokens[0].kind == "quote":
            return self.text[tokens[0].start + 1 : tokens[0].end - 1]
        return self.text[tokens[0].start : tokens[-1].end].strip().rstrip(",;")


def read(text: str) -> Sentence:
    """The tokens of a text; hyphens inside words vanish ("cross-fade" is two words), a dash between words is a comma."""
    tokens: list[Token] = []
    for found in PIECE.finditer(text):
        group = found.lastgroup
        kind: Kind = "word" if group == "ordinal" else group  # type: ignore[assignment]  # the groups of PIECE are Kinds
        norm = found.group().lower().replace("’", "'").replace("−", "-")
        token = Token(norm, kind, found.start(), found.end())
        tokens.extend(_word(token) if kind == "word" else _mark(token, text) if kind == "mark" else [token])
    return Sentence(text, tuple(_being(token, tokens[n + 1 : n + 2]) for n, token in enumerate(tokens)))


# "the music's too loud": before these a thing owns nothing, it is something.
BEING = words("too way so very really not kinda pretty still already gone muted hidden")


# "the clip an the outro": before these an article is a slip.
DEFINITE = words("the my our this that its then also")


def _being(token: Token, following: list[Token]) -> Token:
    after = following[0].norm if following else ""
    if token.norm == "'s" and after in BEING:
        return replace(token, norm="is")
    return replace(token, norm="and") if token.norm in ("an", "nd") and after in DEFINITE else token


def _word(token: Token) -> list[Token]:
    if token.norm in SHORT_FORMS:
        return [replace(token, norm=part) for part in SHORT_FORMS[token.norm].split()]
    if token.norm.endswith("n't"):
        return [replace(token, norm=token.norm[:-3]), replace(token, norm="not")]
    stem, apostrophe, tail = token.norm.partition("'")
    if apostrophe and tail == "s":
        return [replace(token, norm=stem, end=token.end - 2), replace(token, norm="'s", start=token.end - 2)]
    return [token]


def _mark(token: Token, text: str) -> list[Token]:
    if token.norm == "-":
        before, after = text[token.start - 1 : token.start], text[token.end : token.end + 1]
        if before.isdigit() or (
            before.isalpha() and after.isdigit() and text[token.start - 2 : token.start - 1].isdigit()
        ):
            return [replace(token, norm="to", kind="word")]
        return [] if before.isalnum() and after.isalnum() else [replace(token, norm=",")]
    if token.norm == "'" and text[token.start - 1 : token.start] == "s":
        return [replace(token, norm="'s", kind="word")]
    norm = MARKS.get(token.norm, token.norm)
    if norm.isalpha():
        return [replace(token, norm=norm, kind="word")]
    if norm == "+" and text[token.start - 1 : token.start].isspace():
        return [replace(token, norm="and", kind="word")]
    return [replace(token, norm=norm)] if norm in ",;.!?:%°/#@()" else []
