"""High dynamic range brought down to what a plain screen shows: for a render as filters, for a poster as arithmetic.

White on paper is 203 cd/m² there (ITU-R BT.2408), and is white here. What is darker than half of it stays as it is; what is
brighter, up to 1000 cd/m², is pressed together above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Plane = NDArray[Any]
WHITE, MOST = 203.0, 1000.0
KNEE = 0.5
"""The share of white from which on it is pressed."""
PQ, HLG = 16, 18
"""Transfer functions, by their numbers in ITU-T H.273."""
FILTERS = (
    f"zscale=t=linear:npl={WHITE:g},format=gbrpf32le,zscale=p=bt709,"
    f"tonemap=mobius:param={KNEE}:peak={MOST / WHITE:.3f}:desat=0,zscale=t=bt709:m=bt709:r=tv"
)
# From the primaries of BT.2020 to those of BT.709.
PRIMARIES = np.array(
    [[1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349], [-0.018151, -0.100579, 1.118730]], np.float32
)


def brought_down(image: Image.Image, transfer: int) -> Image.Image:
    """A picture in BT.2020 with one of the two transfer functions, as the filters would make it."""
    shares = np.asarray(image.convert("RGB"), np.float32) / 255
    light = np.maximum(_light(shares, transfer) / WHITE @ PRIMARIES.T, 0)
    peak = np.maximum(light.max(axis=-1, keepdims=True), 1e-6)
    shown = np.clip(light * _pressed(peak) / peak, 0, 1)
    return Image.fromarray((shown ** (1 / 2.4) * 255 + 0.5).astype(np.uint8))


def _light(shares: Plane, transfer: int) -> Plane:
    """cd/m² of what is coded, 0 to 1."""
    if transfer == PQ:
        root = shares ** (1 / 78.84375)
        share = np.maximum(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
        light: Plane = 10_000 * share ** (1 / 0.1593017578125)
        return light
    bright = (np.exp((shares - 0.55991073) / 0.17883277) + 0.28466892) / 12
    scene: Plane = np.where(shares <= 0.5, shares**2 / 3, bright)
    luma = np.maximum(scene @ np.array([0.2627, 0.6780, 0.0593], np.float32), 1e-6)
    seen: Plane = MOST * scene * luma[..., None] ** 0.2
    return seen


def _pressed(light: Plane) -> Plane:
    """Möbius' curve: straight up to the knee, and 1 at the most."""
    peak = MOST / WHITE
    a = -(KNEE**2) * (peak - 1) / (KNEE**2 - 2 * KNEE + peak)
    b = (KNEE**2 - 2 * KNEE * peak + peak) / (peak - 1)
    pressed = (b * b + 2 * b * KNEE + KNEE**2) / (b - a) * (light + a) / (light + b)
    return np.where(light <= KNEE, light, pressed)
