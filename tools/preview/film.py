"""The small film of a composition, 360 lines high: rendered in a thread beside the server for those who look at it.

Who renders a film, and how far, is a note in Django's cache: one renderer a film, on however many servers share that cache.
A note that is not renewed runs out with its renderer, and a film for which no page asks any more is given up; the pieces
that were made stay, so the next one begins there.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from threading import BoundedSemaphore, Thread, main_thread
from time import monotonic
from uuid import UUID

import structlog
from django.core.cache import cache as notes

from tools.composition import Composition
from tools.media import render
from tools.media.cache import Cache
from tools.sources import pieces, sources_of

from . import turns

log = structlog.get_logger()

HELD = 30
"""Seconds for which a renderer that says nothing keeps its film."""
LOOKED_AT = 10
"""Seconds for which a film is rendered after a page has last asked how far it is."""
REMEMBERED = 300
"""Seconds for which it is known why a film failed."""
RENEWED = 0.5
"""Seconds between two notes of how far it is."""
ROOM = BoundedSemaphore(8)
"""Films of this process that are under way or wait for their turn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a film is: `none`, `under_way`, `ready`, or `failed` for a reason. `done` of `frames` are rendered."""

    state: str = "none"
    done: int = 0
    frames: int = 0
    reason: str = ""

    @property
    def percent(self) -> int:
        return 100 * self.done // self.frames if self.frames else 0


class Film:
    """The small film of one state of a composition of a workspace."""

    def __init__(self, workspace: UUID, state: Composition) -> None:
        self.state, self.sources, self.kept = state, sources_of(workspace, state), Cache(*pieces())

    @cached_property
    def key(self) -> str:
        """Names the film by all that is seen and heard in it."""
        return self.kept.key("film", json.dumps([self.state.dump(), self.sources.contents()], sort_keys=True))

    @property
    def path(self) -> Path | None:
        """Where it is, once it is there: to be opened at once."""
        return self.kept.find(f"{self.key}.mp4")

    def standing(self) -> Standing:
        """How far it is. To ask is to look: what is under way goes on for whoever asks."""
        if self.path:
            return Standing("ready")
        notes.set(self.looked, True, LOOKED_AT)
        return Standing(**notes.get(self.note, {}))

    def start(self) -> Thread | None:
        """Have it rendered, and return the thread that does; None where it is there or somebody is at it. Raises Busy."""
        state = self.standing().state
        if state == "failed":
            notes.delete(self.note)
        if state in ("ready", "under_way"):
            return None
        if not ROOM.acquire(blocking=False):
            raise turns.Busy
        if not notes.add(self.note, _told(0, self.state.end), HELD):
            ROOM.release()
            return None
        thread = Thread(target=self._made, name=f"film-{self.key[:8]}")
        thread.start()
        return thread

    @property
    def note(self) -> str:
        return f"film:{self.key}"

    @property
    def looked(self) -> str:
        return f"film-looked-at:{self.key}"

    def _made(self) -> None:
        try:
            watch = _Watch(self)
            with turns.turn(turns.FILMS, watch.check):
                self._render(watch)
            notes.delete(self.note)
        except _Unwanted:
            notes.delete(self.note)
        except render.CannotRender as refused:
            self._failed(str(refused))
        except Exception:
            log.exception("preview_failed", film=self.key)
            self._failed("The preview could not be made. Try again.")
        finally:
            ROOM.release()

    def _render(self, watch: _Watch) -> None:
        with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
            target = Path(folder) / f"{self.key}.mp4"
            render.preview(
                self.state, self.sources, target, cache=self.kept.folder, cache_bytes=self.kept.most,
                tell=watch.tell, check=watch.check,
            )  # fmt: skip
            self.kept.keep(target.name, target)

    def _failed(self, reason: str) -> None:
        notes.set(self.note, asdict(Standing("failed", reason=reason)), REMEMBERED)


class _Unwanted(Exception):
    """Nobody looks any more, or this process is to end."""


class _Watch:
    """One renderer's eye on whether it is still wanted, and its word on how far it is."""

    def __init__(self, film: Film) -> None:
        self.film, self.told, self.said = film, _told(0, film.state.end), monotonic()

    def check(self) -> None:
        """Called several times a second. A main thread that has ended waits for this one."""
        if not main_thread().is_alive():
            raise _Unwanted
        if monotonic() - self.said > RENEWED:
            self.said = monotonic()
            if not notes.get(self.film.looked):
                raise _Unwanted
            notes.set(self.film.note, self.told, HELD)

    def tell(self, done: int, of: int, unit: str) -> None:
        if unit == "frames":  # what follows takes a moment
            self.told = _told(done, of)


def _told(done: int, frames: int) -> dict[str, object]:
    return asdict(Standing("under_way", done, frames))
