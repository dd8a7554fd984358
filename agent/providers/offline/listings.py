"""What there is, told as lists: tracks, assets, markers, gaps, transitions, and the whole at a glance."""

from __future__ import annotations

from .facts import listed, named, span, verb
from .intents.deleting import gaps as gaps_of
from .pattern import Found
from .sketch import Sketch


def markers(sketch: Sketch, found: Found) -> str:
    held = sketch.state.markers
    told = [f"“{m.get('name') or m['id']}” at {sketch.clock(m['atFrame'])} (frame {m['atFrame']})" for m in held]
    return (
        f"There {verb(told)} {len(told)} marker{'' if len(told) == 1 else 's'}: {listed(told)}."
        if told
        else "There are no markers (0)."
    )


def gaps(sketch: Sketch, found: Found) -> str:
    told = [
        f"{sketch.clock(start)}–{sketch.clock(end)} on {track['name']}" for track in sketch.state.tracks for start, end in gaps_of(sketch, track["id"])
    ]  # fmt: skip
    return (
        f"There {verb(told)} {len(told)} gap{'' if len(told) == 1 else 's'}: {listed(told)}."
        if told
        else "There are no gaps (0)."
    )


def transitions(sketch: Sketch, found: Found) -> str:
    told = [
        f"{held['kind']} between {named(sketch, held['leftId'])} and {named(sketch, held['rightId'])}"
        for track in sketch.state.tracks
        for held in track.get("transitions", ())
    ]
    return (
        f"There {verb(told)} {len(told)} transition{'' if len(told) == 1 else 's'}: {listed(told)}."
        if told
        else "There are no transitions (0)."
    )


def count_markers(sketch: Sketch, found: Found) -> str:
    return markers(sketch, found)


def count_transitions(sketch: Sketch, found: Found) -> str:
    return transitions(sketch, found)


def count_assets(sketch: Sketch, found: Found) -> str:
    return assets(sketch, found)


def tracks(sketch: Sketch, found: Found) -> str:
    told = [
        f"{track['name']} ({track['kind']}, {len(track['items'])} item{'' if len(track['items']) == 1 else 's'})"
        for track in sketch.state.tracks
    ]
    return f"The tracks from the bottom: {listed(told)}." if told else "There are no tracks."


def assets(sketch: Sketch, found: Found) -> str:
    told = [str(asset.get("name") or key) for key, asset in sketch.state.assets.items()]
    more = [str(file.get("name") or key) for key, file in sketch.scene.beside.items()]
    here = f"The library has {len(told)}: {listed(sorted(told))}." if told else "The library is empty."
    return f"{here} The workspace has {len(more)} more to use: {listed(sorted(more))}." if more else here


def listing(sketch: Sketch, found: Found) -> str:
    ids = list(found["things"].ids)
    return f"{len(ids)}: {listed([sketch.label(item) for item in ids])}." if ids else "There are none."


def on_this_track(sketch: Sketch, found: Found) -> str:
    track = next(track for track in sketch.state.tracks if track["id"] == found["track"])
    return (
        f"On {track['name']}: {listed([sketch.label(item) for item in sketch.by_time(track['items'])])}."
        if track["items"]
        else f"{track['name']} is empty."
    )


def overview(sketch: Sketch, found: Found) -> str:
    state = sketch.state
    return (
        f"“{state.name}” is {span(sketch, state.end)} long, {state.width}×{state.height}, with {len(state.items)} items on {len(state.tracks)} tracks: "
        f"{listed([named(sketch, item) for item in sketch.by_time(state.items)])}."
    )


def abilities(sketch: Sketch, found: Found) -> str:
    return (
        "I plan changes to this composition and show them before anything happens: cut, move, trim, titles, sound, colour, speed, transitions, size. "
        "For example “trim the interview to its first 5 seconds”, “fade the music out” or “make it vertical”."
    )
