"""A composition as Final Cut Pro 7 XML: every track, whole frames of the composition, the media's sound on its own tracks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from tools.composition import Composition
from tools.composition.model import end
from tools.composition.seams import reach
from tools.composition.timecode import timecode
from tools.composition.timing import rate, source_in

from ..losses import SWITCHED, Held, joins, tell_losses
from ..places import Places
from ..plates import colour_of, opacity_of
from ..rates import decimal, frames_of, is_ntsc
from ..reports import Report, named
from ..strict_xml import add, written
from .motion import letters, motion, parameter, size_of

Record = dict[str, Any]
HELD = Held(
    "Final Cut Pro 7 XML",
    types=("video", "audio", "image", "gif", "text", "solid"),
    properties=(
        "being switched off", "speed", "playing backwards", "held frame", "place and size", "fit", "crop", "opacity",
        "lettering style", "volume", "muting",
    ),
    track=("being hidden", "being muted", "lock"),
    transitions=("fade",),
)  # fmt: skip
LOUDEST = 10 ** (12 / 20)
ALIGNMENTS = {"center": "center", "start": "start-black", "end": "end-black"}


def write(state: Composition, places: Places, report: Report) -> str:
    """The file's text."""
    tell_losses(state, HELD, report)
    if muted := [one["name"] for one in state.tracks if one["kind"] == "video" and one["muted"]]:
        report.assume(f"{named(muted)}: a track of pictures is not muted in this format; the sound of its clips is.")
    writer = _Writer(state, places, report)
    root = Element("xmeml", version="5")
    writer.sequence(root)
    if writer.uneven:
        report.assume(f"{named(list(writer.uneven))}: the source begins between two frames; the nearest is taken.")
    return written(root, "xmeml")


