"""manage.py tools export and import."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-06", "K-32")]


def said(*args: object) -> str:
    out = io.StringIO()
    call_command("tools", *map(str, args), stdout=out)
    return out.getvalue()


def test_a_composition_goes_out_and_comes_in(film, tmp_path):
    out = tmp_path / "film.fcpxml"
    text = said(
        "export", film.pk, "--format", "fcpxml", "--target", "fcp", "--media-root", "/Volumes/Film", "--out", out
    )
    assert "Lost: 1 marker comes without colour." in text
    assert 'src="file:///Volumes/Film/interview.mp4"' in out.read_text()
    told = json.loads(said("import", out, "--json"))
    assert told["name"] == "Test film"
    assert film.workspace.compositions.count() == 2
    assert "Lost: An EDL holds one track" in said("export", film.pk, "--format", "edl", "--out", tmp_path / "film.edl")


def test_a_package_is_written(film, tmp_path):
    said("export", film.pk, "--format", "package", "--out", tmp_path / "film.zip")
    assert "timeline.otio" in zipfile.ZipFile(tmp_path / "film.zip").namelist()


def test_captions_go_into_a_composition(film, tmp_path):
    (tmp_path / "words.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\none\n")
    assert "1 cues added. Revision 2." in said("import", tmp_path / "words.srt", "--into", film.pk)
    film.refresh_from_db()
    assert film.head == 2


@pytest.mark.parametrize(
    ("name", "text", "more", "why"),
    [
        ("cut.doc", "x", (), "ends in none of"),
        ("cut.otio", "{", (), "is no JSON"),
        ("cut.edl", "x", ("--fps", "fast"), "no number"),
        (None, "", (), "no such file"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_nothing(film, tmp_path, name, text, more, why):
    if name:
        (tmp_path / name).write_text(text)
    with pytest.raises(CommandError, match=why):
        said("import", tmp_path / (name or "nothing.edl"), *more)
    assert film.workspace.compositions.count() == 1
