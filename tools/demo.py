"""The demo: somebody's workspace with four clips, a logo, a title, music and a voice, really encoded; made once."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from tools import models, store
from tools.blank import blank
from tools.compose import compose
from tools.composition import Composition, evaluate
from tools.ingest import Refused, Taken, ingest
from tools.media import samples
from tools.models import Membership, Workspace

NAME = "Four clips"
TRACKS = (
    ("v1", "video", "Main"),
    ("v2", "video", "Overlay"),
    ("v3", "video", "Titles"),
    ("a1", "audio", "Music"),
    ("a2", "audio", "Voice"),
)
# id, file, track, from, duration and source in-point (frames), and what is not as usual
ITEMS: tuple[tuple[str, str, str, int, int, int, dict[str, Any]], ...] = (
    ("clip-a", "interview.mp4", "v1", 0, 300, 60, {}),
    ("clip-b", "broll-city.mp4", "v1", 300, 150, 0, {}),
    ("clip-c", "broll-park.mp4", "v1", 450, 240, 30, {}),
    ("clip-d", "outro.mp4", "v1", 690, 90, 0, {}),
    ("logo", "logo.png", "v2", 600, 150, 0, {"transform": {"x": 720, "y": -400, "scale": 0.2}}),
    ("music", "theme.mp3", "a1", 0, 780, 0, {"audio": {"volumeDb": -6}}),
    ("vo", "voiceover.wav", "a2", 30, 360, 0, {}),
)
TITLE = {"id": "title-1", "type": "text", "name": "Title", "text": "Welcome", "from": 0, "durationInFrames": 90}


class DemoIncomplete(Exception):
    """A sample clip was refused; the message is its reason."""

    code = "DEMO_INCOMPLETE"


@dataclass(frozen=True, slots=True)
class Demo:
    """Whose it is and where to begin; `outcomes` says what became of each file of the person's own."""

    user: User
    workspace: Workspace
    composition: models.Composition | None
    outcomes: Sequence[Taken | Refused] = ()


def make(size: tuple[int, int] = samples.SIZE) -> Demo:
    """The demo workspace with its composition, made where they are not there; `size` is that of the sample films."""
    user, workspace = somebody()
    there = workspace.compositions.filter(name=NAME).last()
    return Demo(user, workspace, there or _four_clips(workspace, user, size))


def take(folder: Path) -> Demo:
    """The demo workspace with a person's own media, in a composition named after the folder; nothing new, none made."""
    user, workspace = somebody()
    outcomes = ingest(workspace, [folder], user)
    taken = [outcome for outcome in outcomes if isinstance(outcome, Taken)]
    name = folder.resolve().name[:200] or "Clips"
    composition = workspace.compositions.filter(name=name).first()
    if taken and (composition is None or not all(outcome.again for outcome in taken)):
        assets = list(dict.fromkeys(outcome.asset for outcome in taken))
        composition = compose(workspace, assets, name, user)
    return Demo(user, workspace, composition, outcomes)


def somebody() -> tuple[User, Workspace]:
    """The person of the demo, who has no password, and the workspace that they own."""
    user = User.objects.filter(username="demo").first() or User.objects.create_user("demo")
    workspace = Workspace.objects.of(user).filter(name="Demo").first()
    if workspace is None:
        workspace = Workspace.objects.create(name="Demo")
        Membership.objects.create(workspace=workspace, user=user, role=Membership.Role.OWNER)
    return user, workspace


def _four_clips(workspace: Workspace, user: User, size: tuple[int, int]) -> models.Composition:
    with tempfile.TemporaryDirectory() as folder:
        outcomes = ingest(workspace, samples.make(Path(folder), size), user)
    ids: dict[str, str] = {}
    state = Composition.load(blank(NAME, tracks=TRACKS))
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            raise DemoIncomplete(outcome.reason)
        ids[outcome.path.name] = str(outcome.asset.pk)
        state = _do(state, "addAsset", asset=outcome.asset.document())
    for id, file, track, start, duration, source, other in ITEMS:
        asset = state.assets[ids[file]]
        item = {"id": id, "type": asset["kind"], "name": file, "assetId": asset["id"]}
        item |= {"from": start, "durationInFrames": duration, "sourceIn": {"frame": source, "fps": [samples.FPS, 1]}}
        state = _do(state, "addItem", item=item | other, trackId=track)
    state = _do(state, "addItem", item=TITLE, trackId="v3")
    state = _do(state, "addMarker", atFrame=450, name="Act two", color="green")
    return store.create(workspace, state.dump(), user)


def _do(state: Composition, op: str, **params: Any) -> Composition:
    return evaluate(state, {"kind": "command", "op": op, "params": params}).state
