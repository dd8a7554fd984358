"""Saying something on the page: what comes back, and that nothing is changed by it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from agent.messages import AssistantMessage, ToolCall, said
from agent.models import Session
from agent.providers.base import ChatParams
from runs.models import Run
from tools import store

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


class Scripted:
    """A provider that says what it was given, one answer a turn, and remembers what it was shown."""

    name = "scripted"

    def __init__(self, *answers: AssistantMessage) -> None:
        self.answers, self.seen = list(answers), list[ChatParams]()

    def chat(self, params: ChatParams) -> AssistantMessage:
        self.seen.append(params)
        return self.answers.pop(0) if self.answers else AssistantMessage(content=said("That is all."))


def calls(name: str, **arguments) -> AssistantMessage:
    return AssistantMessage(tool_calls=[ToolCall(name=name, arguments=arguments)])


@pytest.fixture
def answers(monkeypatch):
    """Put a scripted provider behind the page: `answers(message, …)`."""

    def set_up(*messages: AssistantMessage) -> Scripted:
        scripted = Scripted(*messages)
        monkeypatch.setattr("agent.interpret.provider_named", lambda name: scripted)
        return scripted

    return set_up


@pytest.fixture
def say(client, alice, film):
    client.force_login(alice)

    def prompt(text, htmx=True, **more):
        headers = HX if htmx else {}
        return client.post(reverse("prompt", args=[film.pk]), {"text": text, **more}, headers=headers)

    return prompt


@pytest.mark.spec("D-1", "K-01")
def test_words_become_a_card_and_nothing_changes(say, answers, film):
    answers(calls("deleteItems", ids=["clip-d"]))
    before = store.read(film).dump()
    answer = say("delete the last clip").content.decode()
    assert "delete the last clip" in answer
    assert "Removes 1 clip (outro.mp4)." in answer
    assert "Approve" in answer
    film.refresh_from_db()
    assert store.read(film).dump() == before


def test_the_conversation_is_there_after_a_reload(say, answers, client, film):
    answers(calls("deleteItems", ids=["clip-d"]))
    say("delete the last clip")
    page = client.get(reverse("composition", args=[film.pk])).content.decode()
    assert "delete the last clip" in page
    assert f'id="card-{Run.objects.get().pk}"' in page


def test_without_scripts_words_lead_back_to_the_page(say, answers, film):
    answers(AssistantMessage(content=said("It lasts 26 seconds.")))
    answer = say("how long is this?", htmx=False)
    assert answer.url == reverse("composition", args=[film.pk]) + "#latest"


@pytest.mark.parametrize("text", ["", "   ", "x" * 4001])
def test_no_words_and_too_many_are_a_fault_beside_the_field(say, answers, text):
    provider = answers()
    answer = say(text)
    assert answer.status_code == 422
    assert 'id="fault"' in answer.content.decode()
    assert say(text, htmx=False).status_code == 422
    assert provider.seen == []
    assert not Session.objects.exists()


def test_the_selection_and_the_playhead_go_along(say, answers):
    provider = answers(AssistantMessage(content=said("Yes.")))
    say("this one", selected="clip-a, clip-b", playhead="120")
    assert (provider.seen[0].scene.selected, provider.seen[0].scene.playhead) == (("clip-a", "clip-b"), 120)


def test_an_answer_is_text_and_never_markup(say, answers, client, film):
    answers(AssistantMessage(content=said("<script>alert('model')</script>")))
    answer = say("<script>alert('person')</script>").content.decode()
    page = client.get(reverse("composition", args=[film.pk])).content.decode()
    for shown in (answer, page):
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(&#x27;person" in shown
        assert "&lt;script&gt;alert(&#x27;model" in shown


@pytest.mark.spec("K-09")
def test_a_question_offers_choices_that_say_the_same_with_a_selection(say, answers, client, film):
    choices = [{"id": "clip-a", "label": "interview.mp4"}, {"id": "clip-b", "label": "broll-city.mp4"}]
    answers(calls("ask_user", question="Which clip?", kind="select_item", choices=choices))
    answer = say("mute it").content.decode()
    assert "Which clip?" in answer
    assert 'name="text" value="mute it"' in answer
    assert 'name="selected" value="clip-b"' in answer
    answers(AssistantMessage(content=said("Done with that.")))
    say("mute it", selected="clip-b")
    page = client.get(reverse("composition", args=[film.pk])).content.decode()
    assert page.count('<button class="chip" disabled>') == 2


@pytest.mark.spec("K-09", "M-02")
def test_a_name_that_is_written_from_right_to_left_leaves_the_times_beside_it_as_they_are(say, answers):
    choices = [{"id": "a", "label": "“مرحبا” (0:00–0:03)"}, {"id": "b", "label": "“Hello” (0:03–0:06)"}]
    answers(calls("ask_user", question="Which title?", kind="select_item", choices=choices))
    answer = say("mute it").content.decode()
    assert "“\u2068مرحبا\u2069” (0:00–0:03)" in answer
    assert "“Hello” (0:03–0:06)" in answer


@pytest.mark.spec("K-09")
def test_choices_that_are_words_are_said_and_not_selected(say, answers):
    choices = [{"id": "tall", "label": "Vertical, 9:16"}, {"id": "square", "label": "Square"}]
    answers(calls("ask_user", question="Which shape?", choices=choices))
    answer = say("change the shape").content.decode()
    assert 'name="text" value="change the shape (Vertical, 9:16)"' in answer
    assert 'name="selected" value="tall"' not in answer


def test_a_new_plan_closes_the_card_before_it_on_the_page(say, answers):
    answers(calls("deleteItems", ids=["clip-d"]))
    say("delete the last clip")
    first = Run.objects.get()
    answers(calls("setCompositionSize", width=1080, height=1920))
    answer = say("make it vertical").content.decode()
    assert f'id="card-{first.pk}"' in answer
    assert "Replaced by a newer plan" in answer


@pytest.mark.spec("D-13")
def test_a_foreign_and_an_unknown_composition_do_not_exist(client, film, bob, answers):
    provider = answers()
    client.force_login(bob)
    for act in ("composition", "conversation", "frame", "prompt"):
        send = client.post if act == "prompt" else client.get
        assert send(reverse(act, args=[film.pk]), {"text": "hello"}).status_code == 404
        assert send(reverse(act, args=[uuid4()]), {"text": "hello"}).status_code == 404
    assert client.get("/compositions/nonsense/").status_code == 404
    assert provider.seen == []


def test_speaking_is_a_post_with_a_token(client, film, alice, answers):
    provider = answers()
    client.force_login(alice)
    assert client.get(reverse("prompt", args=[film.pk]), {"text": "hello"}).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(reverse("prompt", args=[film.pk]), {"text": "hello"}).status_code == 403
    assert provider.seen == []


def test_another_member_has_a_conversation_of_their_own(say, answers, client, film, studio):
    from tests import factories

    answers(AssistantMessage(content=said("Between us.")))
    say("a private word")
    client.force_login(factories.person("carol", studio))
    page = client.get(reverse("composition", args=[film.pk])).content.decode()
    assert "a private word" not in page
    assert "What would you like to change?" in page


def test_the_frame_follows_the_playhead(client, alice, film):
    client.force_login(alice)
    address = reverse("frame", args=[film.pk])
    assert "logo.png" in client.get(address, {"playhead": "650"}).content.decode()
    assert "logo.png" not in client.get(address, {"playhead": "nonsense"}).content.decode()


@pytest.mark.spec("A-12")
def test_who_says_too_much_at_once_is_told_when_to_go_on_and_nothing_is_planned(client, alice, film, answers, settings):
    settings.RATES = {**settings.RATES, "plan": (1, 60)}
    provider = answers()
    client.force_login(alice)
    address = reverse("prompt", args=[film.pk])
    client.post(address, {"text": "hello"}, headers=HX)
    seen, said_before = len(provider.seen), Session.objects.get().entries.count()

    fragment = client.post(address, {"text": "and again"}, headers=HX)
    page = client.post(address, {"text": "and again"})

    assert (fragment.status_code, page.status_code) == (429, 429)
    assert int(fragment["Retry-After"]) >= 1
    assert "That was too often: 1 in 1 minute is the most. Try again in" in fragment.content.decode()
    assert "<html" not in fragment.content.decode()
    assert ">and again</textarea>" in page.content.decode().replace("\n", "")
    assert len(provider.seen) == seen
    assert Session.objects.get().entries.count() == said_before
