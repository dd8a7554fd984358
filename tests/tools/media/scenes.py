"""Small compositions and sources whose frames tell their own number by how bright they are, and how to look at results."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from PIL import Image

from tests import clips
from tools.composition import Composition
from tools.media import render
from tools.media.sources import Source, source

Doc = dict[str, Any]
NO_CROP = {"left": 0, "right": 0, "top": 0, "bottom": 0}
STYLE = {"fontFamily": "Inter", "fontSize": 20, "fontWeight": 700, "color": "#ffffff", "alignment": "center"}
STEP = 4
"""How much brighter each frame of a counting film is than the one before; the first is 16."""


# --- compositions -----------------------------------------------------------------------------------------------------


def item(
    type: str, start: int, length: int, asset: str = "", at: int = 0, fps: list[int] | None = None, **more: Any
) -> Doc:
    """An item of a type. `at` is the frame of the source, at `fps`, that it begins with; `transform` adds to the usual."""
    made: Doc = {"type": type, "name": type, "enabled": True, "from": start, "durationInFrames": length}
    if asset:
        made |= {"assetId": asset, "sourceIn": {"frame": at, "fps": fps or [25, 1]}, "rate": [1, 1]}
    if type != "audio":
        usual = {
            "x": 0,
            "y": 0,
            "scale": 1,
            "rotation": 0,
            "opacity": 1,
            "fit": "contain",
            "flipH": False,
            "flipV": False,
        }
        made["transform"] = {**usual, "crop": dict(NO_CROP), **more.pop("transform", {})}
    if type in ("video", "audio"):
        usual = {"volumeDb": 0, "muted": False, "pan": 0, "fadeInFrames": 0, "fadeOutFrames": 0}
        made["audio"] = {**usual, **more.pop("audio", {})}
    if type in ("text", "captions"):
        made["style"] = {**STYLE, **more.pop("style", {})}
    return {**made, **more}


def scene(
    *tracks: list[Doc], assets: dict[str, Doc] | None = None, fps: Any = 25, size: Any = (64, 48), **head: Any
) -> Composition:
    """A composition of tracks from the bottom up; a track of audio items is one of sound. A transition is the item
    {"transition": kind, "length": frames} between its neighbours."""
    rate = Fraction(fps)
    items: dict[str, Doc] = {}
    rows = []
    for number, row in enumerate(tracks):
        track: Doc = {
            "id": f"t{number}", "kind": "audio" if row and row[0].get("type") == "audio" else "video", "name": f"t{number}",
            "muted": False, "hidden": False, "locked": False, "volumeDb": 0, "items": [], "transitions": [],
        }  # fmt: skip
        for place, one in enumerate(row):
            if "track" in one:
                track |= one["track"]
            elif "transition" in one:
                track["transitions"].append({
                    "id": f"x{place}", "leftId": f"t{number}-{place - 1}", "rightId": f"t{number}-{place + 1}",
                    "kind": one["transition"], "durationInFrames": one["length"], "alignment": one.get("alignment", "center"),
                })  # fmt: skip
            else:
                made = {"id": f"t{number}-{place}", "trackId": f"t{number}", **one}
                items[made["id"]] = made
                track["items"].append(made["id"])
        rows.append(track)
    document = {
        "schema": 1, "id": "scene", "name": "Scene", "fps": [rate.numerator, rate.denominator], "width": size[0],
        "height": size[1], "background": "#000000", "audioRate": 48000, "startFrame": 0, "dropFrame": False,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0}, "grade": None, "tracks": rows,
        "items": items, "assets": {id: {"id": id, "name": id, **asset} for id, asset in (assets or {}).items()},
        "markers": [], "metadata": {},
    }  # fmt: skip
    return Composition.load({**document, **head})


def solid(start: int, length: int, color: Any, **more: Any) -> Doc:
    return item("solid", start, length, color=color, **more)


FILM: Doc = {"kind": "video", "hasVideo": True, "hasAudio": False, "durationSeconds": 2, "width": 64, "height": 48}
TONE: Doc = {"kind": "audio", "hasVideo": False, "hasAudio": True, "durationSeconds": 2}


# --- sources ----------------------------------------------------------------------------------------------------------


def counting(target: Path, fps: str = "25", frames: int = 50, size: str = "64x48", *options: str) -> Source:
    """A film whose frame n is plain grey, 16 + 4n bright."""
    painted = f"color=black:s={size}:r={fps},trim=end_frame={frames},geq=lum='16+{STEP}*N':cb=128:cr=128,format=yuv420p"
    options = options or ("-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-g", "12", "-pix_fmt", "yuv420p")
    return source(clips.encode(target, "-f", "lavfi", "-i", painted, *options))


def sounding(target: Path, expression: str = "0.5", seconds: float = 2, *options: str) -> Source:
    """A sound whose level is an expression of t; steady ones are easy to measure."""
    return source(clips.encode(target, "-f", "lavfi", "-i", f"aevalsrc='{expression}':s=48000:d={seconds}", *options))


# --- results ----------------------------------------------------------------------------------------------------------


def picture(state: Composition, sources: dict[str, Source], frame: int) -> Image.Image:
    """A frame as it is drawn, without loss, see-through where nothing is if the background is."""
    return Image.open(io.BytesIO(render.still(state, sources, frame, form="png"))).convert("RGBA")


def colour(state: Composition, sources: dict[str, Source], frame: int, x: int = 32, y: int = 24) -> tuple[int, ...]:
    return picture(state, sources, frame).getpixel((x, y))[:3]  # type: ignore[index]


def near(found: tuple[int, ...], wanted: str | tuple[int, ...], by: int = 6) -> bool:
    """Whether a colour is what it should be, but for what an encoder rounds."""
    if isinstance(wanted, str):
        wanted = tuple(bytes.fromhex(wanted.removeprefix("#")))
    return all(abs(one - other) <= by for one, other in zip(found, wanted, strict=True))


def lumas(path: Path) -> list[float]:
    """How bright each frame of a file is, as its luma from 16 on."""
    with av.open(str(path)) as container:
        return [float(np.asarray(frame.to_ndarray(format="gray8")).mean()) for frame in container.decode(video=0)]


def numbers(path: Path) -> list[int]:
    """The numbers that the frames of a counting film tell."""
    with av.open(str(path)) as container:
        planes = [frame.to_ndarray()[: frame.height].mean() for frame in container.decode(video=0)]
    return [round((luma - 16) / STEP) for luma in planes]


def times(path: Path) -> list[Fraction]:
    """When each frame is shown, in seconds."""
    with av.open(str(path)) as container:
        return [frame.pts * Fraction(frame.time_base) for frame in container.decode(video=0)]


def samples(path: Path) -> np.ndarray:
    """The sound as floats, (channels, samples)."""
    with av.open(str(path)) as container:
        resampler = av.AudioResampler(format="fltp", layout="stereo", rate=48000)
        parts = [part.to_ndarray() for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    return np.concatenate(parts, axis=1)
