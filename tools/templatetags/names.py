"""Names as people gave them, in whichever direction they are written."""

from __future__ import annotations

import re

from django import template

register = template.Library()

QUOTED = re.compile(r"“([^“”]*)”")
LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
FIRST_STRONG, END = "\u2068", "\u2069"


@register.filter
def apart(sentence: object) -> str:
    """A sentence whose quoted names, where they are written from right to left, do not pull figures beside them along:
    “مرحبا” (0:00–0:03) is not to be read as from 0:03 to 0:00."""
    return QUOTED.sub(_isolated, str(sentence))


def _isolated(name: re.Match[str]) -> str:
    return f"“{FIRST_STRONG}{name[1]}{END}”" if LEFTWARD.search(name[1]) else name[0]
