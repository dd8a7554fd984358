"""The tools that exist, by name, and the names that a provider's wire can carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rapidfuzz import fuzz, process

from tools.registry.descriptors import ApiTool, BrowserTool, ToolClass


class NameTaken(Exception):
    """Another tool has this name already, here or once dots have become underscores on a provider's wire."""


class ToolNotFound(Exception):
    """No tool has this name; `near` are the ones that look like it."""

    code = "TOOL_NOT_FOUND"

    def __init__(self, name: str, near: list[str]) -> None:
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"There is no tool named “{name}”.{hint}")
        self.name, self.near = name, near


def wire_name(name: str) -> str:
    """`generate.image` as a provider takes it: `generate_image`."""
    return name.replace(".", "_")


class Registry:
    """An ordered set of tools. Nothing here knows what any of them does."""

    def __init__(self, tools: Iterable[ApiTool | BrowserTool] = ()) -> None:
        self._tools: dict[str, ApiTool | BrowserTool] = {}
        self._by_wire: dict[str, str] = {}
        for tool in tools:
            self.register(tool)

    def register(self, tool: ApiTool | BrowserTool) -> None:
        """Add a tool; raises `NameTaken` for a name that is used, on the wire too."""
        taken = self._by_wire.get(wire_name(tool.name))
        if taken is not None:
            raise NameTaken(f"{tool.name} and {taken} would be one name on a provider's wire")
        self._tools[tool.name] = tool
        self._by_wire[wire_name(tool.name)] = tool.name

    def get(self, name: str) -> ApiTool | BrowserTool:
        """The tool of a dotted name or of a wire name; raises `ToolNotFound` with the names nearest to it."""
        found = self._tools.get(name) or self._tools.get(self._by_wire.get(name, ""))
        if found is None:
            raise ToolNotFound(name, self.near(name))
        return found

    def has(self, name: str) -> bool:
        return name in self._tools or name in self._by_wire

    def get_all(self) -> list[ApiTool | BrowserTool]:
        return list(self._tools.values())

    def __iter__(self) -> Iterator[ApiTool | BrowserTool]:
        return iter(self._tools.values())

    def near(self, name: str) -> list[str]:
        """Up to three names that look like this one."""
        return [
            match
            for match, _, _ in process.extract(name, list(self._tools), scorer=fuzz.ratio, limit=3, score_cutoff=60)
        ]

    def schemas(self) -> list[dict[str, Any]]:
        """Every tool in one provider-neutral form."""
        return [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in self]

    def functions(self) -> list[dict[str, Any]]:
        """Declarations for a model's tool use: wire names, with the canonical verb under `tool`."""
        return [{**schema, "name": wire_name(schema["name"]), "tool": schema["name"]} for schema in self.schemas()]

    def class_of(self, name: str) -> ToolClass:
        """read, mutate or generate. An unknown tool counts as a mutation, so that it is gated before it is refused."""
        tool = self._tools.get(name)
        if tool is None:
            return "mutate"
        return tool.tool_class if isinstance(tool, ApiTool) else "read"
