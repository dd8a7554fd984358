"""Verbs that do nothing but what the stories need, and the world outside that they reach: a book that nobody rolls back.

The maker's provider honours idempotency keys. The platforms of the deliverers do not: what is sent twice arrives twice.
What a hand does besides, its step says in `then`.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from time import sleep
from typing import Any

from django.contrib.auth.models import User
from PIL import Image

from runs import actions
from runs.models import Run
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Made, Maker, Order
from tools.catalog import TOOLS
from tools.models import Revision
from tools.registry.descriptors import ApiTool, Price

SQUARE = 64
FRAMES = 10
"""How often a call says how far it is."""
NARROW = {"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}


class World:
    """What happened outside, one line each, in the order in which it did."""

    def __init__(self) -> None:
        self.path, self.seconds = Path(os.devnull), 0.0

    def note(self, what: str, key: str) -> None:
        book = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        os.write(book, f"{what} {key}\n".encode())
        os.close(book)

    def count(self, what: str) -> Counter[str]:
        """How often it happened, by key."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return Counter(line.removeprefix(f"{what} ") for line in lines if line.startswith(f"{what} "))


WORLD = World()


def knock(order: Order) -> None:
    """The call has gone out and nothing has come of it yet; `seconds` is how long it takes."""
    for frame in range(1, FRAMES + 1):
        sleep(WORLD.seconds / FRAMES)
        order.tell(frame, FRAMES, "frames")
    WORLD.note("asked", order.key)
    order.check()


def leave(order: Order) -> None:
    """What was asked for has happened, and nobody here knows it yet."""


def paint(order: Order) -> Made:
    _first(order)
    knock(order)
    if not WORLD.count("billed")[order.key]:
        WORLD.note("billed", order.key)
    leave(order)
    _then(order)
    return Made(drawn(order.folder), "Picture", provider="chaos")


def drawn(folder: Path) -> Path:
    path = folder / "picture.png"
    Image.new("RGB", (SQUARE, SQUARE), "teal").save(path)
    return path


def post(order: Order) -> Delivered:
    _first(order)
    knock(order)
    WORLD.note("arrived", order.key)
    leave(order)
    _then(order)
    return Delivered(f"at {order.tool}")


def find(order: Order) -> Delivered | None:
    _then(order)
    return Delivered(f"at {order.tool}") if WORLD.count("arrived")[order.key] else None


def _first(order: Order) -> None:
    """What goes wrong before anything has happened outside."""
    then = order.params.get("then")
    if then == "hiccup" and WORLD.count("asked")[order.key] == 0:
        knock(order)
        raise HandFailed("It was busy.", "transient")
    if then == "decline":
        raise HandFailed("It does not draw that.", "bad_param")


def _then(order: Order) -> None:
    """What goes wrong, or is done by others, while the answer is on its way."""
    run = Run.objects.select_related("composition").get(pk=order.key.split(":")[0])
    match order.params.get("then"):
        case "waste":
            raise HandFailed("What came cannot be used.", "unknown", billed=True)
        case "cancel" if run.status == Run.Status.RUNNING:
            actions.cancel(run, User.objects.get(pk=run.author_id))
        case "move":
            _somebody_else_edits(run)


def _somebody_else_edits(run: Run) -> None:
    """Once, whoever calls the hand again."""
    assert run.composition is not None
    if not run.composition.revisions.filter(run_id=None, kind=Revision.Kind.EDIT).exists():
        store.apply(run.composition, [NARROW])


def _expects(params: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "image", "name": "Picture", "hasVideo": True, "hasAudio": False, "width": SQUARE, "height": SQUARE}


PICTURE: dict[str, Any] = {}
"""What the probe says of the stories' one picture."""


def look(path: Path, name: str, *, poster: Path, **_: Any) -> dict[str, Any]:
    """The probe's place: the real one begins a process every time, and has seen this picture."""
    poster.write_bytes(path.read_bytes())
    return dict(PICTURE)


def take_on() -> None:
    """Have the house know the verbs."""
    _verb("paint", Maker(paint, _expects), 4)
    _verb("sketch", Maker(paint, _expects), 0)
    _verb("post", Deliverer(post, find), 3)
    _verb("tell", Deliverer(post, find), 0)
    _verb("mail", Deliverer(post), 2)


def _verb(name: str, hand: Maker | Deliverer, credits: int) -> None:
    HANDS[name] = hand
    makes = isinstance(hand, Maker)
    tool = ApiTool(
        name=name, description=f"{name.title()}.", tool_class="generate", price=Price(credits=credits), gated=True,
        phase="produce" if makes else "deliver", makes="image" if makes else None, expects=_expects if makes else None,
        input_schema={"type": "object", "properties": {"then": {"type": "string"}, "no": {"type": "integer"}}},
        noun="verbs", route="/api/agent/plan", cli="agent plan",
    )  # fmt: skip
    TOOLS.register(tool)
