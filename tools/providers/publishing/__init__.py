"""PLATFORMS: how each kind of account is reached, on one screen."""

from __future__ import annotations

from tools.providers.publishing import bucket, folder, webhook, youtube
from tools.providers.publishing.parcel import Platform

PLATFORMS: dict[str, Platform] = {
    "folder": folder.PLATFORM,
    "bucket": bucket.PLATFORM,
    "webhook": webhook.PLATFORM,
    "youtube": youtube.PLATFORM,
}
