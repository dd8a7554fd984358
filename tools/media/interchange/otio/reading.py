"""An OpenTimelineIO file as a composition's document: our own exactly as it was, others' by what they say of the cut."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

from ..assemble import assemble
from ..cut import DEEPEST, ZERO, Cut, Mark, Media, Order, Piece, Seam, Unfolded
from ..rates import FASTEST, exact_rate, spoken_rate
from ..refusals import TooMuch, Unreadable
from ..reports import Report, shortened
from ..shelf import Shelf, file_name
from . import own, schema

Record = dict[str, Any]
GREY = "#808080"
BLACK = {"slug", "black", "blackvideo", "black video"}


def read(text: str, shelf: Shelf | None, report: Report, fps: Fraction | None = None) -> Record:
    """The document; raises Unreadable, NothingInIt, TooMuch."""
    timeline = schema.timeline_in(_json(text))
    if (document := own.document_in(timeline, shelf, report)) is not None:
        return document
    return assemble(_Reading(timeline, report, fps).cut(), shelf or Shelf(), report)


def _json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise Unreadable("It is nested deeper than any timeline.") from None
    except ValueError as error:
        raise Unreadable(f"It is no JSON: {str(error)[:200]}.") from None


def _no_number(name: str) -> Any:
    raise Unreadable(f"It holds {name}, which is no number that a time can have.")


class _Reading:
    def __init__(self, timeline: schema.Timeline, report: Report, fps: Fraction | None) -> None:
        self.timeline, self.report = timeline, report
        self.fps = fps or self._rate()

    def cut(self) -> Cut:
        unfolded = self.stack(self.timeline.tracks, 0)
        start = self.timeline.global_start_time
        begin = start.seconds("the timeline's start") if start else ZERO
        if begin < 0:
            raise Unreadable("The timeline begins before 00:00:00:00.")
        cut = Cut(self.timeline.name or "Timeline", self.fps, unfolded.lanes(), unfolded.marks)
        cut.start_frame = round(begin * self.fps)
        return cut

    def _rate(self) -> Fraction:
        """That of the start, else the one that most lengths count in."""
        if start := self.timeline.global_start_time:
            return exact_rate(start.rate)
        rates = Counter(
            exact_rate(length.rate, most=schema.FINEST)
            for item in _items(self.timeline.tracks)
            if item.source_range and (length := item.source_range.duration) and length.rate > 0
        )
        for rate, _ in rates.most_common():
            if rate <= FASTEST:
                if len(rates) > 1:
                    self.report.assume(f"The timeline runs at {spoken_rate(rate)} fps, as most of its clips do.")
                return rate
        return Fraction(24)

    # --- nests ----------------------------------------------------------------------------------------------------

    def stack(self, stack: schema.Stack, depth: int) -> Unfolded:
        if depth > DEEPEST:
            raise TooMuch(f"Timelines lie in one another more than {DEEPEST} deep. Flatten some of them first.")
        unfolded = Unfolded()
        for number, child in enumerate(stack.children):
            inside = self.track(child if isinstance(child, schema.Track) else _alone(child), (number,), depth)
            unfolded.take(inside, ZERO, inside.length, ZERO, ())
            unfolded.length = max(unfolded.length, inside.length)
        unfolded.marks += [self.mark(marker, ZERO) for marker in stack.markers or ()]
        return unfolded

    def track(self, track: schema.Track, order: Order, depth: int) -> Unfolded:
        unfolded, at = Unfolded(), ZERO
        if track.kind not in ("Video", "Audio"):
            self.report.lose(f"The track “{shortened(track.name or '')}”: it is neither picture nor sound.")
            return unfolded
        kind = "audio" if track.kind == "Audio" else "video"
        off = {"hidden": not track.enabled} if kind == "video" else {"muted": not track.enabled}
        lane = unfolded.lane(kind, order, name=track.name or "", **off)  # type: ignore[arg-type]
        for child in track.children:
            if isinstance(child, schema.Transition):
                lane.seams.append(self.seam(child, at))
                continue
            if isinstance(child, schema.Clip):
                unfolded.put(lane, piece := self.piece(child, at))
                unfolded.marks += [self.on_clip(marker, piece) for marker in child.markers or ()]
                at = piece.end
            elif isinstance(child, schema.Gap):
                at += self.span(child)[1]
            else:
                at += self.nest(unfolded, child, at, order, depth)
        unfolded.length = at
        unfolded.marks += [self.mark(marker, ZERO) for marker in track.markers or ()]
        return unfolded

    def nest(self, into: Unfolded, child: schema.Nest, at: Fraction, order: Order, depth: int) -> Fraction:
        """A timeline within one, laid out flat; returns how long it is there."""
        inside = self.stack(child if isinstance(child, schema.Stack) else _around(child), depth + 1)
        first, length = self.span(child, inside.length)
        into.take(inside, first, first + length, at, order)
        self.report.assume(
            f"“{shortened(child.name or 'A nested timeline')}” was a timeline of its own: it lies flat now."
        )
        for effect in child.effects or ():
            self.report.lose(f"{_effect(effect)} on “{shortened(child.name or 'a nested timeline')}”.")
        return length

    # --- what lies in them ----------------------------------------------------------------------------------------

    def piece(self, clip: schema.Clip, at: Fraction) -> Piece:
        media = clip.media
        start, duration = self.span(clip)
        name = clip.name or (media.name if media else "") or "Clip"
        piece = {"name": name, "start": at, "duration": duration, "enabled": clip.enabled, **self.timing(clip, name)}
        if media and media.generates:
            return Piece(**piece, **self.generated(media, name))
        return Piece(**piece, media=_media(media, name), source=start)

    def timing(self, clip: schema.Clip, name: str) -> Record:
        speed = Fraction(1)
        for effect in clip.effects or ():
            if effect.otio_schema.startswith(("LinearTimeWarp.", "FreezeFrame.", "TimeEffect.")):
                speed *= Fraction(effect.time_scalar or 0).limit_denominator(10_000)
            else:
                self.report.lose(f"{_effect(effect)} on “{shortened(name)}”.")
        return {"freeze": True} if speed == 0 else {"speed": abs(speed), "reverse": speed < 0}

    def generated(self, media: schema.Media, name: str) -> Record:
        kind, told = (media.generator_kind or "").casefold(), media.parameters or {}
        if kind in ("text", "title"):
            return {"text": str(told.get("text") or name)[:60_000]}
        if kind in BLACK:
            return {"color": "#000000"}
        if kind in ("solid", "color") and isinstance(told.get("color"), str):
            return {"color": told["color"]}
        self.report.lose(f"What makes “{shortened(name)}” ({shortened(kind)}): a grey plate stands for it.")
        return {"color": GREY}

    def seam(self, transition: schema.Transition, at: Fraction) -> Seam:
        before, after = transition.in_offset.seconds("a transition"), transition.out_offset.seconds("a transition")
        if before < 0 or after < 0:
            raise Unreadable(f"The transition “{shortened(transition.name or '')}” is shorter than nothing.")
        if transition.transition_type not in ("SMPTE_Dissolve", "", None):
            self.report.lose(f"The kind of a transition ({shortened(transition.transition_type)}): it is a fade here.")
        return Seam(at, before, after)

    def span(self, item: schema.Item, whole: Fraction | None = None) -> tuple[Fraction, Fraction]:
        """Where an item begins in what it shows, and how long it is."""
        media = item.media if isinstance(item, schema.Clip) else None
        ranges = [one for one in (item.source_range, media.available_range if media else None) if one]
        where = f"“{shortened(item.name or 'a clip')}”"
        start = next((one.start_time.seconds(where) for one in ranges if one.start_time), ZERO)
        length = next((one.duration.seconds(where) for one in ranges if one.duration), whole)
        if length is None:
            raise Unreadable(f"{where} does not say how long it is.")
        if length < 0:
            raise Unreadable(f"{where} lasts {float(length):g} seconds; a length cannot be below zero.")
        return start, length

    def mark(self, marker: schema.Marker, at: Fraction) -> Mark:
        start, length = (
            time.seconds("a marker") if time else ZERO
            for time in (marker.marked_range.start_time, marker.marked_range.duration)
        )
        color = marker.color.get("name") if isinstance(marker.color, dict) else marker.color
        told = {"color": str(color or "").lower(), "comment": marker.comment or ""}
        return Mark(at + start, marker.name or "", max(ZERO, length), **told)

    def on_clip(self, marker: schema.Marker, piece: Piece) -> Mark:
        """A marker of a clip as one of the composition: it counts in the clip's media."""
        self.report.assume(f"Markers on “{shortened(piece.name)}” are the composition's now.")
        offset = -piece.source / piece.speed
        mark = self.mark(marker, ZERO)
        inside = max(ZERO, min(piece.duration, mark.at / piece.speed + offset))
        return Mark(piece.start + inside, mark.name, mark.duration, mark.color, mark.comment)


