"""Questions in everyday words, beside the plain ones: yes or no, more or less than, how much of, what is on at."""

from __future__ import annotations

from collections.abc import Callable

from . import comparing, facts, hearing, listings, portraits
from .pattern import Found
from .sketch import Sketch

Tell = Callable[[Sketch, Found], str]

VIDEO = "(video|composition|it|this|project|edit|timeline|movie|film|vid|sequence|that|everything|all [video|project|edit|timeline|thing|of] [it] / whole|entire [video|composition|project|edit|thing|timeline|movie|vid])"
BE = "is|are|was|does|do|will|would"
T = "{things}"


def captions(sketch: Sketch, found: Found) -> str:
    ids = [item for item in sketch.by_time(sketch.state.items) if sketch.state.items[item]["type"] == "captions"]
    return f"Yes: {facts.listed([sketch.label(item) for item in ids])}." if ids else "No, there are no captions yet."


def this_long(sketch: Sketch, found: Found) -> str:
    """ "how long is this": what is selected, and the whole as well, since either may be meant."""
    chosen = [item for item in sketch.scene.selected if item in sketch.state.items]
    told = [
        f"{facts.named(sketch, item)} is {facts.span(sketch, sketch.state.items[item]['durationInFrames'])} long."
        for item in chosen
    ]
    return " ".join([*told, facts.total(sketch, found)])


