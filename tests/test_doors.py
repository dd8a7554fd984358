"""Every door, found in the URL patterns: nobody gets in unnamed, a stranger finds nothing, and no other site can post."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from agent import knowledge
from runs import actions
from runs.assess import assess
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS
from tools.ingest import places
from tools.models import Asset, KnowledgeNote, Upload

METHODS = ("get", "head", "post", "put", "patch", "delete")
CHANGING = METHODS[2:]
OPEN = {
    "/sign-in/", "/sign-in/link/<uidb64>/<token>/", "/sign-out/", "/published/<str:token>/film.mp4",
    "/api/schema/", "/api/docs/",
}  # fmt: skip
"""Where somebody unnamed may come: to be let in, with a signed link, or to read how the API is called."""
RENDER = "take-1.mp4"
BODIES = {
    "approve": {"version": 1, "digest": "x", "confirm": True},
    "reject": {"version": 1, "digest": "x"},
    "evaluate": {"kind": "command", "op": "setCompositionName", "params": {"name": "Mine"}},
    "import": {"name": "words.srt", "content": "1\n00:00:00,000 --> 00:00:01,000\nMine\n"},
}


def routes(patterns, prefix="/"):
    """The addresses of all doors but the admin's, which has its own tests."""
    for one in patterns:
        path = prefix + str(one.pattern)
        if not isinstance(one, URLPattern):
            yield from routes(one.url_patterns, path)
        elif not path.startswith("/admin/"):
            yield path


ROUTES = [path for path in routes(get_resolver().url_patterns) if path not in OPEN]
WITH_ID = [path for path in ROUTES if "<" in path]


@pytest.fixture
def things(film, alice) -> dict[str, object]:
    """One of everything that has an id, all of them alice's."""
    studio = film.workspace
    tier = tier_of(alice, studio)
    steps = [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}]
    plan = normalise({"steps": steps}, TOOLS, message="shorten it", tag="ab12")
    proposal = assess(plan, store.read(film), tier)
    run = actions.propose(studio, alice, proposal, composition=film, tier=tier, base_revision=1)
    told = {"workspace": studio, "name": "clip.mp4", "size": 4}
    asset = Asset.objects.create(kind="video", sha256="0" * 64, path="clip.mp4", **told)
    upload = Upload.objects.create(author=alice, **told)
    knowledge.keep_note(alice, studio, "House style", "Titles in white")
    note = KnowledgeNote.objects.get()
    folder = places.renders(studio.pk)
    folder.mkdir(parents=True)
    (folder / RENDER).write_bytes(b"film")
    (folder / f"{RENDER}.json").write_text('{"name": "Film.mp4", "seconds": 1}')
    return {"composition": film, "run": run, "asset": asset, "upload": upload, "workspace": studio, "note": note}


def ids_of(things) -> dict[str, object]:
    return {name: one.pk for name, one in things.items()} | {"render": RENDER}


def noun(path: str) -> str:
    """What the id of an API's route is of."""
    return next((one for one in ("render", "run", "upload", "asset") if f"/{one}s/" in path), "composition")


def address(path: str, ids: dict[str, object]) -> str:
    """A route's address for the ids of things, numbers being 0 and words `original`."""

    def filled(found: re.Match[str]) -> str:
        kind, _, name = found[1].rpartition(":")
        name = noun(path) if name == "id" else name
        return str(ids.get(name, {"int": 0, "str": "original"}.get(kind)))

    return re.sub(r"<([^>]+)>", filled, path)


def call(client: Client, method: str, path: str) -> tuple[int, bytes]:
    """What a door answers: the status, and its words without what is another at each request."""
    body = json.dumps(BODIES.get(path.rstrip("/").rpartition("/")[2], {}))
    answer = client.generic(method.upper(), path, body, content_type="application/json")
    said = b"" if answer.streaming else answer.content
    return answer.status_code, re.sub(rb'value="\w{64}"|X-CSRFToken": "\w{64}|nonce="[^"]+', b"", said)


