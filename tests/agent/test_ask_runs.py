"""Questions about what was done and what it cost: told from the record, and nothing is taken for one that is a wish."""

import pytest
from django.utils import timezone

from agent import actions
from agent.ask_runs import COST, DONE, answer
from runs.actions import approve, undo
from runs.cards import card_of
from runs.models import Run
from runs.tiers import tier_of
from tools import store

COSTS = (
    "How much did this cost?", "how much did this cost", "What did it cost so far?", "how many credits have we spent?",
    "How much have I spent", "what's the cost", "so how much has this cost me", "Can you tell me how much that cost?",
    "what was the cost of the last run?", "How expensive was that?", "total cost", "how many credits did the last edit use",
    "did that cost anything?",
)  # fmt: skip
DEEDS = (
    "What did you do last?", "what did you do", "What was the last change?", "what have you done so far",
    "show me the last run", "What did the agent do last?", "what did I ask for last?", "what happened last?",
    "please tell me about the last run", "what did you just change",
)  # fmt: skip
OTHERS = (
    "how much would it cost to add music", "delete the last change marker", "what will the plan cost", "undo that",
    "add a title that says how much did this cost", "what is the last clip", "how long did this take to make it vertical",
    "what did you do last and delete the last clip", "cost it down", "how much did this cost? now delete the last clip",
    "spend 4 credits", "what happened to the logo",
)  # fmt: skip


@pytest.fixture
def runs(film):
    return film.runs.all()


@pytest.fixture
def kept(film, alice):
    """Put a finished run with a price on record."""

    def keep(message, credits, **more):
        return Run.objects.create(
            workspace=film.workspace, composition=film, author=alice, message=message, credits=credits, digest="d",
            **{"verdict": "Adds a picture.", "status": "done", "finished_at": timezone.now(), **more},
        )  # fmt: skip

    return keep


@pytest.mark.spec("K-26")
@pytest.mark.parametrize("said", COSTS)
def test_cost_is_asked_for_in_many_words(said, runs):
    assert answer(said, runs).intent in ("cost", "lastRunCost")


@pytest.mark.spec("K-26")
@pytest.mark.parametrize("said", DEEDS)
def test_so_is_what_was_done(said, runs):
    assert answer(said, runs).intent in ("lastRun", "lastRequest")


@pytest.mark.spec("K-26")
@pytest.mark.parametrize("said", OTHERS)
def test_everything_else_is_left_to_others(said, runs):
    assert answer(said, runs) is None


@pytest.mark.spec("K-26")
def test_costs_are_summed_over_every_run_and_told_of_the_last(runs, kept):
    kept("a sunset", 4)
    kept("a second one", 8, status="failed")
    kept("never run", 0, status="denied")

    told = answer("how much did this cost?", runs)

    assert (told.data["credits"], told.data["runs"]) == (12, 2)
    assert "12 credits in all" in told.answer
    assert "“a second one”) cost 8 credits" in told.answer
    assert answer("what did the last run cost", runs).answer == "The last run (“a second one”) cost 8 credits."


@pytest.mark.spec("K-26")
def test_one_run_and_none_are_told_as_what_they_are(runs, kept):
    assert "Nothing has been spent" in answer("what did it cost", runs).answer
    kept("mute it", 0)
    assert answer("what did it cost", runs).answer == "The last run (“mute it”) cost nothing, and it is the only one."


@pytest.mark.spec("K-26")
def test_what_a_waiting_plan_would_cost_is_told_too(runs, kept):
    cost = {"low": 2, "expected": 4, "high": 16, "uncertain": True}
    kept("four shots", 0, status="proposed", finished_at=None, preview={"preview": {"cost": cost}})

    told = answer("how much does this cost", runs)

    assert "would cost 2 to 16 credits" in told.answer
    assert told.data["waiting"] == cost


@pytest.mark.spec("K-26")
@pytest.mark.django_db(transaction=True)
def test_the_last_run_is_told_with_what_became_of_it(film, alice, runs):
    tier = tier_of(alice, film.workspace)
    run = actions.plan(alice, film.workspace, "delete the last clip", composition=film, tier=tier).run
    approve(run, alice, card_of(run), wait=True)

    told = answer("what did you do last", runs)
    assert told.answer == "Removes 1 clip (outro.mp4). You had asked: “delete the last clip”."
    assert (told.data["last"]["runId"], told.data["last"]["takenBack"]) == (str(run.pk), False)

    run.refresh_from_db()
    undo(run, alice)
    assert "taken back since" in answer("what did you do last", runs).answer


@pytest.mark.spec("K-26")
def test_a_run_that_failed_says_that_it_changed_nothing(runs, kept):
    kept("mute it", 0, status="failed", verdict="The track is locked")

    assert answer("what happened last", runs).answer == (
        "The last run failed and changed nothing: The track is locked. You had asked: “mute it”."
    )


@pytest.mark.spec("K-26")
def test_it_is_answered_in_conversation_too_and_changes_nothing(film, alice):
    before = store.read(film).dump()
    session = actions.conversation(alice, film)

    planned = actions.plan(
        alice, film.workspace, "how much did this cost?", composition=film,
        tier=tier_of(alice, film.workspace), session=session,
    )  # fmt: skip

    assert planned.run is None
    assert "Nothing has been spent" in planned.proposal.answer
    assert len(actions.messages(session)) == 2
    assert store.read(film).dump() == before


def test_a_long_text_is_read_in_no_time():
    long = "how much did " + "the whole " * 400 + "cost" + " so far" * 400
    assert COST.fullmatch(long[:300]) is None
    assert DONE.fullmatch("what did you do " + "last " * 60 + "!") is None
