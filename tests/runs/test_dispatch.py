"""A step beyond the engine is paid once, made once and delivered once, whatever becomes of its hand or its worker."""

from datetime import timedelta

import pytest
from django.utils import timezone

from runs import actions, events, executor, ledger, tasks
from runs.cards import card_of
from runs.deed import Deed
from runs.lease import Lease
from runs.models import LedgerEntry, Run
from runs.plan.model import Plan
from tests.runs.conftest import Died
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Deliverer, Halted, HandFailed
from tools.composition import diff
from tools.models import Asset

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]

PICTURE = ("generate.image", {"prompt": "a harbour"})
PLACED = ("addItem", {"trackId": "v2", "item": {"type": "image", "assetId": "@asset:step-1", "from": 0}})
PUBLISH = ("publish", {"platform": "folder"})
BUSY = HandFailed("It is busy.", "transient")


@pytest.fixture(autouse=True)
def _hundred(settings):
    settings.WORKSPACE_START_CREDITS = 100


def approve(run: Run, by) -> Run:
    return actions.approve(run, by, card_of(run), confirm=True)


def account(run: Run) -> tuple[int, int]:
    row = ledger.account_of(run.workspace)
    return row.balance, row.reserved


def charges(run: Run) -> list[tuple[str, int, int]]:
    rows = run.entries.filter(kind=LedgerEntry.Kind.CHARGE).order_by("pk")
    return [(row.step, row.attempt, -row.credits) for row in rows]


def sound(run: Run) -> bool:
    """Whether its credits, its log and its account agree."""
    run.refresh_from_db()
    return not [*ledger.faults(), *ledger.faults_of(run), *events.faults(run)]


def recoveries(run: Run) -> list[tuple[str, str]]:
    told = run.events.filter(kind="agent_recovery").order_by("sequence")
    return [(event.data["action"], event.data["kind"]) for event in told]


def abandoned(run: Run) -> None:
    """As if the worker's lease had run out."""
    Run.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


@pytest.mark.spec("K-13", "D-9", "K-22")
def test_what_is_made_is_an_asset_with_its_origin_and_is_paid(film, alice, proposed, darkroom):
    run = approve(proposed(PICTURE), alice)

    asset = Asset.objects.get(run_id=run.pk)
    assert (run.status, run.credits, account(run), charges(run)) == ("done", 4, (96, 0), [("step-1", 1, 4)])
    assert (asset.kind, asset.facts["width"], asset.provenance["step"]) == ("image", 32, "step-1")
    assert run.steps.get().outcome == {"assetId": str(asset.pk), "name": "a harbour", "placeholder": False}
    film.refresh_from_db()
    assert str(asset.pk) in store.read(film).assets
    assert sound(run)


@pytest.mark.spec("K-13", "M-01")
def test_what_could_not_be_kept_is_not_asked_for(alice, proposed, darkroom, monkeypatch):
    monkeypatch.setattr("tools.ingest.room.os.access", lambda path, how: False)
    run = approve(proposed(PICTURE), alice)
    assert (run.status, darkroom.orders, charges(run)) == ("failed", [], [])
    assert "the folder of media cannot be written to. Put that right" in run.verdict


@pytest.mark.spec("K-15", "K-16")
def test_what_a_step_makes_a_later_one_places_and_the_card_showed_it(film, alice, proposed, darkroom):
    before = store.read(film)
    run = proposed(PICTURE, PLACED)
    shown = run.preview["preview"]["diff"]

    approve(run, alice)

    film.refresh_from_db()
    assert diff(before, store.read(film)) == shown
    asset = Asset.objects.get(run_id=run.pk)
    assert [item["assetId"] for item in store.read(film).items.values() if item.get("assetId") == str(asset.pk)]
    assert film.head == 2


@pytest.mark.spec("K-30", "K-21")
def test_a_hand_that_is_busy_is_asked_again_with_the_same_key_and_paid_once(alice, proposed, darkroom):
    darkroom.first = [BUSY, BUSY]
    run = approve(proposed(PICTURE), alice)

    assert (run.status, charges(run), account(run)) == ("done", [("step-1", 1, 4)], (96, 0))
    assert len(darkroom.keys) == 3
    assert len(set(darkroom.keys)) == 1
    assert recoveries(run) == [("retry", "transient")] * 2
    assert run.steps.get().tries == 3
    assert sound(run)


