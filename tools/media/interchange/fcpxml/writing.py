"""A composition as FCPXML 1.10: every track a storyline of its own beside one gap, times as exact fractions of a second."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any
from xml.etree.ElementTree import Element

from tools.composition import Composition
from tools.composition.model import end
from tools.composition.seams import reach
from tools.composition.timing import rate, source_in

from ..losses import SWITCHED, Held, joins, tell_losses
from ..places import Places
from ..plates import colour_of, opacity_of
from ..rates import decimal, spoken_rate
from ..reports import Report, named, number_of, shortened
from ..strict_xml import add, written
from .captions import ROLE, cues, uneven

Record = dict[str, Any]
HELD = Held(
    "FCPXML",
    types=("video", "audio", "image", "gif", "text", "solid", "captions"),
    properties=(
        "being switched off", "speed", "playing backwards", "held frame", "place and size", "fit", "crop", "opacity",
        "lettering style", "volume", "muting",
    ),
    track=("being hidden", "being muted"),
    transitions=("fade",),
)  # fmt: skip
TITLE = ".../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti"
SOLID = ".../Generators.localized/Solids.localized/Custom.localized/Custom.motn"
DISSOLVE = "FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265"
ALIGNMENTS = {"left": "left", "right": "right", "justify": "justified"}
CONFORMS = {"cover": "fill", "none": "none"}
# The rates that a conform-rate may name: Final Cut refuses a file with any other.
CONFORM = ("23.98", "24", "25", "29.97", "30", "47.95", "48", "50", "59.94", "60")


def write(state: Composition, places: Places, report: Report) -> str:
    """The file's text."""
    tell_losses(state, HELD, report)
    if off := [one["name"] for one in state.tracks if one["hidden"] or one["muted"]]:
        report.assume(f"{named(off)}: tracks are not hidden or muted in FCPXML; their clips are, one by one.")
    root = Element("fcpxml", version="1.10")
    _Writer(state, places, report, root).project(root)
    return written(root, "fcpxml")


def clock(value: Fraction | int) -> str:
    """1001/30000s."""
    value = Fraction(value)
    return f"{value.numerator}s" if value.denominator == 1 else f"{value.numerator}/{value.denominator}s"


