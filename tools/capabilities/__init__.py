"""HANDS: who carries out which verb beyond the engine; EXPANSIONS: which verbs become exact steps while they are planned.

A verb that is in neither is planned, and then refused by name.
"""

from __future__ import annotations

from tools.capabilities import (
    add_captions,
    analyse_media,
    auto_reframe,
    create_short,
    cut_silences,
    cut_words,
    detect_scenes,
    generate_image,
    generate_music,
    generate_voice,
    publish,
    render,
    transcribe,
    upscale,
)
from tools.capabilities.footage import Expand
from tools.capabilities.order import Hand

HANDS: dict[str, Hand] = {
    "generate.image": generate_image.HAND,
    "generate.music": generate_music.HAND,
    "generate.voice": generate_voice.HAND,
    "transcribe_video": transcribe.HAND,
    "analyse.media": analyse_media.HAND,
    "create.short": create_short.HAND,
    "upscale": upscale.HAND,
    "publish": publish.HAND,
    "render": render.HAND,
}

EXPANSIONS: dict[str, Expand] = {
    "cut.silences": cut_silences.expand,
    "cut.words": cut_words.expand,
    "add.captions": add_captions.expand,
    "auto.reframe": auto_reframe.expand,
    "detect.scenes": detect_scenes.expand,
    "transcribe_video": transcribe.expand,
    "analyse.media": analyse_media.expand,
    "create.short": create_short.expand,
    "upscale": upscale.expand,
    "publish": publish.expand,
}
