"""What the toolbox's routes take and answer; the OpenAPI schema is made of these."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, StrictInt
from pydantic.alias_generators import to_camel

from tools.api.reading import Body
from tools.composition import describe
from tools.registry.descriptors import CostRange, Phase, ToolClass


class Told(BaseModel):
    """An answer, camelCase on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    def wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True)


class Problem(Told):
    """Every refusal: a stable code, a sentence that says what to do, and what there is to know."""

    code: str
    message: str
    details: Any = None


class NewComposition(Body):
    """A document to keep; `workspaceId` is needed only by somebody with several workspaces."""

    document: dict[str, Any] = Field(description="The composition, as GET /api/compositions/{id} answers it.")
    workspace_id: str | None = None


class CompositionLine(Told):
    id: UUID
    name: str
    workspace_id: UUID
    revision: int
    updated_at: datetime


class CompositionList(Told):
    compositions: list[CompositionLine]


class CompositionDetail(CompositionLine):
    document: dict[str, Any]
    can_undo: bool
    can_redo: bool


class RevisionLine(Told):
    """One change: what it was in a sentence, whether it still stands, and the run that made it, if one did."""

    number: int
    kind: Literal["create", "edit", "undo", "redo"]
    summary: str
    takes_back: int | None
    stands: bool | None = Field(description="Null for what is no edit.")
    run_id: UUID | None
    author: str | None
    created_at: datetime


class History(Told):
    revision: int
    revisions: list[RevisionLine]


def _known_ops(schema: dict[str, Any]) -> None:
    schema["properties"]["op"] = {"type": "string", "enum": list(describe()["commands"])}


class EngineRequest(Body):
    """One request to the composition engine. A command takes `op` and `params` as GET /api/agent/tools lists them, a batch
    takes `requests`, a query takes `target` and the rest. What is changed is saved as ONE revision."""

    model_config = ConfigDict(extra="allow", json_schema_extra=_known_ops)

    kind: Literal["query", "describe", "command", "batch"]
    op: Any = None
    params: Annotated[Any, Field(json_schema_extra={"type": "object"})] = None
    requests: Annotated[Any, Field(json_schema_extra={"type": "array", "items": {"type": "object"}})] = None
    target: Any = None
    where: Any = None
    select: Any = None
    order_by: Any = None
    limit: Any = None
    offset: Any = None
    aggregate: Any = None
    group_by: Any = None
    revision: StrictInt | None = Field(
        None, description="The revision that you looked at; 409 when it is no longer the head."
    )
    approved: StrictBool = Field(False, description="Needed by commands that take something away, else 412.")

    def request(self) -> dict[str, Any]:
        """What the engine is asked: everything as it was sent, for the engine to judge."""
        return self.model_dump(by_alias=True, exclude_unset=True, exclude={"revision", "approved"})


class Evaluated(Told):
    """`value` of a single request, `values` of a batch, one for each of its requests."""

    value: Any = None
    values: list[Any] | None = None
    revision: int
    changed: bool
    warnings: list[str]


class Moved(Told):
    """The head after an undo or a redo, and what it came to in a sentence."""

    revision: int
    changed: bool
    summary: str


class ToolLine(Told):
    """A tool as the registry knows it. `surface` says where it runs; `ready` whether anything carries it out yet."""

    name: str
    description: str
    surface: Literal["api", "browser"]
    step_class: ToolClass = Field(alias="class")
    input_schema: dict[str, Any]
    phase: Phase | None = None
    noun: str = ""
    cost: CostRange = CostRange()
    meter_reason: str | None = None
    reversible: bool = True
    gated: bool = False
    destructive: bool = False
    external: bool = False
    ready: bool = True
    method: str | None = None
    route: str | None = None
    cli: str | None = None


class ToolList(Told):
    """`version` changes when any tool does."""

    version: str
    generated_from: str
    tools: list[ToolLine]


class FunctionList(Told):
    """Declarations for a model's tool use: wire names, the canonical verb under `tool`."""

    functions: list[dict[str, Any]]


class ToolsAnswer(RootModel[ToolList | FunctionList]):
    """The list, or with ?format=functions the declarations."""


