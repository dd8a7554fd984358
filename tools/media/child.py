"""Where a stranger's file is decoded: a child process with little time, memory and open files, and none of our secrets."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from .leash import leashed
from .refusals import BY_CODE, Refusal, Unreadable

HOME = Path(__file__).resolve().parents[2]
# What an interpreter may need to start. Keys, database addresses and the like are not passed on.
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")
SECONDS = 120
BOUNDS = {
    resource.RLIMIT_AS: 3 << 30,
    resource.RLIMIT_CPU: 90,
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_FSIZE: 64 << 20,
    resource.RLIMIT_CORE: 0,
}


GLANCE = 0.2
"""Seconds between two looks at whether the answer is still wanted."""
FAR = re.compile(rb"^far (\d+\.\d)\n", re.MULTILINE)
"""How far a child is, on a line of its own before its answer."""


def run(
    module: str,
    *arguments: str,
    name: str,
    seconds: float = SECONDS,
    check: Callable[[], None] | None = None,
    passed: Callable[[float], None] = lambda far: None,
) -> Any:
    """What `python -m module ARGUMENTS` answers, as JSON.

    Raises the Refusal that the child answered, about the file that people call `name`, or Unreadable when the child
    was stopped by its bounds. `check()` is called often, and what it raises ends the child. `passed(far)` hears what the
    child says by `tell`; one that tells may take `seconds` from one time to the next.
    """
    try:
        answer = json.loads(_said([sys.executable, "-m", module, *arguments], seconds, check, passed))
    except (subprocess.SubprocessError, ValueError):
        raise Unreadable(name) from None
    if isinstance(answer, dict) and "refused" in answer:
        raise BY_CODE[answer["refused"]](name, **answer["details"])
    return answer


def _said(
    command: Sequence[str], seconds: float, check: Callable[[], None] | None, passed: Callable[[float], None]
) -> bytes:
    """What a child wrote that ended well; raises SubprocessError for one that did not, or not in time."""
    environment = {key: os.environ[key] for key in ENVIRONMENT if key in os.environ}
    child = subprocess.Popen(
        leashed(command),
        cwd=HOME,
        env=environment | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wrote = _heard(child, seconds, check, passed)
    except BaseException:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        raise
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return wrote


def _heard(
    child: subprocess.Popen[bytes], seconds: float, check: Callable[[], None] | None, passed: Callable[[float], None]
) -> bytes:
    assert child.stdout is not None
    wrote, until = b"", monotonic() + seconds
    with child.stdout as stream, selectors.DefaultSelector() as ready:
        ready.register(stream, selectors.EVENT_READ)
        while (left := until - monotonic()) > 0:
            if check:
                check()
            if not ready.select(min(left, GLANCE)):
                continue
            if not (piece := os.read(stream.fileno(), 1 << 16)):
                child.wait(left)
                return wrote
            wrote += piece
            if told := FAR.findall(wrote):
                wrote, until = FAR.sub(b"", wrote), monotonic() + seconds
                passed(float(told[-1]))
    raise subprocess.TimeoutExpired(child.args, seconds)


def bound(processor: int = BOUNDS[resource.RLIMIT_CPU]) -> None:
    """Called by a child before it opens anything: what it may use at most, of the processor so many seconds."""
    for what, most in {**BOUNDS, resource.RLIMIT_CPU: processor}.items():
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (least, hard))
        except (ValueError, OSError):  # macOS has no address-space limit; the others still hold
            continue


def tell(far: float) -> None:
    """Called by a child that takes long: how far it has come."""
    sys.stdout.write(f"far {far:.1f}\n")
    sys.stdout.flush()


def answer(work: Callable[[], Any], processor: int = BOUNDS[resource.RLIMIT_CPU]) -> None:
    """Called by a child: do the work within bounds and write what `run` reads."""
    bound(processor)
    try:
        said = work()
    except Refusal as refusal:
        said = {"refused": refusal.code, "details": refusal.details}
    json.dump(said, sys.stdout)
