"""The cases as a dataset of pydantic-evals, to run any other agent on them: `Dataset.from_file` reads what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.evals.cases import Case, film

NAME = "greenlight-planning"


def dataset(cases: Sequence[Case]) -> dict[str, Any]:
    """Plain JSON (and so YAML too): inputs are what is said and seen, the expected output is what a good plan holds."""
    return {"name": NAME, "cases": [_case(case) for case in cases], "evaluators": []}


def _case(case: Case) -> dict[str, Any]:
    return {
        "name": case.name,
        "inputs": {
            "message": case.say,
            "context": {"selectedItemIds": case.selected, "playhead": case.playhead},
            "state": film().dump(),
        },
        "metadata": {"kind": case.kind},
        "expected_output": case.expect.model_dump(mode="json", by_alias=True),
    }
