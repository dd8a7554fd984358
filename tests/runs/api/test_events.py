"""Following a log as server-sent events: from any place on, until the run is over or whoever reads may no longer."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.core.asgi import get_asgi_application
from django.test import AsyncClient
from django.utils import timezone

from runs import events
from runs.api import stream
from runs.models import Run, Step
from tools import wakeups
from tools.models import ApiToken

pytestmark = [pytest.mark.usefixtures("own_loop"), pytest.mark.django_db(transaction=True), pytest.mark.spec("K-23")]
SSE = {"Accept": "text/event-stream"}
LONG = 60.0


@pytest.fixture
def run(film, alice) -> Run:
    """A run under way that has started."""
    row = Run.objects.create(workspace=film.workspace, composition=film, author=alice, digest="x", status="running")
    events.record(row, "agent_start", index=0, total=3)
    return row


@pytest.fixture
def browser(alice) -> AsyncClient:
    client = AsyncClient()
    client.force_login(alice)
    return client


class Stream:
    """What a client of an event stream sees, block by block."""

    def __init__(self, answer) -> None:
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/event-stream"
        self.answer, self.chunks = answer, aiter(answer)

    async def block(self) -> dict[str, str]:
        async with asyncio.timeout(60):
            text = (await anext(self.chunks)).decode()
        assert text.endswith("\n\n")
        lines = [line.partition(":") for line in text.strip().split("\n")]
        return {name or "comment": value.strip() for name, _, value in lines}

    async def events(self, count: int) -> list[dict[str, str]]:
        found = []
        while len(found) < count:
            block = await self.block()
            found += [block] if "event" in block else []
        return found

    async def over(self) -> list[dict[str, str]]:
        """The blocks until the server ends the stream."""
        blocks = []
        while True:
            try:
                blocks.append(await self.block())
            except StopAsyncIteration:
                return blocks


async def opened(client, address: str, **headers) -> Stream:
    return Stream(await client.get(address, headers={**SSE, **headers}))


async def record(row: Run, kind: str, **data) -> None:
    await database_sync_to_async(events.record)(row, kind, **data)


async def test_a_stream_tells_what_was_and_what_comes_each_with_its_id(browser, run, monkeypatch):
    monkeypatch.setattr(stream, "UNDER_WAY", LONG)
    followed = await opened(browser, f"/api/agent/runs/{run.pk}/events")
    first = await followed.events(1)
    await record(run, "agent_step", index=1, total=3, status="running")
    second = await followed.events(1)
    told = first + second
    assert [(one["id"], one["event"]) for one in told] == [("1", "agent_start"), ("2", "agent_step")]
    data = json.loads(second[0]["data"])
    assert (data["runId"], data["sequence"], data["event"]) == (str(run.pk), 2, "agent_step")
    assert data["data"] == {"index": 1, "total": 3, "status": "running"}


async def test_a_stream_tells_how_far_a_step_is_without_an_id_and_only_the_newest(browser, run, monkeypatch):
    monkeypatch.setattr(stream, "UNDER_WAY", 0.05)
    far = {"done": 120, "of": 300, "unit": "frames"}
    await Step.objects.acreate(run=run, position=1, key="step-1", tool="render", status="running", headway=far)
    followed = await opened(browser, f"/api/agent/runs/{run.pk}/events")
    [_, told] = await followed.events(2)
    assert ("id" in told, told["event"]) == (False, "agent_progress")
    assert json.loads(told["data"])["data"]["said"] == "Rendering 120 of 300 frames"
    await Step.objects.aupdate(headway={**far, "done": 200})
    assert json.loads((await followed.events(1))[0]["data"])["data"]["done"] == 200
    await Step.objects.aupdate(status="done", headway=None)
    await record(run, "agent_step", index=1)
    assert [one["id"] for one in await followed.events(1)] == ["2"]


async def test_no_proxy_keeps_it_back(browser, run):
    headers = (await opened(browser, f"/api/agent/runs/{run.pk}/events")).answer.headers
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-cache", "no")


async def test_a_wake_up_that_is_lost_is_made_good_by_looking_again(browser, run, monkeypatch):
    monkeypatch.setattr(stream, "UNDER_WAY", 0.05)
    monkeypatch.setattr(wakeups, "wake", lambda workspace: None)
    followed = await opened(browser, f"/api/agent/runs/{run.pk}/events")
    await followed.events(1)
    await record(run, "agent_step", index=1)
    assert [one["id"] for one in await followed.events(1)] == ["2"]


@pytest.mark.parametrize("how", ["header", "query", "both"])
async def test_a_client_that_comes_back_misses_nothing_and_gets_nothing_twice(browser, run, how):
    for index in (1, 2, 3):
        await record(run, "agent_step", index=index)
    query = {"header": "", "query": "?after=2", "both": "?after=1"}[how]
    headers = {} if how == "query" else {"Last-Event-ID": "2"}
    followed = await opened(browser, f"/api/agent/runs/{run.pk}/events{query}", **headers)
    assert [one["id"] for one in await followed.events(2)] == ["3", "4"]


async def test_the_stream_of_a_run_that_is_over_says_so_and_ends(browser, run):
    await record(run, "agent_done", index=3)
    await Run.objects.aupdate(status="done")
    blocks = await (await opened(browser, f"/api/agent/runs/{run.pk}/events")).over()
    assert [block.get("event") for block in blocks] == [None, "agent_start", "agent_done", "end"]
    assert json.loads(blocks[-1]["data"]) == {"status": "done"}
    again = await (await opened(browser, f"/api/agent/runs/{run.pk}/events", **{"Last-Event-ID": "2"})).over()
    assert [block.get("event") for block in again] == [None, "end"]


async def test_a_silent_stream_gives_a_sign_of_life(browser, run, monkeypatch):
    monkeypatch.setattr(stream, "UNDER_WAY", 0.05)
    monkeypatch.setattr(stream, "SIGN_OF_LIFE", 0.1)
    followed = await opened(browser, f"/api/agent/runs/{run.pk}/events?after=1")
    await followed.block()
    assert await followed.block() == {"comment": "still here"}
    assert stream.SIGN_OF_LIFE + stream.IDLE <= 15


async def test_the_first_thing_told_is_where_one_is_so_that_a_silent_stream_can_be_taken_up_again(browser, run, film):
    one = await (await opened(browser, f"/api/agent/runs/{run.pk}/events?after=1")).block()
    assert (one["id"], int(one["retry"]) > 0) == ("1", True)
    all_ = await (await opened(browser, f"/api/agent/compositions/{film.pk}/events?after=now")).block()
    await record(run, "agent_step", index=1)
    followed = await opened(
        browser, f"/api/agent/compositions/{film.pk}/events?after=now", **{"Last-Event-ID": all_["id"]}
    )
    assert [json.loads(told["data"])["sequence"] for told in await followed.events(1)] == [2]


@pytest.mark.spec("K-32")
async def test_a_composition_is_followed_over_all_of_its_runs_and_stays_open(browser, film, alice, run):
    other = await Run.objects.acreate(workspace=film.workspace, composition=film, author=alice, digest="x")
    followed = await opened(browser, f"/api/agent/compositions/{film.pk}/events", Accept="*/*")
    first = await followed.events(1)
    await record(other, "agent_plan", version=1)
    await record(run, "agent_done", index=3)
    await Run.objects.aupdate(status="done")
    told = first + await followed.events(2)
    of = [(json.loads(one["data"])["runId"], one["event"]) for one in told]
    assert of == [(str(run.pk), "agent_start"), (str(other.pk), "agent_plan"), (str(run.pk), "agent_done")]
    await record(run, "agent_undo", revision=3)
    assert [one["event"] for one in await followed.events(1)] == ["agent_undo"]
    back = await opened(browser, f"/api/agent/compositions/{film.pk}/events", **{"Last-Event-ID": told[1]["id"]})
    assert [one["event"] for one in await back.events(2)] == ["agent_done", "agent_undo"]


@pytest.mark.spec("K-32")
async def test_a_composition_is_polled_page_by_page_from_the_same_places(browser, film, run):
    for index in (1, 2):
        await record(run, "agent_step", index=index)
    address, read, last = f"/api/agent/compositions/{film.pk}/events", [], "0"
    for _ in range(3):
        answer = await browser.get(address, {"after": last, "limit": 2}, headers={"Accept": "application/json"})
        page = answer.json()
        read, last = read + [event["sequence"] for event in page["events"]], page["last"]
    assert read == [1, 2, 3]
    followed = await opened(browser, f"{address}?after={last}")
    await record(run, "agent_done", index=2)
    assert [one["event"] for one in await followed.events(1)] == ["agent_done"]


@pytest.mark.spec("K-32")
async def test_a_run_is_polled_as_json_unless_a_stream_is_asked_for(browser, run):
    page = await browser.get(f"/api/agent/runs/{run.pk}/events")
    assert (page.json()["last"], page.json()["status"]) == (1, "running")
    old = await browser.get(f"/api/runs/{run.pk}/events")
    assert old.json() == page.json()
    Stream(await browser.get(f"/api/agent/runs/{run.pk}/events?stream=1"))


@pytest.mark.spec("K-32")
@pytest.mark.parametrize("place", ["x", "-1", "1.5", "9" * 30])
async def test_a_place_that_there_is_not_is_refused_before_the_stream_opens(browser, film, run, place):
    for where in (f"runs/{run.pk}", f"compositions/{film.pk}"):
        for headers, query in (({}, f"?after={place}"), ({"Last-Event-ID": place}, "")):
            answer = await browser.get(f"/api/agent/{where}/events{query}", headers={**SSE, **headers})
            assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")
            assert "after" in answer.json()["message"]


@pytest.mark.spec("D-13")
async def test_a_stranger_and_nobody_are_refused_before_the_stream_opens(film, run, bob):
    stranger, nobody = AsyncClient(), AsyncClient()
    await stranger.aforce_login(bob)
    for where in (f"runs/{run.pk}", f"compositions/{film.pk}", "runs/1", "compositions/1"):
        for client, code in ((stranger, 404), (nobody, 401)):
            answer = await client.get(f"/api/agent/{where}/events", headers=SSE)
            assert (answer.status_code, answer["Content-Type"]) == (code, "application/json")


@pytest.mark.spec("D-13", "X-04")
@pytest.mark.parametrize("what", ["runs", "compositions"])
@pytest.mark.parametrize("end", ["membership", "sign-out", "key"])
async def test_a_stream_ends_when_whoever_reads_may_no_longer(
    browser, film, studio, alice, run, monkeypatch, what, end
):
    monkeypatch.setattr(stream, "UNDER_WAY", LONG)
    headers = {}
    if end == "key":
        until = timezone.now() + timedelta(days=1)
        _, key = await database_sync_to_async(ApiToken.issue)(studio, alice, "laptop", until)
        browser, headers = AsyncClient(), {"Authorization": f"Bearer {key}"}
    followed = await opened(browser, f"/api/agent/{what}/{(run if what == 'runs' else film).pk}/events", **headers)
    await followed.events(1)
    match end:
        case "membership":
            await studio.membership_set.all().adelete()
        case "sign-out":
            await browser.alogout()
        case "key":
            await ApiToken.objects.aupdate(revoked_at=timezone.now())
    await record(run, "agent_step", index=1)
    assert await followed.over() == []


async def test_a_viewer_that_leaves_stops_nothing_and_leaves_nothing_behind(browser, run, settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    cookie = f"sessionid={browser.cookies['sessionid'].value}".encode()
    scope = {
        "type": "http", "method": "GET", "path": f"/api/agent/runs/{run.pk}/events", "query_string": b"stream=1",
        "headers": [(b"host", b"localhost"), (b"cookie", cookie)],
    }  # fmt: skip
    before = asyncio.all_tasks()
    viewer = ApplicationCommunicator(get_asgi_application(), scope)
    await viewer.send_input({"type": "http.request", "body": b""})
    assert (await viewer.receive_output(10))["status"] == 200
    while b"agent_start" not in (await viewer.receive_output(10))["body"]:
        pass
    layer, group = get_channel_layer(), wakeups.group_of(run.workspace_id)
    assert len(layer.groups[group]) == 1
    await viewer.send_input({"type": "http.disconnect"})
    await viewer.wait(60)
    await asyncio.sleep(0)
    assert group not in layer.groups
    assert asyncio.all_tasks() == before
    await record(run, "agent_step", index=1)
    assert await run.events.acount() == 2
    assert (await Run.objects.aget(pk=run.pk)).status == "running"
