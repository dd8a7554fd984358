"""A worker that is killed takes its encoder with it, however it waits for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tools.media import child, leash

WORKER = """
from pathlib import Path
from threading import Thread
from tools.media import ffmpeg
endless = ["-re", "-f", "lavfi", "-i", "color", "-f", "null", "-"]
Thread(target=ffmpeg.encode, args=(endless, Path({folder!r})), kwargs={{"progress": lambda *_: print(flush=True)}}).start()
"""
SOON = 60.0


def children(pid: int) -> list[int]:
    """The processes that the threads of a process have begun."""
    told = (path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(one) for line in told for one in line.split()]


@pytest.mark.spec("K-31", "M-03")
def test_an_encoder_ends_with_the_worker_that_waits_for_it(tmp_path):
    if not leash._leash() or not Path("/proc/self/task").is_dir():
        pytest.skip("only Linux with util-linux ties a process to its parent")
    command = [sys.executable, "-c", WORKER.format(folder=str(tmp_path))]
    worker = subprocess.Popen(command, cwd=child.HOME, stdout=subprocess.PIPE)
    worker.stdout.readline()  # it encodes
    [encoder] = children(worker.pid)
    os.kill(worker.pid, signal.SIGKILL)
    worker.communicate()
    until = monotonic() + SOON
    while alive(encoder) and monotonic() < until:
        sleep(0.01)
    assert not alive(encoder)


def alive(pid: int) -> bool:
    """Whether a process is there and has not ended, though nobody may have asked how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def test_where_nothing_ties_a_process_to_its_parent_it_is_begun_all_the_same(monkeypatch):
    monkeypatch.setattr(leash.shutil, "which", lambda name: None)
    leash._leash.cache_clear()
    try:
        assert leash.leashed(["encoder", "-i"]) == ["encoder", "-i"]
    finally:
        leash._leash.cache_clear()
