"""Render a composition: one still, or a file made of pieces that are kept, so that only what changed is made again.

The picture is rendered in pieces of about ten seconds, cut where something is cut anyway. Each piece is named by a hash of
all that it depends on and kept in a folder of bounded size: after an edit, a crash or a cancelled run, what is still right
is found there. The sound is made in pieces as well, without loss, joined to the sample and encoded once.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Literal

from tools.composition import Composition

from . import ffmpeg
from .cache import Cache
from .compile import Graph, audible, compile, size_for
from .formats import FORMATS, PREVIEW, Format, encoded, joined, palette
from .pieces import of_picture, of_sound
from .sources import Source

Sources = Mapping[str, Source]
Tell = Callable[[int, int, Literal["frames", "seconds"]], None]
PREVIEW_HEIGHT = 360
# The height up to which a stand-in is as good as the file itself.
SMALL = 480


class CannotRender(Exception):
    """Why there is no file: a stable code, and a sentence that says what to do."""

    code = "RENDER_FAILED"


class MediaMissing(CannotRender):
    code = "RENDER_MEDIA_MISSING"

    def __init__(self, names: Sequence[str]) -> None:
        said = ", ".join(f"“{name}”" for name in names[:5]) + (" and more" if len(names) > 5 else "")
        super().__init__(f"The files of {said} are not there. Relink or remove them, and render again.")
        self.names = tuple(names)


class NothingToRender(CannotRender):
    code = "RENDER_EMPTY"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file, and what is in it. `made` of `pieces` were not found in the cache. `notes` say what is otherwise than asked."""

    path: Path
    frames: int
    samples: int
    pieces: int
    made: int
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Work:
    """One rendering under way."""

    state: Composition
    sources: Sources
    form: Format
    folder: Path
    cache: Cache
    height: int | None
    small: bool
    check: Callable[[], None]
    tell: Tell
    frames: int
    done: int = 0
    heard: float = 0
    made: int = 0
    notes: dict[str, None] = field(default_factory=dict)

    @property
    def alpha(self) -> bool:
        return self.form.alpha and see_through(self.state)

    def came(self, frames: int) -> None:
        """So many frames more of the picture are there."""
        self.tell(self.done + frames, self.frames, "frames")

    def sounded(self, seconds: float) -> None:
        """So much more of the sound, or of the file that is put together, is there."""
        whole = ceil(self.frames / self.state.fps)
        self.tell(min(round(self.heard + seconds), whole), whole, "seconds")


def render(
    state: Composition,
    sources: Sources,
    target: Path,
    form: str = "mp4",
    *,
    cache: Path,
    cache_bytes: int = 4 << 30,
    window: range | None = None,
    height: int | None = None,
    small: bool = False,
    tell: Tell | None = None,
    check: Callable[[], None] | None = None,
) -> Rendered:
    """Make a file of a composition, or of a window of it, in one of FORMATS.

    `tell(done, of, unit)` hears how far it has come: by the frames of the picture, then by the seconds of the sound.
    `check()` is called several times a second, and whatever it raises ends the work and its children at once, leaving no
    half file. Raises CannotRender.
    """
    window = window if window is not None else range(state.end)
    if not len(window):
        raise NothingToRender("There is nothing on the timeline. Add something, and render again.")
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".render-", dir=target.parent) as folder:
        work = _Work(
            state, sources, FORMATS[form], Path(folder), Cache(cache, cache_bytes), height, small,
            check or (lambda: None), tell or (lambda done, of, unit: None), len(window),
        )  # fmt: skip
        try:
            made, rendered = _made(work, window)
        except ffmpeg.EncoderFailed as failed:
            raise CannotRender(
                f"The encoder gave up: {failed.said.splitlines()[-1] if failed.said else 'no word'}"
            ) from failed
        os.replace(made, target)
    work.cache.tidy()
    return Rendered(target, *rendered, tuple(work.notes))


def preview(
    state: Composition, sources: Sources, target: Path, *, cache: Path, window: range | None = None,
    cache_bytes: int = 4 << 30, tell: Tell | None = None, check: Callable[[], None] | None = None,
) -> Rendered:  # fmt: skip
    """A small, quickly made MP4 of a composition, or of a window of it, from stand-ins where there are any."""
    options = {"cache": cache, "cache_bytes": cache_bytes, "window": window, "tell": tell, "check": check}
    height = min(PREVIEW_HEIGHT, state.height)
    return render(state, sources, target, PREVIEW, small=True, height=height, **options)  # type: ignore[arg-type]


def still(state: Composition, sources: Sources, frame: int, *, height: int | None = None, form: str = "jpeg") -> bytes:
    """One frame as a JPEG or a PNG; stand-ins are read for a small one. What has no file is a plain grey.

    Raises CannotRender.
    """
    return drawn(still_graph(state, sources, frame, height=height, form=form), form)


def still_graph(
    state: Composition, sources: Sources, frame: int, *, height: int | None = None, form: str = "jpeg"
) -> Graph:
    """What `still` would draw: its digest names the picture before it is there, and it says what is missing."""
    small = height is not None and height <= SMALL
    alpha = form == "png" and see_through(state)
    return compile(state, sources, frame, 1, height=height, small=small, sounds=False, alpha=alpha, rgb=form == "png")


def drawn(graph: Graph, form: str = "jpeg", check: Callable[[], None] | None = None) -> bytes:
    """The picture of a graph of one frame; whatever `check()` raises ends the work. Raises CannotRender."""
    with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
        return _still(graph, Path(folder), form, check)


