"""What a worker does for media: it checks files that have come in, makes what stands in for them, and clears up.

The rows say what there is to do. Whoever has workers registers a bell (`rung_by`), and calls `waiting` now and then; a ring
that is lost costs the time until then.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from uuid import UUID

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from tools import jobs
from tools.ingest import places, stand_ins, sweeping, taking
from tools.jobs import Hand, Lost
from tools.media.refusals import Unreadable
from tools.models import Asset, StandIns, Upload

log = structlog.get_logger()

SWEPT = 60 * 60.0
"""Seconds between two looks at what was left behind; the first is at the start."""
MOST_AT_ONCE = 100
FEW = 2
"""How many assets wait at a worker at once, so that a file that comes in is checked soon."""

_bell: list[Callable[[UUID], None]] = []
_swept: list[float] = []


def rung_by(ring: Callable[[UUID], None]) -> None:
    """Say who wakes a worker; until somebody does, whoever looks at the rows finds the work."""
    _bell[:] = [ring]


def ring(id: UUID) -> None:
    """There is work: an upload to check, or an asset without what stands in for it."""
    for wake in _bell:
        wake(id)


def waiting() -> list[UUID]:
    """What is to be done, files that people wait for first; and now and then, clear up."""
    if not _swept or monotonic() - _swept[0] > SWEPT:
        _swept[:] = [monotonic()]
        sweeping.sweep()
    _give_up()
    _begin(Asset.objects.filter(stand_ins=None).order_by("created_at"))
    return [*jobs.waiting(_checking()), *jobs.waiting(_lacking(), FEW)]


def do(id: UUID) -> None:
    """Do what the row of this id waits for: check an upload, or make what stands in for an asset."""
    try:
        if (upload := jobs.take(_checking(), id)) is not None:
            with upload:
                asset = _check(upload)
            if asset:
                ring(asset)
            return
        _begin(Asset.objects.filter(pk=id, stand_ins=None))
        if (lacking := jobs.take(_lacking(), id)) is not None:
            with lacking:
                stand_ins.make(lacking)
    except Lost:
        log.info("media_work_lost", id=str(id))


def _begin(assets: QuerySet[Asset]) -> None:
    """Write down that these assets have no stand-ins yet."""
    some = assets.values_list("pk", flat=True)[:MOST_AT_ONCE]
    StandIns.objects.bulk_create([StandIns(asset_id=id) for id in some], ignore_conflicts=True)


def _checking() -> QuerySet[Upload]:
    return Upload.objects.filter(state=Upload.State.CHECKING).select_related("workspace")


def _lacking() -> QuerySet[StandIns]:
    return StandIns.objects.filter(state=StandIns.State.WAITING).select_related("asset")


def _check(hand: Hand[Upload]) -> UUID | None:
    """Make an upload an asset, or say why not; the asset's id."""
    upload = hand.row
    State = Upload.State

    def settle(asset: Asset) -> None:
        hand.settle(state=State.READY, asset=asset, touched_at=timezone.now(), done=1)

    outcome = taking.adopt(upload, hand.check, settle)
    if isinstance(outcome, taking.Refused):
        hand.settle(state=State.FAILED, code=outcome.code, reason=outcome.reason, touched_at=timezone.now())
    (places.incoming() / str(upload.pk)).unlink(missing_ok=True)
    return outcome.asset.pk if outcome.asset else None


def _give_up() -> None:
    """What workers have died of several times is not tried again."""
    for upload in jobs.given_up(_checking()):
        refusal = Unreadable(upload.name)
        jobs.given_up(_checking()).filter(pk=upload.pk).update(
            state=Upload.State.FAILED, code=refusal.code, reason=str(refusal), touched_at=timezone.now()
        )
        (places.incoming() / str(upload.pk)).unlink(missing_ok=True)
    jobs.given_up(_lacking()).update(
        state=StandIns.State.FAILED, reason="Making its stand-ins took more than this machine has."
    )
