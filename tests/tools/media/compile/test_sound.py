"""What the model says of a sound is what is heard: levels measured, lengths counted to the sample."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.tools.media import scenes
from tests.tools.media.scenes import FILM, TONE, item, scene, sounding
from tools.media import pieces, render
from tools.media.sources import Source

pytestmark = pytest.mark.spec("M-03")
ASSETS = dict.fromkeys(("half", "ramp", "mono", "loud", "wave"), TONE)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory) -> dict[str, Source]:
    folder = tmp_path_factory.mktemp("sounds")
    return {
        "half": sounding(folder / "half.wav", "0.5|0.5"),
        "mono": sounding(folder / "mono.wav", "0.5"),
        "ramp": sounding(folder / "ramp.wav", "t/2|t/2"),
        "loud": sounding(folder / "loud.wav", "0.9|0.9"),
        "wave": sounding(folder / "wave.wav", "0.5*sin(2*PI*440*t)|0.5*sin(2*PI*440*t)"),
    }


@pytest.fixture
def heard(shelf, tmp_path: Path):
    """The samples of a composition's sound, (2, count)."""

    def hear(*tracks, **head) -> np.ndarray:
        state = scene(*tracks, assets=ASSETS, **head)
        made = render.render(state, shelf, tmp_path / "out.wav", "wav", cache=tmp_path / "cache")
        return scenes.samples(made.path)

    return hear


def at(sound: np.ndarray, second: float) -> tuple[float, float]:
    """The level on both sides about a moment."""
    middle = int(second * 48000)
    left, right = np.abs(sound[:, max(0, middle - 100) : middle + 100]).mean(axis=1)
    return float(left), float(right)


def level(left: float, right: float | None = None):
    return pytest.approx((left, left if right is None else right), abs=0.02)


def test_a_sound_keeps_its_level_and_one_channel_is_heard_on_both_sides(heard):
    assert at(heard([item("audio", 0, 25, "half")]), 0.5) == level(0.5)
    assert at(heard([item("audio", 0, 25, "mono")]), 0.5) == level(0.5)


def test_volume_pan_and_mute(heard):
    assert at(heard([item("audio", 0, 25, "half", audio={"volumeDb": -6.02})]), 0.5) == level(0.25)
    assert at(heard([item("audio", 0, 25, "half", audio={"pan": -1})]), 0.5) == level(0.5, 0)
    assert at(heard([item("audio", 0, 25, "half", audio={"pan": 0.5})]), 0.5) == level(0.25, 0.5)
    assert at(heard([item("audio", 0, 25, "half", audio={"muted": True})]), 0.5) == level(0)
    assert at(heard([item("audio", 0, 25, "half", enabled=False)]), 0.5) == level(0)
    assert at(heard([item("audio", 0, 25, "half"), {"track": {"muted": True}}]), 0.5) == level(0)
    assert at(heard([item("audio", 0, 25, "half"), {"track": {"volumeDb": -6.02}}]), 0.5) == level(0.25)


def test_fades_rise_and_fall_in_a_straight_line(heard):
    sound = heard([item("audio", 0, 50, "half", audio={"fadeInFrames": 25, "fadeOutFrames": 10})])
    assert [at(sound, second)[0] for second in (0.25, 0.5, 1.2, 1.8)] == [
        pytest.approx(wanted, abs=0.02) for wanted in (0.125, 0.25, 0.5, 0.25)
    ]


def test_volume_follows_its_keyframes(heard):
    keys = {"kf": [{"f": 0, "v": -6.02, "e": "hold"}, {"f": 25, "v": 0, "e": "linear"}]}
    sound = heard([item("audio", 0, 50, "half", audio={"volumeDb": keys})])
    assert (at(sound, 0.5)[0], at(sound, 1.5)[0]) == pytest.approx((0.25, 0.5), abs=0.02)


def test_sounds_begin_where_they_lie_and_take_up_their_source_where_it_was_cut(heard):
    sound = heard([item("audio", 10, 10, "ramp", at=25), item("audio", 30, 10, "ramp", at=5)])
    assert sound.shape == (2, 40 * 1920)
    assert at(sound, 0.2) == level(0)
    assert at(sound, 0.6)[0] == pytest.approx((1 + 0.2) / 2, abs=0.02)
    assert at(sound, 1.0) == level(0)
    assert at(sound, 1.4)[0] == pytest.approx((0.2 + 0.2) / 2, abs=0.02)


def test_tracks_are_added_up_and_peaks_held_below_full_scale(heard):
    assert at(heard([item("audio", 0, 25, "half")], [item("audio", 0, 25, "ramp", at=20)]), 0.2)[0] > 0.85
    assert np.abs(heard([item("audio", 0, 25, "loud")], [item("audio", 0, 25, "loud")])).max() <= 1.0


