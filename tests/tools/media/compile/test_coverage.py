"""Nothing that the model can say is dropped in silence: the compiler's tables are held equal to the engine's."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.tools.media.scenes import item, scene, solid
from tools.composition import parts, shapes
from tools.composition.commands.transitions import KINDS as TRANSITIONS
from tools.composition.effects import EFFECTS
from tools.media.compile import compile, effects, seam, sound, stack
from tools.media.compile.coverage import COVERED
from tools.media.compile.grade import NAMES as GRADES
from tools.media.compile.stretch import DIPS

pytestmark = pytest.mark.spec("M-03")
SHAPES = {
    "composition": [shapes.Head],
    "masterAudio": [shapes.MasterAudio],
    "track": [shapes.Track],
    "transition": [shapes.Transition],
    "item": list(shapes.ITEM_SHAPES.values()),
    "transform": [parts.Transform],
    "crop": [parts.Crop],
    "audio": [parts.Audio],
    "fades": [parts.Fades],
    "sourceIn": [parts.SourceIn],
    "grade": [parts.Grade],
    "style": [parts.TextStyle],
    "stroke": [parts.Stroke],
    "textBackground": [parts.Background],
    "textShadow": [parts.Shadow],
    "cue": [parts.Cue],
    "effect": [parts.Effect],
    "mask": [parts.Mask],
    "chromaKey": [parts.ChromaKey],
    "asset": [shapes.Asset],
}


@pytest.mark.parametrize("noun", SHAPES)
def test_every_property_of_the_model_is_accounted_for(noun):
    fields = {field.alias or name for shape in SHAPES[noun] for name, field in shape.model_fields.items()}
    assert set(COVERED[noun]) == fields


def test_every_kind_is_drawn_or_heard():
    assert set(COVERED) == set(SHAPES)
    assert set(seam.KINDS) | set(DIPS) == set(get_args(TRANSITIONS))
    assert {"normal", *stack.BLENDS} == set(get_args(parts.BlendMode))
    assert set(effects.EFFECTS) == {name for name, kind in EFFECTS.items() if kind.part == "transform"}
    assert set(sound.EFFECTS) == {name for name, kind in EFFECTS.items() if kind.part == "audio"}
    assert {*GRADES, "lutAssetId"} == set(COVERED["grade"])


def test_what_is_not_known_is_said_by_name():
    film = solid(0, 20, "#ffffff", name="Sky", effects=[{"id": "e", "kind": "kaleidoscope", "params": {}}])
    row = [film, {"transition": "page-curl", "length": 4}, solid(20, 20, "#000000")]
    said = " ".join(compile(scene(row), {}, 0, 40).notes)
    assert "'kaleidoscope' of 'Sky'" in said
    assert "no transition 'page-curl'" in said
    cues = [{"id": "c", "startMs": 0, "endMs": 400, "text": "Hi", "styleId": "loud"}]
    assert "styles of single cues" in " ".join(compile(scene([item("captions", 0, 10, cues=cues)]), {}, 0, 10).notes)
    font = compile(scene([item("text", 0, 10, text="Hi", style={"fontFamily": "Nosuch Grotesk"})]), {}, 0, 1)
    assert "'Nosuch Grotesk'" in " ".join(font.notes)
    long = item("text", 0, 10, text="one\ntwo\nthree\nfour")
    assert "higher than the picture" in " ".join(compile(scene([long]), {}, 0, 10).notes)
    credits = {"y": {"kf": [{"f": 0, "v": 90, "e": "linear"}, {"f": 9, "v": -90, "e": "linear"}]}}
    assert not compile(scene([item("text", 0, 10, text=long["text"], transform=credits)]), {}, 0, 10).notes
