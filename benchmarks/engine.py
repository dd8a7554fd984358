"""The engine at 100, 1,000 and 10,000 items, beside `copy.deepcopy` and `jsonpatch` on the same document."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import jsonpatch

from benchmarks.timing import milliseconds, table
from tools.composition import Composition, EngineError, Limits, diff, evaluate

SIZES = (100, 1_000, 10_000)
ROOMY = Limits(items=20_000)
TRACKS = 10


def document(items: int) -> dict[str, Any]:
    """A composition of that many still pictures of 30 frames, on ten tracks."""
    tracks = [
        {"id": f"v{n}", "kind": "video", "name": f"V{n}", "muted": False, "hidden": False, "locked": False, "volumeDb": 0,
         "items": [], "transitions": []}
        for n in range(TRACKS)
    ]  # fmt: skip
    placed = {}
    for n in range(items):
        track = tracks[n % TRACKS]
        start = (n // TRACKS) * 30
        placed[f"i{n}"] = {
            "id": f"i{n}", "trackId": track["id"], "type": "image", "name": f"still {n}.png", "enabled": True, "from": start,
            "durationInFrames": 30, "assetId": "a0", "sourceIn": {"frame": 0, "fps": [30, 1]}, "rate": [1, 1],
            "transform": {"x": 0, "y": 0, "scale": 1, "rotation": 0, "opacity": 1, "fit": "contain", "flipH": False,
                          "flipV": False, "crop": {"left": 0, "right": 0, "top": 0, "bottom": 0}},
        }  # fmt: skip
        track["items"].append(f"i{n}")
    return {
        "schema": 1, "id": "bench", "name": "Bench", "fps": [30, 1], "width": 1920, "height": 1080, "background": "#000000",
        "audioRate": 48000, "startFrame": 0, "dropFrame": False, "grade": None, "tracks": tracks, "items": placed,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0},
        "assets": {"a0": {"id": "a0", "kind": "image", "name": "a.png", "hasVideo": True, "hasAudio": False}},
        "markers": [], "metadata": {},
    }  # fmt: skip


def opacity(n: int, value: float) -> dict[str, Any]:
    return {"kind": "command", "op": "setTransform", "params": {"ids": [f"i{n}"], "opacity": value}}


def edits(items: int, count: int) -> list[dict[str, Any]]:
    """Small edits spread over the document, no two equal."""
    return [opacity((n * 37) % items, (n % 97 + 1) / 100) for n in range(count)]


def as_patch(requests: list[dict[str, Any]]) -> jsonpatch.JsonPatch:
    """The same edits as RFC 6902."""
    return jsonpatch.JsonPatch(
        [
            {
                "op": "replace",
                "path": f"/items/{r['params']['ids'][0]}/transform/opacity",
                "value": r["params"]["opacity"],
            }
            for r in requests
        ]
    )


def one_by_one(state: Composition, requests: list[dict[str, Any]]) -> Composition:
    for request in requests:
        state = evaluate(state, request, tag="t", limits=ROOMY).state
    return state


def batch(state: Composition, requests: list[dict[str, Any]]) -> Composition:
    return evaluate(state, {"kind": "batch", "requests": requests}, tag="t", limits=ROOMY).state


def rolled_back(state: Composition, requests: list[dict[str, Any]]) -> None:
    try:
        batch(state, [*requests, opacity(-1, 0.5)])
    except EngineError:
        return
    raise AssertionError("the batch should have failed")


def dry_run(state: Composition, requests: list[dict[str, Any]]) -> dict[str, Any]:
    result = evaluate(state, {"kind": "batch", "requests": requests}, tag="t", limits=ROOMY)
    return diff(state, result.state, result.patch)


def dry_run_of_copies(plain: dict[str, Any], patch: jsonpatch.JsonPatch) -> Any:
    copy = deepcopy(plain)
    patch.apply(copy, in_place=True)
    return jsonpatch.make_patch(plain, copy)


Measured = tuple[str, float, float]
"""What was measured, what ours took and what the other took, in milliseconds."""


def measured(size: int) -> list[Measured]:
    """Every comparison at one size of document; the first is one edit."""
    plain = document(size)
    state = Composition.load(plain, limits=ROOMY)
    few, fifty, many = edits(size, 5), edits(size, 50), edits(size, 1000)
    few_ops, fifty_ops, many_ops = as_patch(few), as_patch(fifty), as_patch(many)
    done = evaluate(state, {"kind": "batch", "requests": fifty}, tag="t", limits=ROOMY)
    plain_after = fifty_ops.apply(plain)
    repeats = 3 if size == SIZES[-1] else 7
    return [
        (
            "1 edit (deepcopy + edit)",
            milliseconds(lambda: evaluate(state, opacity(5, 0.42), tag="t", limits=ROOMY), 50),
            milliseconds(lambda: deepcopy(plain), repeats),
        ),
        (
            "1,000 edits (jsonpatch on a deep copy)",
            milliseconds(lambda: one_by_one(state, many), repeats),
            milliseconds(lambda: many_ops.apply(deepcopy(plain), in_place=True), repeats),
        ),
        (
            "batch of 50, rolled back (deepcopy + jsonpatch)",
            milliseconds(lambda: rolled_back(state, fifty), repeats),
            milliseconds(lambda: fifty_ops.apply(deepcopy(plain), in_place=True), repeats),
        ),
        (
            "diff of 50 edits (jsonpatch.make_patch)",
            milliseconds(lambda: diff(state, done.state, done.patch), repeats),
            milliseconds(lambda: jsonpatch.make_patch(plain, plain_after), repeats),
        ),
        (
            "dry run of 5 steps (deepcopy + jsonpatch both ways)",
            milliseconds(lambda: dry_run(state, few), repeats),
            milliseconds(lambda: dry_run_of_copies(plain, few_ops), repeats),
        ),
    ]


def run() -> None:
    found = {size: measured(size) for size in SIZES}
    rows = [
        [found[size][place][0], f"{size:,}", *found[size][place][1:], found[size][place][2] / found[size][place][1]]
        for place in range(len(found[SIZES[0]]))
        for size in SIZES
    ]
    table("Engine (ms, median)", ["what (beside)", "items", "ours", "beside", "times faster"], rows)
    one_edit = {size: found[size][0][1] for size in SIZES}
    table(
        "How one edit grows with the document",
        ["items", "ms", f"times the {SIZES[0]}-item cost"],
        [[f"{size:,}", cost, cost / one_edit[SIZES[0]]] for size, cost in one_edit.items()],
    )


if __name__ == "__main__":
    run()
