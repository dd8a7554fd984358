"""A film in a folder: whole or not at all, once, and never outside of the publishing folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.tools.providers.publishing.conftest import FILM, refused
from tools.capabilities.order import Halted
from tools.providers.publishing import folder
from tools.providers.publishing.folder import Folder

pytestmark = pytest.mark.spec("M-07")


def test_a_folder_gets_the_film_and_a_sheet_under_a_plain_name(settings, parcel):
    place, sent = Folder(path="films/finished"), parcel(title="../..//The Long Walk: Ünterwegs!")
    arrived = folder.deliver(place, sent)

    below = Path(settings.PUBLISH_ROOT) / "films/finished"
    [film, sheet] = sorted(below.iterdir(), key=lambda path: path.suffix, reverse=True)
    assert film.name == f"the-long-walk-ünterwegs-{sent.key[:16]}.mp4"
    assert film.read_bytes() == FILM
    assert json.loads(sheet.read_text()) | {"bytes": 0} == {
        "key": sent.key, "title": sent.title, "description": "What we saw.", "file": film.name, "bytes": 0
    }  # fmt: skip
    assert arrived.where == f"films/finished/{film.name}"
    assert folder.test(place)
    assert len(list(below.iterdir())) == 2


@pytest.mark.spec("K-31")
def test_a_folder_is_written_to_once_even_if_its_film_was_taken_away(settings, parcel):
    place = Folder(path="films")
    first = folder.deliver(place, parcel())
    film = Path(settings.PUBLISH_ROOT) / first.where
    changed = film.stat().st_mtime_ns
    assert folder.deliver(place, parcel()) == folder.find(place, parcel()) == first
    assert film.stat().st_mtime_ns == changed
    film.unlink()
    assert folder.deliver(place, parcel()) == first
    assert not film.exists()
    assert folder.find(place, parcel("another")) is None


@pytest.mark.spec("K-31")
def test_a_copy_that_was_cut_off_is_no_film_and_a_film_without_a_sheet_is_one(settings, parcel, monkeypatch):
    place, below = Folder(path="films"), Path(settings.PUBLISH_ROOT) / "films"

    def halt():
        raise Halted("cancelled")

    with pytest.raises(Halted):
        folder.deliver(place, parcel(check=halt))
    assert list(below.iterdir()) == []
    left_by_a_killed_one = below / f".{parcel().name}.part"
    left_by_a_killed_one.write_bytes(FILM[:1000])
    assert folder.find(place, parcel()) is None
    assert list(below.iterdir()) == []

    monkeypatch.setattr(folder, "_note", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        folder.deliver(place, parcel())
    monkeypatch.undo()
    settings.PUBLISH_ROOT = below.parent
    assert folder.find(place, parcel())
    assert len(list(below.iterdir())) == 2


@pytest.mark.parametrize(
    ("title", "begins"),
    [("नमस्ते दुनिया", "नमस्ते-दुनिया-"), ("𐌰𐌱" * 60, "𐌰𐌱"), ("¡¿...?!", "film-"), ("a\0b/../c\n", "a-b-c-")],
)
def test_a_film_is_named_in_any_script_and_at_any_length(settings, parcel, title, begins):
    arrived = folder.deliver(Folder(path="films"), parcel(title=title))
    film = Path(settings.PUBLISH_ROOT) / arrived.where
    assert (film.is_file(), film.parent.name, film.name.startswith(begins)) == (True, "films", True)


def test_a_folder_that_cannot_be_written_to_is_told_and_nothing_is_left(settings, parcel):
    Path(settings.PUBLISH_ROOT).mkdir()
    (Path(settings.PUBLISH_ROOT) / "films").write_text("a file of that name")
    for ask in (folder.test, lambda place: folder.deliver(place, parcel())):
        failure = refused(ask, Folder(path="films/finished"))
        assert (failure.kind, str(failure)) == ("transient", "The folder cannot be written to: Not a directory.")


@pytest.mark.parametrize("path", ["/etc", "..", "a/../..", "a/../../b", ".hidden", "", ".", "a\0b"])
def test_no_folder_is_outside_of_the_publishing_folder(path):
    with pytest.raises(ValidationError):
        Folder(path=path)


def test_no_link_leads_out_of_the_publishing_folder(settings, parcel, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    Path(settings.PUBLISH_ROOT).mkdir()
    (Path(settings.PUBLISH_ROOT) / "films").symlink_to(outside)
    assert refused(folder.deliver, Folder(path="films"), parcel()).kind == "bad_param"
    assert list(outside.iterdir()) == []
