"""The platforms there are: each can be connected, and tells what is secret from what is a place."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from tools.accounts import PublishAccount
from tools.providers.publishing import PLATFORMS

pytestmark = pytest.mark.spec("M-07")


def test_every_platform_that_can_be_connected_can_be_reached_and_tells_a_secret_from_a_place():
    assert PLATFORMS.keys() == set(PublishAccount.Platform.values)
    secret = {
        platform: {name for name, field in one.account.model_fields.items() if field.annotation is SecretStr}
        for platform, one in PLATFORMS.items()
    }
    assert secret == {
        "folder": set(), "bucket": {"access_key", "secret_key"}, "webhook": {"url", "secret"},
        "youtube": {"client_secret", "refresh_token"},
    }  # fmt: skip
