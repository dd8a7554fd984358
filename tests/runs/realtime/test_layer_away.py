"""The layer that carries wake-ups is away: whoever watches sees everything a little later, and no run and no request fails."""

from __future__ import annotations

import pytest
from channels.layers import BaseChannelLayer, InMemoryChannelLayer
from django.test import AsyncClient

from runs.api import stream
from runs.realtime import watcher
from tests.runs.api.test_events import opened as followed
from tests.runs.realtime.test_sockets import address_of, approve, opened, proposed, until
from tools import wakeups

__all__ = ["opened"]

pytestmark = [
    pytest.mark.usefixtures("own_loop"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.spec("K-23", "X-05"),
]
LONG = 60.0


class Away(BaseChannelLayer):
    """Does nothing that it is asked."""

    async def _refuse(self, *asked):
        raise ConnectionError("connection refused")

    new_channel = group_add = group_send = group_discard = receive = _refuse


class BackSoon(InMemoryChannelLayer):
    """Takes up who listens the second time that it is asked."""

    asked = 0

    async def new_channel(self, prefix="specific."):
        self.asked += 1
        if self.asked == 1:
            raise ConnectionError("connection refused")
        return await super().new_channel(prefix)


@pytest.fixture
def layer(settings):
    def put(kind: type) -> None:
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{kind.__module__}.{kind.__name__}"}}

    return put


@pytest.mark.parametrize("place", ["composition", "run", "events"])
async def test_a_page_is_opened_and_shown_what_happens(film, alice, layer, monkeypatch, place, opened):
    layer(Away)
    monkeypatch.setattr(watcher, "IDLE", 0.05)
    run = await proposed(film, alice)
    socket = await opened(address_of(place, film, run), alice)
    await approve(run, alice)
    await until(socket, "agent_done" if place == "events" else "card-done")


async def test_a_stream_is_opened_and_tells_what_happens(film, alice, layer, monkeypatch):
    layer(Away)
    monkeypatch.setattr(stream, "IDLE", 0.05)
    browser, run = AsyncClient(), await proposed(film, alice)
    await browser.aforce_login(alice)
    following = await followed(browser, f"/api/agent/runs/{run.pk}/events")
    await following.events(1)
    await approve(run, alice)
    assert (await following.over())[-1]["event"] == "end"


async def test_whoever_watches_is_woken_again_when_the_layer_is_back(film, alice, layer, monkeypatch, opened):
    layer(BackSoon)
    monkeypatch.setattr(wakeups, "AGAIN", 0.01)
    monkeypatch.setattr(watcher, "IDLE", LONG)
    run = await proposed(film, alice)
    socket = await opened(address_of("run", film, run), alice)
    await until(socket, "Waiting for your approval")
    await approve(run, alice)
    await until(socket, "card-done")
