"""HANDS: who carries out which verb beyond the engine. A verb without a hand here is planned, and then refused by name."""

from __future__ import annotations

from tools.capabilities.order import Hand

HANDS: dict[str, Hand] = {}
