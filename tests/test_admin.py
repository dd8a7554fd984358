"""The admin: everything on record can be looked at and nothing of it changed; tiers are set within bounds; keys are shown once."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agent.actions import append, conversation
from agent.messages import UserMessage, said
from runs import actions, ledger
from runs.assess import assess
from runs.models import Account, Approval, LedgerEntry, PolicyTier, Run
from runs.plan.normalise import normalise
from runs.tiers import tier_named, tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS
from tools.models import ApiToken

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model._meta.app_label in ("agent", "runs", "tools")]
RECORDS = ["Run", "Approval", "Composition", "Session", "Asset", "Account", "LedgerEntry"]


@pytest.fixture
def operator(client, tiers, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="root-password"))
    return client


@pytest.fixture
def run(film, alice) -> Run:
    plan = normalise(
        {"steps": [{"tool": "muteTrack", "params": {"trackId": "v1"}}]}, TOOLS, message="hush <b>now</b>", tag="a1"
    )
    tier = tier_of(alice, film.workspace)
    append(conversation(alice, film), UserMessage(content=said("hush")))
    ledger.account_of(film.workspace)
    ApiToken.issue(film.workspace, alice, "ci", timezone.now() + timedelta(days=1))
    proposal = assess(plan, store.read(film), tier)
    return actions.propose(film.workspace, alice, proposal, composition=film, tier=tier, base_revision=1)


def url(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def calm(page: str) -> bool:
    """Whether a page keeps the Content-Security-Policy: every script is a file, no element has a style or a handler."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)", page)
    return not scripts and not re.search(r"<style|\sstyle=|\son[a-z]+=\"", page)


@pytest.mark.spec("K-22")
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_list_and_every_page_opens_within_the_content_security_policy(operator, run, model):
    listed = operator.get(url(model, "changelist"), {"q": "a"})
    assert listed.status_code == 200
    assert calm(listed.content.decode())
    for row in model._default_manager.all()[:1]:
        shown = operator.get(url(model, "change", row.pk))
        assert shown.status_code == 200
        assert calm(re.sub(r'<script id="django-admin-form-add-constants".*?>', "", shown.content.decode(), flags=re.S))


@pytest.mark.spec("K-22")
@pytest.mark.parametrize("name", RECORDS)
def test_not_even_a_superuser_adds_changes_or_deletes_what_is_on_record(operator, run, name):
    model = next(model for model in OURS if model.__name__ == name)
    row = model._default_manager.first()
    assert operator.post(url(model, "add"), {}).status_code == 403
    if row is not None:
        assert operator.post(url(model, "change", row.pk), {"message": "x", "name": "x"}).status_code == 403
        assert operator.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        operator.post(
            url(model, "changelist"), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        )
        assert model._default_manager.filter(pk=row.pk).exists()


@pytest.mark.spec("K-22")
def test_a_run_is_found_by_words_or_by_its_id_and_shown_with_everything_escaped(operator, run):
    for words in ("hush", str(run.pk)):
        assert str(run.pk) in operator.get(url(Run, "changelist"), {"q": words}).content.decode()
    assert str(run.pk) not in operator.get(url(Run, "changelist"), {"q": "nothing like it"}).content.decode()
    page = operator.get(url(Run, "change", run.pk)).content.decode()
    for shown in ("muteTrack", "agent_plan", run.digest, "hush &lt;b&gt;now"):
        assert shown in page
    assert "<b>now</b>" not in page


@pytest.mark.spec("K-19")
def test_a_tier_is_set_within_bounds_and_keeps_its_key_and_rank(operator, settings):
    editor = PolicyTier.objects.get(key="editor")
    form = {"read": "on", "mutate": "on", "default_policy": "manual", "max_steps": "20", "key": "root", "rank": "99"}
    assert operator.post(url(PolicyTier, "change", editor.pk), form).status_code == 302
    after = PolicyTier.objects.get(pk=editor.pk)
    assert (after.key, after.rank, after.default_policy, after.max_steps) == ("editor", editor.rank, "manual", 20)
    over = str(settings.AGENT_MAX_BULK_DELETE + 1)
    for wrong in (
        {"max_steps": str(settings.AGENT_MAX_STEPS + 1)}, {"max_plan_credits": "0"}, {"max_bulk_delete": over}, {"read": ""}
    ):  # fmt: skip
        assert operator.post(url(PolicyTier, "change", editor.pk), form | wrong).status_code == 200
    assert PolicyTier.objects.get(pk=editor.pk).max_steps == 20


