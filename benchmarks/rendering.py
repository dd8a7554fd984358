"""Rendering: ten seconds of ours against a filter graph written by hand for them, a preview, and 100 cuts in any order.

`python -m benchmarks.rendering [SECONDS]` makes it longer or shorter.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av

from benchmarks.timing import table
from tools.composition import Composition
from tools.media import ffmpeg, proxy, render, text
from tools.media.formats import FORMATS, LIMITER
from tools.media.probe import look
from tools.media.sources import Source, source

WIDTH, HEIGHT = 1920, 1080
STYLE = {
    "fontFamily": "Inter", "fontSize": 120, "fontWeight": 700, "color": "#ffffff", "alignment": "center",
    "stroke": {"color": "#000000", "width": 6},
}  # fmt: skip
WORDS = "A title with a stroke"
USUAL = {"x": 0, "y": 0, "scale": 1, "rotation": 0, "opacity": 1, "fit": "contain", "flipH": False, "flipV": False}
ORDERS = ("ascending", "random", "descending")
PLAIN, NTSC = Fraction(30), Fraction(30000, 1001)


def run(seconds: int = 10) -> None:
    with tempfile.TemporaryDirectory(prefix="greenlight-bench-") as name:
        folder = Path(name)
        sources = media(folder, seconds)
        frames = 30 * seconds
        state = ours(frames)
        hand = cpu(lambda: ffmpeg.encode(by_hand(folder, frames), folder))
        whole = cpu(lambda: render.render(state, sources, folder / "ours.mp4", cache=folder / "whole"))
        small = cpu(lambda: render.preview(state, sources, folder / "small.mp4", cache=folder / "small"))
        again = cpu(lambda: render.render(state, sources, folder / "again.mp4", cache=folder / "whole"))
        still = cpu(lambda: render.still(state, sources, frames // 2, height=360))
        rows = [
            ("filter graph by hand", hand, 1.0), ("render", whole, whole / hand), ("preview, 360p from proxies", small, small / whole),
            ("render again, nothing changed", again, again / whole), ("one still, 360p from proxies", still, still / whole),
        ]  # fmt: skip
        head = (f"{seconds} s of {WIDTH}x{HEIGHT} at 30", "CPU s", "ratio")
        table("Rendering: CPU seconds; the second row to the first, the others to the second", head, rows)
        found = [(order, *peak(folder, order)) for order in ORDERS]
        rows = [(order, *counts, used, used / found[0][-1]) for order, *counts, used in found]
        head = ("order in the source", "frames", "of", "samples", "of", "MB", "ratio")
        table("100 cuts of one 1080p film at 29.97, and the encoder's peak memory", head, rows)


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process and of all that it starts."""

    def spent() -> float:
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in both)

    before = spent()
    work()
    return spent() - before


# --- the composition: a crossfade, a graded clip, a picture in the picture, a title, two voices and music ---------------


def media(folder: Path, seconds: int) -> dict[str, Source]:
    made = {}
    for name, fps in (("a", "30"), ("b", "25"), ("c", "30000/1001")):
        painted = f"testsrc2=s={WIDTH}x{HEIGHT}:r={fps}:d={max(seconds + 2, 4)}"
        sound = f"sine=f={300 * (len(made) + 1)}:r=48000:d={max(seconds + 2, 4)}"
        (folder / name).mkdir()
        x264 = ("-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-pix_fmt", "yuv420p", "-g", "60")
        ffmpeg.encode(
            ["-f", "lavfi", "-i", painted, "-f", "lavfi", "-i", sound, *x264, "-c:a", "aac", f"{name}.mp4"], folder
        )
        stand_in = proxy.make(folder / f"{name}.mp4", folder / name, look(folder / f"{name}.mp4"))["file"]
        made[name] = source(folder / f"{name}.mp4", folder / name / stand_in)
    return made


