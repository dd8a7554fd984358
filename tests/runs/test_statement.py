"""The statement of credits, the same at every door: the page, the file, the API and the terminal; and nobody else's."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from runs import ledger
from runs.models import Run
from tests import factories
from tools.models import ApiToken, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(studio, alice) -> Run:
    """One step of 40 credits that cost 25, and 10 more held, of 1000."""
    run = Run.objects.create(workspace=studio, author=alice, message="draw the sea", digest="0" * 64)
    ledger.reserve(run, "step-1", 1, 40)
    ledger.settle(run, "step-1", 1, 25)
    ledger.reserve(run, "step-2", 1, 10)
    return run


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


KINDS = ["reserve", "charge", "release", "reserve", "grant"]
LEFT = [965, 975, 1000, 960, 1000]


@pytest.mark.spec("K-21")
def test_the_page_shows_what_is_left_what_is_held_and_the_newest_first(browser, run):
    page = browser.get(reverse("credits"))
    text = page.content.decode()
    assert [entry.kind for entry in page.context["page"]] == KINDS
    assert [entry.left for entry in page.context["page"]] == LEFT
    for shown in ("<dd>965</dd>", "<dd>10</dd>", reverse("run", args=[run.pk]), "To begin with."):
        assert shown in text
    assert f'href="{reverse("credits")}" aria-current="page"' in text


@pytest.mark.spec("K-21")
def test_the_page_is_paged_by_fifty(browser, studio):
    for number in range(60):
        ledger.grant(studio, 1, None, f"<b>{number}</b>")
    first = browser.get(reverse("credits"))
    assert len(first.context["page"]) == 50
    assert "&lt;b&gt;59" in first.content.decode()
    assert 'href="?page=2"' in first.content.decode()
    assert len(browser.get(reverse("credits"), {"page": 2}).context["page"]) == 11


@pytest.mark.spec("K-21")
def test_a_movement_says_in_words_what_it_was_for(browser, run):
    assert "draw the sea</a>" in browser.get(reverse("credits")).content.decode()


@pytest.mark.spec("K-21")
def test_the_file_has_every_movement_and_no_formula(browser, studio, alice, run):
    ledger.grant(studio, 5, alice, '=HYPERLINK("http://x")')
    answer = browser.get(reverse("credits-csv"))
    table = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert answer["Content-Disposition"].startswith('attachment; filename="credits-studio-')
    assert [row["kind"] for row in table] == ["grant", *KINDS]
    assert [int(row["left"]) for row in table] == [970, *LEFT]
    assert sum(int(row["credits"]) for row in table) == 970
    assert (table[0]["who"], table[0]["note"]) == ("alice", '\'=HYPERLINK("http://x")')
    assert table[2]["run"] == str(run.pk)


@pytest.mark.spec("K-21", "K-32")
def test_the_api_tells_accounts_and_entries_page_by_page(browser, studio, run):
    told = browser.get("/api/credits", {"limit": 3}).json()
    assert told["accounts"] == [{"workspaceId": str(studio.pk), "workspace": "Studio", "balance": 965, "reserved": 10}]
    assert [(entry["kind"], entry["left"]) for entry in told["entries"]] == list(zip(KINDS, LEFT, strict=True))[:3]
    assert (told["entries"][1]["credits"], told["entries"][1]["runId"]) == (-25, str(run.pk))
    rest = browser.get("/api/credits", {"limit": 3, "before": told["next"]}).json()
    assert ([entry["kind"] for entry in rest["entries"]], rest["next"]) == (KINDS[3:], None)


@pytest.mark.spec("K-21")
def test_the_terminal_tells_the_same(run, studio):
    out = io.StringIO()
    call_command("runs", "credits", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["balance"], told["reserved"], [entry["kind"] for entry in told["entries"]]) == (965, 10, KINDS)
    call_command("runs", "credits", "--limit", "1", stdout=(out := io.StringIO()))
    assert "Studio: 965 credits, 10 reserved." in out.getvalue()
    with pytest.raises(CommandError, match="at least 1"):
        call_command("runs", "credits", "--limit", "0", stdout=io.StringIO())


@pytest.mark.spec("D-13", "K-21")
def test_another_workspace_s_credits_do_not_exist(browser, bob, run):
    foreign = bob.workspaces.get()
    ledger.grant(foreign, 7, bob, "secret")
    for id in (foreign.pk, uuid4(), "nonsense"):
        for page in ("credits", "credits-csv"):
            assert browser.get(reverse(page), {"workspace": id}).status_code == 404
        assert browser.get("/api/credits", {"workspaceId": id}).status_code == 404
        with pytest.raises(CommandError):
            call_command("runs", "credits", "--workspace", str(id), "--user", "alice", stdout=io.StringIO())
    assert "secret" not in browser.get("/api/credits").content.decode()
    assert "secret" not in browser.get(reverse("credits")).content.decode()


@pytest.mark.spec("X-04", "K-21")
def test_a_key_sees_the_account_of_its_own_workspace_only(client, studio, alice, run):
    other = factories.workspace("Other")
    Membership.objects.create(workspace=other, user=alice)
    _, key = ApiToken.issue(studio, alice, "ci", timezone.now() + timedelta(days=1))
    bearer = {"Authorization": f"Bearer {key}"}
    told = client.get("/api/credits", headers=bearer).json()
    assert [account["workspace"] for account in told["accounts"]] == ["Studio"]
    assert client.get("/api/credits", {"workspaceId": other.pk}, headers=bearer).status_code == 404


def test_somebody_with_several_workspaces_chooses_one(browser, alice, run):
    other = factories.workspace("Other")
    Membership.objects.create(workspace=other, user=alice)
    assert "What Studio has left" in browser.get(reverse("credits")).content.decode()
    page = browser.get(reverse("credits"), {"workspace": other.pk}).content.decode()
    assert "What Other has left" in page
    assert f'href="?workspace={other.pk}" aria-current="true"' in page


def test_somebody_in_no_workspace_has_nothing_to_spend(client, tiers, django_user_model):
    client.force_login(django_user_model.objects.create_user("nora"))
    assert "no workspace" in client.get(reverse("credits")).content.decode()
    assert client.get(reverse("credits-csv")).status_code == 404
    assert client.get("/api/credits").json() == {"accounts": [], "entries": [], "next": None}


def test_a_stranger_signs_in_first(client):
    for page in ("credits", "credits-csv"):
        assert client.get(reverse(page)).status_code == 302
    assert client.get("/api/credits").status_code == 401


@pytest.mark.parametrize("page", ["credits", "credits-csv"])
def test_a_statement_is_only_looked_at(browser, run, page):
    assert browser.post(reverse(page)).status_code == 405
