"""What is live: a page that is shown what moved, and a run's events without a gap and none twice."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore

from runs import actions, cards
from runs.assess import assess
from runs.models import Run
from runs.plan.normalise import normalise
from runs.realtime import watcher
from runs.realtime.urls import urlpatterns
from runs.tiers import tier_of
from tests.reels import reel
from tools import store, wakeups
from tools.catalog import TOOLS
from tools.models import Membership, StandIns

pytestmark = [pytest.mark.usefixtures("own_loop"), pytest.mark.django_db(transaction=True), pytest.mark.spec("K-23")]
NOT_FOUND = 4404
PATIENCE = 60
"""Seconds: a busy machine is no reason to fail."""


@database_sync_to_async
def proposed(film, by):
    plan = normalise(
        {"steps": [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}]}, TOOLS, message="shorten", tag="ab12"
    )
    film.refresh_from_db()
    tier = tier_of(by, film.workspace)
    proposal = assess(plan, store.read(film), tier)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


@database_sync_to_async
def approve(run, by):
    return actions.approve(run, by, cards.card_of(run), wait=True)


@database_sync_to_async
def stored(run) -> list[tuple[int, str]]:
    return list(run.events.order_by("sequence").values_list("sequence", "kind"))


@pytest.fixture
async def opened():
    """Opens sockets, and sees each of them to its end: one that still reads meets the emptying of the database."""
    sockets: list[WebsocketCommunicator] = []

    async def open_one(address: str, user, session=None) -> WebsocketCommunicator:
        socket = WebsocketCommunicator(URLRouter(urlpatterns), address)
        socket.scope |= {"user": user, "session": session}
        connected, _ = await socket.connect(timeout=PATIENCE)
        assert connected
        sockets.append(socket)
        return socket

    yield open_one
    for socket in sockets:
        if not socket.future.done():
            await socket.disconnect(timeout=PATIENCE)


def address_of(place: str, film, run) -> str:
    return {
        "composition": f"/ws/compositions/{film.pk}/",
        "run": f"/ws/runs/{run.pk}/",
        "events": f"/ws/runs/{run.pk}/events/",
    }[place]


async def told(socket, count: int) -> list[dict]:
    return [json.loads(await socket.receive_from(timeout=PATIENCE)) for _ in range(count)]


async def until(socket, words: str) -> str:
    """Read fragments until one holds the words."""
    async with asyncio.timeout(PATIENCE):
        while words not in (shown := await socket.receive_from(timeout=PATIENCE)):
            pass
    return shown


async def test_a_page_is_shown_where_things_stand_when_it_connects(film, alice, opened):
    run = await proposed(film, alice)
    socket = await opened(f"/ws/compositions/{film.pk}/", alice)
    shown = await socket.receive_from(timeout=PATIENCE)
    for place in ("timeline", "history", "facts", "strip", f"card-{run.pk}"):
        assert f'id="{place}"' in shown
    assert "Waiting for your approval" in shown


async def test_a_page_sees_a_plan_come_run_and_change_the_timeline(film, alice, opened):
    socket = await opened(f"/ws/compositions/{film.pk}/", alice)
    assert "outro.mp4" in await socket.receive_from(timeout=PATIENCE)
    run = await proposed(film, alice)
    await until(socket, f"card-{run.pk}")
    await approve(run, alice)
    shown = await until(socket, "card-done")
    assert 'data-item="clip-d"' not in shown
    assert "Removes 1 clip (outro.mp4)." in shown


@pytest.mark.spec("M-04")
async def test_a_filmstrip_that_has_come_is_shown_though_nobody_has_edited(studio, alice, opened):
    row = await database_sync_to_async(reel)(studio)
    lacking = await database_sync_to_async(lambda: StandIns.objects.create(asset=studio.assets.get(name="film.mp4")))()
    socket = await opened(f"/ws/compositions/{row.pk}/", alice)
    before = await socket.receive_from(timeout=PATIENCE)
    assert 'data-revision="1"' in before
    assert "filmstrip" not in before
    lacking.state, lacking.files = "ready", {"filmstrip": {"tiles": 2, "seconds": 1, "width": 96, "height": 72}}
    await database_sync_to_async(lacking.save)()
    await database_sync_to_async(wakeups.wake)(studio.pk)
    shown = await until(socket, "/filmstrip")
    assert 'data-revision="1"' in shown
    state = re.compile(r'id="timeline" data-state="(\S+)"')
    assert state.search(before)[1] != state.search(shown)[1]  # or the page would keep what it has


async def test_what_has_not_moved_is_not_sent_again(film, alice, opened):
    socket = await opened(f"/ws/compositions/{film.pk}/", alice)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(wakeups.wake)(film.workspace_id)
    assert await socket.receive_nothing(timeout=0.5)


async def test_the_plan_of_somebody_else_is_announced_and_not_put_into_ones_own_talk(film, alice, studio, opened):
    from tests import factories

    carol = await database_sync_to_async(factories.person)("carol", studio)
    socket = await opened(f"/ws/compositions/{film.pk}/", carol)
    await socket.receive_from(timeout=PATIENCE)
    run = await proposed(film, alice)
    shown = await until(socket, "A plan by alice waits")
    assert f"card-{run.pk}" not in shown


async def test_the_own_page_of_a_run_is_shown_its_card_and_its_log_whenever_they_move(film, alice, opened):
    run = await proposed(film, alice)
    socket = await opened(f"/ws/runs/{run.pk}/", alice)
    shown = await socket.receive_from(timeout=PATIENCE)
    assert "Waiting for your approval" in shown
    assert shown.count('hx-swap-oob="true"') == 2
    await database_sync_to_async(wakeups.wake)(film.workspace_id)
    assert await socket.receive_nothing(timeout=0.5)
    await approve(run, alice)
    shown = await until(socket, "card-done")
    assert "agent_done" in shown


@pytest.mark.parametrize("place", ["composition", "run", "events"])
async def test_what_another_process_does_is_seen_without_a_wake_up(film, alice, monkeypatch, place, opened):
    run = await proposed(film, alice)
    monkeypatch.setattr(watcher, "IDLE", 0.05)
    monkeypatch.setattr(wakeups, "wake", lambda workspace: None)
    socket = await opened(address_of(place, film, run), alice)
    await approve(run, alice)
    await until(socket, "agent_done" if place == "events" else "card-done")


async def test_a_reader_of_events_gets_all_of_them_in_order(film, alice, opened):
    run = await proposed(film, alice)
    socket = await opened(f"/ws/runs/{run.pk}/events/", alice)
    assert [event["event"] for event in await told(socket, 1)] == ["agent_plan"]
    await approve(run, alice)
    rest = await told(socket, len(await stored(run)) - 1)
    assert [(1, "agent_plan"), *((event["sequence"], event["event"]) for event in rest)] == await stored(run)
    assert set(rest[0]) == {"runId", "sequence", "event", "data", "createdAt"}
    assert await socket.receive_nothing(timeout=0.3)


@pytest.mark.parametrize("place", ["composition", "run", "events"])
async def test_how_far_a_step_is_comes_alone_and_is_there_for_whoever_connects(film, alice, monkeypatch, place, opened):
    monkeypatch.setattr(watcher, "UNDER_WAY", 0.05)
    run, far = await proposed(film, alice), {"done": 120, "of": 300, "unit": "frames"}
    await Run.objects.filter(pk=run.pk).aupdate(status="running")
    await run.steps.aupdate(status="running", headway=far)
    socket = await opened(address_of(place, film, run), alice)
    await until(socket, "Rendering 120 of 300 frames")
    await run.steps.aupdate(headway={**far, "done": 200})
    shown = await until(socket, "Rendering 200 of 300 frames")
    if place == "events":
        assert "sequence" not in json.loads(shown)
    else:
        assert shown.startswith(f'<div class="headway" id="headway-{run.pk}" hx-swap-oob="true">')
    assert await socket.receive_nothing(timeout=0.2)


async def test_a_reader_that_comes_back_misses_nothing_and_gets_nothing_twice(film, alice, opened):
    run = await proposed(film, alice)
    await approve(run, alice)
    everything = await stored(run)
    socket = await opened(f"/ws/runs/{run.pk}/events/?after=2", alice)
    rest = await told(socket, len(everything) - 2)
    assert [(event["sequence"], event["event"]) for event in rest] == everything[2:]
    assert await socket.receive_nothing(timeout=0.3)


@pytest.mark.parametrize("after", ["", "-1", "x", "9" * 30])
async def test_a_number_that_is_none_reads_from_the_beginning(film, alice, after, opened):
    run = await proposed(film, alice)
    socket = await opened(f"/ws/runs/{run.pk}/events/?after={after}", alice)
    assert [event["sequence"] for event in await told(socket, 1)] == [1]


@pytest.mark.spec("D-13")
async def test_a_foreign_an_unknown_and_a_nameless_watcher_are_closed_out(film, alice, bob, opened):
    run = await proposed(film, alice)
    nobody = "00000000-0000-4000-8000-000000000000"
    addresses = [f"/ws/compositions/{film.pk}/", f"/ws/runs/{run.pk}/", f"/ws/runs/{run.pk}/events/"]
    cases = [(address, who) for address in addresses for who in (bob, AnonymousUser())]
    gone = [f"/ws/compositions/{nobody}/", f"/ws/runs/{nobody}/", f"/ws/runs/{nobody}/events/", "/ws/nonsense/"]
    cases += [(address, alice) for address in gone]
    for address, who in cases:
        socket = await opened(address, who)
        assert await socket.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": NOT_FOUND}


async def test_a_member_who_is_removed_is_closed_out_at_the_next_news(film, alice, studio, opened):
    socket = await opened(f"/ws/compositions/{film.pk}/", alice)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(lambda: studio.membership_set.all().delete())()
    await database_sync_to_async(wakeups.wake)(film.workspace_id)
    assert (await socket.receive_output(timeout=PATIENCE))["code"] == NOT_FOUND


@pytest.mark.parametrize("place", ["composition", "run", "events"])
async def test_a_tab_that_has_signed_out_hears_nothing_more(film, alice, place, opened):
    run = await proposed(film, alice)
    session = SessionStore()
    await database_sync_to_async(session.create)()
    address = address_of(place, film, run)
    socket = await opened(address, alice, session=session)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(session.delete)()
    await approve(run, alice)
    assert await socket.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": NOT_FOUND}


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"password": "another"}], ids=lambda change: next(iter(change))
)
@pytest.mark.parametrize("place", ["composition", "run", "events"])
async def test_a_tab_of_a_person_who_may_not_sign_in_so_any_more_hears_nothing_more(
    film, alice, bob, studio, place, change, opened
):
    await database_sync_to_async(Membership.objects.create)(workspace=studio, user=bob)
    run = await proposed(film, alice)
    address = address_of(place, film, run)
    socket = await opened(address, bob)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(User.objects.filter(pk=bob.pk).update)(**change)
    await approve(run, alice)
    assert await socket.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": NOT_FOUND}


async def test_a_watcher_that_leaves_stops_nothing(film, alice, opened):
    run = await proposed(film, alice)
    socket = await opened(f"/ws/runs/{run.pk}/events/", alice)
    await socket.disconnect(timeout=PATIENCE)
    await approve(run, alice)
    assert (await stored(run))[-1][1] == "agent_done"


async def test_who_is_told_to_end_just_as_it_is_woken_ends():
    woken = asyncio.Event()
    waiting = asyncio.create_task(wakeups.woken_within(woken, PATIENCE))
    await asyncio.sleep(0)
    woken.set()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
