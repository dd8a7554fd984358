"""What the tests of publishing can ask for: a film on its way, and servers that it may go to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tools.providers.publishing.receivers import Hook, Store, Tube
from tools.providers.publishing import youtube
from tools.providers.publishing.bucket import Bucket
from tools.providers.publishing.parcel import Parcel, PublishFailed
from tools.providers.publishing.webhook import Webhook
from tools.providers.publishing.youtube import YouTube

FILM = bytes(range(256)) * 10_000


def refused(do: Callable[..., object], *args: object) -> PublishFailed:
    """How it fails."""
    with pytest.raises(PublishFailed) as caught:
        do(*args)
    return caught.value


@pytest.fixture(autouse=True)
def _here(settings, tmp_path: Path) -> None:
    settings.PUBLISH_PRIVATE_ADDRESSES = True
    settings.PUBLISH_ROOT = tmp_path / "published"
    settings.PUBLIC_URL = "https://greenlight.example/"


@pytest.fixture
def parcel(settings) -> Callable[..., Parcel]:
    """A parcel by its key; two of one key share their notes, as two tries of a step do."""
    kept: dict[str, dict[str, str]] = {}
    film = Path(settings.MEDIA_ROOT) / "renders" / "film.mp4"
    film.parent.mkdir(parents=True)
    film.write_bytes(FILM)

    def make(
        key: str = "run-1:step-1", title: str = "The Long Walk: Ünterwegs!", check: Callable[[], None] = lambda: None
    ) -> Parcel:
        digest = hashlib.sha256(key.encode()).hexdigest()
        return Parcel(digest, title, "What we saw.", lambda: film, kept.setdefault(key, {}), check)

    return make


@pytest.fixture
def store() -> Iterator[Store]:
    with Store().listening() as server:
        yield server


@pytest.fixture
def bucket(store: Store) -> Bucket:
    return Bucket(
        endpoint=store.url, bucket="films", prefix="finished (2026)", access_key=Store.KEYS[0], secret_key=Store.KEYS[1]
    )


@pytest.fixture
def hook() -> Iterator[Hook]:
    with Hook().listening() as server:
        yield server


@pytest.fixture
def webhook(hook: Hook) -> Webhook:
    return Webhook(url=f"{hook.url}/films/secret-part", secret=Hook.SECRET)


@pytest.fixture
def tube(monkeypatch) -> Iterator[Tube]:
    with Tube().listening() as server:
        monkeypatch.setattr(youtube, "API", server.url)
        monkeypatch.setattr(youtube, "TOKENS", f"{server.url}/token")
        yield server


@pytest.fixture
def channel(tube: Tube) -> YouTube:
    return YouTube(client_id="client", client_secret="client-secret", refresh_token="refresh-me", privacy="unlisted")
