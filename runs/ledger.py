"""Credits that cannot be overspent: every movement is one row, written once, and the balance is the sum of the rows.

A paid step goes reserve → (the call) → settle, or release when it came to nothing; refund gives back what was charged.
Each is done once for its key (run, step, attempt, kind): asked again, it changes nothing and answers with the same row.
An attempt is never taken up again, so its number is new for every try of a step in a run, whichever card it was on.

Order of locks, which keeps two hands from waiting for each other: first the run's row, then the account's.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from runs.models import Account, LedgerEntry, Run
from runs.refusals import CreditsShort, NotReserved, PriceUnknown
from tools.models import Workspace

Kind = LedgerEntry.Kind
HOLDS = (Kind.RESERVE, Kind.RELEASE)
SPENDS = (Kind.CHARGE, Kind.REFUND)


def account_of(workspace: Workspace) -> Account:
    """The account of a workspace as it is now; opened with WORKSPACE_START_CREDITS when it is first needed."""
    return Account.objects.filter(workspace=workspace).first() or _opened(workspace)


@transaction.atomic
def _opened(workspace: Workspace) -> Account:
    account, new = Account.objects.get_or_create(workspace=workspace)
    if new and settings.WORKSPACE_START_CREDITS:
        grant(workspace, settings.WORKSPACE_START_CREDITS, None, "To begin with.")
        account.refresh_from_db()
    return account


def available(workspace: Workspace) -> int:
    """Credits that can be spent: what is reserved is not among them."""
    return account_of(workspace).balance


def afford(workspace: Workspace, credits: int, run: Run | None = None) -> None:
    """Raise `CreditsShort` unless so many credits are there; what costs nothing touches no account."""
    if credits and credits > (left := available(workspace)):
        raise CreditsShort(credits, left, run)


@transaction.atomic
def grant(workspace: Workspace, credits: int, by: User | None, note: str = "", once: UUID | None = None) -> LedgerEntry:
    """Give credits, at least one. With `once`, a form that is sent twice grants once."""
    if credits < 1:
        raise ValueError("A grant is at least one credit.")
    account, key = account_of(workspace), f"{workspace.pk}:{once or uuid4()}:{Kind.GRANT}"
    entry, new = LedgerEntry.objects.get_or_create(
        key=key, defaults={"account": account, "kind": Kind.GRANT, "credits": credits, "who": by, "note": note}
    )
    if new:
        _move(account.pk, balance=credits)
    return entry


def attempt(run: Run, step: str) -> int:
    """The attempt of a step that is under way, or the number of its next one."""
    if held := _held(run).filter(step=step).first():
        return held.attempt
    last = run.entries.filter(step=step).aggregate(last=Max("attempt"))["last"]
    return (last or 0) + 1


@transaction.atomic
def reserve(run: Run, step: str, attempt: int, credits: int | None) -> LedgerEntry:
    """Hold the most that a step may cost, before it is called.

    Raises `PriceUnknown` for no price, `CreditsShort` when the balance does not have it, and `NotReserved` when this
    attempt is over. Two runs after the last credits meet one conditional UPDATE, and one of them is refused.
    """
    if not isinstance(credits, int) or credits < 1:
        raise PriceUnknown(f"Nobody knows what {step} costs, so nothing is spent on it.", run)
    _hold(run)
    account = account_of(run.workspace)
    if found := _entry(run, step, attempt, Kind.RESERVE):
        if _entry(run, step, attempt, Kind.RELEASE):
            raise NotReserved(f"Attempt {attempt} of {step} is over. Try again under a new number.", run)
        return found
    if not _move(account.pk, balance=-credits, reserved=credits):
        raise CreditsShort(credits, available(run.workspace), run)
    return _write(run, step, attempt, Kind.RESERVE, -credits)


@transaction.atomic
def settle(run: Run, step: str, attempt: int, actual: int) -> LedgerEntry:
    """Charge what a step really cost, 0 to what is held for it, and let the rest go. A charge stands, whatever becomes
    of the step afterwards. Raises `NotReserved`."""
    _hold(run)
    if charged := _entry(run, step, attempt, Kind.CHARGE):
        return charged
    held = _held(run).filter(step=step, attempt=attempt).first()
    if held is None or actual not in range(-held.credits + 1):
        there = -held.credits if held else 0
        raise NotReserved(f"{there} credits are held for attempt {attempt} of {step}; {actual} cannot be charged.", run)
    _let_go(run, held)
    _move(held.account_id, balance=-actual)
    _commit(run, step, actual)
    return _write(run, step, attempt, Kind.CHARGE, -actual)


@transaction.atomic
def refund(run: Run, step: str, attempt: int, note: str = "", by: User | None = None) -> LedgerEntry:
    """Give back everything that an attempt was charged. Raises `NotReserved` when it was charged nothing."""
    _hold(run)
    if given := _entry(run, step, attempt, Kind.REFUND):
        return given
    charged = _entry(run, step, attempt, Kind.CHARGE)
    if charged is None:
        raise NotReserved(f"Nothing was charged for attempt {attempt} of {step}.", run)
    _move(charged.account_id, balance=-charged.credits)
    _commit(run, step, charged.credits)
    return _write(run, step, attempt, Kind.REFUND, -charged.credits, note=note, who=by)


def release(run: Run, step: str | None = None) -> int:
    """Let go what is still held for a run, or for one of its steps: on failure, on cancel, at the end. How much it was."""
    held = _held(run).filter(step=step) if step is not None else _held(run)
    if not held.exists():
        return 0
    with transaction.atomic():
        _hold(run)
        return sum(_let_go(run, entry) for entry in held.all())


def spent(run: Run) -> dict[str, int]:
    """What was spent on each step of a run that anything was spent on, under all of its cards."""
    sums = run.entries.filter(kind__in=SPENDS).values_list("step").annotate(total=-Sum("credits")).order_by()
    return dict(sums)


def faults() -> Iterator[str]:
    """Every account that is not the sum of its entries, and what is wrong with it."""
    kinds = Q(entries__kind__in=HOLDS)
    summed = Account.objects.annotate(
        total=Coalesce(Sum("entries__credits"), 0), held=-Coalesce(Sum("entries__credits", filter=kinds), 0)
    )
    for name, balance, total, reserved, held in summed.values_list(
        "workspace__name", "balance", "total", "reserved", "held"
    ):
        if balance != total:
            yield f"account of {name}: the balance says {balance} credits and its entries {total}"
        if reserved != held:
            yield f"account of {name}: {reserved} credits are reserved and its entries say {held}"


def faults_of(run: Run) -> Iterator[str]:
    """What a run says of its credits that its entries do not."""
    spent = -int(run.entries.filter(kind__in=SPENDS).aggregate(total=Sum("credits"))["total"] or 0)
    if run.credits != spent:
        yield f"the run says {run.credits} credits and its entries {spent}"


def _hold(run: Run) -> None:
    """Hold the run's row until the transaction ends: two hands on one run come one after the other."""
    Run.objects.select_for_update(of=("self",)).get(pk=run.pk)


