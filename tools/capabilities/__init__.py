"""HANDS: who carries out which verb beyond the engine. A verb without a hand here is planned, and then refused by name."""

from __future__ import annotations

from tools.capabilities import generate_image, generate_music, generate_voice
from tools.capabilities.order import Hand

HANDS: dict[str, Hand] = {
    "generate.image": generate_image.HAND,
    "generate.music": generate_music.HAND,
    "generate.voice": generate_voice.HAND,
}
