"""What a model wrote as arguments is read as it is or refused by name: nothing is ever mended into an empty call."""

import pytest

from agent.providers.calling import read_arguments

pytestmark = pytest.mark.spec("S-07", "D-12")


@pytest.mark.parametrize("raw", ["", "  ", None, "{}", {}])
def test_nothing_at_all_is_a_call_without_arguments(raw):
    assert read_arguments(raw) == ({}, None)


def test_a_backslash_before_u0000_is_only_words():
    assert read_arguments(r'{"text": "\\u0000"}') == ({"text": r"\u0000"}, None)


@pytest.mark.parametrize("raw", ['{"ids": ["a"]}', {"ids": ["a"]}])
def test_an_object_and_its_text_are_the_same(raw):
    assert read_arguments(raw) == ({"ids": ["a"]}, None)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ('{"ids": ["a"', "“ids”"),
        ('{"width": 10, "height": ', "“height”"),
        ("{}{}", "several objects"),
        ("null", "no JSON object"),
        ('["a"]', "no JSON object"),
        (["a"], "no JSON object"),
        (7, "no JSON object"),
        ('{"volume": NaN}', "NaN is no number"),
        ("delete it", "no JSON"),
        ('{"text": "a\\u0000b"}', "cannot be kept"),
        ('{"text": "\\ud83d"}', "“text”"),
        ("\ud83d{", "no JSON"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_what_cannot_be_read_is_said_and_gives_no_arguments(raw, says):
    arguments, error = read_arguments(raw)
    assert arguments == {}
    assert says in error
