"""publish: the composition, as the run has made it by then, as a film on an account that an admin has connected.

Where it goes is settled while planning: the word that was said becomes the one account that it means, and the card names it.
It leaves once: each platform is asked what became of an earlier try before anything is sent again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tools import vault
from tools.accounts import Delivery, NotConnected, PublishAccount
from tools.capabilities import render
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Order
from tools.models import Composition
from tools.providers.publishing import PLATFORMS
from tools.providers.publishing.parcel import Account, Arrived, Parcel, PublishFailed
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part


def expand(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
    """The same with the account's full name in place of what it was called; None for a plan that has no workspace."""
    if occasion.workspace is None:
        return None
    try:
        account = PublishAccount.objects.meant(occasion.workspace, str(params["platform"]))
    except NotConnected as refusal:
        raise CannotExpand(str(refusal)) from None
    titled = f", titled “{params['title']}”" if params.get("title") else ""
    part = Part("publish", {**params, "platform": str(account)}, f"Publishes to “{account}”{titled}.")
    return Expansion((part,))


def deliver(order: Order) -> Delivered:
    with _told():
        account, facts = _account(order)
        return _delivered(account, PLATFORMS[account.platform].deliver(facts, _parcel(order, account)))


def find(order: Order) -> Delivered | None:
    """What an earlier try of this order has delivered; raises `HandFailed` where nobody can tell."""
    with _told():
        account, facts = _account(order)
        found = PLATFORMS[account.platform].find(facts, _parcel(order, account))
        return _delivered(account, found) if found else None


def _account(order: Order) -> tuple[PublishAccount, Account]:
    """The account of an order, and what its platform has to know of it."""
    try:
        account = PublishAccount.objects.meant(order.workspace, str(order.params["platform"]))
        return account, PLATFORMS[account.platform].account.model_validate(account.facts())
    except NotConnected as refusal:
        raise HandFailed(f"It was not sent: {refusal}", "bad_param") from None
    except (vault.Unreadable, ValueError):
        reason = "Its secrets cannot be read any more. An administrator has to renew them."
        raise HandFailed(f"{order.params['platform']}: {reason}", "bad_param") from None


def _parcel(order: Order, account: PublishAccount) -> Parcel:
    key, named = hashlib.sha256(order.key.encode()).hexdigest(), order.params.get("title")
    return Parcel(
        key=key,
        title=str(named or _name(order)),
        description=str(order.params.get("description") or ""),
        film=lambda: _film(order),
        notes=Notes(key, account),
        check=order.check,
        tell=lambda sent, of: order.tell(sent, of, "bytes"),
    )


def _name(order: Order) -> str:
    of = Composition.objects.filter(workspace=order.workspace, pk=order.composition) if order.composition else None
    return (of.values_list("name", flat=True).first() if of else "") or "Film"


def _film(order: Order) -> Path:
    """The film of the order; what an earlier try has rendered is taken up."""
    wanted = replace(order, tool="render", params={"format": "mp4"})
    if render.find(wanted) is None:
        render.deliver(wanted)
    return render.place(wanted)


def _delivered(account: PublishAccount, arrived: Arrived) -> Delivered:
    return Delivered(arrived.where, {"account": str(account), **arrived.facts})


@contextmanager
def _told() -> Iterator[None]:
    """Around one delivery: what goes wrong on the way comes out as `HandFailed`."""
    try:
        yield
    except PublishFailed as failure:
        raise HandFailed(str(failure), failure.kind, wait=failure.wait) from None


class Notes(MutableMapping[str, str]):
    """What a platform wants to know at the next try: each word is sealed and on record before the next line runs."""

    def __init__(self, key: str, account: PublishAccount) -> None:
        self._key, self._account = key, account

    def _read(self) -> dict[str, str]:
        sealed = Delivery.objects.filter(pk=self._key, account=self._account).values_list("sealed", flat=True).first()
        return vault.unseal(sealed or "")

    def _write(self, notes: dict[str, str]) -> None:
        row = {"account": self._account, "sealed": vault.seal(notes)}
        Delivery.objects.update_or_create(pk=self._key, defaults=row)

    def __getitem__(self, name: str) -> str:
        return self._read()[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._write({**self._read(), name: value})

    def __delitem__(self, name: str) -> None:
        self._write({known: value for known, value in self._read().items() if known != name})

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


HAND = Deliverer(deliver, find)
