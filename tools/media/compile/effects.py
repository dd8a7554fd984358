"""The effects of a layer as filters: EFFECTS, one function a kind. Pixels are those of the composition and grow with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PIL import Image, ImageChops, ImageColor

from tools.composition.effects import EFFECTS as KINDS
from tools.composition.model import Record
from tools.composition.values import plain

from .colour import coded, from_rgb, png
from .grade import around_alpha
from .graph import Builder
from .mask import inside, shape
from .reading import Pictures

Params = dict[str, Any]
Effect = Callable[[Builder, Pictures, Params, Record, float], Pictures]


def put(g: Builder, made: Pictures, effect: Record, item: Record, zoom: float) -> Pictures:
    """The layer with one effect of its item; `zoom` is output pixels per pixel of the composition."""
    kind = KINDS.get(effect["kind"])
    if kind is None or effect["kind"] not in EFFECTS:
        if kind is None or kind.part == "transform":
            g.note(f"The effect {effect['kind']!r} of {item['name']!r} is not one that can be drawn.")
        return made
    given = kind.params.model_validate(effect.get("params") or {}, extra="ignore")
    params = {name: plain(value) for name, value in given.model_dump(by_alias=True).items()}
    return EFFECTS[effect["kind"]](g, made, params, item, zoom)


def _on_colours(g: Builder, made: Pictures, *filters: str) -> Pictures:
    """Filters that would lose the see-through part."""
    pad = around_alpha(g, made.pad, list(filters)) if made.alpha else g.then(made.pad, *filters)
    return replace(made, pad=pad)


def _in_rgb(g: Builder, made: Pictures, *filters: str) -> Pictures:
    return _on_colours(g, made, "format=gbrp", *filters, from_rgb(False))


def _blur(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    if sigma := params["radius"] * zoom / 2:
        return replace(made, pad=g.then(made.pad, f"gblur=sigma={sigma:.3f}:steps=2"))
    return made


def _sharpen(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    return _on_colours(g, made, f"unsharp=5:5:{params['amount']:.3f}:5:5:0")


def _pixelate(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    size = max(1, round(params["size"] * zoom))
    wide, high = max(1, round(made.width / size)), max(1, round(made.height / size))
    down = f"scale={wide}:{high}:flags=area,scale={made.width}:{made.height}:flags=neighbor"
    return replace(made, pad=g.then(made.pad, down))


def _grain(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    if not (strength := round(params["amount"] * 60)):
        return made
    return _on_colours(g, made, f"noise=c0s={strength}:c0f=t:all_seed=1")


def _glow(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    def glowing(pad: str) -> str:
        sharp, soft = g.split(g.then(pad, "format=gbrp"))
        soft = g.then(soft, f"gblur=sigma={max(0.1, params['radius'] * zoom / 2):.3f}:steps=2")
        lit = g.joined([sharp, soft], f"blend=all_mode=screen:all_opacity={params['amount']:.3f}")
        return g.then(lit, from_rgb(False))

    if not made.alpha:
        return replace(made, pad=glowing(made.pad))
    colours, seen = g.parted(made.pad)
    return replace(made, pad=g.joined([glowing(colours), seen], "alphamerge"))


def _posterize(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    steps = params["levels"] - 1
    curve = f"'round(val*{steps}/255)*255/{steps}'"
    return _in_rgb(g, made, f"lutrgb=r={curve}:g={curve}:b={curve}")


def _invert(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    curve = f"'val+(255-2*val)*{params['amount']:.4f}'"
    return _in_rgb(g, made, f"lutrgb=r={curve}:g={curve}:b={curve}")


GRAY = ((0.2126, 0.7152, 0.0722),) * 3
SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


def _mixed(to: tuple[tuple[float, float, float], ...]) -> Effect:
    """Every channel made of all three, as far as the amount says."""

    def mixed(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
        amount = params["amount"]
        weights = [
            f"{out}{into}={(1 - amount) * (out == into) + amount * to[row][column]:.5f}"
            for row, out in enumerate("rgb")
            for column, into in enumerate("rgb")
        ]
        return _in_rgb(g, made, f"colorchannelmixer={':'.join(weights)}")

    return mixed


def _mirror(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    """The left half (or the upper one) and its reflection."""
    across = params["axis"] == "horizontal"
    crop, flip, stack = ("crop=iw/2:ih:0:0", "hflip", "hstack") if across else ("crop=iw:ih/2:0:0", "vflip", "vstack")
    half, other = g.split(g.then(made.pad, crop))
    pad = g.joined([half, g.then(other, flip)], stack)
    return replace(made, pad=g.then(pad, f"scale={made.width}:{made.height}"))


def _rounded(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    box = (0, 0, made.width, made.height)
    return inside(g, made, shape(made.width, made.height, box, params["radius"] * zoom))


def _border(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    """A frame just within the edges, as round as they are."""
    rounded = [one for one in item["effects"] if one["kind"] == "rounded-corners"]
    radius = rounded[0].get("params", {}).get("radius", 40) * zoom if rounded else 0
    line, (width, height) = params["width"] * zoom, (made.width, made.height)
    outer = shape(width, height, (0, 0, width, height), radius)
    inner = shape(width, height, (line, line, width - line, height - line), max(0, radius - line))
    ring = Image.new("RGBA", (width, height), ImageColor.getcolor(params["color"], "RGBA"))
    ring.putalpha(ImageChops.multiply(ImageChops.subtract(outer, inner), ring.getchannel("A")))
    index = g.add(g.file(png(ring), ".png"))
    drawn = g.then(f"{index}:v:0", f"fps={g.pace}", "trim=end_frame=1", "format=rgba", from_rgb(True))
    return replace(made, pad=g.joined([made.pad, drawn], "overlay=format=yuv420"))


def _shadow(g: Builder, made: Pictures, params: Params, item: Record, zoom: float) -> Pictures:
    """A soft, coloured copy of the shape beneath it, on a larger sheet about the same middle."""
    x, y, blur = (params[name] * zoom for name in ("x", "y", "blur"))
    around = 2 * round((blur * 1.5 + max(abs(x), abs(y))) / 2 + 1)
    width, height = made.width + 2 * around, made.height + 2 * around
    layer, below = g.split(g.then(made.pad, "format=yuva420p"))
    spot = f"pad={width}:{height}:{around + round(x / 2) * 2}:{around + round(y / 2) * 2}:color=black@0"
    colour = params["color"]
    strength = params["opacity"] * (int(colour[7:9], 16) / 255 if len(colour) == 9 else 1)
    luma, blue, red = coded(colour)
    soft = f"gblur=sigma={blur / 2:.3f}:steps=2" if blur else ""
    shadow = g.then(below, spot, f"lutyuv=y={luma}:u={blue}:v={red}:a=val*{strength:.4f}", soft)
    sheet = f"pad={width}:{height}:{around}:{around}:color=black@0"
    pad = g.joined([shadow, g.then(layer, sheet)], "overlay=format=yuv420")
    return replace(made, pad=pad, width=width, height=height, alpha=True)


EFFECTS: dict[str, Effect] = {
    "blur": _blur,
    "sharpen": _sharpen,
    "pixelate": _pixelate,
    "grain": _grain,
    "glow": _glow,
    "posterize": _posterize,
    "invert": _invert,
    "grayscale": _mixed(GRAY),
    "sepia": _mixed(SEPIA),
    "mirror": _mirror,
    "rounded-corners": _rounded,
    "border": _border,
    "drop-shadow": _shadow,
}
