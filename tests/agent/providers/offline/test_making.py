"""What is made is placed where the words say, and no length that it turns out to have can undo the plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent import actions
from agent.interpret import interpret
from agent.providers.offline import OfflineProvider
from runs.actions import approve
from runs.cards import card_of
from runs.plan.chain import expected
from runs.plan.model import Proposal
from runs.plan.preview import rehearse
from runs.plan.stretches import stretches
from runs.tiers import file_tier, tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS
from tools.composition import Composition
from tools.models import Asset

STATE = Composition.load(json.loads((Path(__file__).parents[3] / "compositions" / "four-clips.json").read_text()))

# What is said; what is made; where it lies then: kind of track, first frame, frames.
PLACED = [
    ("add a voiceover saying welcome to our film", {"text": "welcome to our film"}, ("audio", 0, 48)),
    ('narrate: "hello there" at 5 seconds', {"text": "hello there"}, ("audio", 150, 30)),
    ("add a voiceover at 20 seconds saying goodbye", {"text": "goodbye"}, ("audio", 600, 30)),
    ("generate a voiceover saying goodbye at the end", {"text": "goodbye"}, ("audio", 750, 30)),
    ("add background music, calm piano", {"prompt": "calm piano", "durationSeconds": 26.0}, ("audio", 0, 780)),
    (
        "compose 20 seconds of calm piano music and put it under the whole video",
        {"prompt": "calm piano", "durationSeconds": 20.0},
        ("audio", 0, 780),
    ),
    ("make calm piano music under the video", {"prompt": "calm piano", "durationSeconds": 26.0}, ("audio", 0, 780)),
    (
        "put some upbeat electronic music under the interview",
        {"prompt": "upbeat electronic", "durationSeconds": 10.0},
        ("audio", 0, 300),
    ),
    ("add soft guitar music from 20 seconds", {"prompt": "soft guitar", "durationSeconds": 6.0}, ("audio", 600, 180)),
    (
        "generate a picture of a harbour and put it at the end",
        {"prompt": "a harbour", "aspect": "16:9"},
        ("video", 780, 150),
    ),
    ("generate a picture of a harbour. Put it at the end.", {"prompt": "a harbour", "aspect": "16:9"}, ("video", 780, 150)),
    (
        "add a generated picture of a harbour at the beginning",
        {"prompt": "a harbour", "aspect": "16:9"},
        ("video", 0, 150),
    ),
    (
        "draw a cat and show it over the interview for 3 seconds",
        {"prompt": "a cat", "aspect": "16:9"},
        ("video", 0, 90),
    ),
    ("at 10 seconds add a picture of a dog in space", {"prompt": "a dog in space", "aspect": "16:9"}, ("video", 300, 150)),
    ("make a 10 second jingle and put it at the beginning", {"prompt": "jingle", "durationSeconds": 10.0}, ("audio", 0, 300)),
    ("add calm piano music to the video", {"prompt": "calm piano", "durationSeconds": 26.0}, ("audio", 0, 780)),
    ("add an image of a man in black", {"prompt": "a man in black", "aspect": "16:9"}, ("video", 0, 150)),
]  # fmt: skip
MADE_ALONE = [
    ("make a picture of a boat", "generate.image", {"prompt": "a boat"}),
    ("draw a fox over the city", "generate.image", {"prompt": "a fox over the city"}),
    ("compose some calm piano music", "generate.music", {"prompt": "calm piano"}),
    ("generate calm background music for the video", "generate.music", {"prompt": "calm"}),
    ("record a voiceover saying hello", "generate.voice", {"text": "hello"}),
]
REPLACED = [
    ("replace the logo with a generated picture of a fox", "logo"),
    ("make a picture of a fox and use it instead of the logo", "logo"),
    ("replace the music with generated calm piano music", "music"),
]


def proposed(say: str, state: Composition = STATE, **seen: Any) -> Proposal:
    return interpret(say, state=state, tier=file_tier(), provider=OfflineProvider(), **seen).proposal


def added(proposal: Proposal) -> list[dict[str, Any]]:
    assert proposal.preview is not None
    found: list[dict[str, Any]] = proposal.preview.diff.get("items", {}).get("added", [])
    return found


def track_kinds(proposal: Proposal, state: Composition = STATE) -> dict[str, str]:
    assert proposal.preview is not None
    new = proposal.preview.diff.get("tracks", {}).get("added", [])
    return {track["id"]: track["kind"] for track in (*state.tracks, *new)}


@pytest.mark.spec("K-15", "K-13", "D-2")
@pytest.mark.parametrize(("say", "params", "where"), PLACED, ids=[say for say, *_ in PLACED])
def test_what_is_made_lands_where_the_words_say_and_the_card_shows_it(say, params, where):
    proposal = proposed(say)

    assert (proposal.valid, proposal.errors) == (True, [])
    make, *_, place = proposal.plan.steps
    assert make.params == params
    assert place.params["item"]["assetId"] == "@asset:step-1"
    [item] = added(proposal)
    assert (track_kinds(proposal)[item["trackId"]], item["from"], item["durationInFrames"]) == where
    assert "It goes here" in proposal.plan.summary


@pytest.mark.spec("K-15")
@pytest.mark.parametrize("scale", [0.3, 0.97, 1.04, 4.0])
@pytest.mark.parametrize("say", [*(say for say, *_ in PLACED), *(say for say, _ in REPLACED)])
def test_whatever_length_it_turns_out_to_have_the_deed_is_not_refused(say, scale):
    plan = proposed(say).plan
    steps = [step for stretch in stretches(plan, TOOLS) for step in stretch.changes]
    made = expected(plan, TOOLS)
    for asset in made.values():
        if "durationSeconds" in asset:
            asset["durationSeconds"] = round(asset["durationSeconds"] * scale, 2)

    after = rehearse(plan, STATE, steps, made, store.limits()).after

    assert {asset["id"] for asset in made.values()} <= {item.get("assetId") for item in after.items.values()}
    if any(step.tool == "generate.music" for step in plan.steps):
        assert after.end == STATE.end


@pytest.mark.spec("K-13", "D-2")
@pytest.mark.parametrize(("say", "tool", "params"), MADE_ALONE, ids=[say for say, *_ in MADE_ALONE])
def test_what_nobody_places_is_only_made(say, tool, params):
    proposal = proposed(say)

    assert [(step.tool, step.params) for step in proposal.plan.steps] == [(tool, params)]
    assert proposal.valid
    assert added(proposal) == []


@pytest.mark.spec("K-15")
@pytest.mark.parametrize(("say", "item"), REPLACED)
def test_what_is_made_takes_the_place_of_an_item(say, item):
    proposal = proposed(say)

    assert proposal.valid
    assert proposal.plan.steps[-1].params == {"id": item, "assetId": "@asset:step-1"}
    assert added(proposal) == []


@pytest.mark.spec("D-2")
@pytest.mark.parametrize(("say", "level"), [("add calm piano music", -18), ("add calm piano music at -12 dB", -12)])
def test_music_is_quieter_than_speech_unless_a_level_is_said(say, level):
    [item] = added(proposed(say))
    assert item["audio"]["volumeDb"] == level


@pytest.mark.spec("D-2")
@pytest.mark.parametrize("say", ['narrate "now the park"', "add a picture of a fox"])
def test_without_a_time_it_goes_to_the_playhead(say):
    [item] = added(proposed(say, playhead=450))
    assert item["from"] == 450


@pytest.mark.spec("K-15")
def test_a_picture_in_a_corner_is_small_and_the_steps_before_it_are_counted():
    proposal = proposed("mute the music, draw a cat and put the picture in the top left corner for 2 seconds")

    assert proposal.valid
    assert [step.tool for step in proposal.plan.steps] == ["setVolume", "generate.image", "addItem", "setTransform"]
    assert proposal.plan.steps[2].params["item"]["assetId"] == "@asset:step-2"
    [item] = added(proposal)
    assert item["durationInFrames"] == 60
    assert item["transform"]["scale"] < 1
    assert (item["transform"]["x"], item["transform"]["y"]) < (0, 0)


@pytest.mark.spec("K-15")
def test_of_two_things_that_are_made_each_goes_where_its_name_is_said():
    proposal = proposed("draw a fox, draw a dog, put the fox at the beginning and the dog at the end")

    assert proposal.valid
    assert {item["name"]: item["from"] for item in added(proposal)} == {"a fox": 0, "a dog": 780}


@pytest.mark.spec("K-15")
def test_what_was_placed_is_it_from_then_on():
    proposal = proposed(
        "generate calm piano music, put it under the whole video and fade it out over the last 2 seconds"
    )

    assert proposal.valid
    [item] = added(proposal)
    assert item["audio"]["fadeOutFrames"] == 60


@pytest.mark.spec("D-2")
@pytest.mark.parametrize(("at", "tracks"), [("at 5 s", 1), ("at the beginning", 1), ("at 20 s", 0)])
@pytest.mark.parametrize("scale", [0.1, 10])
def test_a_voice_lies_on_the_track_that_the_card_shows_however_long_it_is(at, tracks, scale):
    proposal = proposed(f"add a voiceover saying “one two three four” {at}")
    steps = [step for stretch in stretches(proposal.plan, TOOLS) for step in stretch.changes]
    made = expected(proposal.plan, TOOLS)
    made["step-1"]["durationSeconds"] *= scale

    deed = rehearse(proposal.plan, STATE, steps, made, store.limits()).diff

    [shown], [new] = added(proposal), deed["items"]["added"]
    assert (new["trackId"], new["from"]) == (shown["trackId"], shown["from"])
    assert len(deed.get("tracks", {}).get("added", [])) == tracks


@pytest.mark.spec("D-2")
def test_a_voice_gets_a_track_of_its_own_where_the_one_asked_for_goes_on():
    busy, free = (proposed(f"add a voiceover saying “hi” on the voice track at {second} s") for second in (5, 20))

    assert (added(busy)[0]["trackId"], added(free)[0]["trackId"]) == ("track-" + busy.plan.tag + "-2-1", "a2")
    assert "another" in busy.plan.summary


@pytest.mark.spec("D-2")
@pytest.mark.parametrize(
    ("say", "asset"), [("add background music", "as-theme"), ("add a picture of the logo", "as-logo")]
)
def test_what_the_library_has_is_not_made_again(say, asset):
    proposal = proposed(say)

    assert proposal.plan.est_credits == 0
    assert [item["assetId"] for item in added(proposal)] == [asset]


@pytest.mark.spec("D-2")
@pytest.mark.parametrize(
    "say",
    [
        "how do I add a picture of a harbour?",
        "do not add a picture of a harbour",
        "should I add calm piano music?",
        "what if we add a voiceover saying hello",
        "add more music",
        "add a fade to the music",
    ],
)
def test_nothing_is_made_that_was_not_asked_for(say):
    assert not any(step.step_class == "generate" for step in proposed(say).plan.steps)


@pytest.mark.spec("D-2")
@pytest.mark.parametrize("say", [say for say, *_ in PLACED if "interview" not in say])
def test_in_an_empty_composition_it_is_placed_all_the_same(say):
    bare = Composition.load(factories.document() | {"items": {}, "assets": {}, "tracks": [], "markers": []})
    proposal = proposed(say, bare)

    assert (proposal.valid, proposal.errors) == (True, [])
    [item] = added(proposal)
    assert item["durationInFrames"] >= 30


@pytest.mark.spec("K-15", "K-13", "D-2")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("say", "kind"),
    [
        ("add background music, calm piano", "audio"),
        ('narrate: "hello there" at 5 seconds', "audio"),
        ("generate a picture of a harbour and put it at the end", "image"),
    ],
)
def test_from_words_to_the_timeline_with_what_is_really_made_here(film, alice, say, kind):
    before = set(store.read(film).items)
    planned = actions.plan(alice, film.workspace, say, composition=film, tier=tier_of(alice, film.workspace))
    [shown] = planned.run.preview["preview"]["diff"]["items"]["added"]

    run = approve(planned.run, alice, card_of(planned.run), confirm=True)

    assert run.status == "done", run.verdict
    film.refresh_from_db()
    after = store.read(film)
    [new] = set(after.items) - before
    asset = Asset.objects.get(run_id=run.pk)
    assert (after.items[new]["assetId"], asset.kind) == (str(asset.pk), kind)
    assert (new, after.items[new]["from"]) == (shown["id"], shown["from"])
