"""The cases: what is said about the film in `film.json`, and what a good plan for it looks like."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.composition import Composition

HERE = Path(__file__).parent


class Strict(BaseModel):
    """camelCase in the files; a name that is not declared is a mistake in a case."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)


class Grounded(Strict):
    """A step that must be there: its tool (“a|b” where both do) and parameters that it must have, ids already bound."""

    tool: str
    params: dict[str, Any]


class Expected(Strict):
    """What a good planner does. No `tools` means that nothing may change.

    `tools` come in this order, “a|b” where either will do. `ready` is false where the product cannot carry the plan out
    yet: then an invalid plan is the honest one. `choices` are ids that a question must offer, `answer_has` words.
    """

    tools: list[str] = []
    grounded: list[Grounded] = []
    ready: bool = True
    question: bool = False
    choices: list[str] = []
    answer_has: list[str] = []


class Case(Strict):
    """One thing to say, with what is selected and where the playhead is while it is said."""

    name: str = Field(pattern=r"^[a-z0-9-]+$")
    kind: Literal["edit", "restraint", "question"]
    say: str
    selected: list[str] = []
    playhead: int | None = None
    expect: Expected


def load_cases(folder: Path = HERE / "cases") -> list[Case]:
    """Every case of a folder, file by file; raises pydantic's `ValidationError` naming what is wrong in one."""
    cases = [Case.model_validate(raw) for path in sorted(folder.glob("*.json")) for raw in json.loads(path.read_text())]
    names = [case.name for case in cases]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"two cases have the same name: {', '.join(sorted(twice))}")
    return cases


@cache
def film() -> Composition:
    """The composition that every case is about."""
    return Composition.load(json.loads((HERE / "film.json").read_text()))
