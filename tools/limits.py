"""How often a person may do what costs something. Counted in Django's cache, so that all servers count together where they
share one (REDIS_URL); a server without one counts for itself.

The count is a sliding window made of two fixed ones: that of the last period fades while that of this one grows. It takes
two numbers a person and no lock, where a list of moments could be read by two requests before either has written.
"""

from __future__ import annotations

import time
from math import ceil

import structlog
from django.conf import settings
from django.core.cache import cache

log = structlog.get_logger()
clock = time.time


Rate = tuple[int, int]
"""At most so often in so many seconds."""


class TooOften(Exception):
    """A person has used up what they may do; `seconds` from now they may go on."""

    code = "RATE_LIMITED"

    def __init__(self, rate: Rate, seconds: int) -> None:
        self.seconds = seconds
        most, period = rate
        super().__init__(f"That was too often: {most} in {told(period)} is the most. Try again in {told(seconds)}.")


def count(scope: str, who: object) -> None:
    """Count one try of somebody; raises TooOften, and what is refused is not counted."""
    rate: Rate | None = settings.RATES[scope]
    if rate is None:
        return
    try:
        seconds = _wait(f"rate.{scope}.{who}", rate)
    except Exception:
        # Nobody is kept out because the cache cannot be reached.
        log.exception("limits_unreachable", scope=scope)
        return
    if seconds is not None:
        raise TooOften(rate, seconds)


def told(seconds: int) -> str:
    """A duration in words: "1 second", "2 minutes"."""
    for size, name in ((3600, "hour"), (60, "minute")):
        if seconds >= size:
            number = ceil(seconds / size)
            return f"{number} {name}{'s' if number > 1 else ''}"
    return f"{seconds} second{'s' if seconds > 1 else ''}"


def _wait(name: str, rate: Rate) -> int | None:
    """Seconds to wait, at least one; None for a try that is allowed, and counted."""
    most, period = rate
    window, passed = divmod(clock(), period)
    before = int(cache.get(f"{name}.{int(window) - 1}", 0))
    now = _add(f"{name}.{int(window)}", 2 * period)
    if before * (1 - passed / period) + now <= most:
        return None
    cache.decr(f"{name}.{int(window)}")
    if now <= most:  # the last window fades enough within this one
        seconds = (1 - (most - now) / before) * period - passed
    else:  # this window has to fade in the next
        seconds = period - passed + (1 - (most - 1) / (now - 1)) * period
    return max(1, ceil(seconds))


def _add(name: str, lives: int) -> int:
    cache.add(name, 0, timeout=lives)
    return int(cache.incr(name))
