"""Words selected in a transcript become a plan through every door: page, API, terminal and sentence; nothing changes by it."""

from __future__ import annotations

import io
import json
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from agent import actions
from runs import actions as run_actions
from runs.cards import card_of
from runs.models import Run
from runs.tiers import tier_of
from tests import factories
from tests.tools.capabilities import shelf
from tools import store
from tools.models import Analysis

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("S-11", "K-14")]
HX = {"HX-Request": "true"}
SAID = shelf.words(("I", 1.0, 1.2), ("like", 1.4, 2.0), ("a", 2.2, 2.3), ("banana.", 2.6, 3.2), ("Banana!", 6.0, 6.8))
URL = "/api/agent/cut-words"


@pytest.fixture
def talk(studio):
    return shelf.recorded(studio, SAID)


@pytest.fixture
def film(studio, talk):
    return store.create(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def address(film, talk) -> str:
    return reverse("cut-words", args=[film.pk, talk.pk])


def ranges() -> list[list[tuple[int, int]]]:
    steps = Run.objects.latest("created_at").plan["steps"]
    assert {step["tool"] for step in steps} == {"removeRangesFromItem"}
    return [[(one["from"], one["to"]) for one in step["params"]["ranges"]] for step in steps]


BANANA = [(62, 83)]
"""2.6 to 3.2 s and a margin on either side, in frames at 25."""


def test_the_page_plans_the_cut_and_its_card_is_approved_and_undone_like_any_other(browser, alice, film, talk):
    shown = browser.post(address(film, talk), {"word": ["2.6-3.2"]}, headers=HX).content.decode()
    assert "Cut “banana.” out of “talk.mp4”" in shown
    assert "Cuts “banana.” out of “talk.mp4”, 0.8 s." in shown
    assert ranges() == [BANANA]
    film.refresh_from_db()
    assert film.head == 1

    run = run_actions.approve(Run.objects.get(), alice, card_of(Run.objects.get()), wait=True)
    film.refresh_from_db()
    assert (run.status, store.read(film).end) == ("done", 179)
    run_actions.undo(run, alice)
    film.refresh_from_db()
    assert store.read(film).end == 200


def test_the_plan_is_made_on_the_composition_as_it_is_now(browser, alice, film, talk):
    store.apply(
        film,
        [{"kind": "command", "op": "trimItem", "params": {"id": "a", "edge": "start", "toFrame": 50}}],
        author=alice,
    )
    browser.post(address(film, talk), {"word": ["2.6-3.2"]}, headers=HX)
    assert ranges() == [[(12, 33)]]
    answer = browser.post(address(film, talk), {"word": ["1.0-1.2"]}, headers=HX).content.decode()
    assert "“I” of “talk.mp4” is not on the timeline, so there is nothing to cut." in answer
    assert Run.objects.count() == 1


def test_the_card_shows_words_to_tick_times_that_seek_and_what_is_cut(browser, alice, film, talk):
    state = store.read(film)
    cut = {"id": "a", "ranges": [{"from": 63, "to": 83}]}
    store.apply(film, [{"kind": "command", "op": "removeRangesFromItem", "params": cut}], author=alice)
    shown = browser.get(reverse("transcript", args=[film.pk, talk.pk]), headers=HX).content.decode()
    assert 'data-seek="25" aria-label="Go to 00:01"' in shown
    assert 'data-seek="130"' in shown, "what follows plays twenty frames sooner"
    assert '<input type="checkbox" name="word" value="6.0-6.8">' in shown
    assert '<del class="word">banana.</del>' in shown
    assert 'value="2.6-3.2"' not in shown
    assert state.end == 200


def test_who_may_only_read_gets_the_words_and_no_button(client, studio, film, talk):
    client.force_login(factories.person("vera", studio, tier="readonly"))
    shown = client.get(reverse("transcript", args=[film.pk, talk.pk]), headers=HX).content.decode()
    assert "banana." in shown
    assert "checkbox" not in shown
    assert "data-cut-words" not in shown
    told = client.post(address(film, talk), {"word": ["2.6-3.2"]}, headers=HX).content.decode()
    assert "your tier allows read, not mutate" in told


@pytest.mark.spec("D-13")
def test_what_is_not_theirs_does_not_exist_and_a_post_wants_its_token(client, bob, alice, film, talk):
    other = shelf.recorded(bob.workspaces.get(), SAID)
    client.force_login(bob)
    for asset in (talk, other):
        assert client.get(reverse("transcript", args=[film.pk, asset.pk]), headers=HX).status_code == 404
        assert client.post(address(film, asset), {"word": ["2.6-3.2"]}).status_code == 404
    body = {"compositionId": str(film.pk), "assetId": str(talk.pk), "words": [{"start": 2.6, "end": 3.2}]}
    assert client.post(URL, body, content_type="application/json").status_code == 404
    assert client.get(f"/api/compositions/{film.pk}/transcripts").status_code == 404

    client.force_login(alice)
    assert client.post(address(film, other), {"word": ["2.6-3.2"]}).status_code == 404
    foreign = {**body, "assetId": str(other.pk)}
    assert client.post(URL, foreign, content_type="application/json").status_code == 404
    assert client.post(URL, {**body, "assetId": str(uuid4())}, content_type="application/json").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(address(film, talk), {"word": ["2.6-3.2"]}).status_code == 403
    assert client.get(address(film, talk)).status_code == 405
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [([], "Select the words"), (["x"], "no words of a transcript"), (["3-2"], "no words"), (["nan-nan"], "no words")],
)  # fmt: skip
def test_what_is_no_selection_is_a_fault_and_plans_nothing(browser, film, talk, words, why):
    for headers in (HX, {}):
        answer = browser.post(address(film, talk), {"word": words}, headers=headers)
        assert answer.status_code == 422
        assert why in answer.content.decode()
    assert not Run.objects.exists()