class _Writer:
    def __init__(self, state: Composition, places: Places, report: Report) -> None:
        self.state, self.places, self.report = state, places, report
        self.told: set[str] = set()
        self.uneven: dict[str, None] = {}

    def sequence(self, root: Element) -> None:
        sequence = add(root, "sequence", id="sequence-1")
        add(sequence, "name", self.state.name)
        add(sequence, "duration", self.state.end)
        self.rate(sequence)
        self.timecode(sequence, self.state.head.get("startFrame", 0), bool(self.state.head.get("dropFrame")))
        media = add(sequence, "media")
        self.pictures(add(media, "video"))
        self.sounds(add(media, "audio"))
        for marker in self.state.markers:
            self.marker(sequence, marker)

    def rate(self, parent: Element, fps: Fraction | None = None) -> None:
        fps = fps or self.state.fps
        one = add(parent, "rate")
        add(one, "timebase", round(fps))
        add(one, "ntsc", "TRUE" if is_ntsc(fps) else "FALSE")

    def timecode(self, parent: Element, frame: int, drop: bool, fps: Fraction | None = None) -> None:
        one = add(parent, "timecode")
        self.rate(one, fps)
        add(one, "string", timecode(frame, fps or self.state.fps, drop))
        add(one, "frame", frame)
        add(one, "displayformat", "DF" if drop else "NDF")

    def pictures(self, video: Element) -> None:
        form = add(add(video, "format"), "samplecharacteristics")
        self.rate(form)
        for name in ("width", "height"):
            add(form, name, getattr(self.state, name))
        add(form, "anamorphic", "FALSE")
        add(form, "pixelaspectratio", "square")
        add(form, "fielddominance", "none")
        for track in self.state.tracks:
            if track["kind"] == "video":
                self.track(video, track)

    def sounds(self, audio: Element) -> None:
        form = add(add(audio, "format"), "samplecharacteristics")
        add(form, "depth", 16)
        add(form, "samplerate", self.state.head.get("audioRate", 48000))
        for track in self.state.tracks:
            if track["kind"] == "audio":
                self.track(audio, track)
            elif any(self.sounds_too(self.state.items[id]) for id in track["items"]):
                self.track(audio, track, only_sound=True)

    def sounds_too(self, item: Record) -> bool:
        """Whether a clip of pictures is heard: here its sound is a clip of its own."""
        asset = self.state.asset_of(item)
        return bool(item["type"] == "video" and asset and asset.get("hasAudio") and not item["audio"].get("muted"))

    def track(self, parent: Element, track: Record, only_sound: bool = False) -> None:
        one = add(parent, "track")
        if not only_sound:
            one.set("MZ.TrackName", track["name"])
        there = {id for id in track["items"] if self.state.items[id]["type"] in HELD.types}
        seams, out_of = joins(track, there, self.report)
        for item in (self.state.items[id] for id in track["items"]):
            if only_sound and not self.sounds_too(item) or item["type"] not in HELD.types:
                continue
            into, out = (None if only_sound else those.get(item["id"]) for those in (seams, out_of))
            if into:
                self.transition(one, into, item["from"], track["kind"])
            self.clip(one, item, "audio" if only_sound else track["kind"], into, out)
        add(
            one,
            "enabled",
            "FALSE" if track["muted" if only_sound or track["kind"] == "audio" else "hidden"] else "TRUE",
        )
        add(one, "locked", "TRUE" if track["locked"] else "FALSE")

    def transition(self, parent: Element, transition: Record, cut: int, kind: str) -> None:
        before, after = reach(transition)
        one = add(parent, "transitionitem")
        add(one, "start", cut - before)
        add(one, "end", cut + after)
        add(one, "alignment", ALIGNMENTS[transition["alignment"]])
        self.rate(one)
        name = "Cross Dissolve" if kind == "video" else "Cross Fade (0dB)"
        self.effect(one, name, name, kind, "transition")

    def effect(self, parent: Element, name: str, id: str, kind: str, type: str, category: str = "") -> Element:
        one = add(parent, "effect")
        told = {"name": name, "effectid": id, "effecttype": type, "mediatype": kind}
        told |= {"effectcategory": category} if category else {}
        for tag, text in told.items():
            add(one, tag, text)
        return one

    def clip(self, parent: Element, item: Record, kind: str, into: Record | None, out: Record | None) -> None:
        """Beside a transition the edge is -1, which says that it is the transition's, and the handle is counted in."""
        asset = self.state.asset_of(item)
        suffix = "-sound" if kind == "audio" and item["type"] != "audio" else ""
        one = add(parent, "clipitem" if asset else "generatoritem", id=f"{item['id']}{suffix}")
        add(one, "name", item["name"])
        mute = item["type"] == "audio" and item["audio"].get("muted")
        if mute:
            self.report.assume(SWITCHED.format(named([item["name"]])))
        add(one, "enabled", "TRUE" if item["enabled"] and not mute else "FALSE")
        length = item["durationInFrames"]
        start = self.first_frame(item) if asset else 0
        whole = frames_of(self.seconds(asset) / rate(item), self.state.fps) if asset else 0
        add(one, "duration", max(whole, start + length))
        self.rate(one)
        early, late = reach(into)[0] if into else 0, reach(out)[1] if out else 0
        early = early if early <= start else 0  # a file of unknown length has no handle to speak of
        add(one, "start", -1 if into and early else item["from"])
        add(one, "end", -1 if out else end(item))
        add(one, "in", start - early)
        add(one, "out", start + length + late)
        if asset:
            self.file(one, asset)
            self.speed(one, item, kind)
        else:
            self.generator(one, item)
        self.motion(one, item, asset, kind)
        self.level(one, item, kind)
        if asset:
            self.linked(one, item, kind)

    def first_frame(self, item: Record) -> int:
        """Where it begins in its source, in frames as it plays them: a clip twice as fast has half as many."""
        asset = self.state.asset_of(item)
        start = source_in(item)
        if item.get("reverse") and asset:
            start = max(
                Fraction(0), self.seconds(asset) - start - item["durationInFrames"] * rate(item) / self.state.fps
            )
        frame = start * self.state.fps / (1 if item.get("freeze") else rate(item))
        if frame.denominator != 1:
            self.uneven[item["name"]] = None
        return frames_of(frame / self.state.fps, self.state.fps)

    def seconds(self, asset: Record) -> Fraction:
        """The length of a file; of one without end, that of what is used of it."""
        if length := asset.get("durationSeconds"):
            return Fraction(str(length))
        used = [item for item in self.state.items.values() if item.get("assetId") == asset["id"]]
        ends = (source_in(item) + Fraction(item["durationInFrames"]) * rate(item) / self.state.fps for item in used)
        return max(ends)

    def file(self, parent: Element, asset: Record) -> None:
        one = add(parent, "file", id=f"file-{asset['id']}")
        if asset["id"] in self.told:
            return
        self.told.add(asset["id"])
        fps = Fraction(*asset["fps"]) if asset.get("fps") else self.state.fps
        add(one, "name", asset["name"])
        add(one, "pathurl", self.places.url(asset))
        self.rate(one, fps)
        add(one, "duration", frames_of(self.seconds(asset), fps))
        self.timecode(one, 0, False, fps)
        media = add(one, "media")
        if asset["kind"] != "audio":
            form = add(add(media, "video"), "samplecharacteristics")
            for name in ("width", "height"):
                add(form, name, asset.get(name) or getattr(self.state, name))
        if asset.get("hasAudio") or asset["kind"] == "audio":
            add(add(media, "audio"), "channelcount", 2)

    def speed(self, parent: Element, item: Record, kind: str) -> None:
        speed = Fraction(0) if item.get("freeze") else rate(item) * (-1 if item.get("reverse") else 1)
        if speed == 1:
            return
        effect = self.effect(add(parent, "filter"), "Time Remap", "timeremap", kind, "motion")
        for id, value in (
            ("speed", decimal(float(abs(speed) * 100))),
            ("reverse", "TRUE" if speed < 0 else "FALSE"),
            ("variablespeed", "FALSE"),
            ("freeze", "TRUE" if speed == 0 else "FALSE"),
        ):
            one = add(effect, "parameter")
            add(one, "parameterid", id)
            add(one, "name", id)
            add(one, "value", value)

    def motion(self, parent: Element, item: Record, asset: Record | None, kind: str) -> None:
        """Where a picture lies on the canvas, and what of it is cut off."""
        canvas = self.state.width, self.state.height
        for name, id, parameters in motion(item, size_of(asset, canvas), canvas) if kind == "video" else ():
            effect = self.effect(add(parent, "filter"), name, id, kind, "motion", "motion")
            for one, value in parameters:
                parameter(effect, one, value)

    def level(self, parent: Element, item: Record, kind: str) -> None:
        """How much of a clip is seen, in hundredths, or how loud it is, as a factor; where that does not change."""
        value = opacity_of(item) if kind == "video" else item["audio"].get("volumeDb", 0)
        if isinstance(value, dict) or value == (1 if kind == "video" else 0):
            return
        if kind == "video":
            told = ("Opacity", "opacity", value * 100)
        else:
            told = ("Audio Levels", "audiolevels", 10 ** (value / 20))
            if told[2] > LOUDEST:
                self.report.lose(f"{named([item['name']])} is not as loud: this format goes up to 12 dB.")
        effect = self.effect(
            add(parent, "filter"), told[0], told[1], kind, "motion" if kind == "video" else "audiolevels"
        )
        one = add(effect, "parameter")
        for tag, text in (("parameterid", "opacity" if kind == "video" else "level"), ("name", told[0])):
            add(one, tag, text)
        add(one, "value", decimal(min(told[2], LOUDEST) if kind == "audio" else told[2]))

    def linked(self, parent: Element, item: Record, kind: str) -> None:
        """A clip of pictures and its sound know of each other."""
        if kind == "audio":
            source = add(parent, "sourcetrack")
            add(source, "mediatype", "audio")
            add(source, "trackindex", 1)
        if self.sounds_too(item):
            for id, type in ((item["id"], "video"), (f"{item['id']}-sound", "audio")):
                link = add(parent, "link")
                add(link, "linkclipref", id)
                add(link, "mediatype", type)

    def generator(self, parent: Element, item: Record) -> None:
        is_text = item["type"] == "text"
        effect = self.effect(
            parent, "Text" if is_text else "Color", "Text" if is_text else "Color", "video", "generator"
        )
        if is_text:
            parameter(effect, "str", item["text"])
            for id, value in letters(item["style"]):
                parameter(effect, id, value)
        else:
            parameter(effect, "fillcolor", colour_of(item))

    def marker(self, parent: Element, marker: Record) -> None:
        one, length = add(parent, "marker"), marker.get("durationInFrames", 0)
        add(one, "name", marker.get("name", ""))
        add(one, "comment", marker.get("comment", ""))
        add(one, "in", marker["atFrame"])
        add(one, "out", marker["atFrame"] + length if length else -1)
