"""The one choke point for plans: a model's and a client's become the same clean shape here, or are refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runs.plan.bind import MANY
from runs.plan.classify import kind_of
from runs.plan.model import Plan, Safety, Step
from runs.plan.price import price_of
from tools.registry.descriptors import MAX_NAME
from tools.registry.registry import Registry

STUDIOS = ("editor", "image", "music", "voice", "film", "publish")
MAX_TEXT = 2000
MAX_RATIONALE = 500


class MalformedPlan(Exception):
    """Something in the plan has no shape that could be read; `faults` names each step."""

    code = "MALFORMED_PLAN"

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


def normalise(
    raw: dict[str, Any],
    registry: Registry,
    *,
    message: str,
    tag: str,
    clean: Callable[[str], str] = lambda text: text,
    safety: Safety | None = None,
) -> Plan:
    """A plan in our shape: step ids in order, kinds and classes and prices of our own, free text cleaned and capped.

    `raw` is {"summary"?, "steps": [{"tool", "params"?, "rationale"?, "targetStudio"?, "kind"?}]}; whatever else it claims
    (class, price, confirmations, safety) is dropped. Parameters are left as they are: they may be creative text, and the
    model that wrote them saw only cleaned words. Raises `MalformedPlan` naming every step that is no step.
    """
    steps = raw.get("steps")
    if not isinstance(steps, list):
        raise MalformedPlan(["The plan has no list of steps: send {“steps”: [{“tool”, “params”}, …]}."])
    faults = [fault for number, step in enumerate(steps, 1) if (fault := _fault(number, step))]
    if faults:
        raise MalformedPlan(faults)
    ready = [step_of(number, step, registry, clean) for number, step in enumerate(steps, 1)]
    return Plan(
        message=clean(message)[:MAX_TEXT],
        summary=clean(_text(raw.get("summary")))[:MAX_TEXT],
        steps=ready,
        tag=tag,
        est_credits=sum(step.est_credits for step in ready),
        safety=safety or Safety(),
    )


def _fault(number: int, step: Any) -> str | None:
    if not isinstance(step, dict):
        return f"step-{number} is {type(step).__name__}, not an object with “tool” and “params”."
    if not isinstance(step.get("tool"), str) or not step["tool"]:
        return f"step-{number} names no tool."
    if not isinstance(step.get("params") or {}, dict):
        return f"step-{number} ({step['tool']}): “params” is {type(step['params']).__name__}, not an object."
    return None


def step_of(
    number: int, raw: dict[str, Any], registry: Registry, clean: Callable[[str], str] = lambda text: text
) -> Step:
    """One step of a plan, all but its parameters and its rationale computed here."""
    tool = registry.get(raw["tool"]).name if registry.has(raw["tool"]) else clean(raw["tool"])[:MAX_NAME]
    params = listed(raw.get("params") or {})
    step_class, kind = registry.class_of(tool), kind_of(tool, registry)
    studio = raw.get("targetStudio")
    return Step(
        id=f"step-{number}",
        kind=kind,
        tool=tool,
        params=params,
        rationale=clean(_text(raw.get("rationale")))[:MAX_RATIONALE],
        target_studio=studio if studio in STUDIOS and kind != "engine" else None,
        step_class=step_class,
        reversible=step_class != "generate",
        est_credits=price_of(tool, params, registry).expected,
    )


def listed(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with a lone reference made a list where many are taken: {"ids": "@all"} is {"ids": ["@all"]}."""
    return {key: [value] if key in MANY and isinstance(value, str) else value for key, value in params.items()}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
