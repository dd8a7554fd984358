"""The page of media: files by a form that needs no script, what is on its way, one file's page, deleting it."""

from __future__ import annotations

import io
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import clips, factories
from tools import history, store
from tools.compose import compose
from tools.ingest import places, uploads, work
from tools.models import Asset, StandIns, Upload

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


@pytest.fixture(scope="session")
def clip(tmp_path_factory) -> bytes:
    return clips.film(tmp_path_factory.mktemp("clip") / "clip.mp4").read_bytes()


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def asset(browser, studio, clip) -> Asset:
    post(browser, studio, SimpleUploadedFile("My clip.mp4", clip))
    return Asset.objects.get()


def post(client, workspace, *files):
    return client.post(reverse("media"), {"workspace": workspace.pk, "files": files}, follow=True)


def test_a_form_without_a_script_takes_files_and_says_what_it_refuses(browser, studio, clip, settings):
    settings.MEDIA_MAX_BYTES = len(clip)
    page = post(
        browser,
        studio,
        SimpleUploadedFile("My clip.mp4", clip),
        SimpleUploadedFile("notes.mp4", b"just words"),
        SimpleUploadedFile("empty.mp4", b""),
        SimpleUploadedFile("huge.mp4", clip + b"x"),
    ).content.decode()
    asset = Asset.objects.get()
    assert (asset.name, asset.stand_ins.state) == ("My clip.mp4", "ready")
    assert "“notes.mp4” is no video, sound or picture" in page
    assert "“empty.mp4” is empty" in page
    assert "“huge.mp4” is larger than" in page
    assert reverse("asset", args=[asset.pk]) in page
    assert list(places.incoming().iterdir()) == []


def test_a_form_with_no_file_or_for_a_foreign_workspace_says_that_nothing_came(browser, studio, bob, clip):
    for page in (post(browser, studio), post(browser, bob.workspaces.get(), SimpleUploadedFile("a.mp4", clip))):
        assert "Nothing was taken in." in page.content.decode()
    assert not Upload.objects.exists()


def test_what_moves_is_asked_for_while_something_is_under_way(browser, studio, alice, clip, monkeypatch):
    monkeypatch.setattr(work, "_bell", [])
    upload = uploads.receive(uploads.begin(studio, "a.mp4", len(clip), by=alice), 0, io.BytesIO(clip[:1000]))
    shelf = reverse("media-shelf")

    def stamp(page: str) -> str:
        return re.search(r"seen=(\w+)", page)[1]

    page = browser.get(shelf).content.decode()
    assert "every 2s" in page
    assert f"{100000 // len(clip)} % here" in page
    assert browser.get(shelf, {"seen": stamp(page)}).status_code == 204
    uploads.receive(upload, 1000, io.BytesIO(clip[1000:]))
    page = browser.get(shelf, {"seen": stamp(page)}).content.decode()
    assert "Being checked" in page
    work.do(upload.pk)
    page = browser.get(shelf).content.decode()
    assert ("Making previews" in page, "every 2s" in page) == (True, True)
    work.do(Asset.objects.get().pk)
    page = browser.get(shelf).content.decode()
    assert ("Making previews" in page, "every 2s" in page) == (False, False)


def test_the_page_of_a_film_plays_its_proxy_and_says_what_is_in_it(browser, asset):
    page = browser.get(reverse("asset", args=[asset.pk])).content.decode()
    for what in ("proxy", "filmstrip", "waveform", "original"):
        assert f'"{reverse("media-file", args=[asset.pk, what])}"' in page
    assert "64 × 48" in page
    assert "25 fps" in page
    assert "No composition uses it" in page


@pytest.mark.parametrize(("fps", "said"), [([30000, 1001], "29.97 fps"), ([25, 1], "25 fps")])
def test_a_rate_is_said_as_editors_say_it(browser, asset, fps, said):
    Asset.objects.update(facts=asset.facts | {"fps": fps})
    assert said in browser.get(reverse("asset", args=[asset.pk])).content.decode()


@pytest.mark.spec("M-04", "K-12")
def test_a_file_is_put_into_a_composition_from_its_page_as_one_change(browser, asset, studio, alice, film, bob):
    before = store.read(film).dump()
    assert "Test film" in browser.get(reverse("asset", args=[asset.pk])).content.decode()
    answer = browser.post(reverse("use-asset", args=[asset.pk]), {"composition": film.pk})
    assert answer["Location"] == reverse("composition", args=[film.pk])
    film.refresh_from_db()
    [added] = [item for item in store.read(film).items.values() if item.get("assetId") == str(asset.pk)]
    assert (film.head, added["type"], added["name"]) == (2, "video", "My clip.mp4")
    browser.post(reverse("use-asset", args=[asset.pk]), {"composition": film.pk})  # once more: the asset is there
    film.refresh_from_db()
    for _ in range(2):
        history.undo(film, alice)
    assert store.read(film).dump() == before

    theirs = factories.composition(bob.workspaces.get())
    for foreign in (theirs.pk, uuid4(), "", "x"):
        assert browser.post(reverse("use-asset", args=[asset.pk]), {"composition": foreign}).status_code == 404
    browser.force_login(factories.person("vera", studio, role="viewer"))
    browser.post(reverse("use-asset", args=[asset.pk]), {"composition": film.pk})
    film.refresh_from_db()
    assert store.read(film).dump() == before


