"""A webhook hears of a film in signed events, and of each film once; the film is behind a link."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from tests.tools.providers.publishing.conftest import FILM, refused
from tests.tools.providers.publishing.receivers import Hook
from tools.providers.publishing import shelf
from tools.providers.publishing import webhook as webhooks
from tools.providers.publishing.webhook import Webhook

pytestmark = pytest.mark.spec("M-07")


def test_a_webhook_gets_a_signed_event_with_a_link_to_the_film(hook: Hook, webhook: Webhook, parcel, client):
    sent = parcel()
    arrived = webhooks.deliver(webhook, sent)
    [(id, event)] = hook.events.items()
    assert event["type"] == "film.published"
    assert (event["data"]["title"], event["data"]["key"]) == (sent.title, sent.key)
    assert hook.asked[0][2]["idempotency-key"] == id
    assert arrived.where == "sent to the webhook at 127.0.0.1"
    assert "secret-part" not in json.dumps([arrived.where, dict(arrived.facts)]) + repr(webhook)

    fetched = client.get(event["data"]["url"].removeprefix("https://greenlight.example"))
    assert b"".join(fetched.streaming_content) == FILM
    assert (fetched["Content-Type"], event["data"]["bytes"]) == ("video/mp4", len(FILM))


def test_a_link_that_is_old_forged_or_leads_elsewhere_leads_nowhere(webhook, parcel, client, settings, monkeypatch):
    token = shelf.link(parcel().film()).split("/")[-2]
    assert client.get(f"/published/{token}/film.mp4").status_code == 200
    assert client.get(f"/published/{token}x/film.mp4").status_code == 404
    (Path(settings.MEDIA_ROOT).parent / "secret_key").write_text("k")
    outside = shelf.signing.dumps("../secret_key", salt=shelf.SALT)
    assert client.get(f"/published/{outside}/film.mp4").status_code == 404
    settings.PUBLISH_LINK_DAYS = 0
    monkeypatch.setattr("django.core.signing.time.time", lambda: 4e9)
    assert client.get(f"/published/{token}/film.mp4").status_code == 404


@pytest.mark.spec("K-31")
def test_an_event_whose_answer_nobody_saw_is_said_again_under_its_id_and_counts_once(hook, webhook, parcel):
    hook.silent = 1
    assert webhooks.find(webhook, parcel()) is None
    doubt = refused(webhooks.deliver, webhook, parcel())
    assert (doubt.kind, "may have the event" in str(doubt)) == ("transient", True)
    assert webhooks.find(webhook, parcel())
    assert (hook.heard, len(hook.events)) == (2, 1)


@pytest.mark.spec("K-31")
def test_an_event_that_was_refused_did_not_arrive(hook, webhook, parcel):
    hook.answers = [(503, {}, b""), (410, {}, b"gone")]
    assert refused(webhooks.deliver, webhook, parcel()).kind == "transient"
    assert webhooks.find(webhook, parcel()) is None
    assert refused(webhooks.deliver, webhook, parcel()).kind == "bad_param"
    assert webhooks.find(webhook, parcel()) is None
    assert hook.events == {}


def test_a_webhook_is_signed_anew_each_time_and_by_its_own_key_alone(hook, webhook, parcel):
    other = webhook.model_copy(update={"secret": SecretStr("whsec_" + "QUJD" * 10)})
    assert refused(webhooks.deliver, other, parcel()).kind == "bad_param"
    assert hook.events == {}
    assert webhooks.test(webhook)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_c2hvcnQ=", "not base64 at all, and long enough"])
def test_a_weak_signing_key_is_refused_without_being_told(secret):
    with pytest.raises(ValidationError) as caught:
        Webhook(url="https://hooks.example/x", secret=secret)
    assert not secret or secret.removeprefix("whsec_") == "" or secret not in str(caught.value)


def test_without_an_address_of_its_own_nothing_is_announced(hook, webhook, parcel, settings):
    settings.PUBLIC_URL = ""
    assert "PUBLIC_URL" in str(refused(webhooks.deliver, webhook, parcel()))
    assert hook.asked == []
