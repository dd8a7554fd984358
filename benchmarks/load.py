"""A hundred sessions at once on a real server, and the store behind them: measured beside the figures that are asked for.

Every message goes the whole road: cookie, CSRF, planning by the offline planner (whose time is counted in, and said), preview, record,
fragment. Printed, not asserted: what a machine is worth is not a property of the code.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from os import cpu_count
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

import httpx

from benchmarks.databases import both, each, fresh, told, unreachable
from benchmarks.timing import percentile, table

PACE = 3.6
"""Seconds between two messages of a session: a thousand an hour."""
TOKEN = "c" * 32
WORDS = (
    "make it vertical",
    "set the volume of the music to -12 dB",
    "add a title that says Hello",
    "how long is this?",
)


@dataclass(frozen=True, slots=True)
class Talker:
    """A person at a page: the composition that is open, and the cookies of the browser."""

    composition: str
    cookies: dict[str, str]


@dataclass
class Heard:
    """Milliseconds of every answer, and how often there was what instead of one."""

    times: list[float] = field(default_factory=list)
    seconds: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--database", action="append", help="sqlite, or a PostgreSQL server's URL; both when absent")
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=30, help="how long messages are sent (30)")
    parser.add_argument(
        "--servers", type=int, default=cpu_count(), help="processes that answer, on one database (one a core)"
    )
    parser.add_argument("--pace", type=float, default=PACE, help=f"seconds between two messages of a session ({PACE})")
    given = parser.parse_args()
    databases = given.database or both()
    if len(databases) > 1:
        return each("benchmarks.load", databases, sys.argv[1:])
    if (why := unreachable(databases[0])) is not None:
        print(f"\n{told(databases[0])}: skipped, {why}")
        return 0
    with fresh(databases[0], RATE_PLAN="none", RATE_ASK="none", RUNS_WORKER="thread") as folder:
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        try:
            _measure(told(databases[0]), given, folder)
        finally:
            connections.close_all()
    return 0


def _measure(database: str, given: argparse.Namespace, folder: Path) -> None:
    people = [_talker(f"person-{n}") for n in range(given.sessions)]
    old = _talker("somebody who talks a lot", messages=1000)
    writes, reads = _store(old)
    with ExitStack() as stack:
        addresses = [stack.enter_context(_server(folder)) for _ in range(given.servers)]
        address = addresses[0]
        cold = _page(address, old)
        warm = min(_page(address, old) for _ in range(5))
        alone = asyncio.run(_talk(addresses, people[:1], 5, pace=0))
        heard = asyncio.run(_talk(addresses, people, given.seconds, given.pace))
    times = heard.times or [float("nan")]
    rows = [
        ["a message, median (ms)", percentile(times, 0.5), "200"],
        ["a message, p95 (ms)", percentile(times, 0.95), "500"],
        ["a message, p99 (ms)", percentile(times, 0.99), "1,000"],
        ["of which the offline planner, median (ms)", _planners(), "not counted"],
        ["a message when nobody else talks, median (ms)", percentile(alone.times, 0.5), "200"],
        ["messages answered a second", len(heard.times) / heard.seconds, f"{given.sessions / given.pace:.1f} sent"],
        ["a page with 1,000 messages, the first of a new server (ms)", cold, "2,000"],
        ["a page with 1,000 messages, again (ms)", warm, "2,000"],
        ["entries written a second, a transaction each", writes, "100"],
        ["entries read a second, a query each", reads, "1,000"],
        ["errors", dict(heard.errors) or "none", "none"],
    ]
    said = f"Load: {given.sessions} sessions, {given.servers} server processes, {database}, {given.seconds} s"
    table(said, ["what", "measured", "asked for"], rows)


def _talker(name: str, messages: int = 0) -> Talker:
    """A person who is signed in, with a composition and so many messages behind them."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    from tests import factories
    from tools.models import Membership

    studio = factories.workspace(name)
    person = User.objects.create(username=name)
    Membership.objects.create(workspace=studio, user=person, tier="full", role="owner")
    film, session = factories.composition(studio), SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(person.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    if messages:
        _said_before(person, film, messages)
    cookies = {settings.SESSION_COOKIE_NAME: str(session.session_key), settings.CSRF_COOKIE_NAME: TOKEN}
    return Talker(str(film.pk), cookies)


def _said_before(person: Any, film: Any, messages: int) -> None:
    from agent.actions import append, conversation
    from agent.messages import AssistantMessage, UserMessage, said

    session = conversation(person, film)
    for n in range(messages // 2):
        append(session, UserMessage(content=said(f"how long is this, now that I ask for the {n}th time?")))
        append(session, AssistantMessage(content=said("It is 30 seconds long, as it was before.")))


def _store(talker: Talker) -> tuple[float, float]:
    """Entries of a conversation written and read a second, one after the other, by one process."""
    from agent.actions import append
    from agent.messages import UserMessage, said
    from agent.models import Entry, Session

    session = Session.objects.get(composition=talker.composition)
    ids = list(Entry.objects.filter(session=session).values_list("pk", flat=True))
    writes = _a_second(lambda n: append(session, UserMessage(content=said(f"message {n}"))))
    return writes, _a_second(lambda n: Entry.objects.get(pk=ids[n % len(ids)]))


def _a_second(work: Callable[[int], object], seconds: float = 2.0) -> float:
    begun, count = perf_counter(), 0
    while perf_counter() - begun < seconds:
        work(count)
        count += 1
    return count / (perf_counter() - begun)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """Daphne on a port of its own, ready to answer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [
        str(Path(sys.executable).parent / "daphne"),
        "-v",
        "0",
        "-b",
        "127.0.0.1",
        "-p",
        str(port),
        "config.asgi:application",
    ]
    with (folder / f"server-{port}.log").open("w") as log:
        server = subprocess.Popen(command, env=dict(os.environ), stdout=log, stderr=log)
    try:
        _until_it_answers(address)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def _until_it_answers(address: str) -> None:
    for _ in range(300):
        try:
            httpx.get(f"{address}/static/none")
            return
        except httpx.TransportError:
            sleep(0.1)
    raise SystemExit("The server did not begin to answer within 30 seconds.")


def _page(address: str, talker: Talker) -> float:
    begun = perf_counter()
    answer = httpx.get(f"{address}/compositions/{talker.composition}/", cookies=talker.cookies, timeout=60)
    assert answer.status_code == 200, answer.status_code
    return (perf_counter() - begun) * 1000


def _planners() -> float:
    """Milliseconds that the planner itself took, by the traces of the plans."""
    from runs.models import Run

    return percentile([plan["trace"]["durationMs"] for plan in Run.objects.values_list("plan", flat=True)], 0.5)


async def _talk(addresses: list[str], people: list[Talker], seconds: int, pace: float) -> Heard:
    """What these people heard, spread over the servers."""
    heard, begun = Heard(), perf_counter()
    limits = httpx.Limits(max_connections=len(people))
    async with httpx.AsyncClient(timeout=60, limits=limits) as client:
        until, servers = begun + seconds, cycle(addresses)
        saying = (_say(client, next(servers), one, Random(n), until, pace, heard) for n, one in enumerate(people))
        await asyncio.gather(*saying)
    heard.seconds = perf_counter() - begun
    return heard


async def _say(
    client: httpx.AsyncClient, address: str, talker: Talker, random: Random, until: float, pace: float, heard: Heard
) -> None:
    """One session: a message every so many seconds, whether or not the last one was quick, from a random moment on."""
    due = perf_counter() + random.uniform(0, pace)
    cookie = "; ".join(f"{name}={value}" for name, value in talker.cookies.items())
    headers = {"HX-Request": "true", "X-CSRFToken": TOKEN, "Cookie": cookie}
    while due < until:
        await asyncio.sleep(max(0.0, due - perf_counter()))
        begun = perf_counter()
        try:
            answer = await client.post(
                f"{address}/compositions/{talker.composition}/prompt/",
                data={"text": random.choice(WORDS)},
                headers=headers,
            )
            if answer.status_code == 200:
                heard.times.append((perf_counter() - begun) * 1000)
            else:
                heard.errors[str(answer.status_code)] += 1
        except httpx.HTTPError as error:
            heard.errors[type(error).__name__] += 1
        due = max(due + pace, perf_counter())


if __name__ == "__main__":
    sys.exit(main())
