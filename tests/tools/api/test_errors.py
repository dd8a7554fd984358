"""Every refusal has one shape, and our own faults tell nothing but where to look."""

from __future__ import annotations

import pytest

from tools import store


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


@pytest.mark.spec("A-11", "K-32")
def test_a_fault_of_ours_is_a_clean_500(browser, film, monkeypatch):
    def explode(*args, **kwargs):
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(store, "read", explode)
    answer = browser.get(f"/api/compositions/{film.pk}")
    assert answer.status_code == 500
    assert answer.json()["code"] == "INTERNAL_ERROR"
    assert answer.json()["details"]["fault"] in answer.json()["message"]
    assert "hunter2" not in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


@pytest.mark.spec("A-11")
def test_the_log_says_where_a_fault_of_ours_happened(browser, film, monkeypatch, capsys):
    def explode(*args, **kwargs):
        raise RuntimeError("boom")

    monkeypatch.setattr(store, "read", explode)
    fault = browser.get(f"/api/compositions/{film.pk}").json()["details"]["fault"]

    line = next(line for line in capsys.readouterr().out.splitlines() if fault in line)
    assert "Traceback" in line
    assert "in explode" in line


@pytest.mark.spec("A-11")
def test_a_body_that_is_too_large_is_refused_by_name(browser, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = browser.post("/api/agent/plan", {"message": "x" * 2000}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "BODY_TOO_LARGE")


@pytest.mark.spec("A-11")
@pytest.mark.parametrize(
    ("method", "path", "code", "word", "advice"),
    [
        ("get", "/api/nowhere", 404, "NOT_FOUND", "nothing here"),
        ("get", "/api/agent/plan", 405, "METHOD_NOT_ALLOWED", "GET is nothing that can be asked here. Use POST."),
        ("delete", "/api/compositions", 405, "METHOD_NOT_ALLOWED", "Use GET, POST or HEAD."),
    ],
)
def test_even_a_wrong_address_is_answered_in_json_with_what_to_do(browser, method, path, code, word, advice):
    answer = getattr(browser, method)(path)
    assert (answer.status_code, answer.json()["code"]) == (code, word)
    assert advice in answer.json()["message"]


@pytest.mark.spec("A-11")
def test_a_body_that_is_not_json_is_refused(browser, film):
    for body, kind in (("message=hi", "application/x-www-form-urlencoded"), ("{}", "")):
        answer = browser.generic("POST", "/api/agent/plan", body, content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
        assert "Send application/json" in answer.json()["message"]
    for body in ("null", "[]", "7"):
        answer = browser.post("/api/agent/plan", body, content_type="application/json")
        assert (answer.status_code, answer.json()["message"]) == (400, "“body”: Send a JSON object.")


@pytest.mark.spec("A-11")
def test_an_answer_that_is_not_made_and_somebody_who_is_not_named_are_told_what_to_do(browser, client):
    answer = browser.get("/api/compositions", headers={"Accept": "text/xml"})
    assert (answer.status_code, answer.json()["message"]) == (406, "This is answered as application/json. Accept that.")
    client.logout()
    answer = client.get("/api/compositions")
    assert answer.status_code == 401
    assert "Authorization: Bearer gl_" in answer.json()["message"]
