"""TOOLS: everything that the agent may use, derived from the engine's own description and the verbs beyond it."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from tools.capabilities import EXPANSIONS, HANDS
from tools.capabilities.add_captions import STYLES
from tools.capabilities.analyse_media import WHAT
from tools.capabilities.inspect_media import LOOKS, look
from tools.capabilities.order import Maker
from tools.composition import describe
from tools.composition.signature import MEANT
from tools.registry.descriptors import FREE, ApiTool, Look, Phase, Price, ToolClass
from tools.registry.registry import Registry

ASPECT = {"type": "string", "pattern": r"^\d{1,3}(\.\d+)?:\d{1,3}(\.\d+)?$", "description": "Width to height, as 9:16."}
IDS = {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Items; all that fit when absent."}


def _engine_tools() -> list[ApiTool]:
    description = describe()
    reads = [
        _read(
            "query",
            "Ask for rows of the composition: items, tracks, assets, markers, gaps and more.",
            description["query"]["parameters"],
        ),
        _read("describe", "List the engine's commands and what they take.", _object({})),
        _read(
            "inspect.media",
            "Find the silences, the scene changes or what is said on the timeline, with frames.",
            _object({"what": {"enum": list(LOOKS)}, "ids": IDS}, "what"),
            look,
        ),
    ]
    edits = [
        ApiTool(
            name=name,
            description=command["description"],
            input_schema=command["parameters"],
            meant=MEANT,
            tool_class="mutate",
            phase="apply",
            gated=command["gated"],
            destructive=command["destructive"],
            noun=command["noun"],
            route="/api/compositions/{id}/evaluate",
            cli=f"tools evaluate --op {name}",
        )
        for name, command in description["commands"].items()
    ]
    return reads + edits


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _read(name: str, description: str, schema: dict[str, Any], look: Look | None = None) -> ApiTool:
    return ApiTool(
        name=name,
        description=description,
        input_schema=schema,
        tool_class="read",
        phase="read",
        noun="reading",
        look=look,
        route="/api/compositions/{id}/evaluate",
        cli=f"tools evaluate --op {name}",
    )


def _verb(
    name: str,
    description: str,
    schema: dict[str, Any],
    phase: Phase,
    price: Price = FREE,
    meter: str | None = None,
    external: bool = False,
    tool_class: ToolClass = "generate",
) -> ApiTool:
    """A verb beyond the engine. One that nothing expands or carries out is planned and priced, and then refused by name."""
    hand, expand = HANDS.get(name), EXPANSIONS.get(name)
    expects = hand.expects if isinstance(hand, Maker) else None
    return ApiTool(
        name=name,
        description=description,
        input_schema=schema,
        tool_class=tool_class,
        phase=phase,
        price=price,
        meter_reason=meter,
        gated=True,
        external=external,
        ready=hand is not None or expand is not None,
        makes=expects({})["kind"] if expects else None,
        expects=expects,
        expand=expand,
        noun="verbs",
        route="/api/agent/plan",
        cli="agent plan",
    )


def _transcription() -> tuple[Price, str | None]:
    """What writing down costs: nothing on this machine, and then nothing is metered."""
    return (FREE, None) if settings.TRANSCRIPTION_PROVIDER == "local" else (Price(credits=2), "usage:transcribe")


def _capabilities() -> list[ApiTool]:
    word = {"type": "string", "minLength": 1, "maxLength": 2000}
    seconds = {"type": "number", "exclusiveMinimum": 0, "maximum": 600, "description": "Seconds."}
    at = {"type": "number", "minimum": 0, "description": "Seconds of the source."}
    frame = {"type": "integer", "minimum": 0, "description": "Of one part, where planning has chosen it."}
    return [
        _verb(
            "transcribe_video",
            "Write down what is said, with times.",
            _object({"assetId": word, "language": word}),
            "read",
            *_transcription(),
        ),
        _verb(
            "analyse.media",
            "Find out how loud a file is, where its scenes change, or where faces are in it.",
            _object({"assetId": word, "what": {"enum": list(WHAT)}}, "assetId", "what"),
            "produce",
        ),
        _verb(
            "cut.silences",
            "Take the silences out.",
            _object(
                {
                    "ids": IDS,
                    "thresholdDb": {"type": "number", "minimum": -90, "maximum": 0},
                    "minSilenceSeconds": seconds,
                    "paddingSeconds": seconds,
                }
            ),
            "produce",
            tool_class="mutate",
        ),
        _verb(
            "cut.words",
            "Take out what is said: every place of a word or phrase (say), or words of a file by their seconds in it.",
            _object(
                {
                    "say": {**word, "description": "What is said, as it is heard."},
                    "which": {
                        "type": "integer",
                        "description": "Which time it is said, from 1; -1 is the last, 0 every time. It is asked when absent.",
                    },
                    "ids": IDS,
                    "assetId": word,
                    "words": {
                        "type": "array",
                        "items": _object({"start": at, "end": at}, "start", "end"),
                        "minItems": 1,
                    },
                    "language": word,
                }
            ),
            "produce",
            tool_class="mutate",
        ),
        _verb(
            "add.captions",
            "Caption what is said.",
            _object(
                {
                    "ids": IDS,
                    "language": {**word, "description": "The language that is spoken, as de."},
                    "style": {**word, "description": f"One of {', '.join(STYLES)}."},
                }
            ),
            "produce",
            tool_class="mutate",
        ),
        _verb(
            "auto.reframe",
            "Follow the subject in another shape.",
            _object({"aspect": ASPECT}, "aspect"),
            "produce",
            tool_class="mutate",
        ),
        _verb(
            "detect.scenes",
            "Find where the scenes change, and mark it or split there.",
            _object({"ids": IDS, "make": {"enum": ["markers", "splits"]}}),
            "produce",
            tool_class="mutate",
        ),
        _verb(
            "create.short",
            "Make short videos of the best parts.",
            _object(
                {
                    "count": {"type": "integer", "minimum": 1, "maximum": 10},
                    "aspect": ASPECT,
                    "durationSeconds": seconds,
                    "fromFrame": frame,
                    "toFrame": frame,
                    "name": word,
                    "captions": {"type": "boolean"},
                }
            ),
            "deliver",
            Price(credits=5, per="count"),
            "usage:short",
        ),
        _verb(
            "upscale",
            "Make pictures larger and sharper.",
            _object({"ids": IDS, "factor": {"enum": [2, 4]}, "assetId": word, "of": {"type": "object"}}),
            "produce",
            Price(credits=8),
            "usage:upscale",
        ),
        _verb(
            "publish",
            "Send the video to a platform.",
            _object({"platform": word, "title": word, "description": word}, "platform"),
            "deliver",
            Price(credits=1),
            "usage:publish",
            external=True,
        ),
        _verb(
            "render",
            "Make a file of the composition.",
            _object({"format": {"enum": ["mp4", "webm", "gif", "wav", "png"]}}),
            "deliver",
            Price(credits=2),
            "usage:render",
        ),
        _verb(
            "generate.image",
            "Make a picture from words.",
            _object({"prompt": word, "aspect": ASPECT}, "prompt"),
            "produce",
            Price(credits=4),
            "usage:imagen",
        ),
        _verb(
            "generate.music",
            "Make music from words.",
            _object({"prompt": word, "durationSeconds": seconds}, "prompt"),
            "produce",
            Price(credits=12),
            "usage:lyria",
        ),
        _verb(
            "generate.voice",
            "Speak a text.",
            _object({"text": word, "voice": word}, "text"),
            "produce",
            Price(credits=6),
            "usage:voice",
        ),
        _verb(
            "director",
            "Make a film from a brief, shot by shot.",
            _object({"brief": word, "shots": {"type": "integer", "minimum": 1, "maximum": 8}}, "brief"),
            "produce",
            Price(credits=40, per="shots", low=1, expected=4, high=8),
        ),
        _verb(
            "recipe",
            "Run a saved recipe.",
            _object({"name": word, "params": {"type": "object"}}, "name"),
            "produce",
            Price(credits=10, low=1, expected=1, high=4),
        ),
    ]


TOOLS = Registry([*_engine_tools(), *_capabilities()])
