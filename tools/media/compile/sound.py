"""The sound of a window: each track a row of pieces and silences cut to the sample, and all tracks mixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from tools.composition import Composition, timing
from tools.composition.effects import EFFECTS as KINDS
from tools.composition.model import Record
from tools.composition.values import plain
from tools.media.sources import Source

from .graph import Builder, Pad
from .motion import Values, combined, expression, number, sampled, settled, steady, times
from .reading import place_in_source, reading_of
from .stretch import Shown, counts, spans_of

GRAIN = 128
"""Samples in which a changing volume stays the same."""
# A click is what a cut through the middle of a wave sounds like; this is too short to hear.
SOFT = Fraction(5, 1000)
# Seconds that are heard beyond an end, at the new pace, because a change of tempo keeps its last ones to itself.
SPARE = Fraction(1, 5)


def samples_at(frame: int, rate: int, fps: Fraction) -> int:
    """The sample at which a frame of the composition begins."""
    return round(frame * rate / fps)


def audible(state: Composition, sources: Mapping[str, Source]) -> bool:
    """Whether there is anything to be heard at all."""
    return any(
        heard(item, sources) for track in state.tracks if counts(track, "audio") for item in _items(state, track)
    )


def heard(item: Record, sources: Mapping[str, Source]) -> bool:
    source = sources.get(item.get("assetId", ""))
    silent = not item.get("enabled", True) or item.get("freeze") or item.get("audio", {}).get("muted")
    return bool("audio" in item and not silent and (source is None or source.traits.sound))


def mixed(g: Builder, state: Composition, sources: Mapping[str, Source], window: range) -> Pad:
    """As many samples, in stereo, as the window has; unlimited, so that peaks may be above 1."""
    start = samples_at(window.start, g.rate, g.fps)
    length = samples_at(window.stop, g.rate, g.fps) - start
    if state.head["masterAudio"].get("muted"):
        return _silence(g, length)
    rows = [_track(g, state, sources, track, window) for track in state.tracks if counts(track, "audio")]
    tracks = [row for row in rows if row]
    if not tracks:
        return _silence(g, length)
    both = tracks[0]
    if len(tracks) > 1:
        both = g.joined(tracks, f"amix=inputs={len(tracks)}:normalize=0:duration=longest")
    master = _volumes(g, _mastered(state, window))
    return g.then(both, *master, f"atrim=end_sample={length}", "asetpts=N/SR/TB")


def _items(state: Composition, track: Record) -> Iterator[Record]:
    return (state.items[id] for id in track["items"])


# --- one track --------------------------------------------------------------------------------------------------------


def _track(g: Builder, state: Composition, sources: Mapping[str, Source], track: Record, window: range) -> Pad | None:
    """The track's pieces and the silences between them, one after the other; None when nothing is heard."""
    g.readings.clear()  # two tracks are heard at the same time, so neither can wait for the other's file
    at, row, any_heard = window.start, list[Pad](), False
    for span in sorted(spans_of(state, track, window), key=lambda one: one.start):
        start, stop = max(span.start, window.start), min(span.stop, window.stop)
        g.stretch += 1
        pad = _piece(g, state, sources, span.shown, range(start, stop))
        if pad is None:
            continue
        if start > at:
            row.append(_silence(g, _count(g, at, start)))
        row.append(pad)
        at, any_heard = stop, True
    if not any_heard:
        return None
    if at < window.stop:
        row.append(_silence(g, _count(g, at, window.stop)))
    pad = g.joined(row, f"concat=n={len(row)}:v=0:a=1") if len(row) > 1 else row[0]
    return g.then(pad, f"volume={number(track['volumeDb'])}dB") if track["volumeDb"] else pad


def _count(g: Builder, start: int, stop: int) -> int:
    return samples_at(stop, g.rate, g.fps) - samples_at(start, g.rate, g.fps)


def _silence(g: Builder, length: int) -> Pad:
    return g.made(f"anullsrc=r={g.rate}:cl=stereo", "aformat=sample_fmts=fltp", f"atrim=end_sample={length}")


