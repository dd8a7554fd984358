"""Taking back and bringing again: exactly, in any order that does no harm, and refused with what conflicts."""

import pytest

from tests.tools.test_store import delete, fresh, resize
from tools import history, store


@pytest.mark.spec("E-04")
def test_undo_brings_back_the_exact_document_and_redo_the_change(film):
    before = fresh(film)
    store.apply(film, [delete("clip-a", "music"), resize(720, 1280)])
    after = fresh(film)

    history.undo(film)
    assert fresh(film) == before

    history.redo(film)
    assert fresh(film) == after


def test_undo_walks_back_and_redo_walks_forth_over_several_changes(film):
    states = [fresh(film)]
    for ids in ("clip-d", "clip-c", "clip-b"):
        store.apply(film, [delete(ids)])
        states.append(fresh(film))

    for expected in reversed(states[:-1]):
        history.undo(film)
        assert fresh(film) == expected
    with pytest.raises(history.NothingToTakeBack):
        history.undo(film)
    for expected in states[1:]:
        history.redo(film)
        assert fresh(film) == expected
    with pytest.raises(history.NothingToTakeBack):
        history.redo(film)


def test_a_new_edit_after_an_undo_closes_the_way_forward(film):
    store.apply(film, [delete("clip-d")])
    history.undo(film)
    store.apply(film, [delete("clip-c")])

    assert not history.can_redo(film)
    with pytest.raises(history.NothingToTakeBack):
        history.redo(film)


@pytest.mark.spec("K-12")
def test_an_older_change_is_taken_back_when_nothing_later_touched_the_same(film):
    first = store.apply(film, [resize(1080, 1920)]).revision
    store.apply(film, [delete("clip-d")])

    history.undo(film, number=first.number)

    assert fresh(film)["width"] == 1920
    assert "clip-d" not in fresh(film)["items"]


@pytest.mark.spec("K-12")
def test_taking_back_is_refused_with_what_conflicts(film):
    first = store.apply(film, [resize(1080, 1920)]).revision
    store.apply(film, [resize(720, 720)])
    before = fresh(film)

    with pytest.raises(history.Conflict, match=r"Revision 2 cannot be taken back.*width.*Resizes to 720×720"):
        history.undo(film, number=first.number)

    assert fresh(film) == before
    assert film.revisions.count() == 3


def test_the_same_revision_is_taken_back_once(film):
    number = store.apply(film, [delete("clip-d")]).revision.number
    history.undo(film, number=number)

    with pytest.raises(history.NothingToTakeBack, match=f"Revision {number}"):
        history.undo(film, number=number)


@pytest.mark.spec("E-04")
def test_whether_there_is_something_to_bring_again_costs_the_same_after_any_number_of_changes(
    film, django_assert_max_num_queries
):
    for level in range(1, 9):
        store.apply(film, [{"kind": "command", "op": "setVolume", "params": {"ids": ["music"], "volumeDb": -level}}])
    history.undo(film)
    history.undo(film)

    with django_assert_max_num_queries(2):
        assert history.can_redo(film)
