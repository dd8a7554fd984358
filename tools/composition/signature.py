"""A command is a decorated function whose signature is its schema: names, types, bounds, defaults and descriptions."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import BaseModel, ValidationError, create_model

from .draft import Draft
from .errors import InvalidParameters
from .schema import schema_of
from .values import ItemIds, Shape, camel, plain, unsound, worded

Params = dict[str, Any]
Run = Callable[..., Any]

# What planners write when they mean one of our names, beside plain misspellings.
MEANT = {
    "align": ("alignment",),
    "length": ("durationInFrames",),
    "duration": ("durationInFrames",),
    "durationFrames": ("durationInFrames",),
    "start": ("from", "fromFrame", "atFrame"),
    "startFrame": ("from", "fromFrame"),
    "frame": ("atFrame", "from", "toFrame"),
    "at": ("atFrame", "from"),
    "id": ("ids", "trackId", "assetId", "markerId", "transitionId"),
    "itemId": ("id", "ids"),
    "itemIds": ("ids",),
    "ids": ("id", "trackIds", "markerIds"),
    "track": ("trackId",),
    "asset": ("assetId",),
    "content": ("text",),
    "colour": ("color",),
    "volume": ("volumeDb",),
    "speed": ("rate",),
    "middle": ("center",),
    "centre": ("center",),
    "delta": ("deltaFrames",),
    "offset": ("offsetFrames", "deltaFrames"),
    "label": ("name",),
    "title": ("name", "text"),
}


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done to a composition. `parameters` is a JSON Schema (2020-12)."""

    op: str
    noun: str
    run: Run
    model: type[BaseModel]
    description: str
    destructive: bool
    gated: bool
    example: Params
    each: bool

    def bind(self, params: Any) -> Params:
        """The function's arguments for these parameters; raises InvalidParameters, which names the argument."""
        if not isinstance(params, dict):
            raise InvalidParameters(f"The parameters of {self.op} must be an object.", argument="params")
        for name, value in params.items():
            if why := unsound(value):
                raise InvalidParameters(f"{name} of {self.op} {why}.", argument=name)
        try:
            bound = self.model.model_validate(params)
        except ValidationError as error:
            raise _refusal(self, error) from None
        return {name: plain(getattr(bound, name)) for name in self.model.model_fields}

    def carry_out(self, draft: Draft, params: Any) -> Any:
        """Run on the draft: once, or once for each of `ids`. Returns what the command made, if anything."""
        arguments = self.bind(params)
        if not self.each:
            return self.run(draft, **arguments)
        id, ids = arguments.pop("id"), arguments.pop("ids")
        if (id is None) == (ids is None):
            raise InvalidParameters(f"{self.op} needs either id or ids.", argument="id")
        made = [self.run(draft, id=one, **arguments) for one in ids or [id]]
        return _merged(made)

    def schema(self) -> Params:
        schema = schema_of(self.model)
        if self.each:
            schema["oneOf"] = [{"required": ["id"]}, {"required": ["ids"]}]
        return schema

    def describe(self) -> Params:
        return {
            "description": self.description,
            "parameters": self.schema(),
            "destructive": self.destructive,
            "gated": self.destructive or self.gated,
            "noun": self.noun,
            "example": self.example,
        }


def command(*, example: Params, destructive: bool = False, gated: bool = False) -> Callable[[Run], Command]:
    """Make a command of a function (draft, **parameters): its name in camelCase, its docstring the description.

    A parameter `id: ItemId` also takes `ids`: the function then runs for each of them, all or nothing.
    """

    def made(run: Run) -> Command:
        hints = get_type_hints(run, include_extras=True)
        fields = dict(_fields(run, hints))
        each = "id" in fields and fields["id"][1] is ...
        if each:
            one = fields.pop("id")[0]
            fields = {"id": (one | None, None), "ids": (ItemIds | None, None), **fields}
        return Command(
            op=camel(run.__name__),
            noun=run.__module__.rsplit(".", 1)[-1],
            run=run,
            model=create_model(camel(run.__name__), __base__=Shape, **fields),
            description=" ".join((inspect.getdoc(run) or "").split("\n\n")[0].split()),
            destructive=destructive,
            gated=gated,
            example=example,
            each=each,
        )

    return made


def _fields(run: Run, hints: dict[str, Any]) -> dict[str, Any]:
    """(type, default) by name for every parameter after the draft; `...` is pydantic's word for required."""
    _, *parameters = inspect.signature(run).parameters.values()
    return {
        one.name: (hints[one.name], ... if one.default is inspect.Parameter.empty else one.default)
        for one in parameters
    }


def _merged(made: list[Any]) -> Any:
    """What running once for each id made, list by list."""
    merged: Params = {}
    for one in made:
        for name, value in (one or {}).items():
            merged[name] = [*merged.get(name, []), *value] if isinstance(value, list) else value
    return merged or None


def _refusal(command: Command, error: ValidationError) -> InvalidParameters:
    """One sentence about the first thing that is wrong, and a suggestion where one can be made."""
    first = min(error.errors(include_url=False), key=lambda one: (len(one["loc"]), one["type"] == "missing"))
    path = _path(first["loc"])
    if first["type"] == "extra_forbidden":
        message, hint = f"{command.op} has no parameter {path!r}.", _meant(command, str(first["loc"][-1]), path)
    elif first["type"] == "missing":
        message, hint = f"{command.op} needs {path}.", f"For example: {command.example}."
    else:
        said = worded(first["msg"])
        message, hint = f"{path} of {command.op} {said}.", _meant_value(first)
    return InvalidParameters(message, hint=hint, argument=path, op=command.op)


def _path(steps: tuple[int | str, ...]) -> str:
    """The argument's path, without pydantic's names for the arms of a union."""
    own = [str(step) for step in steps if isinstance(step, int) or (step.isidentifier() and step not in _ARMS)]
    return ".".join(own) or str(steps[0])


_ARMS = {"float", "int", "str", "bool", "list", "dict"}


def _meant(command: Command, name: str, path: str) -> str:
    names = [field.alias or key for key, field in command.model.model_fields.items()]
    if "." in path:
        names = sorted(_property_names(command.schema()) - {name})
    return suggestion(name, names)


def suggestion(name: str, names: list[str]) -> str:
    """What was probably meant by a name that is none of these."""
    wanted = [one for one in MEANT.get(name, ()) if one in names]
    near = wanted[:1] or difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(names)}."


def _meant_value(error: Any) -> str:
    """A suggestion where one of several words was asked for."""
    words = str(error.get("ctx", {}).get("expected", "")).replace(" or ", ", ").replace("'", "").split(", ")
    value = str(error.get("input"))
    near = [one for one in MEANT.get(value, ()) if one in words] or difflib.get_close_matches(value, words, n=1)
    return f"Did you mean {near[0]!r}?" if near else ""


def _property_names(schema: Any) -> set[str]:
    names: set[str] = set()
    if isinstance(schema, dict):
        names |= set(schema.get("properties", {}))
        for inner in schema.values():
            names |= _property_names(inner)
    elif isinstance(schema, list):
        for inner in schema:
            names |= _property_names(inner)
    return names
