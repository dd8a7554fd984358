"""Uploading over the API as tus 1.0 has it, and the media that a workspace has: listed, read, deleted, each to its own."""

from __future__ import annotations

import base64
import hashlib
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from tests import clips, factories
from tools import history, store
from tools.compose import compose
from tools.ingest import places
from tools.models import ApiToken, Asset, Membership, StandIns, Upload

pytestmark = [pytest.mark.spec("M-01", "K-32"), pytest.mark.django_db]

A_PIECE = "application/offset+octet-stream"


@pytest.fixture(scope="session")
def clip(tmp_path_factory) -> bytes:
    return clips.film(tmp_path_factory.mktemp("clip") / "clip.mp4").read_bytes()


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def begin(client, size: int, name: str = "clip.mp4", headers=None, **told: str):
    pairs = {"filename": name, **told}
    metadata = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in pairs.items())
    told = {"Upload-Length": str(size), "Upload-Metadata": metadata, **(headers or {})}
    return client.generic("POST", "/api/uploads", b"", content_type="", headers=told)


def send(client, where: str, content: bytes, offset: int = 0, type_: str = A_PIECE, **headers: str):
    told = {"Upload-Offset": str(offset), "Tus-Resumable": "1.0.0", **headers}
    return client.patch(where, content, content_type=type_, headers=told)


def offset(client, where: str) -> int:
    return int(client.head(where)["Upload-Offset"])


def test_a_file_is_announced_sent_in_pieces_and_becomes_an_asset(browser, studio, clip):
    begun = begin(browser, len(clip), "Ünïcode 映画.mp4")
    assert (begun.status_code, begun["Tus-Resumable"], begun["Upload-Offset"]) == (201, "1.0.0", "0")
    where = begun["Location"]
    assert where.endswith(f"/api/uploads/{begun.json()['id']}")
    answers = [send(browser, where, clip[:5000]), send(browser, where, clip[5000:], 5000)]
    assert [(one.status_code, one["Upload-Offset"]) for one in answers] == [(204, "5000"), (204, str(len(clip)))]
    assert "Upload-Expires" in answers[0]

    told = browser.get(where)
    assert (told.json()["state"], told["Cache-Control"]) == ("ready", "no-store")
    asset = browser.get(f"/api/assets/{told.json()['assetId']}").json()
    assert (asset["name"], asset["sha256"], asset["standIns"]) == (
        "Ünïcode 映画.mp4", hashlib.sha256(clip).hexdigest(), "ready"
    )  # fmt: skip
    assert set(asset["files"]) == {"original", "poster", "proxy", "filmstrip", "waveform", "peaks"}
    assert {browser.get(one["url"])["Content-Type"] for one in asset["files"].values()} == {
        "video/mp4", "image/jpeg", "image/png", "application/json"
    }  # fmt: skip
    listed = browser.get("/api/assets").json()
    assert ([one["id"] for one in listed["assets"]], listed["use"]["originals"]) == ([asset["id"]], len(clip))
    assert listed["usedBytes"] == sum(listed["use"].values()) > len(clip)


def test_head_says_where_to_go_on(browser, clip):
    where = begin(browser, len(clip))["Location"]
    send(browser, where, clip[:3000])
    told = browser.head(where)
    assert (told.status_code, told["Upload-Offset"], told["Upload-Length"]) == (200, "3000", str(len(clip)))
    assert told.content == b""


def test_the_server_says_what_it_speaks(browser):
    told = browser.options("/api/uploads")
    assert (told.status_code, told["Tus-Version"], told["Tus-Max-Size"]) == (
        204,
        "1.0.0",
        str(settings.MEDIA_MAX_BYTES),
    )
    assert told["Tus-Extension"] == "creation,termination,expiration,checksum"
    refused = begin(browser, 10, headers={"Tus-Resumable": "0.2.2"})
    assert (refused.status_code, refused.json()["code"], refused["Tus-Version"]) == (412, "TUS_VERSION", "1.0.0")
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"offset": 10}, 409, "UPLOAD_OFFSET"),
        ({"content": bytes(1 << 17)}, 413, "UPLOAD_TOO_MUCH"),
        ({"type_": "application/json"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
        ({"Upload-Checksum": "sha1 " + base64.b64encode(b"other").decode()}, 460, "UPLOAD_CHECKSUM"),
        ({"Upload-Checksum": "md5 eA=="}, 400, "INVALID_REQUEST"),
        ({"Upload-Checksum": "sha1 é"}, 400, "INVALID_REQUEST"),
        ({"Upload-Offset": "-1"}, 400, "INVALID_REQUEST"),
    ],
)
def test_a_piece_that_does_not_fit_is_refused_by_its_code(browser, clip, sent, status, code):
    where = begin(browser, len(clip))["Location"]
    answer = send(browser, where, **{"content": clip[:1000], **sent})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert offset(browser, where) == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Upload-Length": "0"}, 422),
        ({"Upload-Length": "many"}, 400),
        ({"Upload-Length": "3000000000"}, 413),
        ({"Upload-Metadata": "filename %%%"}, 400),
        ({"Upload-Metadata": "filename YQ==,sha256 YQ=="}, 400),
    ],
)
def test_an_announcement_that_cannot_be_kept_is_refused(browser, headers, status):
    assert begin(browser, 1000, headers=headers).status_code == status
    assert not Upload.objects.exists()


