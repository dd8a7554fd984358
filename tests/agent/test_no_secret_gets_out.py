"""A secret, wherever somebody put it and through whichever door: no model reads it, no row, log, trace or answer keeps it."""

from __future__ import annotations

import io
import json

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.urls import reverse

from agent.messages import AssistantMessage, ToolCall, said
from agent.providers.base import ProviderError
from runs.models import Run
from tests import factories
from tests.secret_shapes import m
from tools import store
from tools.models import KnowledgeNote

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-20")]
KEY = "ghp_" + m(36)
PASSWORD = "hunter2hunter2"
SECRETS = (KEY, PASSWORD)
WORDS = f"delete the last clip, my token is {KEY} and the password: {PASSWORD}"


class Reader:
    """A model that looks everything up, says again what it has read, and plans; it remembers what it was shown."""

    name = "reader"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def chat(self, params):
        self.seen.append(f"{params.system_prompt} {[one.model_dump_json() for one in params.messages]}")
        last = params.messages[-1]
        if last.role != "toolResult":
            reads = [ToolCall(name="query", arguments={"target": target}) for target in ("items", "tracks", "assets")]
            return AssistantMessage(tool_calls=reads)
        if last.tool_name == "query":
            return AssistantMessage(tool_calls=[ToolCall(name="deleteItems", arguments={"ids": ["clip-d"]})])
        return AssistantMessage(content=said("Deletes the last clip."))


class Broken:
    """A model whose server repeats what it was sent."""

    name = "broken"

    def chat(self, params):
        raise ProviderError(f"401: invalid key {KEY}, password: {PASSWORD}", kind="refused")


@pytest.fixture
def model(monkeypatch, settings):
    """A model behind every door, and the words themselves in its traces."""
    settings.LLM_PROVIDER, settings.AGENT_TRACE_CONTENT = "openai-compatible", True

    def behind(provider):
        for door in ("agent.interpret", "agent.chat"):
            monkeypatch.setattr(f"{door}.provider_named", lambda name: provider)
        return provider

    return behind


@pytest.fixture
def log(capsys):
    """What was logged, as the lines were written."""
    return lambda: "".join(capsys.readouterr())


def rows(*labels):
    """Every row of these models, as text."""
    return "".join(serializers.serialize("json", apps.get_model(label).objects.all()) for label in labels)


def kept():
    """All that planning and running keep."""
    return rows("runs.Run", "runs.Step", "runs.Approval", "runs.Event", "agent.Session", "agent.Entry")


def clean(*texts):
    return [secret for secret in SECRETS for text in texts if secret in text] == []


def by_page(client, film, words, selected):
    said = {"text": words, "selected": ",".join(selected)}
    return client.post(reverse("prompt", args=[film.pk]), said, headers={"HX-Request": "true"}).content.decode()


def by_api(verb):
    def post(client, film, words, selected):
        body = {"message": words, "compositionId": str(film.pk), "context": {"selectedItemIds": selected}}
        return client.post(f"/api/agent/{verb}", body, content_type="application/json").content.decode()

    return post


def by_chat(client, film, words, selected):
    turn = {"role": "assistant", "content": words, "toolCalls": [{"id": "c", "name": "x", "args": {"text": words}}]}
    messages = [{"role": "user", "content": words}, turn, {"role": "toolResult", "toolCallId": "c", "content": words}]
    body = {"messages": messages, "context": {"compositionId": str(film.pk), "selectedItemIds": selected}}
    return client.post("/api/agent/chat", body, content_type="application/json").content.decode()


def by_terminal(verb):
    def call(client, film, words, selected):
        out = io.StringIO()
        call_command("agent", verb, words, "--composition", str(film.pk), "--json", stdout=out)
        return out.getvalue()

    return call


