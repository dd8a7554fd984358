"""Text to tokens: what hyphens, apostrophes, figures and quotes become."""

from __future__ import annotations

import pytest

from agent.providers.offline.tokens import read


def norms(text: str) -> list[str]:
    return [token.norm for token in read(text).tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cross-fade", ["cross", "fade"]),
        ("don't", ["do", "not"]),
        ("what's", ["what", "is"]),
        ("the interview's volume", ["the", "interview", "'s", "volume"]),
        ("5s", ["5", "s"]),
        ("-12dB", ["-12", "db"]),
        ("5-8s", ["5", "to", "8", "s"]),
        ("2nd", ["2nd"]),
        ("1280x720", ["1280x720"]),
        ("00:00:04:12", ["00:00:04:12"]),
        ("broll-city.mp4", ["broll-city.mp4"]),
        ("black & white", ["black", "and", "white"]),
        ("#ff0000", ["#ff0000"]),
        ("50%", ["50", "%"]),
    ],
)
def test_a_text_is_read_into_pieces(text: str, expected: list[str]) -> None:
    assert norms(text) == expected


def test_a_quote_is_one_token_and_keeps_its_words_as_typed() -> None:
    sentence = read("add “Hello, World” now")
    quotes = [token for token in sentence.tokens if token.kind == "quote"]
    assert [sentence.raw((token,)) for token in quotes] == ["Hello, World"]


def test_an_apostrophe_inside_a_word_opens_no_quote() -> None:
    assert not [token for token in read("don't touch the client's logo").tokens if token.kind == "quote"]


def test_what_was_typed_is_found_again_by_its_tokens() -> None:
    sentence = read("Delete   the LAST clip")
    assert sentence.raw(sentence.tokens[1:]) == "the LAST clip"
