"""The conversation on the page of a composition."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agent import actions
from runs.actions import approve
from runs.cards import card_of
from runs.models import Run
from runs.tiers import tier_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.spec("D-7")
def test_a_long_conversation_is_shown_in_as_many_queries_as_a_short_one(client, film, alice):
    client.force_login(alice)
    session = actions.conversation(alice, film)

    def say_and_approve(times: int) -> None:
        for _ in range(times):
            level = Run.objects.count() + 3
            said = actions.plan(
                alice, film.workspace, f"set the volume of the music to -{level} dB",
                composition=film, tier=tier_of(alice, film.workspace), session=session,
            )  # fmt: skip
            approve(said.run, alice, card_of(said.run))

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/compositions/{film.pk}/").status_code == 200
        return len(asked)

    say_and_approve(2)
    short = queries()
    say_and_approve(5)

    assert queries() == short
    assert Run.objects.filter(status="done").count() == 7
