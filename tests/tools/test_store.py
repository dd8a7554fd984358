"""Compositions at rest: one revision a change, a log that only grows, and exact ways back."""

import pytest

from tests import factories
from tools import store
from tools.composition import EngineError
from tools.models import Composition, Revision


def delete(*ids: str) -> dict:
    return {"kind": "command", "op": "deleteItems", "params": {"ids": list(ids)}}


def resize(width: int, height: int) -> dict:
    return {"kind": "command", "op": "setCompositionSize", "params": {"width": width, "height": height}}


def fresh(film):
    """The document as a new process reads it."""
    store.RECENT.clear()
    film.refresh_from_db()
    return store.read(film).dump()


def test_a_batch_becomes_one_revision_with_a_summary(film, alice):
    saved = store.apply(film, [delete("clip-d"), resize(1080, 1920)], author=alice)

    assert film.head == saved.revision.number == 2
    assert saved.revision.summary == "Removes 1 clip (outro.mp4), resizes to 1080×1920."
    assert "clip-d" not in fresh(film)["items"]


@pytest.mark.spec("E-03")
def test_a_refused_request_leaves_document_and_log_as_they_were(film):
    before = fresh(film)

    with pytest.raises(EngineError) as refusal:
        store.apply(film, [delete("clip-d"), delete("clip-x")])

    assert refusal.value.index == 1
    assert fresh(film) == before
    assert film.revisions.count() == 1


def test_a_change_that_changes_nothing_makes_no_revision(film):
    saved = store.apply(film, [resize(1920, 1080)])

    assert saved.revision is None
    assert film.head == 1


@pytest.mark.spec("K-11")
def test_a_caller_who_looked_at_an_older_revision_is_refused(film):
    store.apply(film, [delete("clip-d")], expected=1)
    before = fresh(film)

    with pytest.raises(store.RevisionMoved, match="from revision 1 to 2"):
        store.apply(film, [delete("clip-c")], expected=1)

    assert fresh(film) == before


@pytest.mark.spec("E-07")
def test_saving_a_small_edit_writes_a_patch_and_not_the_document(film):
    saved = store.apply(film, [resize(1080, 1920)])

    assert saved.revision.snapshot is None
    assert len(str(saved.revision.patch)) < len(str(fresh(film))) / 20


def test_a_long_log_is_read_from_the_nearest_snapshot(film, django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 5)
    for width in range(100, 140, 2):
        store.apply(film, [resize(width, 1080)])

    assert film.revisions.exclude(snapshot=None).count() == 5
    store.RECENT.clear()
    with django_assert_max_num_queries(2):
        assert store.read(film).width == 138
    assert store.read(film, number=3).width == 102


def test_an_invalid_document_is_refused_with_everything_that_is_wrong(studio):
    document = factories.document()
    document["items"]["clip-a"]["durationInFrames"] = 0
    document["width"] = 7

    with pytest.raises(EngineError) as refusal:
        store.create(studio, document)

    assert len(refusal.value.problems) >= 2
    assert not Revision.objects.exists()


def test_a_name_longer_than_a_row_holds_is_whole_in_the_document_and_cut_in_the_row(film, studio):
    long = "A very long name " * 20
    store.apply(film, [{"kind": "command", "op": "setCompositionName", "params": {"name": long.strip()}}])
    film.refresh_from_db()
    other = store.create(studio, {**store.read(film).dump(), "id": "other"})

    assert store.read(film).name == long.strip()
    assert [film.name, Composition.objects.get(pk=other.pk).name] == [long[:200], long[:200]]
