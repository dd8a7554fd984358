"""The registry as clients read it: every tool on one list, with a version that changes when any of them does."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tools.catalog import TOOLS
from tools.registry.descriptors import ApiTool, BrowserTool

GENERATED_FROM = "the composition engine's describe() and tools.catalog"


def manifest(step_class: str | None = None) -> dict[str, Any]:
    """{"version", "generatedFrom", "tools"}; only the tools of one class where one is named."""
    lines = [line_of(tool) for tool in TOOLS]
    version = hashlib.sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest()[:12]
    shown = [line for line in lines if step_class in (None, line["class"])]
    return {"version": version, "generatedFrom": GENERATED_FROM, "tools": shown}


def line_of(tool: ApiTool | BrowserTool) -> dict[str, Any]:
    """A tool as plain JSON."""
    line = {
        "name": tool.name,
        "description": tool.description,
        "surface": tool.surface,
        "inputSchema": tool.input_schema,
    }
    if isinstance(tool, BrowserTool):
        return {**line, "class": "read", "viewStateOnly": True}
    return {
        **line,
        "class": tool.tool_class,
        "phase": tool.phase,
        "noun": tool.noun,
        "cost": tool.price.of({}).model_dump(),
        "meterReason": tool.meter_reason,
        "reversible": tool.reversible,
        "gated": tool.gated,
        "destructive": tool.destructive,
        "external": tool.external,
        "ready": tool.ready,
        "method": tool.method,
        "route": tool.route,
        "cli": tool.cli,
    }
