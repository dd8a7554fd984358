"""FCPXML as a composition's document: storylines and what is connected to them, compound clips laid out flat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from ..assemble import assemble
from ..cut import DEEPEST, ZERO, Cut, Mark, Order, Piece, Seam, Unfolded
from ..rates import exact_rate
from ..refusals import NothingInIt, TooMuch
from ..reports import Report, number_of, shortened
from ..shelf import Shelf
from ..strict_xml import tree
from .captions import ABOVE
from .looks import color_of, look_of, lost_on, style_of, text_of, timing_of
from .resources import Resources, time

Record = dict[str, Any]
GREY = "#808080"


def read(text: str, shelf: Shelf | None, report: Report, fps: Fraction | None = None) -> Record:
    """The document; raises Unreadable, Unsafe, NothingInIt, TooMuch."""
    root = tree(text, "fcpxml")
    return assemble(_Reading(root, report).cut(), shelf or Shelf(), report)


class _Reading:
    def __init__(self, root: Element, report: Report) -> None:
        self.report, self.resources = report, Resources(root)
        self.sequence, self.name = self._chosen(root)
        self.canvas = 1920, 1080
        self.compounds: dict[str, Unfolded] = {}
        self.roles: dict[str, int] = {}

    def _chosen(self, root: Element) -> tuple[Element, str]:
        """The first project's sequence; where there is no project, that of the first compound clip."""
        projects = [one for one in root.iter("project") if one.find("sequence") is not None]
        if len(projects) > 1:
            self.report.lose(f"{number_of(len(projects) - 1, 'other project')} of the file: export one at a time.")
        if projects:
            return projects[0].find("sequence"), projects[0].get("name") or "Project"  # type: ignore[return-value]
        for media in root.iterfind("resources/media"):
            if (sequence := media.find("sequence")) is not None:
                name = media.get("name") or "Compound clip"
                self.report.assume(f"There is no project in it: the compound clip “{shortened(name)}” is taken.")
                return sequence, name
        raise NothingInIt("There is no project in it, and no compound clip.")

    def cut(self) -> Cut:
        format = self.sequence.get("format")
        fps = self.resources.rate(format)
        if fps is None:
            fps = exact_rate(25)
            self.report.assume("The format of the sequence does not say its rate: it is taken to be 25 fps.")
        width, height = self.resources.size(format)
        self.canvas = width or 1920, height or 1080
        unfolded = self.unfold(self.sequence, 0)
        # A marker at a point lasts a frame here.
        marks = [replace(one, duration=ZERO) if one.duration <= 1 / fps else one for one in unfolded.marks]
        cut = Cut(self.name, fps, unfolded.lanes(), marks, width=self.canvas[0], height=self.canvas[1])
        cut.start_frame = max(0, round(time(self.sequence, "tcStart", ZERO) * fps))
        cut.drop = self.sequence.get("tcFormat") == "DF"
        return cut

    def unfold(self, sequence: Element, depth: int) -> Unfolded:
        if depth > DEEPEST:
            raise TooMuch(f"Clips are compound more than {DEEPEST} deep. Break some of them apart first.")
        unfolded = Unfolded()
        for spine in sequence.iterfind("spine"):
            _Walk(self, unfolded, depth).spine(spine, ZERO, (0,))
        return unfolded

    def compound(self, id: str, depth: int) -> tuple[Unfolded, Fraction]:
        """The inside of a compound clip, unfolded once however often it is used, and the time that it begins at."""
        media = self.resources.get(id, "media")
        sequence = media.find("sequence") if media is not None else None
        if sequence is None:
            return Unfolded(), ZERO
        if id not in self.compounds:
            self.compounds[id] = self.unfold(sequence, depth + 1)
        return self.compounds[id], time(sequence, "tcStart", ZERO)


