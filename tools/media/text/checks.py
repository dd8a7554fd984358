"""What this machine lacks to set every script right, as sentences that say what to install."""

from __future__ import annotations

from PIL import features

from . import fonts


def checks() -> list[str]:
    """What makes pictures wrong, looked for at every start, so that nobody learns it from a picture; [] when all is there."""
    said = []
    if not features.check("raqm"):
        said.append(
            "Arabic, Hebrew and Indic titles are drawn wrong: Pillow has no Raqm here. Install Pillow's own wheel."
        )
    elif not features.check("fribidi"):
        said.append("Arabic and Hebrew titles are drawn wrong: FriBiDi is missing. Install it (Debian: libfribidi0).")
    if lost := fonts.lost():
        said.append(f"Fonts for titles are missing: {', '.join(lost)}. Install what uv.lock says.")
    return said


def lacking() -> list[str]:
    """What could be better, which takes a look at every font that is installed."""
    said = []
    if scripts := [name for name, letter in SCRIPTS.items() if fonts.covering(letter, ()) is None]:
        said.append(f"There is no font for {', '.join(scripts)}. Install the Noto fonts (Debian: fonts-noto).")
    emoji = fonts.emoji()
    if emoji is None:
        said.append("There is no font for emoji. Install one (Debian: fonts-noto-color-emoji).")
    elif not emoji.coloured:
        said.append("Emoji are drawn in one colour. Install a font for more (Debian: fonts-noto-color-emoji).")
    return said


SCRIPTS = {
    "Latin": ord("a"),
    "Greek": ord("α"),
    "Cyrillic": ord("я"),
    "Arabic": ord("ب"),
    "Hebrew": ord("א"),
    "Devanagari": ord("क"),
    "Thai": ord("ก"),
    "Chinese": ord("中"),
    "Japanese": ord("か"),
    "Korean": ord("한"),
}
