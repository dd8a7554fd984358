"""What other tools do: silences, transcripts, scenes, reframing, shorts, upscaling, publishing, rendering, and whole films."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..core_phrase import Things
from ..pattern import Found, Reading, Row, phrases
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from .making import MAKE

PLATFORMS = {
    "tiktok": "tiktok", "youtube": "youtube", "yt": "youtube", "instagram": "instagram", "insta": "instagram", "ig": "instagram", "facebook": "facebook",
    "fb": "facebook", "twitter": "x", "x": "x", "linkedin": "linkedin", "vimeo": "vimeo", "snapchat": "snapchat", "webhook": "webhook", "folder": "folder", "bucket": "bucket",
    "shorts": "youtube", "reels": "instagram", "pinterest": "pinterest", "threads": "threads", "reddit": "reddit",
}  # fmt: skip
FORMATS = {
    name: name for name in ("mp4", "webm", "gif", "mp3", "wav", "png", "mov", "mxf", "avi", "mkv", "aac", "flac", "jpg")
}
FORMATS |= {"audio": "wav", "still": "png"}
MADE_AS = ("mp4", "webm", "gif", "wav", "png")
LANGUAGES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "portuguese": "pt", "dutch": "nl", "polish": "pl", "japanese": "ja",
    "chinese": "zh", "korean": "ko", "russian": "ru", "arabic": "ar", "hindi": "hi", "turkish": "tr", "swedish": "sv", "danish": "da", "norwegian": "no", "finnish": "fi", "czech": "cs", "greek": "el", "ukrainian": "uk",
}  # fmt: skip


def _known(table: dict[str, str]) -> Any:
    def slot(reading: Reading, at: int) -> Any:
        if at < len(reading.tokens) and (value := table.get(reading.tokens[at].norm)):
            yield at + 1, value

    return slot


PLATFORM_ROWS: tuple[Row, ...] = (
    ("[storage|output|delivery|watch|shared|network|local] folder|directory", lambda s, m: "folder"), ("[storage|s3|cloud|media] bucket", lambda s, m: "bucket"), ("[our|my] web hook", lambda s, m: "webhook"),
    ("youtube|yt shorts|short", lambda s, m: "youtube"), ("instagram|insta|ig|facebook reels|reel|stories|story|feed", lambda s, m: "instagram"), ("tik tok", lambda s, m: "tiktok"), ("{one_platform}", lambda s, m: m["one_platform"]),
)  # fmt: skip
IT_ROWS: tuple[Row, ...] = (("it|this|that|them|these|those", lambda s, m: True),)
ASPECTS: tuple[Row, ...] = (("{ratio}", lambda s, m: _aspect(m["ratio"])),)
SLOTS = {
    "one_platform": _known(PLATFORMS), "platform": phrases(PLATFORM_ROWS), "format": _known(FORMATS), "language": _known(LANGUAGES), "aspect": phrases(ASPECTS), "it": phrases(IT_ROWS),
}  # fmt: skip


def _aspect(ratio: tuple[float, float]) -> str:
    return f"{ratio[0]:g}:{ratio[1]:g}"


def _seconds(sketch: Sketch, frames: int | None) -> float | None:
    return None if frames is None else round(frames / float(sketch.state.fps), 3)


def ids_of(sketch: Sketch, found: Found) -> list[str] | None:
    things: Things | None = found.get("things")
    return None if things is None or things.everything else sketch.ids(things)


def silences(sketch: Sketch, found: Found) -> None:
    sketch.use(
        "cut.silences",
        ids=ids_of(sketch, found),
        minSilenceSeconds=_seconds(sketch, found.get("amount")),
        thresholdDb=found.get("gain"),
        paddingSeconds=_seconds(sketch, found.get("pad")),
    )


def transcribe(sketch: Sketch, found: Found) -> None:
    things: Things | None = found.get("things")
    asset = None
    if things is not None:
        asset = sketch.state.items[sketch.one(things)].get("assetId")
    sketch.use("transcribe_video", assetId=asset, language=found.get("language"))


def transcribe_file(sketch: Sketch, found: Found) -> None:
    """A file that is not on the timeline; of one that is, the clip is meant."""
    if any(item.get("assetId") == found["asset"] for item in sketch.state.items.values()):
        raise Pass
    sketch.use("transcribe_video", assetId=found["asset"], language=found.get("language"))


def scene_splits(sketch: Sketch, found: Found) -> None:
    sketch.use("detect.scenes", ids=ids_of(sketch, found), make="splits")


def scene_marks(sketch: Sketch, found: Found) -> None:
    sketch.use("detect.scenes", ids=ids_of(sketch, found), make="markers")


def reframe(sketch: Sketch, found: Found) -> None:
    sketch.use("auto.reframe", aspect=found.get("aspect") or _new_shape(sketch))


def _new_shape(sketch: Sketch) -> str:
    """The shape that the same message has just asked for: "make it 4:5 and follow the speaker"."""
    state, before = sketch.state, sketch.scene.composition
    if before is None or (state.width, state.height) == (before.width, before.height):
        return "9:16"
    shape = Fraction(state.width, state.height)
    return f"{shape.numerator}:{shape.denominator}"


def shorts(sketch: Sketch, found: Found) -> None:
    count = round(found.get("number", 1))
    if not 1 <= count <= 10:
        raise Refused("Between 1 and 10 shorts can be made at once.")
    sketch.use(
        "create.short",
        count=count,
        aspect=found.get("aspect", "9:16"),
        durationSeconds=_seconds(sketch, found.get("dur")),
    )


def upscale(sketch: Sketch, found: Found) -> None:
    factor = found.get("multiple") or 2
    sketch.use("upscale", ids=ids_of(sketch, found), factor=int(factor) if factor == int(factor) else factor)


def publish(sketch: Sketch, found: Found) -> None:
    platforms = [found["platform"]] + ([found["other"]] if "other" in found else [])
    for platform in platforms:
        sketch.use("publish", platform=platform, title=found.get("content"))


def publish_to_account(sketch: Sketch, found: Found) -> None:
    """To an account by its name, which only the workspace knows."""
    sketch.use("publish", platform=found["content"].strip())


def publish_nowhere(sketch: Sketch, found: Found) -> None:
    raise Refused("Where should it be published? Say for example “publish it to YouTube”.")


def render(sketch: Sketch, found: Found) -> None:
    _render(sketch, found.get("format", "mp4"))


def render_sound(sketch: Sketch, found: Found) -> None:
    _render(sketch, found.get("format", "wav"))


def _render(sketch: Sketch, format: str) -> None:
    if format not in MADE_AS:
        raise Refused(f"No {format.upper()} can be made here; {', '.join(map(str.upper, MADE_AS))} can.")
    sketch.use("render", format=format)


def director(sketch: Sketch, found: Found) -> None:
    sketch.use("director", brief=found["content"].strip(), shots=round(found.get("number", 5)))


def recipe(sketch: Sketch, found: Found) -> None:
    sketch.use("recipe", name=found["content"].strip())


SOUND = "[just|only] [the] [final|whole|full] audio|sound|soundtrack|mix [mix|track]"
VIDEO = "[the] [whole|entire] [video|composition|edit|project|timeline|it|this|film|movie|result|final] [video|edit]"
TAKE = "(<cut> / <delete> / pull|get|strip|clean) [out]"
ALL_OF = "[all|any|every] [of] [the] [those]"
HUSH = "(silence|silences|pauses|pause / gaps|periods|stretches|moments|bits|parts of silence / dead air|space|spots|time / silent|quiet|dead|awkward|long parts|bits|sections|moments|pauses|pause|air|spots|portions|gaps|silences / gaps)"
LONGER = "[,] [anything|everything|those|ones|all] [(that|which are|is|last longer|over|more [than] {amount} / longer|over|above|exceeding|more|lasting|beyond [than] {amount} / of {amount} [or|and] [more|longer|over])]"
SCOPE = "[out] [in|from|of|on|for|inside (speech / {entire} / {things})]"
PADDED = "[,] [(and|but [to] leave|leaving|keep|keeping {pad:dur} [of] [air|room|padding|breathing|handles|silence] [room] [on|at] [either|each|both] [side|sides|end|ends] / with {pad:dur} [of] [padding|handles|air|breathing] [room] [on|at] [either|each|both] [side|sides|end|ends] / leave|leaving|keep|keeping {pad:dur} [of] [air|room|padding|breathing] [room] [on|at] [either|each|both] [side|sides|end|ends])]"
SCENES = "at|by|into|on|wherever|where [the|its|all|every|each] [the] scene|scenes [change|changes|cut|cuts]"
SHORTEN = f"({MAKE}|give|get|cut|pull|extract [me|us] [out] / i|we want|need)"
SHORTS = "shorts|short|reels|reel|tiktoks|tiktok|teasers|teaser|highlights|highlight|cutdowns|cutdown|snippets|socials [videos|video|clips|clip|reel|reels]"
SIZED = "[{dur}] [long] [{aspect}] [{dur}] [long]"
LASTING = "[of|lasting|at|with|each|,] [{dur}] [each|long|apiece]"
SIZE_AFTER = f"{LASTING} [from|of|out] [of] [(<whole> / it|this|that)] [in {{aspect}}] [for {{platform}}] {LASTING}"
PLACES = "[to|on|onto|at|in] [my|our|the] {platform} [channel|account|page|profile]"

# "Make a short" is none of the canvas.
ONE_SHORT = rules(shorts, f"{SHORTEN} a|an|another|one {SIZED} {SHORTS} {SIZE_AFTER}")

RULES = (
    *rules(silences,
        f"{TAKE} {ALL_OF} {HUSH} {LONGER} {SCOPE} {LONGER} {PADDED}",
        f"{TAKE} {ALL_OF} silence|silences below|under|quieter [than] {{gain}} {SCOPE}", "jump cut {things}", f"tighten [up] {ALL_OF} {HUSH} {SCOPE}", f"tighten {{it}} [up] [by|:|,|and] ({TAKE} / cutting|removing|dropping|losing) {ALL_OF} {HUSH} {LONGER} {PADDED}",
        f"silence removal {SCOPE}", "auto cut silences|silence",
    ),
    *rules(transcribe, "transcribe [the] [whole] [video|it|everything|composition]", "transcribe {things}", "<make> a transcript|transcription [of|from|for] {things}", "<make> a transcript|transcription [of] [the] [video]", "transcribe {things} in|to {language}", "get [me] a transcript [of] [{things}]"),
    *rules(transcribe_file, "transcribe {asset} [in|to {language}]", "<make> a transcript|transcription [of|from|for] {asset}", "get [me] a transcript of {asset}"),
    *rules(scene_splits, f"<split> [up] {VIDEO} [up] {SCENES}", f"<split> [up] {{things}} [up] {SCENES}", "<split> [up] [the|all] scenes"),
    *rules(scene_marks,
        "detect|find|mark [the|all|every|each] [the] scene|scenes [change|changes|cut|cuts|boundaries] [in|of|on] [the] [video|it|this|everything]", "detect|find|mark [the|all|every|each] [the] scene|scenes [change|changes|cut|cuts|boundaries] in|of|on {things}", "scene detection [on|for|in] [{things}]", "<add> [a] marker|markers at|on|for [the|all|every|each] scene|scenes [change|changes|cut|cuts]",
    ),
    *rules(reframe,
        "auto reframe|crop [it|this|the|everything] [video] [to|for|into|as] [{aspect}]", "autoreframe [it|this|the] [video] [to|for] [{aspect}]", f"reframe {VIDEO} [to|for|into|as] [{{aspect}}] [and|,] [keep|keeping|follow|following|track|tracking] [the] [subject|speaker|face|person] [centered|in|frame] [frame]", "reframe|crop [it|this|video] [to] {aspect} [and|,] follow|following|track|tracking|keeping|keep [the] subject|speaker|face|person|action [in|centered] [frame|shot]",
        "reframe [the] [video|it|this] [to] {aspect} [around|on] [the] [subject|speaker|face|person]", "reframe around|on [the] subject|speaker|face|person", "track|follow [the] subject|speaker|face|person [and] [reframe] [to|in] [{aspect}]", "<make> it {aspect} [and|,] follow|following|tracking|track|keeping|keep [the] subject|speaker|face|person [in|centered] [frame]", "smart crop|reframe [it|the|video] [to] [{aspect}]", "reframe [it|this] automatically [to] [{aspect}]",
    ),
    *rules(shorts,
        f"{SHORTEN} [some|another] {SIZED} {SHORTS} {SIZE_AFTER}", f"{SHORTEN} {{number}} {SIZED} (clips|videos / {SHORTS}) {SIZE_AFTER}",
        f"cut|chop|turn|split|break|divide [(<whole> / it|this)] [up] into {{number}} {SIZED} (clips|videos / {SHORTS}) {SIZE_AFTER}",
    ),
    *rules(upscale,
        "upscale {things} [by|to] [{multiple}]", "upscale [(<whole> / it)] [by|to] [{multiple}]", "enhance [the] resolution|quality of {things}", "upres {things}", "upscale {things} to {resolution}", "upscale [(<whole> / it|this)] to {resolution}", "increase [the] resolution of {things} [by] [{multiple}]", "super resolution [on|for] {things}",
    ),
    *rules(publish,
        f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES} [called|titled|named|as|with] [the] [title] {{content:quote}}", f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES} and [to|on] {{other:platform}}", f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES}", "publish [on|to] {platform} [as] {content:quote}", f"publish|post|upload|share|put {VIDEO} {PLACES} [and|,] (as|called|titled|named / title|call|name it / with [the|a] title) [:] {{content}}", "go live on {platform}",
    ),
    *rules(publish_to_account, f"publish|post|upload|share|release|send|push|put {VIDEO} to|on|in [my|our|the] {{content:quote}} [channel|account|page|folder|bucket|webhook]", f"publish|upload {VIDEO} to [my|our|the] {{content}} [channel|account|page|folder|bucket|webhook]"),
    *rules(publish_nowhere, f"publish|post|upload|share {VIDEO} [online|everywhere|somewhere]"),
    *rules(render,
        f"render|export|output|encode {VIDEO} [out] [as|to|in|into] [a|an] [{{format}}] [file|video|format]", "(export|render|download|save|output|encode / give|get|send me|us / i|we want|need) [as] [a|an] {format} [file|version] [of|from] [(<whole> / it|this)]", "save|download [it|video|this] as [a|an] {format} [file]", "make [a|an] {format} [file|export|version] [of|from] [(<whole> / it|this)]",
    ),
    *rules(render_sound,
        f"render|export|output|bounce|encode|save|download {SOUND} [only] [out] [as|to|in|into] [a|an] [{{format}}] [file]", f"(<add> / send|want|need) {SOUND} [only] as|in [a|an] {{format}} [file]", f"(<add> / send|want|need) [a|an] {{format}} [file] of {SOUND}",
    ),
    *rules(director, "direct a {number} shot film|video|ad|movie|commercial about|for|on {content}", "make|create|produce|generate|direct a [new] film|video|ad|movie|commercial|story|trailer [about|for|on] {content}", "make|create a video about {content} with {number} shots|scenes"),
    *rules(recipe, "run|use|apply|start|execute the recipe [called|named] {content}", "run|use|apply|start [the] {content} recipe"),
)  # fmt: skip
