"""A file that comes in pieces: continued where it broke off, checked when all is here, and never half there."""

from __future__ import annotations

import fcntl
import hashlib
import io
from pathlib import Path

import pytest

from tests import factories
from tools.access import TierForbids
from tools.ingest import places, uploads, work
from tools.ingest import room as space
from tools.media import refusals
from tools.models import Asset, StandIns, Upload

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


@pytest.fixture
def send(studio, alice):
    """Announce a file and send some of its pieces."""

    def sent(content: bytes, *cuts: int, name: str = "clip.mp4", sha256: str = "") -> Upload:
        upload = uploads.begin(studio, name, len(content), sha256, by=alice)
        for start, stop in zip((0, *cuts), cuts, strict=False):
            upload = uploads.receive(upload, start, io.BytesIO(content[start:stop]))
        return upload

    return sent


def test_pieces_become_an_asset_with_what_stands_in_for_it(studio, clip, send, rung):
    content = clip.read_bytes()
    upload = send(content, 1000, 5000, len(content), name="Ünïcode 映画 🎬.mp4")
    assert (upload.state, upload.received, rung) == ("checking", len(content), [upload.pk])

    work.do(upload.pk)
    upload.refresh_from_db()
    asset = Asset.objects.get()
    assert (upload.state, upload.asset, upload.reason) == ("ready", asset, "")
    assert (asset.name, asset.sha256, asset.facts["kind"]) == (
        "Ünïcode 映画 🎬.mp4", hashlib.sha256(content).hexdigest(), "video"
    )  # fmt: skip
    assert (places.root() / asset.path).read_bytes() == content
    assert list(places.incoming().iterdir()) == []

    assert rung[1:] == [asset.pk]
    work.do(asset.pk)
    stand_ins = StandIns.objects.get()
    assert (stand_ins.state, set(stand_ins.files)) == ("ready", {"proxy", "filmstrip", "waveform", "peaks"})
    home = places.home(studio.pk, asset.pk)
    assert {path.name for path in home.iterdir()} == {
        "original.mp4", "poster.jpg", *(one["file"] for one in stand_ins.files.values())
    }  # fmt: skip


def test_an_upload_goes_on_where_it_broke_off(clip, send, rung):
    content = clip.read_bytes()
    upload = send(content, 3000)

    class Broken(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 100:
                raise ConnectionResetError
            return super().read(101)

    with pytest.raises(ConnectionResetError):
        uploads.receive(upload, 3000, Broken(content[3000:]))
    upload.refresh_from_db()
    assert (upload.received, (places.incoming() / str(upload.pk)).stat().st_size) == (3000, 3000)
    upload = uploads.receive(upload, 3000, io.BytesIO(content[3000:]))
    assert upload.state == "checking"
    assert (places.incoming() / str(upload.pk)).read_bytes() == content


def test_what_a_killed_server_left_behind_its_last_word_is_written_over(clip, send, rung):
    content = clip.read_bytes()
    upload = send(content, 3000)
    with (places.incoming() / str(upload.pk)).open("ab") as file:
        file.write(b"half of a piece that no row speaks of")
    uploads.receive(upload, 3000, io.BytesIO(content[3000:]))
    assert (places.incoming() / str(upload.pk)).read_bytes() == content


@pytest.mark.parametrize(
    ("offset", "piece", "checksum", "refused"),
    [
        (500, b"x", None, uploads.WrongOffset),
        (2000, b"x", None, uploads.WrongOffset),
        (1000, bytes(1 << 20), None, uploads.TooMuch),
        (1000, b"x", ("sha1", b"other"), uploads.PieceAltered),
    ],
)
def test_a_piece_that_does_not_fit_is_refused_and_nothing_of_it_is_kept(
    clip, send, rung, offset, piece, checksum, refused
):
    content = clip.read_bytes()
    upload = send(content, 1000)
    with pytest.raises(refused):
        uploads.receive(upload, offset, io.BytesIO(piece), checksum)
    upload.refresh_from_db()
    assert (upload.received, upload.state, rung) == (1000, "receiving", [])
    assert (places.incoming() / str(upload.pk)).read_bytes() == content[:1000]


def test_a_piece_with_its_digest_is_taken(clip, send, rung):
    content = clip.read_bytes()
    upload = send(content, 1000)
    digest = hashlib.sha256(content[1000:]).digest()
    assert uploads.receive(upload, 1000, io.BytesIO(content[1000:]), ("sha256", digest)).state == "checking"


def test_of_two_who_write_at_once_one_is_told_to_wait(clip, send, rung):
    upload = send(clip.read_bytes(), 1000)
    with (places.incoming() / str(upload.pk)).open("r+b") as theirs:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        with pytest.raises(uploads.InOtherHands):
            uploads.receive(upload, 1000, io.BytesIO(b"x"))
    upload.refresh_from_db()
    assert upload.received == 1000


def test_nothing_can_be_added_to_what_is_complete(clip, send, rung):
    content = clip.read_bytes()
    upload = send(content, len(content))
    with pytest.raises(uploads.Closed):
        uploads.receive(upload, len(content), io.BytesIO(b"more"))


def test_a_content_that_is_there_already_need_not_be_sent(studio, clip, send, rung, kept):
    content = clip.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    work.do(send(content, len(content)).pk)
    files = kept()
    again = send(content, sha256=digest)
    assert (again.state, again.received, again.asset) == ("ready", len(content), studio.assets.get())
    same = send(content, len(content))
    work.do(same.pk)
    same.refresh_from_db()
    assert (same.state, same.asset, Asset.objects.count(), kept()) == ("ready", studio.assets.get(), 1, files)


@pytest.mark.spec("D-13")
def test_a_content_of_another_workspace_is_not_there(clip, send, rung, bob):
    content = clip.read_bytes()
    work.do(send(content, len(content)).pk)
    theirs = uploads.begin(bob.workspaces.get(), "clip.mp4", len(content), hashlib.sha256(content).hexdigest(), by=bob)
    assert (theirs.state, theirs.asset) == ("receiving", None)


@pytest.mark.parametrize(
    ("content", "sha256", "code"),
    [
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "", "NOT_MEDIA"),
        (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "", "NOT_MEDIA"),
        (b"\0\0\0\x20ftypisom" * 9, "", "MEDIA_INCOMPLETE"),
        (b"anything", "0" * 64, "MEDIA_ALTERED"),
    ],
    ids=["concat script", "playlist", "cut off", "altered on its way"],
)
def test_what_is_refused_says_why_and_leaves_nothing(send, rung, kept, content, sha256, code):
    upload = send(content, len(content), sha256=sha256)
    work.do(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.code, "“clip.mp4”" in upload.reason, upload.asset) == ("failed", code, True, None)
    assert (kept(), Asset.objects.exists()) == ([], False)


