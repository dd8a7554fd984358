"""Accounts in the admin: connected, tested, renewed and let go, and their secrets never seen again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import serializers
from django.urls import reverse

from tests import factories
from tests.test_admin import calm
from tests.tools.providers.publishing.receivers import Hook
from tools import connecting, vault
from tools.accounts import PublishAccount

pytestmark = [pytest.mark.spec("M-07", "S-08"), pytest.mark.django_db]
ADD, LIST = "/admin/tools/publishaccount/add/", "/admin/tools/publishaccount/"
KEY, SECRET = "AKIDEXAMPLE0", "wJalrXUtnFEMI-secret-key"
BUCKET = {
    "endpoint": "https://s3.example",
    "bucket": "films",
    "region": "eu-1",
    "access_key": KEY,
    "secret_key": SECRET,
}


@pytest.fixture
def operator(client, tiers, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password="root-password"))
    return client


@pytest.fixture
def archive(operator, studio) -> PublishAccount:
    assert add(operator, studio, "bucket", "Archive", **BUCKET).status_code == 302
    return PublishAccount.objects.get()


def add(browser, workspace, platform, name, **more):
    return browser.post(f"{ADD}?platform={platform}", {"workspace": workspace.pk, "name": name, **more})


def change(row: PublishAccount) -> str:
    return reverse("admin:tools_publishaccount_change", args=[row.pk])


def act(browser, action: str, *rows: PublishAccount) -> str:
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    return browser.post(LIST, chosen, follow=True).content.decode()


@pytest.mark.parametrize("platform", PublishAccount.Platform.values)
def test_each_platform_has_a_form_that_hides_its_secrets_and_keeps_the_policy(operator, platform):
    page = operator.get(f"{ADD}?platform={platform}").content.decode()
    fields = connecting.PLATFORMS[platform].account.model_fields
    assert all(f'name="{name}"' in page for name in fields)
    assert len(re.findall(r'type="password"', page)) == sum(
        "SecretStr" in str(one.annotation) for one in fields.values()
    )
    assert calm(page)


def test_an_account_is_connected_and_its_secrets_are_on_no_page_in_no_row_and_in_no_log(operator, archive, capfd):
    assert archive.place == {"endpoint": "https://s3.example", "bucket": "films", "prefix": "", "region": "eu-1"}
    assert archive.facts() == {**archive.place, "access_key": KEY, "secret_key": SECRET}
    assert archive.connected_by.username == "root"
    seen = [
        operator.get(ADD).content.decode(), operator.get(LIST).content.decode(), operator.get(change(archive)).content.decode(),
        serializers.serialize("json", [archive]), serializers.serialize("json", LogEntry.objects.all()), *capfd.readouterr(),
    ]  # fmt: skip
    assert not [secret for secret in (KEY, SECRET) for text in seen if secret in text]
    assert archive.sealed not in "".join(seen[:3])


@pytest.mark.parametrize(
    ("field", "entered", "told"),
    [
        ("endpoint", "ftp://x", "Use https:// and a name, and nothing after it."),
        ("endpoint", "https://s3.example/films", "Use https:// and a name, and nothing after it."),
        ("bucket", "Films", "Use 3 to 63 small letters, digits, dots and hyphens."),
        ("prefix", "films/../other", "Use letters, digits, spaces and -_.!*'() between slashes, not dots alone."),
        ("access_key", "K", "Use at least 3 characters."),
        ("secret_key", "k" * 201, "Use at most 200 characters."),
    ],
)
def test_what_cannot_be_is_told_in_words(operator, studio, field, entered, told):
    page = add(operator, studio, "bucket", "Archive", **{**BUCKET, field: entered})
    assert page.context["adminform"].form.errors == {field: [told]}


def test_what_makes_no_sense_is_refused_by_field_and_its_secret_is_not_repeated(operator, studio):
    page = add(operator, studio, "bucket", "Archive", **{**BUCKET, "endpoint": "ftp://x", "secret_key": "short"})
    assert page.status_code == 200
    assert {"endpoint", "secret_key"} <= page.context["adminform"].form.errors.keys()
    assert "short" not in page.content.decode().replace("too_short", "").replace("at least", "")
    assert add(operator, studio, "folder", "Out", path="../../etc").status_code == 200
    assert (
        add(operator, studio, "webhook", "Weak", url="https://h.example/x", secret="whsec_c2hvcnQ=").status_code == 200
    )
    assert not PublishAccount.objects.exists()


def test_a_name_is_taken_for_ever_in_its_workspace_and_free_in_another(operator, archive, studio):
    act(operator, "disconnect", archive)
    again = add(operator, studio, "folder", "ARCHIVE", path="films")
    assert connecting.PublishAccount.objects.count() == 1
    assert "had, an account of that name" in again.content.decode()
    assert add(operator, factories.workspace("Other"), "folder", "Archive", path="films").status_code == 302


def test_secrets_are_renewed_one_by_one_and_the_place_stays(operator, archive):
    before = archive.place
    assert (
        operator.post(change(archive), {"secret_key": "another-secret", "endpoint": "https://evil.example"}).status_code
        == 302
    )
    archive.refresh_from_db()
    assert archive.facts() == {**before, "access_key": KEY, "secret_key": "another-secret"}
    assert operator.post(change(archive), {}).status_code == 302
    archive.refresh_from_db()
    assert archive.facts()["secret_key"] == "another-secret"


def test_a_webhook_keeps_its_address_when_its_key_is_renewed(operator, studio):
    add(operator, studio, "webhook", "Hook", url="https://hooks.example/abc", secret=Hook.SECRET)
    row, key = PublishAccount.objects.get(), "whsec_" + "QUJD" * 10
    assert operator.post(change(row), {"secret": key, "url": "https://evil.example"}).status_code == 302
    row.refresh_from_db()
    assert row.facts() == {"url": "https://hooks.example/abc", "secret": key}


def test_secrets_that_cannot_be_read_any_more_are_entered_anew(operator, archive, settings):
    settings.SECRET_KEY = "another" * 10
    operator.force_login(archive.connected_by)
    assert "its secrets cannot be read" in act(operator, "test", archive)
    assert operator.post(change(archive), {"access_key": KEY}).status_code == 200
    assert operator.post(change(archive), {"access_key": KEY, "secret_key": SECRET}).status_code == 302
    archive.refresh_from_db()
    assert archive.facts()["secret_key"] == SECRET


def test_what_is_disconnected_has_forgotten_its_secrets_and_is_changed_by_nobody(operator, archive):
    assert "1 disconnected" in act(operator, "disconnect", archive)
    archive.refresh_from_db()
    assert (archive.sealed, list(PublishAccount.objects.connected(archive.workspace))) == ("", [])
    assert operator.post(change(archive), BUCKET).status_code == 403
    assert "It is disconnected." in act(operator, "test", archive)
    assert operator.post(f"{LIST}{archive.pk}/delete/", {"post": "yes"}).status_code == 403
    archive.refresh_from_db()
    assert archive.sealed == ""


def test_an_account_is_tested_where_it_leads(operator, studio, settings, tmp_path):
    settings.PUBLISH_ROOT, settings.PUBLIC_URL = tmp_path / "out", "https://greenlight.example"
    with Hook().listening() as hook:
        add(operator, studio, "webhook", "Hook", url=f"{hook.url}/x", secret=Hook.SECRET)
        add(operator, studio, "folder", "Films", path="films")
        page = act(operator, "test", *PublishAccount.objects.all())
        assert "Files can be written to films." in page
        assert "PUBLISH_PRIVATE_ADDRESSES is off" in page
        assert hook.events == {}
        settings.PUBLISH_PRIVATE_ADDRESSES = True
        assert "took a test event" in act(operator, "test", *PublishAccount.objects.filter(name="Hook"))
        assert [event["type"] for event in hook.events.values()] == ["greenlight.test"]
    assert list((Path(settings.PUBLISH_ROOT) / "films").iterdir()) == []


def test_accounts_are_for_staff_with_the_right_to_them(client, archive, alice, django_user_model):
    clerk = django_user_model.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_publishaccount"))
    for user, answer in ((alice, 302), (clerk, 403)):
        client.force_login(user)
        assert client.post(f"{ADD}?platform=folder", {"path": "x"}).status_code == answer
        assert client.post(change(archive), {"secret_key": "another-secret"}).status_code == answer
    act(client, "disconnect", archive)
    archive.refresh_from_db()
    assert archive.facts()["secret_key"] == SECRET


def test_every_seal_is_renewed_after_the_key_was_changed(archive, settings):
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]
    assert connecting.reseal() == (1, [])
    settings.SECRET_KEY_FALLBACKS = []
    archive.refresh_from_db()
    assert archive.facts()["secret_key"] == SECRET
    settings.SECRET_KEY = "third" * 10
    assert connecting.reseal() == (0, [str(archive)])
    archive.refresh_from_db()
    with pytest.raises(vault.Unreadable):
        archive.facts()
    assert json.dumps(archive.place)