def _held(run: Run) -> QuerySet[LedgerEntry]:
    """The reservations of a run that are still open."""
    same = {name: OuterRef(name) for name in ("run", "step", "attempt")}
    over = LedgerEntry.objects.filter(**same, kind=Kind.RELEASE)
    return LedgerEntry.objects.filter(~Exists(over), run=run, kind=Kind.RESERVE)


def _let_go(run: Run, held: LedgerEntry) -> int:
    _move(held.account_id, balance=-held.credits, reserved=held.credits)
    return _write(run, held.step, held.attempt, Kind.RELEASE, -held.credits).credits


def _move(account: int, *, balance: int, reserved: int = 0) -> bool:
    """One conditional UPDATE; false, and nothing done, when the balance does not have it."""
    able = Account.objects.filter(pk=account, balance__gte=-balance, reserved__gte=-reserved)
    return bool(able.update(balance=F("balance") + balance, reserved=F("reserved") + reserved))


def _commit(run: Run, step: str, credits: int) -> None:
    """Count credits on the run and on its step."""
    Run.objects.filter(pk=run.pk).update(credits=F("credits") + credits)
    run.steps.filter(key=step).update(credits=F("credits") + credits)
    run.refresh_from_db(fields=["credits"])


def _key(run: Run, step: str, attempt: int, kind: str) -> str:
    return f"{run.pk}:{step}:{attempt}:{kind}"


def _entry(run: Run, step: str, attempt: int, kind: str) -> LedgerEntry | None:
    return LedgerEntry.objects.filter(key=_key(run, step, attempt, kind)).first()


def _write(
    run: Run, step: str, attempt: int, kind: str, credits: int, note: str = "", who: User | None = None
) -> LedgerEntry:
    return LedgerEntry.objects.create(
        account=account_of(run.workspace), kind=kind, credits=credits, run=run, step=step, attempt=attempt,
        key=_key(run, step, attempt, kind), note=note, who=who,
    )  # fmt: skip
