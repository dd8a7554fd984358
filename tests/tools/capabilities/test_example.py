"""“Cut the silences and add captions” on a real recording: planned with the exact ranges, and measured in the rendered file."""

from __future__ import annotations

import os
import re
from difflib import SequenceMatcher
from pathlib import Path

import av
import numpy as np
import pytest
from django.conf import settings

from agent import actions
from runs import actions as run_actions
from runs.cards import card_of
from runs.tiers import tier_of
from tests.tools.capabilities import shelf
from tools import store
from tools.media import render
from tools.media.analyse import levels, speech
from tools.media.analyse.silence import runs
from tools.sources import sources_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.samples, pytest.mark.spec("M-05", "K-14")]
SAID = (
    "Hello. This is an example video for your convenience and pleasure. You are allowed to use this voice for any purpose, "
    "including commercial uses, on the bottom right you can see the time. When the time reaches 40 seconds, I will say "
    "banana. Banana."
)
LONGEST_PAUSE = 0.6
"""Seconds: a margin on either side, and what is not worth a cut."""


@pytest.fixture
def example() -> Path:
    folder = Path(os.environ.get("GREENLIGHT_SAMPLES", settings.BASE_DIR.parent / "shared" / "samples")) / "media"
    if not (folder / "example.mp4").is_file():
        pytest.skip(f"there is no example.mp4 in {folder}; GREENLIGHT_SAMPLES names another")
    if not speech.available():
        pytest.skip("the extra “speech” is not installed")
    return folder / "example.mp4"


@pytest.fixture
def talk(studio, example):
    """A composition of the recording, 1272 frames at 30 a second."""
    asset = shelf.keep(studio, example)
    clip = {**shelf.item(asset, 0, 1272), "sourceIn": {"frame": 0, "fps": [30, 1]}}
    return store.create(studio, shelf.document([clip], assets=[asset], size=(320, 180), fps=(30, 1)))


def test_the_rendered_result_is_what_the_plan_said(studio, alice, talk, tmp_path: Path):
    tier = tier_of(alice, studio)
    planned = actions.plan(alice, studio, "cut the silences and add captions", composition=talk, tier=tier)
    assert planned.proposal.valid, planned.proposal.errors
    cut, captioned = planned.proposal.plan.steps
    ranges = [(one["from"], one["to"]) for one in cut.params["ranges"]]
    assert cut.sentence == f"Cuts 4 silences, {sum(b - a for a, b in ranges) / 30:.1f} s, out of “example.mp4”."
    expected = [
        (24, 34),
        (395, 410),
        (522, 1194),
        (1220, 1272),
    ]  # by ear: 0.8–1.1, 13.2–13.7, 17.4–39.8 and from 40.7 s on
    assert np.abs(np.array(ranges) - expected).max() <= 2
    heard = _words(" ".join(cue["text"] for cue in captioned.params["cues"]))
    assert SequenceMatcher(None, heard, _words(SAID), autojunk=False).ratio() >= 0.95, heard

    done = run_actions.approve(planned.run, alice, card_of(planned.run))
    assert done.status == "done", done.verdict
    talk.refresh_from_db()
    state = store.read(talk)
    assert state.end == 1272 - sum(stop - start for start, stop in ranges)
    assert _cues(state) == _bare(captioned.params["cues"])

    made = render.render(state, sources_of(studio.pk, state), tmp_path / "talk.mp4", cache=tmp_path / "cache")
    heard = levels.read(levels.measured(made.path, "talk.mp4"))
    loud = heard <= 56  # -28 dB
    _measured(made, state.end)
    pauses = [(stop - start) / levels.RATE for start, stop in runs(~loud)]
    assert max(pauses) <= LONGEST_PAUSE + 2 / 30, pauses
    onsets = [start / levels.RATE for start, stop in runs(loud)]
    for cue in captioned.params["cues"]:
        assert min(abs(cue["startMs"] / 1000 - onset) for onset in onsets) <= 0.3, cue
    banana = captioned.params["cues"][-1]["startMs"] / 1000
    last = [start for start, stop in runs(_joined(loud)) if stop - start > 10][-1] / levels.RATE
    assert abs(banana - last) <= 0.3


def _measured(made: render.Rendered, frames: int) -> None:
    """As many frames as the composition has, and as many samples as they last."""
    assert (made.frames, made.samples) == (frames, frames * 1600)
    with av.open(str(made.path)) as file:
        assert sum(1 for _ in file.decode(video=0)) == frames
    with av.open(str(made.path)) as file:
        sound = file.streams.audio[0]
        assert sound.duration is not None
        assert sound.duration * sound.time_base == pytest.approx(frames / 30, abs=1 / 48000)


def _words(text: str) -> list[str]:
    """What is compared: the weights round differently from processor to processor, and with them a comma or a small word."""
    return re.findall(r"\w+", text.lower())


def _joined(loud: np.ndarray) -> np.ndarray:
    """Breaks within a word closed."""
    whole = loud.copy()
    for start, stop in runs(~loud):
        if stop - start < 20:
            whole[start:stop] = True
    return whole


def _cues(state) -> list[dict]:
    [item] = [item for item in state.items.values() if item["type"] == "captions"]
    return _bare(item["cues"])


def _bare(cues) -> list[dict]:
    return [{name: cue[name] for name in ("startMs", "endMs", "text")} for cue in cues]


@pytest.mark.spec("S-11")
def test_a_word_that_is_cut_by_name_is_not_heard_any_more_and_its_neighbours_are(studio, alice, talk, tmp_path: Path):
    tier = tier_of(alice, studio)
    asked = actions.plan(alice, studio, "cut the word banana", composition=talk, tier=tier).proposal
    assert asked.question.question.startswith("“banana” is said 2 times: 0:16 “")
    planned = actions.plan(alice, studio, "cut the word banana (every time)", composition=talk, tier=tier)
    [cut] = planned.proposal.plan.steps
    ranges = [(one["from"], one["to"]) for one in cut.params["ranges"]]
    assert np.abs(np.array(ranges) - [(502, 522), (1196, 1217)]).max() <= 2, "by ear: 16.73–17.3, 39.96–40.5 s"

    run_actions.approve(planned.run, alice, card_of(planned.run), wait=True)
    talk.refresh_from_db()
    state = store.read(talk)
    assert state.end == 1272 - sum(stop - start for start, stop in ranges)

    made = render.render(state, sources_of(studio.pk, state), tmp_path / "talk.mp4", cache=tmp_path / "cache")
    _measured(made, state.end)
    heard = levels.read(levels.measured(made.path, "talk.mp4"))
    say = ranges[0][0] / 30
    assert heard[round((say + 1 / 30) * levels.RATE) :].min() > 80, "below -40 dB: nothing of either banana is left"
    assert heard[round((say - 0.3) * levels.RATE) : round(say * levels.RATE)].min() < 56, "“say” is as loud as it was"
    again = speech.measured(made.path, "talk.mp4", speech.weights("", settings.DATA_DIR / "models"))
    told = _words(" ".join(word["t"] for word in again["words"]))
    assert (told[-2:], "banana" in told) == (["will", "say"], False)
