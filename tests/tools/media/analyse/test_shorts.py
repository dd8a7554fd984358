"""Shorts are where most is said, they do not overlap, and they begin and end where one may cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.media.analyse.shorts import SLACK, best

pytestmark = pytest.mark.spec("M-05")


def test_the_part_in_which_most_is_said_is_taken():
    loud = np.zeros(1000, dtype=bool)
    loud[400:500] = True
    assert best(loud, [400, 500], 100, 1) == [(400, 500)]


def test_a_part_ends_where_a_sentence_does_rather_than_at_its_length():
    loud = np.ones(300, dtype=bool)
    assert best(loud, [0, 110, 300], 100, 1) == [(0, 110)]


def test_a_film_that_is_shorter_than_a_short_is_one():
    assert best(np.ones(50, dtype=bool), [], 100, 3) == [(0, 50)]


@given(
    st.lists(st.booleans(), min_size=1, max_size=300),
    st.sets(st.integers(1, 299)),
    st.integers(1, 120),
    st.integers(1, 5),
)
def test_parts_are_inside_in_order_apart_and_about_as_long_as_asked(loud, breaks, length, count):
    total = len(loud)
    parts = best(np.array(loud), sorted(breaks), length, count)
    assert 1 <= len(parts) <= count
    for start, stop in parts:
        assert 0 <= start < stop <= total
        assert abs(stop - start - min(length, total)) <= SLACK * min(length, total)
    assert all(one[1] <= other[0] for one, other in zip(parts, parts[1:], strict=False))
