"""manage.py runs: read, decide, take back, and find a record that was tampered with."""

from __future__ import annotations

import io
import json
from threading import Timer

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from runs import actions, ledger
from runs.assess import assess
from runs.cards import card_of
from runs.models import Event, Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS

pytestmark = pytest.mark.django_db(transaction=True)

DELETE = [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}]
WIPE = [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]


def said(*args) -> str:
    out = io.StringIO()
    call_command("runs", *args, stdout=out)
    return out.getvalue()


def told(*args):
    return json.loads(said(*args, "--json"))


def proposed(film, by, steps=DELETE) -> Run:
    plan = normalise({"steps": steps}, TOOLS, message="shorten it", tag="ab12")
    tier = tier_of(by, film.workspace)
    film.refresh_from_db()
    proposal = assess(plan, store.read(film), tier)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


@pytest.mark.spec("K-22")
def test_a_run_is_listed_shown_approved_and_taken_back(film, alice):
    before = store.read(film).dump()
    run = proposed(film, alice)
    assert [line["id"] for line in told("list")["runs"]] == [str(run.pk)]
    assert told("list", "--status", "done")["runs"] == []
    assert "shorten it" in said("show", str(run.pk))
    assert told("approve", str(run.pk))["status"] == "done"
    assert told("undo", str(run.pk))["revision"] == 3
    film.refresh_from_db()
    assert store.read(film).dump() == before


@pytest.mark.spec("K-18")
def test_a_confirmation_is_asked_for_by_its_flag(film, alice):
    run = proposed(film, alice, WIPE)
    with pytest.raises(CommandError, match="--confirm"):
        said("approve", str(run.pk))
    run.refresh_from_db()
    assert run.status == "proposed"
    assert told("approve", str(run.pk), "--confirm")["status"] == "done"


@pytest.mark.spec("D-11")
def test_a_denied_run_cannot_be_approved(film, alice):
    run = proposed(film, alice)
    assert told("reject", str(run.pk))["status"] == "denied"
    with pytest.raises(CommandError, match="denied"):
        said("approve", str(run.pk))
    with pytest.raises(CommandError, match="denied"):
        said("cancel", str(run.pk))


@pytest.mark.spec("D-13", "K-19")
def test_a_stranger_sees_nothing_and_a_viewer_decides_nothing(film, alice, bob, studio):
    run = proposed(film, alice)
    factories.person("vera", studio, role="viewer")
    for what in ("show", "watch", "approve", "reject", "undo", "cancel", "resume"):
        with pytest.raises(CommandError, match="nothing with that id"):
            said(what, str(run.pk), "--user", "bob")
    with pytest.raises(CommandError, match="tier"):
        said("approve", str(run.pk), "--user", "vera")
    assert told("list", "--user", "bob")["runs"] == []
    run.refresh_from_db()
    assert run.status == "proposed"


@pytest.mark.spec("K-22")
@pytest.mark.parametrize(
    "tamper",
    [
        lambda run: run.events.filter(sequence=2).update(data={"by": "bob"}),
        lambda run: Event.objects.filter(run=run, sequence=2).delete(),
        lambda run: Run.objects.filter(pk=run.pk).update(digest="0" * 64),
    ],
)
def test_verify_names_the_run_whose_record_was_changed(film, alice, tamper, capsys):
    run = proposed(film, alice)
    said("approve", str(run.pk))
    assert told("verify") == {"ok": True, "checked": 1, "faults": []}
    tamper(run)
    out = io.StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("runs", "verify", stdout=out)
    assert exit_.value.code == 1
    assert str(run.pk) in out.getvalue()


