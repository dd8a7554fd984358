"""Who may call: a person in a browser with CSRF, or a key that opens one workspace at its own tier."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tools import store
from tools.models import ApiToken, Membership

pytestmark = pytest.mark.django_db

NAME = {"kind": "command", "op": "setCompositionName", "params": {"name": "Cut"}}


def key_for(user, workspace, tier="full", days=1):
    return ApiToken.issue(workspace, user, "test", timezone.now() + timedelta(days=days), tier)


def bearer(key):
    return {"headers": {"Authorization": f"Bearer {key}"}}


@pytest.mark.spec("X-04")
def test_nobody_gets_in_without_a_name(client, film):
    answer = client.get("/api/compositions")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["code"] == "NOT_AUTHENTICATED"


@pytest.mark.spec("X-04")
def test_a_living_key_opens_its_workspace(client, film, alice, studio):
    _, key = key_for(alice, studio)
    assert client.get(f"/api/compositions/{film.pk}", **bearer(key)).status_code == 200


@pytest.mark.spec("X-04")
@pytest.mark.parametrize("fault", ["unknown", "expired", "revoked", "left", "inactive", "empty"])
def test_a_dead_key_opens_nothing_and_is_not_repeated(client, film, alice, studio, fault):
    client.force_login(alice)  # a bad key never falls back to the session
    token, key = key_for(alice, studio, days=-1 if fault == "expired" else 1)
    if fault == "revoked":
        ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    if fault == "left":
        Membership.objects.all().delete()
    if fault == "inactive":
        alice.is_active = False
        alice.save()
    sent = {"unknown": "gl_nothing-that-was-ever-issued", "empty": ""}.get(fault, key)
    answer = client.get("/api/compositions", **bearer(sent))
    assert answer.status_code == 401
    assert not sent or sent not in answer.content.decode()


@pytest.mark.spec("X-04", "D-13")
def test_a_key_sees_its_own_workspace_only(client, film, alice, studio):
    second = factories.workspace("Second")
    Membership.objects.create(workspace=second, user=alice)
    other = factories.composition(second)
    _, key = key_for(alice, second)
    listed = client.get("/api/compositions", **bearer(key)).json()["compositions"]
    assert [line["id"] for line in listed] == [str(other.pk)]
    assert client.get(f"/api/compositions/{film.pk}", **bearer(key)).status_code == 404
    body = {"document": factories.document(), "workspaceId": str(studio.pk)}
    assert client.post("/api/compositions", body, content_type="application/json", **bearer(key)).status_code == 404


@pytest.mark.spec("K-19", "X-04")
def test_the_tier_of_a_key_is_a_ceiling(client, film, alice, studio):
    _, key = key_for(alice, studio, tier="readonly")
    before = store.read(film).dump()
    url = f"/api/compositions/{film.pk}/evaluate"
    assert client.post(url, NAME, content_type="application/json", **bearer(key)).status_code == 403
    body = {"message": "make it vertical", "compositionId": str(film.pk), "policy": "full"}
    assert not client.post("/api/agent/plan", body, content_type="application/json", **bearer(key)).json()["valid"]
    body = {
        "plan": {"steps": [{"tool": "setCompositionSize", "params": {"width": 720, "height": 1280}}]},
        "approved": True,
    }
    inline = body | {"state": factories.document()}
    assert client.post("/api/agent/execute", inline, content_type="application/json", **bearer(key)).status_code == 422
    film.refresh_from_db()
    assert store.read(film).dump() == before


@pytest.mark.spec("X-04")
def test_a_browser_must_prove_that_the_act_is_its_own(film, alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post(f"/api/compositions/{film.pk}/evaluate", NAME, content_type="application/json")
    assert answer.status_code == 403
    film.refresh_from_db()
    assert film.head == 1


@pytest.mark.spec("X-04")
def test_a_key_needs_no_csrf_token(film, alice, studio):
    _, key = key_for(alice, studio)
    client = Client(enforce_csrf_checks=True)
    url = f"/api/compositions/{film.pk}/evaluate"
    assert client.post(url, NAME, content_type="application/json", **bearer(key)).status_code == 200
