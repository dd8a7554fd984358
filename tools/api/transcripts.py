"""The route of what is said on a timeline: each file's transcript as it is known, with the frames at which each word plays."""

from __future__ import annotations

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tools import store
from tools.api.door import Door
from tools.api.reading import Body
from tools.api.route import route
from tools.api.shapes import Told
from tools.models import Composition
from tools.transcripts import heard_in, transcript_of


class TranscriptsAsked(Body):
    language: str = Field("", max_length=40, description="The language that was asked for when it was written down.")


class SaidWord(Told):
    """A word with its seconds in the file; `frames` of the timeline at which it begins to play, none where it is cut."""

    text: str
    start: float
    end: float
    frames: list[int]


class SaidSegment(Told):
    start: float
    end: float
    text: str
    words: list[SaidWord]


class FileTranscript(Told):
    asset_id: str
    name: str
    language: str
    duration_seconds: float
    text: str
    segments: list[SaidSegment]


class TranscriptsAnswer(Told):
    """`missing`: the files (their ids) that are heard and not written down; plan “transcribe the video” for those."""

    revision: int
    transcripts: list[FileTranscript]
    missing: list[str]


class Transcripts(Door):
    @route(
        "compositions",
        "read_transcripts",
        "Read what is said in the files that are heard on a timeline, as far as it is written down.",
        asks=TranscriptsAsked,
        answers=TranscriptsAnswer,
        refuses=(404,),
    )
    def get(self, request: Request, id: str) -> Response:
        row, asked = self.caller.row(Composition, id), self.asked(TranscriptsAsked)
        state = store.read(row)
        files = {asset: transcript_of(asset, state, asked.language) for asset in heard_in(state, row.workspace_id)}
        known = [found.wire(words=True) for found in files.values() if found]
        missing = [str(asset.pk) for asset, found in files.items() if found is None]
        return Response({"revision": row.head, "transcripts": known, "missing": missing})
