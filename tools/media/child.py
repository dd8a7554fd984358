"""Where a stranger's file is decoded: a child process with little time, memory and open files, and none of our secrets."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

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


def run(
    module: str, *arguments: str, name: str, seconds: float = SECONDS, check: Callable[[], None] | None = None
) -> Any:
    """What `python -m module ARGUMENTS` answers, as JSON.

    Raises the Refusal that the child answered, about the file that people call `name`, or Unreadable when the child
    was stopped by its bounds. `check()` is called often, and what it raises ends the child.
    """
    try:
        answer = json.loads(_said([sys.executable, "-m", module, *arguments], seconds, check))
    except (subprocess.SubprocessError, ValueError):
        raise Unreadable(name) from None
    if isinstance(answer, dict) and "refused" in answer:
        raise BY_CODE[answer["refused"]](name, **answer["details"])
    return answer


def _said(command: Sequence[str], seconds: float, check: Callable[[], None] | None) -> bytes:
    """What a child wrote that ended well; raises SubprocessError for one that did not, or not in time."""
    environment = {key: os.environ[key] for key in ENVIRONMENT if key in os.environ}
    child = subprocess.Popen(
        command,
        cwd=HOME,
        env=environment | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wrote = _heard(child, monotonic() + seconds, check)
    except BaseException:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return wrote


def _heard(child: subprocess.Popen[bytes], until: float, check: Callable[[], None] | None) -> bytes:
    while True:
        try:
            return child.communicate(timeout=GLANCE)[0]
        except subprocess.TimeoutExpired:
            if monotonic() > until:
                raise
            if check:
                check()


def bound() -> None:
    """Called by a child before it opens anything: what it may use at most."""
    for what, most in BOUNDS.items():
        _, hard = resource.getrlimit(what)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (least, hard))
        except (ValueError, OSError):  # macOS has no address-space limit; the others still hold
            continue


def answer(work: Callable[[], Any]) -> None:
    """Called by a child: do the work within bounds and write what `run` reads."""
    bound()
    try:
        said = work()
    except Refusal as refusal:
        said = {"refused": refusal.code, "details": refusal.details}
    json.dump(said, sys.stdout)
