"""A sound file heard as numbers."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np


def heard(path: Path) -> np.ndarray:
    """All of its samples at 48 kHz: two rows, from -1 to 1."""
    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=48_000)
    with av.open(str(path)) as container:
        frames = [part for frame in container.decode(audio=0) for part in resampler.resample(frame)]
    return np.concatenate([frame.to_ndarray() for frame in frames], axis=1)


def comment(path: Path) -> str:
    with av.open(str(path)) as container:
        return container.metadata.get("comment", "")


def level(samples: np.ndarray) -> float:
    """The root of the mean square, in dB below full scale."""
    return float(20 * np.log10(np.sqrt(np.mean(samples**2)) + 1e-9))
