"""Sample clips, really encoded and the same every time: four films, a voice, music and a logo, to try things out on."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import imageio_ffmpeg  # type: ignore[import-untyped]  # it ships no types
from PIL import Image

from . import pictures, sounds

FPS = 30
SIZE = (1280, 720)
# One thread and no dates or versions written: the same bytes on every machine.
EXACT = [
    "-threads",
    "1",
    "-map_metadata",
    "-1",
    "-fflags",
    "+bitexact",
    "-flags:v",
    "+bitexact",
    "-flags:a",
    "+bitexact",
]
VIDEO = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "24", "-pix_fmt", "yuv420p", "-g", str(FPS)]


@dataclass(frozen=True, slots=True)
class Film:
    """A painted scene that the camera pans over, with or without sound."""

    name: str
    label: str
    seconds: int
    paint: Callable[[int, int], Image.Image]
    pan: str  # where the camera is, 0 to 1 of the way over the scene, as an expression of t in seconds
    sound: Callable[[float], bytes] | None = None


FILMS = (
    Film(
        "interview.mp4", "Interview", 14, pictures.interview, "(1-cos(t*0.7))/2", lambda s: sounds.voice(s, pitch=165)
    ),
    Film("broll-city.mp4", "City", 8, pictures.city, "t/8"),
    Film("broll-park.mp4", "Park", 11, pictures.park, "1-t/11", sounds.birds),
    Film("outro.mp4", "Outro", 6, pictures.outro, "(1-cos(t*0.5))/2", sounds.music),
)


def make(folder: Path, size: tuple[int, int] = SIZE) -> list[Path]:
    """Encode all samples into `folder`, the films in `size` (even sides), and return their paths in order.

    interview.mp4, broll-city.mp4 (silent), broll-park.mp4 and outro.mp4 at 30 fps; voiceover.wav of 14 s with pauses,
    theme.mp3 of 32 s, logo.png with alpha.
    """
    folder.mkdir(parents=True, exist_ok=True)
    logo = folder / "logo.png"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        films = [pool.submit(_film, film, folder, size) for film in FILMS]
        pictures.logo(500).save(logo)
        voice = _sound(sounds.voice(14), folder / "voiceover.wav", "-c:a", "pcm_s16le", "-ar", "48000")
        theme = _sound(sounds.music(32), folder / "theme.mp3", "-c:a", "libmp3lame", "-b:a", "128k", "-ar", "48000")
        return [film.result() for film in films] + [logo, theme, voice]


def _film(film: Film, folder: Path, size: tuple[int, int]) -> Path:
    width, height = size
    target = folder / film.name
    with tempfile.TemporaryDirectory() as given:
        scene, label, sound = Path(given, "scene.png"), Path(given, "label.png"), Path(given, "sound.wav")
        film.paint(width * 3 // 2, height).save(scene, compress_level=1)
        pictures.label(film.label, height).save(label)
        view = f"format=yuv420p,loop=-1:1,fps={FPS},crop={width}:{height}:'(iw-ow)*({film.pan})':0"
        inputs = ["-i", str(scene), "-i", str(label)]
        tracks = ["-map", "[v]"]
        if film.sound:
            sounds.write(film.sound(film.seconds), sound)
            inputs += ["-i", str(sound)]
            tracks += ["-map", "2:a", "-c:a", "aac", "-b:a", "96k", "-ar", "48000", "-ac", "2"]
        graph = f"[0:v]{view}[s];[s][1:v]overlay=x=main_h/20:y=main_h-overlay_h-main_h/20[v]"
        _encode(*inputs, "-filter_complex", graph, *tracks, "-t", str(film.seconds), *VIDEO, "-movflags", "+faststart",
                target=target)  # fmt: skip
    return target


def _sound(samples: bytes, target: Path, *options: str) -> Path:
    with tempfile.TemporaryDirectory() as given:
        plain = Path(given, "sound.wav")
        sounds.write(samples, plain)
        _encode("-i", str(plain), *options, target=target)
    return target


def _encode(*arguments: str, target: Path) -> None:
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error", "-y", *arguments, *EXACT, str(target)]
    subprocess.run(command, check=True, capture_output=True)
