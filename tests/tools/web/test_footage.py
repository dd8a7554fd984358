"""A clip on the timeline shows its media: stills out of the filmstrip and levels of the sound, where they are in time."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import reverse

from tests.reels import reel
from tests.tools.media.scenes import FILM, TONE, item, scene
from tools.models import StandIns
from tools.web.timeline import draw

pytestmark = pytest.mark.spec("M-04")
FILE, SOUND = str(UUID(int=1)), str(UUID(int=2))
STRIP = {"file": "filmstrip.jpg", "tiles": 10, "seconds": 1, "width": 96, "height": 72}
MEDIA = {FILE: {"filmstrip": STRIP, "waveform": {"file": "waveform.png"}}, SOUND: {}}


def drawn(media=MEDIA, **more):
    """A clip of four seconds from the second second of ten, over a sound, on a timeline of ten seconds."""
    assets = {FILE: {**FILM, "hasAudio": True, "durationSeconds": 10}, SOUND: {**TONE, "durationSeconds": 10}}
    clip, tone = item("video", 0, 100, FILE, at=50, **more), item("audio", 0, 250, SOUND)
    lanes = draw(scene([clip], [tone], assets=assets), span=250, media=media).lanes
    return lanes[0].clips[0], lanes[1].clips[0]


def tiles(clip):
    return [int(cell.box.split()[0]) // 96 for cell in clip.film.cells]


def test_the_stills_of_a_clip_are_those_of_its_own_seconds():
    clip, _ = drawn()
    assert tiles(clip) == [2, 3, 4, 4, 5]
    assert (clip.film.asset, clip.film.width, clip.film.height) == (UUID(FILE), 960, 72)
    assert [cell.x for cell in clip.film.cells] == ["0.000%", "20.000%", "40.000%", "60.000%", "80.000%"]


def test_a_faster_clip_shows_more_of_its_film():
    clip, _ = drawn(rate=[2, 1])
    assert tiles(clip) == [2, 4, 6, 7, 9]


@pytest.mark.parametrize("more", [{"reverse": True}, {"loop": True}, {"freeze": True}])
def test_what_is_not_shown_from_front_to_back_keeps_its_poster(more):
    clip, _ = drawn(**more)
    assert clip.film is None
    assert clip.poster == UUID(FILE)


def test_without_a_filmstrip_there_is_the_poster_and_without_a_waveform_the_drawing_of_before():
    clip, tone = drawn(media={})
    assert (clip.film, clip.wave, clip.poster) == (None, None, UUID(FILE))
    assert (tone.wave.drawn, tone.wave.x, tone.wave.width) == (False, "0.000%", "100.000%")


def test_levels_lie_where_they_are_heard_and_a_muted_clip_has_none():
    clip, _ = drawn()
    assert (clip.wave.drawn, clip.wave.x, clip.wave.width) == (True, "-50.000%", "250.000%")
    silent, _ = drawn(audio={"muted": True})
    assert silent.wave is None


@pytest.mark.django_db
def test_the_page_draws_what_there_is(client, alice, studio):
    row = reel(studio)
    film = studio.assets.get(name="film.mp4")
    StandIns.objects.update_or_create(asset=film, defaults={"files": {"filmstrip": {**STRIP, "tiles": 2}}})
    client.force_login(alice)
    page = client.get(reverse("composition", args=[row.pk])).content.decode()
    assert page.count(reverse("media-file", args=[film.pk, "filmstrip"])) == 2
    assert "style=" not in page
