"""The crash harness in short: a worker is killed at every point of two stories that end badly. `make chaos` plays the rest."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def chaos(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.chaos", "--database", "sqlite", "--seed", "1", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


@pytest.mark.spec("K-31", "K-21")
def test_a_worker_that_is_killed_anywhere_loses_nothing_and_repeats_nothing():
    played = chaos("--short")

    assert played.returncode == 0, played.stdout + played.stderr
    rows = {line[:40].strip(): line[40:].split() for line in played.stdout.splitlines() if line.startswith("  ")}
    plays, kills, resumed, *_, violations = map(int, rows["all"])
    assert (plays, violations) == (kills + 2, 0)
    assert resumed > 20


@pytest.mark.spec("K-31")
def test_the_harness_says_what_is_wrong_and_where():
    played = chaos("--story", "wasted", "--at", "100000")

    assert played.returncode == 1
    assert "a delivery that is wasted, killed at [100000] (after the end): the process was not killed" in played.stdout
