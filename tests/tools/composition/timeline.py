"""A timeline written in one line, so that a test can say what an edit should leave."""

from __future__ import annotations

from typing import Any

from tools.composition import Composition, EngineError, Result, evaluate
from tools.composition.model import end


def line(state: Composition, track_id: str) -> str:
    """ "clip-a 0-300, clip-b 300-450": each item of a track with its first frame and the one after its last."""
    items = [state.items[id] for id in state.track(track_id)["items"]]
    return ", ".join(f"{item['id']} {item['from']}-{end(item)}" for item in items)


def lines(state: Composition) -> dict[str, str]:
    return {track["id"]: line(state, track["id"]) for track in state.tracks}


def sources(state: Composition, track_id: str) -> str:
    """ "clip-a 60, clip-b 0": each item of a track with the source frame it begins at."""
    items = [state.items[id] for id in state.track(track_id)["items"]]
    return ", ".join(f"{item['id']} {item['sourceIn']['frame']}" for item in items)


def run(state: Composition, op: str, **params: Any) -> Result:
    """The command carried out with the tag "t"; `from_` stands for from."""
    named = {name.rstrip("_"): value for name, value in params.items()}
    return evaluate(state, {"kind": "command", "op": op, "params": named}, tag="t")


def after(state: Composition, op: str, **params: Any) -> Composition:
    return run(state, op, **params).state


def refusal(state: Composition, op: str, **params: Any) -> EngineError:
    """The error that a command is refused with; the state must be as it was."""
    before = state.dump()
    try:
        run(state, op, **params)
    except EngineError as error:
        assert state.dump() == before
        return error
    raise AssertionError(f"{op} was not refused")
