"""Values as commands take them, whatever another part of the process has done before."""

import pytest
from PIL import ImageColor

from tools.composition.values import colour


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("green", "#008000"),
        (" Rebeccapurple ", "#663399"),
        ("#FA0", "#ffaa00"),
        ("#fa08", "#ffaa0088"),
        ("#12345678", "#12345678"),
    ],
)
def test_a_colour_is_kept_in_one_way(said, kept):
    assert colour(said) == kept


def test_a_name_is_a_colour_even_after_somebody_drew_with_it():
    ImageColor.getrgb("darkolivegreen")
    assert colour("darkolivegreen") == "#556b2f"


@pytest.mark.parametrize("said", ["gren", "", "#12", 7, None, "rgb(1,2,3)"])
def test_what_is_no_colour_is_refused(said):
    with pytest.raises(ValueError, match="is not a colour"):
        colour(said)
