"""Commands on words: what a title says, and how letters look."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..draft import Draft
from ..parts import Background, Shadow, Stroke
from ..properties import having
from ..signature import command
from ..values import NUMBER, Colour, ItemId, ItemIds, Name, Number, Positive, Words
from .look import given

Weight = Annotated[int, Field(ge=1, le=1000, description="400 is regular, 700 is bold"), NUMBER]
FontStyle = Literal["normal", "italic"]
TextAlignment = Literal["left", "center", "right", "justify"]
Direction = Literal["auto", "ltr", "rtl"]
FontSize = Annotated[Positive, Field(description="pixels")]
Spacing = Annotated[Number, Field(ge=-100, le=500, description="pixels between letters")]
LineHeight = Annotated[float, Field(ge=0.5, le=5, description="times the font size"), NUMBER]
NONE = Literal["none"]


@command(example={"id": "title-1", "text": "Good morning"})
def set_text(draft: Draft, id: ItemId, text: Words) -> None:
    """Change what a title says."""
    having(draft, id, "text")["text"] = text


@command(example={"ids": ["title-1"], "color": "yellow", "fontSize": 128})
def set_text_style(
    draft: Draft,
    ids: ItemIds,
    font_family: Name | None = None,
    font_size: FontSize | None = None,
    font_weight: Weight | None = None,
    font_style: FontStyle | None = None,
    color: Colour | None = None,
    alignment: TextAlignment | None = None,
    line_height: LineHeight | None = None,
    letter_spacing: Spacing | None = None,
    direction: Direction | None = None,
    stroke: Stroke | NONE | None = None,
    background: Background | NONE | None = None,
    shadow: Shadow | NONE | None = None,
) -> None:
    """Change how the letters of titles and captions look; "none" takes a stroke, background or shadow off."""
    changes = given(
        fontFamily=font_family, fontSize=font_size, fontWeight=font_weight, fontStyle=font_style, color=color,
        alignment=alignment, lineHeight=line_height, letterSpacing=letter_spacing, direction=direction,
        stroke=stroke, background=background, shadow=shadow,
    )  # fmt: skip
    for id in ids:
        restyle(having(draft, id, "style")["style"], changes)


def restyle(style: dict[str, Any], changes: dict[str, Any]) -> None:
    """Merge changes into a style; a stroke, background or shadow that is there keeps what is not given."""
    for name, value in changes.items():
        if value == "none" and name in ("stroke", "background", "shadow"):
            style.pop(name, None)
        elif isinstance(value, dict) and isinstance(style.get(name), dict):
            style[name] = {**style[name], **value}
        else:
            style[name] = value
