"""The database is away: every door says so in its own shape, and the next request finds it again."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tools.models import Workspace

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("X-05")]


@pytest.fixture
def browser(alice) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


@pytest.fixture
def away():
    def refuse(*_):
        raise OperationalError('connection to "postgres://app:hunter2@db" refused')

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.parametrize("path", ["/", "/media/", "/admin/"])
def test_a_page_says_that_it_is_back_in_a_moment(browser, away, path):
    answer = browser.get(path)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The database is away" in answer.content.decode()
    assert "hunter2" not in answer.content.decode()


@pytest.mark.spec("A-11")
@pytest.mark.parametrize("path", ["/api/compositions", "/api/agent/runs"])
@pytest.mark.parametrize("key", [{}, {"Authorization": "Bearer gl_unknown"}])
def test_the_api_says_so_in_the_shape_of_its_refusals(browser, away, path, key):
    answer = browser.get(path, headers=key)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json() == {
        "code": "DATABASE_AWAY",
        "message": "The database is not available at the moment. Send the request again in a moment.",
        "details": {"retryAfter": 5},
    }


def test_what_else_breaks_is_our_fault(browser, monkeypatch):
    def breaks(*_):
        raise ValueError

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", breaks)

    assert browser.get("/").status_code == 500


def test_sessions_that_have_ended_are_not_lent(studio):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no sessions that end")
    connection.ensure_connection()
    connection.connection.close()
    connection.close()  # back to those that are lent

    assert Workspace.objects.count() == 1
