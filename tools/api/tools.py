"""GET /api/agent/tools: everything the agent may use, for people and, as function declarations, for models."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tools.api.door import Door
from tools.api.route import route
from tools.api.shapes import ToolsAnswer, ToolsAsked
from tools.catalog import TOOLS
from tools.manifest import manifest


class Tools(Door):
    @route(
        "tools",
        "list_tools",
        "List every tool with its class, price and schema.",
        asks=ToolsAsked,
        answers=ToolsAnswer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(ToolsAsked)
        return Response({"functions": TOOLS.functions()} if asked.format else manifest())
