"""A plan in the making: the composition as it will be after the steps so far, and what has been spoken of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agent.providers.base import Scene
from tools.beside import named
from tools.catalog import TOOLS
from tools.composition import Composition, EngineError, evaluate
from tools.registry.descriptors import ApiTool

from .pattern import Effort

if TYPE_CHECKING:
    from .core_phrase import Things

Item = dict[str, Any]
MAX_CHOICES = 6
# Commands that can move what follows along with what they do.
RIPPLING = frozenset({"trimItem", "deleteItems", "setPlaybackRate"})
# How a later step names the asset that a step makes.
MADE = "@asset:step-"
# What cannot change about an asset.
FIXED = frozenset({"kind", "origin"})


class Impasse(Exception):
    """Words that were understood and yet give no step. The message is the honest sentence for it."""


class Pass(Exception):
    """A rule's builder sees that these words are not for it."""


class Refused(Impasse):
    """The engine, or the composition as it is, does not allow what was asked."""


class Asked(Impasse):
    """More than one thing can be meant; `choices` are (item id, label)."""

    def __init__(self, question: str, choices: list[tuple[str, str]]) -> None:
        super().__init__(question)
        self.choices = choices[:MAX_CHOICES]


@dataclass(frozen=True, slots=True)
class Step:
    """One tool call to be: an engine command or a capability, and its arguments."""

    tool: str
    arguments: dict[str, Any]


