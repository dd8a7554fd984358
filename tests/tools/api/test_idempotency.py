"""Idempotency-Key on every route that acts: what is sent twice is done once."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.response import Response

from runs.models import Run
from tests import factories
from tools import store
from tools.api.compositions import Undo
from tools.models import ApiToken, Claim, Composition, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-32")]

NAME = {"kind": "command", "op": "setCompositionName", "params": {"name": "Cut"}}


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, path, body, key="k-1", **headers):
    return client.post(path, body, content_type="application/json", headers={"Idempotency-Key": key, **headers})


def evaluate(client, film, body=NAME, key="k-1", **headers):
    return post(client, f"/api/compositions/{film.pk}/evaluate", body, key, **headers)


def test_the_same_request_twice_is_done_once_and_answered_twice(browser, film):
    first, second = evaluate(browser, film), evaluate(browser, film)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.content == first.content
    assert (first.get("Idempotency-Replayed"), second["Idempotency-Replayed"]) == (None, "true")
    film.refresh_from_db()
    assert (film.head, film.revisions.count()) == (2, 2)


def test_a_composition_is_made_once_and_a_plan_recorded_once(browser, studio):
    new = {"document": factories.document()}
    made = [post(browser, "/api/compositions", new) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert Composition.objects.count() == 1

    asked = {"message": "delete the last clip", "compositionId": made[0].json()["id"]}
    planned = [post(browser, "/api/agent/plan", asked) for _ in range(2)]
    assert planned[0].content == planned[1].content
    assert Run.objects.count() == 1


def test_an_undo_that_is_sent_twice_takes_one_change_back(browser, film):
    evaluate(browser, film, key="a")
    evaluate(browser, film, {**NAME, "params": {"name": "Final"}}, key="b")
    for _ in range(2):
        assert post(browser, f"/api/compositions/{film.pk}/undo", {}).json()["revision"] == 4
    assert store.read(Composition.objects.get(pk=film.pk)).name == "Cut"


def test_without_a_key_every_request_is_done(browser, film):
    for name in ("One", "Two"):
        browser.post(
            f"/api/compositions/{film.pk}/evaluate", {**NAME, "params": {"name": name}}, content_type="application/json"
        )
    film.refresh_from_db()
    assert film.head == 3
    assert not Claim.objects.exists()


def test_a_key_that_comes_with_another_body_is_refused_and_nothing_is_done(browser, film):
    evaluate(browser, film)
    answer = evaluate(browser, film, {**NAME, "params": {"name": "Other"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    film.refresh_from_db()
    assert (film.head, film.name) == (2, "Cut")


def test_a_key_that_is_under_way_says_when_to_come_again(browser, alice, film, monkeypatch):
    inner = []

    def slow(row, **named):
        inner.append(post(browser, f"/api/compositions/{film.pk}/undo", {}))
        raise RuntimeError("the first one comes to nothing")

    monkeypatch.setattr("tools.edits.undo", slow)
    post(browser, f"/api/compositions/{film.pk}/undo", {})

    (second,) = inner
    assert (second.status_code, second.json()["code"]) == (409, "IDEMPOTENCY_KEY_IN_USE")
    assert int(second["Retry-After"]) == second.json()["details"]["retryAfter"] >= 1


def test_what_failed_on_our_side_is_not_kept(browser, film, monkeypatch):
    def explode(*args, **named):
        raise RuntimeError("boom")

    with monkeypatch.context() as broken:
        broken.setattr("tools.edits.perform", explode)
        assert evaluate(browser, film).status_code == 500
    assert not Claim.objects.exists()
    assert evaluate(browser, film).status_code == 200


def test_what_was_refused_may_be_sent_again_with_the_same_key_corrected(browser, film):
    delete = {"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}
    assert evaluate(browser, film, delete).status_code == 412
    assert evaluate(browser, film, {"kind": "command", "op": "fly"}).status_code == 422
    answer = evaluate(browser, film, delete | {"approved": True})
    assert (answer.status_code, answer.json()["changed"]) == (200, True)


def test_an_answer_that_must_not_be_stored_is_not_stored_and_not_given_again(browser, film, monkeypatch):
    done = []

    def secretive(self, request, id):
        return self.once(
            lambda: done.append(1) or Response({"key": "gl_secret"}, headers={"Cache-Control": "no-store"})
        )

    monkeypatch.setattr(Undo, "post", secretive)
    first = post(browser, f"/api/compositions/{film.pk}/undo", {})
    second = post(browser, f"/api/compositions/{film.pk}/undo", {})

    assert first.json() == {"key": "gl_secret"}
    assert (second.status_code, second.json()["code"]) == (409, "IDEMPOTENCY_ANSWER_NOT_KEPT")
    assert done == [1]
    assert Claim.objects.get().body == ""


def test_a_key_never_answers_with_what_another_may_see(browser, client, alice, bob, film):
    other = factories.workspace("Second")
    Membership.objects.create(workspace=other, user=alice)
    day = timezone.now() + timedelta(days=1)
    _, elsewhere = ApiToken.issue(other, alice, "elsewhere", day)
    assert evaluate(browser, film).status_code == 200

    client.logout()
    assert evaluate(client, film, Authorization=f"Bearer {elsewhere}").status_code == 404
    assert evaluate(client, film).status_code == 401
    client.force_login(bob)
    assert evaluate(client, film).status_code == 404


@pytest.mark.parametrize("key", ["", '""', "x" * 256, "two\twords", "schlüssel", "\x7f"])
def test_a_key_that_cannot_be_used_is_refused_by_name_and_nothing_is_done(browser, film, key):
    answer = evaluate(browser, film, key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert answer.json()["details"][0]["field"] == "Idempotency-Key"
    film.refresh_from_db()
    assert film.head == 1


def test_a_key_is_the_same_with_quotes_and_without(browser, film):
    key = str(uuid4())
    evaluate(browser, film, key=key)
    assert evaluate(browser, film, key=f'"{key}"')["Idempotency-Replayed"] == "true"


def test_reading_takes_no_key(browser, film):
    browser.get(f"/api/compositions/{film.pk}", headers={"Idempotency-Key": "k"})
    assert not Claim.objects.exists()


def test_the_schema_names_the_key_on_every_route_that_acts_and_on_no_other():
    from drf_spectacular.generators import SchemaGenerator

    paths = SchemaGenerator().get_schema(public=True)["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            named = "Idempotency-Key" in [one["name"] for one in operation.get("parameters", [])]
            assert named == (method == "post"), (
                f"{method} {path}"
            )  # PATCH and DELETE of media do no more when sent twice
