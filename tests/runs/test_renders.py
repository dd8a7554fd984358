"""What runs have rendered and nobody wants any more is swept up; what is a result, or may yet be taken up, stays."""

from __future__ import annotations

import os
import tempfile
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from runs.models import Run
from tools.ingest import places, sweeping
from tools.models import Composition, Workspace

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-03")]
OLD = timedelta(days=2)


def aged(path: Path, by: timedelta = OLD) -> Path:
    then = (timezone.now() - by).timestamp()
    for one in (*path.rglob("*"), path):
        os.utime(one, (then, then))
    return path


@pytest.fixture
def rendered(film: Composition):
    """A file of a run that ended so, as a render or a publication leaves it, with what is beside it."""

    def make(status: str, tool: str = "render", done: bool = False, days: int = 1, **run) -> Path:
        ended = timezone.now() - timedelta(days=days)
        workspace = run.pop("workspace", film.workspace)
        row = Run.objects.create(**{
            "workspace": workspace, "composition": film, "digest": "x", "status": status, "finished_at": ended, **run
        })  # fmt: skip
        path = places.renders(film.workspace_id) / f"{row.pk}-{uuid4()}.mp4"
        path.parent.mkdir(parents=True, exist_ok=True)
        outcome = {"file": places.below(path)} if done and tool == "render" else {}
        row.steps.create(
            position=1, key="step-1", tool=tool, status="done" if done else "failed", outcome=outcome, step_class="generate"
        )  # fmt: skip
        for file in (path, path.with_name(f"{path.name}.json")):
            file.write_bytes(b"x")
            aged(file)
        return path

    return make


def test_a_render_goes_with_the_run_that_came_to_nothing(film, rendered, bob):
    stays = [
        rendered("done", done=True),
        rendered("failed", done=True),  # another step failed; this one is paid, and on the card
        rendered("done", done=True, composition=None),  # a file of its own, whatever became of what it shows
        *[rendered(status) for status in ("approved", "running", "paused")],
        rendered("done", "publish", done=True, days=6),  # the link in its event still leads there
        rendered("failed", "publish", days=6),  # nobody knows whether the event arrived
    ]
    goes = [
        rendered("failed"),
        rendered("cancelled"),
        rendered("paused", composition=None),
        rendered("done", "publish", done=True, days=8),
        rendered("done", done=True, workspace=bob.workspaces.get()),  # it lies in a folder that is not its own
    ]
    Run.objects.filter(pk=goes[0].name[:36]).delete()
    young = rendered("failed")
    os.utime(young)

    sweeping.sweep()

    assert [path for path in stays if not path.exists()] == []
    assert [path for path in goes if path.exists() or path.with_name(f"{path.name}.json").exists()] == []
    assert young.exists()


def test_nothing_is_swept_that_nobody_was_asked_about(film, rendered, monkeypatch):
    monkeypatch.setattr(sweeping, "_claims", [])
    path = rendered("failed")
    sweeping.sweep()
    assert path.exists()


@pytest.mark.spec("K-31")
def test_what_a_killed_worker_was_writing_is_swept_and_what_is_being_written_is_not(
    studio: Workspace, settings, tmp_path, monkeypatch
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    renders = places.renders(studio.pk)
    made = [renders / ".render-dead", renders / ".render-alive", tmp_path / "greenlight-dead"]
    made += [tmp_path / "greenlight-alive", tmp_path / "somebody-elses"]
    for folder in made:
        (folder / "inside").mkdir(parents=True)
        (folder / "inside" / "000000000.mp4").write_bytes(b"x")
        aged(folder)
    for folder in (made[1], made[3]):
        os.utime(folder / "inside" / "000000000.mp4")  # it is being written to

    sweeping.sweep()

    assert [folder.name for folder in made if folder.exists()] == [
        ".render-alive",
        "greenlight-alive",
        "somebody-elses",
    ]