class ToolsAsked(Body):
    format: Literal["functions"] | None = Field(None, description="Declarations for a model's tool use.")


# --- exchange ---------------------------------------------------------------------------------------------------------

TimelineFormat = Literal["otio", "fcp7", "fcpxml", "edl"]
CaptionsFormat = Literal["srt", "vtt", "ass"]
Target = Literal["resolve", "premiere", "fcp"]
Natural = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
FileName = Annotated[str, Field(min_length=1, max_length=500, description="Its ending says the format.")]
Content = Annotated[str, Field(description="The file's text.")]


class ExchangeReport(Told):
    """What the other side has no place for, and what was not said and had to be guessed; sentences that name the thing."""

    lost: list[str]
    assumed: list[str]


class HandoverAsked(Body):
    target: Target = Field("resolve", description="The program that reads it: how it likes its media's addresses.")


class ExportAsked(HandoverAsked):
    format: TimelineFormat | CaptionsFormat
    media_root: str = Field("", max_length=1000, description="The folder that holds the media on the other side.")
    track: str | None = Field(None, description="The track of an EDL; absent: the bottom one with pictures.")


class Exported(Told):
    name: str
    format: str
    media_type: str
    content: str
    report: ExchangeReport


class TimelineFile(Body):
    """`fps` is needed only where a file does not say its rate (EDL) and a guess would be wrong."""

    name: FileName
    content: Content
    format: TimelineFormat | None = Field(None, description="Where the name's ending does not say it.")
    fps: float | Annotated[list[Natural], Field(min_length=2, max_length=2)] | None = None
    workspace_id: str | None = None


class TimelineTaken(CompositionDetail):
    report: ExchangeReport


class CaptionsFile(Body):
    name: FileName
    content: Content
    format: CaptionsFormat | None = Field(None, description="Where the name's ending does not say it.")
    from_frame: StrictInt = Field(0, ge=0, description="The frame that 0 ms stands for.")
    revision: StrictInt | None = Field(None, description="The revision you looked at; 409 when it is not the head.")


class CaptionsTaken(Told):
    cues: int
    revision: int
    report: ExchangeReport


class UploadLine(Told):
    """A file on its way in: receiving, checking, then ready with its asset, or failed with a code and the reason."""

    id: UUID
    workspace_id: UUID
    name: str
    size: int = Field(description="Bytes that were announced.")
    offset: int = Field(description="Bytes that are here; the next piece begins there.")
    state: Literal["receiving", "checking", "ready", "failed"]
    code: str
    reason: str
    asset_id: UUID | None
    expires_at: datetime = Field(description="When an upload that nobody continues is forgotten.")


class AssetLine(Told):
    """A media file of a workspace. `facts` is what is in it, in the field names of a composition's document; `standIns`
    says whether its proxy, filmstrip and waveform are there, and `files` where each is."""

    id: UUID
    workspace_id: UUID
    name: str
    kind: str
    size: int
    sha256: str
    facts: dict[str, Any]
    stand_ins: Literal["waiting", "ready", "failed"]
    reason: str = Field(description="What could not be made of the stand-ins.")
    files: dict[str, Any]
    created_at: datetime


class RoomUse(Told):
    """What a workspace keeps, in bytes."""

    originals: int = Field(description="What people took in.")
    generated: int = Field(description="Media that runs made.")
    stand_ins: int = Field(description="Proxies, filmstrips, waveforms and posters.")
    renders: int
    uploads: int = Field(description="What is on its way in, as large as it was announced.")


class AssetList(Told):
    assets: list[AssetLine]
    use: RoomUse
    used_bytes: int = Field(description="All of it together.")
    quota_bytes: int = Field(description="The most that a workspace may keep; 0 for as much as it likes.")


class RenderLine(Told):
    """What a run has rendered."""

    id: str
    workspace_id: UUID
    name: str
    mime: str
    size: int
    seconds: float = Field(description="0 for a still.")
    created_at: datetime
    url: str


class RenderList(Told):
    renders: list[RenderLine]


class AssetsAsked(Body):
    workspace_id: str | None = Field(None, description="Needed only by somebody with several workspaces.")


class RemovalAsked(Body):
    confirm: bool = Field(False, description="Delete it although compositions use it, or Undo could bring it back.")
