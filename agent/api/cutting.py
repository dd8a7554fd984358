"""POST /api/agent/cut-words: words of a transcript in, the plan that takes them out; nothing is changed."""

from __future__ import annotations

from typing import Self

from pydantic import Field, StrictInt, StrictStr, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from agent.api.shapes import Words as Said
from agent.cutting import MOST_WORDS, Words, cut_words, file_of
from agent.wire import PlannedAnswer, planned
from runs.api.door import RunsDoor
from tools.api.reading import Body
from tools.api.route import route
from tools.models import Composition


class SaidAt(Body):
    """A word by when it is said, in seconds of its file; that its middle lies in them is enough."""

    start: float = Field(ge=0, lt=1e6)
    end: float = Field(ge=0, lt=1e6)

    @model_validator(mode="after")
    def _forwards(self) -> Self:
        if self.end < self.start:
            raise ValueError("a word ends after it starts")
        return self


class CutWordsAsked(Body):
    """Words of a file (`assetId` and `words`, as its transcript tells them), or what is said (`say`), on a composition."""

    composition_id: StrictStr
    asset_id: StrictStr | None = Field(None, description="The file in which they are said; needed with words.")
    words: list[SaidAt] = Field([], max_length=MOST_WORDS)
    say: Said | None = Field(None, description="A word or phrase, as it is heard, in place of words.")
    which: StrictInt | None = Field(
        None, description="Which time it is said, from 1; -1 is the last, 0 every time. It is asked when absent."
    )
    language: StrictStr = Field("", max_length=40, description="The language that the transcript was asked for in.")
    policy: StrictStr | None = Field(None, description="A lower tier than your own: editor or readonly.")
    approval_policy: StrictStr | None = Field(None, description="auto, guided or manual; anything else is guided.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.words) == bool(self.say):
            raise ValueError("send either “words” with their “assetId”, or “say”")
        if self.words and self.asset_id is None:
            raise ValueError("“words” are those of a file: send its “assetId”")
        return self


class CutWords(RunsDoor):
    @route(
        "agent",
        "cut_words",
        "Plan to cut words out of what is said, wherever they play on the timeline as it is now.",
        takes=CutWordsAsked,
        answers=PlannedAnswer,
        refuses=(404,),
        limit="plan",
    )
    def post(self, request: Request) -> Response:
        asked = self.read(CutWordsAsked)
        composition = self.caller.row(Composition, asked.composition_id)
        words = Words(
            asset=file_of(composition, asked.asset_id) if asked.asset_id is not None else None,
            spans=[(word.start, word.end) for word in asked.words],
            say=asked.say or "",
            which=asked.which,
            language=asked.language,
        )
        tier = self.tier(composition.workspace, asked.policy)
        return Response(
            planned(cut_words(self.caller.user, composition, words, tier=tier, policy=asked.approval_policy))
        )
