"""What must hold whatever was killed: one sentence for everything that does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from django.db.models import Sum

from benchmarks.chaos.hands import WORLD
from benchmarks.chaos.stories import Scene, Story, top_up, undo
from runs import events, ledger
from runs.dispatch import UNSEEN
from runs.models import Account, Approval, LedgerEntry, Run
from runs.models import Step as StepRow
from runs.plan.chain import asset_id
from runs.plan.model import Plan
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Deliverer, Maker
from tools.models import Asset, Revision

ENDS = {"agent_done", "agent_error", "agent_cancelled"}


def states(run: Run) -> list[str]:
    """The document at every revision, with what is this run's alone (its tag, its assets' ids) called the same in all."""
    assert run.composition is not None
    plan = Plan.model_validate(run.plan)
    names = {asset_id(plan, step): step.id for step in plan.steps} | {plan.tag: "TAG"}
    pattern = re.compile("|".join(map(re.escape, names)))
    documents = [store.read(run.composition, number).dump() for number in range(1, run.composition.head + 1)]
    told = [pattern.sub(lambda found: names[found[0]], json.dumps(document)) for document in documents]
    return [json.dumps(json.loads(text), sort_keys=True) for text in told]


def edits(run: Run) -> list[str]:
    """The states that it went through before anything was taken back."""
    assert run.composition is not None
    forward = run.composition.revisions.filter(kind__in=(Revision.Kind.CREATE, Revision.Kind.EDIT)).count()
    return states(run)[:forward]


def violations(story: Story, scene: Scene, undisturbed: list[str]) -> Iterator[str]:
    """Everything that is wrong with a story that was played, compared with its undisturbed states."""
    run = scene.run
    yield from _end(story, run)
    yield from _money(story, run)
    yield from _outside(run)
    yield from _document(story, run, undisturbed)
    yield from _record(run)


def _end(story: Story, run: Run) -> Iterator[str]:
    unseen = run.steps.filter(status=StepRow.Status.FAILED, error=UNSEEN).exists()
    if run.status not in (story.ends if unseen else story.ends[:1]):
        yield f"it ended as {run.status} ({run.verdict})"
    if run.lease_owner or run.lease_until:
        yield "it is over and still in somebody's hands"
    if left := run.steps.filter(status__in=("pending", "running")).count():
        yield f"it is over and {left} of its steps are still to come"
    if "An unexpected error" in run.verdict:
        yield f"it failed for a reason that is ours: {run.verdict}"


def _money(story: Story, run: Run) -> Iterator[str]:
    yield from ledger.faults()
    yield from ledger.faults_of(run)
    charges = run.entries.filter(kind=LedgerEntry.Kind.CHARGE)
    for step in run.steps.all():
        times = charges.filter(step=step.key).count()
        if times > 1:
            yield f"{step.key} ({step.tool}) was charged {times} times"
        if step.credits != -int(charges.filter(step=step.key).aggregate(sum=Sum("credits"))["sum"] or 0):
            yield f"{step.key} ({step.tool}) says {step.credits} credits and its entries something else"
    account = Account.objects.get(workspace=run.workspace)
    given = account.entries.filter(kind=LedgerEntry.Kind.GRANT).aggregate(sum=Sum("credits"))["sum"]
    spent = Run.objects.filter(workspace=run.workspace).credits()
    if given != story.credits + 10 * (top_up in story.acts):
        yield f"{given} credits were granted"
    if account.balance != given - spent or account.reserved:
        yield f"{given} were granted and {spent} spent; {account.balance} are left and {account.reserved} held"


def _outside(run: Run) -> Iterator[str]:
    """What happened at the providers and platforms, against what the steps say of it."""
    plan, billed, arrived = Plan.model_validate(run.plan), WORLD.count("billed"), WORLD.count("arrived")
    for step in plan.steps:
        row, key, hand = run.steps.get(key=step.id), f"{run.pk}:{asset_id(plan, step)}", HANDS.get(step.tool)
        done = row.status == StepRow.Status.DONE
        if isinstance(hand, Maker) and (billed[key] > 1 or billed[key] < done):
            yield f"{step.id} ({step.tool}) is {row.status} and its provider was paid {billed[key]} times"
        if isinstance(hand, Deliverer) and (arrived[key] > 1 or arrived[key] < done):
            yield f"{step.id} ({step.tool}) is {row.status} and arrived {arrived[key]} times"
        if isinstance(hand, Deliverer) and arrived[key] and row.status in ("pending", "skipped"):
            yield f"{step.id} ({step.tool}) says {row.status}, and it arrived"
        if (
            isinstance(hand, Maker)
            and done
            and not Asset.objects.filter(pk=asset_id(plan, step), run_id=run.pk).exists()
        ):
            yield f"{step.id} ({step.tool}) is done and its asset is not there"


def _document(story: Story, run: Run, undisturbed: list[str]) -> Iterator[str]:
    assert run.composition is not None
    log = list(run.composition.revisions.order_by("number"))
    edits = [revision for revision in log if revision.kind in (Revision.Kind.CREATE, Revision.Kind.EDIT)]
    own = [revision.number for revision in edits if revision.run_id == run.pk]
    seen = states(run)
    if seen[: len(edits)] != undisturbed[: len(edits)]:
        yield "a revision of the composition is none of the undisturbed run"
    if run.status == Run.Status.DONE and len(edits) != len(undisturbed):
        yield f"it is done with {len(edits)} revisions in place of {len(undisturbed)}"
    if own and undo in story.acts and seen[-1] != seen[own[0] - 2]:
        yield "it was taken back, and the composition is not what it was before"


def _record(run: Run) -> Iterator[str]:
    yield from events.faults(run)
    kinds = list(run.events.values_list("kind", flat=True))
    if sum(kind in ENDS for kind in kinds) != 1:
        yield "its log does not end once"
    shown = run.events.filter(kind="agent_plan").latest("sequence").sequence
    told = [
        event.data["id"]
        for event in run.events.filter(kind="agent_step", sequence__gt=shown)
        if event.data["status"] == "done"
    ]
    if len(told) != len(set(told)):
        yield "its log says of a step twice that it is done"
    if run.steps.filter(status=StepRow.Status.DONE, headway__isnull=False).exists():
        yield "a step is done and still says how far it is"
    rows = set(run.steps.filter(status=StepRow.Status.DONE).values_list("key", flat=True))
    if rows != set(told):
        yield f"its log and its steps differ in what was done: {sorted(rows ^ set(told))}"
    if run.approvals.filter(status__in=(Approval.Status.APPROVED, Approval.Status.PENDING)).exists():
        yield "it is over and one of its cards is still open"
