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
        ("step-2 (publish): no account", "publish: no account"),
        ("step-1 (add.captions): not yet; step-3 waits", "add captions: not yet, step three waits"),
        ("see https://example.org/a?b=1 now", "see now"),
        ("run 0f8fad5b-d9cb-469f-a165-70867728950e ended", "run ended"),
        ("colour #ffcc00, then #FFF and #00000080", "colour gold, then white and black"),
        ("is 26 seconds (780 frames at 30 fps) long", "is twenty-six seconds long"),
        ("from 0:20 (20 s, frame 600) to 0:25 (frame 750)", "from twenty seconds to twenty-five seconds"),
        ("Repositions logo to (620, -400)", "Repositions logo to six hundred twenty, minus four hundred"),
        ("at 00:01:02:03, then 0:03.3", "at one minute, two seconds, frame three, then three point three seconds"),
        ("1× speed", "one times speed"),
        ("the 1st and the 22nd clip", "the 1st and the 22nd clip"),
        ("$5 off", "five dollars off"),
        ("b-roll_city.mov", "b-roll city"),
        ("…", ""),
    ],
)  # fmt: skip
def test_written_words_become_spoken_ones(written, said):
    assert spoken(written) == said


@pytest.mark.spec("K-28")
def test_ids_are_never_said_but_words_that_are_ids_stay():
    assert spoken("Moves clip-a and i3 over music", ["clip-a", "i3", "music"]) == "Moves and over music"
    assert spoken("Renames it to “Trailer v2”", ["v2"]) == "Renames it to Trailer v two"


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
