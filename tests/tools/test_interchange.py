"""Exchange as a person does it: in their workspace, within their tier, matched with their media, and nothing beyond."""

from __future__ import annotations

import hashlib
import zipfile

import pytest

from tests import factories
from tools import handover, history, interchange, store
from tools.access import TierForbids
from tools.media.interchange import InterchangeError, NothingInIt, TooMuch, UnknownFormat
from tools.models import Asset, Composition

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-06")]
SRT = b"1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:01,500 --> 00:00:03,000\ntwo\n"
EDL = b"TITLE: T\n001 TAPE V C 00:00:01:00 00:00:02:00 00:00:00:00 00:00:01:00\n* FROM CLIP NAME: interview.mp4\n"


def asset(workspace, name="interview.mp4", content=b"film", settings=None) -> Asset:
    facts = {"kind": "video", "name": name, "hasVideo": True, "hasAudio": True, "durationSeconds": 60}
    row = Asset(workspace=workspace, name=name, kind="video", facts=facts, size=len(content))
    row.sha256, row.path = hashlib.sha256(content).hexdigest(), f"{workspace.pk}/{row.pk}/original.mp4"
    row.save()
    if settings:
        path = settings.MEDIA_ROOT / row.path
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    return row


def of_assets(workspace, *rows: Asset) -> Composition:
    """The four clips, of these files in place of their own."""
    document = factories.document()
    for id, row in zip(list(document["assets"]), rows, strict=False):
        document["assets"][str(row.pk)] = row.document()
        del document["assets"][id]
        for item in document["items"].values():
            if item.get("assetId") == id:
                item["assetId"] = str(row.pk)
    return store.create(workspace, document)


def test_a_timeline_becomes_a_composition_that_says_where_it_came_from(studio, alice):
    mine = asset(studio)
    made, report = interchange.take_timeline(studio, "cut.edl", EDL, by=alice)
    state = store.read(made)
    assert list(state.assets) == [str(mine.pk)]
    assert (made.workspace, report.lost) == (studio, [])
    told = state.head["metadata"][interchange.KEPT]
    assert (told["file"], told["format"], told["assumed"]) == ("cut.edl", "edl", report.assumed)
    assert made.revisions.get().author == alice


def test_media_of_another_workspace_are_never_found(studio, alice, bob):
    asset(bob.workspaces.get())
    made, report = interchange.take_timeline(studio, "cut.edl", EDL, by=alice)
    [found] = store.read(made).assets.values()
    assert (found["id"], found["offline"]) == ("offline-1", True)
    assert "“interview.mp4” is not in this workspace" in report.lost[0]


def test_a_film_goes_out_and_comes_back_into_its_workspace_as_it_was(studio, alice):
    film = of_assets(studio, asset(studio))
    out = interchange.export(film, "otio", by=alice)
    made, _ = interchange.take_timeline(studio, out.name, out.text.encode(), by=alice)
    before, after = store.read(film).dump(), store.read(made).dump()
    offline = {id for id, one in after["assets"].items() if one.pop("offline", False)}
    assert offline == set(before["assets"]) - {str(studio.assets.get().pk)}
    del after["metadata"][interchange.KEPT]
    assert after == before


