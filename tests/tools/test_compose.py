"""A first composition: pictures in a row, sounds below, in the size and at the rate of the first video."""

from __future__ import annotations

import pytest

from tools import store
from tools.compose import add, compose
from tools.models import Asset

pytestmark = pytest.mark.django_db

VIDEO = {"kind": "video", "hasVideo": True, "hasAudio": True, "durationSeconds": 2.0, "vfr": False, "rotation": 0}


@pytest.fixture
def asset(studio):
    """Make an asset of facts, without its files."""

    def made(name: str, **facts) -> Asset:
        count = Asset.objects.count()
        facts = {"name": name, **facts}
        return Asset.objects.create(
            workspace=studio, name=name, kind=facts["kind"], sha256=f"{count:064}", size=1, path="x", facts=facts
        )

    return made


def test_pictures_lie_in_a_row_and_sounds_below(studio, alice, asset):
    assets = [
        asset("a.jpg", kind="image", hasVideo=True, hasAudio=False, width=4000, height=3000),
        asset("b.mp4", **VIDEO, width=1281, height=721, fps=[30000, 1001]),
        asset("c.mp3", kind="audio", hasVideo=False, hasAudio=True, durationSeconds=9.5),
        asset("d.mp4", **VIDEO, width=640, height=480, fps=[25, 1]),
    ]
    row = compose(studio, assets, "Holiday", alice)
    state = store.read(row)
    assert (row.name, row.workspace, row.revisions.get().author) == ("Holiday", studio, alice)
    assert (state.width, state.height, state.head["fps"]) == (1282, 722, [30000, 1001])
    placed = {item["name"]: (item["trackId"], item["from"], item["durationInFrames"]) for item in state.items.values()}
    assert placed == {
        "a.jpg": ("v1", 0, 150),
        "b.mp4": ("v1", 150, 59),
        "d.mp4": ("v1", 209, 59),
        "c.mp3": ("a1", 0, 284),
    }
    assert {id: dict(kept) for id, kept in state.assets.items()} == {str(one.pk): one.document() for one in assets}


def test_an_uneven_rate_is_nobodys_rate(studio, asset):
    phone = asset("phone.mp4", **VIDEO | {"vfr": True}, width=720, height=1280, fps=[7028, 669])
    state = store.read(compose(studio, [phone], "Phone"))
    assert (state.head["fps"], state.width, state.height) == ([30, 1], 720, 1280)


def test_a_speck_does_not_set_the_size(studio, asset):
    speck = asset("speck.mp4", **VIDEO, width=1, height=1, fps=[1, 1])
    film = asset("film.mp4", **VIDEO, width=640, height=360, fps=[24, 1])
    state = store.read(compose(studio, [speck, film], "Both"))
    assert (state.width, state.height, state.head["fps"]) == (640, 360, [24, 1])
    alone = store.read(compose(studio, [speck], "Speck"))
    assert (alone.width, alone.height) == (1920, 1080)


def test_sounds_alone_and_nothing_at_all_make_a_composition(studio, asset):
    tone = asset("tone.wav", kind="audio", hasVideo=False, hasAudio=True, durationSeconds=1)
    assert store.read(compose(studio, [tone], "Sound")).end == 30
    assert store.read(compose(studio, [], "Empty")).end == 0


@pytest.mark.spec("M-02")
def test_a_still_that_is_added_goes_to_the_end_and_a_sound_under_the_start(studio, alice, asset):
    clip = asset("b.mp4", **VIDEO, width=1280, height=720, fps=[30, 1])
    row = compose(studio, [clip], "Holiday", alice)
    for more in (
        asset("a.jpg", kind="image", hasVideo=True, hasAudio=False, width=400, height=300),
        asset("c.mp3", kind="audio", hasVideo=False, hasAudio=True, durationSeconds=9),
    ):
        add(row, more, by=alice)
        row.refresh_from_db()
    placed = {item["name"]: (item["trackId"], item["from"]) for item in store.read(row).items.values()}
    assert placed == {"b.mp4": ("v1", 0), "a.jpg": ("v1", 60), "c.mp3": ("a1", 0)}