@pytest.mark.spec("K-19")
def test_the_page_of_a_tier_says_what_may_be_entered_and_what_holds_when_nothing_is(operator, settings):
    settings.AGENT_MAX_STEPS = 77
    page = operator.get(url(PolicyTier, "change", PolicyTier.objects.get(key="full").pk)).content.decode()
    assert "1 to 77; empty: 77, as AGENT_MAX_STEPS says." in page


@pytest.mark.spec("X-06")
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_somebody_who_may_only_look_can_open_every_list_and_page(client, run, model, django_user_model):
    watcher = django_user_model.objects.create_user("wanda", is_staff=True)
    watcher.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(watcher)
    assert client.get(url(model, "changelist")).status_code == 200
    for row in model._default_manager.all()[:1]:
        assert client.get(url(model, "change", row.pk)).status_code == 200
        assert client.post(url(model, "change", row.pk), {}).status_code == 403


@pytest.mark.spec("K-19")
def test_a_tier_may_ask_at_the_first_deletion_and_the_first_generation(operator):
    full = PolicyTier.objects.get(key="full")
    form = {"read": "on", "mutate": "on", "generate": "on", "default_policy": "guided"}
    none = {"max_bulk_delete": "0", "max_unconfirmed_generations": "0"}
    assert operator.post(url(PolicyTier, "change", full.pk), form | none).status_code == 302
    limits = tier_named("full").limits
    assert (limits.max_bulk_delete, limits.max_unconfirmed_generations, limits.max_steps) == (0, 0, 200)


GRANT = "/admin/runs/account/grant/"


def grant_form(studio, **changes):
    once = "0b5ad1cf-6a2c-4c1e-9ad5-1d8f3b3c7d11"
    return {"workspace": studio.pk, "credits": "250", "note": "For May", "once": once, **changes}


@pytest.mark.spec("K-21")
def test_a_superuser_grants_credits_once_however_often_the_form_is_sent(operator, studio, settings):
    assert "Grant credits" in operator.get(url(Account, "changelist")).content.decode()
    page = operator.get(GRANT, {"workspace": studio.pk}).content.decode()
    assert calm(page)
    assert f'value="{studio.pk}" selected' in page
    for _ in range(2):
        answer = operator.post(GRANT, grant_form(studio), follow=True)
        assert "250 credits granted to Studio" in answer.content.decode()
    entry = LedgerEntry.objects.get(who__username="root")
    assert (entry.kind, entry.credits, entry.note) == ("grant", 250, "For May")
    assert ledger.available(studio) == settings.WORKSPACE_START_CREDITS + 250


@pytest.mark.spec("K-21")
def test_a_grant_form_that_is_changed_and_sent_again_grants_nothing_and_says_so(operator, studio, settings):
    operator.post(GRANT, grant_form(studio), follow=True)
    for change in ({"credits": "900"}, {"note": "For June"}):
        answer = operator.post(GRANT, grant_form(studio, **change), follow=True).content.decode()
        assert "Nothing was granted: this form gave 250 before." in answer
        assert "credits granted" not in answer
    assert ledger.available(studio) == settings.WORKSPACE_START_CREDITS + 250


@pytest.mark.spec("K-21")
@pytest.mark.parametrize(
    "wrong", [{"credits": "0"}, {"credits": "-5"}, {"credits": "x"}, {"workspace": ""}, {"once": ""}]
)
def test_a_grant_that_makes_no_sense_is_none(operator, studio, wrong):
    assert operator.post(GRANT, grant_form(studio, **wrong)).status_code == 200
    assert not LedgerEntry.objects.exists()


