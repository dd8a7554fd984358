"""How much of a film has left is told as it leaves, and from where it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.providers.publishing.conftest import FILM, refused
from tools.providers.publishing import PLATFORMS
from tools.providers.publishing.folder import Folder

pytestmark = [pytest.mark.spec("M-07", "K-23"), pytest.mark.django_db]
MEGABYTE = 1 << 20


@pytest.mark.parametrize("platform", ["folder", "bucket", "youtube"])
def test_the_bytes_of_a_film_are_counted_as_they_leave(platform, parcel, bucket, channel):
    account = {"folder": Folder(path="films"), "bucket": bucket, "youtube": channel}[platform]
    told: list[tuple[int, int]] = []
    PLATFORMS[platform].deliver(account, replace(parcel(), tell=lambda *said: told.append(said)))
    assert told == [(min(n * MEGABYTE, len(FILM)), len(FILM)) for n in range(1, len(told) + 1)]
    assert told[-1] == (len(FILM), len(FILM))


def test_an_upload_that_goes_on_counts_from_where_it_was(tube, channel, parcel):
    tube.keeps = 1_000_000
    refused(PLATFORMS["youtube"].deliver, channel, parcel())
    tube.keeps, told = None, list[tuple[int, int]]()
    PLATFORMS["youtube"].deliver(channel, replace(parcel(), tell=lambda *said: told.append(said)))
    assert told[0] == (1_000_000 + MEGABYTE, len(FILM))
