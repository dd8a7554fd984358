"""A card while its run is under way, waits, failed or ended: what each step came to, what it cost, what can be done."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from runs import events, ledger
from runs.models import Run
from runs.plan.expand import FIRST
from runs.web.cards import Card
from tests import factories
from tools.models import Asset

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("K-23")]
HX = {"HX-Request": "true"}


@pytest.fixture
def run(film, alice, propose) -> Run:
    """Two steps that may cost 40 credits, of which 12 are spent and 960 left; the first is done, the second under way."""
    row = propose(film, alice)
    account = ledger.account_of(film.workspace)
    account.balance = 960
    account.save()
    row.preview["preview"]["cost"] = {"low": 4, "expected": 20, "high": 40, "uncertain": True}
    row.status, row.credits = "running", 12
    row.save()
    row.steps.filter(position=1).update(status="done", credits=12)
    row.steps.filter(position=2).update(status="running", tries=2)
    return row


@pytest.fixture
def alices(client, alice) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture
def shown(alices):
    """The card on the run's own page, and alone."""

    def cards(run: Run) -> str:
        page = alices.get(reverse("run", args=[run.pk])).content.decode()
        alone = alices.get(reverse("run-card", args=[run.pk]), {"whole": 1}).content.decode()
        assert article(page) == article(alone)
        return article(alone)

    return cards


def article(page: str) -> str:
    """The card of a page, without what guards its forms."""
    card = page[page.index("<article") : page.index("</article>")]
    return re.sub(r"\s+", " ", re.sub(r'<input type="hidden" name="csrf[^>]*>', "", card))


def recovery(run: Run, **told) -> None:
    events.record_all(run, [("agent_recovery", told)])


def change(run: Run, **fields) -> None:
    Run.objects.filter(pk=run.pk).update(**fields)


@pytest.mark.spec("K-21")
def test_a_run_under_way_tells_each_step_and_has_a_live_meter(shown, run):
    card = shown(run)
    assert "12 of at most 40 credits spent, 960 left" in card
    assert "1 of 2 steps done" in card
    assert [word in card for word in ("step-done", "step-running", "under way", "try 2")] == [True] * 4
    assert "Approve<" not in card


def test_a_plan_that_is_free_has_no_meter(shown, run):
    run.preview["preview"]["cost"] = {"low": 0, "expected": 0, "high": 0}
    run.save()
    assert "credits spent" not in shown(run)


def test_cancelling_a_run_under_way_says_that_it_is_stopping(alices, run, form, shown):
    assert ">Cancel</button>" in shown(run)
    before = Card(run, run.author).stamp
    answer = alices.post(reverse("cancel-run", args=[run.pk]), form(run), headers=HX)
    assert answer.status_code == 200
    run.refresh_from_db()
    assert Card(run, run.author).stamp != before
    if run.status == "running":
        assert "Stopping …" in answer.content.decode()
        assert "disabled>Stopping" in shown(run)


@pytest.mark.spec("D-13")
def test_a_stranger_cancels_and_resumes_nothing(client, bob, run, form):
    client.force_login(bob)
    for what in ("cancel-run", "resume-run"):
        assert client.post(reverse(what, args=[run.pk]), form(run), headers=HX).status_code == 404
    run.refresh_from_db()
    assert (run.status, run.cancel_asked_at) == ("running", None)


@pytest.mark.spec("K-19")
def test_who_may_not_decide_sees_no_cancel_and_cannot_cancel(client, studio, run, form):
    client.force_login(factories.person("vera", studio, tier="readonly", role="viewer"))
    assert ">Cancel</button>" not in client.get(reverse("run", args=[run.pk])).content.decode()
    assert client.post(reverse("cancel-run", args=[run.pk]), form(run), headers=HX).status_code == 409
    run.refresh_from_db()
    assert (run.status, run.cancel_asked_at) == ("running", None)


def test_a_decision_is_made_by_post_and_never_by_get(alices, run):
    for what in ("cancel-run", "resume-run"):
        assert alices.get(reverse(what, args=[run.pk])).status_code == 405


@pytest.mark.spec("K-30", "K-21")
def test_a_paused_run_says_what_is_missing_and_where_to_look(alices, run, form, shown):
    change(run, status="paused", waits_for=1000)
    card = shown(run)
    assert "The next step needs 1000 credits and 960 are left: 40 are missing." in card
    assert f"{reverse('credits')}?workspace={run.workspace_id}" in card
    assert ">Resume</button>" in card
    answer = alices.post(reverse("resume-run", args=[run.pk]), form(run), headers=HX)
    assert (answer.status_code, ">Resume</button>" in answer.content.decode()) == (402, True)
    run.refresh_from_db()
    assert (run.status, run.waits_for) == ("paused", 1000)


def test_a_grant_that_is_not_enough_shows_on_the_card(run):
    change(run, status="paused", waits_for=1000)
    run.refresh_from_db()
    before = Card(run, run.author).stamp
    ledger.grant(run.workspace, 10, None)
    card = Card(run, run.author)
    assert card.progress.missing == 30
    assert card.stamp != before


@pytest.mark.spec("K-30")
def test_a_run_that_waits_for_a_provider_gives_the_reason_on_record(run, shown):
    change(run, status="paused", waits_for=None)
    assert "own quota is used up" in shown(run)
    recovery(run, step="step-2", kind="quota", action="pause", reason="The <b>studio</b> is closed.")
    assert "The &lt;b&gt;studio&lt;/b&gt; is closed." in shown(run)