def _piece(g: Builder, state: Composition, sources: Mapping[str, Source], shown: Shown, frames: range) -> Pad | None:
    """An item, or two that fade into each other, over frames of the composition."""
    if shown.into is None:
        return _item(g, state, sources, shown.item, frames, [1.0])
    past = [(frame - shown.since) / shown.length for frame in frames]
    left = _item(g, state, sources, shown.item, frames, settled([1 - one for one in past]))
    right = _item(g, state, sources, shown.into, frames, settled(past))
    if left and right:
        return g.joined([left, right], "amix=inputs=2:normalize=0:duration=longest")
    return left or right


def _item(
    g: Builder, state: Composition, sources: Mapping[str, Source], item: Record, frames: range, fade: Values
) -> Pad | None:
    if not heard(item, sources):
        return None
    source, asset = sources.get(item["assetId"]), state.asset_of(item) or {}
    if source is None:
        g.missing[str(asset.get("name", item["assetId"]))] = None
        return None
    own = range(frames.start - item["from"], frames.stop - item["from"])
    length = _count(g, frames.start, frames.stop)
    pad = _heard(g, item, asset, source, own, length)
    gain = times(fade, _loudness(item, own))
    made = g.then(pad, *_effects(g, item), *_pan(item), *_volumes(g, gain), *_soft_ends(g, state, item, own, length))
    return g.then(made, *_cut(length))


def _heard(g: Builder, item: Record, asset: Record, source: Source, own: range, length: int) -> Pad:
    """The item's sound at its own pace and direction, from its first sample in the window."""
    rate, backward = timing.rate(item), bool(item.get("reverse"))
    start = place_in_source(item, g.fps, own[-1] if backward else own[0])
    if (loops := bool(item.get("loop"))) and asset.get("durationSeconds"):
        start %= timing.seconds(asset)
    seconds = float(len(own) * rate / g.fps)
    reading, since = reading_of(g, source, float(start), seconds, loops=loops)
    from_here = float(start) - since
    whole, spare = round(length * rate), 0 if rate == 1 else round(SPARE * g.rate * max(rate, Fraction(1)))
    # Two channels whatever there were, and one channel on both without losing level.
    wide = ["pan=stereo|c0=c0|c1=c0"] if source.traits.channels == 1 else ["aformat=channel_layouts=stereo"]
    return g.then(
        f"{reading.index}:a:0",
        f"atrim=start={from_here:.9f}:end={from_here + seconds + 0.2 + spare / g.rate:.6f}",
        f"asetpts='PTS-{from_here:.9f}/TB'",
        f"aresample={g.rate}:async=1:first_pts=0",
        *wide,
        "aformat=sample_fmts=fltp",
        *_cut(whole if backward else whole + spare),
        *(("areverse", *_cut(whole + spare)) if backward else ()),
        *_paced(g, rate, item.get("keepPitch", True)),
    )


def _cut(length: int) -> tuple[str, ...]:
    """To so many samples, with silence where there are fewer."""
    return f"apad=whole_len={length}", f"atrim=end_sample={length}", "asetpts=N/SR/TB"


def _paced(g: Builder, rate: Fraction, keeps_pitch: bool) -> list[str]:
    """Faster or slower, with the pitch or at the old one; one step changes the tempo from a half to a hundredfold."""
    if rate == 1:
        return []
    if not keeps_pitch:
        return [f"asetrate={round(g.rate * rate)}", f"aresample={g.rate}"]
    steps, left = list[float](), float(rate)
    while left < 0.5:
        steps, left = [*steps, 0.5], left / 0.5
    while left > 100:
        steps, left = [*steps, 100.0], left / 100
    # A few samples alone, fewer than make one of the new ones, are refused.
    return ["asetnsamples=n=1024", *(f"atempo={step:.9f}" for step in [*steps, left] if step != 1)]


# --- how it sounds ----------------------------------------------------------------------------------------------------


def _loudness(item: Record, own: range) -> Values:
    """The item's volume with its fades, as a factor at each frame."""
    audio, length = item["audio"], item["durationInFrames"]
    rise, fall = audio.get("fadeInFrames", 0), audio.get("fadeOutFrames", 0)
    volume = combined(amplitude, sampled(item, ("audio", "volumeDb"), 0, own))
    return times(volume, settled([_faded(frame, length, rise, fall) for frame in own]))