INQUIRIES: tuple[tuple[str, Tell], ...] = (
    # what is heard
    ("how much silence|silences {tail}", hearing.silence), ("how many silences|pauses {tail}", hearing.silence), ("how much dead air {tail}", hearing.silence),
    ("how much|many silence|silences|pauses [is|are] [there] in|on|of {things}", hearing.silence),
    ("(is|are) there [any|much|many|some|a] silence|silences|pause|pauses {tail}", hearing.silence), ("(where|when) is|are [all] [the] silence|silences|pauses {tail}", hearing.silence), ("how long is|are [all] [the] silence|silences|pauses {tail}", hearing.silence),
    # what would otherwise be read as something else
    ("(what|which|who) [clip|item|shot|one|thing] [is|comes|plays|goes|come|happens|runs] [right|directly|just|immediately|next] before {things}", facts.before), ("(what|which|who) [clip|item|shot|one|thing] [is|comes|plays|goes|come|happens|runs|follows] [right|directly|just|immediately|next] after {things}", facts.after),
    ("[what|which] [clip|clips|item|items|one] [is|are] [currently] selected", facts.selection), ("(is|are) [there] anything|something|any|everything muted|silent|mute {tail}", facts.muted), ("(is|are) [there] anything|something|any hidden|disabled|invisible {tail}", facts.hidden),
    ("(when / what time / where) do|does it|this|that [video] end|finish|stop", this_long), ("how long [is|are|does] this|it [one|last|run|be] [long]", this_long), (f"(what|which) {T} [do|does|are|have|is] [i|we|you|there|it] [have|got|there|here]", listings.listing), ("how many {kind:word} tracks|layers {tail}", portraits.tracks_of),
    ("any captions|subtitles|subs {tail}", captions), ("(is|are) there [any|some] captions|subtitles|subs [yet|already] {tail}", captions), ("what [is|does|do] {things} [currently] say|read", facts.says), ("what is {things} 's text", facts.says),
    # the whole
    ("(what|which) [is|are] [the] [current] fps|framerate [{tail}] [are|is|do|does] [we|it|this|i|the] [video|project] [cutting|working|editing|running|shooting|set|at|in|on|have|use|using] [at|in|on|to]", facts.rate),
    ("(what|which) frame rate [are|is|do|does] [we|it|this|i|the] [video|project] [cutting|working|editing|running|set|at|in|have|use] [at|in|to]", facts.rate),
    (f"is|are {VIDEO} [at|in|running|set] [at|to|in] {{number}} [<fps>] [or {{other:number}} [<fps>]]", facts.rate),
    (f"(what|is|are|so) [{VIDEO}] [at|in] {{number}} <fps> [or {{other:number}} [<fps>]]", facts.rate),
    ("how many <fps> [is|are|do|does] [it|this|we|the] [video|have|at|in|run] [at]", facts.rate),
    ("<fps>", facts.rate), ("<framerate>", facts.rate),
    (f"[what] [is|are] [the|our|my] [total|current|overall] trt|tc|runtime|length|duration [of|on|for] [{VIDEO}] [at|now]", facts.total), ("what is [the] running|run time", facts.total),
    (f"how long [{BE}] [that|we|are] {VIDEO} [at] [all] [in] [total|all]", facts.total), (f"how long [{BE}] {VIDEO} [run|last|be|go] [for]", facts.total),
    (f"how many frames [{BE}] [there] [in] [total|all|altogether] [{VIDEO}]", facts.total), ("how many seconds|minutes [is|are|of] [there|video|it|this|we] [in] [total|all|have|long|altogether]", facts.total),
    (f"[{BE}] {VIDEO} [last|run|be] [longer|more|over|above] [than] {{amount}} [long]", comparing.total_than), (f"[{BE}] {VIDEO} [last|run|be] [shorter|less|under|below|within] [than] {{amount}} [long]", comparing.total_under),
    (f"is|are|does {T} [last|run|be] (longer|more than / over|above) {{amount}} [long]", comparing.total_than), (f"is|are|does {T} [last|run|be] (shorter|less than / under|below) {{amount}} [long]", comparing.total_under),
    (f"is|are {VIDEO} [in|really] ({{resolution}} / hd / full hd / uhd) [or {{other:resolution}}]", facts.size), (f"(what|which) resolution|size|dimensions|quality [is|are] {VIDEO} [in|at]", facts.size),
    (f"is|are {VIDEO} [in|a] {{ratio}} [video|format] [or {{other:ratio}}]", facts.aspect), (f"is|are {VIDEO} [in] portrait|vertical|landscape|horizontal|square|widescreen|tall|wide or [in] portrait|vertical|landscape|horizontal|square|widescreen|tall|wide", facts.aspect),
    ("is|are [the] background [color|colour] {colour}", facts.background), ("is|are [the] background [color|colour] {colour} or {other:colour}", facts.background),
    ("(what|where) is [the] playhead|cursor [at|on|now|position]", portraits.playhead), ("where am i [at] [in] [the] [timeline|video]", portraits.playhead),
    ("how many cuts|edits [is|are] [there] {tail}", portraits.cuts), ("(where|when) [is|are] [the|all] [first|last|next] cut|cuts [at] [{at}]", portraits.cuts),
    ("(give|show|tell) [me] [a|the] rundown|summary|overview|breakdown|outline|recap [of] [the|this|it|everything] [video|project|edit|timeline]", listings.overview), ("where|what is|are everything", listings.overview), ("list|show [me] everything [there] [is]", listings.overview),
    # what is on at a time
    ("(what|which|who) [clip|clips|shot|item|items|else] [is|are|do|does|am] [i|we|you|on|playing|showing|visible|there|see|hear] [on|up|see|seeing|hearing|get|have] [screen|show|tv|air|display|timeline] {at}", facts.at),
    ("(what|which|who) [clip|clips|shot|item|items|else] [is|are] [on|playing|showing|visible|shown|there|up|running|happening|going] [on|at] [screen] at|@|around {point}", facts.at), ("(what|which) [clip|shot|item|is] [is] [on] [the] [screen] {at}", facts.at),
    (f"is|are {T} [on|playing|visible|showing|there|audible|up] [screen] {{at}}", facts.where), (f"does|do|is|are|can|will {T} [still] [play|show|appear|playing|showing|hear|heard] {{at}}", facts.where),
    ("(what|which) frame|second|time|minute|timecode|point [on|at] [do|does|is|are] {things} [start|starts|begin|end|ends|come|comes|appear|show|finish|stop|go] [on|at|in|up|away]", facts.where),
    (f"at|on|in|from what|which time|second|point|frame|timecode|minute [do|does|is|are] {T} [start|starts|begin|end|ends|come|comes|appear|show|finish|stop|go] [in|up|on|at|away]", facts.where),
    (f"(where|when) [do|does|is|are|will] {T} [first|actually|finally] [go|goes|disappear|disappears|leave|leaves|vanish|kick|fade|cut|drop] [away|off|out|in|screen|over|the]  [screen]", facts.where),
    (f"how long [do|does|is|are|will] {T} [stay|stays|show|shown|visible|up|there|on|last|appear|play|run|playing|remain|shows|be|seen] [on|up|for] [the] [screen] [for]", facts.length), ("how much longer [is|are|does] [the] {a:things} than {b:things}", comparing.difference),
    ("how much shorter [is|are|does] [the] {a:things} than {b:things}", comparing.difference), ("how much louder is|are {a:things} than {b:things}", lambda s, m: comparing.than(s, {**m, "compared": "louder"})),
    (f"how long [is|are] {T} [all|altogether|together|combined|total|overall|in] [together|total|all]", portraits.together), (f"[what] [is] [the] total|combined|overall length|duration|time of {T} [together|combined]", portraits.together), (f"how much {T} [is|are|do] [there|we|i] [have|left|in] [total]", portraits.together),
    (f"how much [time|of] [{VIDEO}] [is|are|does] [taken|made] [up] [by|of] {T} [take] [up]", portraits.share), (f"how much of [the|this|my] {VIDEO} [is|are|does] {T} [take|fill|cover] [up]", portraits.share), (f"(what|which|how) [much|big|many] [of] [a] percent|percentage|share|fraction|part|proportion [of] [the] {VIDEO} [is|are|does] {T} [take] [up]", portraits.share),
    (f"how much|long [time] [is|are|do] [there|we|left|have] [left] after {T} [ends|end|stops|is] [over|done]", portraits.rest),
    # comparing
    ("is|are|does|do|was {a:things} [play|start|run|last|end|come] [a] [bit|lot|much|any|in] {compared} than {b:things} [does|is]", comparing.than), ("does|do|is|are {a:things} [come|start|begin|play|go] before {b:things}", lambda s, m: comparing.than(s, {**m, "compared": "earlier"})), ("does|do|is|are {a:things} [come|start|begin|play|go] after {b:things}", lambda s, m: comparing.than(s, {**m, "compared": "later"})),
    ("(what|which|who) [one|of|clip|two] [these|them|the] [is|are|comes|come|plays|starts|runs|lasts|ends] [the] {compared} [one|clip] [(, / : / of / out of / between)] [is|it] {things}", comparing.most),
    ("(what|which) clip|shot|video|one is|are [the] {measure}", comparing.extreme_clip), ("(what|which) is [the] {measure} clip|shot|video|one [of|in] [all|here|them]", comparing.extreme_clip), ("is|are {things} the {measure} [one|clip|item|thing]", comparing.extreme), ("(what|which|who) [one|clip|item|shot|thing|track|sound|part|is] [is|are] [the] {measure} [one|clip|item|thing|sound|part|track|of] [here|all|them|in|on] [here|there|it|video|timeline]", comparing.extreme),
    # yes or no
    (f"any|some {T} [in|on|at|anywhere|there|here|left] [this|it|the|here|there|all] [video|timeline|project|edit|one]", facts.exists), (f"(is|are there) [already|still|any|a|some|even] {T} [in|on|here|at|yet|anywhere|already|left] [it|this|the|there|all] [video|project|timeline|edit]", facts.exists), ("any gaps|holes {tail}", listings.gaps), ("any transitions|transition|crossfades|dissolves {tail}", listings.transitions), ("any markers|marker {tail}", listings.markers), ("any captions|subtitles|subs {tail}", captions), ("(is|are there) [any] captions|subtitles|subs [yet|already|there] {tail}", captions),
    ("do|does|have|has [we|i|it|you|video|this|that] [have|got|already] [any] captions|subtitles|subs [yet|already]", captions), ("anything muted|silent {tail}", facts.muted), ("anything hidden|disabled {tail}", facts.hidden), ("(is|are there) anything|something muted|silent {tail}", facts.muted), ("anything locked {tail}", facts.locked), ("anything selected {tail}", facts.selection), ("[is] anything selected", facts.selection),
    (f"do|does|is|are|will|has|have {T} [have|got|has] [a|any] [already] fade|fades|fading|faded [in|out|on|it] [or|and] [in|out|it] [at] [the] [end|start|beginning]", portraits.fades), (f"how long is|are|does [the] [{{a:things}} 's] fade|fades [in|out] [of|on|for|in|at] [the] [end|start] [of] {T}", portraits.fades), (f"how long does|do|is {T} 's|fade|fades [fade] [in|out] [take|for|over|last]", portraits.fades), (f"is there [a|any] fade [in|out] on|in|at [the] [end|start] [of] {T}", portraits.fades),
    ("(is|are there) [a|any] transition|crossfade|dissolve|fade|wipe between {a:things} and {b:things}", listings.transitions), ("(what|which) transition|transitions is|are [there] between {a:things} and {b:things}", listings.transitions), ("do|does|is|are anything|something|clips|any [clips|of|items] [them] overlap|overlapping", listings.overview),
    ("(what|which) [clips|clip|ones|items|of|videos] [the|them] [clips] has|have [got] no sound|audio", portraits.silent), ("(what|which) [clips|clip|ones|items] [are|is] [without] sound|audio|silent|mute", portraits.silent), ("(what|which) clips|clip do|does not have [any] sound|audio", portraits.silent), (f"do|does|has|have {T} [have|got] [any|a|its] [own] <sound>", facts.volume), (f"is there [any] <sound> on|in|with {T}", facts.volume),
    (f"(what|which) level|volume|gain|loudness|db [is|are] {T} [at|on|set|playing|in] [to|at]", facts.volume), (f"(what|how many|which) db|decibels|loud [is|are] {T} [at|set] [to|at]", facts.volume), (f"how loud|quiet|high [do|does|is|are|have] [the] [volume|level] [of] {T} [at|set|playing|play|right]", facts.volume), (f"is|are [the] [volume|sound|level] [of] {T} [muted|silent|on|off|low|loud|up|down|high]", facts.volume), (f"is|are {T} [on] mute", facts.volume), (f"(what|how) [is|about] [the] <sound> [level] [of|on|for] {T} [at]", facts.volume),
    (f"(what|which) [playback] speed|rate [is|are] {T} [at|playing|in|on|running]", facts.speed), (f"is|are|was {T} [been] [being] [a] [bit] [playing|running|still|already] [in|at|slow|sped|slowed|fast|normal|double|half|faster|slower] [slow|fast|down|up|motion|speed|mo|normal] [motion|speed|mo]", facts.speed), (f"how fast|slow [is|are|does|do] {T} [playing|play|going|run|running|go]", facts.speed),
    ("is|are {track} [on|already|still] [muted|hidden|locked|visible|mute|on|off|empty|silent|shown|there|unlocked]", portraits.track), ("how loud is {track}", portraits.track), ("(what|how many) [is|are|items|clips] [is|are] [there] [on|in] {track}", listings.on_this_track),
    (f"(what|which|where|how) [corner|size|place|position|spot|side|big|part] [on|in|of] [the] [screen|frame|picture] [is|are|does|do] {T} [at|in|on|be|placed|sit|positioned] [in] [the] [screen|frame]", portraits.things),
    ("what do|does [the] text|words|title [on] [the] screen say", facts.texts), ("what do|does it|this|that say", facts.texts), ("(what|which) [is|are] [the] [marker|markers] [called|named|say]", listings.markers), ("(what|which) is|are [the] marker [called|named] [at]", listings.markers), ("how many words [is|are] [there] [in|on] {things} [have]", facts.says),
    ("(what|which) am i looking at", facts.selection), ("what is it|this|that [thing|clip|one|i] [selected|called|here]", facts.selection),
)  # fmt: skip
