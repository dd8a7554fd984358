"""Tiny media for tests, encoded with the encoder of the samples: pictures 64×48, a second long."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg

PICTURE = ("-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1")
SOUND = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1")
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")


def encode(target: Path, *arguments: str) -> Path:
    """Run the encoder and return what it made."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error", "-y", *arguments]
    subprocess.run([*command, f"file:{target}"], check=True, capture_output=True)
    return target


def film(target: Path, *options: str) -> Path:
    """Colour bars with a tone, its index at the front as a web player likes it."""
    return encode(target, *PICTURE, *SOUND, *H264, "-c:a", "aac", "-shortest", "-movflags", "+faststart", *options)


def silent(target: Path, *options: str) -> Path:
    return encode(target, *PICTURE, *H264, *options)


def tone(target: Path, *options: str) -> Path:
    return encode(target, *SOUND, *options)
