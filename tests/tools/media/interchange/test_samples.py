"""Files that other programs wrote: each is taken in as what it says, or refused for the right reason."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

from tools.composition import Composition
from tools.media.interchange import InterchangeError, Report, Shelf, format_of, text_of

pytestmark = [pytest.mark.spec("M-06"), pytest.mark.samples]
FOLDER = Path(os.environ.get("GREENLIGHT_SAMPLES", settings.BASE_DIR.parent / "shared" / "samples")) / "interchange"


class Seen(NamedTuple):
    """Frames per second, the timecode's frame at the start, items on each track, transitions, markers."""

    fps: str
    start: int
    items: tuple[int, ...]
    transitions: int = 0
    markers: int = 0


TAKEN = {
    "25fps.edl": Seen("25", 0, (4,)),
    "dissolve_test.edl": Seen("24", 86_400, (3,), 1),
    "dissolve_test_2.edl": Seen("24", 86_400, (3,), 1),
    "gap_test.edl": Seen("24", 0, (3,)),
    "multi_audio.edl": Seen("24", 0, (1,)),
    "no_spaces_test.edl": Seen("24", 86_243, (9,), 0, 3),
    "premiere_example.edl": Seen("24", 86_243, (2,)),
    "screening_example.edl": Seen("24", 86_243, (9,), 0, 3),
    "speed_effects_small.edl": Seen("24", 86_400, (5,)),
    "wipe_test.edl": Seen("24", 86_400, (3,), 1),
    "clip_example.otio": Seen("24", 0, (1,)),
    "generator_reference_test.otio": Seen("24", 0, (1,)),
    "multitrack.otio": Seen("24", 0, (3, 1, 1)),
    "premiere_example.otio": Seen("30", 0, (1, 3, 1, 2, 2, 1, 1, 2), 1, 4),
    "screening_example.otio": Seen("24", 0, (9,), 0, 3),
    "simple_cut.otio": Seen("24", 0, (4,)),
    "transition_test.otio": Seen("24", 0, (3,), 1),
    "premiere_enable_property.xml": Seen("25", 0, (4, 1, 1, 2)),
    "premiere_example.xml": Seen("30", 0, (1, 3, 2, 1, 2, 1, 1, 1, 1), 1, 7),
    "fcpx_clips.fcpxml": Seen("30", 0, (3, 1, 2)),
    "fcpx_example.fcpxml": Seen("30", 0, (4, 2, 1, 3, 1, 1, 2, 5), 1, 8),
}
REFUSED = {"sample_just_track.xml": "holds no clips"}


def path(name: str) -> Path:
    file = FOLDER / name
    if not file.is_file():
        pytest.skip(f"{name} is not there: GREENLIGHT_SAMPLES names the folder of samples")
    return file


def taken(file: Path) -> tuple[dict, Report]:
    report = Report()
    read = format_of(file.name).timeline
    assert read
    return read(text_of(file.read_bytes(), report), Shelf(), report, None), report


@pytest.mark.parametrize("name", TAKEN)
def test_a_file_is_taken_in_as_what_it_says(name):
    document, report = taken(path(name))
    tracks = document["tracks"]
    over, under = document["fps"]
    assert (
        Seen(
            f"{over // under}",
            document["startFrame"],
            tuple(len(track["items"]) for track in tracks),
            sum(len(track["transitions"]) for track in tracks),
            len(document["markers"]),
        )
        == TAKEN[name]
    )
    assert Composition.load(document).dump() == document
    assert all(sentence.endswith(".") for sentence in [*report.lost, *report.assumed])


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_with_nothing_in_it_is_refused_for_that(name):
    with pytest.raises(InterchangeError, match=REFUSED[name]):
        taken(path(name))


def test_every_sample_has_its_line_here():
    if not FOLDER.is_dir():
        pytest.skip("GREENLIGHT_SAMPLES names the folder of samples")
    assert {file.name for file in FOLDER.iterdir()} == {*TAKEN, *REFUSED}
