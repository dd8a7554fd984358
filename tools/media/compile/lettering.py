"""Titles and captions as pictures: one that is held, or a numbered sequence where letters change over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from tools.composition.curves import value_at
from tools.composition.model import Record
from tools.composition.properties import at, is_animated
from tools.media import text

from .colour import from_rgb, png
from .graph import Builder
from .motion import sampled
from .reading import Pictures

WIDEST = 0.9
"""Lines are broken at this share of the canvas's width."""
ANIMATED = ("fontSize", "letterSpacing", "color")


def pictures(g: Builder, item: Record, frames: range) -> Pictures | None:
    """The words that an item shows over its own frames, at the largest scale that it has; None for no words at all."""
    zoom = g.scale * largest(item, frames)
    measured = _measured(item, frames)
    words = _words(g, item, measured)
    told = [(said, style_at(item["style"], frame)) for frame, said in zip(measured, words, strict=True)]
    looks: dict[str, int] = {}
    order = [looks.setdefault(repr(one), len(looks)) for one in told]
    images = [
        text.draw(words, style, zoom, WIDEST * g.width, g.note)
        for words, style in (told[order.index(index)] for index in range(len(looks)))
    ]
    order = order[frames.start - measured.start :][: len(frames)]
    boxes = [box for index in set(order) if (box := images[index].getbbox())]
    if not boxes:
        return None
    if max(bottom - top for _, top, _, bottom in boxes) > g.height and not is_animated(at(item, ("transform", "y"))):
        g.note(f"{item['name']!r} is higher than the picture: its first and last lines are not seen. Make it smaller.")
    return _shown(g, _same_size(images), order)


def largest(item: Record, frames: range) -> float:
    """The largest scale of all of an item, for lines to be broken alike in every window."""
    return max(sampled(item, ("transform", "scale"), 1, _whole(item, frames)))


def _whole(item: Record, frames: range) -> range:
    """All frames of an item, and those in its handles that are asked for."""
    return range(min(0, frames.start), max(frames.stop, item["durationInFrames"]))


def _measured(item: Record, frames: range) -> range:
    """The frames whose words say how large the sheet is: all of the item's, where its look depends on that."""
    crop = (item["transform"].get("crop") or {}).values()
    if any(crop) or item.get("mask") or item.get("effects"):
        return _whole(item, frames)
    return frames


def style_at(style: Record, frame: int) -> dict[str, Any]:
    """A style with the values that change as they are at one frame."""
    return {
        name: value_at(value["kf"], frame) if name in ANIMATED and is_animated(value) else value
        for name, value in style.items()
    }


def _words(g: Builder, item: Record, frames: range) -> list[str]:
    if item["type"] == "text":
        return [item["text"]] * len(frames)
    if any(cue.get("styleId") for cue in item["cues"]):
        g.note(f"The captions {item['name']!r} are drawn in one style: styles of single cues are not known.")
    return [_cue_at(item, float(frame / g.fps) * 1000) for frame in frames]


def _cue_at(item: Record, now: float) -> str:
    """What is said at a moment, in milliseconds of the item; of cues that overlap, one above the other."""
    return "\n".join(cue["text"] for cue in item["cues"] if cue["startMs"] <= now < cue["endMs"])


def _same_size(images: Sequence[Image.Image]) -> list[Image.Image]:
    """All on sheets as large as the largest, about the same middle."""
    width, height = max(image.width for image in images), max(image.height for image in images)
    sheets = []
    for image in images:
        sheet = Image.new("RGBA", (width, height))
        sheet.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
        sheets.append(sheet)
    return sheets


def _shown(g: Builder, images: list[Image.Image], order: list[int]) -> Pictures:
    """One picture, or a sequence of numbered files in which each frame names its own."""
    width, height = images[0].size
    names = {index: g.file(png(images[index]), ".png") for index in set(order)}
    if len(names) == 1:
        pad = g.then(f"{g.add(names[order[0]])}:v:0", f"fps={g.pace}", "trim=end_frame=1")
    else:
        stem = g.name("words")
        for frame, index in enumerate(order):
            g.files[f"{stem}-{frame:06d}.png"] = g.files[names[index]]
        pad = f"{g.add(f'{stem}-%06d.png', '-f', 'image2', '-framerate', g.pace, '-start_number', '0')}:v:0"
        pad = g.then(pad, f"fps={g.pace}:start_time=0", f"trim=end_frame={len(order)}")
    pad = g.then(pad, "format=rgba", from_rgb(True), "setsar=1")
    return Pictures(pad, width, height, alpha=True, held=len(names) == 1)
