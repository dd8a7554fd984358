"""A plan with deliveries is carried out stretch by stretch: it stops at a delivery or before, never half edited."""

import pytest

from runs import actions, executor
from runs.cards import card_of
from runs.models import Run
from runs.plan.model import Plan
from runs.plan.stretches import stretches
from tests.runs.conftest import Died
from tests.runs.test_dispatch import abandoned, approve, sound
from tools import history, store
from tools.capabilities.order import HandFailed
from tools.catalog import TOOLS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("darkroom", "quick")]

TALL = ("setCompositionSize", {"width": 1080, "height": 1920})
SMALL = ("setCompositionSize", {"width": 640, "height": 360})
WIDE = {"kind": "command", "op": "setCompositionSize", "params": {"width": 1280, "height": 720}}
MUTED = {"kind": "command", "op": "muteTrack", "params": {"trackId": "a1"}}
PICTURE = ("generate.image", {"prompt": "a harbour"})
PUBLISH = ("publish", {"platform": "folder"})


def width(film) -> int:
    film.refresh_from_db()
    return store.read(film).width


@pytest.mark.spec("D-9")
def test_a_stretch_makes_first_edits_then_and_delivers_last(proposed, courier):
    run = proposed(TALL, PICTURE, PUBLISH, SMALL, PUBLISH, PUBLISH)
    found = stretches(Plan.model_validate(run.plan), TOOLS)
    told = [([step.id for step in one.changes], one.delivered and one.delivered.id) for one in found]
    assert told == [(["step-2", "step-1"], "step-3"), (["step-4"], "step-5"), ([], "step-6")]


@pytest.mark.spec("D-9", "K-12")
def test_every_delivery_sees_what_came_before_it_and_one_undo_takes_all_edits_back(film, alice, proposed, courier):
    before, seen = width(film), []
    courier.first = [lambda order: seen.append((width(film), order.revision))] * 2

    run = approve(proposed(TALL, PUBLISH, SMALL, PUBLISH), alice)

    assert (run.status, seen, width(film), film.head) == ("done", [(1080, 2), (640, 3)], 640, 3)
    assert [step.status for step in run.steps.all()] == ["done"] * 4
    assert "publish: on folder" in run.verdict
    assert sound(run)

    actions.undo(run, alice)

    assert width(film) == before


@pytest.mark.spec("D-9", "K-30")
def test_a_delivery_that_fails_leaves_the_composition_as_it_was_then(film, alice, proposed, courier):
    courier.first = [HandFailed("The account is closed.", "bad_param")]

    run = approve(proposed(TALL, PUBLISH, SMALL), alice)

    assert (run.status, width(film), film.head) == ("failed", 1080, 2)
    told = run.failure
    assert (told["completedSteps"], told["failedStep"], told["notApplied"]) == (["step-1"], "step-2", ["step-3"])
    assert "The account is closed. Done before: step-1. Not done: step-3." in run.verdict
    assert "Undo" in run.verdict
    actions.undo(run, alice)
    assert width(film) == 1920


@pytest.mark.spec("K-12")
def test_an_undo_that_conflicts_in_one_of_several_revisions_takes_nothing_back(film, alice, proposed, courier):
    run = approve(proposed(("muteTrack", {"trackId": "a1"}), PUBLISH, SMALL), alice)
    store.apply(film, [{"kind": "command", "op": "deleteTrack", "params": {"trackId": "a1", "deleteItems": True}}])
    film.refresh_from_db()
    before, head = store.read(film).dump(), film.head

    with pytest.raises(history.Conflict):
        actions.undo(run, alice)

    film.refresh_from_db()
    assert (store.read(film).dump(), film.head) == (before, head)


@pytest.mark.spec("K-31", "D-9")
def test_a_worker_that_dies_between_stretches_is_followed_by_one_that_edits_nothing_twice(
    film, alice, proposed, courier
):
    courier.first = [Died()]
    run = proposed(TALL, PUBLISH, SMALL)
    with pytest.raises(Died):
        approve(run, alice)
    assert (width(film), film.head) == (1080, 2)
    abandoned(run)

    done = executor.execute(run.pk)

    assert (done.status, width(film), film.head, done.stretch) == ("done", 640, 3, 2)
    assert sound(done)


@pytest.mark.spec("D-10")
@pytest.mark.parametrize(("edit", "status", "final"), [(MUTED, "done", 640), (WIDE, "failed", 1280)])
def test_the_rest_runs_on_a_changed_composition_only_if_it_does_the_same(
    film, alice, proposed, courier, edit, status, final
):
    courier.first = [lambda order: store.apply(film, [edit])]

    run = approve(proposed(TALL, PUBLISH, SMALL), alice)

    assert (run.status, width(film)) == (status, final)
    assert ("changed while the run was under way" in run.verdict) == (status == "failed")
    assert sound(run)


@pytest.mark.spec("K-12")
def test_a_run_that_is_under_way_cannot_be_undone(film, alice, proposed, courier):
    def undone(order):
        with pytest.raises(actions.Refused, match="still under way"):
            actions.undo(Run.objects.get(pk=run.pk), alice)

    courier.first = [undone]
    run = proposed(TALL, PUBLISH)

    assert actions.approve(run, alice, card_of(run), confirm=True).status == "done"


@pytest.mark.spec("K-12")
def test_an_undo_takes_back_what_is_left_when_somebody_took_back_a_part(film, alice, proposed, courier):
    run = approve(proposed(TALL, PUBLISH, ("muteTrack", {"trackId": "a1"})), alice)
    film.refresh_from_db()
    history.undo(film, alice, number=3)

    actions.undo(run, alice)

    assert width(film) == 1920
    with pytest.raises(actions.NothingToUndo):
        actions.undo(run, alice)
