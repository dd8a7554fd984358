"""A proposal as a person reads it at the terminal."""

from __future__ import annotations

from typing import Any


def proposed(told: dict[str, Any]) -> str:
    """The plan step by step with its price and what it waits for; or the question, or the answer."""
    if told["question"]:
        choices = told["question"]["choices"]
        lines = [f"  {number}. {choice['label']}  [{choice['id']}]" for number, choice in enumerate(choices, 1)]
        how = ["Answer with the same command and --answer N."] if choices else []
        return "\n".join([told["question"]["question"], *lines, *how])
    if not told["plan"]["steps"]:
        return str(told["answer"] or " ".join(told["errors"]))
    lines = [f"{step['id']}  {step['tool']}  {step['sentence']}".rstrip() for step in told["plan"]["steps"]]
    if told["preview"]:
        cost = told["preview"]["cost"]
        range_ = str(cost["high"]) if cost["low"] == cost["high"] else f"{cost['low']} to {cost['high']}"
        price = f"Costs {range_} credits." if cost["high"] else "Costs nothing."
        lines += ["", told["preview"]["summary"], price]
        if (words := told["plan"]["summary"]) and words != told["preview"]["summary"]:
            lines += [f"Planner's own words, not checked: {words}"]
    lines += [f"Wants an approval: {gate}." for gate in told["gates"]]
    lines += [f"Wants a confirmation: {one['message']}" for one in told["confirmations"]]
    lines += [f"Not fit to run: {error}" for error in told["errors"]]
    lines += [told["degraded"]] if told["degraded"] else []
    return "\n".join([*lines, *([f"On record as run {told['runId']}."] if told.get("runId") else [])])
