"""analyse.media: levels, scenes or faces of a long file found out in a run of its own, for verbs that are planned after."""

from __future__ import annotations

from typing import Any

from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.capabilities.footage import counted, expanding
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Order
from tools.registry.expansion import Expansion, Occasion

WHAT = ("levels", "scenes", "faces")


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
    asset, kind = analysis.asset_named(occasion.workspace, params["assetId"]), params["what"]
    try:
        result = analysis.read([asset], kind)[asset.pk]
    except NotYet:
        return None
    return Expansion(said=f"“{asset.name}”: {told(kind, result)}.")


def told(kind: str, result: dict[str, Any]) -> str:
    if kind == "scenes":
        return counted(len(result["cuts"]) + 1, "scene")
    if kind == "faces":
        return f"faces in {sum(bool(faces) for _, faces in result['looks'])} of {counted(len(result['looks']), 'look')}"
    return "its levels are known"


def deliver(order: Order) -> Delivered:
    try:
        asset = analysis.asset_named(order.workspace, order.params["assetId"])
        result = analysis.find_out(asset, order.params["what"], check=order.check, tell=order.tell)
    except CannotAnalyse as refusal:
        raise HandFailed(str(refusal), "bad_param") from None
    about = told(order.params["what"], result)
    return Delivered(f"“{asset.name}” is looked through ({about})", {"assetId": str(asset.pk)})


def find(order: Order) -> Delivered | None:
    """Finding it out again gives the same and costs nothing."""
    return None


HAND = Deliverer(deliver, find)
