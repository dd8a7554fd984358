"""What a person can do with a plan, and every way in which a card can be too late, too early or not theirs."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.utils import timezone

from runs import actions, events, executor
from runs.assess import assess
from runs.cards import Card, card_of
from runs.models import Approval, PolicyTier, Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tests import factories
from tools import history, store
from tools.catalog import TOOLS
from tools.composition import diff

pytestmark = pytest.mark.django_db(transaction=True)

SHORTEN = [
    {"tool": "deleteItems", "params": {"ids": ["clip-d"]}},
    {"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}},
]


def proposed(film, by, steps=SHORTEN, **wishes) -> Run:
    plan = normalise({"steps": steps}, TOOLS, message="shorten it", tag="ab12")
    tier = tier_of(by, film.workspace)
    film.refresh_from_db()
    proposal = assess(plan, store.read(film), tier, **wishes)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


def approved(film, by) -> Run:
    run = proposed(film, by)
    return actions.approve(run, by, card_of(run))


def document(film):
    film.refresh_from_db()
    return store.read(film).dump()


def kinds(run) -> list[str]:
    return list(run.events.order_by("sequence").values_list("kind", flat=True))


@pytest.mark.spec("K-01")
def test_a_proposal_is_on_record_and_changes_nothing(film, alice):
    before = document(film)

    run = proposed(film, alice)

    assert (run.status, run.base_revision, len(run.digest)) == ("proposed", 1, 64)
    assert [step.tool for step in run.steps.all()] == ["deleteItems", "setCompositionSize"]
    assert run.approvals.get().status == Approval.Status.PENDING
    assert document(film) == before


@pytest.mark.spec("D-9", "K-16")
def test_an_approved_plan_is_one_revision_that_is_what_the_card_showed(film, alice):
    run = proposed(film, alice)
    shown = run.preview["preview"]["diff"]
    before = store.read(film)

    actions.approve(run, alice, card_of(run))

    film.refresh_from_db()
    run.refresh_from_db()
    assert (run.status, run.result_revision, film.head) == ("done", 2, 2)
    assert shown == diff(before, store.read(film))
    assert kinds(run) == ["agent_plan", "agent_approved", "agent_start", "agent_step", "agent_step", "agent_done"]
    assert {step.status for step in run.steps.all()} == {"done"}
    assert run.approvals.get().status == Approval.Status.CONSUMED


@pytest.mark.spec("K-22")
def test_the_record_says_who_approved_what_and_when(film, alice):
    run = proposed(film, alice)

    actions.approve(run, alice, card_of(run))

    approval = run.approvals.get()
    assert approval.decided_by == alice
    assert abs(approval.decided_at - timezone.now()) < timedelta(minutes=1)
    assert run.events.get(kind="agent_approved").data == {
        "by": "alice", "version": 1, "digest": run.digest, "confirmed": False,
    }  # fmt: skip


@pytest.mark.spec("D-11")
def test_a_second_approval_of_the_same_card_returns_the_same_run(film, alice):
    run = proposed(film, alice)
    card = card_of(run)

    first = actions.approve(run, alice, card)
    second = actions.approve(Run.objects.get(pk=run.pk), alice, card)

    assert first.pk == second.pk
    film.refresh_from_db()
    assert film.head == 2
    assert kinds(run).count("agent_done") == 1


@pytest.mark.spec("D-11")
def test_two_approvals_at_the_same_moment_make_one_run(film, alice):
    run = proposed(film, alice)
    card, gate, outcomes = card_of(run), Barrier(4), []

    def click():
        gate.wait()
        try:
            outcomes.append(actions.approve(Run.objects.get(pk=run.pk), alice, card).pk)
        finally:
            connections.close_all()

    threads = [Thread(target=click) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert outcomes == [run.pk] * 4
    film.refresh_from_db()
    assert film.head == 2
    assert kinds(run).count("agent_approved") == kinds(run).count("agent_done") == 1


@pytest.mark.spec("D-10")
@pytest.mark.parametrize("forged", [{"version": 2}, {"digest": "0" * 64}, {"digest": "\0"}, {"base_revision": 9}])
def test_a_card_that_is_not_the_one_in_force_is_refused(film, alice, forged):
    run, before = proposed(film, alice), document(film)
    card = Card(**({"version": 1, "digest": run.digest, "base_revision": 1} | forged))

    with pytest.raises(actions.ApprovalStale) as refusal:
        actions.approve(run, alice, card)

    assert refusal.value.run == run
    assert document(film) == before
    assert Run.objects.get().status == "proposed"


@pytest.mark.spec("D-10")
def test_a_change_elsewhere_with_an_equal_effect_keeps_the_approval(film, alice):
    run = proposed(film, alice)
    store.apply(film, [{"kind": "command", "op": "setVolume", "params": {"ids": ["music"], "volumeDb": -12}}])

    actions.approve(run, alice, card_of(run))

    run.refresh_from_db()
    assert run.status == "done"
    after = document(film)
    assert (after["width"], after["items"]["music"]["audio"]["volumeDb"]) == (1080, -12)


@pytest.mark.spec("D-10")
def test_a_change_that_alters_the_effect_answers_with_a_fresh_card(film, alice):
    run = proposed(film, alice)
    old = card_of(run)
    store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}])
    before = document(film)

    with pytest.raises(actions.ApprovalStale, match="changed since"):
        actions.approve(run, alice, old)

    run.refresh_from_db()
    assert document(film) == before
    assert (run.status, run.version, run.base_revision) == ("proposed", 2, 2)
    assert run.preview["preview"]["diff"]["composition"]["width"] == {"from": 640, "to": 1080}
    assert [a.status for a in run.approvals.all()] == ["pending", "superseded"]
    with pytest.raises(actions.ApprovalStale):
        actions.approve(run, alice, old)
    actions.approve(run, alice, card_of(run))
    assert document(film)["width"] == 1080


@pytest.mark.spec("D-10")
def test_a_step_that_lost_its_item_opens_an_invalid_card_instead_of_running(film, alice):
    run = proposed(film, alice)
    store.apply(film, [{"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}])

    with pytest.raises(actions.ApprovalStale):
        actions.approve(run, alice, card_of(run))

    run.refresh_from_db()
    assert not run.preview["valid"]
    assert "step-1 (deleteItems)" in run.preview["errors"][0]
    with pytest.raises(actions.PlanInvalid):
        actions.approve(run, alice, card_of(run))


@pytest.mark.spec("D-11")
def test_a_denied_card_is_final(film, alice):
    run, before = proposed(film, alice), document(film)

    actions.reject(run, alice, card_of(run))
    actions.reject(run, alice, card_of(run))

    with pytest.raises(actions.ApprovalStale, match="denied"):
        actions.approve(run, alice, card_of(run))
    assert document(film) == before
    assert kinds(run) == ["agent_plan", "agent_denied"]


@pytest.mark.spec("D-11")
def test_a_card_whose_time_is_over_is_expired_and_not_denied(film, alice):
    run, before = proposed(film, alice), document(film)
    run.approvals.update(expires_at=timezone.now() - timedelta(seconds=1))

    with pytest.raises(actions.ApprovalStale, match="expired"):
        actions.approve(run, alice, card_of(run))

    run.refresh_from_db()
    assert (run.status, run.approvals.get().status) == ("expired", "expired")
    assert document(film) == before


@pytest.mark.spec("D-11")
def test_a_newer_plan_supersedes_the_open_card(film, alice):
    old = proposed(film, alice)
    new = proposed(film, alice)

    old.refresh_from_db()
    assert (old.status, old.approvals.get().status, new.status) == ("superseded", "superseded", "proposed")
    with pytest.raises(actions.ApprovalStale, match="superseded"):
        actions.approve(old, alice, card_of(old))


@pytest.mark.spec("K-18")
def test_confirmations_are_asked_for_on_top_of_the_approval(film, alice):
    run = proposed(film, alice, [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}])
    before = document(film)

    with pytest.raises(actions.ConfirmationRequired, match="Deletes a track"):
        actions.approve(run, alice, card_of(run))

    assert document(film) == before
    actions.approve(run, alice, card_of(run), confirm=True)
    assert [track["id"] for track in document(film)["tracks"]] == ["v2", "v3", "a1", "a2"]


@pytest.mark.spec("K-19")
def test_a_tier_with_a_second_approver_wants_somebody_else(film, alice, studio):
    PolicyTier.objects.filter(key="full").update(second_approver=True)
    run, carol = proposed(film, alice), factories.person("carol", studio)

    with pytest.raises(actions.SecondApproverRequired):
        actions.approve(run, alice, card_of(run))

    actions.approve(run, carol, card_of(run))
    assert document(film)["width"] == 1080


@pytest.mark.spec("K-12")
def test_one_undo_takes_the_whole_run_back(film, alice):
    before = document(film)
    run = proposed(film, alice)
    actions.approve(run, alice, card_of(run))
    run.refresh_from_db()

    actions.undo(run, alice)

    assert document(film) == before
    assert kinds(run)[-1] == "agent_undo"


@pytest.mark.spec("K-12")
def test_an_undo_that_conflicts_says_with_what_and_changes_nothing(film, alice):
    run = approved(film, alice)
    store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}])
    before = document(film)
    run.refresh_from_db()

    with pytest.raises(history.Conflict, match=r"Resizes to 640×480"):
        actions.undo(run, alice)

    assert document(film) == before


def test_an_approved_run_is_cancelled_before_it_starts_and_then_never_runs(film, alice, monkeypatch):
    monkeypatch.setattr("runs.tasks.start", lambda *_, **__: None)
    run = approved(film, alice)
    before = document(film)

    actions.cancel(run, alice)

    assert executor.execute(run.pk).status == "cancelled"
    assert document(film) == before
    with pytest.raises(actions.Refused, match="cancelled"):
        actions.cancel(run, alice)


@pytest.mark.spec("D-10")
def test_a_change_between_approval_and_run_puts_a_fresh_card_in_force(film, alice, monkeypatch):
    monkeypatch.setattr("runs.tasks.start", lambda *_, **__: None)
    run = approved(film, alice)
    store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}])
    before = document(film)

    executor.execute(run.pk)

    run.refresh_from_db()
    assert (run.status, run.version) == ("proposed", 2)
    assert document(film) == before


@pytest.mark.spec("K-22")
def test_verify_finds_a_changed_a_moved_and_a_missing_row(film, alice):
    run = approved(film, alice)
    run.refresh_from_db()
    assert list(events.faults(run)) == []

    run.events.filter(sequence=2).update(data={"by": "mallory"})
    assert "event 2 (agent_approved) was changed" in list(events.faults(run))

    run.events.filter(sequence=2).delete()
    assert "event 2 is missing" in list(events.faults(run))


@pytest.mark.spec("K-22")
def test_verify_finds_a_plan_that_was_changed_behind_the_log(film, alice):
    run = proposed(film, alice)
    plan = run.plan
    plan["steps"][0]["params"] = {"ids": ["clip-a"]}
    Run.objects.filter(pk=run.pk).update(plan=plan)

    run.refresh_from_db()
    assert list(events.faults(run)) == ["the plan is not the one that was put on record last"]


@pytest.mark.spec("K-22")
def test_credits_are_summed_over_every_run_and_memory_is_oldest_first(film, alice, bob):
    for number, status in enumerate(["done", "failed", "denied", "done"]):
        run = proposed(film, alice)
        Run.objects.filter(pk=run.pk).update(
            status=status, credits=10**number, message=f"ask {number}", verdict=f"did {number}"
        )

    assert Run.objects.of(alice).credits() == 1111
    assert Run.objects.of(bob).credits() == 0
    assert film.runs.transcript() == [("ask 0", "did 0"), ("ask 1", "did 1"), ("ask 3", "did 3")]
    assert film.runs.transcript(most=2) == [("ask 1", "did 1"), ("ask 3", "did 3")]


@pytest.mark.spec("D-10")
def test_a_plan_whose_composition_was_deleted_is_refused_by_name_and_can_still_be_rejected(film, alice):
    run = proposed(film, alice)
    film.delete()

    with pytest.raises(actions.CompositionGone):
        actions.approve(run, alice, card_of(run))

    assert Run.objects.get().status == "proposed"
    assert actions.reject(run, alice, card_of(run)).status == "denied"


@pytest.mark.spec("K-06", "D-9")
def test_a_step_that_nothing_carries_out_is_never_reported_as_done(film, alice):
    run = proposed(film, alice, [*SHORTEN, {"tool": "director", "params": {"brief": "a film"}}])
    before = document(film)
    with pytest.raises(actions.PlanInvalid, match="nothing here can carry it out"):
        actions.approve(run, alice, card_of(run))

    Run.objects.filter(pk=run.pk).update(status="approved")
    ended = executor.execute(run.pk)

    assert ended.status == "failed"
    assert ended.verdict.startswith("step-3 (director): nothing here can carry it out yet.")
    assert document(film) == before


@pytest.mark.spec("D-10")
def test_plans_of_one_person_at_the_same_moment_leave_one_card_open(film, alice):
    gate, wrong = Barrier(4), []

    def say():
        gate.wait()
        try:
            proposed(film, alice)
        except Exception as error:
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=say) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert wrong == []
    assert Run.objects.filter(status="proposed").count() == 1
    assert Run.objects.filter(status="superseded").count() == 3


@pytest.mark.spec("K-20")
def test_what_is_sent_as_a_selection_and_is_none_is_not_kept(film, alice):
    tier, state = tier_of(alice, film.workspace), store.read(film)
    plan = normalise({"steps": SHORTEN}, TOOLS, message="", tag="ab12")

    run = actions.propose(
        film.workspace, alice, assess(plan, state, tier), composition=film, tier=tier, base_revision=1,
        context={"selectedItemIds": ["clip-a", "sk-abcdefghijklmnop1234"], "playhead": 3},
    )  # fmt: skip

    assert run.context == {"selectedItemIds": ["clip-a"], "playhead": 3}
