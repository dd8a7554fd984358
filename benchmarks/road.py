"""The road on a database of its own: plan, approve and execute five steps; then the pages and the API, by latency."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

RUNS = 60
REQUESTS = 40
SENTENCE = "delete the last clip, make it vertical and add a title card that says Hello"
STEPS = [
    {"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}},
    {"tool": "addText", "params": {"text": "Hello", "from": 100, "durationInFrames": 60}},
    {"tool": "setVolume", "params": {"ids": ["music"], "volumeDb": -12}},
    {"tool": "setColorGrade", "params": {"grade": {"temperature": 0.2}}},
    {"tool": "deleteItems", "params": {"ids": ["clip-d"]}},
]


def ready() -> None:
    """A database file of this run's own, with the tables in it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="greenlight-bench-")
    os.environ["RUNS_WORKER"] = "inline"
    os.environ["ALLOWED_HOSTS"] = "testserver"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def timed(work: Callable[[int], Any], count: int) -> list[float]:
    """Milliseconds of each call; the first two do not count."""
    times = []
    for n in range(count + 2):
        begun = perf_counter()
        work(n)
        times.append((perf_counter() - begun) * 1000)
    return times[2:]


def run() -> None:
    ready()
    from django.contrib.auth.models import User
    from django.test import Client

    from benchmarks.timing import percentile, table
    from runs import actions
    from runs.assess import assess
    from runs.cards import card_of
    from runs.plan.normalise import normalise
    from runs.tiers import tier_of
    from tests import factories
    from tools import store
    from tools.catalog import TOOLS
    from tools.models import Composition

    studio = factories.workspace()
    alice: User = factories.person("alice", studio)

    def propose(film: Composition) -> Any:
        tier = tier_of(alice, studio)
        plan = normalise({"steps": STEPS}, TOOLS, message="", tag="ab12")
        proposal = assess(plan, store.read(film), tier)
        return actions.propose(studio, alice, proposal, composition=film, tier=tier, base_revision=film.head)

    films = [factories.composition(studio) for _ in range(2 * (RUNS + 2))]
    planned = timed(lambda n: propose(films[n]), RUNS)
    proposals = [propose(film) for film in films[RUNS + 2 :]]
    executed = timed(lambda n: actions.approve(proposals[n], alice, card_of(proposals[n]), wait=True), RUNS)
    inserted = timed(lambda n: factories.composition(studio), RUNS)

    client = Client()
    client.force_login(alice)
    film = factories.composition(studio)
    body = json.dumps({"message": SENTENCE, "compositionId": str(film.pk)})
    query = json.dumps({"kind": "query", "target": "items"})
    routes: list[tuple[str, Callable[[int], Any]]] = [
        ("GET / (compositions)", lambda n: client.get("/")),
        ("GET /compositions/ID/ (timeline, chat, history)", lambda n: client.get(f"/compositions/{film.pk}/")),
        ("POST /api/agent/plan (3 steps)", lambda n: client.post("/api/agent/plan", body, "application/json")),
        ("POST /api/compositions/ID/evaluate (query)",
         lambda n: client.post(f"/api/compositions/{film.pk}/evaluate", query, "application/json")),
        ("GET /api/agent/runs", lambda n: client.get("/api/agent/runs")),
    ]  # fmt: skip
    unit = median(inserted)
    rows = [
        [
            "propose 5 steps (bind, validate, price, preview, record)",
            median(planned),
            percentile(planned, 0.95),
            median(planned) / unit,
        ],
        [
            "approve and execute 5 steps (one batch, one revision)",
            median(executed),
            percentile(executed, 0.95),
            median(executed) / unit,
        ],
        ["insert a composition (two rows: the unit)", unit, percentile(inserted, 0.95), 1.0],
    ]
    for name, request in routes:
        answer = request(0)
        assert answer.status_code == 200, f"{name}: {answer.status_code}"
        times = timed(request, REQUESTS)
        rows.append([name, median(times), percentile(times, 0.95), median(times) / unit])
    table("The road (ms; SQLite, one process, no network)", ["what", "median", "p95", "times the unit"], rows)


if __name__ == "__main__":
    run()