DOORS = {
    "page": by_page, "plan": by_api("plan"), "speak": by_api("speak"), "chat": by_chat,
    "terminal plan": by_terminal("plan"), "terminal speak": by_terminal("speak"),
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_what_a_person_says_selects_or_wrote_down_in_the_workspace(door, client, alice, studio, film, model, log):
    studio.brand_voice = f"Warm. {KEY}"
    studio.save()
    KnowledgeNote.objects.create(workspace=studio, title="Instagram password", text=PASSWORD)
    KnowledgeNote.objects.create(workspace=studio, title="Delete the last clip", text=f"with {KEY}")
    reader = model(Reader())
    client.force_login(alice)
    answer = DOORS[door](client, film, WORDS, ["clip-a", KEY])
    assert reader.seen
    assert clean(*reader.seen, kept(), answer, log())
    assert "Warm." in reader.seen[0]


@pytest.mark.parametrize("door", DOORS)
def test_what_is_in_the_composition(door, client, alice, studio, model, log):
    document = factories.document()
    document["name"] = document["tracks"][0]["name"] = document["items"]["clip-a"]["name"] = f"a {KEY}"
    document["items"]["title-1"]["text"] = f"The password: {PASSWORD}"
    document["assets"]["as-city"]["name"] = KEY
    film = store.create(studio, document)
    reader = model(Reader())
    client.force_login(alice)
    answer = DOORS[door](client, film, "delete the last clip", ["clip-a"])
    assert len(reader.seen) == (1 if door == "chat" else 3)
    assert clean(*reader.seen, rows("agent.Entry"), log())
    assert clean(json.dumps([run.plan for run in Run.objects.all()]))
    assert door == "page" or clean(answer)


def test_what_the_offline_planner_repeats_from_the_composition(client, alice, studio, log):
    document = factories.document()
    document["items"]["title-1"]["text"] = f"The password: {PASSWORD} {KEY}"
    film = store.create(studio, document)
    client.force_login(alice)
    by_page(client, film, "what does the title say?", [])
    assert "[redacted]" in rows("agent.Entry")
    assert clean(kept(), log())


@pytest.mark.parametrize("door", DOORS)
def test_what_a_models_server_answers(door, client, alice, film, model, log):
    model(Broken())
    client.force_login(alice)
    answer = DOORS[door](client, film, "delete the last clip", [])
    assert clean(kept(), answer, log())
    assert "401" in answer or "speak" in door or door == "page"


def test_what_was_said_in_former_runs(client, alice, film, model):
    """Rows from before this rule, or from another hand: the model reads them clean."""
    client.force_login(alice)
    by_page(client, film, "mute the music", [])
    run = Run.objects.get()
    Run.objects.filter(pk=run.pk).update(message=WORDS, verdict=f"Did {KEY}.", status=Run.Status.DONE)
    reader = model(Reader())
    by_page(client, film, "delete the last clip", [])
    assert "Earlier runs" in reader.seen[0]
    assert clean(*reader.seen)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", ["api", "terminal"])
def test_what_a_clients_plan_says(door, client, alice, film, tmp_path, log):
    step = {"tool": "setText", "params": {"id": "title-1", "text": KEY}, "rationale": WORDS}
    plan = {"message": WORDS, "summary": WORDS, "steps": [step], "trace": {"note": KEY}, "safety": {"flags": [KEY]}}
    client.force_login(alice)
    if door == "api":
        body = {"plan": plan, "approved": True, "compositionId": str(film.pk)}
        answer = client.post("/api/agent/execute", body, content_type="application/json").content.decode()
    else:
        path, out = tmp_path / "plan.json", io.StringIO()
        path.write_text(json.dumps(plan))
        call_command("agent", "execute", path, "--composition", str(film.pk), "--approve", "--json", stdout=out)
        answer = out.getvalue()
    film.refresh_from_db()
    assert store.read(film).items["title-1"]["text"] == "[redacted]"
    assert clean(kept(), rows("tools.Revision"), answer, log())


def test_a_question_is_answered_and_nothing_of_it_is_kept(client, alice, film, log):
    body = {"question": f"how long is this? {WORDS}", "compositionId": str(film.pk)}
    client.force_login(alice)
    answer = client.post("/api/agent/ask", body, content_type="application/json").content.decode()
    assert clean(kept(), answer, log())