@pytest.mark.spec("K-30")
def test_a_failed_run_shows_the_report(run, shown):
    first, second = run.steps.all()
    run.steps.filter(pk=first.pk).update(status="failed", tries=3)
    run.steps.filter(pk=second.pk).update(status="skipped")
    report = {
        "message": f"{first.key} (deleteItems): The provider did not answer. Nothing was changed.",
        "failedStep": first.key, "kind": "transient", "action": "retry", "attempts": 3, "completedSteps": [],
        "notApplied": [second.key], "fixes": ["Wait a little and plan again.", "Ask <an> administrator."],
    }  # fmt: skip
    change(run, status="failed", failure=report, verdict=report["message"], credits=0)
    card = shown(run)
    assert "Failed, nothing was changed" in card
    assert card.count("The provider did not answer.") == 1
    assert "(3 tries)" in card
    section = card[card.index('class="report"') : card.index("</section>")]
    assert second.sentence in section
    assert "Wait a little and plan again." in section
    assert "Ask &lt;an&gt; administrator." in section
    assert ">Plan again</button>" in card
    assert reverse("prompt", args=[run.composition_id]) in card


@pytest.mark.spec("K-30")
def test_a_run_that_failed_after_a_part_was_done_does_not_say_that_nothing_was_changed(run, shown):
    change(run, status="failed", verdict="It broke.")
    assert "Failed part of the way" in shown(run)
    change(run, status="cancelled")
    assert "Cancelled part of the way" in shown(run)
    run.steps.update(status="skipped")
    assert "Cancelled, nothing was changed" in shown(run)


def test_planning_again_takes_the_words_of_the_run(alices, run):
    change(run, status="failed", verdict="It broke.", message="delete the last clip")
    alices.post(reverse("prompt", args=[run.composition_id]), {"text": "delete the last clip"})
    assert Run.objects.filter(message="delete the last clip", status="proposed").count() == 1


@pytest.mark.spec("M-05")
def test_what_had_to_be_found_out_first_leads_on_to_the_rest(shown, run):
    run.preview["preview"]["warnings"] = [FIRST, "Something else."]
    change(run, preview=run.preview, status="proposed", message="cut the silences")
    assert [word in shown(run) for word in (FIRST, "Plan the rest")] == [True, False]
    change(run, status="done")
    card = shown(run)
    assert [word in card for word in (FIRST, "Something else.", "Plan the rest", "cut the silences")] == [
        False, True, True, True
    ]  # fmt: skip


@pytest.mark.spec("K-13")
def test_what_was_made_and_delivered_is_linked_and_a_stand_in_is_marked(run, film, shown):
    asset = Asset.objects.create(workspace=film.workspace, name="sunset.png", kind="image", sha256="1" * 64, size=1)
    change(run, status="done")
    run.steps.filter(position=1).update(outcome={"assetId": str(asset.pk), "placeholder": True})
    run.steps.filter(position=2).update(status="done", outcome={"where": "https://example.com/v/1"})
    card = shown(run)
    assert "sunset.png" in card
    assert card.count(reverse("poster", args=[asset.pk])) == 2
    assert ">placeholder</span>" in card
    assert 'href="https://example.com/v/1"' in card


@pytest.mark.spec("D-13")
@pytest.mark.parametrize(
    "outcome", [{"where": "javascript:alert(1)"}, {"where": "<b>folder</b>"}, {"assetId": "x"}, []]
)
def test_an_outcome_is_never_a_way_in(run, shown, outcome):
    change(run, status="done")
    run.steps.update(outcome=outcome)
    card = shown(run)
    assert 'href="javascript' not in card
    assert "<b>folder" not in card


@pytest.mark.spec("D-13")
def test_an_asset_of_another_workspace_is_not_named(run, bob, shown):
    theirs = bob.membership_set.get().workspace
    foreign = Asset.objects.create(workspace=theirs, name="secret.png", kind="image", sha256="2" * 64, size=1)
    run.steps.update(outcome={"assetId": str(foreign.pk)})
    assert "secret.png" not in shown(run)


def test_a_page_that_has_the_card_already_is_sent_nothing(alices, run):
    address, stamp = reverse("run-card", args=[run.pk]), Card(run, run.author).stamp
    assert alices.get(address, {"seen": stamp}).status_code == 204
    events.record(run, "agent_step", index=2, total=2, status="done")
    assert alices.get(address, {"seen": stamp}).status_code == 200


def test_the_log_tells_steps_and_recoveries_in_words(alices, run):
    events.record(run, "agent_step", index=2, total=2, status="running", sentence="Draws a sunset.")
    recovery(run, step="step-2", kind="transient", action="retry", attempt=2, reason="No answer.")
    page = alices.get(reverse("run", args=[run.pk])).content.decode()
    log = page[page.index('id="log"') :]
    for words in ("Step 2 of 2: under way", "Draws a sunset.", "Tries again", "No answer."):
        assert words in log


def test_a_run_that_was_stopped_can_be_taken_back_where_it_changed_something(run, alice):
    change(run, status="cancelled", finished_at=timezone.now())
    run.refresh_from_db()
    assert not Card(run, alice).can_undo
