"""Is there room: what a workspace keeps and may keep, seen by whoever runs the place."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tools.ingest import Refused, ingest, room
from tools.models import Asset

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
