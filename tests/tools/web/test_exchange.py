"""The pages of exchange: the report before the download, captions in, timelines in, and nothing of another's."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tools import store
from tools.models import Composition

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-06")]
EDL = b"TITLE: Cut\n001 TAPE V C 00:00:01:00 00:00:02:00 00:00:00:00 00:00:01:00\n"
SRT = b"1\n00:00:01,000 --> 00:00:02,000\none\n"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def file(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_the_composition_s_page_leads_to_it(browser, film):
    assert f"/compositions/{film.pk}/exchange/" in browser.get(f"/compositions/{film.pk}/").content.decode()


@pytest.mark.parametrize(
    "query", ["", "?format=edl", "?format=fcpxml&target=fcp", "?format=nonsense&target=x", "?format=srt"]
)
def test_a_format_says_what_it_loses_before_it_is_taken(browser, film, query):
    answer = browser.get(f"/compositions/{film.pk}/exchange/{query}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("“Overlay”" in page) is (query == "?format=edl")
    assert ("no captions in this composition" in page) is (query == "?format=srt")


def test_a_timeline_s_media_can_be_addressed_for_each_program_and_captions_have_none(browser, film):
    page = browser.get(f"/compositions/{film.pk}/exchange/?format=fcpxml&target=fcp").content.decode()
    assert 'href="?format=fcpxml&amp;target=premiere"' in page
    assert "target=premiere" not in browser.get(f"/compositions/{film.pk}/exchange/?format=srt").content.decode()
    assert all(suffix in browser.get("/import/").content.decode() for suffix in (".otio", ".edl", ".xml", ".fcpxml"))


def test_a_file_is_downloaded_by_its_name(browser, film):
    answer = browser.get(f"/compositions/{film.pk}/exchange/file?format=edl")
    assert answer["Content-Disposition"] == 'attachment; filename="Test film.edl"'
    assert answer.content.startswith(b"TITLE:   Test film")
    assert browser.get(f"/compositions/{film.pk}/exchange/file?format=srt").status_code == 302
    zip = browser.get(f"/compositions/{film.pk}/exchange/package.zip")
    assert b"".join(zip.streaming_content).startswith(b"PK")


def test_captions_are_added_and_the_person_is_told(browser, film):
    answer = browser.post(
        f"/compositions/{film.pk}/exchange/captions/", {"file": file("words.srt", "Grüße".encode("cp1252").join([b"1\n00:00:01,000 --> 00:00:02,000\n", b"\n"]))}, follow=True
    )  # fmt: skip
    said = [str(message) for message in answer.context["messages"]]
    assert said[0] == "1 cue added. Undo takes them away again."
    assert "Windows-1252" in said[1]
    film.refresh_from_db()
    [item] = [item for item in store.read(film).items.values() if item["type"] == "captions"]
    assert item["cues"][0]["text"] == "Grüße"


def test_a_timeline_becomes_a_composition_and_its_report_stays_with_it(browser, studio):
    answer = browser.post(
        "/import/", {"file": file("cut.edl", EDL), "fps": "25/1", "workspace": studio.pk}, follow=True
    )
    made = studio.compositions.get()
    assert answer.redirect_chain == [(f"/compositions/{made.pk}/exchange/", 302)]
    page = answer.content.decode()
    assert "Taken in from cut.edl" in page
    assert "“TAPE” is not in this workspace" in page
    assert store.read(made).fps == 25


@pytest.mark.parametrize(("name", "data", "why"), [("cut.doc", b"x", "ends in none of"), ("cut.xml", b"<a>", "was not taken in"), ("cut.edl", b"", "empty")])  # fmt: skip
def test_a_refused_file_is_said_at_the_field_and_leaves_nothing(browser, studio, name, data, why):
    answer = browser.post("/import/", {"file": file(name, data), "workspace": studio.pk})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not studio.compositions.exists()


def test_a_refused_captions_file_changes_nothing(browser, film):
    answer = browser.post(f"/compositions/{film.pk}/exchange/captions/", {"file": file("cut.edl", EDL)})
    assert (answer.status_code, "take it in as a composition of its own" in answer.content.decode()) == (422, True)
    film.refresh_from_db()
    assert film.head == 1


def test_a_file_with_a_page_in_its_name_is_only_text(browser, studio):
    answer = browser.post(
        "/import/", {"file": file("<script>alert(1)</script>.edl", EDL), "workspace": studio.pk}, follow=True
    )
    assert b"<script>alert" not in answer.content


def test_a_stranger_and_a_viewer_get_no_further(client, film, studio, bob):
    client.force_login(bob)
    page = f"/compositions/{film.pk}/exchange/"
    answers = [client.get(page), client.get(page + "file"), client.get(page + "package.zip"), client.post(page + "captions/", {"file": file("a.srt", SRT)})]  # fmt: skip
    assert [answer.status_code for answer in answers] == [404] * 4
    assert client.post("/import/", {"file": file("cut.edl", EDL), "workspace": studio.pk}).status_code == 422
    client.force_login(factories.person("vera", studio, role="viewer"))
    assert client.post(page + "captions/", {"file": file("a.srt", SRT)}).status_code == 422
    assert client.post("/import/", {"file": file("cut.edl", EDL), "workspace": studio.pk}).status_code == 422
    film.refresh_from_db()
    assert (film.head, Composition.objects.count()) == (1, 1)
