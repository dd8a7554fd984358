"""What a voice says: words for numbers, names without endings, and nothing that only a machine or an eye can read."""

import pytest

from agent.speech import spoken, whole_number


@pytest.mark.spec("K-28")
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Removes 1 clip (outro.mp4), resizes to 1080×1920.",
         "Removes one clip, outro, resizes to one thousand eighty by one thousand nine hundred twenty."),
        ("-6 dB", "minus six decibels"),
        ("1 dB", "one decibel"),
        ("at 0.5 s", "at zero point five seconds"),
        ("30 fps", "thirty frames per second"),
        ("50% opaque", "fifty percent opaque"),
        ("4× speed", "four times speed"),
        ("9:16", "nine by sixteen"),
        ("from 0:05–1:10", "from five seconds to one minute, ten seconds"),
        ("01:00:05", "one hour, five seconds"),
        ("12,500 frames", "twelve thousand five hundred frames"),
        ("“Hello” **now** <b>`x`</b>", "Hello now b x b"),
        ("step-2 (publish): no account", "no account"),
        ("see https://example.org/a?b=1 now", "see now"),
        ("run 0f8fad5b-d9cb-469f-a165-70867728950e ended", "run ended"),
        ("colour #ffcc00", "colour"),
        ("b-roll_city.mov", "b-roll city"),
        ("…", ""),
    ],
)  # fmt: skip
def test_written_words_become_spoken_ones(written, said):
    assert spoken(written) == said


@pytest.mark.spec("K-28")
def test_ids_are_never_said_but_words_that_are_ids_stay():
    assert spoken("Moves clip-a and i3 over music", ["clip-a", "i3", "music"]) == "Moves and over music"


@pytest.mark.spec("K-28")
@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "zero"), (13, "thirteen"), (40, "forty"), (99, "ninety-nine"), (100, "one hundred"),
        (1080, "one thousand eighty"), (21_000, "twenty-one thousand"), (1_000_001, "one million one"),
    ],
)  # fmt: skip
def test_whole_numbers_have_words(value, words):
    assert whole_number(value) == words
