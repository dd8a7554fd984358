"""Is there room: what a workspace keeps and may keep, seen by whoever runs the place."""

from __future__ import annotations

import io
import json
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tools.ingest import Refused, ingest, places, removal, renders, room, uploads, work
from tools.media.refusals import OverQuota
from tools.models import Asset, Upload

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


def test_a_file_from_the_disk_that_is_over_the_quota_is_refused_and_leaves_nothing(studio, clip, tone, settings, kept):
    ingest(studio, [clip])
    files = kept()
    settings.MEDIA_QUOTA_BYTES = clip.stat().st_size + tone.stat().st_size - 1
    [refused] = ingest(studio, [tone])
    assert isinstance(refused, Refused)
    assert (refused.code, Asset.objects.count(), kept()) == ("MEDIA_OVER_QUOTA", 1, files)
    settings.MEDIA_QUOTA_BYTES = 0
    assert ingest(studio, [tone])[0].asset


@pytest.fixture
def rendered(studio):
    """A file that a run has rendered, as large as one likes."""

    def made(size: int, name: str = "Trailer.mp4") -> renders.Render:
        folder = places.renders(studio.pk)
        folder.mkdir(parents=True, exist_ok=True)
        id = f"{name.split('.')[0]}-{size}.mp4"
        (folder / id).write_bytes(bytes(size))
        (folder / f"{id}.json").write_text(json.dumps({"name": name, "seconds": 2, "bytes": size}))
        return renders.find(studio.pk, id)

    return made


def test_all_that_is_kept_is_counted_and_what_goes_is_not(
    studio, alice, clip, tone, rendered, django_capture_on_commit_callbacks
):
    [film] = ingest(studio, [clip])
    home = places.home(studio.pk, film.asset.pk)
    work.do(film.asset.pk)
    uploads.receive(uploads.begin(studio, "half.mp4", 1000, by=alice), 0, io.BytesIO(b"only a part"))
    Asset.objects.create(
        workspace=studio, name="bed.wav", kind="audio", sha256="1" * 64, size=77, path="x", run_id=uuid4()
    )
    render = rendered(5000)
    beside = sum(path.stat().st_size for path in home.iterdir()) - clip.stat().st_size
    said = (places.renders(studio.pk) / f"{render.id}.json").stat().st_size
    use = room.use_of(studio)
    assert use == room.Use(clip.stat().st_size, 77, beside, 5000 + said, 1000)
    assert beside > 1000  # a proxy, a filmstrip, a waveform, its peaks and a poster

    uploads.abandon(Upload.objects.get())
    renders.remove(render, studio, by=alice)
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(film.asset, by=alice)
    assert room.use_of(studio) == room.Use(0, 77, 0, 0, 0)


def test_where_there_is_no_room_it_is_said_what_takes_it(studio, clip, tone, rendered, settings, kept):
    ingest(studio, [clip])
    rendered(400_000)
    settings.MEDIA_QUOTA_BYTES = 410_000
    files = kept()
    [refused] = ingest(studio, [tone])
    assert (refused.code, kept()) == ("MEDIA_OVER_QUOTA", files)
    for words in (
        "“tone.wav” (96.1 kB) does not fit",
        "of the 410 kB",
        "renders 400",
        "(the largest: “Trailer.mp4”, 400",
    ):
        assert words in refused.reason


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_disk_while_a_workspace_is_held(studio, alice, clip, rendered, settings, monkeypatch):
    rendered(400_000)
    settings.MEDIA_QUOTA_BYTES, looked, real = 450_000, list[bool](), places.renders

    def looking(workspace):
        looked.append(connection.in_atomic_block)
        return real(workspace)

    monkeypatch.setattr(places, "renders", looking)
    ingest(studio, [clip])
    uploads.begin(studio, "small.mp4", 10, by=alice)
    with pytest.raises(OverQuota, match="the largest: “Trailer.mp4”"):
        uploads.begin(studio, "large.mp4", 400_000, by=alice)
    assert (len(looked) > 3, any(looked), Upload.objects.count()) == (True, False, 1)


def test_a_disk_that_is_nearly_full_takes_nothing_in(studio, clip, settings, kept):
    settings.MEDIA_FREE_BYTES = 1 << 60
    [refused] = ingest(studio, [clip])
    assert (refused.code, "nearly full" in refused.reason, kept()) == ("MEDIA_NOT_KEPT", True, [])


def test_the_admin_shows_what_is_kept_of_what_may_be(client, studio, clip, settings):
    settings.MEDIA_QUOTA_BYTES = 2_500_000_000
    ingest(studio, [clip])
    client.force_login(User.objects.create_superuser("root"))
    page = client.get("/admin/tools/workspace/").content.decode()
    assert f"{room.spoken(clip.stat().st_size)} of 2.5 GB" in page
    for rows in ("upload", "standins", "asset"):
        assert client.get(f"/admin/tools/{rows}/").status_code == 200
