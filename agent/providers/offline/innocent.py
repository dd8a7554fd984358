"""Ordinary words that lie near the grammar's own and are no slips of them."""

from __future__ import annotations

from .tokens import words

INNOCENT = words("")