def _still(graph: Graph, folder: Path, form: str, check: Callable[[], None] | None = None) -> bytes:
    lay(graph, folder)
    into = ["-c:v", "png", "-pix_fmt", "rgba" if graph.alpha else "rgb24"]
    if form == "jpeg":
        into = ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"]
    map_it = ("-map", f"[{graph.picture}]", "-frames:v", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact")
    try:
        content = ffmpeg.encode([*graph.arguments(), *map_it, *into, "-f", "image2pipe", "pipe:1"], folder, check=check)
    except ffmpeg.EncoderFailed as failed:
        raise CannotRender(f"The frame could not be drawn: {failed.said[-300:]}") from failed
    if not content:
        raise CannotRender("The frame could not be drawn: nothing came out.")
    return content


def lay(graph: Graph, folder: Path) -> None:
    """Write down what a graph reads besides its sources; a picture that is there under many names lies there once."""
    (folder / "graph.txt").write_text(graph.script)
    written: dict[int, Path] = {}
    for name, content in graph.files.items():
        path = folder / name
        if first := written.get(id(content)):
            os.link(first, path)
        else:
            path.write_bytes(content)
            written[id(content)] = path


def see_through(state: Composition) -> bool:
    """Whether the background is anything but opaque."""
    background = str(state.head["background"])
    return len(background) == 9 and not background.endswith("ff")


# --- pieces -----------------------------------------------------------------------------------------------------------


def _made(work: _Work, window: range) -> tuple[Path, tuple[int, int, int, int]]:
    if work.form.still:
        return _one_frame(work, window)
    parts = [_picture(work, part) for part in of_picture(work.state, window)] if work.form.picture else []
    wanted = work.form.sound and (not parts or audible(work.state, work.sources))
    heard = _sound(work, window) if wanted else None
    work.check()
    made = work.folder / f"made.{work.form.suffix}"
    if work.form.paletted:
        size = size_for(work.state, work.form.height(work.height or work.state.height))
        commands = list(palette(work.folder, [part for part, _ in parts], work.state.fps, size, made))
    else:
        rate = int(work.state.head["audioRate"])
        commands = [joined(work.form, work.folder, parts, work.state.fps, heard, rate, made, work.alpha)]
    work.heard = 0
    for command in commands:
        ffmpeg.encode(command, work.folder, check=work.check, progress=lambda _, seconds: work.sounded(seconds))
    samples = heard.stat().st_size // 8 if heard else 0
    return made, (work.frames if parts else 0, samples, len(parts), work.made)


def _one_frame(work: _Work, window: range) -> tuple[Path, tuple[int, int, int, int]]:
    alpha = see_through(work.state)
    graph = compile(work.state, work.sources, window.start, 1, height=work.height, sounds=False, alpha=alpha, rgb=True)
    _whole(work, graph)
    made = work.folder / "made.png"
    made.write_bytes(_still(graph, work.folder, "png"))
    return made, (1, 0, 1, 1)


def _whole(work: _Work, graph: Graph) -> None:
    if graph.missing:
        raise MediaMissing(graph.missing)
    work.notes |= dict.fromkeys(graph.notes)


def _picture(work: _Work, part: range) -> tuple[Path, int]:
    """A piece of the picture, found or made; linked into the folder, where nobody can take it away."""
    work.check()
    height = work.form.height(work.height or work.state.height)
    options = {"height": height, "small": work.small, "sounds": False, "alpha": work.alpha}
    graph = compile(work.state, work.sources, part.start, len(part), **options)  # type: ignore[arg-type]
    _whole(work, graph)
    into = encoded(work.form, graph)
    path = work.folder / f"{part.start:09d}.{work.form.piece}"
    name = f"{work.cache.key(graph.digest(), *into)}.{work.form.piece}"
    if not work.cache.take(name, path):
        _encode(work, graph, into, path)
        work.cache.keep(name, path)
        work.made += 1
    work.done += len(part)
    work.came(0)
    return path, len(part)


def _encode(work: _Work, graph: Graph, into: Sequence[str], path: Path) -> None:
    folder = Path(tempfile.mkdtemp(dir=work.folder))
    lay(graph, folder)
    came = 0

    def progress(frames: int, seconds: float) -> None:
        nonlocal came
        came = frames
        work.came(frames) if graph.frames else work.sounded(seconds)

    ffmpeg.encode([*graph.arguments(), *into, str(path)], folder, check=work.check, progress=progress)
    if came != graph.frames:
        raise CannotRender(
            f"A piece of {graph.frames} frames came out {came} frames long; one of its files is damaged."
        )
    shutil.rmtree(folder, ignore_errors=True)


def _sound(work: _Work, window: range) -> Path:
    """All of the sound as 32-bit floats in stereo, to be limited and encoded at once."""
    whole = work.folder / "sound.raw"
    with whole.open("wb") as heard:
        for part in of_sound(work.state, window):
            work.check()
            graph = compile(work.state, work.sources, part.start, len(part), picture=False)
            _whole(work, graph)
            into = ("-map", f"[{graph.sound}]", "-ac", "2", "-c:a", "pcm_f32le", "-f", "f32le")
            path = work.folder / f"{part.start:09d}.f32"
            name = f"{work.cache.key(graph.digest(), *into)}.f32"
            if not work.cache.take(name, path):
                _encode(work, graph, into, path)
                work.cache.keep(name, path)
            if path.stat().st_size != graph.samples * 8:
                raise CannotRender(
                    f"The sound from frame {part.start} on came out {path.stat().st_size // 8} samples long."
                )
            with path.open("rb") as piece:
                shutil.copyfileobj(piece, heard)
            path.unlink()
            work.heard += float(len(part) / work.state.fps)
            work.sounded(0)
    return whole