@pytest.mark.spec("K-21")
def test_credits_are_granted_by_superusers_alone_and_with_the_token(client, operator, studio, django_user_model):
    operator.logout()
    staff = django_user_model.objects.create_user("staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(content_type__app_label="runs"))
    for user, answers in ((staff, 403), (factories.person("olga", studio), 302)):
        client.force_login(user)
        assert client.get(GRANT).status_code == answers
        assert client.post(GRANT, grant_form(studio)).status_code == answers
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(django_user_model.objects.get(username="root"))
    assert strict.post(GRANT, grant_form(studio)).status_code == 403
    assert not LedgerEntry.objects.exists()


def spend(run, tool, reserved, charged) -> None:
    step = f"step-{run.steps.count() + 1}"
    run.steps.create(position=run.steps.count() + 1, key=step, tool=tool, step_class="generate")
    ledger.reserve(run, step, 1, reserved)
    ledger.settle(run, step, 1, charged)


@pytest.fixture
def spent(run, settings) -> Run:
    """25 credits on pictures, none on a voice that was given back, 7 on a tool that is no more."""
    spend(run, "generate.image", 40, 25)
    spend(run, "generate.voice", 6, 6)
    ledger.refund(run, f"step-{run.steps.count()}", 1)
    spend(run, "generate.smell", 7, 7)
    return run


@pytest.fixture
def clerk(client, tiers, django_user_model):
    """Somebody of the staff who may look at runs and at nothing else."""
    clerk = django_user_model.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_run"))
    client.force_login(clerk)
    return client


PRICES, FIGURES = "/admin/runs/account/prices/", "/admin/runs/run/figures/"


@pytest.mark.spec("K-04", "X-06")
def test_the_price_table_says_what_every_tool_costs_and_what_was_spent_on_it(operator, spent):
    page = operator.get(PRICES).content.decode()
    assert calm(page)
    row = dict(re.findall(r"<code>([\w.]+)</code></th>(.*?)</tr>", page, re.S))
    assert row.keys() == {tool.name for tool in TOOLS if tool.price.credits or tool.meter_reason}
    assert "40 for each of <code>shots</code>" in row["director"]
    assert "40 to 320, most likely 160" in row["director"]
    assert "<code>usage:imagen</code>" in row["generate.image"]
    assert '<td class="num">25</td>' in row["generate.image"]
    assert '<td class="num">0</td>' in row["generate.voice"]
    assert "7 more were spent on tools" in page
    assert operator.post(PRICES, {"generate.image": "1"}).status_code in (200, 405)
    assert TOOLS.get("generate.image").price.credits == 4


LEDGER = "/admin/runs/ledgerentry/"


@pytest.mark.spec("K-21", "X-06")
def test_an_operator_gives_a_charge_back_once_and_nothing_else(operator, spent, studio):
    chosen = {"action": "refund", "_selected_action": [row.pk for row in LedgerEntry.objects.all()]}
    before = ledger.account_of(studio).balance
    for _ in range(2):
        assert operator.post(LEDGER, chosen, follow=True).status_code == 200

    spent.refresh_from_db()
    assert (spent.credits, ledger.account_of(studio).balance) == (0, before + 32)
    assert LedgerEntry.objects.filter(kind="refund", who__isnull=False).count() == 2
    assert list(ledger.faults()) == list(ledger.faults_of(spent)) == []


@pytest.mark.spec("K-21", "X-06")
def test_staff_who_may_only_look_give_nothing_back(clerk, spent, django_user_model):
    person = django_user_model.objects.get(username="clerk")
    person.user_permissions.add(Permission.objects.get(codename="view_ledgerentry"))
    rows = LedgerEntry.objects.count()
    assert "Give the selected" not in clerk.get(LEDGER).content.decode()
    clerk.post(LEDGER, {"action": "refund", "_selected_action": [row.pk for row in LedgerEntry.objects.all()]})
    assert LedgerEntry.objects.count() == rows


@pytest.mark.spec("X-06")
def test_the_figures_are_what_was_spent_and_what_became_of_the_plans(operator, spent):
    page = operator.get(FIGURES).content.decode()
    assert calm(page)
    assert "32 in the last 30 days" in page
    assert f"<title>{timezone.now():%Y-%m-%d}: 32</title>" in page
    assert '<th scope="row">Proposed</th><td class="num">1</td>' in page


@pytest.mark.spec("X-06")
def test_the_figures_of_an_installation_where_nothing_happened_yet_are_a_page_too(operator):
    assert "There are none yet." in operator.get(FIGURES).content.decode()


@pytest.mark.spec("K-04", "X-06")
def test_the_pages_of_the_admin_are_found_from_its_index_by_whoever_may_see_them(clerk, alice):
    index = clerk.get("/admin/").content.decode()
    assert (FIGURES in index, PRICES in index) == (True, False)
    assert (clerk.get(FIGURES).status_code, clerk.get(PRICES).status_code) == (200, 403)
    clerk.force_login(alice)
    assert {clerk.get(page).status_code for page in (FIGURES, PRICES)} == {302}


def test_an_operator_finds_prices_and_figures_on_the_index(operator):
    index = operator.get("/admin/").content.decode()
    assert PRICES in index
    assert FIGURES in index


def download(browser, model):
    chosen = {"action": "as_csv", "_selected_action": list(model.objects.values_list("pk", flat=True))}
    return browser.post(url(model, "changelist"), chosen)


@pytest.mark.spec("X-06")
@pytest.mark.parametrize("model", [Run, Approval, LedgerEntry], ids=lambda model: model.__name__)
def test_runs_approvals_and_movements_are_downloaded_with_no_formula_in_them(operator, spent, model):
    Run.objects.update(message="=1+1")
    ledger.grant(spent.workspace, 5, None, "@SUM(A1)")
    answer = download(operator, model)
    table = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert len(table) == model.objects.count() > 0
    assert not [cell for row in table for cell in row.values() if cell.startswith(("=", "@"))]
    assert str(spent.pk) in {row.get("run", row.get("id")) for row in table}


@pytest.mark.spec("X-06")
def test_nobody_downloads_what_they_may_not_look_at(clerk, spent):
    assert download(clerk, Run)["Content-Type"].startswith("text/csv")
    for model in (Approval, LedgerEntry):
        assert download(clerk, model).status_code == 403


@pytest.mark.spec("X-06")
def test_a_person_whom_records_name_is_deactivated_and_never_deleted(operator, spent, alice):
    assert operator.post(url(User, "delete", alice.pk), {"post": "yes"}).status_code == 403
    operator.post(url(User, "changelist"), {"action": "delete_selected", "_selected_action": [alice.pk], "post": "yes"})
    spent.refresh_from_db()
    assert spent.author == alice


@pytest.mark.spec("X-06", "K-21")
def test_somebody_of_the_staff_makes_nobody_more_than_they_are(client, operator, django_user_model):
    root = django_user_model.objects.get(username="root")
    clerk = django_user_model.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="auth"))
    client.force_login(clerk)
    form = {
        "username": "clerk", "is_active": "on", "is_staff": "on", "is_superuser": "on", "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00:00", "user_permissions": [Permission.objects.get(codename="change_policytier").pk],
    }  # fmt: skip
    assert client.post(url(User, "change", clerk.pk), form).status_code == 302
    clerk.refresh_from_db()
    assert (clerk.is_superuser, clerk.user_permissions.filter(content_type__app_label="runs").exists()) == (
        False,
        False,
    )
    new = {"password1": "another-Passw0rd", "password2": "another-Passw0rd", "usable_password": "true"}
    password = reverse("admin:auth_user_password_change", args=[root.pk])
    assert client.post(password, new).status_code == 403
    assert client.post(url(User, "change", root.pk), form | {"username": "root"}).status_code == 403
    root.refresh_from_db()
    assert root.check_password("root-password")