def test_a_long_transcript_comes_in_parts_that_can_be_sent_whole(browser, film, talk):
    words = shelf.words(*((f"word{n}.", n / 500, n / 500 + 0.001) for n in range(1700)))
    Analysis.objects.filter(kind="speech").update(result=words)
    address = reverse("transcript", args=[film.pk, talk.pk])
    parts = [browser.get(address, {"part": part}, headers=HX).content.decode() for part in ("", "1", "2", "77", "x")]
    assert [part.count("checkbox") for part in parts] == [800, 800, 100, 100, 800]
    assert "word1699." in parts[3]
    assert "1 / 3" in parts[0]


def test_without_scripts_it_leads_back_to_the_page(browser, film, talk):
    answer = browser.post(address(film, talk), {"word": ["2.6-3.2"]})
    assert answer.url == reverse("composition", args=[film.pk]) + "#latest"
    assert browser.get(reverse("transcript", args=[film.pk, talk.pk])).status_code == 302


def test_a_transcript_that_is_gone_is_said_on_the_card_and_in_the_answer(browser, film, talk):
    Analysis.objects.filter(kind="speech").delete()
    shown = browser.get(reverse("transcript", args=[film.pk, talk.pk]), headers=HX).content.decode()
    assert "What is said here is not written down." in shown
    answer = browser.post(address(film, talk), {"word": ["2.6-3.2"]}, headers=HX).content.decode()
    assert "There is no transcript of “talk.mp4”. Say “transcribe the video” first." in answer


def test_the_conversation_shows_the_card_of_a_transcript_in_its_newest_place_only(browser, alice, studio, film, talk):
    address = reverse("transcript", args=[film.pk, talk.pk])
    for _ in range(2):
        shown = browser.post(reverse("prompt", args=[film.pk]), {"text": "transcribe the video"}, headers=HX)
        assert f'hx-get="{address}?language="' in shown.content.decode()
    page = browser.get(reverse("composition", args=[film.pk])).content.decode()
    assert page.count(address) == 1
    assert "What is said in “talk.mp4”" in page