def record(things) -> list[object]:
    """All that a stranger could have changed."""
    film = things["composition"]
    for one in things.values():
        one.refresh_from_db()
    kept = [[getattr(one, field.attname) for field in one._meta.concrete_fields] for one in things.values()]
    files = sorted(places.renders(film.workspace_id).iterdir())
    return [kept, store.read(film).dump(), film.workspace.notes.count(), film.revisions.count(), files]


@pytest.mark.spec("X-04")
def test_nobody_gets_in_unnamed(client, things):
    ids, before = ids_of(things), record(things)
    let_in = []
    for path in ROUTES:
        for method in METHODS:
            status, _ = call(client, method, address(path, ids))
            if status != (401 if path.startswith("/api/") else 302) and status != 405:
                let_in.append((method, path, status))
    assert let_in == []
    assert record(things) == before


@pytest.mark.spec("D-13")
def test_a_foreign_and_an_unknown_id_are_the_same_404_at_every_door(client, things, bob):
    client.force_login(bob)
    before = record(things)
    foreign, unknown = ids_of(things), {name: uuid4() for name in things} | {"note": 9, "render": "other.mp4"}
    told = []
    for path in WITH_ID:
        for method in METHODS:
            answers = [call(client, method, address(path, ids)) for ids in (foreign, unknown)]
            if {status for status, _ in answers} not in ({404}, {405}) or len(set(answers)) > 1:
                told.append((method, path, [status for status, _ in answers]))
    assert told == []
    assert record(things) == before


@pytest.mark.spec("D-13")
def test_an_id_that_can_be_none_is_a_404_as_well(client, alice):
    client.force_login(alice)
    for path in WITH_ID:
        for id in ("1", "x' OR 1=1", "%00", "ÿ"):
            ids = dict.fromkeys(("composition", "run", "asset", "upload", "workspace", "render"), id)
            assert call(client, "get", address(path, ids))[0] in (404, 405), (path, id)


@pytest.mark.spec("X-04")
def test_no_other_site_can_post_in_a_persons_name(things, alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    ids, before = ids_of(things), record(things)
    taken = [
        (method, path, status)
        for path in [*ROUTES, "/sign-out/", "/sign-in/"]
        for method in CHANGING
        if (status := call(client, method, address(path, ids))[0]) != 403
    ]
    assert taken == []
    assert record(things) == before


@pytest.mark.spec("X-04")
def test_a_member_who_may_only_read_changes_nothing(client, things):
    reader = factories.person("rita", things["workspace"], tier="readonly", role="viewer")
    ids, before = ids_of(things), record(things)
    client.force_login(reader)
    answers = [(path, call(client, method, address(path, ids))[0]) for path in WITH_ID for method in CHANGING]
    assert [(path, status) for path, status in answers if status >= 500] == []
    assert record(things) == before


@pytest.mark.spec("D-13")
def test_a_stranger_cannot_name_a_foreign_composition_in_a_body_or_a_query(client, film, things, bob):
    client.force_login(bob)
    plan = {"steps": [{"tool": "setCompositionName", "params": {"name": "Mine"}}]}
    for path, body in (("plan", {"message": "mute everything"}), ("execute", {"plan": plan, "approved": True})):
        sent = body | {"compositionId": str(film.pk)}
        assert client.post(f"/api/agent/{path}", sent, content_type="application/json").status_code == 404
    assert client.get(f"/api/agent/runs?compositionId={film.pk}").status_code == 404
    assert client.get("/api/agent/runs").json() == {"runs": [], "credits": 0}
    for listed in ("compositions", "assets"):
        assert client.get(f"/api/{listed}").json()[listed] == []


@pytest.mark.spec("D-13")
def test_there_are_doors_to_try():
    assert len(WITH_ID) >= 40
