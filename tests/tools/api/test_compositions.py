"""The routes of compositions: read, and edit by one's own hand, within one's tier and never by surprise."""

from __future__ import annotations

import pytest

from tests import factories
from tools import store
from tools.models import Composition

pytestmark = pytest.mark.django_db

NAME = {"kind": "command", "op": "setCompositionName", "params": {"name": "Cut"}}
DELETE = {"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, film, what="evaluate", **body):
    return client.post(f"/api/compositions/{film.pk}/{what}", body, content_type="application/json")


def document(film):
    film.refresh_from_db()
    return store.read(film).dump()


@pytest.mark.spec("K-32")
def test_a_query_and_a_description_are_answered_and_change_nothing(browser, film):
    rows = post(browser, film, kind="query", target="items", select=["id"], limit=2).json()
    assert (len(rows["value"]["rows"] if isinstance(rows["value"], dict) else rows["value"]), rows["changed"]) == (
        2,
        False,
    )
    assert "setCompositionName" in post(browser, film, kind="describe").json()["value"]["commands"]
    film.refresh_from_db()
    assert film.head == 1


@pytest.mark.spec("K-32", "K-11")
def test_a_batch_is_saved_as_one_revision(browser, film):
    mute = {"kind": "command", "op": "muteTrack", "params": {"trackId": "v1"}}
    told = post(browser, film, kind="batch", requests=[NAME, mute]).json()
    assert (told["revision"], told["changed"], len(told["values"])) == (2, True, 2)
    film.refresh_from_db()
    assert (film.head, film.name, film.revisions.count()) == (2, "Cut", 2)
    assert film.revisions.get(number=2).author.username == "alice"


@pytest.mark.spec("K-11")
def test_a_batch_with_a_fault_changes_nothing_and_names_the_request(browser, film):
    before = document(film)
    answer = post(browser, film, kind="batch", requests=[NAME, {"kind": "command", "op": "muteTrak", "params": {}}])
    told = answer.json()
    assert (answer.status_code, told["code"], told["details"]["index"]) == (422, "unknown_command", 1)
    assert "muteTrack" in told["details"]["hint"]
    assert document(film) == before


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"kind": "command", "op": "setCompositionName", "params": {"title": "x"}}, "invalid_parameters"),
        ({"kind": "command", "op": "fly"}, "unknown_command"),
        ({"kind": "query", "target": "dragons"}, "invalid_request"),
        ({"kind": "batch", "requests": "all"}, "invalid_request"),
        ({"kind": "batch", "requests": [{"kind": "batch", "requests": [DELETE]}]}, "invalid_request"),
        ({"kind": "batch", "requests": [NAME], "colour": 1}, "invalid_request"),
        ({"kind": "batch", "requests": [7]}, "invalid_request"),
    ],
)
def test_what_the_engine_refuses_is_unprocessable_and_changes_nothing(browser, film, request_, code):
    before = document(film)
    answer = post(browser, film, **request_)
    assert answer.status_code == 422
    assert answer.json()["code"].startswith(code.split("_")[0])
    assert document(film) == before


@pytest.mark.spec("K-17")
@pytest.mark.parametrize("request_", [DELETE, {"kind": "batch", "requests": [NAME, DELETE]}])
def test_no_hand_deletes_without_a_yes(browser, film, request_):
    before = document(film)
    answer = post(browser, film, **request_)
    assert (answer.status_code, answer.json()["code"]) == (412, "APPROVAL_REQUIRED")
    assert post(browser, film, **request_, approved="true").status_code == 400
    assert document(film) == before
    assert post(browser, film, **request_, approved=True).json()["changed"]


@pytest.mark.spec("K-32")
def test_an_edit_of_a_revision_that_is_no_longer_the_head_is_refused(browser, film):
    assert post(browser, film, **NAME, revision=1).status_code == 200
    before = document(film)
    answer = post(browser, film, kind="command", op="setCompositionName", params={"name": "Late"}, revision=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "REVISION_MOVED")
    assert answer.json()["details"] == {"expected": 1, "revision": 2}
    assert document(film) == before


@pytest.mark.spec("K-19")
def test_a_viewer_reads_and_does_not_edit(client, studio, film):
    client.force_login(factories.person("vera", studio, role="viewer"))
    before = document(film)
    assert post(client, film, kind="query", target="tracks").status_code == 200
    assert post(client, film, kind="batch", requests=[{"kind": "query", "target": "tracks"}]).status_code == 200
    for answer in (post(client, film, **NAME), post(client, film, "undo"), post(client, film, "redo")):
        assert (answer.status_code, answer.json()["code"]) == (403, "TIER_FORBIDS")
    new = client.post("/api/compositions", {"document": factories.document()}, content_type="application/json")
    assert new.status_code == 403
    assert document(film) == before
    assert Composition.objects.count() == 1


@pytest.mark.spec("E-04", "K-12")
def test_an_edit_is_undone_and_brought_again(browser, film):
    before = document(film)
    post(browser, film, **NAME)
    after = document(film)
    assert post(browser, film, "undo").json()["revision"] == 3
    assert document(film) == before
    assert post(browser, film, "redo").json()["revision"] == 4
    assert document(film) == after
    assert post(browser, film, "redo").json()["code"] == "NOTHING_TO_TAKE_BACK"


@pytest.mark.spec("K-32")
def test_a_composition_is_kept_listed_read_and_has_a_history(browser, studio):
    answer = browser.post("/api/compositions", {"document": factories.document()}, content_type="application/json")
    made = answer.json()
    assert (answer.status_code, made["revision"], made["document"]) == (201, 1, factories.document())
    assert [line["id"] for line in browser.get("/api/compositions").json()["compositions"]] == [made["id"]]
    assert browser.get(f"/api/compositions/{made['id']}").json()["document"] == factories.document()
    history = browser.get(f"/api/compositions/{made['id']}/history").json()
    assert [(line["number"], line["kind"], line["author"]) for line in history["revisions"]] == [(1, "create", "alice")]


@pytest.mark.spec("K-32")
def test_a_document_that_is_no_composition_is_refused_by_field(browser, studio):
    answer = browser.post("/api/compositions", {"document": {"items": 7}}, content_type="application/json")
    assert answer.status_code == 400
    assert {fault["field"] for fault in answer.json()["details"]} == {"document"}
    assert not Composition.objects.exists()


@pytest.mark.spec("X-04")
def test_a_person_of_several_workspaces_names_the_one_they_mean(browser, alice):
    from tools.models import Membership

    second = factories.workspace("Second")
    Membership.objects.create(workspace=second, user=alice)
    body = {"document": factories.document()}
    refused = browser.post("/api/compositions", body, content_type="application/json")
    assert refused.json()["details"][0]["field"] == "workspaceId"
    made = browser.post("/api/compositions", body | {"workspaceId": str(second.pk)}, content_type="application/json")
    assert made.json()["workspaceId"] == str(second.pk)
