"""How often a person may do something, by a clock that stands still until it is moved."""

from __future__ import annotations

import pytest

from tools import limits

pytestmark = pytest.mark.spec("A-12", "K-32")


class Clock:
    now = 1_000_000 * 60.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "clock", clock)
    return clock


@pytest.fixture(autouse=True)
def _three_a_minute(settings):
    settings.RATES = {**settings.RATES, "plan": (3, 60), "ask": (3, 60), "chat": None}


def allowed(who: object, times: int, scope: str = "plan") -> int:
    done = 0
    for _ in range(times):
        try:
            limits.count(scope, who)
        except limits.TooOften:
            continue
        done += 1
    return done


def refused(who: object) -> limits.TooOften:
    with pytest.raises(limits.TooOften) as refusal:
        limits.count("plan", who)
    return refusal.value


def test_a_person_may_so_often_and_no_more_and_shares_it_with_nobody(clock):
    assert allowed("alice", 10) == 3
    assert allowed("bob", 10) == 3
    assert allowed("alice", 10, scope="ask") == 3


def test_whoever_waits_as_long_as_they_were_told_may_go_on(clock):
    for _ in range(40):
        if allowed("alice", 1) == 0:
            wait = refused("alice").seconds
            assert 1 <= wait <= 120
            clock.now += wait
            assert allowed("alice", 1) == 1
        clock.now += 1.7


def test_in_no_minute_is_more_done_than_a_window_that_fades_allows(clock):
    done = []
    for _ in range(600):
        done += [clock.now] * allowed("alice", 1)
        clock.now += 1
    most = max(sum(1 for moment in done if start <= moment < start + 60) for start in done)
    assert most <= 4
    assert len(done) >= 20


def test_what_is_refused_is_not_counted(clock):
    allowed("alice", 500)
    clock.now += 120
    assert allowed("alice", 10) == 3


def test_the_refusal_says_how_much_is_allowed_and_when_to_try_again(clock):
    allowed("alice", 3)
    refusal = refused("alice")
    assert (
        str(refusal) == f"That was too often: 3 in 1 minute is the most. Try again in {limits.told(refusal.seconds)}."
    )


def test_there_may_be_no_limit(clock):
    assert allowed("alice", 200, scope="chat") == 200


def test_nobody_is_kept_out_by_a_cache_that_cannot_be_reached(clock, settings, monkeypatch, capsys):
    class Away:
        def get(self, *args):
            raise ConnectionError("no route to redis")

    monkeypatch.setattr(limits, "cache", Away())
    assert allowed("alice", 10) == 10
    assert "limits_unreachable" in capsys.readouterr().out


@pytest.mark.parametrize(("seconds", "words"), [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes"), (7200, "2 hours")])  # fmt: skip
def test_a_duration_is_told_in_words(seconds, words):
    assert limits.told(seconds) == words
