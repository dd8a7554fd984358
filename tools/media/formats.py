"""The files that can be made: FORMATS, and the encoder's arguments for a piece, for the whole and for a palette."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from .compile import Graph

# The same bytes every time: no dates, no versions, and a number of threads that does not depend on the machine.
EXACT = ("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact")
TAGS = ("-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv")
# A peak above full scale is held down, a moment ahead, so that it does not crackle; nothing else is changed.
LIMITER = "alimiter=limit=1:level=0:latency=1"
GIF_HEIGHT, GIF_PACE = 360, 20
# How many frames later than it is decoded a picture may be shown.
REORDERED = 2


def _h264(preset: str, quality: int, keyframes: int) -> tuple[str, ...]:
    every = ("-g", str(keyframes), "-keyint_min", "1", "-x264-params", "open-gop=0")
    return ("-c:v", "libx264", "-preset", preset, "-crf", str(quality), "-threads", "4", *every)


@dataclass(frozen=True, slots=True)
class Format:
    """`piece` is what pieces of the picture are kept as; `video` and `audio` what encodes them."""

    suffix: str
    piece: str = ""
    video: tuple[str, ...] = ()
    audio: tuple[str, ...] = ()
    container: tuple[str, ...] = ()
    alpha: bool = False
    still: bool = False
    paletted: bool = False

    @property
    def picture(self) -> bool:
        return bool(self.video)

    @property
    def sound(self) -> bool:
        return bool(self.audio)

    def height(self, asked: int) -> int:
        """Pixels; a GIF of any length is only usable when it is small."""
        return min(asked, GIF_HEIGHT) if self.paletted else asked


_VP9 = (
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "31",
    "-b:v",
    "0",
    "-deadline",
    "good",
    "-cpu-used",
    "5",
    "-row-mt",
    "1",
    "-g",
    "240",
)
_MP4 = ("-movflags", "+faststart")
PREVIEW = "preview"
FORMATS = {
    "mp4": Format("mp4", "mp4", _h264("veryfast", 20, 250), ("-c:a", "aac", "-b:a", "192k"), _MP4),
    PREVIEW: Format("mp4", "mp4", _h264("ultrafast", 26, 15), ("-c:a", "aac", "-b:a", "96k"), _MP4),
    "webm": Format("webm", "webm", (*_VP9, "-threads", "4", "-auto-alt-ref", "0"), ("-c:a", "libopus", "-b:a", "128k"), alpha=True),
    "gif": Format("gif", "mp4", _h264("veryfast", 12, 250), paletted=True),
    "wav": Format("wav", audio=("-c:a", "pcm_s16le")),
    "png": Format("png", still=True),
}  # fmt: skip


def encoded(form: Format, graph: Graph) -> list[str]:
    """The arguments that make a piece of the picture of a graph's."""
    clock = ("-video_track_timescale", str(graph.fps.numerator)) if form.piece == "mp4" else ()
    pixels = ("-pix_fmt", "yuva420p" if graph.alpha else "yuv420p")
    frames = ("-map", f"[{graph.picture}]", "-frames:v", str(graph.frames), "-fps_mode", "passthrough")
    return [*frames, *form.video, *pixels, *TAGS, *EXACT, *clock]


def joined(
    form: Format,
    folder: Path,
    pieces: Sequence[tuple[Path, int]],
    fps: Fraction,
    sound: Path | None,
    rate: int,
    made: Path,
    alpha: bool = False,
) -> list[str]:
    """The arguments that put pieces one after the other, as they are, and the sound beside them."""
    command: list[str] = []
    if pieces:
        lines = [f"file '{path.name}'\nduration {float(frames / fps):.6f}\n" for path, frames in pieces]
        (folder / "pieces.txt").write_text("ffconcat version 1.0\n" + "".join(lines))
        command += ["-f", "concat", "-safe", "1", "-i", "pieces.txt"]
    if sound:
        command += ["-f", "f32le", "-ar", str(rate), "-ac", "2", "-i", f"file:{sound}"]
    if pieces:
        command += ["-map", "0:v:0", "-c:v", "copy"]
        command += ["-video_track_timescale", str(fps.numerator), *_in_order(fps)] if form.suffix == "mp4" else []
        command += ["-metadata:s:v:0", "alpha_mode=1"] if alpha else []
    if sound:
        rates = ["-ar", "48000"] if "libopus" in form.audio else []
        command += ["-map", f"{1 if pieces else 0}:a:0", "-af", LIMITER, *form.audio, *rates]
    return [*command, *EXACT, *form.container, str(made)]


def _in_order(fps: Fraction) -> tuple[str, str]:
    """Packets count on through all pieces. A piece of a few frames is decoded in the order in which it is shown, a longer
    one up to REORDERED frames ahead: where one follows on the other, packets would be moved, and the pictures with them."""
    return "-bsf:v", f"setts=pts=PTS:dts=(N-{REORDERED})*{fps.denominator}/({fps.numerator}*TB)"


def palette(
    folder: Path, pieces: Sequence[Path], fps: Fraction, size: tuple[int, int], made: Path
) -> Iterator[list[str]]:
    """The arguments of two passes: 256 colours that suit all of the picture, then the picture in them."""
    (folder / "pieces.txt").write_text("ffconcat version 1.0\n" + "".join(f"file '{path.name}'\n" for path in pieces))
    pace = "" if fps <= GIF_PACE else f"fps={GIF_PACE},"
    read = ["-f", "concat", "-safe", "1", "-i", "pieces.txt"]
    scaled = f"{pace}scale={size[0]}:{size[1]}:flags=lanczos:in_color_matrix=bt709"
    yield [*read, "-vf", f"{scaled},palettegen=stats_mode=diff", "-frames:v", "1", *EXACT, "palette.png"]
    drawn = f"[0:v]{scaled}[p];[p][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle"
    yield [*read, "-i", "palette.png", "-filter_complex", drawn, *EXACT, "-loop", "0", str(made)]
