"""An edit decision list as a composition's document: its rate is inferred, and its sources are offline till they are here."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from tools.composition.timecode import frames

from ..assemble import assemble
from ..cut import Cut, Kind, Lane, Mark, Media, Piece, Seam
from ..rates import NTSC, spoken_rate
from ..refusals import Unreadable
from ..reports import Report, shortened
from ..shelf import Shelf, file_name
from .events import Event, listing_in

Record = dict[str, Any]
RATES = (24, 25, 30, 50, 60)
BLACK = {"BL", "BLACK"}
# A list whose first edit is so much later than a full hour, in seconds, begins at that hour with nothing.
LEAD = 600
WIPES = {"W001": "wipe-right", "W002": "wipe-down", "W101": "wipe-left", "W102": "wipe-up"}


def read(text: str, shelf: Shelf | None, report: Report, fps: Fraction | None = None) -> Record:
    """The document; raises Unreadable, NothingInIt, TooMuch. `fps` where the list's rate is known."""
    listing = listing_in(text, report)
    reading = _Reading(listing.events, listing.drop, fps, report)
    return assemble(reading.cut(listing.title or "Edit list"), shelf or Shelf(), report)


class _Reading:
    def __init__(self, events: list[Event], drop: bool, fps: Fraction | None, report: Report) -> None:
        self.events, self.report = events, report
        self.drop = drop or any(";" in time for event in events for time in event.times)
        self.fps = fps or self.rate()
        self.start = self.begin()

    def cut(self, title: str) -> Cut:
        by_lane: dict[tuple[Kind, int], Lane] = defaultdict(lambda: Lane("video"))
        cut = Cut(title, self.fps, start_frame=self.start, drop=self.drop)
        for event in self.events:
            for kind, number in _channels(event):
                lane = by_lane[kind, number]
                lane.kind, lane.order, lane.name = kind, (number,), f"{kind[0].upper()}{number}"
                self.edit(event, lane)
            cut.marks += [self.mark(event, *marker) for marker in event.markers]
        cut.lanes = sorted(by_lane.values(), key=lambda lane: (lane.kind != "video", lane.order))
        return cut

    def edit(self, event: Event, lane: Lane) -> None:
        """Put an event on a lane: what comes in, and how."""
        first, last, start, end = (self.frame(time) for time in event.times)
        end += self.day if end < start else 0
        last += self.day if last < first else 0
        if event.dissolve and event.how != "C":
            self.seam(event, lane, start)
        elif event.how.startswith("K"):
            self.report.lose(f"The key of event {event.number}: it is a plain cut.")
        if event.reel.upper() in BLACK or end == start:
            return
        at, length = (Fraction(frames) / self.fps for frames in (start - self.start, end - start))
        timing = self.timing(event, last - first, end - start)
        lane.pieces.append(Piece(event.name, at, length, _media(event), Fraction(first) / self.fps, **timing))

    def seam(self, event: Event, lane: Lane, start: int) -> None:
        kind = "fade" if event.how == "D" else WIPES.get(event.how, "wipe-right")
        if event.how != "D" and event.how not in WIPES:
            self.report.assume(f"The wipe {event.how} of event {event.number} is a wipe to the right here.")
        at, after = (Fraction(frames) / self.fps for frames in (start - self.start, event.dissolve))
        lane.seams.append(Seam(at, Fraction(0), after, kind))

    def timing(self, event: Event, played: int, shown: int) -> Record:
        """Its speed, from its M2 line; without one, what is shown counts and a difference is said."""
        if event.speed is not None:
            speed = Fraction(event.speed) / round(self.fps)
            return {"freeze": True} if speed == 0 else {"speed": abs(speed), "reverse": speed < 0}
        if played == shown:
            return {}
        name = shortened(event.name)
        if not played:
            return {"freeze": True}
        self.report.assume(f"“{name}” shows {played} frames of its source in {shown}: its speed is taken from that.")
        return {"speed": Fraction(played, shown)}

    def mark(self, event: Event, time: str, color: str, name: str) -> Mark:
        return Mark(Fraction(max(0, self.frame(time) - self.start)) / self.fps, name, color=color)

    # --- time -----------------------------------------------------------------------------------------------------

    @property
    def day(self) -> int:
        return frames("23:59:59:00", self.fps, self.drop) + round(self.fps)

    def frame(self, time: str) -> int:
        try:
            return frames(time, self.fps, self.drop)
        except ValueError as error:
            raise Unreadable(
                f"{error} at {spoken_rate(self.fps)} frames per second. Say the rate of this list."
            ) from None

    def rate(self) -> Fraction:
        """The slowest rate that has every frame number in the list and makes the most edits as long as their sources."""
        if self.drop:
            self.report.assume("The list counts in drop-frame timecode, so its rate is taken to be 29.97 fps.")
            return NTSC[30]
        most = max(int(time[-2:]) for event in self.events for time in event.times)
        able = [Fraction(rate) for rate in RATES if rate > most] or [Fraction(60)]
        found = min(able, key=lambda rate: (self._uneven(rate), rate))
        self.report.assume(f"An edit list does not say its rate: it is taken to be {spoken_rate(found)} fps.")
        return found

    def _uneven(self, rate: Fraction) -> int:
        def length(first: str, last: str) -> int:
            return frames(last, rate) - frames(first, rate)

        plain = [event.times for event in self.events if event.speed is None]
        try:
            return sum(length(*times[:2]) != length(*times[2:]) for times in plain)
        except ValueError:
            return len(plain)

    def begin(self) -> int:
        """The timecode of the first frame: a full hour shortly before the first edit, else the first edit's."""
        first = min(self.frame(event.times[2]) for event in self.events)
        hour = frames("01:00:00:00", self.fps, self.drop)
        lead = first % hour
        if 0 < lead <= LEAD * self.fps:
            self.report.assume(f"The timeline is taken to begin on the hour, {lead} frames before its first edit.")
            return first - lead
        return first


def _channels(event: Event) -> list[tuple[Kind, int]]:
    """The lanes that an event lies on: V, A, A2, AA, B and the like."""
    lanes: list[tuple[Kind, int]] = []
    for part in event.channels.replace("/", " ").split():
        if part.startswith("V") or part == "B":
            lanes.append(("video", int(part[1:]) if part[1:].isdigit() else 1))
        if part.startswith("A") or part == "B":
            lanes.append(("audio", int(part[1:]) if part[1:].isdigit() else 1))
    if not lanes:
        raise Unreadable(f"Event {event.number} is on {event.channels!r}, which is neither pictures nor sound.")
    return lanes


def _media(event: Event) -> Media:
    name = event.name
    told = event.source or (name if "." in name else "")
    return Media(f"{event.reel}/{told or name}", file_name(told) or name, url=told, reel=event.reel)
