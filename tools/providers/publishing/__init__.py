"""PLATFORMS: how each kind of account is reached, on one screen."""

from __future__ import annotations

from tools.providers.publishing.bucket import PLATFORM as BUCKET
from tools.providers.publishing.folder import PLATFORM as FOLDER
from tools.providers.publishing.parcel import Platform
from tools.providers.publishing.webhook import PLATFORM as WEBHOOK
from tools.providers.publishing.youtube import PLATFORM as YOUTUBE

PLATFORMS: dict[str, Platform] = {"folder": FOLDER, "bucket": BUCKET, "webhook": WEBHOOK, "youtube": YOUTUBE}
