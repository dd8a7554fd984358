"""Transitions: nothing moves, handles feed them, and what is too short is refused with what is there."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, lines, refusal, run
from tools.composition.errors import (
    HandlesTooShort,
    InvalidParameters,
    NotNeighbours,
    Overlap,
    TransitionNotFound,
)

pytestmark = pytest.mark.spec("E-02")
B_TO_C = {"leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 20}


def transitions(state) -> list[dict]:
    return [one for track in state.tracks for one in track["transitions"]]


def test_a_transition_moves_nothing(film):
    result = run(film, "addTransition", **B_TO_C)
    assert lines(result.state) == lines(film)
    assert transitions(result.state) == [{**B_TO_C, "id": "transition-t-1", "alignment": "center"}]
    assert result.value == {"ids": ["transition-t-1"]}


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        ("fade", "fade"),
        ("crossfade", "fade"),
        ("Cross Dissolve", "fade"),
        ("dissolve", "fade"),
        ("dip-black", "dip-black"),
        ("dip to white", "dip-white"),
        ("wipe", "wipe-left"),
        ("wipe-up", "wipe-up"),
        ("slide_right", "slide-right"),
        ("zoom", "zoom"),
        ("blur", "blur"),
    ],
)
def test_kinds_are_known_by_the_names_that_editors_use(film, kind, stored):
    assert transitions(after(film, "addTransition", **{**B_TO_C, "kind": kind}))[0]["kind"] == stored


# interview (from 60 of 1800) has 1440 frames after it; city (0 of 360) has none before; park (30 of 600) has 30 before;
# outro (0 of 180) has none before.
@pytest.mark.parametrize(
    ("left", "right", "length", "alignment", "becomes"),
    [
        ("clip-b", "clip-c", 20, None, "center"),
        ("clip-b", "clip-c", 20, "start", "start"),
        ("clip-b", "clip-c", 30, "end", "end"),
        ("clip-b", "clip-c", 61, None, "center"),
        ("clip-b", "clip-c", 62, None, "start"),
        ("clip-a", "clip-b", 20, None, "start"),
        ("clip-a", "clip-b", 150, "start", "start"),
    ],
)
def test_a_transition_lies_where_the_handles_allow(film, left, right, length, alignment, becomes):
    given = {"alignment": alignment} if alignment else {}
    result = run(film, "addTransition", leftId=left, rightId=right, kind="fade", durationInFrames=length, **given)
    assert transitions(result.state)[0]["alignment"] == becomes
    assert bool(result.warnings) == (alignment is None and becomes != "center")


@pytest.mark.parametrize(
    ("left", "right", "length", "alignment", "available", "said"),
    [
        ("clip-a", "clip-b", 20, "center", {"after": 1440, "before": 0}, "0 frames before"),
        ("clip-a", "clip-b", 151, None, {"after": 1440, "before": 0}, "150 frames with alignment 'start'"),
        ("clip-b", "clip-c", 31, "end", {"after": 210, "before": 30}, "30 frames before"),
    ],
)
def test_short_handles_are_refused_with_what_is_there(film, left, right, length, alignment, available, said):
    given = {"alignment": alignment} if alignment else {}
    refused = refusal(film, "addTransition", leftId=left, rightId=right, kind="fade", durationInFrames=length, **given)
    assert type(refused) is HandlesTooShort
    assert refused.details["available"] == available
    assert said in str(refused)


def test_titles_and_stills_have_endless_handles(film):
    still = after(film, "addText", text="Two", durationInFrames=60, trackId="v3", **{"from": 90})
    second = next(id for id in still.items if id not in film.items)
    faded = after(still, "addTransition", leftId="title-1", rightId=second, kind="fade", durationInFrames=60)
    assert transitions(faded)[0]["alignment"] == "center"


def test_two_transitions_may_not_meet_inside_a_clip(film):
    first = after(film, "addTransition", **{**B_TO_C, "durationInFrames": 60})
    params = {"leftId": "clip-a", "rightId": "clip-b", "kind": "fade", "durationInFrames": 130, "alignment": "start"}
    assert type(refusal(first, "addTransition", **params)) is Overlap
    assert len(transitions(after(first, "addTransition", **{**params, "durationInFrames": 120}))) == 2


def test_a_transition_is_changed_and_removed(film):
    faded = after(film, "addTransition", **B_TO_C)
    changed = after(faded, "updateTransition", transitionId="transition-t-1", kind="dissolve", durationInFrames=10)
    assert transitions(changed)[0]["durationInFrames"] == 10
    wiped = after(changed, "updateTransition", transitionId="transition-t-1", kind="wipe-left", alignment="end")
    assert transitions(wiped)[0]["kind"] == "wipe-left"
    assert after(wiped, "removeTransition", transitionId="transition-t-1").dump() == film.dump()
    assert (
        type(refusal(faded, "updateTransition", transitionId="transition-t-1", durationInFrames=400)) is HandlesTooShort
    )


@pytest.mark.parametrize(
    ("op", "params", "error", "said"),
    [
        ("addTransition", {**B_TO_C, "rightId": "clip-d"}, NotNeighbours, "touch"),
        ("addTransition", {**B_TO_C, "rightId": "logo"}, NotNeighbours, "touch"),
        ("addTransition", {**B_TO_C, "kind": "sparkle"}, InvalidParameters, "kind"),
        ("addTransition", {**B_TO_C, "length": 3}, InvalidParameters, "durationInFrames"),
        ("addTransition", {**B_TO_C, "durationInFrames": 0}, InvalidParameters, "durationInFrames"),
        ("updateTransition", {"transitionId": "x", "kind": "fade"}, TransitionNotFound, "'x'"),
        ("removeTransition", {"transitionId": "x"}, TransitionNotFound, "'x'"),
    ],
)
def test_a_transition_that_cannot_be_is_refused(film, op, params, error, said):
    refused = refusal(film, op, **params)
    assert type(refused) is error
    assert said in str(refused)


def test_there_is_one_transition_between_two_clips(film):
    faded = after(film, "addTransition", **B_TO_C)
    assert type(refusal(faded, "addTransition", **B_TO_C)) is Overlap
    assert type(refusal(faded, "updateTransition", transitionId="transition-t-1")) is InvalidParameters


def test_a_trim_that_lets_two_transitions_meet_makes_room_and_says_so(film):
    first = after(film, "addTransition", **{**B_TO_C, "durationInFrames": 60})
    params = {"leftId": "clip-a", "rightId": "clip-b", "kind": "fade", "durationInFrames": 100, "alignment": "start"}
    both = after(first, "addTransition", **params)
    result = run(both, "trimItem", id="clip-b", edge="end", toFrame=420, ripple=True)
    assert sorted((one["leftId"], one["durationInFrames"]) for one in transitions(result.state)) == [
        ("clip-a", 100),
        ("clip-b", 41),
    ]
    assert result.warnings


def test_a_transition_follows_its_clips_to_another_track(film):
    faded = after(film, "addTransition", **B_TO_C)
    moved = after(faded, "moveItems", ids=["clip-b", "clip-c"], trackId="v3")
    assert moved.track("v3")["transitions"] == faded.track("v1")["transitions"]
    assert moved.track("v1")["transitions"] == []
