"""A run as the terminal tells it: everything on record, or its log line by line as it grows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import sleep

from django.core.management.base import OutputWrapper

from runs.answers import EventRecord, ProgressRecord, RunRecord
from runs.models import Run
from runs.progress import Line, Progress, lines_of
from runs.reading import BEGINNING, Log
from runs.wording import words_of
from tools.terminal import Answer, table

LOOK_AGAIN = 1.0
WAITS = (Run.Status.APPROVED, Run.Status.RUNNING, Run.Status.PAUSED)


def told(run: Run, failed: bool = False) -> Answer:
    """Everything on record about a run."""
    record = RunRecord.of(run)
    lines = lines_of(run, run.steps.all(), {})
    events = [
        (event.sequence, f"{event.created_at:%Y-%m-%d %H:%M:%S}", event.event, _said(event)) for event in record.events
    ]
    text = [
        f"{record.id}  {record.status}  {record.message}",
        *_standing(run, lines),
        *[f"Wants a confirmation: {one['message']}" for one in run.preview.get("confirmations", [])],
        "",
        table(("STEP", "TOOL", "STATUS", "CREDITS", "WHAT"), [_row(line) for line in lines]),
        "",
        table(("EVENT", "WHEN", "KIND", "WHAT"), events),
    ]
    return Answer(record.wire(), "\n".join(text), failed)


def _standing(run: Run, lines: list[Line]) -> Iterator[str]:
    """How far it is, why it waits, or what came of it."""
    shown = run.preview.get("preview") or {}
    progress = Progress(run, lines, int((shown.get("cost") or {}).get("high") or 0))
    if run.status in WAITS:
        yield "; ".join(filter(None, (progress.steps, progress.meter))) + "."
    if run.status == Run.Status.RUNNING and run.cancel_asked_at:
        yield "Stopping at the next safe place."
    if run.status == Run.Status.PAUSED:
        yield progress.waits
    if run.status == Run.Status.FAILED:
        yield progress.failure.message
        yield from (f"Not applied: {line.sentence}" for line in progress.not_applied)
        yield from (f"You can: {fix}" for fix in progress.failure.fixes)
    elif run.status not in WAITS:
        yield run.verdict or shown.get("summary", "")


def _row(line: Line) -> tuple[object, ...]:
    came = line.outcome
    parts = [
        line.sentence,
        line.error if line.status != "done" else "",
        f"{line.headway.words}." if line.headway else "",
    ]
    if came:
        stand_in = " (placeholder)" if came.placeholder else ""
        parts.append(f"Made {came.name} {came.asset}{stand_in}." if came.asset else f"Result: {came.where}.")
    return line.key, line.tool, line.word, line.credits or "", " ".join(filter(None, parts))


def follow(log: Log, out: OutputWrapper, *, as_json: bool = False) -> str:
    """Write each event as it comes, one line an event, and in between how far the step is; the status at the end.

    Raises `Gone`.
    """
    place, far = BEGINNING, _Far(out, as_json)
    while True:
        reading = log.read(place)
        for one in reading.told:
            place = one.place
            far.wipe()
            out.write(json.dumps(one.event.wire(), ensure_ascii=False) if as_json else _line(one.event))
        for progress in reading.progress:
            far.show(progress)
        out.flush()
        if reading.ended:
            far.wipe()
            return reading.ended
        if not reading.more:
            sleep(LOOK_AGAIN)


class _Far:
    """How far the step is: on a terminal one line that is written over, in a file a line at each tenth, as JSON each."""

    def __init__(self, out: OutputWrapper, as_json: bool) -> None:
        self.out, self.as_json, self.over = out, as_json, out.isatty() and not as_json
        self.shown: object = None

    def show(self, progress: ProgressRecord) -> None:
        told = progress.data
        stands = told if self.as_json or self.over else (told.id, told.unit, told.done * 10 // max(1, told.of))
        if stands == self.shown:
            return
        self.wipe()
        self.shown = stands
        text = json.dumps(progress.wire(), ensure_ascii=False) if self.as_json else f"{'':16}{told.said}"
        self.out.write(text, ending="" if self.over else None)

    def wipe(self) -> None:
        """Take the line away that is to be written over."""
        if self.over and self.shown:
            self.out.write("\r\x1b[K", ending="")
        self.shown = None if self.over else self.shown


def _line(event: EventRecord) -> str:
    spent, left = event.data.get("creditsSpent"), event.data.get("budgetRemaining")
    meter = f"  [{spent} credits spent, {left} left]" if left is not None else ""
    return f"{event.sequence:>4}  {event.created_at:%H:%M:%S}  {_said(event)}{meter}"


def _said(event: EventRecord) -> str:
    said, words = words_of(event.event, event.data)
    return f"{said}: {words}" if words else said
