"""The composition as a whole: size and shape, frame rate, background, name, start timecode, master sound."""

from __future__ import annotations

from ..canvas_words import Size, shaped
from ..numbers import figure
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch


def resize(sketch: Sketch, found: Found) -> None:
    size: Size = found["size"]
    if (size.width, size.height) == (sketch.state.width, sketch.state.height):
        raise Refused(f"It is {size.width}×{size.height} already.")
    sketch.do("setCompositionSize", width=size.width, height=size.height)


def turn(sketch: Sketch, found: Found) -> None:
    sketch.do("setCompositionSize", width=sketch.state.height, height=sketch.state.width)


def scale(sketch: Sketch, found: Found) -> None:
    factor = found.get("multiple", 0.5)
    width, height = (round(side * factor / 2) * 2 for side in (sketch.state.width, sketch.state.height))
    sketch.do("setCompositionSize", width=width, height=height)


def reshape(sketch: Sketch, found: Found) -> None:
    size = shaped(sketch, found["ratio"])
    if size is None:
        raise Pass
    resize(sketch, {"size": size})


def rate(sketch: Sketch, found: Found) -> None:
    fps = found["number"]
    if not 1 <= fps <= 240:
        raise Refused(f"{fps:g} frames per second is not a frame rate that can be set; use 1 to 240.")
    exact: float = {23.98: 23.976, 23.97: 23.976, 59.9: 59.94, 29.9: 29.97}.get(fps, float(fps))
    sketch.do("setFps", fps=int(exact) if exact == int(exact) else exact)


def background(sketch: Sketch, found: Found) -> None:
    sketch.do("setBackgroundColor", color=found["colour"])


def name(sketch: Sketch, found: Found) -> None:
    sketch.do("setCompositionName", name=found["content"])


def timecode(sketch: Sketch, found: Found) -> None:
    text = found["raw"]
    if len(text.replace(";", ":").split(":")) != 4 or figure(text[:2]) is None:
        raise Pass
    sketch.do("setStartTimecode", timecode=text)


SIZED = "[a|an|the] {size} [instagram|insta|ig|youtube|tiktok|facebook|social|standard|classic|phone|movie|film] [video|format|aspect|ratio|size|resolution|canvas|frame|composition|project|mode|version|orientation|one|screen|shape] [ratio|video|format] [for|on {platform}]"

RULES = (
    *rules(resize,
        f"<make> <whole> [be] [in|into|to|for|as|fit|fits|suitable] [for] {SIZED}",
        f"<make> <canvas> [of] [<video>] [be] [in|into|to|for|as] {SIZED}",
        f"<set> [<video>] ['s] <canvas> [of] [<video>] [to|at|as|be|in|into|for|from {{x:raw}} to] {SIZED}",
        f"<set> <whole> [to|at|as|in|into|for] {SIZED}",
        f"<make> [it|this] {SIZED}",
        f"convert|resize|reformat|reframe|transform|format|adapt|crop|rotate|flip|switch|change|export|fit|size|rescale|optimize|optimise|turn [(<whole> / <canvas>)] [to|into|for|as|in|at] {SIZED}",
        f"convert|resize|reformat|transform|format|adapt|crop|flip|switch|change|fit|size|rescale|optimize|optimise <whole> [to|into|for|as|in|at] {SIZED}",
        f"convert|resize|reformat|change|set|scale|switch <canvas> [of] [<whole>] [to|into|for|as|in|at] {SIZED}",
        f"[go|switch|try] [to|with|for] {SIZED}",
        f"i|we would|want|need like|it|this|video [it|this|video] [in|to|as] [be] {SIZED}",
        f"<whole> should|must|needs|has [to] [be] [in] {SIZED}",
        f"give me {SIZED}", f"i|we want|need {SIZED}", f"[export] <canvas> [size] should|must|has|needs [to] be {SIZED}",
        f"use|apply [a|the] {SIZED}",
        f"prepare|adjust|ready|get [ready] <whole> [ready] for {SIZED}",
    ),
    *rules(resize, f"scale|resize|bring|take <whole> up|down [to] {SIZED}"),
    *rules(scale, "<make> <whole> {multiple} [the|its] [current] resolution", "{multiple} [the] resolution", "halve the resolution"),
    *rules(turn, "flip|turn|rotate|swap canvas|orientation|aspect|format [ratio] [on its side|sideways]", "swap [the] width and height"),
    *rules(scale, "<make> [the] resolution|canvas [size] {multiple}", "scale <canvas> {multiple}"),
    *rules(rate,
        "<set> <framerate> [of] [<video>] [to|at|be] {number} [<fps>]",
        "<make> <whole> [at|run|be|play|in|to|into] [at] {number} <fps>",
        "convert|switch|change|go|set|use|make|conform|render|export|run <whole> [to|into|at|in|for] {number} <fps>",
        "convert|switch|change|go|set|use|make|conform|render|export|run [to|into|at|in|for|it] {number} <fps>",
        "use a <framerate> of {number} [<fps>]",
        "use {number} <fps>", "[at|in] {number} <fps>", "[at|in] {number} <fps> [for] <whole>", "i|we want|need <whole> [at|in] {number} <fps>",
        "<framerate> [to|of|:] {number}",
        "<set> <whole> 's <framerate> to {number} [<fps>]",
    ),
    *rules(background,
        "<make> [<video>] ['s] background [color|colour] [of] [<video>] [to] {colour}",
        "<set> [<video>] ['s] background [color|colour] [of] [<video>] [to|as|be|into] {colour}",
        "<apply> a {colour} background [color|colour] [to] [<video>]",
        "<make> <whole> have a {colour} background",
        "background [color|colour] [to|should|:] [be] {colour}",
        "<apply> <whole> a {colour} background [color|colour]", "<make> <whole> 's background {colour}", "{colour} background", "i|we want|need a {colour} background",
        "fill|paint|color|colour [the] background [with|in|to] {colour}",
        "use {colour} [as|for] [the] background [color|colour]",
    ),
    *rules(name,
        "<rename> [this] composition|project|video|timeline|edit|sequence|film|movie [to|as|:] {content}",
        "<rename> it|this [to|as|:] {content}",
        "<set> name|title of composition|project|video|timeline|edit|sequence [to|as] {content}",
        "<set> composition|project|video|timeline|edit [name|title] name|title [to|as|:] {content}",
        "<set> composition|project|video|timeline|edit 's name|title [to|as|:] {content}",
        "<set> [the] name to {content}",
        "name it {content}",
    ),
    *rules(timecode,
        "<set> start|starting timecode|time [code] [to|at|be] {raw}",
        "start|begin [the] timecode|time [code] [at|from] {raw}",
        "<make> [the] timecode|time [code] start|begin [at|from] {raw}",
    ),
    *rules(reshape, "<set> aspect|ratio [ratio] to {ratio}"),
)  # fmt: skip
