"""A filter graph that grows line by line: inputs, chains between numbered pads, and the small files that they read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tools.media.ffmpeg import SAFE

from .motion import commands

Pad = str
"""The name of a pad, without its brackets."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file that the encoder opens, with the options that stand before it. `digest` names the content of the file."""

    path: str
    options: tuple[str, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """What the encoder is to do for one window of a composition.

    `script` is a filter_complex text; `files` are what it and the inputs read by a name without a folder. `picture` and
    `sound` are the pads to map, None for none. `frames` at `fps` and `samples` at `rate` are exactly what comes out.
    `notes` say what is drawn otherwise than asked, `missing` names assets whose file is not there.
    """

    inputs: tuple[Input, ...]
    script: str
    files: dict[str, bytes]
    picture: Pad | None
    sound: Pad | None
    width: int
    height: int
    fps: Fraction
    frames: int
    rate: int
    samples: int
    alpha: bool
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def arguments(self) -> list[str]:
        """The inputs and the graph as the encoder's arguments, to be run where `files` are."""
        said: list[str] = []
        for one in self.inputs:
            said += [*SAFE, *one.options, "-i", f"file:{one.path}"]
        return [*said, "-/filter_complex", "graph.txt"] if self.script else said

    def digest(self) -> str:
        """A name for the pictures and sounds that this graph makes, equal when and only when nothing it reads differs."""
        made = hashlib.sha256()
        inputs = [(one.options, one.digest or one.path) for one in self.inputs]
        made.update(json.dumps([inputs, self.script, self.frames, self.samples, self.alpha]).encode())
        for name, content in sorted(self.files.items()):
            made.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
        return made.hexdigest()


@dataclass(slots=True)
class Reading:
    """A file that is being decoded forward: its clock is zero at `since`, and it will have come to `at`, both in seconds
    of the source. `stretch` is the last one that it is used in."""

    index: int
    path: str
    since: float
    at: float
    options: tuple[str, ...]
    stretch: int


@dataclass(slots=True)
class Builder:
    """A graph in the making, at `fps` frames a second and `rate` samples a second."""

    fps: Fraction
    rate: int
    width: int
    height: int
    scale: float
    small: bool
    inputs: list[Input] = field(default_factory=list)
    chains: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    stretch: int = 0
    _count: int = 0

    @property
    def pace(self) -> str:
        """The frame rate as filters write it."""
        return f"{self.fps.numerator}/{self.fps.denominator}"

    @property
    def beat(self) -> str:
        """The number of a frame in a filter's expression, by its time: `overlay` and `scale` count theirs from 1."""
        return f"round(t*{self.pace})"

    def name(self, stem: str = "p") -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def made(self, *filters: str) -> Pad:
        """A source without input."""
        return self.joined([], *filters)

    def then(self, pad: Pad, *filters: str) -> Pad:
        """The pad after some filters in a row; itself after none."""
        return self.joined([pad], *filters) if any(filters) else pad

    def joined(self, pads: Sequence[Pad], *filters: str) -> Pad:
        """What comes out where several pads go in."""
        out = self.name()
        self.chains.append(f"{''.join(f'[{pad}]' for pad in pads)}{','.join(filter(None, filters))}[{out}]")
        return out

    def split(self, pad: Pad, count: int = 2, kind: str = "split") -> list[Pad]:
        outs = [self.name() for _ in range(count)]
        self.chains.append(f"[{pad}]{kind}={count}{''.join(f'[{out}]' for out in outs)}")
        return outs

    def parted(self, pad: Pad) -> tuple[Pad, Pad]:
        """The colours of a picture, and how much of it is seen. That it is see-through is pinned first: a filter before
        it that can do either way would choose what its colours are asked for in."""
        colours, seen = self.split(self.then(pad, "format=yuva420p"))
        return self.then(colours, "format=yuv420p"), self.then(seen, "alphaextract")

    def commanded(self, values: Mapping[tuple[str, str], Sequence[float | str]]) -> str:
        """The filter that changes options of the next one by and by; none where nothing changes."""
        told = commands(self.fps, values)
        return f"sendcmd=f={self.file(told, '.cmd')}" if told else ""

    def file(self, content: bytes, suffix: str) -> str:
        """Keep a small file for the graph to read; the same content once. Its name holds nothing to be escaped."""
        name = f"{hashlib.sha256(content).hexdigest()[:20]}{suffix}"
        self.files[name] = content
        return name

    def add(self, path: str, *options: str, digest: str = "") -> int:
        """One more input; its number."""
        self.inputs.append(Input(path, options, digest))
        return len(self.inputs) - 1

    def note(self, sentence: str) -> None:
        self.notes[sentence] = None