@pytest.mark.spec("X-06", "D-13")
def test_staff_of_another_workspace_see_nothing_through_the_doors_of_the_product(client, spent, bob):
    bob.is_staff = bob.is_superuser = True
    bob.save()
    client.force_login(bob)
    for page in (f"/api/agent/runs/{spent.pk}", f"/api/credits?workspaceId={spent.workspace_id}"):
        assert client.get(page).status_code == 404
    assert client.get(reverse("run", args=[spent.pk])).status_code == 404


@pytest.mark.spec("K-19")
def test_a_lower_tier_never_may_more_than_a_higher_one(operator):
    PolicyTier.objects.filter(key="full").update(generate=False)
    editor = PolicyTier.objects.get(key="editor")
    form = {"read": "on", "mutate": "on", "generate": "on", "default_policy": "guided"}
    answer = operator.post(url(PolicyTier, "change", editor.pk), form)
    assert "A higher tier may not do this" in answer.content.decode()
    assert not PolicyTier.objects.get(key="editor").generate


@pytest.mark.spec("K-19")
def test_tiers_are_neither_added_nor_deleted(operator):
    assert operator.get(url(PolicyTier, "add")).status_code == 403
    assert operator.post(url(PolicyTier, "delete", PolicyTier.objects.first().pk), {"post": "yes"}).status_code == 403
    assert PolicyTier.objects.count() == 3


