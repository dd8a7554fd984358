"""A plan made again: the same words on the same revision are the same plan, and what differs is named."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from agent import actions
from agent.messages import AssistantMessage, said
from agent.replay import NoTrace, replay
from runs.models import Run
from runs.tiers import tier_of
from tools import store

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-24")]
WORDS = "delete the last clip, make it vertical and add a title that says Hello"


class Mute:
    name = "mute"

    def chat(self, params):
        return AssistantMessage(content=said("No."), provider=self.name)


def planned(alice, film, words=WORDS, **more):
    return actions.plan(alice, film.workspace, words, composition=film, tier=tier_of(alice, film.workspace), **more).run


def test_the_same_plan_comes_again_though_the_composition_has_moved_on(alice, film):
    run = planned(alice, film, selected=["clip-a"], playhead=40)
    store.apply(film, [{"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}], author=alice)
    before = Run.objects.count()
    made = replay(run)
    assert (made.same_inputs, made.same_prompt, made.same_plan) == (True, True, True)
    assert made.before == made.now == ["deleteItems", "setCompositionSize", "addText"]
    assert made.trace["traceId"] != run.plan["trace"]["traceId"]
    assert Run.objects.count() == before


def test_what_was_said_before_belongs_to_it(alice, film):
    session = actions.conversation(alice, film)
    planned(alice, film, "mute the music", session=session)
    run = planned(alice, film, session=session)
    planned(alice, film, "make it square", session=session)
    assert replay(run).same_inputs


def test_another_planner_and_other_notes_are_seen(alice, film, studio):
    run = planned(alice, film)
    studio.brand_voice = "Loud."
    studio.save()
    made = replay(run, Mute())
    assert (made.same_inputs, made.same_prompt, made.same_plan, made.now) == (True, False, False, [])


def test_a_plan_of_a_client_cannot_be_made_again(alice, film):
    run = planned(alice, film)
    run.plan["trace"] = None
    run.save()
    with pytest.raises(NoTrace):
        replay(run)


def test_at_the_terminal(alice, bob, film):
    run = planned(alice, film)
    out = io.StringIO()
    call_command("agent", "replay", str(run.pk), "--user", "alice", stdout=out)
    assert " ".join(out.getvalue().split()) == "inputs the same prompt the same plan the same"
    out = io.StringIO()
    call_command("agent", "replay", str(run.pk), "--user", "alice", "--json", stdout=out)
    assert json.loads(out.getvalue())["samePlan"] is True
    with pytest.raises((CommandError, SystemExit)):
        call_command("agent", "replay", str(run.pk), "--user", "bob", stdout=io.StringIO())
