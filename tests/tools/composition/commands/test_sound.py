"""Volume, fades and effects, as tables of what each command leaves in the item."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition import describe
from tools.composition.effects import EFFECTS
from tools.composition.errors import EffectNotFound, InvalidParameters, OutOfRange, WrongItemType

pytestmark = pytest.mark.spec("E-02")


def test_volume_mute_and_pan_are_set_apart(film):
    quiet = after(film, "setVolume", ids=["music", "vo"], volumeDb=-12)
    assert quiet.item("vo")["audio"] == {**film.item("vo")["audio"], "volumeDb": -12}
    panned = after(quiet, "setVolume", ids=["music"], pan=-1, muted=True)
    assert panned.item("music")["audio"] == {**film.item("music")["audio"], "volumeDb": -12, "pan": -1, "muted": True}


@pytest.mark.parametrize(
    ("id", "target", "fades", "sound"),
    [
        ("clip-a", "both", {"inFrames": 15, "outFrames": 30}, (15, 30)),
        ("clip-a", "visual", {"inFrames": 15, "outFrames": 30}, (0, 0)),
        ("clip-a", "audio", None, (15, 30)),
        ("music", "both", None, (15, 30)),
        ("title-1", "both", {"inFrames": 15, "outFrames": 30}, None),
    ],
)
def test_fades_go_to_the_picture_the_sound_or_whichever_there_is(film, id, target, fades, sound):
    item = after(film, "setFades", ids=[id], inFrames=15, outFrames=30, target=target).item(id)
    assert item.get("fades") == fades
    assert sound == ((item["audio"]["fadeInFrames"], item["audio"]["fadeOutFrames"]) if "audio" in item else None)


def test_one_fade_leaves_the_other_and_zero_takes_it_off(film):
    both = after(film, "setFades", ids=["music"], inFrames=30, outFrames=90)
    one = after(both, "setFades", ids=["music"], inFrames=0).item("music")["audio"]
    assert (one["fadeInFrames"], one["fadeOutFrames"]) == (0, 90)
    assert run(film, "setFades", ids=["title-1"], inFrames=0).state is film


@pytest.mark.parametrize(
    ("params", "error", "said"),
    [
        ({"ids": ["title-1"], "inFrames": 50, "outFrames": 50}, OutOfRange, "90"),
        ({"ids": ["music"], "inFrames": 5, "target": "visual"}, WrongItemType, "fades"),
        ({"ids": ["title-1"], "inFrames": 5, "target": "audio"}, WrongItemType, "audio"),
        ({"ids": ["music"]}, InvalidParameters, "inFrames"),
        ({"ids": ["music"], "inFrames": -1}, InvalidParameters, "inFrames"),
        ({"ids": ["music"], "inFrames": 1.5}, InvalidParameters, "inFrames"),
    ],
)
def test_a_fade_that_cannot_be_is_refused(film, params, error, said):
    refused = refusal(film, "setFades", **params)
    assert type(refused) is error
    assert said in str(refused)


def test_effects_stack_change_and_come_off(film):
    result = run(film, "addEffect", ids=["clip-a", "clip-b"], kind="blur", params={"radius": 4})
    assert result.value == {"effectIds": ["effect-t-1", "effect-t-2"]}
    assert result.state.item("clip-b")["effects"] == [{"id": "effect-t-2", "kind": "blur", "params": {"radius": 4}}]
    stacked = after(result.state, "addEffect", ids=["clip-a"], kind="glow")
    glow, blur = (effect["kind"] for effect in reversed(stacked.item("clip-a")["effects"]))
    assert (blur, glow) == ("blur", "glow")
    changed = after(stacked, "updateEffect", id="clip-a", effectId="effect-t-1", params={"radius": 9})
    assert changed.item("clip-a")["effects"][0]["params"] == {"radius": 9}
    bare = after(result.state, "removeEffect", id="clip-a", effectId="effect-t-1")
    assert bare.item("clip-a") == film.item("clip-a")


@pytest.mark.parametrize("kind", EFFECTS)
def test_every_effect_can_be_put_on_what_it_works_on(film, kind):
    id = "music" if EFFECTS[kind].part == "audio" else "logo"
    assert after(film, "addEffect", ids=[id], kind=kind).item(id)["effects"][0]["kind"] == kind


def test_the_effects_described_are_the_effects_there_are():
    properties = describe()["commands"]["addEffect"]["parameters"]["properties"]
    assert properties["kind"]["enum"] == list(EFFECTS)


@pytest.mark.parametrize(
    ("op", "params", "error", "said"),
    [
        ("addEffect", {"ids": ["music"], "kind": "blur"}, WrongItemType, "pictures"),
        ("addEffect", {"ids": ["logo"], "kind": "echo"}, WrongItemType, "sound"),
        ("addEffect", {"ids": ["logo"], "kind": "blurr"}, InvalidParameters, "'blur'"),
        ("addEffect", {"ids": ["logo"], "kind": "blur", "params": {"size": 3}}, InvalidParameters, "radius"),
        ("addEffect", {"ids": ["logo"], "kind": "blur", "params": {"radius": -3}}, InvalidParameters, "params.radius"),
        ("updateEffect", {"id": "logo", "effectId": "nope", "params": {}}, EffectNotFound, "nope"),
        ("removeEffect", {"id": "logo", "effectId": "nope"}, EffectNotFound, "nope"),
        ("setVolume", {"ids": ["title-1"], "volumeDb": 0}, WrongItemType, "audio"),
        ("setVolume", {"ids": ["music"], "volume": -3}, InvalidParameters, "volumeDb"),
        ("setVolume", {"ids": ["music"], "volumeDb": 200}, InvalidParameters, "volumeDb"),
        ("setVolume", {"ids": ["music"], "volumeDb": float("nan")}, InvalidParameters, "volumeDb"),
    ],
)
def test_a_sound_or_effect_that_cannot_be_is_refused(film, op, params, error, said):
    refused = refusal(film, op, **params)
    assert type(refused) is error
    assert said in str(refused)
