"""What a run has made becomes an asset: looked at like a stranger's file, kept with where it comes from, saved by the caller."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from PIL import Image

from tests import clips
from tools import store
from tools.capabilities.order import HandFailed, Made
from tools.composition import evaluate
from tools.ingest import ingest, ready
from tools.models import Asset

pytestmark = [pytest.mark.spec("K-13", "K-15"), pytest.mark.django_db]
RUN = UUID("0f0f0f0f-0000-4000-8000-000000000001")
TOLD = {"tool": "generate.image", "params": {"prompt": "a pier"}, "run": str(RUN), "step": "step-1"}


@pytest.fixture
def picture(tmp_path: Path) -> Made:
    path = tmp_path / "image.png"
    Image.new("RGB", (64, 36), "teal").save(path)
    return Made(path, "a pier", "local", placeholder=True)


def files() -> list[Path]:
    root = Path(settings.MEDIA_ROOT)
    return sorted(path for path in root.rglob("*") if path.is_file())


def test_a_row_is_ready_to_be_saved_with_its_files_in_their_places(studio, picture):
    id = uuid4()
    row = ready(studio, id, picture, TOLD, RUN)
    assert not Asset.objects.exists()
    row.save()
    kept = Asset.objects.get(pk=id)
    assert (kept.workspace, kept.run_id, kept.kind, kept.name) == (studio, RUN, "image", "a pier")
    assert kept.provenance == {**TOLD, "provider": "local", "model": "", "placeholder": True}
    home = Path(settings.MEDIA_ROOT) / str(studio.pk) / str(id)
    assert files() == [home / "original.png", home / "poster.jpg"]
    assert Path(settings.MEDIA_ROOT) / kept.path == home / "original.png"
    assert kept.origin == "made by generate.image, placeholder"


def test_a_document_lists_where_an_asset_comes_from(film, studio, picture):
    row = ready(studio, uuid4(), picture, TOLD, RUN)
    assert row.document()["origin"] == {"tool": "generate.image", "placeholder": True}
    added = evaluate(store.read(film), {"kind": "command", "op": "addAsset", "params": {"asset": row.document()}})
    assert added.state.assets[str(row.pk)]["origin"] == {"tool": "generate.image", "placeholder": True}


def test_pages_and_the_admin_say_where_an_asset_comes_from(client, film, studio, alice, picture, django_user_model):
    row = ready(studio, uuid4(), picture, TOLD, RUN)
    row.save()
    item = {"type": "image", "assetId": str(row.pk), "durationInFrames": 60}
    steps = [("addAsset", {"asset": row.document()}), ("addItem", {"item": item, "trackId": "v2", "from": 3000})]
    store.apply(film, [{"kind": "command", "op": op, "params": params} for op, params in steps])
    client.force_login(alice)
    page = client.get(f"/compositions/{film.pk}/").content.decode()
    assert page.count("made by generate.image, placeholder") >= 3  # its still, that one's title, its clip
    client.force_login(django_user_model.objects.create_superuser("root"))
    assert "made by generate.image, placeholder" in client.get("/admin/tools/asset/").content.decode()
    told = client.get(f"/admin/tools/asset/{row.pk}/change/").content.decode()
    assert "a pier" in told
    assert str(RUN) in told


def test_it_begins_from_nothing_when_it_is_called_again(studio, picture):
    id = uuid4()
    home = Path(settings.MEDIA_ROOT) / str(studio.pk) / str(id)
    home.mkdir(parents=True)
    (home / "original.mp4").write_bytes(b"half of what a worker wrote before it was killed")
    first = ready(studio, id, picture, TOLD, RUN)
    again = ready(studio, id, picture, TOLD, RUN)
    assert (first.sha256, first.facts) == (again.sha256, again.facts)
    assert files() == [home / "original.png", home / "poster.jpg"]


@pytest.mark.parametrize("content", [b"", b"<html>", b"\x89PNG\r\n\x1a\n half a picture"])
def test_what_cannot_be_used_was_paid_for_and_leaves_nothing(studio, tmp_path, content):
    path = tmp_path / "image.png"
    path.write_bytes(content)
    with pytest.raises(HandFailed, match="cannot be used") as caught:
        ready(studio, uuid4(), Made(path, "a pier", "vertex"), TOLD, RUN)
    assert (caught.value.kind, caught.value.billed) == ("unknown", True)
    assert files() == []
    assert not Asset.objects.exists()


def test_a_file_that_is_not_there_or_cannot_be_kept_leaves_nothing(studio, picture, tmp_path, monkeypatch):
    with pytest.raises(HandFailed, match="no such file"):
        ready(studio, uuid4(), Made(tmp_path / "none.png", "a pier", "vertex"), TOLD, RUN)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tools.ingest.taking._copy", full)
    with pytest.raises(HandFailed, match="no space left"):
        ready(studio, uuid4(), picture, TOLD, RUN)
    assert files() == []


def test_a_name_that_is_a_path_stays_a_name(studio, picture):
    made = Made(picture.path, "../../../etc/cron.d/\x1b[31mx", "local")
    row = ready(studio, uuid4(), made, TOLD, RUN)
    assert "\x1b" not in row.name
    assert all(path.is_relative_to(Path(settings.MEDIA_ROOT) / str(studio.pk)) for path in files())


def test_two_runs_may_make_the_same_content_and_a_person_takes_it_in_once(studio, alice, picture):
    for _ in range(2):
        ready(studio, uuid4(), picture, TOLD, RUN).save()
    first, second = (ingest(studio, [picture.path], alice)[0] for _ in range(2))
    assert (first.again, second.again) == (False, True)
    assert Asset.objects.count() == 3
    twin = Asset(workspace=studio, name="twin", kind="image", sha256=first.asset.sha256, size=1, path="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


def test_what_people_took_in_has_no_origin(studio, alice, tmp_path):
    [taken] = ingest(studio, [clips.film(tmp_path / "film.mp4")], alice)
    assert (taken.asset.origin, taken.asset.run_id) == ("", None)
    assert "origin" not in taken.asset.document()
