"""What is shown when something is not there, not allowed or broken."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client

pytestmark = pytest.mark.django_db


def test_what_is_not_there_is_said_in_the_look_of_the_house(client, alice):
    client.force_login(alice)
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Not here" in answer.content.decode()


def test_the_page_of_a_failure_needs_neither_a_person_nor_a_database(django_db_blocker):
    with django_db_blocker.block():
        assert "Something broke" in render_to_string("500.html")


@pytest.mark.spec("A-11")
def test_what_cannot_be_read_is_refused_in_the_look_of_its_door(client, alice):
    client.force_login(alice)
    form = "application/x-www-form-urlencoded; charset=utf-7"
    stranger = Client(enforce_csrf_checks=True, raise_request_exception=False)
    stranger.get("/sign-in/")  # brings the cookie, without which nothing of a form is read
    for page in ("/", "/sign-in/", "/nowhere/"):
        answer = stranger.post(page, "name=a", content_type=form)
        assert (answer.status_code, "cannot be read" in answer.content.decode()) == (400, True)
    assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    answer = client.get("/api/compositions", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "UNREADABLE")


def test_a_refusal_has_a_page():
    assert "Not allowed" in render_to_string("403.html")
