"""Taking media in: a row with its files, or a reason and nothing left behind."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from PIL import Image

from tests import clips, factories
from tools.access import TierForbids
from tools.ingest import Refused, Taken, ingest, taking
from tools.models import Asset

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


def kept() -> list[Path]:
    """Every file below MEDIA_ROOT, and every folder in a workspace's folder."""
    root = Path(settings.MEDIA_ROOT)
    return sorted(path for path in root.rglob("*") if path.is_file() or len(path.relative_to(root).parts) > 1)


@pytest.fixture(scope="session")
def film(tmp_path_factory) -> Path:
    return clips.film(tmp_path_factory.mktemp("film") / "My film.MP4")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    Image.new("RGB", (40, 30), "green").save(path)
    return path


def test_a_film_becomes_an_asset_with_its_facts_its_copy_and_its_poster(studio, alice, film):
    [taken] = ingest(studio, [film], alice)
    assert isinstance(taken, Taken)
    row = Asset.objects.get()
    assert taken.asset == row
    assert (row.workspace, row.name, row.kind, row.size) == (studio, "My film.MP4", "video", film.stat().st_size)
    assert row.sha256 == hashlib.sha256(film.read_bytes()).hexdigest()
    assert row.document() | {"durationSeconds": 1.0, "width": 64, "height": 48, "name": "My film.MP4"} == row.document()
    home = Path(settings.MEDIA_ROOT) / str(studio.pk) / str(row.pk)
    assert Path(settings.MEDIA_ROOT) / row.path == home / "original.mp4"
    assert (home / "original.mp4").read_bytes() == film.read_bytes()
    with Image.open(Path(settings.MEDIA_ROOT) / row.poster) as poster:
        assert poster.format == "JPEG"


def test_the_same_content_is_kept_once_in_a_workspace_and_apart_in_another(studio, alice, film, tmp_path):
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(film.read_bytes())
    first, second = ingest(studio, [film, copy], alice)
    assert (first.again, second.again) == (False, True)
    assert second.asset == first.asset
    files = kept()
    assert ingest(studio, [film], alice)[0].again
    assert kept() == files
    elsewhere = factories.workspace("Elsewhere")
    [other] = ingest(elsewhere, [film])
    assert not other.again
    assert other.asset.pk != first.asset.pk


def test_a_folder_is_taken_in_order_without_what_is_hidden(studio, film, photo, tmp_path):
    folder = tmp_path / "clips"
    (folder / "deep").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for path in ("b.mp4", ".DS_Store", "deep/c.mp4", ".hidden/d.mp4"):
        (folder / path).write_bytes(film.read_bytes() + path.encode())
    (folder / "a.png").write_bytes(photo.read_bytes())
    (folder / "notes.txt").write_text("remember")
    answers = ingest(studio, [folder])
    assert [answer.path.name for answer in answers] == ["a.png", "b.mp4", "notes.txt", "c.mp4"]
    assert [bool(answer.asset) for answer in answers] == [True, True, False, True]
    refused = answers[2]
    assert isinstance(refused, Refused)
    assert (refused.code, "“notes.txt”" in refused.reason) == ("NOT_MEDIA", True)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "MEDIA_EMPTY"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "NOT_MEDIA"),
        (b"\0\0\0\x20ftypisom" * 9, "MEDIA_INCOMPLETE"),
    ],
    ids=["empty", "hostile", "cut off"],
)
def test_a_refused_file_leaves_nothing(studio, tmp_path, content, code):
    path = tmp_path / "clip.mp4"
    path.write_bytes(content)
    [refused] = ingest(studio, [path])
    assert refused.code == code
    assert "“clip.mp4”" in refused.reason
    assert not Asset.objects.exists()
    assert kept() == []


def test_a_path_that_is_no_file_is_refused(studio, tmp_path):
    os.mkfifo(tmp_path / "pipe.mp4")
    absent, pipe = ingest(studio, [tmp_path / "absent.mp4", tmp_path / "pipe.mp4"])
    assert (absent.code, pipe.code) == ("MEDIA_MISSING", "MEDIA_MISSING")
    assert "there is no such file" in absent.reason
    assert kept() == []


def test_a_file_over_the_limit_is_refused_before_it_is_copied_whole(studio, film, settings):
    settings.MEDIA_MAX_BYTES = 1000
    [refused] = ingest(studio, [film])
    assert (refused.code, "1 kB" in refused.reason) == ("MEDIA_TOO_LARGE", True)
    assert kept() == []


