"""`python -m benchmarks.chaos`: every story, killed at every point, on both databases; a table, and 1 where anything broke."""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import time
from typing import Any

from benchmarks.chaos import stage
from benchmarks.chaos.tape import POINTS
from benchmarks.databases import both, each, told, unreachable
from benchmarks.timing import table

RUNS = 8
"""How many runs a storm has at once."""
SHORT = ("a delivery that is wasted", "cancelled while it delivers")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=__doc__)
    parser.add_argument("--database", action="append", help="sqlite, or a PostgreSQL server's URL; both when absent")
    parser.add_argument("--story", help="only the stories with this in their name")
    parser.add_argument("--at", type=int, nargs="*", help="play the stories once, killed at these points")
    parser.add_argument("--several", type=int, default=5, help="plays a story with two or three kills, at random (5)")
    parser.add_argument("--every", action="store_true", help="every pass of every point in every story: takes long")
    parser.add_argument("--storms", type=int, default=1, help="rounds of several runs under random kills, a worker (1)")
    parser.add_argument("--short", action="store_true", help="a few stories, each point once: what the tests play")
    parser.add_argument("--seed", type=int, default=int(time()))
    return parser.parse_args()


def main() -> int:
    given = asked()
    databases = given.database or both()
    if len(databases) > 1:
        return each("benchmarks.chaos", databases, [*sys.argv[1:], "--seed", str(given.seed)])
    if (why := unreachable(databases[0])) is not None:
        print(f"\n{told(databases[0])}: skipped, {why}")
        return 0
    print(f"\n{told(databases[0])}, seed {given.seed}", flush=True)
    with stage.raised(databases[0]) as folder:
        return Show(given, folder).run()


class Show:
    """The stories of one database, and what came of them, point by point."""

    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        from benchmarks.chaos.stories import STORIES

        stage.wired(folder)
        named = given.story.lower() if given.story else ""
        self.given, self.folder, self.random = given, folder, Random(given.seed)
        self.stories = [story for story in STORIES if named in story.name and (not given.short or story.name in SHORT)]
        self.outcomes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.broken: list[str] = []

    def run(self) -> int:
        for story in self.stories:
            self._tell(story)
        whole = not (self.given.short or self.given.story)
        for number in range(self.given.storms if whole else 0):
            self._storm(number)
        self.broken += [
            f"the point “{name}” was never passed" for name in POINTS if whole and name not in self.outcomes
        ]
        self._print()
        return 1 if self.broken else 0

    def _tell(self, story: Any) -> None:
        from benchmarks.chaos import checks

        calm = stage.play(story, self.folder)
        undisturbed = checks.edits(calm.scene.run)
        self._look(story, calm, (), undisturbed, "nowhere")
        for kills in [tuple(self.given.at)] if self.given.at else self._kills(story, calm.points):
            at = (
                "two or three points"
                if len(kills) > 1
                else dict(enumerate(calm.points, 1)).get(kills[0], "after the end")
            )
            self._look(story, stage.play(story, self.folder, kills), kills, undisturbed, at)
        so_far = sum(row["plays"] for row in self.outcomes.values())
        told = f"{story.name}: {len(calm.points)} points; {so_far} plays so far, {len(self.broken)} violations"
        print(f"  {told}", file=sys.stderr, flush=True)

    def _kills(self, story: Any, points: list[str]) -> Iterator[tuple[int, ...]]:
        """The places of a story to kill at, one a play: every pass of every point in the first story, or everywhere where
        that is asked for, else the first pass of each; and then several at a time, at random."""
        places = {name: place for place, name in reversed(list(enumerate(points, 1)))}.values()
        if self.given.every or (story is self.stories[0] and not self.given.short):
            places = range(1, len(points) + 1)
        yield from ((place,) for place in sorted(places))
        for _ in range(0 if self.given.short else self.given.several):
            yield tuple(sorted(self.random.sample(range(1, len(points) * 5 // 4 + 2), self.random.choice((2, 3)))))

    def _storm(self, number: int) -> None:
        """Several runs at once under random blows: kills of the worker beside a server, and of Celery where there is a Redis,
        and the end of its sessions where the database has any."""
        from django.conf import settings
        from django.db import connection

        from benchmarks.chaos import checks, crew, hands, storm

        film = self.stories[0]
        undisturbed = checks.edits(stage.play(film, self.folder).scene.run)
        os.environ["CHAOS_CORNER"] = f"chaos-{os.getpid()}-{number}:"
        why = crew.unreachable(settings.CELERY_BROKER_URL)
        print(f"  storm {number + 1}{f'; no Celery: {why}' if why else ''}", file=sys.stderr, flush=True)
        for name, start, kills in storm.WORKERS[: 1 if why else None]:
            hands.WORLD.path = self.folder / f"{name.replace(' ', '-')}-{number}.world"
            self._weathered(f"{name}, at random", undisturbed, *storm.storm(film, RUNS, kills, start, self.random))
        if connection.vendor == "postgresql":
            hands.WORLD.path = self.folder / f"sessions-{number}.world"
            self._weathered(
                "database sessions ended", undisturbed, *storm.cut_off(film, RUNS, storm.BLOWS, self.random)
            )
        if not why:
            crew.tidy(settings.CELERY_BROKER_URL)

    def _weathered(self, name: str, undisturbed: list[str], scenes: list[Any], blows: int) -> None:
        for scene in scenes:
            self._look(self.stories[0], stage.Played(scene, [], 0, []), (), undisturbed, name)
        self.outcomes[name]["kills"] += blows

    def _look(self, story: Any, played: stage.Played, kills: tuple[int, ...], undisturbed: list[str], at: str) -> None:
        from benchmarks.chaos import checks

        found = [*played.broke, *checks.violations(story, played.scene, undisturbed)]
        if len(kills) == 1 and not played.kills:
            found.append("the process was not killed")
        row, run = self.outcomes[at], played.scene.run
        row["plays"] += 1
        row["kills"] += played.kills
        row["resumed"] += run.epoch > 1
        row[run.status] += 1
        row["violations"] += len(found)
        self.broken += [f"{story.name}, killed at {list(kills)} ({at}): {sentence}" for sentence in found]

    def _print(self) -> None:
        head = ["plays", "kills", "resumed", "done", "failed", "cancelled", "violations"]
        order = ["nowhere", *POINTS, *sorted(set(self.outcomes) - {"nowhere", *POINTS})]
        rows = [[at, *(self.outcomes[at][name] for name in head)] for at in order if at in self.outcomes]
        total = ["all", *(sum(row[column] for row in rows) for column in range(1, len(head) + 1))]
        table("Killed where, and what became of the runs", ["point", *head], [*rows, total])
        print(f"\n{len(self.broken)} violations", flush=True)
        for sentence in self.broken[:60]:
            print(f"  {sentence}")


if __name__ == "__main__":
    sys.exit(main())
