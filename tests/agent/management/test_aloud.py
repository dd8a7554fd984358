"""What a person who waits at a terminal hears of a model: its words as they come, and nothing that moves the cursor."""

import io
from argparse import Namespace

import pytest

from agent.management.aloud import Aloud, plain, thinking_aloud
from agent.messages import AssistantMessage, said
from agent.providers.base import Delta

pytestmark = pytest.mark.spec("K-32")


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("screen", "json", "provider", "heard"),
    [
        (Screen, False, "gemini", True),
        (io.StringIO, False, "gemini", False),
        (Screen, True, "gemini", False),
        (Screen, False, "offline", False),
    ],
)
def test_only_a_person_at_a_terminal_hears_a_live_model(monkeypatch, settings, screen, json, provider, heard):
    monkeypatch.setattr("sys.stdout", screen())
    settings.LLM_PROVIDER = provider
    assert (thinking_aloud(Namespace(json=json)) is not None) is heard


def test_thoughts_words_and_turns_stand_apart(monkeypatch):
    screen, aloud = Screen(), Aloud()
    monkeypatch.setattr("sys.stdout", screen)
    look, only_calls = AssistantMessage(content=said("I look first.")), AssistantMessage()
    for item in (Delta("thinking", "Hm."), Delta("text", "I look "), Delta("text", "first."), look, only_calls):
        aloud(item)
    assert screen.getvalue() == "Hm.\n\nI look first.\n\n"


def test_nothing_that_moves_the_cursor_or_turns_the_writing_around_is_printed():
    assert plain("a\x1b[2J\x9b1mb\r\u202ec\x07\n\td") == "a[2J1mbc\n\td"
