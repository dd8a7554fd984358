"""What is shown when something is not there, not allowed or broken."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

pytestmark = pytest.mark.django_db


def test_what_is_not_there_is_said_in_the_look_of_the_house(client, alice):
    client.force_login(alice)
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Not here" in answer.content.decode()


def test_the_page_of_a_failure_needs_neither_a_person_nor_a_database(django_db_blocker):
    with django_db_blocker.block():
        assert "Something broke" in render_to_string("500.html")


def test_a_refusal_has_a_page():
    assert "Not allowed" in render_to_string("403.html")
