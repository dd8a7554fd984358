"""The tools as the loop sees them: reads run against the composition as it is stored, changes are only written down."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from agent.providers.base import ToolSchema
from agent.redact import redact, throughout
from runs.plan.normalise import listed
from runs.plan.preview import READ_FIELDS
from tools.composition import Composition, evaluate
from tools.composition.errors import InvalidRequest
from tools.registry.arguments import faults
from tools.registry.descriptors import ApiTool, Look, ToolClass
from tools.registry.expansion import CannotExpand
from tools.registry.registry import Registry, ToolNotFound

MOST_ROWS = 50

ASK_USER = ToolSchema(
    name="ask_user",
    description="Ask the person one question when the request is ambiguous. Nothing is planned until they answer.",
    parameters={
        "type": "object",
        "properties": {
            "question": {"type": "string", "minLength": 1, "maxLength": 500},
            "kind": {"type": "string", "maxLength": 40},
            "choices": {
                "type": "array",
                "maxItems": 6,
                "items": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}, "label": {"type": "string"}},
                    "required": ["id", "label"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["question"],
        "additionalProperties": False,
    },
)


class Toolbox:
    """What a model may call in one turn: the registry's tools, and `ask_user`. `workspace` owns the media of the composition."""

    def __init__(self, registry: Registry, composition: Composition | None, workspace: UUID | None = None) -> None:
        self.registry, self.composition, self.workspace = registry, composition, workspace

    def schemas(self) -> list[ToolSchema]:
        return [*(ToolSchema(t.name, t.description, t.input_schema) for t in self.registry), ASK_USER]

    def name_of(self, name: str) -> str:
        """The dotted name of a call, whatever spelling came over the wire; raises `ToolNotFound`."""
        return ASK_USER.name if name == ASK_USER.name else self.registry.get(name).name

    def class_of(self, name: str) -> ToolClass:
        return self.registry.class_of(name)

    def makes(self, name: str) -> bool:
        """Whether a call leaves an asset behind, which later calls can name."""
        tool = self.registry.get(name)
        return isinstance(tool, ApiTool) and tool.makes is not None

    def faults(self, name: str, arguments: dict[str, Any]) -> list[str]:
        """What is wrong with a call's arguments, each fault naming its argument."""
        if name == ASK_USER.name:
            return faults(ASK_USER.parameters, arguments)
        tool = self.registry.get(name)
        return faults(tool.input_schema, listed(arguments), tool.meant)

    def read(self, name: str, arguments: dict[str, Any]) -> Any:
        """Run a read against the composition; at most `MOST_ROWS` rows come back, without the secrets in them.

        Raises `ToolNotFound` for a read that nothing carries out here, the engine's error for a question it cannot answer.
        """
        tool = self.registry.get(name)
        if not isinstance(tool, ApiTool) or not tool.ready:
            raise ToolNotFound(name, [])
        if self.composition is None:
            raise InvalidRequest("No composition is open.")
        if tool.look is not None:
            return throughout(self._looked(tool.look, arguments), redact)
        if name == "describe":
            return evaluate(self.composition, {"kind": "describe"}).value
        asked = {key: arguments[key] for key in READ_FIELDS if key in arguments}
        asked["limit"] = min(asked.get("limit", MOST_ROWS), MOST_ROWS)
        return throughout(evaluate(self.composition, {"kind": "query", **asked}).value, redact)

    def _looked(self, look: Look, arguments: dict[str, Any]) -> Any:
        try:
            return look(arguments, self.composition, self.workspace)
        except CannotExpand as refusal:
            raise InvalidRequest(str(refusal)) from None
