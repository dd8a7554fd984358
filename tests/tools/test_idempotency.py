"""Claiming a key: one of many gets it, whoever dies does not keep it, and what is old goes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tools import idempotency
from tools.idempotency import AnswerNotKept, KeyReused, StillUnderWay, claim, keep, release
from tools.models import Claim

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-32")]


def aged(age: timedelta) -> None:
    Claim.objects.update(claimed_at=timezone.now() - age)


def test_a_claim_is_free_then_under_way_then_answered(alice):
    mine = claim(alice, "here", {"a": 1})
    assert mine.status is None
    with pytest.raises(StillUnderWay) as refusal:
        claim(alice, "here", {"a": 1})
    assert 1 <= refusal.value.seconds <= 2

    keep(mine, 201, '{"id": 7}')

    again = claim(alice, "here", {"a": 1})
    assert (again.status, again.body) == (201, '{"id": 7}')


def test_a_body_is_the_same_in_whatever_order_and_another_one_is_refused(alice):
    keep(claim(alice, "here", {"a": 1, "b": [2]}), 200, "{}")
    assert claim(alice, "here", {"b": [2], "a": 1}).status == 200
    with pytest.raises(KeyReused):
        claim(alice, "here", {"a": 1, "b": [3]})
    assert Claim.objects.get().status == 200


def test_people_and_places_do_not_meet(alice, bob):
    keep(claim(alice, "here", {}), 200, "{}")
    assert claim(bob, "here", {}).status is None
    assert claim(alice, "there", {}).status is None


def test_what_was_refused_leaves_the_key_free(alice):
    release(claim(alice, "here", {"a": 1}))
    assert claim(alice, "here", {"a": 2}).status is None


def test_a_key_whose_request_died_is_taken_over_after_a_while_and_the_dead_one_writes_nothing(alice):
    dead = claim(alice, "here", {})
    aged(idempotency.UNDER_WAY - timedelta(seconds=30))
    with pytest.raises(StillUnderWay):
        claim(alice, "here", {})

    aged(idempotency.UNDER_WAY)
    heir = claim(alice, "here", {})
    with pytest.raises(StillUnderWay):
        claim(alice, "here", {})
    keep(dead, 500, "late")
    release(dead)
    assert Claim.objects.get().status is None

    keep(heir, 200, "{}")
    assert claim(alice, "here", {}).status == 200


def test_an_answer_that_is_not_kept_is_not_made_twice(alice):
    keep(claim(alice, "here", {}), 200, "")
    with pytest.raises(AnswerNotKept):
        claim(alice, "here", {})


def test_after_a_day_a_key_is_new_and_the_old_ones_go_with_whatever_comes(alice):
    for number in range(50):
        keep(claim(alice, f"place {number}", {}), 200, "{}")
    aged(idempotency.LIFETIME)

    assert claim(alice, "place 49", {"another": "body"}).status is None
    assert Claim.objects.count() == 50 - idempotency.SWEPT
    claim(alice, "a", {})
    claim(alice, "b", {})
    assert set(Claim.objects.values_list("status", flat=True)) == {None}


@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_one_gets_the_key(alice):
    def attempt(_: int) -> bool:
        try:
            return claim(alice, "here", {}).status is None
        except StillUnderWay:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as people:
        assert sum(people.map(attempt, range(24))) == 1
    assert Claim.objects.count() == 1