def test_no_room_is_507(browser, settings):
    settings.MEDIA_QUOTA_BYTES = 100
    refused = begin(browser, 101)
    assert (refused.status_code, refused.json()["code"]) == (507, "MEDIA_OVER_QUOTA")


def test_what_is_refused_when_it_is_all_here_says_why(browser):
    content = b"ffconcat version 1.0\nfile /etc/passwd\n"
    where = begin(browser, len(content))["Location"]
    assert send(browser, where, content).status_code == 204
    told = browser.get(where).json()
    assert (told["state"], told["code"], told["assetId"]) == ("failed", "NOT_MEDIA", None)
    assert not Asset.objects.exists()


def test_what_is_there_already_need_not_be_sent(browser, clip):
    send(browser, begin(browser, len(clip))["Location"], clip)
    again = begin(browser, len(clip), sha256=hashlib.sha256(clip).hexdigest())
    assert (again.status_code, again["Upload-Offset"], again.json()["state"]) == (201, str(len(clip)), "ready")
    assert again.json()["assetId"] == str(Asset.objects.get().pk)


def test_an_upload_is_given_up(browser, clip):
    where = begin(browser, len(clip))["Location"]
    send(browser, where, clip[:1000])
    assert browser.delete(where).status_code == 204
    assert browser.head(where).status_code == 404
    assert list(places.incoming().iterdir()) == []


def test_the_same_announcement_with_one_key_is_one_upload(browser):
    first, second = (begin(browser, 1000, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert second.json() == first.json()
    other = begin(browser, 2000, headers={"Idempotency-Key": "k"})
    assert other.json()["size"] == 2000
    assert Upload.objects.count() == 2


@pytest.mark.spec("D-13")
def test_what_is_not_ones_own_does_not_exist(client, browser, bob, clip, studio):
    where = begin(browser, len(clip))["Location"]
    send(browser, where, clip[:1000])
    asset = Asset.objects.create(workspace=studio, name="a", kind="video", sha256="0" * 64, size=1, path="a")
    client.force_login(bob)
    calls = [
        client.head(where), send(client, where, clip[1000:], 1000), client.delete(where), client.get(where),
        client.get(f"/api/assets/{asset.pk}"), client.delete(f"/api/assets/{asset.pk}?confirm=true"),
        client.get(f"/api/assets?workspaceId={studio.pk}"), begin(client, 10, workspaceId=str(studio.pk)),
        client.delete(f"/api/assets/{uuid4()}"), client.patch("/api/uploads/1", b"x", content_type=A_PIECE),
    ]  # fmt: skip
    assert {answer.status_code for answer in calls} == {404}
    upload = Upload.objects.get()
    assert (upload.received, Asset.objects.get()) == (1000, asset)
    assert client.get("/api/assets").json()["assets"] == []


@pytest.mark.spec("K-19", "X-04")
def test_a_key_that_may_only_read_sends_and_deletes_nothing(client, alice, studio, browser, clip):
    where = begin(browser, len(clip))["Location"]
    asset = Asset.objects.create(workspace=studio, name="a", kind="video", sha256="0" * 64, size=1, path="a")
    browser.logout()
    _, key = ApiToken.issue(studio, alice, "reader", timezone.now() + timedelta(days=1), tier="readonly")
    bearer = {"Authorization": f"Bearer {key}"}
    for answer in (
        begin(client, 10, headers=bearer),
        send(client, where, clip, **bearer),
        client.delete(where, headers=bearer),
        client.delete(f"/api/assets/{asset.pk}?confirm=true", headers=bearer),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "TIER_FORBIDS")
    assert (Upload.objects.get().received, Asset.objects.get()) == (0, asset)
    assert client.get("/api/assets", headers=bearer).status_code == 200


def test_a_piece_from_a_browser_needs_its_token(alice, clip):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert begin(strict, 10).status_code == 403
    assert not Upload.objects.exists()


def test_somebody_in_several_workspaces_names_one(browser, alice, studio):
    second = factories.workspace("Second")
    Membership.objects.create(workspace=second, user=alice)
    assert begin(browser, 10).status_code == 400
    assert begin(browser, 10, workspaceId=str(second.pk)).json()["workspaceId"] == str(second.pk)


def test_media_in_use_are_deleted_only_when_it_is_confirmed(
    browser, alice, studio, clip, django_capture_on_commit_callbacks
):
    send(browser, begin(browser, len(clip))["Location"], clip)
    asset = Asset.objects.get()
    used = compose(studio, [asset], "Trailer", alice)
    refused = browser.delete(f"/api/assets/{asset.pk}")
    assert (refused.status_code, refused.json()["code"]) == (409, "ASSET_IN_USE")
    assert refused.json()["details"]["compositions"] == [{"id": str(used.pk), "name": "Trailer", "use": "now"}]
    request = {"kind": "command", "op": "deleteAsset", "params": {"assetId": str(asset.pk), "deleteItems": True}}
    store.apply(used, [request])
    refused = browser.delete(f"/api/assets/{asset.pk}")
    assert (refused.status_code, "Undo or Redo could bring" in refused.json()["message"]) == (409, True)
    assert [one["use"] for one in refused.json()["details"]["compositions"]] == ["undo"]
    assert (Path(places.root()) / asset.path).is_file()
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.delete(f"/api/assets/{asset.pk}?confirm=true").status_code == 204
    left = (Asset.objects.exists(), StandIns.objects.exists(), places.home(studio.pk, asset.pk).exists())
    assert left == (False, False, False)
    assert history.undo(used).state.assets  # what it was is on record
