"""The demo: made once, like the four clips that the documentation talks about, and open through a link."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests import clips, factories
from tools import demo, signin, store
from tools.media import samples
from tools.models import Asset, Composition, Membership, Workspace

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


@pytest.fixture(scope="module")
def encoded(tmp_path_factory) -> list[Path]:
    return samples.make(tmp_path_factory.mktemp("samples"), (160, 90))


@pytest.fixture(autouse=True)
def _small_samples(encoded, monkeypatch):
    monkeypatch.setattr(samples, "make", lambda folder, size: encoded)


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_it_is_the_four_clips_with_media_of_its_own():
    made = demo.make()
    document, model = store.read(made.composition).dump(), factories.document()
    named = {str(asset.pk): asset.name for asset in Asset.objects.all()}
    for item in document["items"].values():
        if "assetId" in item:
            assert named[item["assetId"]] == item["name"]
    without = {"assetId"}
    assert {id: _but(item, without) for id, item in document["items"].items()} == {
        id: _but(item, without) for id, item in model["items"].items()
    }
    assert document["tracks"] == model["tracks"]
    assert [_but(marker, {"id"}) for marker in document["markers"]] == [
        _but(marker, {"id"}) for marker in model["markers"]
    ]
    assert document["name"] == made.composition.name == "Four clips"
    same = ("fps", "width", "height", "background", "audioRate", "grade", "masterAudio")
    assert {field: document[field] for field in same} == {field: model[field] for field in same}
    assert document["assets"] == {str(asset.pk): asset.document() for asset in Asset.objects.all()}


def _but(record: dict, fields: set[str]) -> dict:
    return {name: value for name, value in record.items() if name not in fields}


def test_it_belongs_to_somebody_without_a_password():
    made = demo.make()
    assert made.user.username == "demo"
    assert not made.user.has_usable_password()
    assert not made.user.is_staff
    assert Membership.objects.get().role == Membership.Role.OWNER
    assert list(Composition.objects.of(made.user)) == [made.composition]


def test_making_it_again_changes_nothing():
    first = demo.make()
    files = sorted(Path(settings.MEDIA_ROOT).rglob("*"))
    again = demo.make()
    assert (again.user, again.workspace, again.composition) == (first.user, first.workspace, first.composition)
    assert again.composition.head == 1
    assert (User.objects.count(), Workspace.objects.count(), Composition.objects.count()) == (1, 1, 1)
    assert sorted(Path(settings.MEDIA_ROOT).rglob("*")) == files
    assert Asset.objects.count() == 7


def test_it_is_mended_when_a_part_is_gone():
    demo.make().composition.delete()
    assert demo.make().composition.name == "Four clips"
    assert Asset.objects.count() == 7


def test_a_folder_of_ones_own_takes_the_place_of_the_samples(tmp_path):
    folder = tmp_path / "Holiday"
    folder.mkdir()
    clips.film(folder / "one.mp4")
    (folder / "notes.txt").write_text("remember")
    said = told("--media", str(folder))
    assert "Taken in: one.mp4" in said
    assert "Left out: “notes.txt”" in said
    composition = Composition.objects.get()
    assert composition.name == "Holiday"
    assert "Taken in" not in told("--media", str(folder))
    assert Composition.objects.count() == 1
    clips.silent(folder / "two.mp4")
    told("--media", str(folder))
    newest = Composition.objects.latest("created_at")
    assert {asset["name"] for asset in store.read(newest).assets.values()} == {"one.mp4", "two.mp4"}
    assert store.read(composition).dump()["assets"].keys() < store.read(newest).dump()["assets"].keys()


def test_a_folder_that_is_not_there_or_holds_nothing_says_so(tmp_path):
    with pytest.raises(CommandError, match="There is no folder"):
        told("--media", str(tmp_path / "absent"))
    with pytest.raises(CommandError, match="Nothing in"):
        told("--media", str(tmp_path))
    assert not Composition.objects.exists()


@pytest.mark.spec("X-04")
def test_its_link_lets_the_person_in():
    said = told("--link", "--port", "8123")
    uid, token = re.search(r"http://127\.0\.0\.1:8123/sign-in/link/([^/]+)/([^/]+)/\n", said).groups()
    assert signin.person_of(uid, token) == User.objects.get(username="demo")
    assert "sign-in" not in told()
