"""auto.reframe changes the shape and keeps faces in it, as keyframes that can be edited; without faces it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.capabilities import shelf
from tools import analysis
from tools.capabilities.auto_reframe import expand
from tools.composition import evaluate
from tools.registry.expansion import CannotExpand

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-14"), pytest.mark.spec("M-05")]
SIZE = (640, 360)
LOOKS: list = []


def face(x: float) -> list[float]:
    return [x - 0.05, 0.3, 0.1, 0.2]


@pytest.fixture
def talk(studio, tmp_path: Path, monkeypatch):
    """A film of 640×360 in which faces are where `LOOKS` says."""
    way = analysis.Way(lambda asset, language, check: {"looks": LOOKS}, lambda seconds: 1, lambda language: "")
    monkeypatch.setitem(analysis.WAYS, "faces", way)
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    LOOKS.clear()
    return shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4", size="640x360"))


def reframed(studio, doc, aspect="9:16"):
    occasion = shelf.occasion(studio, doc)
    found = expand({"aspect": aspect}, occasion)
    requests = [{"kind": "command", "op": part.tool, "params": part.params} for part in found.parts]
    return found, evaluate(occasion.state, {"kind": "batch", "requests": requests}).state


def test_a_face_at_the_side_is_brought_to_the_middle(studio, talk):
    LOOKS.extend([n / 5, [face(0.7)]] for n in range(40))
    found, after = reframed(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE))
    assert (after.width, after.height) == (360, 640)
    transform = after.items["a"]["transform"]
    assert transform["fit"] == "cover"
    drawn = 640 * 640 / 360  # the picture covers the canvas
    assert transform["x"] == round(-0.2 * drawn)
    assert found.parts[-1].found == "Keeps the face in “talk.mp4” in the frame."


def test_no_edge_of_the_picture_shows_however_far_out_the_face_is(studio, talk):
    LOOKS.extend([n / 5, [face(0.97)]] for n in range(40))
    _, after = reframed(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE))
    assert after.items["a"]["transform"]["x"] == -round((640 * 640 / 360 - 360) / 2)


def test_a_face_that_walks_is_followed_with_keyframes(studio, talk):
    LOOKS.extend([n / 5, [face(0.3 + 0.01 * n)]] for n in range(40))
    found, after = reframed(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE))
    keys = after.items["a"]["transform"]["x"]["kf"]
    assert len(keys) == 2
    assert keys[0]["f"] == 0
    assert keys[0]["v"] > 0 > keys[-1]["v"]
    assert "2 keyframes" in found.parts[-1].found


def test_at_a_cut_the_frame_jumps_and_does_not_slide(studio, talk):
    LOOKS.extend([n / 5, [face(0.3 if n < 20 else 0.7)]] for n in range(40))
    _, after = reframed(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE))
    first, second = after.items["a"]["transform"]["x"]["kf"]
    assert (first["e"], second["f"]) == ("hold", 100)


def test_only_the_part_that_a_clip_plays_counts(studio, talk):
    LOOKS.extend([n / 5, [face(0.3 if n < 20 else 0.7)]] for n in range(40))
    _, after = reframed(studio, shelf.document([shelf.item(talk, 0, 50, at=125)], assets=[talk], size=SIZE))
    assert after.items["a"]["transform"]["x"] == round(-0.2 * 640 * 640 / 360)


def test_where_there_is_no_face_or_nothing_finds_one_it_is_the_middle_and_it_is_said(studio, talk, monkeypatch):
    doc = shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE)
    found, after = reframed(studio, doc)
    assert found.said == "No face was found in “talk.mp4”: framed on the middle."
    assert after.items["a"]["transform"]["x"] == 0
    monkeypatch.undo()
    monkeypatch.setattr(analysis.faces, "network", lambda: None)
    analysis.Analysis.objects.all().delete()
    found, after = reframed(studio, doc)
    assert "Install the extra “faces”" in found.said
    assert (after.width, after.height) == (360, 640)


def test_a_film_that_was_placed_by_hand_stays_where_it_was_put(studio, talk):
    LOOKS.extend([n / 5, [face(0.7)]] for n in range(40))
    small = shelf.item(talk, 0, 200)
    small["transform"] = {**small["transform"], "scale": 0.3, "x": 100}
    found, _ = reframed(studio, shelf.document([small], assets=[talk], size=SIZE))
    assert [part.tool for part in found.parts] == ["setCompositionSize"]


@pytest.mark.parametrize(("aspect", "size"), [("1:1", (360, 360)), ("16:9", (640, 360)), ("4:5", (360, 450)), ("2.35:1", (846, 360))])  # fmt: skip
def test_sides_are_even_and_the_shorter_one_stays(studio, talk, aspect, size):
    _, after = reframed(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk], size=SIZE), aspect)
    assert (after.width, after.height) == size


def test_what_is_no_shape_is_refused(studio, talk):
    for aspect in ("0:1", "1:0", "100:1"):
        with pytest.raises(CannotExpand, match="no shape"):
            expand({"aspect": aspect}, shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 9)], assets=[talk])))
