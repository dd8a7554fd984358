"""Words are shaped, ordered and coloured as their scripts want it, with a font for every letter; what is lacking is said."""

from __future__ import annotations

import numpy as np
import pytest
from django.core.checks import run_checks
from PIL import Image, features

from tools.composition.parts import TextStyle
from tools.media import text
from tools.media.text import fonts
from tools.media.text.draw import setting_of
from tools.media.text.lines import broken
from tools.media.text.runs import clusters

pytestmark = pytest.mark.spec("M-02")
STYLE = {"fontFamily": "Inter", "fontSize": 40, "fontWeight": 700, "color": "#ffffff", "alignment": "center"}
TEXT = TextStyle.model_validate(STYLE).model_dump(by_alias=True)


def drawn(words: str, widest: float = 2000, **style) -> Image.Image:
    notes: list[str] = []
    image = text.draw(words, {**STYLE, **style}, 1, widest, notes.append)
    assert all("one colour" in said for said in notes), notes
    return image


def ink(image: Image.Image) -> tuple[int, int]:
    """Width and height of what is not see-through."""
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    return right - left, bottom - top


def order(line: str, direction: str = "auto") -> list[str]:
    return lines(line, 10_000, direction)[0]


def lines(paragraph: str, widest: float, direction: str = "auto") -> list[list[str]]:
    """The runs of each line, from left to right."""
    setting = setting_of({**TEXT, "direction": direction}, 1, lambda said: None)
    return [[run.text for run in line.runs] for line in broken(paragraph, setting, widest)]


def test_every_script_has_its_letters():
    for words in (
        "Latin",
        "Ελληνικά",
        "Русский",
        "مرحبا",
        "שלום",
        "नमस्ते",
        "สวัสดี",
        "你好",
        "こんにちは",
        "한국어",
        "বাংলা",
        "தமிழ்",
    ):
        assert ink(drawn(words))[0] > 40, words
    said: list[str] = []
    text.draw("\U0001353f \ue123", STYLE, 1, 2000, said.append)
    assert any("U+E123" in one for one in said)


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow has no Raqm here")
def test_letters_are_joined_as_their_script_joins_them():
    joined, apart = ink(drawn("بببب"))[0], ink(drawn("ب ب ب ب"))[0]
    assert joined < apart * 0.8
    assert ink(drawn("क्ष"))[0] < ink(drawn("कष"))[0] * 0.95  # a conjunct is one letter


def test_right_to_left_text_is_ordered_as_it_is_read():
    assert order("שלום abc") == ["abc", " ", "שלום"] or order("שלום abc") == ["abc", "שלום "]
    assert order("abc שלום def")[0].startswith("abc")
    assert order("abc שלום def")[-1].endswith("def")
    assert "".join(order("עמוד 12 מתוך 30")).index("30") < "".join(order("עמוד 12 מתוך 30")).index("12")
    assert order("abc", "rtl") == ["abc"]
    # Brackets go with what is before and in them, and are mirrored with it; percent signs and prices stay whole.
    assert "".join(order("see שלום (2026)")) == "see )2026(שלום "
    assert "".join(order("שלום (abc)")) == ")abc(שלום "
    assert "".join(order("מחיר 1,50€ לקילו")).replace(" ", "") == "לקילו1,50€מחיר"
    assert "".join(order("שלום abc, 12")).replace(" ", "") == "abc,12שלום"
    # A number after Arabic letters is an Arabic one: what is beside it goes on to the left.
    assert "".join(order("حوالي 50%")).replace(" ", "") == "%50حوالي"
    assert "".join(order("الساعة 12:30")).replace(" ", "") == "12:30الساعة"
    assert "".join(order("الفترة 10-20")).replace(" ", "") == "20-10الفترة"


def test_what_belongs_together_stays_together():
    assert clusters("👩‍👩‍👧‍👦🇩🇪👍🏽1️⃣é") == ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "1️⃣", "é"]
    family, one = ink(drawn("👩‍👩‍👧‍👦"))[0], ink(drawn("👩"))[0]
    assert family < one * 1.6
    assert ink(drawn("🇩🇪"))[0] < one * 1.6


def test_emoji_are_coloured_where_there_is_a_font_for_it():
    face = fonts.emoji()
    assert face is not None
    if not face.coloured:
        pytest.skip("no font with coloured emoji is installed here")
    pixels = np.asarray(drawn("🎉❤️"))
    shades = pixels[pixels[..., 3] > 200][:, :3].astype(int)
    assert (shades.max(axis=1) - shades.min(axis=1)).max() > 100


def test_emoji_in_one_colour_are_whole_and_said(monkeypatch):
    monkeypatch.setattr(fonts, "installed", lambda: ())
    fonts.emoji.cache_clear()
    try:
        said: list[str] = []
        image = text.draw("👩🏾‍🚀🇩🇪🎉", STYLE, 1, 2000, said.append)
    finally:
        fonts.emoji.cache_clear()
    assert ink(image)[0] < 4 * 60  # three pictures, and not the five signs that they are made of
    assert {*said} == {"Emoji are drawn in one colour: there is no font for more on this machine."}


