"""SRT text as people really have it, and what is said of what cannot be read."""

from __future__ import annotations

import pytest

from tools.composition.errors import InvalidParameters
from tools.composition.subtitles import parse_srt

PLAIN = "1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n"
READ = [(1000, 2500, "Hello"), (3000, 4000, "Bye")]


def read(text: str) -> list[tuple]:
    return [(cue["startMs"], cue["endMs"], cue["text"]) for cue in parse_srt(text)]


@pytest.mark.spec("M-06")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PLAIN, READ),
        ("\ufeff" + PLAIN.replace("\n", "\r\n"), READ),
        (PLAIN.replace(",", "."), READ),
        (PLAIN.replace("1\n", "", 1).replace("\n2\n", "\n"), READ),
        ("WEBVTT\n\nNOTE by hand\n\n" + PLAIN.replace(",", "."), READ),
        ("1\n00:01,5 --> 00:02,25 X1:10 align:left\n<i>two</i>\n{\\an8}lines &amp; all\n", [(1500, 2250, "two\nlines & all")]),
        ("2\n00:00:03,000 --> 00:00:04,000\nlater\n\n1\n00:00:01,000 --> 00:00:02,000\nearlier", [(1000, 2000, "earlier"), (3000, 4000, "later")]),
        ("1\n100:00:00,000 --> 100:00:01,000\n", [(360_000_000, 360_001_000, "")]),
        ("1\n00:00:01,000 --> 00:00:02,000\n5 < 6 and 7 > 3\n", [(1000, 2000, "5 < 6 and 7 > 3")]),
    ],
)  # fmt: skip
def test_cues_are_read(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no cue"),
        ("hello", "line 1: 'hello' is not a cue"),
        (PLAIN + "\n3\nnothing else\n", "line 9"),
        ("1\n00:00:03,000 --> 00:00:02,000\nx", "line 2: the cue ends before it starts"),
        ("1\n00:00:03,000 -->\nx", "line 2"),
        ("1\n00:00:61,000 --> 00:01:02,000\nx", "line 2: '00:00:61,000' is not a time"),
        ("1\n3s --> 4s\nx", "'3s' is not a time"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text, said):
    with pytest.raises(InvalidParameters) as refusal:
        parse_srt(text)
    assert said in refusal.value.message