def key_form(user, workspace, **changes):
    tomorrow = timezone.now() + timedelta(days=1)
    times = {"expires_at_0": f"{tomorrow:%Y-%m-%d}", "expires_at_1": f"{tomorrow:%H:%M:%S}"}
    return {"user": user.pk, "workspace": workspace.pk, "name": "ci", "tier": "editor", **times, **changes}


@pytest.mark.spec("X-04")
def test_a_key_is_shown_once_and_its_digest_never(operator, alice, studio):
    page = operator.post(url(ApiToken, "add"), key_form(alice, studio), follow=True).content.decode()
    key = re.search(r"gl_[\w-]{20,}", page)[0]
    token = ApiToken.find(key)
    assert (token.user, token.tier) == (alice, "editor")
    again = operator.get(url(ApiToken, "changelist")).content.decode()
    own = operator.get(url(ApiToken, "change", token.pk)).content.decode()
    for later in (again, own):
        assert key not in later
        assert token.digest not in later


@pytest.mark.spec("X-04")
def test_a_key_is_made_for_a_member_and_for_some_time_only(operator, alice, bob, studio):
    for wrong in (key_form(bob, studio), key_form(alice, studio, expires_at_0="2001-01-01")):
        assert operator.post(url(ApiToken, "add"), wrong).status_code == 200
    assert not ApiToken.objects.exists()


@pytest.mark.spec("X-04")
def test_a_revoked_key_opens_nothing_any_more(operator, alice, studio):
    token, key = ApiToken.issue(studio, alice, "ci", timezone.now() + timedelta(days=1))
    operator.post(url(ApiToken, "changelist"), {"action": "revoke", "_selected_action": [token.pk]})
    assert ApiToken.find(key) is None


@pytest.mark.spec("K-10", "X-06")
def test_the_tools_are_a_page_for_operators(operator, client, alice):
    page = operator.get("/admin/tools/workspace/registry/").content.decode()
    assert all(tool.name in page for tool in TOOLS)
    assert calm(page)
    assert "registry" in operator.get("/admin/").content.decode()
    client.force_login(alice)
    assert client.get("/admin/tools/workspace/registry/").status_code == 302


@pytest.mark.spec("X-04")
def test_a_workspace_is_made_with_its_members(operator, alice):
    form = {
        "name": "New", "membership_set-TOTAL_FORMS": "1", "membership_set-INITIAL_FORMS": "0",
        "membership_set-0-user": alice.pk, "membership_set-0-role": "editor", "membership_set-0-tier": "editor",
    }  # fmt: skip
    workspace = type(factories.workspace("Other"))
    assert operator.post(url(workspace, "add"), form).status_code == 302
    assert list(workspace.objects.get(name="New").members.all()) == [alice]
