"""What a tool is, said once: its name, class, price and schema, and whether it is called over the API or in a browser tab."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ceil
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from tools.registry.expansion import Expansion, Occasion

ToolClass = Literal["read", "mutate", "generate"]
Phase = Literal["read", "apply", "produce", "deliver"]
Product = Literal["image", "audio", "video"]

_SEGMENT = re.compile(r"^[a-zA-Z_][a-zA-Z0-9_]*$")
MAX_NAME = 64
MOST_COUNTED = 1_000_000
"""A larger count is priced as this one: every schema refuses it, and its price must still be a number that can be said."""


def _checked_name(name: str) -> str:
    if len(name) > MAX_NAME or not all(_SEGMENT.match(segment) for segment in name.split(".")):
        raise ValueError(f"{name!r} is no tool name: dot-separated identifiers, at most {MAX_NAME} characters")
    return name


ToolName = Annotated[str, AfterValidator(_checked_name)]


class CostRange(BaseModel):
    """Credits that something may cost. `uncertain` when the true figure is known only after the run."""

    model_config = ConfigDict(frozen=True)

    low: int = 0
    expected: int = 0
    high: int = 0
    uncertain: bool = False

    def __add__(self, other: CostRange) -> CostRange:
        return CostRange(
            low=self.low + other.low,
            expected=self.expected + other.expected,
            high=self.high + other.high,
            uncertain=self.uncertain or other.uncertain,
        )


class Price(BaseModel):
    """Credits a call. `per` names a count parameter that multiplies it; `low` and `high` are factors of an open count."""

    model_config = ConfigDict(frozen=True)

    credits: int = Field(default=0, ge=0)
    per: str | None = None
    low: int = 1
    expected: int = 1
    high: int = 1

    def of(self, params: dict[str, Any]) -> CostRange:
        """What a call with these parameters costs; a count that is given makes the price certain.

        JSON has one kind of number: ten of something may come as 10 or as 10.0.
        """
        count = params.get(self.per) if self.per else None
        if isinstance(count, int | float) and not isinstance(count, bool) and count > 0:
            sum_ = self.credits * ceil(min(count, MOST_COUNTED))
            return CostRange(low=sum_, expected=sum_, high=sum_)
        low, expected, high = (self.credits * factor for factor in (self.low, self.expected, self.high))
        return CostRange(low=low, expected=expected, high=high, uncertain=low != high)


FREE = Price()


Look = Callable[[dict[str, Any], Any, UUID | None], Any]


class _Tool(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ToolName
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None = None
    meant: dict[str, tuple[str, ...]] = Field(
        default={}, exclude=True, description="What callers write for its arguments."
    )


class ApiTool(_Tool):
    """A capability: it has a route and a subcommand of `manage.py`, and works with no browser attached."""

    surface: Literal["api"] = "api"
    tool_class: ToolClass
    phase: Phase
    price: Price = FREE
    meter_reason: str | None = None
    gated: bool = Field(default=False, description="Asks for approval under every policy.")
    destructive: bool = Field(default=False, description="Takes something away.")
    external: bool = Field(default=False, description="Leaves the platform and cannot be called back.")
    ready: bool = Field(
        default=True, description="False: it can be planned and priced, but nothing carries it out yet."
    )
    makes: Product | None = Field(default=None, exclude=True, description="The kind of asset that a call of it makes.")
    expects: Callable[[dict[str, Any]], dict[str, Any]] | None = Field(
        default=None, exclude=True, description="That asset as its document will list it, before it is made."
    )
    expand: Callable[[dict[str, Any], Occasion], Expansion | None] | None = Field(
        default=None, exclude=True, description="What a call of it comes to; None where it stands for itself."
    )
    look: Look | None = Field(
        default=None,
        exclude=True,
        description="The answer of a read that looks further than the document: its call, the document and whose it is.",
    )
    noun: str = ""
    method: Literal["GET", "POST"] = "POST"
    route: str
    cli: str

    @model_validator(mode="after")
    def _reads_are_harmless(self) -> Self:
        """A read runs while planning and asks nobody, so nothing that has a consequence may be one."""
        if self.tool_class == "read" and (self.price.credits or self.meter_reason or self.destructive or self.external):
            raise ValueError(f"{self.name} spends, takes something away or leaves the platform: it is no read")
        return self

    @property
    def reversible(self) -> bool:
        return self.tool_class != "generate"


class BrowserTool(_Tool):
    """A movement of the view in a live tab; nothing it does outlives the tab."""

    surface: Literal["browser"] = "browser"
    view_state_only: Literal[True] = True


Tool = Annotated[ApiTool | BrowserTool, Field(discriminator="surface")]