def amplitude(decibels: float) -> float:
    """The factor of a level; the least that there is is silence."""
    return 0.0 if decibels <= -96 else 10.0 ** (decibels / 20)


def _faded(frame: int, length: int, rise: int, fall: int) -> float:
    rising = frame / rise if rise else 1.0
    falling = (length - frame) / fall if fall else 1.0
    return max(0.0, min(1.0, rising, falling))


def _mastered(state: Composition, window: range) -> Values:
    master = state.head["masterAudio"]
    rise, fall = master.get("fadeInFrames", 0), master.get("fadeOutFrames", 0)
    faded = settled([_faded(frame, state.end, rise, fall) for frame in window])
    return times([amplitude(master.get("volumeDb", 0))], faded)


def _volumes(g: Builder, gain: Values) -> list[str]:
    if gain == [1.0]:
        return []
    if steady(gain):
        return [f"volume={number(gain[0])}"]
    # Between two frames the volume goes on in a straight line, so that no step is heard.
    told = expression(gain, f"t*{g.fps.numerator}/{g.fps.denominator}")
    return [f"asetnsamples=n={GRAIN}:p=0", f"volume=volume={told}:eval=frame"]


def _pan(item: Record) -> list[str]:
    if not (pan := item["audio"].get("pan", 0)):
        return []
    return [f"pan=stereo|c0={min(1, 1 - pan):.4f}*c0|c1={min(1, 1 + pan):.4f}*c1"]


def _soft_ends(g: Builder, state: Composition, item: Record, own: range, length: int) -> list[str]:
    """A very short fade at each end of an item that its neighbour does not go on with."""
    soft = min(int(SOFT * g.rate), length // 2)
    row = next(track["items"] for track in state.tracks if track["id"] == item["trackId"])
    place = row.index(item["id"])
    before = state.items[row[place - 1]] if place else None
    after = state.items[row[place + 1]] if place + 1 < len(row) else None
    filters = []
    if own.start == 0 and not _goes_on(before, item, g.fps):
        filters.append(f"afade=t=in:ns={soft}")
    if own.stop == item["durationInFrames"] and not _goes_on(item, after, g.fps):
        filters.append(f"afade=t=out:ss={length - soft}:ns={soft}")
    return filters


def _goes_on(left: Record | None, right: Record | None, fps: Fraction) -> bool:
    """Whether a cut was made through one sound that goes on as it was."""
    if left is None or right is None or left.get("assetId") != right.get("assetId"):
        return False
    touch = left["from"] + left["durationInFrames"] == right["from"]
    alike = all(left.get(name) == right.get(name) for name in ("rate", "reverse", "audio"))
    return touch and alike and not left.get("reverse") and timing.source_out(left, fps) == timing.source_in(right)


Sounded = Callable[[dict[str, object]], str]
EFFECTS: dict[str, Sounded] = {
    "high-pass": lambda params: f"highpass=f={params['frequency']}",
    "low-pass": lambda params: f"lowpass=f={params['frequency']}",
    "echo": lambda params: f"aecho=1:1:{params['delayMs']}:{max(0.00001, float(str(params['decay']))):.5f}",
    "compressor": lambda params: (
        f"acompressor=threshold={max(0.000977, amplitude(float(str(params['thresholdDb'])))):.6f}:ratio={params['ratio']}"
    ),
    "denoise": lambda params: f"afftdn=nr={max(0.01, 40 * float(str(params['amount']))):.3f}",
}


def _effects(g: Builder, item: Record) -> list[str]:
    filters = []
    for effect in item.get("effects") or ():
        kind = KINDS.get(effect["kind"])
        if kind and effect["kind"] in EFFECTS:
            given = kind.params.model_validate(effect.get("params") or {}, extra="ignore")
            filters.append(EFFECTS[effect["kind"]](plain(given.model_dump(by_alias=True))))
        elif kind is None and item["type"] == "audio":
            g.note(f"The effect {effect['kind']!r} of {item['name']!r} is not one that can be heard.")
    return filters
