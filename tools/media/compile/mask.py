"""What makes parts of a layer see-through: a shape, rounded corners, a colour key."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tools.composition.model import Record

from .colour import coded, png
from .graph import Builder
from .reading import Pictures

FINE = 4
"""Shapes are drawn this much larger, so that their edges are smooth."""


def masked(g: Builder, made: Pictures, mask: Record, zoom: float) -> Pictures:
    """Only what is inside (or outside) a shape; lengths in pixels grow with `zoom`."""
    x, y = mask.get("x", 0.5) * made.width, mask.get("y", 0.5) * made.height
    half = mask.get("width", 1) * made.width / 2, mask.get("height", 1) * made.height / 2
    box = (x - half[0], y - half[1], x + half[0], y + half[1])
    ellipse = mask.get("shape", "rectangle") == "ellipse"
    image = shape(made.width, made.height, box, mask.get("radius", 0) * zoom, ellipse)
    if feather := mask.get("feather", 0) * zoom:
        image = image.filter(ImageFilter.GaussianBlur(feather / 2))
    return inside(g, made, ImageChops.invert(image) if mask.get("invert") else image)


def shape(
    width: int, height: int, box: tuple[float, float, float, float], radius: float, ellipse: bool = False
) -> Image.Image:
    """White in a box or in the ellipse that it holds, black elsewhere."""
    fine = FINE if width * height < 1 << 22 else 1
    image = Image.new("L", (width * fine, height * fine))
    pen, scaled = ImageDraw.Draw(image), [edge * fine for edge in box]
    scaled[2], scaled[3] = scaled[2] - 1, scaled[3] - 1
    if scaled[2] < scaled[0] or scaled[3] < scaled[1]:
        pass  # a shape without size holds nothing
    elif ellipse:
        pen.ellipse(scaled, fill=255)
    else:
        most = min(scaled[2] - scaled[0], scaled[3] - scaled[1]) / 2
        pen.rounded_rectangle(scaled, min(radius * fine, most), fill=255)
    return image.resize((width, height), Image.Resampling.BOX) if fine > 1 else image


def inside(g: Builder, made: Pictures, image: Image.Image) -> Pictures:
    """The layer where the picture of a mask is white."""
    index = g.add(g.file(png(image), ".png"))
    shown = g.then(f"{index}:v:0", f"fps={g.pace}", "trim=end_frame=1", "format=gray")
    pad = made.pad
    if made.alpha:
        pad, was = g.parted(pad)
        shown = g.joined([was, shown], "blend=all_mode=multiply:eof_action=repeat")
    return replace(made, pad=g.joined([pad, shown], "alphamerge=eof_action=repeat"), alpha=True)


def keyed(g: Builder, made: Pictures, key: Record) -> Pictures:
    """Without a colour: how far from it still goes, and how softly."""
    like = max(0.00001, key.get("threshold", 0.3) / 2)
    soft = key.get("softness", 0.1) / 2
    colour = "".join(f"{part:02x}" for part in coded(key["color"]))
    name = f"chromakey=color=0x{colour}:similarity={like:.5f}:blend={soft:.5f}:yuv=1"
    return replace(made, pad=g.then(made.pad, "format=yuva420p", name), alpha=True)