def ours(frames: int) -> Composition:
    cut, fade = frames * 11 // 20, 15
    first = item("v", "a", "video", 0, cut, asset="a", at=30)
    second = item("v", "c", "video", cut, frames - cut, asset="c", at=30, grade={"contrast": 0.1, "saturation": 0.15})
    inset = item("p", "b", "video", frames // 10, frames // 2, asset="b", rate=[2, 1], fades={"inFrames": 10, "outFrames": 10}, transform={**USUAL, "x": 580, "y": -300, "scale": 0.25, "opacity": 0.9})  # fmt: skip
    title = item("t", "t", "text", frames // 5, frames * 3 // 5, text=WORDS, style=STYLE, fades={"inFrames": 15, "outFrames": 15}, transform={**USUAL, "y": 380})  # fmt: skip
    music = item("m", "m", "audio", 0, frames, asset="b", audio=sound(volumeDb=-12, fadeInFrames=15, fadeOutFrames=15))
    seam = {"id": "x", "leftId": "a", "rightId": "c", "kind": "fade", "durationInFrames": fade, "alignment": "center"}
    rows = {"v": [first, second], "p": [inset], "t": [title], "m": [music]}
    return composition(rows, {"v": [seam]})


def by_hand(folder: Path, frames: int) -> list[str]:
    """What somebody who knows the encoder would type for the same."""
    cut, length = frames * 11 // 20 / 30, frames / 30
    start, stop = frames // 10 / 30, frames // 10 / 30 + frames // 2 / 30
    on, off = frames // 5 / 30, frames // 5 / 30 + frames * 3 // 5 / 30
    text.draw(WORDS, STYLE, 1, WIDTH).save(folder / "title.png")
    graph = f"""
[0:v]trim=1:{1 + cut + 0.25},setpts=PTS-STARTPTS,fps=30,format=yuv420p[a];
[2:v]trim={1 - 0.25 + 0.001}:{1 + length - cut + 0.1},setpts=PTS-STARTPTS,fps=30,eq=contrast=1.1:saturation=1.3,format=yuv420p[c];
[a][c]xfade=duration=0.5:offset={cut - 0.25},trim=end_frame={frames}[v];
[1:v]trim=0:{stop - start + 1},setpts=(PTS-STARTPTS)/2,fps=30,scale=480:270,format=yuva420p,colorchannelmixer=aa=0.9,
trim=end_frame={frames // 2},fade=in:0:10:alpha=1,fade=out:{frames // 2 - 10}:10:alpha=1,setpts=PTS+{start}/TB[p];
[v][p]overlay=1300:105:eof_action=pass[vp];
[3:v]format=yuva420p,fade=in:st={on}:d=0.5:alpha=1,fade=out:st={off - 0.5}:d=0.5:alpha=1[t];
[vp][t]overlay=(W-w)/2:540+380-h/2:enable='between(t,{on},{off})':shortest=1,format=yuv420p[out];
[0:a]atrim=1:{1 + cut + 0.25},asetpts=PTS-STARTPTS[sa];[2:a]atrim={1 - 0.25}:{1 + length - cut},asetpts=PTS-STARTPTS[sc];
[sa][sc]acrossfade=d=0.5[s];[1:a]asplit[b1][b2];
[b1]atempo=2,atrim=0:{stop - start},adelay={int(start * 1000)}:all=1[sp];
[b2]atrim=0:{length},volume=-12dB,afade=in:d=0.5,afade=out:st={length - 0.5}:d=0.5[m];
[s][sp][m]amix=inputs=3:normalize=0,{LIMITER},atrim=0:{length}[sound]""".replace("\n", "")
    read = [part for name in "abc" for part in ("-i", f"{name}.mp4")]
    form = FORMATS["mp4"]
    title = ["-loop", "1", "-framerate", "30", "-i", "title.png"]
    return [*read, *title, "-filter_complex", graph, "-map", "[out]", "-map", "[sound]", *form.video, "-frames:v", str(frames), *form.audio, *form.container, "hand.mp4"]  # fmt: skip


# --- 100 cuts ---------------------------------------------------------------------------------------------------------


def peak(folder: Path, order: str) -> tuple[int, int, int, int, float]:
    """Frames and samples as they are and as they should be, and the megabytes that the largest child had, in a process of
    its own."""
    asked = [sys.executable, "-m", "benchmarks.rendering", "cuts", str(folder), order]
    told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    frames, wanted, samples, long, kilobytes = map(int, told)
    return frames, wanted, samples, long, kilobytes / 1024


def cuts(folder: Path, order: str) -> None:
    places = [n % 100 for n in range(100)]
    places = {"ascending": places, "descending": places[::-1], "random": random.Random(1).sample(places, 100)}[order]
    row = [item("v", f"c{n}", "video", 2 * n, 2, asset="c", at=place, fps=NTSC) for n, place in enumerate(places)]
    state = composition({"v": row}, {}, NTSC)
    made = render.render(state, {"c": source(folder / "c.mp4")}, folder / f"{order}.mp4", cache=folder / order)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    with av.open(str(made.path)) as film:
        frames = sum(1 for _ in film.decode(video=0))
    print(frames, 200, made.samples, round(200 * 48000 / NTSC), used)


# --- documents --------------------------------------------------------------------------------------------------------


def sound(**changes: Any) -> dict[str, Any]:
    return {"volumeDb": 0, "muted": False, "pan": 0, "fadeInFrames": 0, "fadeOutFrames": 0, **changes}


def item(
    track: str,
    id: str,
    kind: str,
    start: int,
    length: int,
    asset: str = "",
    at: int = 0,
    fps: Fraction = PLAIN,
    **more: Any,
) -> dict[str, Any]:
    made: dict[str, Any] = {"id": id, "trackId": track, "type": kind, "name": id, "enabled": True, "from": start, "durationInFrames": length}  # fmt: skip
    made |= (
        {"assetId": asset, "sourceIn": {"frame": at, "fps": [fps.numerator, fps.denominator]}, "rate": [1, 1]}
        if asset
        else {}
    )
    made |= {"transform": USUAL} if kind != "audio" else {}
    return made | ({"audio": sound()} if kind in ("video", "audio") else {}) | more


def composition(
    rows: dict[str, list[dict[str, Any]]], seams: dict[str, list[dict[str, Any]]], fps: Fraction = PLAIN
) -> Composition:
    tracks = [
        {
            "id": id, "kind": "audio" if row[0]["type"] == "audio" else "video", "name": id, "muted": False, "hidden": False,
            "locked": False, "volumeDb": 0, "items": [one["id"] for one in row], "transitions": seams.get(id, []),
        }
        for id, row in rows.items()
    ]  # fmt: skip
    film = {
        "kind": "video",
        "hasVideo": True,
        "hasAudio": True,
        "durationSeconds": 600,
        "width": WIDTH,
        "height": HEIGHT,
    }
    assets = {id: {"id": id, "name": id, **film} for id in "abc"}
    return Composition.load({
        "schema": 1, "id": "bench", "name": "Bench", "fps": [fps.numerator, fps.denominator], "width": WIDTH, "height": HEIGHT,
        "background": "#000000", "audioRate": 48000, "startFrame": 0, "dropFrame": False,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0}, "grade": None,
        "tracks": tracks, "items": {one["id"]: one for row in rows.values() for one in row}, "assets": assets,
        "markers": [], "metadata": {},
    })  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:2] == ["cuts"]:
        cuts(Path(sys.argv[2]), sys.argv[3])
    else:
        run(*map(int, sys.argv[1:2]))
