"""Captions: the encodings and oddities of real files, and what each format keeps on its way out."""

from __future__ import annotations

import pytest

from tests.tools.composition.documents import four_clips
from tests.tools.media.interchange.cuts import out
from tools.composition import Composition, evaluate
from tools.media.interchange import InterchangeError, NothingInIt, Report, TooMuch, Unreadable, format_named, text_of

pytestmark = pytest.mark.spec("M-06")
SRT = "1\n00:00:01,000 --> 00:00:02,500\nGrüße, <i>Welt</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nzwei\nZeilen\n"
CUES = [
    {"startMs": 1000, "endMs": 2500, "text": "Grüße, Welt"},
    {"startMs": 3000, "endMs": 4000, "text": "zwei\nZeilen"},
]


def rows(text: str | bytes, format: str = "srt") -> tuple[list[list[dict]], Report]:
    report = Report()
    read = format_named(format).captions
    assert read
    return read(text_of(text if isinstance(text, bytes) else text.encode(), report), report), report


def captioned(*cues: dict, **style: object) -> Composition:
    request = {"kind": "command", "op": "addCaptions", "params": {"cues": list(cues), "from": 30, "style": style}}
    return evaluate(four_clips(), request, tag="t").state


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_is_read(encoding, ends):
    told, report = rows(SRT.replace("\n", ends).encode(encoding))
    assert told == [CUES]
    assert any("Windows-1252" in sentence for sentence in report.assumed) is (encoding == "cp1252")


def test_who_speaks_comes_from_webvtt_and_ass():
    told, _ = rows("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna Lee>Hello &amp; <b>you</b>\n", "vtt")
    assert told == [[{"startMs": 1000, "endMs": 2000, "text": "Hello & you", "speaker": "Anna Lee"}]]
    ass = "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,Bo,0,0,0,,{\\b1}One\\Ntwo\n"
    told, _ = rows(ass, "ass")
    assert told == [[{"startMs": 1000, "endMs": 2000, "text": "One\ntwo", "speaker": "Bo"}]]


def test_cues_that_overlap_lie_apart_and_it_is_said():
    told, report = rows("1\n00:00:00,000 --> 00:00:03,000\na\n\n2\n00:00:01,000 --> 00:00:02,000\nb\n")
    assert [[cue["text"] for cue in row] for row in told] == [["a"], ["b"]]
    assert report.assumed == ["Cues overlap: they lie on 2 tracks."]


def test_a_cue_that_ends_before_it_begins_is_turned_round():
    told, report = rows("1\n00:00:03,000 --> 00:00:01,000\na\n")
    assert told == [[{"startMs": 1000, "endMs": 3000, "text": "a"}]]
    assert report.assumed == ["A cue that ended before it began was turned round."]


@pytest.mark.parametrize(
    ("text", "format", "refusal"),
    [
        ("", "srt", NothingInIt),
        ("hello", "srt", NothingInIt),
        ("hello", "ass", InterchangeError),
        ("WEBVTT\n", "vtt", NothingInIt),
        ("1\n00:00:01,000 --> 00:00:02,000\na\n\n" * 10_001, "srt", TooMuch),
        (b"\xff\xfea", "srt", Unreadable),
        (b"a\0b", "srt", Unreadable),
    ],
)
def test_what_holds_no_captions_is_refused(text, format, refusal):
    with pytest.raises(refusal):
        rows(text, format)


@pytest.mark.parametrize("format", ["srt", "vtt", "ass"])
def test_cues_come_back_in_the_composition_s_time(format):
    cues = [
        {"startMs": 0, "endMs": 900, "text": "One & <two>"},
        {"startMs": 1000, "endMs": 2000, "text": "three\nfour", "speaker": "Anna"},
    ]
    text, report = out(captioned(*cues), format)
    told, _ = rows(text, format)
    assert [(cue["startMs"], cue["endMs"]) for cue in told[0]] == [(1000, 1900), (2000, 3000)]
    assert told[0][1]["text"] == "three\nfour"
    assert told[0][1].get("speaker") == (None if format == "srt" else "Anna")
    assert ("Who speaks: SRT cannot say it." in report.lost) is (format == "srt")
    if format == "vtt":
        assert told[0][0]["text"] == "One & <two>"


def test_letters_keep_their_style_in_ass_only():
    state = captioned({"startMs": 0, "endMs": 900, "text": "a"}, fontSize=64, color="#ff8800")
    text, report = out(state, "ass")
    assert "Inter,64" in text
    assert "&H000088FF" in text
    assert not any("style" in sentence for sentence in report.lost)
    assert any("style" in sentence for sentence in out(state, "srt")[1].lost)


def test_hidden_captions_are_left_out_and_named():
    document = captioned({"startMs": 0, "endMs": 900, "text": "a"}).dump()
    for track in document["tracks"]:
        track["hidden"] = True
    with pytest.raises(NothingInIt):
        out(Composition.load(document), "srt")


def test_without_captions_there_is_nothing_to_write():
    with pytest.raises(NothingInIt, match="no captions"):
        out(four_clips(), "vtt")
