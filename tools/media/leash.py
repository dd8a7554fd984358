"""A child that ends with its parent: a worker that is killed leaves no encoder behind that works on for nobody.

Linux can tell a process to end when the thread that began it does (PR_SET_PDEATHSIG); here that thread always waits for its
child. The child asks for it by `setpriv`, which then becomes the command: between fork and exec nothing of ours may run, since
other threads may hold any lock. Elsewhere, and without util-linux, an orphan goes on to the end of its piece.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache


def leashed(command: Sequence[str]) -> list[str]:
    """The command, to be begun by a thread that waits for it."""
    return [*_leash(), *command]


@cache
def _leash() -> tuple[str, ...]:
    """The words before a command that tie it to its parent; none where the system has none that work."""
    leash = (shutil.which("setpriv") or "", "--pdeathsig", "KILL", "--")
    try:
        subprocess.run([*leash, leash[0], "--version"], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ()
    return leash