@pytest.mark.spec("K-30", "K-21")
@pytest.mark.parametrize(
    ("failures", "tries", "kind", "action", "paid"),
    [
        ([BUSY] * 3, 3, "transient", "retry", 0),
        ([HandFailed("No such style.", "bad_param")], 1, "bad_param", "replan", 0),
        ([HandFailed("It sent nonsense.", "unknown", billed=True)], 1, "unknown", "fail", 4),
        ([ZeroDivisionError("secret")], 1, "unknown", "fail", 0),
    ],
)
def test_a_hand_that_fails_ends_the_run_with_a_report(
    film, alice, proposed, darkroom, failures, tries, kind, action, paid
):
    darkroom.first = list(failures)
    run = approve(proposed(PICTURE, PLACED), alice)

    told = run.failure
    assert run.status == "failed"
    assert (told["failedStep"], told["kind"], told["action"], told["attempts"]) == ("step-1", kind, action, tries)
    assert (told["completedSteps"], told["notApplied"], len(told["fixes"])) == ([], ["step-2"], 2)
    assert "secret" not in str(told)
    assert "\n" not in told["message"]
    assert (run.credits, account(run)) == (paid, (100 - paid, 0))
    assert [step.status for step in run.steps.all()] == ["failed", "skipped"]
    film.refresh_from_db()
    assert film.head == 1
    assert sound(run)


@pytest.mark.spec("K-30")
def test_a_provider_without_quota_pauses_the_run_and_a_person_goes_on(film, alice, proposed, darkroom):
    darkroom.first = [HandFailed("The quota is used up.", "quota")]
    run = approve(proposed(PICTURE), alice)
    assert (run.status, run.waits_for, account(run)) == ("paused", None, (100, 0))
    assert tasks.sweep() == []

    actions.resume(run, alice)

    run.refresh_from_db()
    assert (run.status, charges(run)) == ("done", [("step-1", 2, 4)])
    assert recoveries(run)[0] == ("pause", "quota")
    assert sound(run)


@pytest.mark.spec("K-30", "K-21")
def test_a_run_that_is_short_of_credits_goes_on_by_itself_after_a_top_up(alice, proposed, darkroom):
    def spent_elsewhere(order):
        ledger._move(ledger.account_of(run.workspace).pk, balance=-95)

    darkroom.first = [spent_elsewhere]
    run = proposed(PICTURE, ("generate.image", {"prompt": "a ship"}))
    run = approve(run, alice)
    assert (run.status, run.waits_for, run.credits) == ("paused", 4, 4)
    with pytest.raises(actions.CreditsShort):
        actions.resume(run, alice)
    assert tasks.sweep() == []

    ledger.grant(run.workspace, 3, None)
    assert tasks.sweep() == [run.pk]
    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.status, run.credits, len(darkroom.orders)) == ("done", 8, 2)
    assert run.waits_for is None


@pytest.mark.spec("K-31", "K-21")
def test_a_worker_that_dies_in_a_call_is_followed_by_one_that_asks_with_the_same_key(film, alice, proposed, darkroom):
    darkroom.first = [Died()]
    run = proposed(PICTURE, PLACED)
    with pytest.raises(Died):
        approve(run, alice)
    run.refresh_from_db()
    assert (run.status, run.steps.first().status, account(run)) == ("running", "running", (96, 4))
    assert executor.execute(run.pk).status == "running"  # the lease still holds: nobody else may

    abandoned(run)
    assert tasks.sweep() == [run.pk]
    done = executor.execute(run.pk)

    assert (done.status, charges(done), account(done)) == ("done", [("step-1", 1, 4)], (96, 0))
    assert len(set(darkroom.keys)) == 1
    assert ("resume", "transient") in recoveries(done)
    assert sound(done)


@pytest.mark.spec("K-31", "K-21")
def test_a_worker_that_dies_before_it_keeps_what_was_made_is_paid_once(film, alice, proposed, darkroom, monkeypatch):
    settle = ledger.settle

    def dies(*given):
        monkeypatch.setattr(ledger, "settle", settle)
        raise Died

    monkeypatch.setattr(ledger, "settle", dies)
    run = proposed(PICTURE, PLACED)
    with pytest.raises(Died):
        approve(run, alice)
    abandoned(run)

    done = executor.execute(run.pk)

    assert (done.status, charges(done)) == ("done", [("step-1", 1, 4)])
    assert Asset.objects.filter(run_id=run.pk).count() == 1
    assert sound(done)


@pytest.mark.spec("K-31")
def test_a_hand_whose_run_is_in_other_hands_keeps_nothing(film, alice, proposed, darkroom):
    def overtaken(order):
        abandoned(run)
        assert executor.execute(run.pk).status == "done"

    darkroom.first = [overtaken]
    run = proposed(PICTURE, PLACED)
    approve(run, alice)

    run.refresh_from_db()
    assert (run.status, run.epoch, charges(run)) == ("done", 2, [("step-1", 1, 4)])
    film.refresh_from_db()
    assert (film.head, Asset.objects.filter(run_id=run.pk).count()) == (2, 1)
    assert sound(run)


@pytest.mark.spec("K-31", "M-07")
def test_a_delivery_that_nobody_saw_the_end_of_is_looked_for_before_it_is_repeated(alice, proposed, courier):
    def arrives_and_dies(order):
        courier.delivered[order.key] = "folder"
        raise Died

    courier.first = [arrives_and_dies]
    run = proposed(PUBLISH)
    with pytest.raises(Died):
        approve(run, alice)
    abandoned(run)

    done = executor.execute(run.pk)

    assert (done.status, len(courier.orders), charges(done)) == ("done", 1, [("step-1", 1, 1)])
    assert done.steps.get().outcome["where"] == "found there"
    assert sound(done)


