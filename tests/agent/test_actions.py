"""A conversation as rows: begun once, kept in order, and read back as messages."""

from threading import Barrier, Thread

import pytest
from django.db import connections

from agent import actions
from agent.messages import UserMessage, text_of
from agent.models import Session
from runs.tiers import tier_of


@pytest.mark.spec("K-01")
@pytest.mark.django_db(transaction=True)
def test_two_first_words_at_the_same_moment_begin_one_conversation(film, alice):
    gate, begun = Barrier(4), []

    def speak():
        gate.wait()
        try:
            begun.append(actions.conversation(alice, film).pk)
        finally:
            connections.close_all()

    threads = [Thread(target=speak) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert len(begun) == 4
    assert Session.objects.count() == len(set(begun)) == 1


@pytest.mark.spec("K-01")
@pytest.mark.django_db
def test_what_was_said_is_kept_with_the_run_it_ended_in(film, alice):
    session = actions.conversation(alice, film)

    planned = actions.plan(
        alice,
        film.workspace,
        "delete the last clip",
        composition=film,
        tier=tier_of(alice, film.workspace),
        session=session,
    )

    kept = actions.messages(session)
    assert isinstance(kept[0], UserMessage)
    assert text_of(kept[0]) == "delete the last clip"
    assert session.entries.last().run_id == planned.run.pk
    assert planned.run.session_id == session.pk
    parents = list(session.entries.values_list("parent_id", flat=True))
    assert parents == [None, *session.entries.values_list("pk", flat=True)][:-1]


@pytest.mark.spec("K-01")
@pytest.mark.django_db
def test_what_two_tabs_say_is_one_line_of_entries(film, alice):
    tier = tier_of(alice, film.workspace)
    tabs = [actions.conversation(alice, film), actions.conversation(alice, film)]

    for tab in tabs:
        actions.plan(alice, film.workspace, "how long is this?", composition=film, tier=tier, session=tab)

    rows = list(tabs[0].entries.order_by("pk").values_list("pk", "parent"))
    assert [parent for _, parent in rows] == [None, *(pk for pk, _ in rows[:-1])]
    assert Session.objects.get().leaf_id == rows[-1][0]
