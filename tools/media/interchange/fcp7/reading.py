"""Final Cut Pro 7 XML as a composition's document: nested sequences laid out flat, pictures joined with their sound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from ..assemble import assemble
from ..cut import DEEPEST, ZERO, Cut, Kind, Lane, Look, Mark, Media, Piece, Seam, Unfolded
from ..rates import exact_rate, fraction, seconds
from ..refusals import NothingInIt, TooMuch, Unreadable
from ..reports import Report, number_of, shortened
from ..shelf import Shelf, file_name
from ..strict_xml import said, tree, true, whole
from .motion import crop_of, place_of, size_of, style_of
from .sound import join_sound

Record = dict[str, Any]
GREY = "#808080"
# The filters that say how much of a clip is seen and heard, and their parameters.
LEVELS = {"opacity": "opacity", "audiolevels": "level"}
READ = {*LEVELS, "basic", "crop", "timeremap"}


def read(text: str, shelf: Shelf | None, report: Report, fps: Fraction | None = None) -> Record:
    """The document; raises Unreadable, Unsafe, NothingInIt, TooMuch."""
    root = tree(text, "xmeml")
    return assemble(_Reading(root, report).cut(), shelf or Shelf(), report)


class _Reading:
    def __init__(self, root: Element, report: Report) -> None:
        self.report = report
        self.files = {id: one for one in root.iter("file") if (id := one.get("id")) and len(one)}
        self.sequences = {id: one for one in root.iter("sequence") if (id := one.get("id")) and len(one)}
        self.unfolded: dict[str, Unfolded] = {}
        self.top = self._first(root)
        self.fps = _rate(self.top, "the sequence") or Fraction(25)
        form = self.top.find("media/video/format/samplecharacteristics")
        width, height = (
            whole(form, side, "the sequence", usual) for side, usual in (("width", 1920), ("height", 1080))
        )
        self.canvas = max(1, width), max(1, height)

    def _first(self, root: Element) -> Element:
        inner = {id(one) for clip in root.iter("clipitem") for one in clip.iter("sequence")}
        outer = [one for one in root.iter("sequence") if id(one) not in inner and len(one)]
        if not outer:
            raise NothingInIt("There is no sequence in it.")
        if len(outer) > 1:
            self.report.lose(f"{number_of(len(outer) - 1, 'other sequence')} of the file: export one at a time.")
        return outer[0]

    def cut(self) -> Cut:
        unfolded = self.sequence(self.top, 0)
        name = said(self.top, "name", "Sequence")
        cut = Cut(name, self.fps, join_sound(unfolded.lanes(), self.report), unfolded.marks)
        cut.width, cut.height = self.canvas
        cut.start_frame = max(0, whole(self.top, "timecode/frame", "the sequence", 0))
        cut.drop = said(self.top, "timecode/displayformat") == "DF"
        return cut

    def sequence(self, sequence: Element, depth: int) -> Unfolded:
        if depth > DEEPEST:
            raise TooMuch(f"Sequences lie in one another more than {DEEPEST} deep. Flatten some of them first.")
        fps = _rate(sequence, "a sequence") or self.fps
        unfolded = Unfolded()
        kinds: tuple[Kind, ...] = ("video", "audio")
        for kind in kinds:
            for number, track in enumerate(sequence.iterfind(f"media/{kind}/track")):
                on = true(track, "enabled", True)
                name = track.get("MZ.TrackName") or said(track, "name")
                states = {"hidden": not on and kind == "video", "muted": not on and kind == "audio"}
                states["locked"] = true(track, "locked", False)
                _Track(self, track, unfolded, unfolded.lane(kind, (number,), name=name, **states), fps, depth).read()
        unfolded.marks += [_mark(one, ZERO, fps) for one in sequence.iterfind("marker")]
        return unfolded

    def nested(self, reference: Element, depth: int) -> Unfolded:
        """Another sequence, unfolded once however often it is used."""
        id = reference.get("id", "")
        if id not in self.unfolded:
            self.unfolded[id] = self.sequence(self.sequences.get(id, reference), depth + 1)
        return self.unfolded[id]


class _Track:
    """One track being read; its edges may be given by the transitions beside them."""

    def __init__(
        self, reading: _Reading, track: Element, into: Unfolded, lane: Lane, fps: Fraction, depth: int
    ) -> None:
        self.reading, self.report, self.into, self.lane = reading, reading.report, into, lane
        self.fps, self.depth = fps, depth
        self.parts = [one for one in track if one.tag in ("clipitem", "generatoritem", "transitionitem")]

    def read(self) -> None:
        for place, part in enumerate(self.parts):
            if part.tag == "transitionitem":
                self.seam(part, place)
            else:
                self.clip(part, self.beside(place - 1), self.beside(place + 1))

    def beside(self, place: int) -> tuple[int, int, int] | None:
        """First frame, cut and end of a transition there."""
        if not 0 <= place < len(self.parts) or self.parts[place].tag != "transitionitem":
            return None
        part = self.parts[place]
        first, last = (whole(part, tag, "a transition") for tag in ("start", "end"))
        if last < first:
            raise Unreadable(f"A transition ends at frame {last}, before it starts at {first}.")
        alignment = said(part, "alignment", "center")
        cut = (
            first
            if alignment.startswith("start")
            else last
            if alignment.startswith("end")
            else first + (last - first) // 2
        )
        return first, cut, last

    def seam(self, part: Element, place: int) -> None:
        first, cut, last = self.beside(place) or (0, 0, 0)
        name = said(part, "effect/name", "Cross Dissolve")
        if not name.startswith("Cross "):
            self.report.lose(f"The kind of the transition “{shortened(name)}”: it is a fade here.")
        at, before, after = (Fraction(frames) / self.fps for frames in (cut, cut - first, last - cut))
        self.lane.seams.append(Seam(seconds(at, "a transition"), before, after))

    def clip(self, part: Element, before: tuple[int, int, int] | None, after: tuple[int, int, int] | None) -> None:
        name = said(part, "name", "Clip")
        where = f"“{shortened(name)}”"
        start, end, first, last = (whole(part, tag, where) for tag in ("start", "end", "in", "out"))
        rate = _rate(part, where) or self.fps
        skipped = ZERO
        if start == -1 and before:
            start, skipped = before[1], Fraction(before[1] - before[0]) / self.fps
        if end == -1 and after:
            end = after[1]
            last -= round((after[2] - after[1]) / self.fps * rate)
        if end <= start or start < 0:
            raise Unreadable(f"{where} runs from frame {start} to {end}.")
        at, length = (seconds(Fraction(frames) / self.fps, where) for frames in (start, end - start))
        played = Fraction(last - first) / rate - skipped
        self.lay(part, name, at, length, Fraction(first) / rate + skipped, played)

    def lay(self, part: Element, name: str, at: Fraction, length: Fraction, source: Fraction, played: Fraction) -> None:
        enabled = true(part, "enabled", True)
        if (nested := part.find("sequence")) is not None:
            inside = self.reading.nested(nested, self.depth)
            self.into.take(inside, source, source + length, at, self.lane.order, self.lane.kind)
            self.report.assume(f"“{shortened(name)}” was a sequence of its own: it lies flat now.")
            if part.find("filter/effect") is not None:
                self.report.lose(f"Filters, place and size of the nested sequence “{shortened(name)}”.")
        elif said(part, "file/mediaSource") and not said(part, "file/pathurl"):
            self.report.lose(
                f"What “{shortened(name)}” shows, which the file does not hold: a plate stands for it, off."
            )
            self.into.put(self.lane, Piece(name, at, length, enabled=False, color="#000000"))
        elif part.tag == "generatoritem":
            look = self.look(part, name, None)
            self.into.put(self.lane, Piece(name, at, length, enabled=enabled, look=look, **self.generated(part, name)))
        else:
            media = self.media(part, name)
            timing = self.timing(part, name, media, source, length, played)
            look = self.look(part, name, media)
            self.into.put(self.lane, Piece(name, at, length, media, enabled=enabled, look=look, **timing))
        for one in part.iterfind("marker"):
            mark = _mark(one, at - source, self.fps)
            self.into.marks.append(mark)
            self.report.assume(f"Markers on “{shortened(name)}” are the composition's now.")

    def timing(
        self, part: Element, name: str, media: Media, source: Fraction, length: Fraction, played: Fraction
    ) -> Record:
        """Speed and source. In and out may count frames as they are played, or frames of the source: their number says."""
        remap, lost = None, []
        for effect in part.iterfind("filter/effect"):
            if said(effect, "effectid").casefold() == "timeremap":
                remap = {said(one, "parameterid"): said(one, "value") for one in effect.iterfind("parameter")}
            elif said(effect, "effectid").casefold() not in READ:
                lost.append(said(effect, "name", "a filter"))
        for effect_name in lost:
            self.report.lose(f"The filter {shortened(effect_name)} on “{shortened(name)}”.")
        if remap is None:
            return {"source": source}
        if remap.get("freeze", "").upper() == "TRUE":
            return {"source": source, "freeze": True}
        if remap.get("variablespeed", "").upper() in ("TRUE", "1"):
            self.report.lose(f"The changing speed of “{shortened(name)}”: it has one speed here.")
        speed = abs(fraction(remap.get("speed") or "100", f"The speed of “{shortened(name)}”")) / 100
        reverse = remap.get("reverse", "").upper() == "TRUE"
        scale = speed if abs(played - length) <= 1 / self.fps or speed == 0 else Fraction(1)
        start = source * scale
        if reverse and media.duration:
            start = max(ZERO, media.duration - start - length * speed)
        return {"source": start, "reverse": reverse} | ({"speed": speed} if speed else {"freeze": True})

    def media(self, part: Element, name: str) -> Media:
        told = part.find("file")
        id = told.get("id", "") if told is not None else ""
        file = self.reading.files.get(id, told)
        url = said(file, "pathurl")
        called = said(file, "name") or file_name(url) or name
        rate = _rate(file, called) if file is not None else None
        frames = whole(file, "duration", called, 0)
        has_video = file is not None and file.find("media/video") is not None
        form = file.find("media/video/samplecharacteristics") if file is not None else None
        return Media(
            id or url or called,
            called,
            kind="video" if has_video or self.lane.kind == "video" else "audio",
            url=url,
            start=ZERO,
            duration=Fraction(frames) / rate if rate and frames > 0 else None,
            fps=rate,
            width=whole(form, "width", called, 0) or None,
            height=whole(form, "height", called, 0) or None,
            has_audio=file is not None and file.find("media/audio") is not None,
            reel=said(file, "timecode/reel/name"),
        )

    def look(self, part: Element, name: str, media: Media | None) -> Look:
        """Where a clip lies, how much of it is seen and how loud it is, where that does not change."""
        where, found, moving = f"“{shortened(name)}”", dict[str, Element](), False
        for effect in part.iterfind("filter/effect"):
            if said(effect, "effectid").casefold() in READ - {"timeremap"}:
                for one in effect.iterfind("parameter"):
                    moving |= one.find("keyframe") is not None
                    found |= {said(one, "parameterid").casefold(): one} if one.find("keyframe") is None else {}
        if moving:
            self.report.lose(f"The keyframes of {where}: it does not move here.")
        canvas = self.reading.canvas
        own = size_of({"width": media.width, "height": media.height} if media else None, canvas)
        loud, seen = (
            float(fraction(said(found.get(id), "value") or usual, f"The {id} of {where}"))
            for id, usual in (("level", "1"), ("opacity", "100"))
        )
        decibels = round(20 * math.log10(loud), 6) if loud > 0 else -96
        return Look(
            opacity=min(1, max(0, seen / 100)),
            volume_db=max(-96, min(24, decibels)),
            **place_of(found, own, canvas, where),
            **crop_of(found, where),
        )

    def generated(self, part: Element, name: str) -> Record:
        id = said(part, "effect/effectid").casefold()
        values = {said(one, "parameterid"): one for one in part.iterfind("effect/parameter")}
        if "str" in values:
            return {"text": said(values["str"], "value") or name, "style": style_of(values, f"“{shortened(name)}”")}
        if "fillcolor" in values:
            digits = (whole(values["fillcolor"], f"value/{hue}", name, 0) for hue in ("red", "green", "blue"))
            return {"color": "#" + "".join(f"{max(0, min(255, one)):02x}" for one in digits)}
        if id in ("slug", "black video", "blackvideo"):
            return {"color": "#000000"}
        self.report.lose(f"What makes “{shortened(name)}” ({shortened(id)}): a grey plate stands for it.")
        return {"color": GREY}


def _rate(parent: Element, where: str) -> Fraction | None:
    base = said(parent, "rate/timebase")
    if not base:
        return None
    rate = exact_rate(base, f"The rate of {where}")
    return rate * 1000 / 1001 if true(parent, "rate/ntsc", False) and rate.denominator == 1 else rate


def _mark(one: Element, at: Fraction, fps: Fraction) -> Mark:
    first, last = whole(one, "in", "a marker", 0), whole(one, "out", "a marker", -1)
    length = Fraction(max(0, last - first)) / fps if last > first else ZERO
    time = max(ZERO, at + seconds(Fraction(first) / fps, "a marker"))
    return Mark(time, said(one, "name"), length, comment=said(one, "comment"))
