"""Every route of the API, found in the URL patterns: nobody gets in unnamed, and a stranger finds nothing."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from runs.models import Run
from tools import store

OPEN = {"/api/schema/", "/api/docs/"}


def routes(patterns, prefix="/"):
    for one in patterns:
        path = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, path)
        elif isinstance(one, URLPattern) and path.startswith("/api/") and path != "/api/":
            yield path, one.callback


VIEWS = [(path, view) for path, view in routes(get_resolver().url_patterns) if path not in OPEN]
METHODS = [(m, path) for path, view in VIEWS for m in ("get", "post") if hasattr(view.view_class, m)]
WITH_ID = [(method, path) for method, path in METHODS if "<str:id>" in path]
BODIES = {
    "approve": {"version": 1, "digest": "x", "confirm": True},
    "reject": {"version": 1, "digest": "x"},
    "evaluate": {"kind": "command", "op": "setCompositionName", "params": {"name": "Mine"}},
}


def call(client, method, path):
    return getattr(client, method)(path, BODIES.get(path.rsplit("/", 1)[1], {}), content_type="application/json")


@pytest.fixture
def run(film, alice) -> Run:
    return Run.objects.create(workspace=film.workspace, composition=film, author=alice, digest="x", base_revision=1)


@pytest.mark.spec("X-04")
@pytest.mark.parametrize(("method", "path"), METHODS)
def test_nobody_gets_in_unnamed(client, film, run, method, path):
    id = str(run.pk if "/runs/" in path else film.pk)
    assert call(client, method, path.replace("<str:id>", id)).status_code == 401


@pytest.mark.spec("D-13")
@pytest.mark.parametrize(("method", "path"), WITH_ID)
def test_a_foreign_an_unknown_and_a_malformed_id_are_the_same_404(client, film, run, bob, method, path):
    before = store.read(film).dump()
    client.force_login(bob)
    foreign = str(run.pk if "/runs/" in path else film.pk)
    answers = [call(client, method, path.replace("<str:id>", id)) for id in (foreign, str(uuid4()), "1", "x' OR 1=1")]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    film.refresh_from_db()
    run.refresh_from_db()
    assert (film.head, run.status, store.read(film).dump()) == (1, "proposed", before)


@pytest.mark.spec("D-13")
def test_a_stranger_cannot_name_a_foreign_composition_in_a_body_or_a_query(client, film, run, bob):
    client.force_login(bob)
    plan = {"steps": [{"tool": "setCompositionName", "params": {"name": "Mine"}}]}
    for path, body in (("plan", {"message": "mute everything"}), ("execute", {"plan": plan, "approved": True})):
        sent = body | {"compositionId": str(film.pk)}
        assert client.post(f"/api/agent/{path}", sent, content_type="application/json").status_code == 404
    assert client.get(f"/api/agent/runs?compositionId={film.pk}").status_code == 404
    assert client.get("/api/agent/runs").json() == {"runs": [], "credits": 0}
    assert client.get("/api/compositions").json() == {"compositions": []}


@pytest.mark.spec("D-13")
def test_there_are_routes_to_test():
    assert len(WITH_ID) >= 11