@pytest.mark.spec("K-31", "M-07")
def test_a_courier_that_cannot_tell_is_never_asked_twice(alice, proposed, courier, monkeypatch):
    monkeypatch.setitem(HANDS, "publish", Deliverer(courier.deliver))
    courier.first = [Died()]
    run = proposed(PUBLISH)
    with pytest.raises(Died):
        approve(run, alice)
    abandoned(run)

    ended = executor.execute(run.pk)

    assert (ended.status, len(courier.orders)) == ("failed", 1)
    assert "nobody can tell whether it arrived" in ended.verdict
    assert sound(ended)


@pytest.mark.spec("K-13", "K-21")
@pytest.mark.parametrize(("billed", "paid"), [(False, 0), (True, 4)])
def test_cancel_ends_a_call_and_pays_only_what_the_provider_takes(film, alice, proposed, darkroom, billed, paid):
    def cancelled(order):
        actions.cancel(Run.objects.get(pk=run.pk), alice)
        while True:
            try:
                order.check()
            except Halted as halted:
                halted.billed = billed
                raise

    darkroom.first = [cancelled]
    run = proposed(PICTURE, PLACED)
    run = approve(run, alice)

    assert (run.status, run.credits, account(run)) == ("cancelled", paid, (100 - paid, 0))
    assert [step.status for step in run.steps.all()] == ["skipped", "skipped"]
    film.refresh_from_db()
    assert film.head == 1
    with pytest.raises(actions.Refused, match="cancelled"):
        actions.cancel(run, alice)
    assert sound(run)


@pytest.mark.spec("K-13")
def test_a_paused_run_is_cancelled_at_once(alice, proposed, darkroom):
    darkroom.first = [HandFailed("The quota is used up.", "quota")]
    run = approve(proposed(PICTURE), alice)

    assert actions.cancel(run, alice).status == "cancelled"
    with pytest.raises(actions.Refused, match="only a paused one"):
        actions.resume(run, alice)


@pytest.mark.spec("K-21", "D-10")
def test_what_was_made_for_a_card_that_went_stale_is_not_paid_again(film, alice, proposed, darkroom):
    def somebody_edits(order):
        store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}])

    darkroom.first = [somebody_edits]
    run = proposed(PICTURE, ("setCompositionSize", {"width": 1080, "height": 1920}))
    run = approve(run, alice)
    assert (run.status, run.version, run.credits) == ("proposed", 2, 4)

    run = approve(run, alice)

    assert (run.status, run.credits, len(darkroom.orders), account(run)) == ("done", 4, 1, (96, 0))
    assert sound(run)


@pytest.mark.spec("K-15", "K-22")
def test_two_runs_of_one_plan_take_turns_and_what_both_make_is_paid_once(alice, proposed, darkroom, monkeypatch):
    darkroom.first = [Died()]
    first = proposed(PICTURE)
    with pytest.raises(Died):
        approve(first, alice)
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    second = approve(proposed(PICTURE), alice)

    assert executor.execute(second.pk).status == "approved"
    assert (executor.execute(first.pk).status, second.events.filter(kind="agent_start").exists()) == ("running", False)

    abandoned(first)
    assert executor.execute(first.pk).status == "done"
    fresh = executor.execute(second.pk)
    assert fresh.status == "proposed"
    assert executor.execute(approve(fresh, alice).pk).status == "done"
    assert (len(darkroom.orders), account(first)) == (2, (96, 0))
    assert sound(first)
    assert sound(second)


@pytest.mark.spec("D-13", "K-15")
def test_a_plan_that_was_carried_out_in_another_workspace_is_refused_before_anything_is_paid(
    film, alice, bob, proposed, darkroom
):
    approve(proposed(PICTURE), alice)
    Asset.objects.update(workspace=bob.workspaces.get())

    run = approve(proposed(PICTURE), alice)

    assert (run.status, run.credits, len(darkroom.orders)) == ("failed", 0, 1)
    assert "another workspace" in run.verdict
    assert sound(run)


@pytest.mark.spec("K-23")
def test_the_meter_is_read_once_however_many_steps_are_told(
    film, alice, proposed, darkroom, django_assert_max_num_queries
):
    run = Run.objects.select_related("workspace").get(pk=approve(proposed(PICTURE, PLACED), alice).pk)
    plan = Plan.model_validate(run.plan)

    with django_assert_max_num_queries(1):
        ticks = Deed(run, plan, Lease(run.pk, 1, False)).ticks(run, plan.steps * 20, "done")

    assert [(tick["index"], tick["creditsSpent"], tick["budgetRemaining"]) for _, tick in ticks[:2]] == [
        (1, 4, 96),
        (2, 4, 96),
    ]