class _Writer:
    def __init__(self, state: Composition, places: Places, report: Report, root: Element) -> None:
        self.state, self.places, self.report = state, places, report
        self.resources = add(root, "resources")
        self.ids: dict[Any, str] = {}
        self.styles = count(1)
        self.format = self.formatted(state.fps, state.width, state.height)

    def time(self, frames: int) -> str:
        return clock(Fraction(frames) / self.state.fps)

    # --- resources ------------------------------------------------------------------------------------------------

    def resource(self, key: Any, tag: str, **attributes: object) -> tuple[str, Element | None]:
        """The id of a resource, and its element if it is new."""
        if key in self.ids:
            return self.ids[key], None
        self.ids[key] = id = f"r{len(self.ids) + 1}"
        return id, add(self.resources, tag, id=id, **attributes)

    def formatted(self, fps: Fraction, width: int, height: int) -> str:
        sides = {"width": width, "height": height}
        return self.resource(("format", fps, width, height), "format", frameDuration=clock(1 / fps), **sides)[0]

    def asset(self, asset: Record) -> str:
        key = ("asset", asset["id"])
        if key in self.ids:
            return self.ids[key]
        fps = Fraction(*asset["fps"]) if asset.get("fps") else self.state.fps
        told: Record = {"name": asset["name"], "start": "0s", "duration": clock(self.seconds(asset))}
        if asset["kind"] != "audio":
            sides = asset.get("width") or self.state.width, asset.get("height") or self.state.height
            told |= {"hasVideo": 1, "format": self.formatted(fps, *sides), "videoSources": 1}
        if asset["kind"] == "audio" or asset.get("hasAudio"):
            told |= {"hasAudio": 1, "audioSources": 1, "audioChannels": 2, "audioRate": "48000"}
        id, made = self.resource(key, "asset", **told)
        assert made is not None
        add(made, "media-rep", kind="original-media", src=self.places.url(asset))
        return id

    def seconds(self, asset: Record) -> Fraction:
        """The length of a file; of a still, nothing; of one of unknown length, that of what is used of it."""
        if asset["kind"] == "image":
            return Fraction(0)
        if length := asset.get("durationSeconds"):
            return Fraction(str(length))
        used = [item for item in self.state.items.values() if item.get("assetId") == asset["id"]]
        ends = (source_in(item) + Fraction(item["durationInFrames"]) * rate(item) / self.state.fps for item in used)
        return max(ends)

    def effect(self, name: str, uid: str) -> str:
        return self.resource(("effect", uid), "effect", name=name, uid=uid)[0]

    # --- the timeline ---------------------------------------------------------------------------------------------

    def project(self, root: Element) -> None:
        event = add(add(root, "library"), "event", name=self.state.name)
        start, drop = self.state.head.get("startFrame", 0), self.state.head.get("dropFrame")
        told: Record = {"format": self.format, "duration": self.time(self.state.end)}
        told |= {"tcStart": self.time(start), "tcFormat": "DF" if drop else "NDF"}
        sequence = add(add(event, "project", name=self.state.name), "sequence", **told)
        spine = add(sequence, "spine")
        if not self.state.end:
            return
        gap = add(spine, "gap", name="Gap", offset=self.time(start), start="0s", duration=self.time(self.state.end))
        lanes = {"video": 0, "audio": 0}
        for track in self.state.tracks:
            lanes[track["kind"]] += 1 if track["kind"] == "video" else -1
            self.storyline(gap, track, lanes[track["kind"]])
        for item in self.state.in_order():
            if item["type"] == "captions":
                lanes["video"] += 1
                self.captions(gap, item, lanes["video"])
        for marker in self.state.markers:
            length = self.time(max(1, marker.get("durationInFrames", 0)))
            told = {"start": self.time(marker["atFrame"]), "duration": length, "value": marker.get("name") or "Marker"}
            add(gap, "marker", **told, **({"note": marker["comment"]} if marker.get("comment") else {}))

    def storyline(self, gap: Element, track: Record, lane: int) -> None:
        items = [item for id in track["items"] if (item := self.state.items[id])["type"] != "captions"]
        if not items:
            return
        spine = add(gap, "spine", lane=lane, offset=self.time(items[0]["from"]), name=track["name"])
        into, _ = joins(track, {item["id"] for item in items}, self.report)
        frame = base = items[0]["from"]
        for item in items:
            if item["from"] > frame:
                told = {"offset": self.time(frame - base), "start": "0s", "duration": self.time(item["from"] - frame)}
                add(spine, "gap", name="Gap", **told)
            if item["id"] in into:
                self.transition(spine, into[item["id"]], item["from"] - base)
            self.clip(spine, item, item["from"] - base, track)
            frame = end(item)

    def captions(self, gap: Element, item: Record, lane: int) -> None:
        off = {"enabled": 0} if self.state.track(item["trackId"])["hidden"] or not item["enabled"] else {}
        shown = list(cues(item, self.state.fps))
        if gone := len(item["cues"]) - len(shown):
            self.report.lose(
                f"{number_of(gone, 'cue')} of {named([item['name']])}: shorter than half a frame, or unseen."
            )
        for first, length, text in shown:
            told = {"name": shortened(text), "offset": self.time(first), "start": "0s", "duration": self.time(length)}
            add(add(gap, "caption", lane=lane, role=ROLE, **told, **off), "text", text)
        self.report.assume(
            f"{named([item['name']])} went out as captions in English: nothing here says their language."
        )
        if uneven(item, self.state.fps):
            self.report.assume(
                f"{named([item['name']])}: captions lie on whole frames in FCPXML; the nearest are taken."
            )

    def transition(self, spine: Element, transition: Record, cut: int) -> None:
        length, before = transition["durationInFrames"], reach(transition)[0]
        told = {"offset": self.time(cut - before), "duration": self.time(length)}
        one = add(spine, "transition", name="Cross Dissolve", **told)
        add(one, "filter-video", ref=self.effect("Cross Dissolve", DISSOLVE), name="Cross Dissolve")

    def clip(self, spine: Element, item: Record, at: int, track: Record) -> None:
        told: Record = {"name": item["name"], "offset": self.time(at), "duration": self.time(item["durationInFrames"])}
        off = track["hidden"] if track["kind"] == "video" else track["muted"]
        mute = item["type"] == "audio" and item["audio"].get("muted")
        if mute:
            self.report.assume(SWITCHED.format(named([item["name"]])))
        if off or mute or not item["enabled"]:
            told["enabled"] = 0
        asset = self.state.asset_of(item)
        if asset is None:
            self.generated(spine, item, told)
            return
        start = clock(source_in(item)) if self.plain(item) else self.retimed(item, asset)[0]
        if asset["kind"] in ("image", "gif"):
            one = add(spine, "video", ref=self.asset(asset), start="0s", **told)
            if asset["kind"] == "gif" and (source_in(item) or not self.plain(item)):
                self.report.lose(
                    f"{named([item['name']])}: a GIF is shown from its beginning, at its own pace, in FCPXML."
                )
        else:
            muted = track["muted"] or item["audio"].get("muted")
            only = {"audio": "audio", "video": "video" if muted else ""}[item["type"]]
            told |= {"srcEnable": only} if only and asset.get("hasAudio") and asset["kind"] == "video" else {}
            one = add(spine, "asset-clip", ref=self.asset(asset), start=start, **told)
            self.timing(one, item, asset)
        self.look(one, item)

    def plain(self, item: Record) -> bool:
        return rate(item) == 1 and not item.get("reverse") and not item.get("freeze")

    def retimed(self, item: Record, asset: Record) -> tuple[str, list[tuple[Fraction, Fraction]]]:
        """Where a clip begins in its own changed time, and the two points that its times are mapped by."""
        first, speed = source_in(item), rate(item)
        shown = Fraction(item["durationInFrames"]) / self.state.fps
        if item.get("freeze"):
            return "0s", [(Fraction(0), first), (shown, first)]
        whole = max(self.seconds(asset), first + shown * speed)
        if item.get("reverse"):
            return clock((whole - first) / speed - shown), [(Fraction(0), whole), (whole / speed, Fraction(0))]
        return clock(first / speed), [(Fraction(0), Fraction(0)), (whole / speed, whole)]

    def timing(self, one: Element, item: Record, asset: Record) -> None:
        fps = Fraction(*asset["fps"]) if asset.get("fps") else self.state.fps
        spoken = spoken_rate(round(fps * 100) / Fraction(100))
        if fps != self.state.fps and asset["kind"] == "video" and spoken in CONFORM:
            add(one, "conform-rate", scaleEnabled=0, srcFrameRate=spoken)
        if not self.plain(item):
            points = add(one, "timeMap")
            for time, value in self.retimed(item, asset)[1]:
                add(points, "timept", time=clock(time), value=clock(value), interp="linear")

    def look(self, one: Element, item: Record) -> None:
        """Place, size, crop and opacity that stay as they are; positions are hundredths of the picture's height, y up, and
        what is cut off is hundredths of the file's own height."""
        transform, audio = item.get("transform") or {}, item.get("audio") or {}

        def still(name: str, usual: float) -> float:
            value = transform.get(name, usual)
            return usual if isinstance(value, dict) else value

        asset = self.state.asset_of(item) or {}
        own = (
            (asset["width"], asset["height"])
            if asset.get("width") and asset.get("height")
            else (self.state.width, self.state.height)
        )
        crop = {
            side: value
            for side, value in (transform.get("crop") or {}).items()
            if value and not isinstance(value, dict)
        }
        if crop:
            lengths = {"left": own[0], "right": own[0], "top": own[1], "bottom": own[1]}
            told = {side: decimal(share * lengths[side] / own[1] * 100) for side, share in crop.items()}
            add(add(one, "adjust-crop", mode="trim"), "trim-rect", **told)
        if asset and (fit := CONFORMS.get(transform.get("fit", "contain"))):
            add(one, "adjust-conform", type=fit)
        x, y, scale, turn = still("x", 0), still("y", 0), still("scale", 1), still("rotation", 0)
        if (x, y, scale, turn) != (0, 0, 1, 0):
            height = self.state.height / 100
            told = {
                "position": f"{decimal(x / height)} {decimal(-y / height)}",
                "scale": f"{decimal(scale)} {decimal(scale)}",
            }
            add(one, "adjust-transform", **told, rotation=decimal(-turn))
        if (opacity := opacity_of(item)) != 1:
            add(one, "adjust-blend", amount=decimal(opacity))
        volume = audio.get("volumeDb", 0)
        if not isinstance(volume, dict) and volume and not audio.get("muted"):
            add(one, "adjust-volume", amount=f"{decimal(volume)}dB")

    def generated(self, spine: Element, item: Record, told: Record) -> None:
        if item["type"] == "solid":
            color = colour_of(item)
            one = add(spine, "video", ref=self.effect("Custom", SOLID), start="0s", **told)
            hues = " ".join(decimal(int(color[place : place + 2], 16) / 255) for place in (1, 3, 5))
            add(one, "param", name="Color", key="9999/10003/10045/2/100", value=hues)
        else:
            one = add(spine, "title", ref=self.effect("Basic Title", TITLE), start="0s", **told)
            self.lettering(one, item)
        self.look(one, item)

    def lettering(self, one: Element, item: Record) -> None:
        style, id = item["style"], f"style-{next(self.styles)}"
        add(add(one, "text"), "text-style", item["text"], ref=id)
        size, color = style.get("fontSize", 96), style.get("color", "#ffffff")
        told: Record = {
            "font": style.get("fontFamily", "Inter"),
            "alignment": ALIGNMENTS.get(style.get("alignment"), "center"),
        }
        told |= {"fontSize": decimal(size)} if not isinstance(size, dict) else {}
        if not isinstance(color, dict):
            digits = color if len(color) == 9 else f"{color}ff"
            told["fontColor"] = " ".join(decimal(int(digits[place : place + 2], 16) / 255) for place in (1, 3, 5, 7))
        told |= {"bold": 1} if style.get("fontWeight", 700) >= 600 else {}
        told |= {"italic": 1} if style.get("fontStyle") == "italic" else {}
        add(add(one, "text-style-def", id=id), "text-style", **told)
