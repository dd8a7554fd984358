"""A short notice at the corner of the page, carried by a fragment."""

from __future__ import annotations

from django.template.loader import render_to_string


def toast(text: str, tone: str = "info") -> str:
    """The notice as a fragment that finds its own place; nothing for no words. `tone` is info or error."""
    return render_to_string("tools/toast.html", {"text": text, "tone": tone}) if text else ""
