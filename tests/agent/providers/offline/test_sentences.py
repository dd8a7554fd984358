"""Hundreds of sentences that people say to an editor, each with what must come of it, carried out on the engine itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agent.providers.base import Scene
from agent.providers.offline.account import Outcome
from agent.providers.offline.reply import SPOKEN
from agent.providers.offline.understand import understand
from tools.catalog import TOOLS
from tools.composition import Composition, evaluate

HERE = Path(__file__).parent
DOCUMENT = json.loads((HERE.parents[2] / "compositions" / "four-clips.json").read_text())
BEFORE = Composition.load(DOCUMENT)
CASES = [json.loads(line) for line in (HERE / "sentences.jsonl").read_text().splitlines() if line.strip()]
COLOURS = {"yellow": "#ffff00", "red": "#ff0000", "white": "#ffffff"}


def carried_out(outcome: Outcome, tag: str) -> Composition:
    state = BEFORE
    for number, step in enumerate(outcome.steps, 1):
        request = {"kind": "command", "op": step.tool, "params": step.arguments}
        if step.tool in SPOKEN and (expects := TOOLS.get(step.tool).expects):
            made = {**expects(step.arguments), "id": f"@asset:step-{number}"}
            request |= {"op": "addAsset", "params": {"asset": made}}
        elif step.tool in SPOKEN:
            continue
        state = evaluate(state, request, tag=f"{tag}-{number}").state
    return state


def number(value: Any) -> Any:
    if isinstance(value, dict):
        return value["kf"][0]["v"]
    return value[0] / value[1] if isinstance(value, list) and len(value) == 2 else value


def held(item: dict[str, Any], path: str) -> Any:
    audio, look = item.get("audio") or {}, item.get("transform") or {}
    if path == "sourceFrame":
        return item["sourceIn"]["frame"]
    if path == "effects_nonempty":
        return bool(item.get("effects"))
    if path == "opacity_starts_at":
        return number(look["opacity"]) if not (item.get("fades") or {}).get("inFrames") else 0
    for scope in (item, look, audio):
        value: Any = scope
        for part in path.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if value is not None:
            return value
    return None


def fits(found: Any, wanted: Any) -> bool:
    if wanted == "lowest":
        return number(found) == -1
    if isinstance(wanted, str) and (compared := re.fullmatch(r"([<>])(-?[\d.]+)", wanted)):
        value = number(found)
        return value is not None and (value < float(compared[2]) if compared[1] == "<" else value > float(compared[2]))
    if isinstance(wanted, bool):
        return bool(found) is wanted
    if isinstance(wanted, int | float):
        return found is not None and abs(number(found) - wanted) <= 0.03
    return found == COLOURS.get(wanted, wanted)


def agree(item: dict[str, Any], fields: dict[str, Any]) -> bool:
    return all(fits(held(item, path), wanted) for path, wanted in fields.items())


def silent(state: Composition, item_id: str) -> bool:
    item = state.items[item_id]
    track = next(track for track in state.tracks if track["id"] == item["trackId"])
    return bool(item["audio"].get("muted") or track.get("muted") or not item.get("enabled", True))


def line(state: Composition, track_id: str) -> list[dict[str, Any]]:
    items = [item for item in state.items.values() if item["trackId"] == track_id]
    return sorted(items, key=lambda item: item["from"])


def spans(state: Composition, like: dict[str, Any]) -> set[tuple[int, int]]:
    same = [item for item in state.items.values() if item.get("assetId") == like.get("assetId")]
    return {(item["from"], item["from"] + item["durationInFrames"]) for item in same}


def divided(state: Composition, item_id: str, cuts: list[int]) -> bool:
    whole = BEFORE.items[item_id]
    edges = [whole["from"], *cuts, whole["from"] + whole["durationInFrames"]]
    return set(zip(edges, edges[1:], strict=False)) <= spans(state, whole)


def ordered(state: Composition, track_id: str, ids: list[str]) -> bool:
    """In this order, and touching as they did before."""
    items = line(state, track_id)
    touching = all(a["from"] + a["durationInFrames"] == b["from"] for a, b in zip(items, items[1:], strict=False))
    return [item["id"] for item in items] == ids and touching and items[0]["from"] == 0


def wrong(case: dict[str, Any]) -> list[str]:
    """The expectations of a case that are not met."""
    outcome = understand(Scene(BEFORE, tuple(case.get("selected", ())), None, "t"), case["say"])
    after = carried_out(outcome, "t")
    dump, old, new = after.dump(), BEFORE.items, after.items
    added = [item for key, item in new.items() if key not in old]
    moved = {key for key in old if key in new and old[key] != new[key]}
    links = {(one["leftId"], one["rightId"]) for track in after.tracks for one in track["transitions"]}
    tracks = {track["id"]: track for track in after.tracks}
    tools = iter(step.tool for step in outcome.steps)
    tests: dict[str, Any] = {
        "no_change": lambda _: not outcome.steps and outcome.kind != "question" and bool(outcome.text) and dump == BEFORE.dump(),
        "question": lambda _: outcome.kind == "question" and not outcome.steps and 2 <= len(outcome.choices) <= 6,
        "answer_has": lambda words: all(word in outcome.text.lower() for word in words),
        "deleted": lambda ids: {key for key in old if key not in new} == set(ids),
        "kept": lambda ids: all(key in new for key in ids),
        "no_item_change": lambda ids: not moved & set(ids),
        "item": lambda items: all(key in new and agree(new[key], fields) for key, fields in items.items()),
        "each": lambda fields: all(agree(new[key], {k: v for k, v in fields.items() if k != "ids"}) for key in fields["ids"]),
        "ungraded": lambda ids: all(not new[key].get("grade") for key in ids),
        "added": lambda wanted: all(any(agree(item, fields) for item in added) for fields in wanted),
        "added_count": lambda count: len(added) == count,
        "size": lambda size: [after.width, after.height] == size,
        "size_ratio": lambda ratio: abs(after.width * ratio[1] - after.height * ratio[0]) <= 2 * max(ratio),
        "fps": lambda fps: list(dump["fps"]) == fps,
        "background": lambda colour: fits(dump["background"], colour),
        "name": lambda name: after.name == name,
        "timecode": lambda _: dump["startFrame"] == 108_000,
        "grade": lambda fields: agree(dump.get("grade") or {}, fields),
        "order": lambda orders: all(ordered(after, track, ids) for track, ids in orders.items()),
        "splits": lambda cuts: all(divided(after, key, frames) for key, frames in cuts.items()),
        "transition": lambda pairs: {tuple(pair) for pair in pairs} == links,
        "animated": lambda ids: all('"kf"' in json.dumps(new[key]) for key in ids),
        "silent": lambda ids: all(silent(after, key) for key in ids),
        "not_silent": lambda ids: not any(silent(after, key) for key in ids),
        "track": lambda wanted: all(agree(tracks[key], fields) for key, fields in wanted.items()),
        "track_gone": lambda ids: not set(ids) & set(tracks),
        "track_below": lambda pair: list(tracks).index(pair[0]) < list(tracks).index(pair[1]),
        "track_count": lambda count: len(tracks) == count,
        "marker": lambda wanted: all(any(agree(mark, fields) for mark in after.markers) for fields in wanted),
        "marker_count": lambda count: len(after.markers) == count,
        "total_shorter_by": lambda frames: BEFORE.end - after.end == frames,
        "longer_by_at_least": lambda frames: after.end - BEFORE.end >= frames,
        "called": lambda calls: calls == {step.tool: step.arguments for step in outcome.steps},
        "tools_in_order": lambda names: all(name in tools for name in names),
    }  # fmt: skip
    return [key for key, wanted in case["expect"].items() if not tests[key](wanted)]


@pytest.mark.spec("D-2", "K-01")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["say"])
def test_a_sentence_comes_to_what_it_says(case: dict[str, Any]) -> None:
    assert wrong(case) == []
