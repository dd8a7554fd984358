"""A document from elsewhere, its assets made the workspace's own where they are the same, and offline where they are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools.composition import Composition, InvalidComposition
from tools.composition.shelves import copied

from .media import tell_missing
from .reports import Report, shortened
from .shelf import Shelf, Shelved

Record = dict[str, Any]


def link(document: Record, hashes: Any, shelf: Shelf, report: Report) -> Record:
    """The document with every asset that the shelf has by id, content or name; the others are marked as offline.

    A file that only has the right name may be another, and too short: then names count for nothing.
    """
    known = hashes if isinstance(hashes, dict) else {}
    same = {id: one for id in document["assets"] if (one := shelf.same(id, known.get(id)))}
    named = {id: one for id, asset in document["assets"].items() if (one := shelf.called(asset["name"]))}
    for found in (named | same, same, {}):
        if (linked := _with(document, found)) is not None:
            _tell(document, found, same, report)
            return linked
    return document


def _with(document: Record, found: Mapping[str, Shelved]) -> Record | None:
    """The document with these assets in the places of its own, or None where that would break a rule."""
    tried: Record = copied(document)
    tried["assets"] = {}
    for id, asset in document["assets"].items():
        there = found.get(id)
        fits = there is not None and there.document["kind"] == asset["kind"]
        new = there.document if there and fits else asset | {"offline": True}
        tried["assets"][new["id"]] = new
    ids = {id: one.document["id"] for id, one in found.items()}
    for item in tried["items"].values():
        if item.get("assetId") in ids:
            item["assetId"] = ids[item["assetId"]]
    for graded in (tried, *tried["items"].values()):
        grade = graded.get("grade")
        if isinstance(grade, dict) and grade.get("lutAssetId") in ids:
            grade["lutAssetId"] = ids[grade["lutAssetId"]]
    try:
        return Composition.load(tried).dump()
    except InvalidComposition:
        return None


def _tell(document: Record, found: Mapping[str, Shelved], same: Mapping[str, Shelved], report: Report) -> None:
    tell_missing([asset["name"] for id, asset in document["assets"].items() if id not in found], report)
    for id, asset in document["assets"].items():
        if id in found and id not in same:
            report.assume(f"“{shortened(asset['name'])}” is taken to be the workspace's file of that name.")