def test_a_film_comes_into_another_workspace_by_the_content_of_its_files(studio, alice, bob):
    theirs = bob.workspaces.get()
    film, there = of_assets(studio, asset(studio)), asset(theirs, "renamed.mp4")
    out = interchange.export(film, "otio", by=alice)
    made, _ = interchange.take_timeline(theirs, out.name, out.text.encode(), by=bob)
    assert store.read(made).items["clip-a"]["assetId"] == str(there.pk)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("cut.doc", b"x", "ends in none of .otio"),
        ("cut.xml", b"<html/>", "“cut.xml” was not taken in"),
        ("cut.otio", b"\xff\xfe\x00", "“cut.otio” was not taken in"),
        ("words.srt", SRT, "holds captions, no timeline"),
        ("cut.otio", b" " * 32_000_001, "larger than 32 MB"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_and_leaves_nothing(studio, alice, name, data, why):
    with pytest.raises(InterchangeError, match=why):
        interchange.take_timeline(studio, name, data, by=alice)
    assert not studio.compositions.exists()


def test_captions_are_one_change_that_can_be_undone(film, alice):
    before = store.read(film).dump()
    taken = interchange.take_captions(film, "words.srt", SRT, by=alice, at=30)
    state = store.read(film)
    rows = [item for item in state.items.values() if item["type"] == "captions"]
    assert (taken.cues, taken.revision, film.head) == (2, 2, 2)
    assert sorted((item["from"], len(item["cues"])) for item in rows) == [(30, 1), (30, 1)]
    assert taken.report.assumed == ["Cues overlap: they lie on 2 tracks."]
    assert history.undo(film).state.dump() == before


def test_a_viewer_takes_nothing_in_and_may_look(film, studio):
    vera = factories.person("vera", studio, role="viewer")
    with pytest.raises(TierForbids):
        interchange.take_captions(film, "words.srt", SRT, by=vera)
    with pytest.raises(TierForbids):
        interchange.take_timeline(studio, "cut.edl", EDL, by=vera)
    film.refresh_from_db()
    assert (film.head, studio.compositions.count()) == (1, 1)
    assert interchange.export(film, "edl", by=vera).name == "Test film.edl"


def test_a_captions_file_for_an_older_revision_is_refused(film, alice):
    with pytest.raises(store.RevisionMoved):
        interchange.take_captions(film, "words.srt", SRT, by=alice, expected=7)
    film.refresh_from_db()
    assert film.head == 1


def test_an_unknown_format_is_refused(film, alice):
    with pytest.raises(UnknownFormat, match="otio, fcp7"):
        interchange.export(film, "aaf", by=alice)


def test_no_path_of_this_machine_is_in_an_export(studio, alice, settings):
    film = of_assets(studio, asset(studio, settings=settings))
    for one in ("otio", "fcp7", "fcpxml", "edl"):
        text = interchange.export(film, one, by=alice).text
        assert "media/interview.mp4" in text
        assert str(settings.MEDIA_ROOT) not in text
        assert "original.mp4" not in text


def test_a_hand_over_holds_everything_and_says_what_it_could_not_hold(studio, alice, settings):
    mine = asset(studio, settings=settings)
    twin = asset(studio, "INTERVIEW.mp4", b"another", settings)
    film = of_assets(studio, mine, twin)
    interchange.take_captions(film, "words.srt", SRT, by=alice)
    packed = handover.handover(film, by=alice, target="premiere")
    with packed.file, zipfile.ZipFile(packed.file) as zip:
        names = set(zip.namelist())
        assert zip.testzip() is None
        assert zip.read("media/interview-2.mp4") == b"film"
        assert zip.read("media/INTERVIEW.mp4") == b"another"
        report = zip.read("report.txt").decode()
        assert b"media/interview-2.mp4" in zip.read("timeline.otio")
    assert names >= {"timeline.otio", "timeline.xml", "timeline.fcpxml", "captions.srt", "captions.vtt", "captions.ass"}
    assert {name for name in names if name.endswith(".edl")} == {"V1 Main.edl", "V2 Overlay.edl"}
    assert "“Title” (text) has no place in FCPXML" not in report
    assert "timeline.xml\n  Lost: " in report
    assert "not in this workspace, so not in the folder media" in report
    assert packed.name == "Test film.zip"


def test_a_hand_over_never_leaves_the_folder_of_media(studio, alice, settings):
    row = asset(studio, settings=settings)
    Asset.objects.filter(pk=row.pk).update(path="../../../../etc/hostname")
    packed = handover.handover(of_assets(studio, row), by=alice)
    with packed.file, zipfile.ZipFile(packed.file) as zip:
        assert not [name for name in zip.namelist() if name.startswith("media/")]


def test_a_hand_over_of_a_foreign_asset_s_id_does_not_hold_its_file(studio, alice, bob, settings):
    theirs = asset(bob.workspaces.get(), settings=settings)
    packed = handover.handover(of_assets(studio, theirs), by=alice)
    with packed.file, zipfile.ZipFile(packed.file) as zip:
        assert not [name for name in zip.namelist() if name.startswith("media/")]


def test_a_hand_over_has_bounds(studio, alice, monkeypatch, settings):
    film = of_assets(studio, asset(studio, settings=settings))
    monkeypatch.setattr(handover, "MOST_BYTES", 3)
    with pytest.raises(TooMuch):
        handover.handover(film, by=alice)
    empty = store.create(studio, {**factories.document(), "items": {}, "tracks": []})
    with pytest.raises(NothingInIt):
        handover.handover(empty, by=alice)
