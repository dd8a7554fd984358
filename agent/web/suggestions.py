"""What a person could say to this composition: examples that fit what is in it."""

from __future__ import annotations

from tools.composition import Composition

MOST = 4


def suggestions(state: Composition) -> list[str]:
    """At most four sentences that the planner understands and that would do something here."""
    types = [item["type"] for item in state.items.values()]
    tall = state.height > state.width
    said = []
    if types.count("video") > 1:
        said.append("Delete the last clip" + ("" if tall else " and make it vertical"))
    if "text" not in types:
        said.append("Add a title card that says Hello")
    elif state.items:
        said.append("Make the title yellow and move it to the top")
    if "audio" in types:
        said.append("Lower the music by 6 dB and fade it out over 2 seconds")
    if "video" in types:
        said.append("Make the first clip black and white")
    said.append("How long is this?")
    return said[:MOST]
