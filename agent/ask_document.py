"""The questions that can be put to a document, as patterns, each with the fact that answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent.providers.offline import facts, listings, portraits
from agent.providers.offline.pattern import Found
from agent.providers.offline.sketch import Sketch

Tell = Callable[[Sketch, Found], str]

INTENTS = {
    "total": "duration", "this_long": "duration", "length": "itemDuration", "track_length": "trackDuration", "rate": "fps",
    "extreme_clip": "extreme", "things": "item", "<lambda>": "than",
}  # fmt: skip
"""What an answer is about, where the name of the fact does not say it well."""

WHOLE = "[the|my|this|our] [whole|entire|full|total|current|finished|final] video|composition|timeline|it|this|project|edit|movie|film|sequence|everything|thing|whole|vid [video|thing] [altogether|total|now|overall] [in] [total|all]"
IN_ALL = "{tail}"
HOW_LONG = "(how long / what length|duration / what is|are|was [the] [total|exact|overall|current|running] length|duration|runtime|time|long / how much time / what [total] length|duration / [the] [total] length|duration|runtime / how many seconds|minutes long)"
IS = "is|are|was|does|do|will"
T = "{things}"
SIZE = "size|resolution|dimensions|aspect [ratio]"
RATE = "(<framerate> / <fps>)"


def canvas(sketch: Sketch, found: Found) -> str:
    return f"{facts.size(sketch, found)} {facts.rate(sketch, found)}"


def under_playhead(sketch: Sketch, found: Found) -> str:
    frame = sketch.scene.playhead
    if frame is None:
        return portraits.playhead(sketch, found)
    ids = [id for id in sketch.by_time(sketch.state.items) if _covers(sketch.state.items[id], frame)]
    shown = facts.listed([facts.named(sketch, id) for id in ids]) or "nothing"
    return f"{portraits.playhead(sketch, found).rstrip('.')}: {shown}."


def _covers(item: dict[str, Any], frame: int) -> bool:
    return bool(item["from"] <= frame < item["from"] + item["durationInFrames"])


def average(sketch: Sketch, found: Found) -> str:
    """The mean length of the things that are named, or of the shots."""
    shots = [id for id, item in sketch.state.items.items() if item["type"] == "video"]
    ids = found["things"].ids if "things" in found else shots
    lengths = [sketch.state.items[item]["durationInFrames"] for item in ids]
    return (
        f"On average {facts.span(sketch, round(sum(lengths) / len(ids)))}, over {len(ids)}."
        if ids
        else "There are none."
    )


def shown(sketch: Sketch, found: Found) -> str:
    """What is to be seen then: sound is not on the screen."""
    return facts.at(sketch, found, seen=True)


SOONER: tuple[tuple[str, Tell], ...] = (
    (f"how many {T} [is|are|do|does] [there|we|i] [have] on|in {{track}}", facts.count_on),
    ("(is|are) [there] [any|some|a] muted|silent track|tracks|layers|clips|items|things {tail}", facts.muted),
    ("(is|are) [there] [any|some|a] hidden|disabled|invisible track|tracks|layers|clips|items|things {tail}", facts.hidden),
    ("(is|are) [there] [any|some|a] locked track|tracks|layer|layers {tail}", facts.locked),
    ("[what|which] [is|are] [the] number|count of {kind:word} tracks|layers {tail}", portraits.tracks_of),
    ("number of tracks|layers {tail}", facts.count_tracks),
    (f"[what|which] [is|are] [the] {SIZE} and [the] {RATE}", canvas),
    (f"[what|which] [is|are] [the] {RATE} and [the] {SIZE}", canvas),
    (f"[what|which] [is|are] [the] average|mean length|duration of [all|the] {T}", average),
    (f"how long is|are {T} on average", average),
    ("[what|which] [is|are] [the] average|mean clip|shot length|duration", average),
    ("(what|which) text|texts|title|titles|words [is|are] [there|shown|visible] [on] [the] [screen] {at}", facts.at),
    ("(what|which) [clip|clips|item|items] [is|are|do|we|can] [we|i|you] [see|shown|showing|visible] [on] [the] [screen] {at}", shown),
    ("what is|are under|below|beneath [the] playhead", under_playhead),
    ("(what|which) files|assets|media [is|are] [being] used|in [use] {tail}", listings.assets),
)  # fmt: skip
"""Questions that what comes after would answer with less than was asked."""

QUESTIONS: tuple[tuple[str, Tell], ...] = (
    # how long
    (f"{HOW_LONG} [{IS}] [of|for] {WHOLE} [be|last|run|take|go|long] [for]", facts.total),
    (f"how long {WHOLE} is|lasts|runs|are|takes|will", facts.total),
    ("how long", facts.total),
    ("[what] [is] [the] total|overall|running length|duration|runtime|time", facts.total),
    (f"{HOW_LONG} [{IS}] [of|for|on] {{track}} [last|run|long|be]", facts.track_length),
    (f"{HOW_LONG} [{IS}] [of|for] {T} [last|run|long|be|play|take]", facts.length),
    (f"how long {T} is|are|lasts|runs|last", facts.length),
    (f"how many seconds|minutes|frames is|are|does|do|long {T} [long|last|have|run]", facts.length),
    (f"what [is] {T} 's length|duration", facts.length),
    ("how many frames [is|are|does|do] [there|in|it|the] [in] [the] [whole] [video|composition|have|it|timeline|are] [there|have|long]", facts.total),
    # how many
    ("how many tracks|layers " + IN_ALL, facts.count_tracks),
    ("how many markers " + IN_ALL, listings.count_markers),
    ("how many transitions|crossfades|dissolves " + IN_ALL, listings.count_transitions),
    ("how many gaps|holes " + IN_ALL, listings.gaps),
    ("how many assets|files " + IN_ALL, listings.count_assets),
    ("how many audio|video tracks " + IN_ALL, facts.count_tracks),
    ("how many effects " + IN_ALL, facts.count_effects),
    (f"how many {T} {IN_ALL}", facts.count),
    (f"(count / the number of / what is [the] number of / number of / give me [the] number of) {T} {IN_ALL}", facts.count),
    (f"how many {T} {{tail}} on|in {{track}}", facts.count_on),
    (f"how many of {T} {IN_ALL}", facts.count),
    (f"(is|are there) [any|some|a] {T} {IN_ALL}", facts.exists),
    (f"do|does we|i|you|it|video|composition|timeline|project|this [video|composition] have|contain [any|some|a] {T}", facts.exists),
    # which
    ("(what|which) [items|clips|ones|things|tracks|track|is] is|are muted|silent", facts.muted),
    ("[is|are] anything|something|any|everything muted|silent [items|clips]", facts.muted),
    ("(what|which) [items|clips|ones|things|tracks|track|is] is|are hidden|disabled|invisible|off", facts.hidden),
    ("[is|are] anything|something|any hidden|disabled [items|clips]", facts.hidden),
    ("(what|which) [tracks|track|is] is|are locked", facts.locked),
    ("[is|are] anything|something|any [track|tracks] locked", facts.locked),
    ("(what|which) [clip|clips|item|items|ones|things] [is|are|do|have|did] [i|we|currently|have] [i|selected] [selected|have] [selected|now|currently]", facts.selection),
    ("[what] is|are selected", facts.selection),
    ("[what] [is] [my|the|current] selection", facts.selection),
    # the canvas
    ("(what|which) [is|are|the] [the|current] [current|video|canvas|frame|composition|output] size|resolution|dimensions [is|of|do|we|have|the|this] [it|the|this|is|we|have] [video|composition|have|in|project|edit|timeline]", facts.size),
    ("how big|wide|tall|high|large is [the] video|composition|canvas|it|frame|picture", facts.size),
    ("[what] [is] [the] size|resolution|dimensions [of] [the] [video|composition|canvas|it]", facts.size),
    ("(what|which) [is|are] [the|current] [current] aspect|format|orientation [ratio] [of|is|do|we|the] [the|it|this|is|have|we] [video|composition|have|in]", facts.aspect),
    ("is|are [it|this|the|video|composition] [video|composition] [in] portrait|vertical|landscape|horizontal|square|widescreen", facts.aspect),
    ("(what|which) [is|are|the] [the|current] [current] <framerate> [is|of|do|does|are] [it|the|this|we|is] [the|video|composition|have|in|use|at|run|using] [video|at|in]", facts.rate),
    ("(what|how many) <fps> [is|are|does] [it|this|the|we] [video|composition|have|at|run|in|there] [at]", facts.rate),
    ("what is [the] <framerate>", facts.rate),
    ("[what] [the] <framerate> [is]", facts.rate),
    ("[what] [the] size|resolution|dimensions is", facts.size),
    ("(what|which) [is] [the] [color|colour|current] background [color|colour] [is] [it|of|the] [video]", facts.background),
    ("(what|which) color|colour is [the] background", facts.background),
    ("(what|which) is [the|this|my] [name|title] [of] [the|this|my] [name|title|video|composition|project|edit] [called|named|name|title]", facts.name),
    ("[what|which] [is] [the] name|title of the|this|my video|composition|project|edit", facts.name),
    ("(what|which) is [the] name|title of [the|this] video|composition|project", facts.name),
    ("(what|which) is [this|the|it] [video|composition|project|it] called|named", facts.name),
    ("(what|which) is [the] [start|starting] timecode|time [code]", facts.timecode),
    # things
    (f"(where|when) is|are {T}", facts.where),
    (f"(where|when) do|does|will|is|are|can {T} [first|start|starts|begin|appear|come|show|end|play|stop|finish|happen|located|placed|sit|to|on] [in|up|be|screen|at|on] [found|screen]", facts.where),
    (f"(what|which) time|second|timecode|frame do|does|is {T} start|begin|end|appear|finish|come [in|at|up]", facts.where),
    (f"[at] what time|second|point do|does|is {T} start|begin|end|appear|finish|come [in|at|up]", facts.where),
    (f"(where|when) {T} is|are|starts|begins|ends|appears|sits|comes|start|appear [in|up|on]", facts.where),
    (f"(what|which) track|layer is|are {T} on|in", facts.on_track),
    (f"on what|which track|layer is|are {T}", facts.on_track),
    (f"what do|does {T} say|read|contain", facts.says),
    (f"what {T} says|say|reads", facts.says),
    (f"what is written [on|in] {T}", facts.says),
    (f"what is [the] text|wording|content [of|on|in] {T}", facts.says),
    ("what text|texts|titles|words [is|are|do|does] [there|shown|on|we|appear] [screen|have|shown|in|the]", facts.texts),
    (f"how loud is|are {T}", facts.volume),
    (f"how loud {T} is|are", facts.volume),
    (f"what is [the] <volume> [of|on|for] {T} [at|set] [to|at]", facts.volume),
    (f"what is {T} 's <volume>", facts.volume),
    (f"is|are {T} muted|silent|audible|on|off|quiet|loud", facts.volume),
    (f"how fast is|does {T} [play|playing|run]", facts.speed),
    (f"what is [the] <speed> [of|on|for] {T}", facts.speed),
    (f"(what|which) color|colour is|are {T}", facts.colour),
    (f"what is [the] color|colour of {T}", facts.colour),
    (f"(what|which) font|typeface is|are|does {T} [in|using|use|have|set]", facts.font),
    (f"what is [the] font [size|of] [of|in] {T}", facts.font),
    (f"how big|large|small is|are {T}", facts.scale),
    (f"what is [the] [size|opacity|scale|rotation|position] size|opacity|scale|rotation|position of {T}", facts.scale),
    (f"how transparent|opaque is|are {T}", facts.scale),
    (f"(is|are) {T} hidden|visible|shown|enabled|disabled", facts.visible),
    # when
    ("(what|which) [clip|clips|items|item|else] is|are|plays|play|shows|happens [playing|shown|visible|there|showing|happening|on|going] [on] {at}", facts.at),
    ("(what|which) [clip|clips|items|item] [is|are|do|we|can] [i|see|we|hear] [see|hear] {at}", facts.at),
    ("(what|which) [clip|item|shot] comes|is|plays|goes [right|directly] [next] after {things}", facts.after),
    ("(what|which) [clip|item|shot] comes|is|plays|goes [right|directly] before {things}", facts.before),
    ("(where|when) is|are [the] marker|markers", listings.markers),
    ("(where|when) is [the] {marker} [marker]", listings.markers),
    ("(what|which|list) [all] [the] [are|is] [the] markers [are] [there] [do] [we|i] [have]", listings.markers),
    ("(is|are there) [any] marker|markers {tail}", listings.markers),
    ("(is|are there) [any] gap|gaps|holes|black [frames|gaps] [in] [the] [video|timeline|main|track]", listings.gaps),
    ("(where|what) is|are [the] gaps|gap", listings.gaps),
    ("(what|which) [are|is] [the] transitions [are|do|is] [there|we] [have]", listings.transitions),
    ("(is|are there) [any] transition|transitions|crossfade|crossfades|dissolve|dissolves|fades {tail}", listings.transitions),
    # lists
    ("(list|name|show|what|which|give) [me] [are|is] [a|all] [all|list] [of] [the] [my] tracks|layers [are|do|is] [there|we|i] [have|there]", listings.tracks),
    ("(list|name|show|what|which|give) [me] [are|is] [a|all] [all|list] [of] [the] [my] assets|files|media [are|do|is|in] [there|we|i|the] [have|there|library]", listings.assets),
    (f"(list|name|show|give / what|which is|are [in] / what|which) [me] [a|all] [all|list] [of] [the|my|out] {T} [are|do|is] [there|we|i] [have|there|called|named]", listings.listing),
    (f"what is|are {T} called|named", listings.listing),
    (f"(what|which) [are|is] [the] names of {T}", listings.listing),
    ("what is|are {track}", listings.on_this_track),
    ("what is|are on|in {track}", listings.on_this_track),
    ("what do|does|is [we|i|it] [have|contain|in|there|on] [the|my|this] [timeline|video|composition|project|here|edit|track]", listings.overview),
    ("what is [in|on|here|going] [on|in] [the|this|my|here] [timeline|video|composition|project|edit]", listings.overview),
    ("describe|summarize|summarise|overview [me] [the|this|my|of|what|it] [the|this|my|is] [timeline|video|composition|project|edit|it|here|there|happening]", listings.overview),
    ("(give|get) [me] a|an overview|summary|description [of] [the|this|my|it] [timeline|video|composition|project|edit]", listings.overview),
    ("what can you|i do|ask|say", listings.abilities),
    ("what are you [able] [to] [do]", listings.abilities),
    ("who are you", listings.abilities),
    ("help", listings.abilities),
)  # fmt: skip
