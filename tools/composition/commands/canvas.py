"""Commands on the canvas: size, rate, background, name, timecode, master sound, grade and metadata."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..draft import Draft
from ..signature import command
from ..values import Size


@command(example={"width": 1080, "height": 1920})
def set_composition_size(
    draft: Draft,
    width: Size,
    height: Size,
    refit: Annotated[
        Literal["none", "contain", "cover", "scale"],
        Field(description="what happens to the pictures: nothing; fit or fill the new canvas; or scale with it"),
    ] = "none",
) -> None:
    """Change the size of the canvas, in pixels."""
    draft.set("width", width)
    draft.set("height", height)
