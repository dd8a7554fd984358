"""Hands for tests: a darkroom that makes pictures and a courier that delivers, both doing what they are told to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from runs import actions, lease
from runs.assess import assess
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tools import store, wakeups
from tools.capabilities import HANDS
from tools.capabilities.order import Delivered, Deliverer, Made, Maker, Order
from tools.catalog import TOOLS


class Died(BaseException):
    """What ends a worker without a word: nobody catches it."""


class Hand:
    """Does its work at every order, after what `first` says for the first ones: an exception to raise, or something to do."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.first: list[Exception | BaseException | Callable[[Order], None]] = []
        self.delivered: dict[str, str] = {}

    @property
    def keys(self) -> list[str]:
        return [order.key for order in self.orders]

    def _asked(self, order: Order) -> None:
        self.orders.append(order)
        if not self.first:
            return
        before = self.first.pop(0)
        if isinstance(before, BaseException):
            raise before
        before(order)

    def make(self, order: Order) -> Made:
        self._asked(order)
        order.check()
        Image.new("RGB", (32, 16), (len(self.orders), 0, 0)).save(order.folder / "made.png")
        return Made(order.folder / "made.png", order.params["prompt"], provider="darkroom")

    def deliver(self, order: Order) -> Delivered:
        self._asked(order)
        self.delivered[order.key] = order.params["platform"]
        return Delivered(f"on {order.params['platform']}", {"number": len(self.delivered)})

    def find(self, order: Order) -> Delivered | None:
        return Delivered("found there") if order.key in self.delivered else None


@pytest.fixture
def darkroom(monkeypatch) -> Hand:
    """Makes the pictures of generate.image (4 credits), 32 × 16 points."""
    hand = Hand()

    def expects(params):
        facts = {
            "mime": "image/png",
            "hasAlpha": False,
            "kind": "image",
            "name": params["prompt"],
            "hasVideo": True,
            "hasAudio": False,
            "width": 32,
            "height": 16,
        }
        return {**facts, "origin": {"tool": "generate.image", "placeholder": False}}

    monkeypatch.setitem(HANDS, "generate.image", Maker(hand.make, expects))
    picture = TOOLS.get("generate.image").model_copy(update={"ready": True, "makes": "image", "expects": expects})
    monkeypatch.setitem(TOOLS._tools, "generate.image", picture)
    return hand


@pytest.fixture
def courier(monkeypatch) -> Hand:
    """Carries out publish (1 credit) to wherever it is told, and can tell what it has delivered."""
    hand = Hand()
    monkeypatch.setitem(HANDS, "publish", Deliverer(hand.deliver, hand.find))
    monkeypatch.setitem(TOOLS._tools, "publish", TOOLS.get("publish").model_copy(update={"expand": None}))
    return hand


@pytest.fixture
def own_loop() -> Iterator[None]:
    """A test's loop ends with the test; nobody may be told that it still runs."""
    wakeups._server_loop.clear()
    yield
    wakeups._server_loop.clear()


@pytest.fixture
def quick(monkeypatch) -> None:
    """A lease that is looked at all the time."""
    monkeypatch.setattr(lease, "BEAT", 0.01)


@pytest.fixture
def proposed(film, alice):
    """Puts a plan of these steps, (tool, params) each, on record."""

    def propose(*steps: tuple[str, dict]) -> Run:
        raw = {"steps": [{"tool": tool, "params": params} for tool, params in steps]}
        plan, tier = normalise(raw, TOOLS, message="do it", tag="ab12"), tier_of(alice, film.workspace)
        film.refresh_from_db()
        proposal = assess(plan, store.read(film), tier)
        assert proposal.valid, proposal.errors
        return actions.propose(
            film.workspace, alice, proposal, composition=film, tier=tier, base_revision=film.head
        )  # fmt: skip

    return propose