def test_long_lines_are_broken_and_alignment_moves_them():
    wide = drawn("one two three four five six")
    narrow = drawn("one two three four five six", widest=200)
    assert ink(narrow)[0] <= 200
    assert ink(narrow)[1] > 2 * ink(wide)[1]
    assert ink(drawn("incomprehensibilities", widest=150))[0] <= 150
    left, right = (np.asarray(drawn("a\nlong line", alignment=side))[..., 3] for side in ("left", "right"))
    half = left.shape[0] // 2
    assert left[:half, : left.shape[1] // 2].any()
    assert not left[:half, left.shape[1] // 2 :].any()
    assert right[:half, right.shape[1] // 2 :].any()


def test_a_line_that_was_broken_keeps_the_directions_of_its_paragraph():
    [_, last] = lines("In עברית 12 שלום", widest=200)
    assert "".join(last) == "שלום 12"  # read from the right, though it begins with a number
    [*_, last] = lines("אבגד הוזח (טיכל מנסע)", widest=300)
    assert last == [")", "מנסע"]


@pytest.mark.parametrize(
    ("paragraph", "wanted"),
    [
        ("今日は「東京」です", ["今日は", "「東京」", "です"]),  # no bracket is left behind, and none begins a line
        ("あいうっえお", ["あい", "うっえ", "お"]),
        ("キャリーケース", ["キャリー", "ケース"]),
        ("価格は10 000円", ["価格は", "10 000", "円"]),
        ("well-known", ["well-", "known"]),
        ("12 345 678 km", ["12 345 678", "km"]),
        ("Donau­dampf", ["Donau-", "dampf"]),
    ],
)
def test_a_line_ends_where_its_script_lets_it(paragraph, wanted):
    setting = setting_of(TEXT, 1, lambda said: None)
    [whole] = (max(broken(part, setting, 10_000)[0].width for part in wanted),)
    assert ["".join(line).strip() for line in lines(paragraph, whole + 1)] == wanted


def test_a_thai_vowel_is_not_parted_from_its_consonant():
    for line in lines("ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรคระหว่างคำทำให้ตัดบรรทัดยาก", widest=200):
        assert line[0][0] not in "ะาำ"
        assert line[-1][-1] not in "เแโใไ"


def test_style_is_seen():
    plain = drawn("Hello")
    assert ink(drawn("Hello", fontSize=80))[1] > 1.8 * ink(plain)[1]
    assert ink(drawn("Hello", letterSpacing=10))[0] >= ink(plain)[0] + 38
    assert np.asarray(drawn("Hello", fontWeight=100)).sum() < np.asarray(plain).sum() * 0.8
    assert drawn("Hello", fontStyle="italic").tobytes() != plain.tobytes()
    assert ink(drawn("Hello", stroke={"color": "#ff0000", "width": 6}))[0] >= ink(plain)[0] + 8
    ground = drawn("Hello", background={"color": "#ff0000", "padding": 10, "radius": 0})
    assert ground.getpixel((ground.width // 2, (ground.height - 48) // 2 - 5)) == (255, 0, 0, 255)
    shadow = drawn("Hello", shadow={"color": "#00ff00", "x": 30, "y": 30, "blur": 0})
    assert ink(shadow)[0] >= ink(plain)[0] + 25
    two = drawn("a\na", lineHeight=3)
    assert ink(two)[1] > 2.5 * ink(drawn("a\na", lineHeight=1))[1] / 1.5
    red = np.asarray(drawn("Hello", color="#ff0000"))
    assert tuple(red[red[..., 3] == 255][0][:3]) == (255, 0, 0)


def test_half_the_zoom_is_half_the_size():
    whole, half = (text.draw("Hello", STYLE, zoom, 2000) for zoom in (1, 0.5))
    assert ink(half)[0] == pytest.approx(ink(whole)[0] / 2, abs=3)


def test_what_the_machine_lacks_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr(features, "check", lambda what: False)
    assert any("Raqm" in said for said in text.checks())
    monkeypatch.setattr(features, "check", lambda what: True)
    assert text.checks() == []
    monkeypatch.setattr(fonts, "WHEELS", ("fontpkg_inter", "no_such_wheel"))
    assert "no-such-wheel" in text.checks()[0]
    monkeypatch.setattr(fonts, "covering", lambda letter, faces: None)
    assert any("no font for Latin" in said for said in text.lacking())


def test_the_machine_is_looked_at_when_the_house_is_checked(monkeypatch):
    monkeypatch.setattr(features, "check", lambda what: False)
    [said] = [one for one in run_checks() if one.id == "tools.W001"]
    assert "Raqm" in said.msg


def test_no_words_are_no_picture():
    assert drawn("").getbbox() is None
    assert drawn(" \n ").getbbox() is None