class _Walk:
    """Lays the elements of one sequence out. A child's offset counts in its parent's own time, which begins at `start`."""

    def __init__(self, reading: _Reading, into: Unfolded, depth: int) -> None:
        self.reading, self.into, self.depth = reading, into, depth
        self.report, self.resources = reading.report, reading.resources

    def spine(self, spine: Element, at: Fraction, order: Order) -> None:
        """One thing after the other; transitions lie over the cuts."""
        parts = [one for one in spine if one.tag != "transition" and one.get("lane") is None]
        base = time(parts[0], "offset", ZERO) if parts else ZERO
        here, seams = at, []
        for part in spine:
            if part.tag == "transition":
                first = at + time(part, "offset", ZERO) - base
                seams.append(self.seam(part, here, first, first + time(part, "duration")))
            elif part.get("lane") is None:
                here += self.place(part, here, order)
        name = spine.get("name", "")
        seen, heard = self.into.lane("video", order), self.into.lane("audio", _below(order))
        seen.name, heard.name = seen.name or name, heard.name or name
        (seen if seen.pieces else heard).seams.extend(seams)

    def seam(self, part: Element, cut: Fraction, first: Fraction, last: Fraction) -> Seam:
        name = part.get("name") or "Cross Dissolve"
        if name not in ("Cross Dissolve", "Audio Crossfade"):
            self.report.lose(f"The kind of the transition “{shortened(name)}”: it is a fade here.")
        return Seam(cut, max(ZERO, cut - first), max(ZERO, last - cut))

    def place(self, part: Element, at: Fraction, order: Order) -> Fraction:
        """Lay a story element and what is connected to it; returns how long it lasts."""
        if part.tag == "audition":
            inner = next(iter(part), None)
            return self.place(inner, at, order) if inner is not None else ZERO
        lay = getattr(self, f"_{part.tag.replace('-', '_')}", None)
        if lay is None:
            self.passed(part)
            return time(part, "duration", ZERO)
        length = self.length(part)
        lay(part, at, length, order)
        start = self.start(part)
        for child in part:
            if child.tag == "marker":
                self.marker(child, at + time(child, "start", ZERO) - start)
            elif child.get("lane") is not None:
                self.connected(child, at - start, order)
        lost_on(part, self.report)
        return length

    def connected(self, child: Element, origin: Fraction, order: Order) -> None:
        text = child.get("lane", "0")
        lane = int(text) if text.removeprefix("-").isdigit() and len(text) < 5 else 0
        if len(order) >= DEEPEST:
            raise TooMuch(f"Clips hang on one another more than {DEEPEST} deep.")
        under = (lane,) if order == (0,) else (*order, lane)
        at = origin + time(child, "offset", ZERO)
        if child.tag == "spine":
            self.spine(child, at, under)
        else:
            self.place(child, at, under)

    def passed(self, part: Element) -> None:
        if part.tag == "mc-clip":
            self.report.lose(f"The multicam clip “{shortened(part.get('name', ''))}”.")

    def marker(self, marker: Element, at: Fraction) -> None:
        length = time(marker, "duration", ZERO)
        name = marker.get("value", "")
        self.into.marks.append(Mark(max(ZERO, at), name, length, comment=marker.get("note", "")))

    # --- elements -------------------------------------------------------------------------------------------------

    def start(self, part: Element) -> Fraction:
        """Where a clip's own time begins: as it says, or where its media does."""
        media = self.resources.media(part.get("ref", "")) if part.tag in ("asset-clip", "video", "audio") else None
        return time(part, "start", (media.start if media else None) or ZERO)

    def length(self, part: Element) -> Fraction:
        media = self.resources.media(part.get("ref", "")) if part.tag in ("asset-clip", "video", "audio") else None
        return time(part, "duration", media.duration if media else None)

    def put(
        self, part: Element, at: Fraction, length: Fraction, order: Order, sounds: bool = False, **more: Any
    ) -> None:
        kind = "audio" if sounds else "video"
        place = _below(order) if sounds else order
        media = more.get("media")
        own = (media.width, media.height) if media and media.width and media.height else self.reading.canvas
        look = look_of(part, self.reading.canvas, own)
        told = {"enabled": part.get("enabled") != "0", "look": look, **more}
        piece = Piece(part.get("name") or "Clip", at, length, **told)
        self.into.put(self.into.lane(kind, place), piece)  # type: ignore[arg-type]

    def _gap(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        """Nothing, for as long as it lasts; other things may hang on it."""

    def _asset_clip(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        media, only = self.resources.media(part.get("ref", "")), part.get("srcEnable", "all")
        timing = timing_of(part, self.start(part), length, self.report)
        sounds = only == "audio" or media.kind == "audio"
        silent = {} if sounds else {"silent": only == "video" or not media.has_audio}
        self.put(part, at, length, order, sounds, media=media, **timing, **silent)

    def _video(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        effect = self.resources.get(part.get("ref"), "effect")
        if effect is None:
            self._asset_clip(part, at, length, order)
        elif color := color_of(part):
            self.put(part, at, length, order, color=color)
        else:
            self.report.lose(f"The generator “{shortened(effect.get('name', ''))}”: a grey plate stands for it.")
            self.put(part, at, length, order, color=GREY)

    def _audio(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        timing = timing_of(part, self.start(part), length, self.report)
        self.put(part, at, length, order, True, media=self.resources.media(part.get("ref", "")), **timing)

    def _title(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        self.put(part, at, length, order, text=text_of(part) or part.get("name", ""), style=style_of(part))

    def _caption(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        """Captions lie above everything, those of a role together."""
        if text := text_of(part):
            role = part.get("role", "")
            number = self.reading.roles.setdefault(role, len(self.reading.roles))
            lane = self.into.lane("video", (ABOVE + number,), name="Captions")
            self.into.put(
                lane, Piece("Caption", at, length, enabled=part.get("enabled") != "0", text=text, caption=True)
            )

    def _clip(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        """A clip around its media, which lie in its own time and may be longer than it shows."""
        start = self.start(part)
        for inner, offset in _inside(part, ZERO):
            media = self.resources.media(inner.get("ref", ""))
            timing = timing_of(part, start, length, self.report)
            timing["source"] += time(inner, "start", media.start or ZERO) - offset
            heard = inner.find("audio") is not None
            silent: Record = {} if inner.tag == "audio" else {"silent": not heard}
            self.put(part, at, length, order, inner.tag == "audio", media=media, **timing, **silent)
            return
        for inner in part.iterfind("spine"):
            self.inside(inner, at, start, length, order)

    def _sync_clip(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        walked, start = Unfolded(), self.start(part)
        for inner in part:
            if (
                inner.tag in ("asset-clip", "clip", "gap", "video", "audio", "spine", "title")
                and inner.get("lane") is None
            ):
                walk = _Walk(self.reading, walked, self.depth)
                offset = time(inner, "offset", ZERO)
                walk.spine(inner, offset, (0,)) if inner.tag == "spine" else walk.place(inner, offset, (0,))
        self.into.take(walked, start, start + length, at, order)

    def inside(self, spine: Element, at: Fraction, start: Fraction, length: Fraction, order: Order) -> None:
        walked = Unfolded()
        _Walk(self.reading, walked, self.depth).spine(spine, time(spine, "offset", ZERO), (0,))
        self.into.take(walked, start, start + length, at, order)

    def _ref_clip(self, part: Element, at: Fraction, length: Fraction, order: Order) -> None:
        inner, begin = self.reading.compound(part.get("ref", ""), self.depth)
        first = self.start(part) - begin
        self.into.take(_heard_or_seen(inner, part.get("srcEnable", "all")), first, first + length, at, order)
        self.report.assume(f"“{shortened(part.get('name', ''))}” was a compound clip: it lies flat now.")
        if part.find("timeMap") is not None:
            self.report.lose(f"The speed of the compound clip “{shortened(part.get('name', ''))}”.")


def _below(order: Order) -> Order:
    """Sounds lie the other way round: the lane right below the pictures is the first."""
    return tuple(-one for one in order)


def _inside(clip: Element, offset: Fraction) -> Iterator[tuple[Element, Fraction]]:
    """The media element in a clip, through the gap that stands for a missing picture, and its offset in the clip."""
    for inner in clip:
        if inner.tag in ("video", "audio") and inner.get("ref"):
            yield inner, offset + time(inner, "offset", ZERO)
        elif inner.tag == "gap":
            yield from _inside(inner, offset + time(inner, "offset", ZERO) - time(inner, "start", ZERO))


def _heard_or_seen(inner: Unfolded, only: str) -> Unfolded:
    """All of a compound clip, or only its pictures, or only its sound."""
    if only not in ("audio", "video"):
        return inner
    kept = Unfolded()
    for lane in inner.lanes():
        if only == "video" and lane.kind == "video":
            here = kept.lane("video", lane.order, name=lane.name)
            here.seams += lane.seams
            for piece in lane.pieces:
                kept.put(here, replace(piece, silent=True))
        elif only == "audio":
            heard = [one for one in lane.pieces if lane.kind == "audio" or (one.media and not one.silent)]
            here = kept.lane("audio", lane.order if lane.kind == "audio" else (*lane.order, -1), name=lane.name)
            for piece in heard:
                kept.put(here, replace(piece, silent=None))
    return kept