@dataclass(slots=True)
class Sketch:
    """What a rule's builder works on. `do` tries a command on the simulated composition and records it as a step.

    `made` is the asset that a step makes and that nothing else has been spoken of since: a later "it", until it is placed.
    `spared` items are not to be touched, `aside` ones are not meant by "everything". `pieces` are those of the last split,
    `recalled` is what the conversation named last, before this message.
    With `ripple`, what follows on the track moves along. `lenient` lets a phrase that names nothing stand for a missing
    thing; no unquoted text runs across one of the `fences` (places in the sentence where the next clause begins).
    """

    scene: Scene
    state: Composition
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    made: str = ""
    pieces: tuple[str, ...] = ()
    spared: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    degree: float = 1.0
    lenient: bool = False
    ripple: bool = False
    fences: frozenset[int] = frozenset()
    memo: dict[Any, Any] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)

    def fork(self, *, degree: float | None = None) -> Sketch:
        """A copy to try a reading on; the memo is shared as long as the composition is the same."""
        degree = self.degree if degree is None else degree
        return replace(self, degree=degree)

    def adopt(self, trial: Sketch) -> None:
        """Take over what a fork has done."""
        for name in ("state", "steps", "notes", "mentioned", "made", "pieces", "memo"):
            setattr(self, name, getattr(trial, name))

    def do(self, op: str, **params: Any) -> Any:
        """Record an engine command and return what it made. Refused: the engine says no; nothing is recorded."""
        params = {name: value for name, value in params.items() if value is not None}
        if self.ripple and op in RIPPLING:
            params["ripple"] = True
        self._heed(params)
        tag = f"{self.scene.tag}-{len(self.steps) + 1}"
        try:
            self._bring_in(op, params)
            result = evaluate(self.state, {"kind": "command", "op": op, "params": params}, tag=tag)
        except EngineError as error:
            raise Refused(str(error)) from error
        if result.state is not self.state:
            self.state, self.memo = result.state, {}
            self.steps = (*self.steps, Step(op, params))
            self.mentioned = tuple(item for item in self.mentioned if item in self.state.items)
        return result.value

    def asset(self, id: str) -> dict[str, Any]:
        """A file that can be used, whether the composition lists it already or not."""
        return self.state.assets.get(id) or self.scene.beside[id]

    def _bring_in(self, op: str, params: dict[str, Any]) -> None:
        """List what a command names from beside the composition. It is no step here: the plan brings it in by itself."""
        for id in named(op, params):
            if id not in self.state.assets and id in self.scene.beside:
                self._simulate("addAsset", asset=dict(self.scene.beside[id]))

    def attempt(self, op: str, **params: Any) -> bool:
        """`do`, answering False where the engine says no."""
        try:
            self.do(op, **params)
        except Refused:
            return False
        return True

    def use(self, tool: str, **arguments: Any) -> None:
        """Record a call of a capability, which nothing here can simulate."""
        self.steps = (*self.steps, Step(tool, {k: v for k, v in arguments.items() if v is not None}))

    def make(self, tool: str, **arguments: Any) -> str:
        """Record the making of an asset; returns how later steps name it. In the library it is as it is expected to be."""
        self.use(tool, **arguments)
        asset = f"{MADE}{len(self.steps)}"
        self._simulate("addAsset", asset={**self._expected(asset), "id": asset})
        self.mentioned, self.made = (), asset
        return asset

    def maker(self, asset: str) -> Step:
        """The step that makes an asset."""
        return self.steps[int(asset.removeprefix(MADE)) - 1]

    def refine(self, asset: str, **arguments: Any) -> None:
        """Say of an asset to be made what the words left open, once it is known where it goes; the first place decides."""
        if any(item.get("assetId") == asset for item in self.state.items.values()):
            return
        step = self.maker(asset)
        open_ = {k: v for k, v in arguments.items() if v is not None and k not in step.arguments}
        full = Step(step.tool, {**step.arguments, **open_})
        self.steps = tuple(full if one is step else one for one in self.steps)
        facts = self._expected(asset)
        self._simulate("updateAsset", assetId=asset, patch={k: v for k, v in facts.items() if k not in FIXED})

    def _expected(self, asset: str) -> dict[str, Any]:
        step = self.maker(asset)
        tool = TOOLS.get(step.tool)
        assert isinstance(tool, ApiTool)
        assert tool.expects is not None, f"{step.tool} makes no asset"
        return tool.expects(step.arguments)

    def _simulate(self, op: str, **params: Any) -> None:
        """What the run does by itself: on the simulated composition, and no step."""
        self.state, self.memo = evaluate(self.state, {"kind": "command", "op": op, "params": params}).state, {}

    def note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)

    def mention(self, *ids: str) -> None:
        """What a later "it" or "them" means."""
        if ids != self.mentioned:
            self.mentioned, self.made, self.memo = ids, "", {}

    def ids(self, things: Things, *kinds: str) -> list[str]:
        """The items meant, of these types only. Asked: one is meant and several fit. Refused: there is none."""
        found = [item for item in things.ids if not kinds or self.state.items[item]["type"] in kinds]
        if not found:
            raise Refused(things.missing or f"There is nothing like “{things.words}” that this can be done to.")
        if things.one and len(found) > 1:
            raise Asked(f"Which one do you mean by “{things.words}”?", [(item, self.label(item)) for item in found])
        self.mention(*found)
        return found

    def one(self, things: Things, *kinds: str) -> str:
        """The single item meant; Asked when there are several."""
        found = self.ids(things, *kinds)
        if len(found) > 1:
            raise Asked(f"Which one do you mean by “{things.words}”?", [(item, self.label(item)) for item in found])
        return found[0]

    def label(self, item_id: str) -> str:
        """What a person calls an item: its name or text, and where it is."""
        item = self.state.items[item_id]
        name = f"“{short(item['text'])}”" if item.get("text") else short(item.get("name") or item_id)
        return f"{name} ({self.clock(item['from'])}–{self.clock(end_of(item))})"

    def clock(self, frame: int) -> str:
        """A frame as m:ss, with tenths where there are any."""
        seconds = frame / float(self.state.fps)
        text = f"{int(seconds // 60)}:{seconds % 60:04.1f}"
        return text[:-2] if text.endswith(".0") else text

    def shut(self, item_id: str) -> bool:
        """Whether "everything" does not include an item: it is to be spared or was excepted."""
        return item_id in self.spared or item_id in self.aside

    def by_time(self, ids: Any) -> list[str]:
        items, place = self.state.items, {track["id"]: n for n, track in enumerate(self.state.tracks)}
        return sorted(ids, key=lambda item: (items[item]["from"], place[items[item]["trackId"]], item))

    def track_of(self, item_id: str) -> dict[str, Any]:
        return self.state.tracks[self.track_index(item_id)]

    def track_index(self, item_id: str) -> int:
        track_id = self.state.items[item_id]["trackId"]
        return next(n for n, track in enumerate(self.state.tracks) if track["id"] == track_id)

    def audible(self, item_id: str) -> bool:
        """Whether an item can be heard at all: it has sound of its own and its asset does."""
        item = self.state.items[item_id]
        if item["type"] not in ("audio", "video"):
            return False
        asset = self.state.assets.get(item.get("assetId", ""))
        return asset is None or bool(asset.get("hasAudio", True))

    def _heed(self, params: dict[str, Any]) -> None:
        ids = {params.get("id"), *params.get("ids", ())}
        if touched := ids & self.spared:
            names = ", ".join(self.label(item) for item in self.by_time(touched))
            raise Refused(f"You asked to leave {names} alone, so nothing is planned for it.")


def short(name: str, most: int = 40) -> str:
    """A name on one line, cut where it goes on and on."""
    line = " ".join(name.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def end_of(item: Item) -> int:
    """The first frame after an item."""
    return int(item["from"]) + int(item["durationInFrames"])
