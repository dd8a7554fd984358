"""What other tools do: silences, captions, reframing, shorts, upscaling, publishing, rendering, and whole films."""

from __future__ import annotations

from typing import Any

from ..core_phrase import Things
from ..kinds import of_kind
from ..pattern import Found, Reading, Row, phrases
from ..rule import rules
from ..sketch import Pass, Refused, Sketch

PLATFORMS = {
    "tiktok": "tiktok", "youtube": "youtube", "yt": "youtube", "instagram": "instagram", "insta": "instagram", "ig": "instagram", "facebook": "facebook",
    "fb": "facebook", "twitter": "x", "x": "x", "linkedin": "linkedin", "vimeo": "vimeo", "snapchat": "snapchat", "webhook": "webhook", "folder": "folder", "bucket": "bucket",
    "shorts": "youtube", "reels": "instagram", "pinterest": "pinterest", "threads": "threads", "reddit": "reddit",
}  # fmt: skip
FORMATS = {
    "mp4": "mp4",
    "webm": "webm",
    "gif": "gif",
    "mp3": "mp3",
    "wav": "wav",
    "png": "png",
    "mov": "mov",
    "audio": "wav",
    "still": "png",
}
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


def _ids(sketch: Sketch, found: Found) -> list[str] | None:
    things: Things | None = found.get("things")
    return None if things is None or things.everything else sketch.ids(things)


def silences(sketch: Sketch, found: Found) -> None:
    sketch.use(
        "cut.silences",
        ids=_ids(sketch, found),
        minSilenceSeconds=_seconds(sketch, found.get("amount")),
        thresholdDb=found.get("gain"),
    )


def captions(sketch: Sketch, found: Found) -> None:
    sketch.use("add.captions", ids=_ids(sketch, found), language=found.get("language"))


def captions_too(sketch: Sketch, found: Found) -> None:
    """Of what has just been freed of its silences, or of what "it" is; of the whole where nothing was named."""
    last = sketch.steps[-1] if sketch.steps else None
    cut = last.arguments.get("ids") if last and last.tool == "cut.silences" else None
    pointed = sketch.mentioned or sketch.scene.selected if "it" in found else ()
    heard = [item for item in pointed if item in sketch.state.items and sketch.audible(item)]
    sketch.use("add.captions", ids=heard or cut, language=found.get("language"))


def transcribe(sketch: Sketch, found: Found) -> None:
    things: Things | None = found.get("things")
    asset = None
    if things is not None:
        asset = sketch.state.items[sketch.one(things)].get("assetId")
    sketch.use("transcribe_video", assetId=asset, language=found.get("language"))


def scene_splits(sketch: Sketch, found: Found) -> None:
    sketch.use("detect.scenes", ids=_ids(sketch, found), make="splits")


def scene_marks(sketch: Sketch, found: Found) -> None:
    sketch.use("detect.scenes", ids=_ids(sketch, found), make="markers")


def reframe(sketch: Sketch, found: Found) -> None:
    sketch.use("auto.reframe", aspect=found.get("aspect", "9:16"))


def shorts(sketch: Sketch, found: Found) -> None:
    count = round(found.get("number", 1))
    if not 1 <= count <= 20:
        raise Refused("Between 1 and 20 shorts can be made at once.")
    sketch.use(
        "create.short",
        count=count,
        aspect=found.get("aspect", "9:16"),
        durationSeconds=_seconds(sketch, found.get("dur")),
    )


def upscale(sketch: Sketch, found: Found) -> None:
    factor = found.get("multiple") or 2
    sketch.use("upscale", ids=_ids(sketch, found), factor=int(factor) if factor == int(factor) else factor)


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
    sketch.use("render", format=found.get("format", "mp4"))


def director(sketch: Sketch, found: Found) -> None:
    sketch.use("director", brief=found["content"].strip(), shots=round(found.get("number", 5)))


def recipe(sketch: Sketch, found: Found) -> None:
    sketch.use("recipe", name=found["content"].strip())


# --- captions that are there ------------------------------------------------------------------------------------------


def _captions(sketch: Sketch) -> list[str]:
    ids = sketch.by_time(of_kind(sketch.state, "captions"))
    if not ids:
        raise Refused("There are no captions yet. Say “add captions” to make them from what is spoken.")
    return ids


def remove_captions(sketch: Sketch, found: Found) -> None:
    if not of_kind(sketch.state, "captions"):
        raise Pass
    sketch.do("deleteItems", ids=_captions(sketch))


