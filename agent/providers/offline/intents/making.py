"""Pictures, music and voices from words: only made, or made and placed where the words say."""

from __future__ import annotations

from collections.abc import Iterator

from ..assets import find
from ..mods import Mods
from ..pattern import ARTICLES, Found, Reading, Row, Slot, phrases
from ..rule import rules
from ..sketch import MADE, Pass, Sketch
from ..times import Span
from ..tokens import words
from .inserting import add
from .placing import place, swap

PICTURES = "picture|image|photo|illustration|drawing|pic|painting|graphic|photograph"
MUSIC = "music|song|soundtrack|tune|bgm"
VOICES = "voiceover|narration|voice|recording"
NOUNS = {"generate.image": PICTURES, "generate.music": f"{MUSIC}|track|piece", "generate.voice": VOICES}

# These words before "music" are no style of it.
NO_STYLE = ARTICLES | words(
    "to of on in at for from with under over by and or as this that it another other different same more less no any original existing own old"
    " first second third last next louder quieter background"
)
LONGEST_STYLE = 4


def made(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: what a step of this plan makes: "it", "the picture", or by its name."""
    sketch: Sketch = reading.sight
    norms = [token.norm for token in reading.tokens[at : at + 3]]
    if sketch.made and norms:
        start = 1 if norms[0] in ("the", "this", "that") else 0
        if norms[0] in ("it", "this", "that"):
            yield at + 1, sketch.made
        if norms[start : start + 2] == ["voice", "over"]:
            yield at + start + 2, sketch.made
        if norms[start : start + 1] and norms[start] in NOUNS[sketch.maker(sketch.made).tool].split("|"):
            yield at + start + 1, sketch.made
    if any(asset.startswith(MADE) for asset in sketch.state.assets):
        yield from ((end, asset) for end, asset in reading.slots["asset"](reading, at) if asset.startswith(MADE))


def tune(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: what is more than music: "jingle"."""
    if at < len(reading.tokens) and reading.tokens[at].norm in ("jingle", "beat", "score"):
        yield at + 1, reading.tokens[at].norm


def style(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: what music is to be like, as typed: "calm piano"."""
    for end in range(at + 1, min(len(reading.tokens), at + LONGEST_STYLE) + 1):
        token = reading.tokens[end - 1]
        if token.norm in NO_STYLE or token.kind not in ("word", "quote"):
            return
        yield end, reading.raw(at, end)


GENRES = words(
    "jazz ambient lofi techno house funk blues reggae rock hiphop synthwave orchestral strings folk country classical piano guitar drums edm"
)


def genre(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a kind of music by its own name: "jazz", "lo-fi"."""
    norms = [token.norm for token in reading.tokens[at : at + 2]]
    if norms[:1] and norms[0] in GENRES:
        yield at + 1, norms[0]
    if norms in (["lo", "fi"], ["hip", "hop"]):
        yield at + 2, reading.raw(at, at + 2)


WHOLE = "video|composition|film|movie|edit|timeline|project|thing|piece|sequence|cut"
BEDS: tuple[Row, ...] = (
    (f"under|underneath|beneath|below|behind|throughout [all] [of] [the] [whole|entire|full] {WHOLE}|everything|it", lambda s, m: True),
    ("under|underneath|beneath|below|behind it all", lambda s, m: True),
    (f"for|over|to [all] [of] the whole|entire|full {WHOLE}", lambda s, m: True),
)  # fmt: skip
GENERATIVE: tuple[Row, ...] = (("[a|an|some] [new] ai generated|made|drawn", lambda s, m: True), ("[a|an|some] [new] ai|generated|synthetic|drawn|painted", lambda s, m: True))  # fmt: skip
PUT = "add|insert|put|place|include|use|append|overlay|lay|show|display|play|stick|throw|bring|superimpose"
PUTTING: tuple[Row, ...] = ((f"{PUT}|drop [down|in]", lambda s, m: True), ("run|chuck|slap|pop", lambda s, m: True))
BELOW_ZERO: tuple[Row, ...] = (("{figure}", lambda s, m: m["figure"] if m["figure"] < 0 else None),)
SLOTS: dict[str, Slot] = {
    "genre": genre, "below_zero": phrases(BELOW_ZERO), "made": made, "style": style, "tune": tune, "bed": phrases(BEDS), "generative": phrases(GENERATIVE), "putting": phrases(PUTTING),
}  # fmt: skip


def picture(sketch: Sketch, found: Found) -> None:
    prompt = found["content"].strip()
    mods, placed = _where(sketch, found)
    if known := _in_library(sketch, found, prompt):
        add(sketch, {"asset": known, "mods": mods})
        return
    asset = sketch.make("generate.image", prompt=prompt, aspect=found.get("aspect"))
    if placed:
        place(sketch, asset, mods)


def music(sketch: Sketch, found: Found) -> None:
    prompt = " ".join(filter(None, (found.get("content") or found.get("style"), found.get("tune")))).strip()
    mods, placed = _where(sketch, found)
    if known := _in_library(sketch, found, prompt or "music"):
        add(sketch, {"asset": known, "mods": mods})
        return
    seconds = round(found["dur"] / float(sketch.state.fps), 3) if "dur" in found else None
    asset = sketch.make("generate.music", prompt=prompt or "background music", durationSeconds=seconds)
    if placed:
        place(sketch, asset, mods, found.get("gain"))


def bed(sketch: Sketch, found: Found) -> None:
    """ "Some chilled jazz under it": only under something is a kind of music certainly to be heard."""
    mods: Mods = found.get("mods") or Mods()
    if "bed" not in found and mods.span is None:
        raise Pass
    music(sketch, {**found, "content": " ".join(filter(None, (found.get("style"), found["genre"])))})


def voice(sketch: Sketch, found: Found) -> None:
    mods, placed = _where(sketch, found)
    asset = sketch.make("generate.voice", text=found["content"].strip())
    if placed:
        place(sketch, asset, mods)


def narrated(sketch: Sketch, found: Found) -> None:
    """ "Narrate" is to be heard, wherever it is."""
    voice(sketch, {**found, "putting": True})


def put_made(sketch: Sketch, found: Found) -> None:
    place(sketch, found["made"], _bedded(sketch, found), found.get("gain"))


def replace_by_made(sketch: Sketch, found: Found) -> None:
    swap(sketch, found["made"], found["things"])


def replace_by_picture(sketch: Sketch, found: Found) -> None:
    prompt, things = found["content"].strip(), found["things"]
    sketch.ids(things, "video", "image", "gif")
    if "generative" not in found and find(sketch, prompt.lower().split()):
        raise Pass
    swap(sketch, sketch.make("generate.image", prompt=prompt), things)


def replace_by_music(sketch: Sketch, found: Found) -> None:
    sketch.ids(found["things"], "audio")
    swap(sketch, sketch.make("generate.music", prompt=found["style"]), found["things"])


def _where(sketch: Sketch, found: Found) -> tuple[Mods, bool]:
    """Where the words place it, and whether they do; Pass where they are rather about what it is to be like.

    "Add" places; "make" does only with a time ("at the end") or "under the video".
    """
    mods = _bedded(sketch, found)
    if mods.looks or mods.motion:
        raise Pass
    placed = "putting" in found or "bed" in found or mods.at is not None
    if not placed and mods != Mods():
        raise Pass
    return mods, placed


def _bedded(sketch: Sketch, found: Found) -> Mods:
    """The adjuncts; "under the whole video" is all of its time."""
    mods: Mods = found.get("mods") or Mods()
    if "bed" in found and sketch.state.end:
        mods = Mods(mods.at, mods.length, Span(0, sketch.state.end), track=mods.track)
    return mods


def _in_library(sketch: Sketch, found: Found, said: str) -> str | None:
    """The asset that is there already and goes by these words: "add" takes it, and pays for none."""
    if "putting" not in found or "generative" in found:
        return None
    known = find(sketch, said.lower().split())
    return None if known is None or known.startswith(MADE) else known


# Where it goes; for music also how loud.
MODS = "[,] {mods}"
TOWARDS = "to|for|on|over|in (the|this|my [whole] video|film|movie|composition|timeline|edit / it|everything)"
TO = f"[{TOWARDS}]"
UNDER = "[{bed}] [,] {mods} [,] [[at|to|with] ({gain} / {gain:below_zero})] [,] [{bed}]"
MAKE = "make|create|generate|produce|draw|paint|design"
COMPOSE = "generate|make|create|compose|write|produce"
RECORD = "generate|create|record|make"
OF = "of|showing|with|for|about|depicting"
SAYING = "[that|which] says|saying|reading|reads|goes"
TUNE = f"[background] (={MUSIC}|track [bed] / {{tune}} [bed] / =bed)"
OVER = "=voiceover|narration|voice [over]"

# What a plan makes, and then "it".
PLACING = (
    *rules(put_made,
        f"{PUT}|use|start|move|set|have {{made}} [in|up|on] [as [the|a] [background] music|soundtrack|voiceover|overlay|background] {UNDER}",
        f"{PUT}|drop {{made}} in|into|on|onto|to [the] timeline|video|film|edit|composition",
    ),
    *rules(replace_by_made, "replace|swap|substitute|exchange|switch {things} [out] with|for|by {made}", "use {made} instead of {things}", "use|put {made} in place of {things}"),
)  # fmt: skip

RULES = (
    *rules(replace_by_picture,
        f"replace|swap|substitute|exchange|switch|change {{things}} [out] with|for|by|to|into [a|an] [new] [{{generative}}] {PICTURES} of|showing {{content}}",
    ),
    *rules(replace_by_music, f"replace|swap|exchange|switch {{things}} [out] with|for|by [some|a|an] [new] [{{generative}}] {{style}} [background] ={MUSIC}"),
    *rules(voice,
        f"{{putting}} [a|an] [new] [{{generative}}] {OVER} {SAYING} [:] {{content}} {MODS}", f"{{putting}} [a|an] [new] [{{generative}}] {OVER} : {{content}} {MODS}", f"{{putting}} [a|an] [new] [{{generative}}] {OVER} [of|with|from|for] [the] [text|words|script] {{content:quote}} {MODS}",
        f"{{putting}} [a|an] [new] [{{generative}}] {OVER} {{mods}} {SAYING} [:] {{content}}",
        f"{{mods}} [,] {{putting}} [a|an] [new] [{{generative}}] {OVER} {SAYING} [:] {{content}}",
    ),
    *rules(narrated, f"narrate|say|speak|read [out] [aloud] [:] {{content:quote}} {MODS}", f"voice over [:] {{content:quote}} {MODS}", "narrate [:] {mods} [:] {content:quote}", f"narrate : {{content}} {MODS}", f"have a voice|narrator say|read {{content}} {MODS}"),
    *rules(voice,
        f"{RECORD} [a|an] [new] [{{generative}}] {OVER} [that|which] [says|saying|reading|reads|for|of|with|from] [the] [text|script] [:] {{content}} {MODS}", f"generate =speech [saying|from|for] [:] {{content}} {MODS}",
    ),
    *rules(music,
        f"{{putting}} {{dur}} of {{style}} {TUNE} {TO} {UNDER}", f"{{putting}} [some|a|an] [new] [{{generative}}] [{{dur}}] [of] {{style}} {TUNE} {TO} {UNDER}",
        f"{{putting}} [some|a|an] [new] [{{generative}}] {TUNE} ,|:|like|with|that|which [is|sounds|like] {{content}} {TO} {UNDER}", f"{{putting}} [some|a|an] [new] {{generative}} {TUNE} {TO} {UNDER}", f"{{putting}} [some|a] background =music {TO} {UNDER}", f"{{putting}} [some] =music {TOWARDS} {UNDER}",
        f"{COMPOSE} [me|us] {{dur}} of [{{style}}] {TUNE} {UNDER}", f"{COMPOSE} [me|us] [some|a|an] [new] [{{dur}}] [long] [of] {{style}} {TUNE} {UNDER}",
        f"{COMPOSE} [me|us] [some|a|an] [new] [{{dur}}] [of] [{{style}}] {TUNE} [for|lasting|of] [it|this|the] [video] [{{dur}}]",
        f"{COMPOSE} [me|us] [some|a|an] [new] {TUNE} ,|:|that|like|about|for|of|with|which [is|sounds|like] {{content}} {UNDER}", f"{COMPOSE} [me|us] [some|a|an] [new] {TUNE} {UNDER}",
    ),
    *rules(bed, f"{{putting}} [some|a|an] [bit] [of] [{{style}}] {{genre}} [music|track|bed|beat] {UNDER}"),
    *rules(picture,
        f"{{putting}} [a|an|some] [new|nice] [{{generative}}] [{{aspect}}] {PICTURES} of|showing|depicting {{content}} {MODS}", f"{{mods}} [,] {{putting}} [a|an] [new|nice] [{{generative}}] {PICTURES} of|showing|depicting {{content}}", f"{{putting}} [a|an] [new|nice] {{generative}} {{content}} {PICTURES} {MODS}",
        f"{MAKE} [a|an|some] [new|nice] [{{generative}}] [{{aspect}}] {PICTURES}|thumbnail [{OF}] {{content}} {MODS}", f"{MAKE} [a|an] [new] [{{generative}}] {PICTURES} of {{content}} in {{aspect}}", f"draw|paint|illustrate [me] {{content}} {MODS}", f"generate {{content}} as an {PICTURES}",
    ),
)  # fmt: skip
