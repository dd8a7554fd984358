"""Look-up tables: read strictly, brought to inputs from 0 to 1, drawn, and refused with the line that is wrong."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.tools.media.scenes import colour, near, scene, solid
from tools.media import lut
from tools.media.probe import probe
from tools.media.refusals import NotALut, NotMedia, TooLarge
from tools.media.sources import source

pytestmark = pytest.mark.spec("M-01", "M-02")
CORNERS = [(r, g, b) for b in (0, 1) for g in (0, 1) for r in (0, 1)]
SWAP = "LUT_3D_SIZE 2\n" + "\n".join(f"{b} {r} {g}" for r, g, b in CORNERS) + "\n"
"""Red becomes green, green becomes blue, blue becomes red."""


@pytest.fixture
def cube(tmp_path: Path):
    def write(text: str | bytes, name: str = "look.cube") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def test_a_table_is_told_by_what_is_in_it_and_gets_a_picture(cube, tmp_path):
    head = '\ufeffTITLE "0 is no number"\r\n# made by hand\r\n\r\nDOMAIN_MIN 0 0 0\r\nDOMAIN_MAX 1.0 1 1e0\r\n'
    poster = tmp_path / "poster.jpg"
    facts = probe(cube(head + SWAP.replace("\n", "\r\n"), "look.mp4"), poster=poster)
    told = {"kind": "lut", "name": "look.mp4", "mime": "text/plain", "hasVideo": False, "hasAudio": False}
    assert facts == {**told, "lutDimensions": 3, "lutSize": 2}
    with Image.open(poster) as image:
        assert (image.format, image.size) == ("JPEG", (480, 270))
        assert near(image.getpixel((2, 40)), (255, 66, 66), by=20)  # red at the left, and below it what it becomes
        assert near(image.getpixel((2, 229)), (66, 240, 66), by=20)


WRONG = {
    "no size": ("0 0 0\n", "line 1: the table begins before"),
    "only words": ("hello\n", "line 1: 'hello' is no word"),
    "nothing but a title": ('TITLE "x"\n', "no line LUT_3D_SIZE or LUT_1D_SIZE"),
    "too few": ("LUT_3D_SIZE 2\n" + "0 0 0\n" * 7, "stops after 7 of its 8 rows"),
    "too many": (SWAP + "0 0 0\n", "line 10: the table has more than its 8 rows"),
    "one point": ("LUT_3D_SIZE 1\n0 0 0\n", "from 2 to 65"),
    "too fine": ("LUT_3D_SIZE 66\n", "from 2 to 65"),
    "too long": ("LUT_1D_SIZE 65537\n", "from 2 to 65,536"),
    "no whole size": ("LUT_3D_SIZE 2.5\n", "from 2 to 65"),
    "twice": ("LUT_3D_SIZE 2\n" + SWAP, "line 2: the size is there twice"),
    "a shaper": ("LUT_1D_SIZE 2\n" + SWAP, "a 1D and a 3D table"),
    "two numbers": (SWAP.replace("0 0 0", "0 0"), "line 2: 3 numbers belong here"),
    "a word": (SWAP.replace("0 0 0", "0 zero 0"), "line 2: 3 numbers"),
    "python's own": (SWAP.replace("0 0 0", "0 1_0 0"), "line 2: 3 numbers"),
    "not a number": (SWAP.replace("0 0 0", "nan 0 0"), "line 2: a number is infinite"),
    "beyond a float": (SWAP.replace("0 0 0", "1e39 0 0"), "line 2: a number is infinite"),
    "empty domain": ("DOMAIN_MIN 1 0 0\n" + SWAP, "DOMAIN_MIN must be below"),
    "late domain": (SWAP + "DOMAIN_MAX 1 1 1\n", "line 10: DOMAIN_MAX comes after"),
    "script": ("ffconcat version 1.0\nfile /etc/passwd\n", "'ffconcat' is no word"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_breaks_the_format_is_refused_with_what_is_wrong(cube, case):
    text, said = WRONG[case]
    with pytest.raises(NotALut) as refused:
        probe(cube(text))
    assert said in str(refused.value)
    assert (refused.value.code, "“look.cube”" in str(refused.value)) == ("NOT_A_LUT", True)


def test_a_file_is_bounded_and_what_is_no_text_is_no_table(cube, monkeypatch):
    with pytest.raises(TooLarge):
        probe(cube(SWAP + "#" * lut.MOST_BYTES))
    with pytest.raises(NotMedia):
        probe(cube(SWAP.encode() + b"\0"))


def table(lines: str, *heads: str) -> lut.Lut:
    return lut._Reading().of("\n".join([*heads, lines]).encode())


def test_a_domain_is_brought_to_inputs_from_0_to_1():
    """A table for inputs from 0 to 2 that gives back half of them leaves a picture half as bright, in each colour alone."""
    rows = "\n".join(f"{r / 2} {g / 2} {b / 2}" for r, g, b in ((2 * r, g, b) for r, g, b in CORNERS))
    wide = table(rows, "LUT_3D_SIZE 2", "DOMAIN_MAX 2 1 1")
    assert np.allclose(wide.table[0, 0, 1], (0.5, 0, 0))
    assert np.allclose(wide.table[1, 1, 0], (0, 0.5, 0.5))
    curve = table("0 0 0\n1 1 1", "LUT_1D_SIZE 2", "LUT_1D_INPUT_RANGE -1 1")
    assert np.allclose(curve.table, [[0.5] * 3, [1] * 3])


@pytest.mark.spec("M-03")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (SWAP, {"#ff0000": "#00ff00", "#00ff00": "#0000ff", "#0000ff": "#ff0000", "#800000": "#008000"}),
        ("LUT_1D_SIZE 2\n1 0 0\n0 1 0\n", {"#ff0000": "#000000", "#00ffff": "#ffff00"}),
        # the lower end of a domain and lines before the size are what the encoder itself passes over
        ("DOMAIN_MIN -1 -1 -1\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n", {"#000000": "#808080", "#ffffff": "#ffffff"}),
    ],
    ids=["3D", "1D", "domain"],
)
def test_a_picture_is_graded_with_it(cube, text, shown):
    path = cube(text)
    for before, after in shown.items():
        state = scene([solid(0, 5, before, grade={"lutAssetId": "lut"})], assets={"lut": {"kind": "lut"}})
        assert near(colour(state, {"lut": source(path)}, 0), after, by=8), before


def test_the_largest_table_is_written_as_it_is_read():
    points = np.linspace(0, 1, 65)
    blue, green, red = np.meshgrid(points, points, points, indexing="ij")
    whole = lut.Lut(3, 65, np.stack([red, green, blue], axis=-1))
    text = whole.text()
    assert len(text) < lut.MOST_BYTES
    again = lut._Reading().of(io.BytesIO(text).read())
    assert np.allclose(again.table, whole.table, atol=1e-6)
