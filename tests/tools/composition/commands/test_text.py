"""What titles say and how letters look."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal
from tools.composition.errors import InvalidParameters, WrongItemType

pytestmark = pytest.mark.spec("E-02")


def test_a_title_says_something_else(film):
    assert after(film, "setText", id="title-1", text="Good\nmorning").item("title-1")["text"] == "Good\nmorning"


def test_many_titles_are_given_one_text_all_or_nothing(film):
    second = after(film, "addText", text="Two", **{"from": 100})
    other = next(id for id in second.items if id not in film.items)
    both = after(second, "setText", ids=["title-1", other], text="Same")
    assert both.item("title-1")["text"] == both.item(other)["text"] == "Same"
    assert type(refusal(second, "setText", ids=["title-1", "logo"], text="Same")) is WrongItemType


def test_a_style_is_merged_and_colours_are_made_plain(film):
    style = after(film, "setTextStyle", ids=["title-1"], color="yellow", fontSize=128.0).item("title-1")["style"]
    assert style == {**film.item("title-1")["style"], "color": "#ffff00", "fontSize": 128}


def test_a_background_is_merged_into_the_one_there_is_and_taken_off_with_none(film):
    first = after(film, "setTextStyle", ids=["title-1"], background={"color": "#000", "padding": 20})
    second = after(first, "setTextStyle", ids=["title-1"], background={"color": "#fff"})
    assert second.item("title-1")["style"]["background"] == {"color": "#ffffff", "padding": 20}
    assert after(second, "setTextStyle", ids=["title-1"], background="none").item("title-1") == film.item("title-1")


@pytest.mark.parametrize(
    ("op", "params", "error", "said"),
    [
        ("setText", {"id": "logo", "text": "x"}, WrongItemType, "text"),
        ("setText", {"id": "title-1", "content": "x"}, InvalidParameters, "'text'"),
        ("setText", {"id": "title-1", "text": "x" * 70_000}, InvalidParameters, "text"),
        ("setTextStyle", {"ids": ["title-1"]}, InvalidParameters, "nothing to set"),
        ("setTextStyle", {"ids": ["title-1"], "colour": "red"}, InvalidParameters, "'color'"),
        ("setTextStyle", {"ids": ["title-1"], "alignment": "middle"}, InvalidParameters, "'center'"),
        ("setTextStyle", {"ids": ["title-1"], "fontWeight": True}, InvalidParameters, "fontWeight"),
        ("setTextStyle", {"ids": ["title-1"], "stroke": {"width": 2}}, InvalidParameters, "stroke"),
        ("setTextStyle", {"ids": ["logo"], "fontSize": 12}, WrongItemType, "style"),
    ],
)
def test_words_that_cannot_be_are_refused(film, op, params, error, said):
    refused = refusal(film, op, **params)
    assert type(refused) is error
    assert said in str(refused)
