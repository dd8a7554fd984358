"""A look-up table comes in through every door, is shown as what it does to colours, and grades what is rendered."""

from __future__ import annotations

import base64
import io
import json
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from PIL import Image

from tests.tools.media.scenes import near, scene, solid
from tools import preview, store
from tools.compose import compose
from tools.ingest import ingest, places
from tools.media import render
from tools.media.stills import poster
from tools.models import Asset, Upload
from tools.sources import sources_of

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]
CORNERS = [(r, g, b) for b in (0, 1) for g in (0, 1) for r in (0, 1)]
SWAP = ("LUT_3D_SIZE 2\n" + "\n".join(f"{b} {r} {g}" for r, g, b in CORNERS)).encode()
"""Red becomes green."""
CUT_OFF = SWAP[:-6]


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def by_page(browser, studio, tmp_path, content):
    file = SimpleUploadedFile("swap.cube", content)
    browser.post(reverse("media"), {"workspace": studio.pk, "files": [file]})
    return Upload.objects.get().reason


def by_api(browser, studio, tmp_path, content):
    name = base64.b64encode(b"swap.cube").decode()
    told = {"Upload-Length": str(len(content)), "Upload-Metadata": f"filename {name}"}
    where = browser.generic("POST", "/api/uploads", b"", content_type="", headers=told)["Location"]
    browser.patch(where, content, content_type="application/offset+octet-stream", headers={"Upload-Offset": "0"})
    return browser.get(where).json()["reason"]


def by_terminal(browser, studio, tmp_path, content):
    (tmp_path / "swap.cube").write_bytes(content)
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("tools", "ingest", str(tmp_path / "swap.cube"), "--wait", "--json", stdout=out)
    return json.loads(out.getvalue())["files"][0]["reason"] or ""


DOORS = [by_page, by_api, by_terminal]


@pytest.mark.parametrize("door", DOORS)
def test_it_comes_in_and_is_shown(browser, studio, tmp_path, door):
    assert door(browser, studio, tmp_path, SWAP) == ""
    asset = Asset.objects.get()
    assert (asset.name, asset.kind, asset.facts["lutSize"], asset.stand_ins.state) == ("swap.cube", "lut", 2, "ready")
    assert (places.root() / asset.path).name == "original.cube"
    assert "look-up table" in browser.get(reverse("media")).content.decode()
    page = browser.get(reverse("asset", args=[asset.pk])).content.decode()
    assert "3D, 2 points a side" in page
    assert f'src="{reverse("poster", args=[asset.pk])}"' in page
    assert browser.get(reverse("poster", args=[asset.pk]))["Content-Type"] == "image/jpeg"


@pytest.mark.parametrize("door", DOORS)
def test_one_that_is_cut_off_is_refused_and_leaves_nothing(browser, studio, tmp_path, door, kept):
    said = door(browser, studio, tmp_path, CUT_OFF)
    assert "“swap.cube” is no look-up table that can be used: the table stops after 7 of its 8 rows" in said
    assert (Asset.objects.exists(), kept()) == (False, [])


@pytest.mark.spec("M-03", "M-04", "E-03")
def test_it_grades_a_composition_by_hand_in_preview_and_in_the_film(browser, studio, tmp_path):
    (tmp_path / "swap.cube").write_bytes(SWAP)
    [taken] = ingest(studio, [tmp_path / "swap.cube"])
    row = store.create(studio, scene([solid(0, 3, "#ff0000")]).dump())
    grade = {"lutAssetId": str(taken.asset.pk)}
    requests = [
        {"kind": "command", "op": op, "params": params}
        for op, params in (("addAsset", {"asset": taken.asset.document()}), ("setColorGrade", {"grade": grade}))
    ]
    request = {"kind": "batch", "requests": requests}
    done = browser.post(f"/api/compositions/{row.pk}/evaluate", request, content_type="application/json")
    assert done.status_code == 200, done.json()
    row.refresh_from_db()
    state = store.read(row)

    still = Image.open(io.BytesIO(preview.still(studio.pk, state, 1, 48)))
    assert near(still.getpixel((32, 24)), "#00ff00", by=40)
    sources = sources_of(studio.pk, state)
    for make in (render.render, render.preview):
        film, shown = tmp_path / f"{make.__name__}.mp4", tmp_path / f"{make.__name__}.jpg"
        make(state, sources, film, cache=tmp_path / "pieces")
        poster(film, shown, at=0, width=64)
        assert near(Image.open(shown).getpixel((32, 24)), "#00ff00", by=40)


@pytest.mark.spec("M-04")
def test_it_grades_all_of_a_composition_from_its_page(browser, studio, tmp_path):
    (tmp_path / "swap.cube").write_bytes(SWAP)
    [taken] = ingest(studio, [tmp_path / "swap.cube"])
    row = store.create(studio, scene([solid(0, 3, "#ff0000")], grade={"contrast": 0.1}).dump())
    browser.post(reverse("use-asset", args=[taken.asset.pk]), {"composition": row.pk})
    row.refresh_from_db()
    state = store.read(row)
    assert (row.head, state.head["grade"]) == (2, {"contrast": 0.1, "lutAssetId": str(taken.asset.pk)})


def test_a_folder_with_one_becomes_a_composition_that_has_it_at_hand(studio, clip, tmp_path):
    (tmp_path / "swap.cube").write_bytes(SWAP)
    assets = [one.asset for one in ingest(studio, [tmp_path / "swap.cube", clip])]
    state = store.read(compose(studio, assets, "Holiday"))
    assert ({one["kind"] for one in state.assets.values()}, len(state.items)) == ({"lut", "video"}, 1)
    assert (state.width, state.height) == (64, 48)
