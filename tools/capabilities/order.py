"""What a hand is asked for and what it answers: an order goes out, something made or something delivered comes back.

A *hand* carries out one verb beyond the engine. A `Maker` makes a file that becomes an asset; a `Deliverer` sends something
out of the house. Whoever places the order pays, keeps what comes back, and decides what to do when it fails.

    HandFailed
    ├── kind "transient"    the same order may well work in a moment
    ├── kind "quota"        the provider's own credit is used up
    ├── kind "bad_param"    this order can never work: something in it is wrong
    └── kind "unknown"      nobody can tell
    Halted                  whoever placed the order no longer wants it, or it stands still, or its time is over
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

FailureKind = Literal["transient", "quota", "bad_param", "unknown"]
Unit = Literal["frames", "seconds", "bytes"]
Tell = Callable[[int, int, Unit], None]


class HandFailed(Exception):
    """An order that came to nothing. The message is one clean line for the person who approved it, without a secret.

    `billed`: the provider has taken its money all the same. `wait`: seconds after which it asks to be tried again.
    """

    def __init__(
        self, message: str, kind: FailureKind = "unknown", *, billed: bool = False, wait: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.billed, self.wait = kind, billed, wait


class Halted(Exception):
    """The order is no longer wanted (`cancelled`, `lost`: another hand has it), made no headway (`stuck`), or has taken
    longer than anything may (`late`).

    `billed` is set by the hand that it went through, when a provider is at work by then and takes its money all the same.
    """

    def __init__(self, why: Literal["cancelled", "lost", "stuck", "late"]) -> None:
        super().__init__(why)
        self.why, self.billed = why, False


@dataclass(frozen=True, slots=True)
class Order:
    """One call of one verb.

    `key` is the same at every try of the step, and goes to the provider as its idempotency key. `folder` is an empty
    folder of the order's own. `composition` at `revision` is what the order is about: the card's, or what the run has made
    of it by then. `check()` is to be called often: it raises `Halted` when the order is no longer wanted.

    `tell(done, of, unit)` says how far it is, as often as is convenient: it costs nothing and never fails. What takes long
    and tells nothing, or the same over and over, is taken for stuck. `of` is 0 where nobody knows it.
    """

    tool: str
    params: dict[str, Any]
    key: str
    workspace: UUID
    folder: Path
    composition: UUID | None = None
    revision: int | None = None
    check: Callable[[], None] = field(default=lambda: None, compare=False)
    tell: Tell = field(default=lambda done, of, unit: None, compare=False)


@dataclass(frozen=True, slots=True)
class Made:
    """A file that a maker left in the order's folder, to be probed like any stranger's file.

    `name` is what people call it. `placeholder`: a stand-in that was made here without a model. `provider` and `model`
    say who made it; `credits` what it really cost, None for the expected price.
    """

    path: Path
    name: str
    provider: str
    model: str = ""
    placeholder: bool = False
    credits: int | None = None


@dataclass(frozen=True, slots=True)
class Delivered:
    """What left the house, or was found out. `where` says in one line what came of it; `facts` are kept on the step, without
    a secret."""

    where: str
    facts: dict[str, Any] = field(default_factory=dict)
    credits: int | None = None


@dataclass(frozen=True, slots=True)
class Maker:
    """`expects(params)`: the asset as its document will list it, without its id (kind, name, hasVideo, hasAudio,
    durationSeconds, width, height), so that a preview can place it before it is made."""

    make: Callable[[Order], Made]
    expects: Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Deliverer:
    """`find(order)`: what an earlier try that nobody saw the end of has delivered, None when it delivered nothing. A
    deliverer that cannot tell has no `find`, and is then never asked twice."""

    deliver: Callable[[Order], Delivered]
    find: Callable[[Order], Delivered | None] | None = None


Hand = Maker | Deliverer
