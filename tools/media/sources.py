"""Files that a composition is made from: where they are, and what the header of each says that a renderer must know."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from . import ffmpeg

# Transfer functions of high dynamic range: PQ and HLG.
HDR = ("smpte2084", "arib-std-b67")
# What a decoder hands out with see-through parts.
ALPHA = re.compile(r"\b(yuva\w*|rgba\w*|bgra\w*|argb\w*|abgr\w*|gbrap\w*|ya8|ya16\w*|pal8)\b")
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Traits:
    """What the header says. width and height: pixels as displayed, upright and square. fps: 0 where it is not known."""

    picture: bool = False
    sound: bool = False
    width: int = 0
    height: int = 0
    fps: float = 0
    alpha: bool = False
    hdr: bool = False
    matrix: str = ""
    channels: int = 2
    decoder: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The file of an asset and its smaller stand-in. `digest` names its content, for a cache."""

    path: Path
    traits: Traits
    proxy: Path | None = None
    proxy_traits: Traits | None = None
    digest: str = ""

    def file(self, small: bool) -> tuple[Path, Traits]:
        """The file to read and what it is like; the stand-in where a small picture is wanted and there is one."""
        if small and self.proxy:
            return self.proxy, self.proxy_traits or self.traits
        return self.path, self.traits


def source(path: Path, proxy: Path | None = None, digest: str = "") -> Source:
    """Look at a file and its stand-in; `digest` is its content's, its size and time standing in where there is none."""
    path = path.absolute()
    stat = path.stat()
    proxy = proxy.absolute() if proxy and proxy.is_file() and traits(proxy).picture else None
    return Source(
        path,
        traits(path),
        proxy,
        traits(proxy) if proxy else None,
        digest or f"{path}:{stat.st_size}:{stat.st_mtime_ns}",
    )


def traits(path: Path) -> Traits:
    """What a file's header says; nothing of a file that cannot be opened. Kept in memory while the file stays as it is."""
    stat = path.stat()
    return _traits(str(path), stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=2048)
def _traits(path: str, size: int, changed: int) -> Traits:
    command = [ffmpeg.binary(), "-hide_banner", "-nostdin", *ffmpeg.SAFE, "-i", f"file:{path}"]
    try:
        asked = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Traits()
    return read(asked.stderr.decode(errors="replace"))


def read(said: str) -> Traits:
    """The traits in what the encoder says of an input."""
    streams = re.split(r"^  Stream #", said, flags=re.MULTILINE)[1:]
    picture = next((one for one in streams if "Video:" in one and "(attached pic)" not in one), None)
    sound = next((one for one in streams if "Audio:" in one), None)
    seen = _seen(picture) if picture else {}
    return Traits(
        picture=bool(picture),
        sound=bool(sound),
        channels=_channels(sound or ""),
        **seen,  # type: ignore[arg-type]
    )


def _seen(stream: str) -> dict[str, object]:
    line = stream.partition("\n")[0]
    size = re.search(r", (\d+)x(\d+)", line)
    width, height = (int(size[1]), int(size[2])) if size else (0, 0)
    if pixel := re.search(r"SAR (\d+):(\d+)", line):
        over, under = int(pixel[1]), int(pixel[2])
        width = max(1, round(width * over / under)) if over and under else width
    turned = re.search(r"rotation of (-?[\d.]+) degrees", stream)
    if turned and round(float(turned[1])) % 180 == 90:
        width, height = height, width
    codec = re.search(r"Video: (\w+)", line)
    keyed = bool(re.search(r"(?i)alpha_mode\s*: 1", stream))
    rate = re.search(r"([\d.]+)(k?) fps", line)
    return {
        "width": width,
        "height": height,
        "fps": float(rate[1]) * (1000 if rate[2] else 1) if rate else 0.0,
        "alpha": keyed or bool(ALPHA.search(line)) or bool(codec and codec[1] in ("gif", "png", "webp", "apng")),
        "hdr": any(one in line for one in HDR),
        "matrix": next((one for one in ("bt709", "bt470bg", "smpte170m", "bt2020nc") if f"{one}" in line), ""),
        # The decoders that come first do not read the see-through part of these.
        "decoder": {"vp8": "libvpx", "vp9": "libvpx-vp9"}.get(codec[1], "") if codec and keyed else "",
    }


def _channels(line: str) -> int:
    return 1 if re.search(r"Hz, (mono|1 channels)", line) else 2 if "stereo" in line else 6
