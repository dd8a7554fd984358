"""The encoder: the one binary that comes with a pinned wheel, run as a child of bounded means that can be stopped."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import selectors
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import imageio_ffmpeg  # type: ignore[import-untyped]  # it ships no types

from .leash import leashed

# A playlist or a script that opens in a demuxer can name other files of the disk: only plain containers may open.
FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,flac,ogg,aac,aiff,gif,image2,png_pipe,jpeg_pipe,webp_pipe,gif_pipe,apng"
SAFE = ("-protocol_whitelist", "file", "-format_whitelist", FORMATS)
BOUNDS = {
    "RLIMIT_CPU": 4 * 60 * 60,
    "RLIMIT_FSIZE": 64 << 30,
    "RLIMIT_NOFILE": 1024,
    "RLIMIT_CORE": 0,
}
# What the child may know of our environment: no key, no address.
ENVIRONMENT = ("PATH", "LANG", "LD_LIBRARY_PATH", "TMPDIR")
Progress = Callable[[int, float], None]
GLANCE = 0.2
"""Seconds between two looks at whether the work is still wanted."""


class EncoderFailed(Exception):
    """The encoder gave up; `said` is the end of what it wrote."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


@cache
def binary() -> str:
    return str(imageio_ffmpeg.get_ffmpeg_exe())


@cache
def version() -> str:
    """What a cached result depends on besides its inputs."""
    asked = subprocess.run([binary(), "-version"], capture_output=True, text=True, check=True, timeout=60)
    return asked.stdout.partition("\n")[0]


@cache
def filters() -> frozenset[str]:
    """The names of the filters that this binary has."""
    command = [binary(), "-hide_banner", "-filters"]
    asked = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return frozenset(re.findall(r"^ \S+ (\w+) +\S+->", asked.stdout, re.MULTILINE))


def encode(
    arguments: Sequence[str],
    folder: Path,
    *,
    progress: Progress | None = None,
    check: Callable[[], None] | None = None,
) -> bytes:
    """Run the encoder in `folder`; what it wrote to standard output, where `progress` does not listen there.

    `progress(frames, seconds)` hears how many frames are written, and how long what is written lasts; `check()` is called
    often, and what it raises ends the child and everything that it started. Raises EncoderFailed.
    """
    command = [binary(), "-hide_banner", "-nostdin", "-loglevel", "error", "-y"]
    command += ["-progress", "pipe:1", "-nostats"] if progress else []
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            leashed([*command, *arguments]),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        try:
            _bound(child.pid)
            wrote = _watched(child, progress, check)
        except BaseException:
            _end(child)
            raise
        if child.wait() != 0:
            errors.seek(0)
            raise EncoderFailed(errors.read()[-2000:].decode(errors="replace").strip())
    return wrote


def _bound(pid: int) -> None:
    """What the child may use at most, where the system can say so of another process."""
    if not (limit := getattr(resource, "prlimit", None)):
        return
    for name, most in BOUNDS.items():
        with contextlib.suppress(ProcessLookupError, PermissionError, ValueError):
            what = getattr(resource, name)
            hard = limit(pid, what)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            limit(pid, what, (least, hard))


def _watched(child: subprocess.Popen[bytes], progress: Progress | None, check: Callable[[], None] | None) -> bytes:
    assert child.stdout is not None
    wrote = bytearray()
    with child.stdout as stream, selectors.DefaultSelector() as ready:
        ready.register(stream, selectors.EVENT_READ)
        while True:
            if check:
                check()
            if not ready.select(GLANCE):
                continue
            piece = os.read(stream.fileno(), 1 << 16)
            if not piece:
                return bytes(wrote)
            wrote += piece
            if progress:
                frames, microseconds = (_last(name, wrote) for name in (rb"frame", rb"out_time_us"))
                if frames or microseconds:
                    progress(frames, microseconds / 1e6)
                del wrote[: wrote.rfind(b"\n") + 1]


def _last(name: bytes, wrote: bytearray) -> int:
    """The last figure of a name in what the encoder reports; 0 where there is none."""
    found = re.findall(rb"^%s=\s*(\d+)$" % name, wrote, re.MULTILINE)
    return int(found[-1]) if found else 0


def _end(child: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
