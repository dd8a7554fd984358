"""upscale: pictures with more pixels, put in the place of those that they are made from.

On this machine that is Lanczos: larger, but no sharper than a player makes it, so it counts as a placeholder.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tools import analysis
from tools.analysis import CannotAnalyse
from tools.capabilities.footage import Shot, expanding, seen
from tools.capabilities.order import HandFailed, Made, Maker, Order
from tools.media import ffmpeg
from tools.models import Asset
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

MOST_SIDE = 8192
KEPT = ("kind", "hasVideo", "hasAudio", "durationSeconds", "fps")
VIDEO = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "16", "-pix_fmt", "yuv420p", "-movflags", "+faststart")


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
    """A larger file for each that is shown, and each item with it; None for the call that makes one file."""
    if "assetId" in params:
        return None
    factor, number = params.get("factor", 2), occasion.number
    files: dict[str, list[Shot]] = {}
    for shot in seen(occasion, params.get("ids"), ("video", "image")):
        files.setdefault(str(shot.asset.pk), []).append(shot)
    parts: list[Part] = []
    for id, shots in files.items():
        made = f"@asset:step-{number + len(parts)}"
        parts.append(_making(shots[0].asset, id, factor))
        parts += [Part("replaceItemAsset", {"id": shot.item["id"], "assetId": made}) for shot in shots]
    return Expansion(tuple(parts))


def _making(asset: Asset, id: str, factor: int) -> Part:
    width, height = (int(asset.facts[side]) * factor for side in ("width", "height"))
    if max(width, height) > MOST_SIDE:
        raise CannotExpand(
            f"“{asset.name}” would measure {width}×{height} pixels; at most {MOST_SIDE} a side can be made."
        )
    facts = {name: asset.facts[name] for name in KEPT if name in asset.facts}
    of = {**facts, "name": asset.name, "width": width, "height": height}
    return Part(
        "upscale", {"assetId": id, "factor": factor, "of": of}, f"Makes “{asset.name}” {width}×{height} pixels large."
    )


def expects(params: dict[str, Any]) -> dict[str, Any]:
    said = params.get("of")
    of: dict[str, Any] = said if isinstance(said, dict) else {}
    facts = {"kind": "video", "hasVideo": True, "hasAudio": False, **of}
    return {
        **facts,
        "name": _name(str(of.get("name", "Picture")), params),
        "origin": {"tool": "upscale", "placeholder": True},
    }


def _name(name: str, params: dict[str, Any]) -> str:
    return f"{name} ({params.get('factor', 2)}×)"


def make(order: Order) -> Made:
    try:
        asset = analysis.asset_named(order.workspace, order.params.get("assetId"))
        source = analysis.path_of(asset)
    except CannotAnalyse as refusal:
        raise HandFailed(str(refusal), "bad_param") from None
    factor = order.params.get("factor", 2)
    larger = f"scale=iw*{factor}:ih*{factor}:flags=lanczos,setsar=1"
    target = order.folder / ("larger.png" if asset.kind == "image" else "larger.mp4")
    into = ("-frames:v", "1") if asset.kind == "image" else ("-map", "0:a?", *VIDEO, "-c:a", "aac", "-b:a", "192k")
    command = [*ffmpeg.SAFE, "-i", f"file:{source}", "-map", "0:v:0", "-vf", larger, *into, str(target)]
    frames = round(analysis.length_of(asset) * Fraction(*asset.facts.get("fps", (30, 1))))
    try:
        ffmpeg.encode(
            command, order.folder, check=order.check, progress=lambda done, _: order.tell(done, frames, "frames")
        )
    except ffmpeg.EncoderFailed as failed:
        raise HandFailed(f"“{asset.name}” could not be made larger: {failed.said[-200:]}") from None
    return Made(target, _name(asset.name, order.params), provider="local", placeholder=True)


HAND = Maker(make, expects)
