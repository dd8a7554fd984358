"""Bytes of media over the API: with a key or a session, in parts, under their own names, each to its own."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.utils import timezone

from tests import clips, factories
from tools import ranges
from tools.ingest import ingest, places, renders, work
from tools.models import ApiToken, Asset, StandIns

pytestmark = [pytest.mark.spec("M-01", "K-32"), pytest.mark.django_db]


@pytest.fixture(scope="session")
def clip(tmp_path_factory):
    return clips.film(tmp_path_factory.mktemp("clip") / 'My "clip" 映.mp4')


@pytest.fixture
def asset(studio, clip) -> Asset:
    [taken] = ingest(studio, [clip])
    work.do(taken.asset.pk)
    return taken.asset


@pytest.fixture
def rendered(studio) -> renders.Render:
    folder = places.renders(studio.pk)
    folder.mkdir(parents=True)
    (folder / "a-1.mp4").write_bytes(bytes(range(200)))
    (folder / "a-1.mp4.json").write_text(json.dumps({"name": "Trailer.mp4", "seconds": 2}))
    return renders.find(studio.pk, "a-1.mp4")


@pytest.fixture
def bearer(studio, alice):
    """The headers of a key that may only read."""
    _, key = ApiToken.issue(studio, alice, "reader", timezone.now() + timedelta(days=1), tier="readonly")
    return {"Authorization": f"Bearer {key}"}


def whole(answer) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_a_key_downloads_every_file_of_an_asset(client, asset, clip, bearer):
    told = client.get(f"/api/assets/{asset.pk}", headers=bearer).json()["files"]
    assert set(told) == {"original", "poster", "proxy", "filmstrip", "waveform", "peaks"}
    for name, one in told.items():
        answer = client.get(one["url"], headers=bearer | {"Accept": "video/mp4, image/*"})
        assert (answer.status_code, answer["Content-Type"]) == (200, one["mime"]), name
        assert (answer["X-Content-Type-Options"], answer["Cache-Control"]) == ("nosniff", "private, no-cache")
        assert answer["Content-Disposition"].startswith("attachment; filename")
    original = client.get(told["original"]["url"], headers=bearer)
    assert whole(original) == clip.read_bytes()
    assert original["Content-Disposition"] == (
        "attachment; filename*=utf-8''My%20%22clip%22%20%E6%98%A0.mp4"
    )  # no quote of a name ends the header's own
    assert int(client.head(told["proxy"]["url"], headers=bearer)["Content-Length"]) > 1000


def test_a_download_that_broke_off_goes_on_to_its_end(client, asset, clip, bearer, monkeypatch):
    monkeypatch.setattr(ranges, "MOST", 100)
    monkeypatch.setattr(ranges, "PIECE", 3000)
    url, content = f"/api/assets/{asset.pk}/original", clip.read_bytes()
    rest = client.get(url, headers=bearer | {"Range": "bytes=1000-"})
    assert (rest.status_code, whole(rest)) == (206, content[1000:])
    assert rest["Content-Range"] == f"bytes 1000-{len(content) - 1}/{len(content)}"
    assert rest["Content-Length"] == str(len(content) - 1000)
    assert client.get(url, headers=bearer | {"If-None-Match": rest["ETag"]}).status_code == 304
    behind = client.get(url, headers=bearer | {"Range": f"bytes={len(content)}-"})
    assert (behind.status_code, behind["Content-Range"]) == (416, f"bytes */{len(content)}")


def test_an_asynchronous_server_sends_a_long_part_bit_by_bit(clip, monkeypatch):
    monkeypatch.setattr(ranges, "MOST", 100)
    monkeypatch.setattr(ranges, "PIECE", 500)
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"range", b"bytes=10-1209")]}
    answer = ranges.downloaded(ASGIRequest(scope, None), clip, "video/mp4", "abc", "a.mp4")

    async def pieces():
        return [piece async for piece in answer.streaming_content]

    sent = asyncio.run(pieces())
    assert ([len(piece) for piece in sent], b"".join(sent)) == ([500, 500, 200], clip.read_bytes()[10:1210])


def test_what_a_run_has_rendered_is_listed_downloaded_and_deleted(client, alice, studio, rendered, bearer):
    [told] = client.get("/api/renders", headers=bearer).json()["renders"]
    assert (told["name"], told["size"], told["mime"], told["seconds"]) == ("Trailer.mp4", 200, "video/mp4", 2.0)
    answer = client.get(told["url"], headers=bearer | {"Range": "bytes=100-109"})
    assert (answer.status_code, answer.content) == (206, bytes(range(100, 110)))
    assert answer["Content-Disposition"] == 'attachment; filename="Trailer.mp4"'
    refused = client.delete(told["url"], headers=bearer)
    assert (refused.status_code, refused.json()["code"], rendered.path.exists()) == (403, "TIER_FORBIDS", True)
    client.force_login(alice)
    assert client.delete(told["url"]).status_code == 204
    assert (list(places.renders(studio.pk).iterdir()), client.get("/api/renders").json()) == ([], {"renders": []})


@pytest.mark.spec("D-13", "X-04")
def test_what_is_not_ones_own_or_not_there_is_the_same_404(client, bob, asset, rendered, bearer):
    second = ApiToken.issue(bob.workspaces.get(), bob, "theirs", timezone.now() + timedelta(days=1))[1]
    theirs = {"Authorization": f"Bearer {second}"}
    mine = [f"/api/assets/{asset.pk}/{what}" for what in ("secret", "original.mp4", "making", "%2e%2e")]
    foreign = [f"/api/assets/{asset.pk}/original", f"/api/assets/{asset.pk}/proxy", f"/api/renders/{rendered.id}"]
    unknown = [
        f"/api/assets/{uuid4()}/original",
        "/api/assets/1/original",
        "/api/renders/b-1.mp4",
        "/api/renders/..mp4",
    ]
    answers = [client.get(url, headers=bearer) for url in mine]
    answers += [client.get(url, headers=theirs) for url in foreign + unknown]
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(404, "NOT_FOUND")}
    assert client.delete(f"/api/renders/{rendered.id}", headers=theirs).status_code == 404
    assert (rendered.path.exists(), client.get(foreign[0]).status_code) == (True, 401)
    StandIns.objects.update(files={"proxy": {"file": "../../../secret", "mime": "text/plain"}})
    assert client.get(f"/api/assets/{asset.pk}/proxy", headers=bearer).status_code == 404


def test_a_key_of_another_workspace_of_the_same_person_opens_only_its_own(client, alice, asset, rendered):
    other = factories.workspace("Other")
    other.members.add(alice)
    _, key = ApiToken.issue(other, alice, "other", timezone.now() + timedelta(days=1))
    headers = {"Authorization": f"Bearer {key}"}
    for url in (f"/api/assets/{asset.pk}/original", f"/api/renders/{rendered.id}"):
        assert client.get(url, headers=headers).status_code == 404