@pytest.mark.spec("K-24")
def test_a_runs_trace_is_told_and_a_clients_plan_has_none(film, alice):
    kept = {
        "traceId": "ab" * 16, "spec": {"id": "agent.kernel", "version": "1.0.0"}, "task": "agent-plan-tooluse",
        "provider": "gemini", "model": "gemini-x", "params": {}, "inputsDigest": "1" * 64, "promptSha256": "2" * 64,
        "startedAt": "2026-01-01T00:00:00+00:00", "durationMs": 1234.5, "usage": {"input": 100, "output": 10},
        "turns": [
            {"provider": "anthropic", "model": "m", "durationMs": 3.0, "error": "timeout"},
            {"provider": "gemini", "model": "gemini-x", "durationMs": 1200.0, "stopReason": "tool_use",
             "toolCalls": ["deleteItems"], "usage": {"input": 100, "output": 10}},
        ],
    }  # fmt: skip
    run = proposed(film, alice)
    with pytest.raises(CommandError, match="no trace"):
        said("trace", str(run.pk))
    Run.objects.filter(pk=run.pk).update(plan=run.plan | {"trace": kept})

    text = said("trace", str(run.pk))
    assert told("trace", str(run.pk)) == kept
    for words in ("gemini gemini-x", "timeout", "deleteItems", "1" * 64, "revision 1"):
        assert words in text


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("runs.management.telling.LOOK_AGAIN", 0.05)


@pytest.mark.spec("K-23")
def test_a_run_is_watched_line_by_line_until_it_is_over(film, alice, quick):
    run = proposed(film, alice)

    def decide() -> None:
        actions.approve(run, alice, card_of(run))
        connections.close_all()

    later = Timer(0.3, decide)
    later.start()
    lines = said("watch", str(run.pk)).splitlines()
    later.join()
    assert [int(line.split()[0]) for line in lines[:-1]] == list(run.events.values_list("sequence", flat=True))
    assert "Step 1 of 1: done" in "\n".join(lines)
    assert lines[-1] == "done: Removes 1 clip (outro.mp4)."


@pytest.mark.spec("K-23")
def test_what_is_watched_can_be_read_by_a_program(film, alice):
    run = proposed(film, alice)
    actions.approve(run, alice, card_of(run))
    *lines, end = said("watch", str(run.pk), "--json").split("\n{\n", 1)
    assert [json.loads(line)["sequence"] for line in lines[0].splitlines()] == [1, 2, 3, 4, 5]
    assert json.loads("{" + end)["status"] == "done"


@pytest.mark.spec("K-23")
def test_who_stops_watching_stops_nothing(film, alice, monkeypatch):
    run = proposed(film, alice)
    Run.objects.update(status="running")

    def interrupted(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr("runs.management.telling.sleep", interrupted)
    assert "Not watching any more. The run is running." in said("watch", str(run.pk))
    run.refresh_from_db()
    assert (run.status, run.cancel_asked_at) == ("running", None)


@pytest.mark.spec("K-30", "K-21")
def test_a_paused_run_is_shown_with_what_it_waits_for_and_not_resumed_without_it(film, alice):
    run = proposed(film, alice)
    left = ledger.available(film.workspace)
    Run.objects.update(status="paused", waits_for=left + 7)
    assert f"needs {left + 7} credits and {left} are left: 7 are missing." in said("show", str(run.pk))
    with pytest.raises(CommandError, match="7"):
        said("resume", str(run.pk))
    run.refresh_from_db()
    assert run.status == "paused"


@pytest.mark.spec("K-30")
def test_only_a_paused_run_is_resumed(film, alice):
    run = proposed(film, alice)
    with pytest.raises(CommandError, match="proposed"):
        said("resume", str(run.pk))


@pytest.mark.spec("K-30", "K-22")
def test_a_failed_run_is_shown_with_its_report_and_its_steps_with_what_they_came_to(film, alice):
    run = proposed(film, alice)
    step = run.steps.get()
    report = {
        "message": "It broke. Nothing was changed.", "failedStep": step.key, "kind": "unknown", "action": "fail",
        "attempts": 1, "completedSteps": [], "notApplied": [step.key], "fixes": ["Plan again.", "Ask somebody."],
    }  # fmt: skip
    Run.objects.update(status="failed", failure=report, verdict=report["message"])
    run.steps.update(outcome={"where": "folder/film.mp4"}, status="failed", error="It broke.")
    text = said("show", str(run.pk))
    for words in (report["message"], f"Not applied: {step.sentence}", "You can: Ask somebody.", "folder/film.mp4"):
        assert words in text
    assert told("show", str(run.pk))["failure"]["fixes"] == report["fixes"]
