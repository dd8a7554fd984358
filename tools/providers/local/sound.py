"""Sound as numbers: stereo samples, block by block, into a small M4A file in memory."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Left and right: two rows, from -1 to 1."""

RATE = 48_000
BLOCK = 1024  # what AAC takes at a time
LIKE_BEFORE = {"fflags": "+bitexact"}  # no date is written


def m4a(blocks: Iterable[Samples], mark: str) -> bytes:
    """The blocks one after another as AAC, with `mark` as the file's comment."""
    file = io.BytesIO()
    with av.open(file, "w", format="ipod", container_options=LIKE_BEFORE) as container:
        container.metadata["comment"] = mark
        stream = container.add_stream(
            "aac", rate=RATE, layout="stereo", bit_rate=160_000, options={"aac_coder": "fast"}
        )
        at = 0
        for block in _even(blocks):
            frame: Any = av.AudioFrame.from_ndarray(np.ascontiguousarray(block), format="fltp", layout="stereo")
            frame.sample_rate, frame.pts = RATE, at
            at += block.shape[1]
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()


def _even(blocks: Iterable[Samples]) -> Iterable[Samples]:
    """The same samples in blocks of BLOCK, the last one as short as it is."""
    rest = np.zeros((2, 0), np.float32)
    for block in blocks:
        rest = np.concatenate([rest, block], axis=1)
        whole = rest.shape[1] // BLOCK * BLOCK
        yield from np.split(rest[:, :whole], whole // BLOCK, axis=1) if whole else ()
        rest = rest[:, whole:]
    if rest.shape[1]:
        yield rest
