"""The working picture: 4:2:0 in BT.709 at the composition's pace, with or without a see-through plane; and plain colours."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageColor

from tools.composition.curves import value_at
from tools.composition.model import Record
from tools.composition.properties import is_animated
from tools.media import brightness

from .graph import Builder
from .reading import Pictures

# The scaler's quick ways round down; these do not.
FINE = "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"


def kind(alpha: bool) -> str:
    """The pixel format of the working picture."""
    return "format=yuva420p" if alpha else "format=yuv420p"


def to_working(made: Pictures, width: int, height: int) -> str:
    """The filters that bring a decoded picture to a size and to the working format."""
    into = "out_color_matrix=bt709:out_range=tv"
    if made.hdr:
        return f"scale={width}:{height}:flags=bicubic,{brightness.FILTERS},{kind(made.alpha)},setsar=1"
    coded = f"in_color_matrix={made.matrix}:" if made.matrix else ""
    how = "bicubic" if made.matrix == "bt709" else FINE
    return f"scale={width}:{height}:flags={how}:{coded}{into},{kind(made.alpha)},setsar=1"


def from_rgb(alpha: bool) -> str:
    """The filters from RGB back to the working format."""
    return f"scale=flags={FINE}:out_color_matrix=bt709:out_range=tv,{kind(alpha)}"


def to_rgb(alpha: bool) -> str:
    """The filters from the working format to what a still is kept in."""
    return f"scale=flags={FINE},{'format=rgba' if alpha else 'format=rgb24'}"


def coded(colour: str) -> tuple[int, int, int]:
    """A colour as the working picture holds it: luma, blue and red difference, 8 bits each, in their narrow range."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    parts = (16 + luma * 219 / 255, 128 + (blue - luma) / 1.8556 * 224 / 255, 128 + (red - luma) / 1.5748 * 224 / 255)
    first, second, third = (min(255, max(0, round(one))) for one in parts)
    return first, second, third


def background(g: Builder, colour: str, width: int, height: int) -> Pictures:
    """One frame of a colour, #rrggbb or #rrggbbaa, to be held."""
    alpha = len(colour) == 9 and not colour.endswith("ff")
    made = f"color=c=0x{colour[1:]}:s={width}x{height}:r={g.pace},trim=end_frame=1,format=rgba"
    return Pictures(g.made(made, from_rgb(alpha)), width, height, alpha, held=True)


def solid(g: Builder, item: Record, frames: range) -> Pictures:
    """A colour as large as the canvas, which may change by and by."""
    colour = item["color"]
    if not is_animated(colour):
        return background(g, colour, g.width, g.height)
    told = [str(value_at(colour["kf"], frame)) for frame in frames]
    return _painted(g, told) if len(set(told)) > 1 else background(g, told[0], g.width, g.height)


def _painted(g: Builder, told: list[str]) -> Pictures:
    """A colour a frame, as one strip of pixels that a window one pixel wide is moved along."""
    alpha = any(len(one) == 9 for one in told)
    strip = Image.new("RGBA", (len(told) * 2, 2))
    for frame, colour in enumerate(told):
        strip.paste(ImageColor.getcolor(colour, "RGBA"), (frame * 2, 0, frame * 2 + 2, 2))
    index = g.add(g.file(png(strip), ".png"))
    pad = g.then(
        f"{index}:v:0",
        f"fps={g.pace}",
        f"tpad=stop_mode=clone:stop=-1,trim=end_frame={len(told)}",
        "format=rgba,crop=2:2:n*2:0",
        f"scale={g.width}:{g.height}:flags=neighbor",
        from_rgb(alpha),
    )
    return Pictures(pad, g.width, g.height, alpha, held=False)


def hold(g: Builder, made: Pictures, count: int) -> Pictures:
    """As many frames as asked for, of a picture that is one only."""
    if not made.held:
        return made
    return replace(made, pad=g.then(made.pad, f"tpad=stop_mode=clone:stop=-1,trim=end_frame={count}"), held=False)


def png(image: Image.Image) -> bytes:
    """A picture as a file that is quick to read."""
    content = BytesIO()
    image.save(content, "PNG", compress_level=1)
    return content.getvalue()
