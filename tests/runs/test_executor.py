"""An approved run is carried out as it was approved, or not at all, whatever happens while it starts."""

import pytest

from runs import actions, executor
from runs.assess import assess
from runs.cards import card_of
from runs.lease import Lease
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tools import store
from tools.catalog import TOOLS

pytestmark = pytest.mark.django_db(transaction=True)

WIDER = {"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}


@pytest.fixture
def waiting(film, alice, monkeypatch) -> Run:
    """A run that is approved and that no worker has taken up yet: it makes the film vertical."""
    monkeypatch.setattr("runs.tasks.start", lambda *_, **__: None)
    steps = [{"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}}]
    plan, tier = normalise({"steps": steps}, TOOLS, message="vertical", tag="ab12"), tier_of(alice, film.workspace)
    run = actions.propose(
        film.workspace, alice, assess(plan, store.read(film), tier), composition=film, tier=tier, base_revision=1
    )
    return actions.approve(run, alice, card_of(run))


def kinds(run: Run) -> list[str]:
    return list(run.events.order_by("sequence").values_list("kind", flat=True))


@pytest.mark.spec("D-10")
def test_an_edit_that_comes_in_while_the_worker_starts_is_seen(film, waiting, monkeypatch):
    take = Lease.take

    def taken(run_id):
        store.apply(film, [WIDER])
        return take(run_id)

    monkeypatch.setattr(Lease, "take", taken)

    run = executor.execute(waiting.pk)

    film.refresh_from_db()
    assert (run.status, run.version, run.base_revision, film.head) == ("proposed", 2, 2, 2)
    assert "640" in str(run.preview["preview"]["diff"])


@pytest.mark.spec("K-13")
def test_a_run_that_is_cancelled_while_it_is_taken_up_changes_nothing(film, alice, waiting, monkeypatch):
    taken_up = executor._taken_up

    def taking(run_id):
        deed = taken_up(run_id)
        actions.cancel(Run.objects.get(pk=run_id), alice)
        return deed

    monkeypatch.setattr(executor, "_taken_up", taking)

    run = executor.execute(waiting.pk)

    film.refresh_from_db()
    assert (run.status, film.head) == ("cancelled", 1)
    assert kinds(run)[-2:] == ["agent_cancelling", "agent_cancelled"]


@pytest.mark.spec("D-10")
def test_a_composition_that_was_deleted_under_an_approved_run_is_said(film, waiting):
    film.delete()

    run = executor.execute(waiting.pk)

    assert run.status == "failed"
    assert "deleted" in run.verdict
