"""The routes of exchange: a report with every answer, and what is another's is not there."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests import factories
from tools import store
from tools.models import Composition

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-06")]
EDL = "TITLE: T\n001 TAPE V C 00:00:01:00 00:00:02:00 00:00:00:00 00:00:01:00\n"
SRT = "1\n00:00:01,000 --> 00:00:02,000\none\n"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, path, **body):
    return client.post(f"/api/compositions{path}", body, content_type="application/json")


@pytest.mark.parametrize(
    ("format", "lost"),
    [
        ("otio", []),
        ("fcp7", ["1 marker comes without colour."]),
        ("fcpxml", ["1 marker comes without colour."]),
        ("edl", ["An EDL holds one track"]),
    ],
)
def test_an_export_comes_with_its_report(browser, film, format, lost):
    told = browser.get(f"/api/compositions/{film.pk}/export", {"format": format}).json()
    assert (told["format"], told["name"].startswith("Test film.")) == (format, True)
    assert told["content"]
    said = told["report"]["lost"]
    assert said == lost if format != "edl" else said[0].startswith(lost[0])


def test_the_dialect_and_the_folder_of_the_media_are_the_caller_s(browser, film):
    asked = {"format": "fcp7", "target": "premiere", "mediaRoot": "C:\\films"}
    text = browser.get(f"/api/compositions/{film.pk}/export", asked).json()["content"]
    assert "file://localhost/C%3a/films/interview.mp4" in text


def test_what_goes_out_comes_in(browser, film):
    out = browser.get(f"/api/compositions/{film.pk}/export", {"format": "otio"}).json()
    answer = post(browser, "/import", name=out["name"], content=out["content"])
    told = answer.json()
    assert (answer.status_code, told["name"], told["document"]["items"].keys()) == (
        201, "Test film", store.read(film).dump()["items"].keys(),
    )  # fmt: skip
    assert "are not in this workspace" in told["report"]["lost"][0]
    assert Composition.objects.count() == 2


@pytest.mark.parametrize("fps", [25, 29.97, [30000, 1001]])
def test_an_edit_list_s_rate_can_be_said(browser, film, fps):
    told = post(browser, "/import", name="cut.edl", content=EDL, fps=fps).json()
    assert told["document"]["fps"] == ([25, 1] if fps == 25 else [30000, 1001])
    assert not any("taken to be" in sentence for sentence in told["report"]["assumed"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "cut.doc", "content": "x"}, 422, "UNKNOWN_FORMAT"),
        ({"name": "cut.xml", "content": '<!DOCTYPE xmeml [<!ENTITY a "b">]><xmeml>&a;</xmeml>'}, 422, "FILE_UNSAFE"),
        ({"name": "cut.otio", "content": "{"}, 422, "FILE_UNREADABLE"),
        ({"name": "words.srt", "content": SRT}, 422, "FILE_UNREADABLE"),
        ({"name": "cut.edl", "content": EDL, "fps": [30, 0]}, 400, "INVALID_REQUEST"),
        ({"name": "cut.edl", "content": EDL, "fps": 1e300}, 422, "FILE_UNREADABLE"),
        ({"name": "cut.edl", "content": EDL, "format": "srt"}, 400, "INVALID_REQUEST"),
        ({"name": "cut.edl"}, 400, "INVALID_REQUEST"),
    ],
)
def test_a_refusal_has_its_code_and_keeps_nothing(browser, studio, body, status, code):
    answer = post(browser, "/import", **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not studio.compositions.exists()


def test_captions_are_added_once_under_one_key(browser, film):
    for _ in range(2):
        answer = browser.post(
            f"/api/compositions/{film.pk}/import", {"name": "words.srt", "content": SRT, "fromFrame": 30},
            content_type="application/json", headers={"Idempotency-Key": "k"},
        )  # fmt: skip
        assert answer.json() == {"cues": 1, "revision": 2, "report": {"lost": [], "assumed": []}}
    film.refresh_from_db()
    assert film.head == 2


def test_captions_for_an_older_revision_are_409(browser, film):
    answer = post(browser, f"/{film.pk}/import", name="words.srt", content=SRT, revision=9)
    assert (answer.status_code, answer.json()["code"]) == (409, "REVISION_MOVED")
    film.refresh_from_db()
    assert film.head == 1


def test_an_edl_of_a_track_that_is_not_there_is_refused(browser, film):
    answer = browser.get(f"/api/compositions/{film.pk}/export", {"format": "edl", "track": "v9"})
    assert (answer.status_code, answer.json()["code"]) == (422, "track_not_found")


def test_a_package_is_a_zip(browser, film):
    answer = browser.get(f"/api/compositions/{film.pk}/package")
    assert (answer["Content-Type"], "Test film.zip" in answer["Content-Disposition"]) == ("application/zip", True)
    assert "report.txt" in zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).namelist()


def test_a_stranger_finds_nothing(client, film, bob):
    client.force_login(bob)
    answers = [
        client.get(f"/api/compositions/{film.pk}/export", {"format": "otio"}),
        client.get(f"/api/compositions/{film.pk}/package"),
        post(client, f"/{film.pk}/import", name="words.srt", content=SRT),
        post(client, "/import", name="cut.edl", content=EDL, workspaceId=str(film.workspace_id)),
    ]
    assert [answer.status_code for answer in answers] == [404] * 4
    film.refresh_from_db()
    assert (film.head, Composition.objects.count()) == (1, 1)


def test_a_viewer_may_export_and_not_import(client, film, studio):
    client.force_login(factories.person("vera", studio, role="viewer"))
    assert client.get(f"/api/compositions/{film.pk}/export", {"format": "otio"}).status_code == 200
    assert post(client, f"/{film.pk}/import", name="words.srt", content=SRT).status_code == 403
    assert post(client, "/import", name="cut.edl", content=EDL).status_code == 403
    film.refresh_from_db()
    assert (film.head, studio.compositions.count()) == (1, 1)
