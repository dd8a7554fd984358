"""The stories: which plans, and what people and workers do with them, act by act. An act may be done again after a kill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from runs import actions, executor, ledger, tasks
from runs.assess import assess
from runs.cards import card_of
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tools import history, store
from tools.blank import blank
from tools.catalog import TOOLS
from tools.models import Membership, Revision, Workspace

Steps = list[dict[str, Any]]


def do(tool: str, **params: Any) -> dict[str, Any]:
    return {"tool": tool, "params": params}


def placed(step: str) -> dict[str, Any]:
    """The edit that puts what a step has made on the timeline."""
    return do("addItem", item={"type": "image", "assetId": f"@asset:{step}", "durationInFrames": 30}, trackId="v1")


VERTICAL = do("setCompositionSize", width=1080, height=1920)
RED, TITLE = (
    do("setBackgroundColor", color="#ff0000"),
    do("addText", text="Hello", **{"from": 0, "durationInFrames": 30}),
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A run on a composition of its own, in a workspace of its own."""

    run_id: UUID
    grant_id: UUID

    @property
    def run(self) -> Run:
        return Run.objects.select_related("composition", "workspace", "author").get(pk=self.run_id)

    @property
    def person(self) -> User:
        return User.objects.get(pk=self.run.author_id)


Act = Callable[[Scene], None]


@dataclass(frozen=True, slots=True)
class Story:
    """`ends`: every way in which it may honestly end, the undisturbed one first. `credits`: what is there to begin with."""

    name: str
    steps: Steps
    acts: tuple[Act, ...]
    ends: tuple[str, ...]
    credits: int = 100


def begin(story: Story, steps: Steps | None = None) -> Scene:
    """A workspace, a person, a composition, and a plan that waits for its approval."""
    studio = Workspace.objects.create(name=f"chaos {uuid4()}")
    alice = User.objects.create(username=f"chaos-{uuid4()}")
    Membership.objects.create(workspace=studio, user=alice, tier="full", role="owner")
    ledger.grant(studio, story.credits, None)
    return Scene(_proposed(studio, alice, steps or story.steps), uuid4())


def _proposed(studio: Workspace, alice: User, steps: Steps) -> UUID:
    film, tier = store.create(studio, blank("Chaos"), alice), tier_of(alice, studio)
    plan = normalise({"steps": steps}, TOOLS, message="", tag=uuid4().hex[:8])
    proposal = assess(plan, store.read(film), tier)
    assert proposal.valid, proposal.errors
    return actions.propose(studio, alice, proposal, composition=film, tier=tier, base_revision=film.head).pk


# --- What people do ---------------------------------------------------------------------------------------------------


def approve(scene: Scene) -> None:
    if scene.run.status == Run.Status.PROPOSED:
        actions.approve(scene.run, scene.person, card_of(scene.run), confirm=True)


def top_up(scene: Scene) -> None:
    ledger.grant(scene.run.workspace, 10, None, once=scene.grant_id)


def spend_elsewhere(scene: Scene) -> None:
    """Another run of the workspace takes credits that this one was approved for."""
    other = Scene(_proposed(scene.run.workspace, scene.person, [do("paint")]), uuid4())
    approve(other)
    executor.execute(other.run_id)


def cancel(scene: Scene) -> None:
    if scene.run.status in Run.UNDER_WAY:
        actions.cancel(scene.run, scene.person)


def undo(scene: Scene) -> None:
    """Take the run's edits back, where there are any that stand."""
    run = scene.run
    own = run.composition.revisions.filter(run_id=run.pk, kind=Revision.Kind.EDIT) if run.composition else []
    stands = history.standing(run.composition) if run.composition else {}
    if any(stands[revision.number] for revision in own):
        actions.undo(run, scene.person)


def work(scene: Scene) -> None:
    """What the next worker does. The time that a dead worker's lease would take to end is not waited for."""
    held = Run.objects.filter(pk=scene.run_id).exclude(lease_until=None)
    held.update(lease_until=timezone.now() - timedelta(seconds=1))
    if scene.run_id in tasks.sweep():
        executor.execute(scene.run_id)


CALM = (spend_elsewhere,)
"""Acts that nobody dies in: they only set the scene."""

# --- What happens -----------------------------------------------------------------------------------------------------

FILM = [
    do("paint"), do("sketch"), placed("step-1"), VERTICAL,
    do("post"), placed("step-2"), do("tell"), do("paint", no=2), TITLE, do("mail"), RED,
]  # fmt: skip

STORIES = [
    Story("film", FILM, (approve, work, undo), ("done", "failed")),
    Story("edits only", [VERTICAL, TITLE, RED], (approve, work, undo), ("done",)),
    Story("a provider that wastes", [do("paint"), VERTICAL, do("paint", no=2, then="waste")], (approve, work), ("failed",)),
    Story("a delivery that is wasted", [VERTICAL, do("mail", then="waste"), RED], (approve, work, undo), ("failed",)),
    Story("a provider that declines", [VERTICAL, do("tell"), do("paint", then="decline")], (approve, work, undo), ("failed",)),
    Story("hiccups", [do("paint", then="hiccup"), placed("step-1"), do("post", then="hiccup")], (approve, work), ("done",)),
    Story("a hiccup that cannot be repeated", [VERTICAL, do("mail", then="hiccup")], (approve, work), ("failed", "done")),
    Story("short of credits", [do("paint"), placed("step-1"), do("post"), do("paint", no=2), TITLE],
          (approve, spend_elsewhere, work, top_up, work, undo), ("done",), 13),
    Story("cancelled while it makes", [do("paint", then="cancel"), placed("step-1"), RED], (approve, work), ("cancelled",)),
    Story("cancelled while it delivers", [VERTICAL, do("post", then="cancel"), RED], (approve, work, undo), ("cancelled",)),
    Story("cancelled while it mails", [VERTICAL, do("mail", then="cancel"), RED], (approve, work, undo), ("cancelled", "failed")),
    Story("cancelled at once", [VERTICAL, RED], (approve, cancel, work), ("cancelled",)),
    Story("somebody else edits first", [do("paint", then="move"), placed("step-1"), VERTICAL],
          (approve, work, approve, work, undo), ("done",)),
    Story("somebody else edits later", [do("sketch"), RED, do("post", then="move"), VERTICAL], (approve, work), ("failed",)),
]  # fmt: skip
