"""A state of a composition drawn as its tracks in time, to scale, large for the page and small for a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tools.composition import Composition
from tools.composition.model import Record, end
from tools.composition.timecode import timecode
from tools.models import spoken_origin
from tools.web.drawing import RULER, Clip, Drawing, Lane, Pin, Seam, Tick
from tools.web.footage import Files, film, stored, wave

Marks = Mapping[str, str]
Media = Mapping[str, Files]
HEIGHTS = {"video": 44, "audio": 36}
MINI_HEIGHT, MINI_GAP = 12, 2
STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200]
MOST_TICKS = 12


def span_of(*states: Composition) -> int:
    """The frames that a drawing of these states needs: the longest of them and a little air."""
    longest = max(state.end for state in states)
    least = round(states[0].fps * 10)
    return max(least, longest + max(1, longest // 40))


def draw(
    state: Composition, *, span: int = 0, marks: Marks | None = None, mini: bool = False, media: Media | None = None
) -> Drawing:
    """The timeline of a state; `marks` names what a plan does to an item, a track or a transition by its id, `media` what
    stands in for an asset by its."""
    scale = _Scale(span or span_of(state), state, marks or {}, media or {})
    lanes, y = [], 0 if mini else RULER
    for track in _shown(state):
        height = MINI_HEIGHT if mini else HEIGHTS[track["kind"]]
        lanes.append(_lane(track, y, height, scale))
        y += height + (MINI_GAP if mini else 0)
    pins = [_pin(marker, scale) for marker in state.markers]
    return Drawing(lanes, [] if mini else _ticks(scale), pins, scale.span, state.end, state.fps, y)


def _shown(state: Composition) -> list[Record]:
    """Pictures from the top layer down, then the sound: the order that editors know."""
    pictures = [track for track in reversed(state.tracks) if track["kind"] == "video"]
    return pictures + [track for track in state.tracks if track["kind"] == "audio"]


@dataclass(frozen=True, slots=True)
class _Scale:
    span: int
    state: Composition
    marks: Marks
    media: Media

    def at(self, frames: float) -> str:
        return f"{100 * frames / self.span:.4f}%"


def _lane(track: Record, y: int, height: int, scale: _Scale) -> Lane:
    items = [scale.state.items[id] for id in track["items"]]
    seams = [_seam(transition, scale) for transition in track["transitions"]]
    states = {name: bool(track.get(name)) for name in ("muted", "hidden", "locked")}
    return Lane(
        track["id"], track["name"], track["kind"], y, height, **states, mark=scale.marks.get(track["id"], ""),
        clips=[_clip(item, scale) for item in items], seams=seams,
    )  # fmt: skip


def _clip(item: Record, scale: _Scale) -> Clip:
    name = str((item.get("text") if item["type"] == "text" else item.get("name")) or item["id"])
    start, last = timecode(item["from"], scale.state.fps), timecode(end(item), scale.state.fps)
    fades, origin = _fades(item), origin_of(item, scale.state)
    files = scale.media.get(item.get("assetId", ""), {})
    return Clip(
        id=item["id"],
        name=name,
        kind=item["type"],
        x=scale.at(item["from"]),
        width=scale.at(item["durationInFrames"]),
        mark=scale.marks.get(item["id"], ""),
        label=f"{name}, {item['type']}, {start} to {last}{f', {origin}' if origin else ''}",
        enabled=bool(item.get("enabled", True)),
        poster=poster_of(item, scale.state),
        fade_in=_share(fades[0], item),
        fade_out=_share(fades[1], item),
        fade_from=_share(item["durationInFrames"] - fades[1], item),
        animated=_animated(item),
        film=film(item, scale.state, files, scale.span),
        wave=wave(item, scale.state, files),
    )


def poster_of(item: Record, state: Composition) -> UUID | None:
    """The stored asset whose poster stands for an item; None for an item or an asset that has none."""
    asset = state.asset_of(item)
    if asset is None or not asset.get("hasVideo", asset.get("kind") in ("video", "image", "gif")):
        return None
    return stored(asset)


def origin_of(item: Record, state: Composition) -> str:
    """Where what an item shows or plays comes from, in a line; "" for what people took in."""
    return spoken_origin((state.asset_of(item) or {}).get("origin"))


def _fades(item: Record) -> tuple[int, int]:
    """The longer of picture and sound fade at either end, in frames."""
    seen, heard = item.get("fades") or {}, item.get("audio") or {}
    into = max(seen.get("inFrames", 0), heard.get("fadeInFrames", 0))
    return into, max(seen.get("outFrames", 0), heard.get("fadeOutFrames", 0))


def _share(frames: int, item: Record) -> str:
    return f"{100 * frames / item['durationInFrames']:.3f}%" if frames else ""


def _animated(value: Any) -> bool:
    return isinstance(value, dict) and ("kf" in value or any(_animated(part) for part in value.values()))


def _seam(transition: Record, scale: _Scale) -> Seam:
    length, cut = transition["durationInFrames"], end(scale.state.items[transition["leftId"]])
    before = {"center": length / 2, "start": 0, "end": length}[transition.get("alignment", "center")]
    mark = scale.marks.get(transition["id"], "")
    return Seam(scale.at(cut - before), scale.at(length), f"{transition['kind']}, {length} frames", mark)


def _ticks(scale: _Scale) -> list[Tick]:
    seconds = float(scale.span / scale.state.fps)
    step = next((step for step in STEPS if seconds / step <= MOST_TICKS), STEPS[-1])
    rate = float(scale.state.fps)
    last = int(seconds * 0.95)  # what a tick says is to its right, and has to fit
    return [Tick(scale.at(second * rate), _clock(second)) for second in range(0, last + 1, step)]


def _clock(second: int) -> str:
    minutes, rest = divmod(second, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


HUES = {"red", "orange", "yellow", "green", "blue", "purple", "pink"}


def _pin(marker: Record, scale: _Scale) -> Pin:
    mark = scale.marks.get(marker["id"], "")
    return Pin(scale.at(marker["atFrame"]), marker.get("name") or "Marker", _hue(marker), mark)


def _hue(pin: Record) -> str:
    colour = str(pin.get("color", "")).lower()
    return colour if colour in HUES else "green"