def test_a_plan_that_writes_down_what_is_said_shows_the_words_when_it_has(browser, alice, film, talk, settings):
    settings.TRANSCRIPTION_PROVIDER = "openai-compatible"
    shown = browser.post(
        reverse("prompt", args=[film.pk]), {"text": "transcribe the video"}, headers=HX
    ).content.decode()
    assert "Writes down what is said in “talk.mp4”." in shown
    assert f'hx-get="{reverse("transcript", args=[film.pk, talk.pk])}?language="' in shown


def test_the_api_reads_the_words_and_plans_the_same_cut(browser, film, talk):
    told = browser.get(f"/api/compositions/{film.pk}/transcripts").json()
    [one] = told["transcripts"]
    assert (one["name"], one["text"], told["missing"]) == ("talk.mp4", "I like a banana. Banana!", [])
    word = one["segments"][0]["words"][3]
    assert word == {"text": "banana.", "start": 2.6, "end": 3.2, "frames": [65]}

    body = {
        "compositionId": str(film.pk),
        "assetId": str(talk.pk),
        "words": [{"start": word["start"], "end": word["end"]}],
    }
    plan = browser.post(URL, body, content_type="application/json").json()
    assert plan["valid"]
    assert plan["gates"] == ["step-1 (removeRangesFromItem) takes something away"]
    assert ranges() == [BANANA]
    done = browser.post(
        "/api/agent/execute", {"compositionId": str(film.pk), "plan": plan["plan"], "approved": True}, content_type="application/json"
    )  # fmt: skip
    assert (done.status_code, done.json()["summary"]) == (200, "Cuts 0.84 s out of talk.mp4.")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"words": []}, "send either"),
        ({"say": "banana"}, "send either"),
        ({"assetId": None}, "assetId"),
        ({"words": [{"start": 2, "end": 1}]}, "words.0"),
        ({"words": [{"start": -1, "end": 1}]}, "words.0.start"),
        ({"words": [{"from": 1}]}, "words.0.start"),
        ({"words": "banana"}, "words"),
    ],
)
def test_a_request_that_makes_no_sense_names_its_field(browser, film, talk, change, field):
    body = {"compositionId": str(film.pk), "assetId": str(talk.pk), "words": [{"start": 2.6, "end": 3.2}], **change}
    answer = browser.post(URL, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert field in answer.json()["message"]
    assert not Run.objects.exists()


def test_a_sentence_asks_which_one_and_the_answer_cuts_it(alice, studio, film):
    def plan(text):
        return actions.plan(alice, studio, text, composition=film, tier=tier_of(alice, studio))

    asked = plan("cut the word banana").proposal
    assert asked.question.question.startswith("“banana” is said 2 times: 0:02 “I like a banana. Banana!”;")
    assert [choice.label for choice in asked.question.choices] == ["every time", "the first time", "the second time"]
    assert not Run.objects.exists()
    plan("cut the word banana (the first time)")
    assert ranges() == [BANANA]
    plan("cut the word banana (every time)")
    assert ranges() == [[*BANANA, (147, 173)]]
    missing = plan("remove where I say bananas").proposal.question
    assert (missing.kind, missing.choices) == ("free_text", [])
    assert "I do not hear “bananas” in “talk.mp4”. There is “I like a banana. Banana!”." in missing.question


def said(*args) -> str:
    out = io.StringIO()
    call_command("agent", "cut-words", *args, stdout=out)
    return out.getvalue()


def test_the_terminal_plans_the_same_cut(alice, film, talk):
    who = ("--composition", str(film.pk), "--user", "alice")
    told = json.loads(said(*who, "--asset", str(talk.pk), "--at", "2.6-3.2", "--json"))
    assert told["valid"]
    assert ranges() == [BANANA]
    assert "Say so with --which" in said(*who, "--say", "banana")
    assert "Cuts “Banana!” out of “talk.mp4”" in said(*who, "--say", "banana", "--which", "last")
    with pytest.raises(CommandError, match="--asset"):
        said(*who, "--at", "2.6-3.2")
    with pytest.raises(CommandError, match="no FROM-TO"):
        said(*who, "--at", "now", "--asset", str(talk.pk))
    with pytest.raises(CommandError, match="nothing with that id"):
        said(*who, "--asset", str(uuid4()), "--at", "2.6-3.2")