def shift_captions(sketch: Sketch, found: Found) -> None:
    by = round(found["dur"] / float(sketch.state.fps) * 1000) * (-1 if "back" in found else 1)
    for item in _captions(sketch):
        sketch.do("shiftCaptions", id=item, byMs=by)


VIDEO = "[the] [whole|entire] [video|composition|edit|project|timeline|it|this|film|movie|result|final] [video|edit]"
MAKE = "make|create|generate|produce|draw|paint|design"
SOME = "[some|auto|automatic|automated|generated|closed|burned] [in]"
SCENES = "at|by|into|on|wherever|where [the|its|all|every|each] [the] scene|scenes [change|changes|cut|cuts]"
PLACES = "[to|on|onto|at|in] [my|our|the] {platform} [channel|account|page|profile]"

RULES = (
    *rules(silences,
        "<cut> [out] [all] [of] [the] silences|silence|pauses|pause|gaps|dead [in|air|space] [from|in|of|on] [(speech / {things})]", "<cut> [out] [all] [the] [of] silent|quiet|dead|awkward|long parts|bits|sections|moments|pauses|air|spots|portions|silences [from|in|of] {things}", "<cut> [out] [all] [the] [of] silent|quiet|dead|awkward|long parts|bits|sections|moments|pauses|air|spots|portions|silences", "<delete> [all] [of] [the] silences|silence|pauses [in|from|of] {things}", "<delete> [all] [of] [the] silences|silence|pauses [longer|over|above] [than] [{amount}]",
        "<delete> [all] [of] [the] silences|silence|pauses [longer|over|above] [than] {amount} [in|from|of] {things}", "<delete> [all] [of] [the] dead air|space [in|from|of] [{things}]", "<delete> [all] [of] [the] [silent|quiet|dead|awkward] parts|bits|pauses|moments", "jump cut {things}", "tighten [up] [the] pauses|silences [in|of] [{things}]", "silence removal [on|for] [{things}]", "auto cut silences|silence", "trim [the] silence|silences [in|from|of] [{things}]", "<delete> silence below|under {gain}", "cut silences",
    ),
    *rules(remove_captions, "<delete> [all] [the] captions|subtitles|subs"),
    *rules(shift_captions, "shift|move|delay|offset [the] captions|subtitles [by] {dur} [later|forward]", "shift|move [the] captions|subtitles [by] {dur} {back:backward}", "shift|move [the] captions|subtitles {back:backward} [by] {dur}"),
    *rules(captions_too,
        f"<add> {SOME} captions|subtitles|subs|subtitling|captioning [to|on|for|over|onto {{it}}]", "turn on captions|subtitles", "<add> {language} captions|subtitles|subs", "<add> captions|subtitles|subs in {language}",
    ),
    *rules(captions,
        f"<add> {SOME} captions|subtitles|subs|subtitling|captioning [to|on|for|over|onto] [the] [whole|entire] video|everything", "<add> [auto|automatic|closed] captions|subtitles|subs to|for|on|in|over {things}", "<add> {language} captions|subtitles|subs to|for|on {things}", "caption|subtitle [the] [whole] [video|everything|clips]", "caption|subtitle {things}", "caption|subtitle [the] [whole] [video|everything|clips] in {language}", "auto caption [the] [video|it|this]", "generate|make|create|burn [auto] [automatic] [in] captions|subtitles|subs [(for|from video / for|from {things})]",
        "<add> captions|subtitles|subs [to|for] {things} in {language}",
    ),
    *rules(transcribe, "transcribe [the] [whole] [video|it|everything|composition]", "transcribe {things}", "<make> a transcript|transcription [of|from|for] {things}", "<make> a transcript|transcription [of] [the] [video]", "transcribe {things} in|to {language}", "get [me] a transcript [of] [{things}]"),
    *rules(scene_splits, f"<split> [up] {VIDEO} {SCENES}", f"<split> [up] {{things}} {SCENES}", "<split> [up] [the|all] scenes"),
    *rules(scene_marks,
        "detect|find|mark [the|all|every|each] [the] scene|scenes [change|changes|cut|cuts|boundaries] [in|of|on] [the] [video|it|this|everything]", "detect|find|mark [the|all|every|each] [the] scene|scenes [change|changes|cut|cuts|boundaries] in|of|on {things}", "scene detection [on|for|in] [{things}]", "<add> [a] marker|markers at|on|for [the|all|every|each] scene|scenes [change|changes|cut|cuts]",
    ),
    *rules(reframe,
        "auto reframe|crop [it|this|the|everything] [video] [to|for|into|as] [{aspect}]", "autoreframe [it|this|the] [video] [to|for] [{aspect}]", f"reframe {VIDEO} [to|for|into|as] [{{aspect}}] [and|,] [keep|keeping|follow|following|track|tracking] [the] [subject|speaker|face|person] [centered|in|frame] [frame]", "reframe|crop [it|this|video] [to] {aspect} [and|,] follow|following|track|tracking|keeping|keep [the] subject|speaker|face|person|action [in|centered] [frame|shot]",
        "reframe [the] [video|it|this] [to] {aspect} [around|on] [the] [subject|speaker|face|person]", "reframe around|on [the] subject|speaker|face|person", "track|follow [the] subject|speaker|face|person [and] [reframe] [to|in] [{aspect}]", "<make> it {aspect} [and|,] follow|following|tracking|track|keeping|keep [the] subject|speaker|face|person [in|centered] [frame]", "smart crop|reframe [it|the|video] [to] [{aspect}]", "reframe [it|this] automatically [to] [{aspect}]",
    ),
    *rules(shorts,
        f"{MAKE} {{number}} [{{dur}}] [long] [{{aspect}}] shorts|short|clips|reels|reel|tiktoks|teasers|highlights|videos|cutdowns|snippets|highlight [clips|videos|reels|from|out|of] [of] [it|this|the|video] [(video / {{dur}})] [each] [long]", f"{MAKE} {{number}} {{aspect}} shorts|clips|videos|reels of|from|lasting {{dur}} [each]", f"{MAKE} {{number}} {{aspect}} shorts|short|clips|videos|reels", f"{MAKE} [a|some] [{{dur}}] [{{aspect}}] short|shorts|reel|teaser|highlight [from|of|out] [of] [it|this|the] [video|clip|reel]", f"{MAKE} {{number}} shorts|clips of {{dur}} [each]", "cut [it|this|video] [up] into {number} [{aspect}] shorts|reels|clips|tiktoks", "turn [it|this|video] into {number} [{aspect}] shorts|short|clips|reels|videos|tiktoks [for] [{platform}]", "chop [it|this|video] [up] into {number} [{aspect}] shorts|reels",
        f"{MAKE} {{number}} shorts|reels|tiktoks in {{aspect}}", "extract {number} [{aspect}] shorts|highlights|clips [from] [it|this|the] [video]",
    ),
    *rules(upscale,
        "upscale {things} [by|to] [{multiple}]", "upscale [(<whole> / it)] [by|to] [{multiple}]", "enhance [the] resolution|quality of {things}", "upres {things}", "upscale {things} to {resolution}", "upscale [(<whole> / it|this)] to {resolution}", "increase [the] resolution of {things} [by] [{multiple}]", "super resolution [on|for] {things}",
    ),
    *rules(publish,
        f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES} [called|titled|named|as|with] [the] [title] {{content:quote}}", f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES} and [to|on] {{other:platform}}", f"publish|post|upload|share|release|send|push|put {VIDEO} {PLACES}", "publish [on|to] {platform} [as] {content:quote}", f"publish|post|upload|share|put {VIDEO} {PLACES} [and] (as|called|titled|named / title|call|name it) [:] {{content}}", "go live on {platform}",
    ),
    *rules(publish_to_account, f"publish|post|upload|share|release|send|push|put {VIDEO} to|on|in [my|our|the] {{content:quote}} [channel|account|page|folder|bucket|webhook]"),
    *rules(publish_nowhere, f"publish|post|upload|share {VIDEO} [online|everywhere|somewhere]"),
    *rules(render,
        f"render|export|output {VIDEO} [out] [as|to|in|into] [a|an] [{{format}}] [file|video|format]", f"render|export {VIDEO} [out]", "export|render|download|save [as] [a|an] {format} [file]", "save|download [it|video|this] as [a|an] {format} [file]", "export|render [a|an] {format} [of] [it|this|the] [video|file]", "make [a|an] {format} [file|export] [of] [it|this|the] [video]",
    ),
    *rules(director, "direct a {number} shot film|video|ad|movie|commercial about|for|on {content}", "make|create|produce|generate|direct a [new] film|video|ad|movie|commercial|story|trailer [about|for|on] {content}", "make|create a video about {content} with {number} shots|scenes"),
    *rules(recipe, "run|use|apply|start|execute the recipe [called|named] {content}", "run|use|apply|start [the] {content} recipe"),
)  # fmt: skip
