"""Words as pictures: shaped, in every script that there is a font for, with coloured emoji, stroke, shadow and background."""

from __future__ import annotations

from .checks import checks, lacking
from .draw import draw

__all__ = ["checks", "draw", "lacking"]
