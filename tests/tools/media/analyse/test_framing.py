"""Whoever is followed stays the same, the frame does not tremble, and it jumps where the picture does."""

from __future__ import annotations

import math

import pytest

from tools.media.analyse.framing import path, subject

pytestmark = pytest.mark.spec("M-05")


def face(x: float, size: float = 0.1):
    return (x - size / 2, 0.3, size, size)


def test_the_largest_face_is_followed_and_kept_when_another_is_a_little_larger():
    looks = [(0.0, [face(0.2, 0.12), face(0.7, 0.1)]), (0.2, [face(0.21, 0.1), face(0.7, 0.12)])]
    assert [round(point.x, 2) for point in subject(looks)] == [0.2, 0.21]


def test_looks_without_a_face_are_left_out():
    assert [point.at for point in subject([(0.0, []), (0.2, [face(0.5)]), (0.4, [])])] == [0.2]
    seldom = [(n / 5, [face(0.5)] if n == 3 else []) for n in range(20)]
    assert subject(seldom) == [], "that is a pattern in the wallpaper"
    assert subject([(0.0, []), (1.0, [])]) == []


def test_a_face_that_trembles_gives_one_key():
    looks = [(n / 5, [face(0.5 + 0.004 * (-1) ** n)]) for n in range(50)]
    [key] = path(subject(looks), "x")
    assert key.value == pytest.approx(0.5, abs=0.005)


def test_a_steady_walk_needs_two_keys_and_a_turn_a_third():
    across = [(n / 5, [face(0.2 + 0.01 * n)]) for n in range(50)]
    assert len(path(subject(across), "x")) == 2
    back = [(n / 5, [face(0.2 + 0.01 * (n if n < 25 else 50 - n))]) for n in range(50)]
    keys = path(subject(back), "x")
    assert 3 <= len(keys) <= 6
    assert max(key.value for key in keys) == pytest.approx(0.45, abs=0.03)


def test_the_keys_are_never_far_from_the_smooth_path():
    looks = [(n / 5, [face(0.5 + 0.3 * math.sin(n / 12))]) for n in range(100)]
    keys = path(subject(looks), "x")
    assert len(keys) < 25
    for at, [(left, _, width, _)] in looks:
        right = next((key for key in keys if key.at >= at), keys[-1])
        before = [key for key in keys if key.at <= at][-1]
        share = (at - before.at) / (right.at - before.at) if right.at > before.at else 0
        assert before.value + share * (right.value - before.value) == pytest.approx(left + width / 2, abs=0.03)


def test_a_jump_is_a_cut_and_nothing_is_levelled_over_it():
    looks = [(n / 5, [face(0.2 if n < 10 else 0.8)]) for n in range(20)]
    first, second = path(subject(looks), "x")
    assert (first.value, second.value) == (pytest.approx(0.2), pytest.approx(0.8))
    assert (second.at, second.cut) == (2.0, True)


def test_somebody_who_only_looks_in_is_not_followed():
    looks = [(n / 5, [face(0.8 if n in (10, 11) else 0.3)]) for n in range(30)]
    [key] = path(subject(looks), "x")
    assert key.value == pytest.approx(0.3)
