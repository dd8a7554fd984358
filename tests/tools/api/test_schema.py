"""The API describes itself: a valid schema without a warning, held to a snapshot, and a page that a person can read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command

SNAPSHOT = Path(__file__).parents[2] / "openapi.yaml"
HOW = "If the API was meant to change: manage.py spectacular --validate --fail-on-warn --file tests/openapi.yaml"


@pytest.mark.spec("K-32")
def test_the_schema_is_valid_and_as_it_was(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "now.yaml"))
    assert (tmp_path / "now.yaml").read_text() == SNAPSHOT.read_text(), HOW


@pytest.mark.spec("K-32")
def test_the_schema_is_served(client):
    answer = client.get("/api/schema/")
    assert answer.status_code == 200
    assert b"/api/agent/execute" in answer.content


@pytest.mark.spec("K-32")
def test_the_page_lists_every_route_and_needs_nothing_inline(client):
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    for path in (
        "/api/agent/plan",
        "/api/agent/execute",
        "/api/compositions/{id}/evaluate",
        "/api/agent/runs/{id}/events",
    ):
        assert path in page
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"]
