"""render: one file an order, of the revision that was ordered, of nobody else's media, and found again after a crash."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

import pytest

from tests import clips, factories
from tests.tools.media import scenes
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Halted, HandFailed, Order
from tools.capabilities.render import place
from tools.media.probe import look
from tools.models import Asset, Composition, Workspace

pytestmark = [pytest.mark.spec("M-03", "K-13"), pytest.mark.django_db]
RENDER = HANDS["render"]


@pytest.fixture
def clip(studio: Workspace, settings) -> Asset:
    path = Path(settings.MEDIA_ROOT) / str(studio.pk) / "clip" / "original.mp4"
    path.parent.mkdir(parents=True)
    facts = {**look(clips.film(path)), "name": "clip.mp4"}
    below = path.relative_to(settings.MEDIA_ROOT).as_posix()
    return Asset.objects.create(
        workspace=studio,
        name="clip.mp4",
        kind="video",
        sha256="0" * 64,
        size=path.stat().st_size,
        path=below,
        facts=facts,
    )


@pytest.fixture
def cut(studio: Workspace, clip: Asset) -> Composition:
    """Ten frames of the clip."""
    row = [scenes.item("video", 0, 10, str(clip.pk))]
    return store.create(studio, scenes.scene(row, assets={str(clip.pk): clip.facts}).dump())


@pytest.fixture
def ordered(cut: Composition, tmp_path: Path):
    def make(check=lambda: None, workspace=None, revision=None, **params) -> Order:
        return Order(
            "render", params, f"{cut.pk}:step-1", workspace or cut.workspace_id, tmp_path, cut.pk, revision or cut.head, check
        )  # fmt: skip

    return make


@pytest.mark.parametrize("form", ["mp4", "webm", "gif", "wav", "png"])
def test_each_format_is_a_file_of_its_kind(ordered, form):
    delivered = RENDER.deliver(ordered(format=form))
    facts = look(place(ordered(format=form)))
    assert facts["kind"] == {"gif": "gif", "wav": "audio", "png": "image"}.get(form, "video")
    assert delivered.facts["format"] == form
    assert delivered.facts["frames"] == {"wav": 0, "png": 1}.get(form, 10)
    assert str(place(ordered(format=form)).parent) not in delivered.where + str(delivered.facts)


def test_the_revision_that_was_ordered_is_rendered_and_not_a_later_one(ordered, cut: Composition):
    was = cut.head
    [item] = store.read(cut).items.values()
    shorter = {"kind": "command", "op": "trimItem", "params": {"id": item["id"], "edge": "end", "toFrame": 5}}
    store.apply(cut, [shorter], tag="u")
    assert RENDER.deliver(ordered(revision=was)).facts["frames"] == 10
    assert RENDER.deliver(ordered(revision=was + 1)).facts["frames"] == 5


def test_what_was_delivered_is_found_and_half_of_it_is_not(ordered):
    assert RENDER.find(ordered()) is None
    delivered = RENDER.deliver(ordered())
    assert RENDER.find(ordered()) == delivered
    place(ordered()).write_bytes(b"cut short")
    assert RENDER.find(ordered()) is None


def test_a_missing_file_is_refused_by_name_and_leaves_nothing(ordered, clip: Asset, settings):
    shutil.rmtree((Path(settings.MEDIA_ROOT) / clip.path).parent)
    with pytest.raises(HandFailed, match="clip.mp4") as failed:
        RENDER.deliver(ordered())
    assert failed.value.kind == "bad_param"
    assert list(place(ordered()).parent.iterdir()) == []


@pytest.mark.spec("D-13")
def test_another_workspace_sees_neither_the_composition_nor_its_media(ordered, cut: Composition):
    with pytest.raises(HandFailed, match="no composition"):
        RENDER.deliver(ordered(workspace=uuid4()))
    elsewhere = factories.workspace("Elsewhere")
    stolen = store.create(elsewhere, store.read(cut).dump())
    order = Order("render", {}, "k", elsewhere.pk, Path(), stolen.pk, stolen.head)
    with pytest.raises(HandFailed, match="clip.mp4"):
        RENDER.deliver(order)
    assert not place(order).exists()


def test_an_order_that_is_no_longer_wanted_ends_and_leaves_no_file(ordered):
    calls = []

    def check() -> None:
        calls.append(1)
        if len(calls) > 3:
            raise Halted("cancelled")

    with pytest.raises(Halted):
        RENDER.deliver(ordered(check=check))
    assert list(place(ordered()).parent.iterdir()) == []


def test_an_unknown_format_is_refused(ordered):
    with pytest.raises(HandFailed, match="mp4, webm, gif, wav, png"):
        RENDER.deliver(ordered(format="avi"))
