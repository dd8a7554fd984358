"""Pictures and their sound, which this format keeps on tracks of their own, as one clip again; and two channels as one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..cut import Lane, Piece
from ..reports import Report, number_of


def join_sound(lanes: list[Lane], report: Report) -> list[Lane]:
    """The lanes, every clip of sound that a clip of pictures has beside it taken into that one."""
    pictures = {_key(piece) for lane in lanes if lane.kind == "video" for piece in lane.pieces if piece.media}
    heard: set[Any] = set()
    loud: dict[Any, float] = {}
    joined = channels = 0
    for lane in lanes:
        if lane.kind == "audio" and not lane.muted:
            kept: list[Piece] = []
            for piece in lane.pieces:
                loud.setdefault(_key(piece), piece.look.volume_db)
                key = _key(piece)
                channels += key in heard
                joined += key in pictures and key not in heard
                if key not in pictures and key not in heard:
                    kept.append(piece)
                heard.add(key)
            lane.pieces = kept
    for lane in lanes:
        if lane.kind == "video":
            lane.pieces = [_heard(piece, loud.get(_key(piece))) for piece in lane.pieces]
    if joined:
        report.assume(f"{number_of(joined, 'clip')} of sound went into the clips of pictures that they belong to.")
    if channels:
        report.assume(f"{number_of(channels, 'clip')} of sound are further channels of others, and are one with them.")
    return lanes


def _heard(piece: Piece, volume_db: float | None) -> Piece:
    """A clip of pictures as loud as its sound was, or silent where it had none."""
    if volume_db is None:
        return replace(piece, silent=True)
    return replace(piece, silent=False, look=replace(piece.look, volume_db=volume_db))


def _key(piece: Piece) -> Any:
    media = piece.media.key if piece.media else None
    return media, piece.start, piece.duration, piece.source, piece.speed, piece.reverse, piece.enabled