def test_a_failure_half_way_leaves_neither_row_nor_files(studio, film, monkeypatch):
    monkeypatch.setattr(Asset, "save", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        ingest(studio, [film])
    assert not Asset.objects.exists()
    assert kept() == []


def test_a_full_disk_is_a_refusal_that_leaves_nothing(studio, film, monkeypatch):
    def full(coming):
        coming.original.write_bytes(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(taking, "_copy", full)
    [refused] = ingest(studio, [film])
    assert (refused.code, "no space left on device" in refused.reason) == ("MEDIA_NOT_KEPT", True)
    assert not Asset.objects.exists()
    assert kept() == []


def test_a_file_that_may_not_be_read_is_refused(studio, film, monkeypatch):
    def closed(path, mode):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", closed)
    [refused] = ingest(studio, [film])
    assert (refused.code, "permission denied" in refused.reason) == ("MEDIA_MISSING", True)
    monkeypatch.undo()
    assert kept() == []


def test_two_who_take_the_same_content_at_once_get_one_asset(studio, film, monkeypatch):
    looked = taking.probe

    def overtaken(path, name, **how):
        facts = looked(path, name, **how)
        digest = hashlib.sha256(film.read_bytes()).hexdigest()
        Asset.objects.create(workspace=studio, name="theirs.mp4", kind="video", sha256=digest, size=1, path="theirs")
        return facts

    monkeypatch.setattr(taking, "probe", overtaken)
    [taken] = ingest(studio, [film])
    assert (taken.again, taken.asset.name) == (True, "theirs.mp4")
    assert Asset.objects.count() == 1
    assert kept() == []


@pytest.mark.django_db(transaction=True)
def test_it_will_not_run_inside_a_transaction_that_could_take_the_row_back(film):
    studio = factories.workspace()
    with pytest.raises(RuntimeError), transaction.atomic():
        ingest(studio, [film])
    assert not Asset.objects.exists()
    assert kept() == []


@pytest.mark.spec("K-19", "X-04")
def test_only_who_may_change_things_may_add_to_them(studio, bob, film):
    viewer = factories.person("vera", studio, role="viewer")
    for person in (viewer, bob):
        with pytest.raises(TierForbids):
            ingest(studio, [film], person)
    assert not Asset.objects.exists()
    assert kept() == []


def test_a_name_is_kept_readable_and_never_used_as_a_path(studio, film, tmp_path):
    names = {"-rf.html": "-rf.html", "e\u0301te\u0301 🎬.mp4": "été 🎬.mp4", "a\u202egpj.mp4": "a�gpj.mp4"}
    names |= {
        "👩\u200d👧 می\u200cخواهم.mp4": "👩\u200d👧 می\u200cخواهم.mp4",
        "a\nb\u2028c\x1b[31m.mp4": "a�b�c�[31m.mp4",
    }
    for name in names:
        (tmp_path / name).write_bytes(film.read_bytes() + name.encode())
    long = "x" * 251 + ".mp4"
    (tmp_path / long).write_bytes(film.read_bytes())
    answers = ingest(studio, [tmp_path / name for name in [*names, long]])
    assert [answer.asset.name for answer in answers] == [*names.values(), long]
    assert {Path(answer.asset.path).name for answer in answers} == {"original", "original.mp4"}


def test_a_name_that_is_not_unicode_is_taken(studio, film, tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.mp4"
    Path(os.fsdecode(path)).write_bytes(film.read_bytes())
    [taken] = ingest(studio, [os.fsdecode(path)])
    assert taken.asset.name == "caf�.mp4"


@pytest.mark.samples
@pytest.mark.spec("M-02")
def test_real_media_are_taken_and_subtitles_are_not(studio):
    folder = Path(os.environ.get("GREENLIGHT_SAMPLES", settings.BASE_DIR.parent / "shared" / "samples")) / "media"
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder}; GREENLIGHT_SAMPLES names another")
    answers = {answer.path.name: answer for answer in ingest(studio, [folder])}
    refused = {name: answer.code for name, answer in answers.items() if isinstance(answer, Refused)}
    assert refused == {"subtitles.srt": "NOT_MEDIA"}
    facts = {name: answer.asset.facts for name, answer in answers.items() if answer.asset}
    expected = {
        "fire2.mp4": {"rotation": 180, "vfr": True, "durationSeconds": 2.379767, "width": 1280, "height": 720},
        "SAR-2by3.mp4": {"width": 427, "height": 360, "fps": [30, 1]},
        "no_duration.webm": {"durationSeconds": 4.938, "fps": [15000, 1001]},
        "smpte-2997.mp4": {"fps": [25, 1], "durationSeconds": 10.04, "vfr": False},
        "example.mp4": {"durationSeconds": 42.4, "audioRate": 48000, "channels": 2},
        "vacation_2017.jpg": {"kind": "image", "width": 2560, "height": 1440},
        "mono.mp3": {"kind": "audio", "channels": 1, "hasVideo": False},
        "-video-with-dash-.mp4": {"kind": "video", "fps": [1, 1], "durationSeconds": 5.0},
    }
    for name, some in expected.items():
        assert facts[name] | some == facts[name], name
    for answer in answers.values():
        if answer.asset:
            assert (Path(settings.MEDIA_ROOT) / answer.asset.poster).stat().st_size > 300