def _media(media: schema.Media | None, name: str) -> Media:
    url = media.target_url if media else ""
    called = file_name(url) or (media.name if media else "") or name
    span = media.available_range if media else None
    start = span.start_time.seconds(called) if span and span.start_time else None
    length = span.duration.seconds(called) if span and span.duration else None
    fps = (
        exact_rate(span.duration.rate, most=schema.FINEST)
        if span and span.duration and span.duration.rate >= 1
        else None
    )
    steady = fps if fps and fps <= FASTEST else None
    return Media(url or called, called, url=url, start=start, duration=length, fps=steady)


def _effect(effect: schema.Effect) -> str:
    return f"The effect {shortened(effect.effect_name or effect.name or effect.otio_schema)}"


def _items(nest: schema.Nest) -> list[schema.Item]:
    found: list[schema.Item] = []
    for child in nest.children:
        if isinstance(child, schema.Item):
            found += [child, *(_items(child) if isinstance(child, schema.Nest) else [])]
    return found


def _alone(child: Any) -> schema.Track:
    """A track for what lies in a stack without one."""
    return schema.Track.model_construct(children=[child], name="", kind="Video", enabled=True, markers=None)


def _around(track: Any) -> schema.Stack:
    return schema.Stack.model_construct(children=[track], name="", markers=None)
