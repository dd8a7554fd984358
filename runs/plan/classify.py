"""Read, mutate or generate: the class of a step decides who may plan it, what it asks for and what it costs."""

from __future__ import annotations

from runs.plan.model import Kind
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry


def kind_of(tool: str, registry: Registry) -> Kind:
    """An engine command or read is `engine`; everything else that the registry knows, and what it does not, is a capability."""
    found = registry.get(tool) if registry.has(tool) else None
    in_engine = found is None or (isinstance(found, ApiTool) and (found.phase == "apply" or found.noun == "reading"))
    return "engine" if in_engine else "capability"