def test_speed_and_direction(heard):
    # The ramp backward begins loud; a steady tone played twice as fast lasts half as long at the same pitch.
    backward = heard([item("audio", 0, 25, "ramp", reverse=True)])
    assert at(backward, 0.2)[0] > at(backward, 0.8)[0] + 0.2
    for keep, pitch in ((True, 440), (False, 880)):
        fast = heard([item("audio", 0, 20, "wave", rate=[2, 1], keepPitch=keep)])
        assert fast.shape == (2, 20 * 1920)
        found = np.abs(np.fft.rfft(fast[0, 4800:28800]))
        assert np.argmax(found) * 2 == pytest.approx(pitch, abs=6)


@pytest.mark.parametrize("more", [{}, {"reverse": True}])
@pytest.mark.parametrize(("rate", "frames"), [([10, 1], 2), ([13, 4], 5), ([1, 2], 5)])
def test_what_is_played_at_another_pace_is_heard_up_to_its_end(heard, rate, frames, more):
    sound = heard([item("audio", 0, frames, "wave", at=10, rate=rate, **more)])
    assert sound.shape == (2, frames * 1920)
    last = 240 if not more else 2400  # what would be heard before the beginning is not read
    assert np.abs(sound[:, -last - 960 : -last]).max() > 0.3


def test_a_transition_crosses_from_one_sound_to_the_other(heard):
    left, right = item("audio", 0, 20, "half"), item("audio", 20, 20, "half", at=10, audio={"volumeDb": -96})
    sound = heard([left, {"transition": "fade", "length": 10}, right])
    assert at(sound, 0.8)[0] == pytest.approx(0.25, abs=0.03)
    assert at(sound, 1.2) == level(0)


def test_the_master_fades_mutes_and_turns_down(heard):
    quiet = {"volumeDb": -6.02, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 10}
    sound = heard([item("audio", 0, 50, "half")], masterAudio=quiet)
    assert (at(sound, 1.0)[0], at(sound, 1.8)[0]) == pytest.approx((0.25, 0.125), abs=0.02)
    assert at(heard([item("audio", 0, 50, "half")], masterAudio={**quiet, "muted": True}), 1.0) == level(0)


def test_a_held_or_silent_film_is_silent_and_a_film_without_sound_does_no_harm(shelf, tmp_path: Path):
    film = scenes.counting(tmp_path / "film.mp4")
    row = [item("video", 0, 10, "film"), item("video", 10, 10, "half", freeze=True), item("video", 20, 10, "half")]
    state = scene(row, assets={"film": {**FILM, "hasAudio": True}, "half": {**FILM, "hasAudio": True}})
    made = render.render(state, {**shelf, "film": film}, tmp_path / "a.wav", "wav", cache=tmp_path / "cache")
    sound = scenes.samples(made.path)
    assert sound.shape == (2, 30 * 1920)
    assert at(sound, 0.5) == level(0)
    assert at(sound, 1.0) == level(0.5)


def test_a_cut_through_one_sound_is_not_heard_and_a_hard_one_is_softened(heard):
    through = heard([item("audio", 0, 20, "half"), item("audio", 20, 20, "half", at=20)])
    assert np.abs(through[0, 38000:38800]).min() == pytest.approx(0.5, abs=0.01)
    hard = heard([item("audio", 0, 20, "half"), item("audio", 20, 20, "half", at=3)])
    assert np.abs(hard[0, 38000:38800]).min() < 0.05


def effected(kind, **params):
    return item("audio", 0, 50, "wave", effects=[{"id": "e", "kind": kind, "params": params}])


def test_effects_on_sound(heard):
    plain = at(heard([item("audio", 0, 50, "wave")]), 1)[0]
    assert at(heard([effected("high-pass", frequency=4000)]), 1)[0] < plain / 4
    assert at(heard([effected("low-pass", frequency=60)]), 1)[0] < plain / 4
    assert at(heard([effected("compressor", thresholdDb=-30, ratio=10)]), 1)[0] < plain * 0.8
    assert np.abs(heard([effected("echo", delayMs=25, decay=0.5)]) - heard([item("audio", 0, 50, "wave")])).max() > 0.1
    assert heard([effected("denoise", amount=0.5)]).shape == (2, 50 * 1920)


def test_a_long_row_of_sounds_is_made_in_pieces_without_losing_a_sample(shelf, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(pieces, "SOUND_PIECES", 3)
    row = [item("audio", 7 * n, 7, "half", at=3 * (n % 5)) for n in range(10)]
    state = scene(row, assets=ASSETS, fps="30000/1001")
    made = render.render(state, shelf, tmp_path / "a.wav", "wav", cache=tmp_path / "cache")
    assert scenes.samples(made.path).shape == (2, round(70 * 48000 * 1001 / 30000))
