"""`celery -A benchmarks.chaos.crew`: the product's own Celery application, with the verbs of the stories, in a corner of Redis
that is the harness's alone."""

from __future__ import annotations

import os
from functools import cache
from typing import Any
from uuid import UUID

from benchmarks.chaos import stage


def corner() -> str:
    """What all keys begin with; empty where no Redis is used."""
    return os.environ.get("CHAOS_CORNER", "")


@cache
def employed() -> Any:
    """The application of this process, once it knows the verbs."""
    from runs.queue import engine

    found = engine()
    found.conf.broker_transport_options = {**found.conf.broker_transport_options, "global_keyprefix": corner()}
    return found


def ring(run_id: UUID) -> None:
    """Wake a worker over Redis; without one the sweep finds the run."""
    if corner():
        from runs import queue

        employed()
        queue.ring(run_id)


def unreachable(url: str) -> str | None:
    """Why Celery cannot be used over this Redis; None when it can."""
    try:
        import celery  # noqa: F401
        import redis

        redis.Redis.from_url(url, socket_connect_timeout=2).ping()
    except ImportError as error:
        return f"{error.name} is not installed (uv sync --extra celery)"
    except Exception as error:
        return f"Redis does not answer at {url}: {type(error).__name__}"
    return None


def tidy(url: str) -> None:
    """Leave nothing in Redis."""
    import redis

    client = redis.Redis.from_url(url)
    for key in client.scan_iter(f"{corner()}*"):
        client.delete(key)


def __getattr__(name: str) -> Any:
    """Celery looks for `app`."""
    if name in ("app", "celery"):
        return _of_a_worker()
    raise AttributeError(name)


@cache
def _of_a_worker() -> Any:
    stage.prepared()
    return employed()
