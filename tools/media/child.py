"""Where a stranger's file is decoded: a child process with little time, memory and open files, and none of our secrets."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
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


def run(module: str, *arguments: str, name: str, seconds: float = SECONDS) -> Any:
    """What `python -m module ARGUMENTS` answers, as JSON.

    Raises the Refusal that the child answered, about the file that people call `name`, or Unreadable when the child
    was stopped by its bounds.
    """
    command = [sys.executable, "-m", module, *arguments]
    environment = {key: os.environ[key] for key in ENVIRONMENT if key in os.environ}
    try:
        done = subprocess.run(
            command,
            cwd=HOME,
            env=environment | {"PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=True,
        )
        answer = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        raise Unreadable(name) from None
    if isinstance(answer, dict) and "refused" in answer:
        raise BY_CODE[answer["refused"]](name, **answer["details"])
    return answer


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
