"""A graph is a value: the same every time, only as large as its window, and without a stranger's words in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.media.scenes import FILM, item, scene, solid
from tools.media.compile import compile, size_for
from tools.media.compile.motion import expression
from tools.media.pieces import of_picture
from tools.media.sources import Source, Traits

pytestmark = pytest.mark.spec("M-03")
SEEN = Traits(picture=True, sound=True, width=64, height=48, fps=25, matrix="bt709")
FILMS = {"film": Source(Path("/media/film.mp4"), SEEN, digest="abc")}


def cuts(places, length=5):
    row = [item("video", length * n, length, "film", at=at) for n, at in enumerate(places)]
    return scene(row, assets={"film": {**FILM, "durationSeconds": 100}})


def test_the_same_window_is_the_same_graph_and_another_source_is_another():
    state = cuts([0, 50, 20])
    one, other = (compile(state, FILMS, 0, 15) for _ in range(2))
    assert one == other
    assert one.digest() == other.digest()
    changed = {"film": Source(Path("/media/film.mp4"), SEEN, digest="def")}
    assert compile(state, changed, 0, 15).digest() != one.digest()


def test_only_what_is_alive_in_the_window_is_read():
    graph = compile(cuts([0, 50, 20]), FILMS, 5, 5, sounds=False)
    assert len(graph.inputs) == 1
    assert graph.script.count("trim=start=") == 1


def test_what_lies_under_a_picture_that_fills_the_canvas_is_not_read():
    state = scene([item("video", 0, 5, "film")], [solid(0, 5, "#ffffff")], assets={"film": FILM})
    assert compile(state, FILMS, 0, 5, sounds=False).inputs == ()


def test_a_film_that_is_cut_in_its_own_order_is_decoded_once_and_otherwise_again():
    def reads(places):
        return len(compile(cuts(places), FILMS, 0, 5 * len(places), sounds=False).inputs)

    assert reads([0, 5, 12, 20]) == 1
    assert reads([20, 12, 5, 0]) == 4
    assert reads([0, 500]) == 2  # what lies between is longer to decode than to seek


def test_two_places_of_one_film_at_one_time_are_two_readings():
    row, over = item("video", 0, 10, "film"), item("video", 0, 10, "film", at=10, transform={"scale": 0.5})
    state = scene([row], [over], assets={"film": FILM})
    assert len(compile(state, FILMS, 0, 10, sounds=False).inputs) == 2


def test_pieces_are_cut_at_cuts_cover_all_and_open_few_files():
    state = cuts([(37 * n) % 2000 for n in range(100)], length=4)
    parts = of_picture(state, range(state.end))
    assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]
    assert (parts[0].start, parts[-1].stop) == (0, 400)
    assert all(part.start % 4 == 0 for part in parts)
    assert max(len(compile(state, FILMS, part.start, len(part), sounds=False).inputs) for part in parts) <= 16
    long = scene([solid(0, 2000, "#ffffff")])
    assert [len(part) for part in of_picture(long, range(2000))][:2] == [250, 250]


def test_a_piece_holds_few_layers_of_anything():
    tracks = [[solid(5 * n, 5, "#ffffff", transform={"scale": 0.5}) for n in range(20)] for _ in range(4)]
    state = scene(*tracks)
    parts = of_picture(state, range(state.end))
    assert [len(part) for part in parts] == [30, 30, 30, 10]


def test_words_are_never_in_the_script():
    graph = compile(scene([item("text", 0, 5, text="[evil];drawtext='x'")]), {}, 0, 5)
    assert "evil" not in graph.script
    assert all(name.isascii() and "'" not in name for name in graph.files)


def test_a_size_is_even_and_keeps_its_shape():
    assert size_for(scene([], size=(1920, 1080)), 361) == (640, 360)
    assert size_for(scene([], size=(1080, 1920)), 360) == (202, 360)


def test_an_expression_has_the_value_of_every_frame():
    values = [0.0, 1.0, 2.0, 2.0, 2.0, 7.5, 3.25, 3.0, 2.75]
    text = expression(values).strip("'").replace("lt(", "(lambda a, b: a < b)(").replace("if(", "(lambda c, a, b: a if c else b)(")  # fmt: skip
    assert [eval(text, {"n": n}) for n in range(len(values))] == pytest.approx(values, abs=1e-5)
