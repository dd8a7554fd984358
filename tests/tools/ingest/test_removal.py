"""Letting an asset go: named by who uses it, done when it is said twice, and never more than the asset's own files."""

from __future__ import annotations

import pytest

from tests import factories
from tools import history, store
from tools.access import TierForbids
from tools.blank import blank
from tools.compose import compose
from tools.ingest import ingest, places, removal
from tools.models import Asset

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


@pytest.fixture
def asset(studio, clip) -> Asset:
    [taken] = ingest(studio, [clip])
    return taken.asset


def test_what_compositions_use_is_kept_and_they_are_named(studio, alice, asset, kept):
    used = compose(studio, [asset], "Trailer", alice)
    files, before = kept(), store.read(used).dump()
    with pytest.raises(removal.AssetInUse, match="“Trailer”") as refused:
        removal.remove(asset, by=alice)
    assert (refused.value.uses, kept(), Asset.objects.get()) == (removal.Uses([used], []), files, asset)
    assert store.read(used).dump() == before


def dropped(studio, alice, asset, name="Trailer"):
    """A composition that has used the asset and lists it no more."""
    row = compose(studio, [asset], name, alice)
    request = {"kind": "command", "op": "deleteAsset", "params": {"assetId": str(asset.pk), "deleteItems": True}}
    store.apply(row, [request])
    return row


@pytest.mark.spec("E-04")
def test_what_undo_could_bring_back_is_kept_until_it_is_confirmed(
    studio, alice, asset, kept, django_capture_on_commit_callbacks
):
    row, files = dropped(studio, alice, asset), kept()
    with pytest.raises(removal.AssetInUse, match="Undo or Redo could bring “clip.mp4” back in “Trailer”") as refused:
        removal.remove(asset, by=alice)
    assert (refused.value.uses, kept()) == (removal.Uses([], [row]), files)
    history.undo(row)
    assert removal.uses_of(asset) == removal.Uses([row], [])
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(asset, by=alice, confirmed=True)
    assert kept() == []


@pytest.mark.spec("E-04")
def test_what_redo_could_bring_again_is_kept_until_another_edit_comes(studio, alice, asset):
    row = store.create(studio, blank("Trailer"), alice)
    store.apply(row, [{"kind": "command", "op": "addAsset", "params": {"asset": asset.document()}}])
    history.undo(row)
    assert removal.uses_of(asset).back == [row]
    store.apply(row, [{"kind": "command", "op": "setCompositionName", "params": {"name": "Film"}}])
    assert not removal.uses_of(asset)
    history.undo(row)  # takes the name back, and not the undo of before
    assert not removal.uses_of(asset)


def test_who_confirms_it_deletes_what_is_used(studio, alice, asset, kept, django_capture_on_commit_callbacks):
    used = compose(studio, [asset], "Trailer", alice)
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(asset, by=alice, confirmed=True)
    assert (kept(), Asset.objects.exists()) == ([], False)
    assert len(store.read(used).items) == 1  # what the composition says stays as it was


def test_a_folder_that_another_row_speaks_of_stays(studio, alice, asset, kept, django_capture_on_commit_callbacks):
    Asset.objects.create(workspace=studio, name="the same", kind="video", sha256="1" * 64, size=1, path=asset.path)
    files = kept()
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(asset, by=alice)
    assert kept() == files


@pytest.mark.spec("K-19", "X-04")
def test_only_who_may_change_things_may_delete(studio, bob, asset, kept):
    files = kept()
    for person in (factories.person("vera", studio, role="viewer"), bob):
        with pytest.raises(TierForbids):
            removal.remove(asset, by=person)
    assert (kept(), Asset.objects.get()) == (files, asset)
    assert (places.root() / asset.path).is_file()
