"""An approved run is carried out as it was approved, or not at all, whatever happens while it starts."""

import pytest

from runs import actions, executor
from runs.assess import assess
from runs.cards import card_of
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
    move = Run.move

    def moved(run, to, **fields):
        if to == Run.Status.RUNNING:
            store.apply(film, [WIDER])
        return move(run, to, **fields)

    monkeypatch.setattr(Run, "move", moved)

    run = executor.execute(waiting.pk)

    film.refresh_from_db()
    assert (run.status, run.version, run.base_revision, film.head) == ("proposed", 2, 2, 2)
    assert "640" in str(run.preview["preview"]["diff"])


@pytest.mark.spec("D-11")
def test_a_run_that_was_cancelled_while_its_worker_failed_stays_cancelled(film, alice, waiting, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("boom")

    monkeypatch.setattr("tools.store.apply", broken)
    fail = executor._fail

    def failing(run, *rest):
        actions.cancel(Run.objects.get(pk=run.pk), alice)
        return fail(run, *rest)

    monkeypatch.setattr(executor, "_fail", failing)

    run = executor.execute(waiting.pk)

    assert run.status == "cancelled"
    assert kinds(run)[-1] == "agent_cancelled"
    assert "unexpected" not in run.verdict


@pytest.mark.spec("D-10")
def test_a_composition_that_was_deleted_under_an_approved_run_is_said(film, waiting):
    film.delete()

    run = executor.execute(waiting.pk)

    assert run.status == "failed"
    assert "deleted" in run.verdict
