"""Posters, for members only."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from django.urls import reverse

from tools.models import Asset

pytestmark = pytest.mark.django_db


@pytest.fixture
def asset(studio) -> Asset:
    return Asset.objects.create(
        workspace=studio, name="clip.mp4", kind="video", sha256="0" * 64, size=1, path="clip.mp4"
    )


def test_a_poster_is_shown_to_a_member(client, alice, asset, settings):
    Path(settings.MEDIA_ROOT).mkdir(parents=True)
    (Path(settings.MEDIA_ROOT) / "clip.jpg").write_bytes(b"\xff\xd8picture")
    Asset.objects.update(poster="clip.jpg")
    client.force_login(alice)
    answer = client.get(reverse("poster", args=[asset.pk]))
    assert answer["Content-Type"] == "image/jpeg"
    assert b"".join(answer.streaming_content) == b"\xff\xd8picture"


def test_an_asset_without_a_poster_gets_a_drawing(client, alice, asset):
    client.force_login(alice)
    answer = client.get(reverse("poster", args=[asset.pk]))
    assert answer["Content-Type"] == "image/svg+xml"


def test_a_path_that_leaves_the_media_folder_is_never_read(client, alice, asset, tmp_path):
    (tmp_path / "secret").write_text("secret")
    Asset.objects.update(poster="../secret")
    client.force_login(alice)
    assert client.get(reverse("poster", args=[asset.pk]))["Content-Type"] == "image/svg+xml"


@pytest.mark.spec("D-13")
def test_a_foreign_and_an_unknown_asset_do_not_exist(client, bob, asset):
    client.force_login(bob)
    assert client.get(reverse("poster", args=[asset.pk])).status_code == 404
    unknown = client.get(reverse("poster", args=[uuid4()]))
    assert (unknown.status_code, unknown["Content-Type"]) == (404, "image/svg+xml"), "no broken picture on a page"
    assert client.get("/media/nonsense/poster.jpg").status_code == 404