@pytest.mark.spec("M-04")
def test_whoever_comes_from_a_composition_adds_files_to_it_one_after_another(browser, asset, studio, film, bob):
    page = browser.get(reverse("composition", args=[film.pk])).content.decode()
    address = f"{reverse('media')}?into={film.pk}"
    assert f'href="{address}"' in page
    page = browser.get(address).content.decode()
    assert f'name="composition" value="{film.pk}"' in page
    assert f"page=1&amp;into={film.pk}" in page, "the part that is asked for again knows it too"
    said = browser.post(
        reverse("use-asset", args=[asset.pk]), {"composition": film.pk}, headers={"HX-Request": "true"}
    ).content.decode()
    assert "“My clip.mp4” is in “Test film” now." in said
    film.refresh_from_db()
    assert film.head == 2

    theirs = factories.composition(bob.workspaces.get())
    for foreign in (theirs.pk, uuid4(), "x"):
        assert "tile-act" not in browser.get(reverse("media"), {"into": foreign}).content.decode()
    browser.force_login(factories.person("vera", studio, role="viewer"))
    assert "tile-act" not in browser.get(address).content.decode()


def test_what_is_used_is_deleted_only_with_a_tick(browser, asset, studio, alice, django_capture_on_commit_callbacks):
    compose(studio, [asset], "Trailer", alice)
    assert "Trailer" in browser.get(reverse("asset", args=[asset.pk])).content.decode()
    page = browser.post(reverse("delete-asset", args=[asset.pk]), follow=True).content.decode()
    assert "is used in “Trailer”" in page
    assert Asset.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(reverse("delete-asset", args=[asset.pk]), {"confirm": "on"})
    assert (Asset.objects.exists(), places.home(studio.pk, asset.pk).exists()) == (False, False)


def test_a_refused_upload_is_dismissed(browser, studio):
    post(browser, studio, SimpleUploadedFile("notes.mp4", b"just words"))
    browser.post(reverse("forget-upload", args=[Upload.objects.get().pk]))
    assert not Upload.objects.exists()
    assert "notes.mp4" not in browser.get(reverse("media")).content.decode()


@pytest.mark.spec("D-13")
def test_a_stranger_finds_nothing_and_changes_nothing(client, asset, bob, studio):
    uploads.begin(studio, "theirs.mp4", 10, by=studio.members.get())
    client.force_login(bob)
    foreign = [("asset", asset.pk), ("delete-asset", asset.pk), ("forget-upload", Upload.objects.first().pk)]
    for name, id in (*foreign, *((name, uuid4()) for name, _ in foreign)):
        call = client.get if name == "asset" else client.post
        assert call(reverse(name, args=[id])).status_code == 404
    for what in ("original", "proxy", "filmstrip", "waveform", "peaks", "poster.jpg"):
        assert client.get(f"/media/{asset.pk}/{what}").status_code == 404
    page = client.get(reverse("media")).content.decode()
    assert "My clip" not in page
    assert "theirs.mp4" not in page
    assert post(client, studio, SimpleUploadedFile("b.mp4", b"x")).status_code == 200
    assert (Asset.objects.get(), Upload.objects.filter(name="b.mp4").exists()) == (asset, False)


@pytest.mark.spec("K-19", "X-04")
def test_a_viewer_looks_and_changes_nothing(client, asset, studio):
    client.force_login(factories.person("vera", studio, role="viewer"))
    assert "take-in" not in client.get(reverse("media")).content.decode()
    assert "Delete" not in client.get(reverse("asset", args=[asset.pk])).content.decode()
    post(client, studio, SimpleUploadedFile("b.mp4", b"x"))
    client.post(reverse("delete-asset", args=[asset.pk]), {"confirm": "on"})
    assert (Asset.objects.get(), Upload.objects.exclude(state="ready").exists()) == (asset, False)


def test_a_part_of_a_film_is_played(browser, asset, clip):
    url = reverse("media-file", args=[asset.pk, "original"])
    answer = browser.get(url, headers={"Range": "bytes=100-199"})
    assert (answer.status_code, answer["Content-Range"]) == (206, f"bytes 100-199/{len(clip)}")
    assert answer.content == clip[100:200]
    assert (answer["Content-Type"], answer["Accept-Ranges"]) == ("video/mp4", "bytes")
    assert answer["Cache-Control"].startswith("private, max-age=31536000")
    assert browser.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert browser.get(url, headers={"Range": f"bytes={len(clip)}-"}).status_code == 416
    proxy = browser.get(reverse("media-file", args=[asset.pk, "proxy"]), headers={"Range": "bytes=0-7"})
    assert (proxy.status_code, proxy.content[4:]) == (206, b"ftyp")


def test_a_file_is_not_served_as_what_its_name_says(browser, studio, clip):
    post(browser, studio, SimpleUploadedFile("page.html", clip))
    answer = browser.get(reverse("media-file", args=[Asset.objects.get().pk, "original"]))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("video/mp4", "nosniff")


def test_there_is_nothing_else_to_be_had(browser, asset):
    for what in ("making", "original.mp4", "..", "%2e%2e%2fsecret"):
        assert browser.get(f"/media/{asset.pk}/{what}").status_code == 404
    StandIns.objects.update(files={"proxy": {"file": "../../../secret", "mime": "text/plain"}})
    assert browser.get(f"/media/{asset.pk}/proxy").status_code == 404
