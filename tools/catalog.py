"""TOOLS: everything that the agent may use, derived from the engine's own description and the verbs beyond it."""

from __future__ import annotations

from typing import Any

from tools.capabilities import HANDS
from tools.capabilities.order import Maker
from tools.composition import describe
from tools.composition.signature import MEANT
from tools.registry.descriptors import FREE, ApiTool, Phase, Price
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


def _read(name: str, description: str, schema: dict[str, Any]) -> ApiTool:
    return ApiTool(
        name=name,
        description=description,
        input_schema=schema,
        tool_class="read",
        phase="read",
        noun="reading",
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
) -> ApiTool:
    """A verb beyond the engine. One that has no hand is planned and priced, and then refused by name."""
    hand = HANDS.get(name)
    expects = hand.expects if isinstance(hand, Maker) else None
    return ApiTool(
        name=name,
        description=description,
        input_schema=schema,
        tool_class="generate",
        phase=phase,
        price=price,
        meter_reason=meter,
        gated=True,
        external=external,
        ready=hand is not None,
        makes=expects({})["kind"] if expects else None,
        expects=expects,
        noun="verbs",
        route="/api/agent/plan",
        cli="agent plan",
    )


def _capabilities() -> list[ApiTool]:
    word = {"type": "string", "minLength": 1, "maxLength": 2000}
    seconds = {"type": "number", "exclusiveMinimum": 0, "maximum": 600, "description": "Seconds."}
    return [
        _verb(
            "transcribe_video",
            "Write down what is said, with times.",
            _object({"assetId": word, "language": word}),
            "read",
            Price(credits=2),
            "usage:transcribe",
        ),
        _verb(
            "cut.silences",
            "Take the silences out.",
            _object(
                {
                    "ids": IDS,
                    "thresholdDb": {"type": "number", "minimum": -90, "maximum": 0},
                    "minSilenceSeconds": seconds,
                }
            ),
            "produce",
            Price(credits=2),
            "usage:analyse",
        ),
        _verb(
            "add.captions",
            "Caption what is said.",
            _object({"ids": IDS, "language": word, "style": word}),
            "produce",
            Price(credits=3),
            "usage:transcribe",
        ),
        _verb(
            "auto.reframe",
            "Follow the subject in another shape.",
            _object({"aspect": ASPECT}, "aspect"),
            "produce",
            Price(credits=4),
            "usage:analyse",
        ),
        _verb(
            "create.short",
            "Make short videos of the best parts.",
            _object(
                {
                    "count": {"type": "integer", "minimum": 1, "maximum": 10},
                    "aspect": ASPECT,
                    "durationSeconds": seconds,
                }
            ),
            "deliver",
            Price(credits=5, per="count"),
            "usage:short",
        ),
        _verb(
            "upscale",
            "Make pictures larger and sharper.",
            _object({"ids": IDS, "factor": {"enum": [2, 4]}}),
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
