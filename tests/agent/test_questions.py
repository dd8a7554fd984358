"""Questions are answered from the composition itself, and nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.ask import answer
from agent.providers.base import Scene
from agent.providers.offline.understand import understand
from tools.composition import Composition, evaluate

FILM = Composition.load(json.loads((Path(__file__).parents[1] / "compositions" / "four-clips.json").read_text()))

ASKED = [
    ("how long is the whole thing?", "26 seconds"),
    ("what's the runtime", "26 seconds"),
    ("how long's this", "26 seconds"),
    ("is it 25 fps or 30", "30 frames per second"),
    ("which fps are we working at", "30 frames per second"),
    ("is it square or landscape", "16:9"),
    ("is it 4k", "1920×1080"),
    ("what's the title say", "Welcome"),
    ("what does the title say rn", "Welcome"),
    ("what level is the voiceover at", "0 dB"),
    ("how loud's the music", "-6 dB"),
    ("is the music quieter than the voiceover", "Yes"),
    ("which one is louder, the music or the voiceover", "voiceover.wav"),
    ("whats on screen at 12 secs", "broll-city.mp4"),
    ("which clip is playing at 0:05", "interview.mp4"),
    ("any images in this?", "logo.png"),
    ("are there any captions yet", "no captions"),
    ("how many audio tracks are there", "2 audio tracks"),
    ("is anything silent", "Nothing is muted"),
    ("when does the logo go away", "0:25"),
    ("at what second does the park clip start", "15 s"),
    ("what frame does the outro start on", "frame 690"),
    ("what color is the title", "#ffffff"),
    ("how fast is the park clip", "1× speed"),
    ("does the music fade out", "no fades"),
    ("does the city clip have sound", "no sound"),
    ("what's the longest clip", "interview.mp4"),
    ("which clip is the shortest", "outro.mp4"),
    ("what comes right before the outro", "broll-park.mp4"),
    ("what plays after the city clip", "broll-park.mp4"),
    ("how much of the video is the interview", "38 %"),
    ("how much longer is the park clip than the city clip", "3 seconds"),
    ("how long are the b-roll clips altogether", "13 seconds"),
    ("is the video over a minute", "No"),
    ("which clips are longer than 5 seconds", "interview.mp4"),
    ("how many cuts are there", "3 cuts"),
    ("where on the screen is the logo", "top right"),
    ("is the voice track muted", "not muted"),
    ("what's the marker called", "Act two"),
    ("what is playing at the end", "outro.mp4"),
    ("i want to know how long the outro is", "3 seconds"),
    ("i need to find out how many clips there are", "4"),
    ("how many clips are on the main track?", "There are 4"),
    ("how many items are on the overlay track", "There is 1"),
    ("what's the number of audio tracks", "2 audio tracks"),
    ("are there any hidden tracks", "Nothing is hidden"),
    ("is there a locked track?", "No track is locked"),
    ("what's the frame rate and resolution?", "1920×1080 pixels (16:9). The frame rate is 30"),
    ("what's the average clip length", "On average 6.5 seconds (195 frames at 30 fps), over 4"),
    ("what text is on screen at 2 seconds", "“Welcome”"),
    ("which files are used", "outro.mp4"),
]


@pytest.mark.spec("K-01")
@pytest.mark.parametrize(("question", "told"), ASKED, ids=[question for question, _ in ASKED])
def test_a_question_of_fact_is_answered_with_the_fact(question: str, told: str) -> None:
    found = answer(question, Scene(FILM))
    assert found.ok
    assert told in found.text
    outcome = understand(Scene(FILM), question)
    assert (outcome.kind, outcome.steps) == ("answer", ())
    assert told in outcome.text


@pytest.mark.parametrize("question", ["how long is this", "how long is it"])
def test_how_long_is_this_speaks_of_what_is_selected_and_of_the_whole(question: str) -> None:
    told = answer(question, Scene(FILM, ("clip-c",))).text
    assert "broll-park.mp4 is 8 seconds" in told
    assert "26 seconds" in told


def test_a_fade_and_a_reversal_are_told_once_they_are_there() -> None:
    faded = evaluate(
        FILM, {"kind": "command", "op": "setFades", "params": {"ids": ["music"], "outFrames": 60, "target": "audio"}}
    ).state
    turned = evaluate(faded, {"kind": "command", "op": "reverseItem", "params": {"id": "clip-a"}}).state
    assert "out over 2 seconds" in answer("does the music fade out", Scene(turned)).text
    assert ", reversed" in understand(Scene(turned), "is the interview reversed").text


@pytest.mark.parametrize(
    "said",
    ["thanks a lot, that's great", "omg i love the outro", "heyyy u there", "hmm let me think", "lol nice", "what's the weather like", "does it look good", "should i cut the outro", "who are you", "did that work", "how are you doing"],
)  # fmt: skip
def test_chatter_and_opinions_get_a_sentence_and_change_nothing(said: str) -> None:
    outcome = understand(Scene(FILM), said)
    assert (outcome.kind, outcome.steps) == ("answer", ())
    assert "did not understand" not in outcome.text


def test_without_a_composition_nothing_is_answered() -> None:
    assert answer("how long is it", Scene(None)).reason == "nothing open"
