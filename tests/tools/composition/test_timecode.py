"""Timecode: the well-known corners of drop-frame, and back again everywhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.composition.timecode import frames, timecode

NTSC, NTSC60 = Fraction(30000, 1001), Fraction(60000, 1001)


@pytest.mark.parametrize(
    ("frame", "fps", "drop", "text"),
    [
        (0, Fraction(25), False, "00:00:00:00"),
        (90_000, Fraction(25), False, "01:00:00:00"),
        (1799, NTSC, True, "00:00:59;29"),
        (1800, NTSC, True, "00:01:00;02"),
        (17_982, NTSC, True, "00:10:00;00"),
        (107_892, NTSC, True, "01:00:00;00"),
        (107_892, NTSC, False, "00:59:56:12"),
        (3600, NTSC60, True, "00:01:00;04"),
        (48, Fraction(24000, 1001), True, "00:00:02:00"),
    ],
)
def test_a_frame_has_its_timecode(frame, fps, drop, text):
    assert timecode(frame, fps, drop) == text
    assert frames(text, fps, drop) == frame


@given(st.integers(0, 3_000_000), st.sampled_from((NTSC, NTSC60, Fraction(25), Fraction(24000, 1001))), st.booleans())
def test_every_frame_is_found_again_by_its_timecode(frame, fps, drop):
    assert frames(timecode(frame, fps, drop), fps, drop) == frame


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1:2:3", "not a timecode"),
        ("00:00:60:00", "not a timecode"),
        ("00:00:00:30", "frames 0 to 29"),
        ("00:01:00;01", "leaves out"),
    ],
)
def test_a_timecode_that_is_none_is_refused(text, said):
    with pytest.raises(ValueError, match=said):
        frames(text, NTSC, drop=True)
