"""What the agent's routes take; what they answer is in `agent.wire`."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, StrictBool, StrictStr, StringConstraints, model_validator

from agent.interpret import MAX_MESSAGE
from agent.wire import Context
from tools.api.reading import Body


class Subject(Body):
    """On what: a stored composition by its id, or a whole composition in `state`; never both."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["compositionId"]}, {"required": ["state"]}]})

    composition_id: StrictStr | None = Field(None, description="A stored composition.")
    state: dict[str, Any] | None = Field(
        None, description="A whole composition, in place of compositionId; nothing is stored."
    )
    context: Context = Field(Context(), description="What the person has in front of them: selectedItemIds, playhead.")

    @model_validator(mode="after")
    def _one_subject(self) -> Self:
        if (self.composition_id is None) == (self.state is None):
            raise ValueError("send either “compositionId” or “state”")
        return self


class Wished(Subject):
    """A subject, and what the caller wishes of the plan."""

    policy: StrictStr | None = Field(None, description="A lower tier than your own: editor or readonly.")
    approval_policy: StrictStr | None = Field(None, description="auto, guided or manual; anything else is guided.")


Words = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=MAX_MESSAGE)]


class AskAsked(Subject):
    question: Words


class PlanAsked(Wished):
    message: Words


class ExecuteAsked(Wished):
    plan: dict[str, Any] = Field(description="The plan of POST /api/agent/plan, echoed; it is read and checked again.")
    approved: StrictBool = Field(False, description="A person has seen the plan and said yes.")
    confirm: StrictBool = Field(False, description="The person has said yes to the plan's confirmations too.")
