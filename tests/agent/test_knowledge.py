"""What a workspace tells its planner, kept whoever else is at it."""

from __future__ import annotations

import pytest

from agent import knowledge

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-29")]


def test_a_note_that_somebody_deleted_meanwhile_is_written_anew(alice, studio):
    knowledge.keep_note(alice, studio, "House style", "Titles in white")
    note = studio.notes.get()
    knowledge.drop_note(alice, studio.notes.get())

    knowledge.keep_note(alice, studio, "House style", "Titles in yellow", note=note)

    assert list(studio.notes.values_list("title", "text")) == [("House style", "Titles in yellow")]