def test_what_can_never_be_taken_is_refused_before_a_byte_is_sent(studio, alice, settings, monkeypatch):
    settings.MEDIA_MAX_BYTES, settings.MEDIA_QUOTA_BYTES = 5000, 4000
    for size, refused in ((0, refusals.Empty), (5001, refusals.TooLarge), (4001, refusals.OverQuota)):
        with pytest.raises(refused):
            uploads.begin(studio, "clip.mp4", size, by=alice)
    monkeypatch.setattr(space.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1000})())
    with pytest.raises(refusals.NotKept, match="disk"):
        uploads.begin(studio, "clip.mp4", 1000, by=alice)
    assert not Upload.objects.exists()


def test_a_disk_that_fills_up_on_the_way_stops_an_upload_which_can_go_on_later(clip, send, rung, settings):
    upload = send(clip.read_bytes(), 1000)
    free, settings.MEDIA_FREE_BYTES = settings.MEDIA_FREE_BYTES, 1 << 60
    with pytest.raises(refusals.NotKept):
        uploads.receive(upload, 1000, io.BytesIO(b"x"))
    settings.MEDIA_FREE_BYTES = free
    assert uploads.receive(upload, 1000, io.BytesIO(b"x")).received == 1001


def test_what_is_on_its_way_counts_against_the_quota(studio, alice, settings, bob):
    settings.MEDIA_QUOTA_BYTES = 1000
    first = uploads.begin(studio, "a.mp4", 600, by=alice)
    with pytest.raises(refusals.OverQuota, match="400 bytes"):
        uploads.begin(studio, "b.mp4", 401, by=alice)
    assert uploads.begin(bob.workspaces.get(), "b.mp4", 1000, by=bob)
    uploads.abandon(first)
    assert uploads.begin(studio, "b.mp4", 1000, by=alice)


def test_an_upload_that_is_given_up_leaves_nothing(clip, send, rung, kept):
    uploads.abandon(send(clip.read_bytes(), 1000))
    assert (kept(), Upload.objects.exists()) == ([], False)


def test_an_upload_that_is_given_up_while_it_is_checked_does_not_come_back(clip, send, rung, kept, monkeypatch):
    content = clip.read_bytes()
    upload = send(content, len(content))
    looked = work.taking.probe

    def meanwhile(*given, **how):
        facts = looked(*given, **how)
        uploads.abandon(Upload.objects.get())
        return facts

    monkeypatch.setattr(work.taking, "probe", meanwhile)
    work.do(upload.pk)
    assert (kept(), Asset.objects.exists(), Upload.objects.exists()) == ([], False, False)


@pytest.mark.spec("K-19", "X-04")
def test_only_who_may_change_things_may_upload(studio, bob):
    for person in (factories.person("vera", studio, role="viewer"), bob):
        with pytest.raises(TierForbids):
            uploads.begin(studio, "clip.mp4", 1000, by=person)
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("name", "kept_as"), [("../../etc/passwd", "passwd"), ("a\u202egpj.mp4", "a�gpj.mp4"), ("", "unnamed"), ("C:\\x.mp4", "C:\\x.mp4")]
)  # fmt: skip
def test_a_name_is_only_a_name(studio, alice, name, kept_as):
    upload = uploads.begin(studio, name, 10, by=alice)
    assert upload.name == kept_as
    assert Path(places.incoming() / str(upload.pk)).parent == places.incoming()
