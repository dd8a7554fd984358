"""A render that was approved is paid once, and made of what the run has changed by then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from runs import actions
from runs.cards import card_of
from runs.models import LedgerEntry, Run
from tests import clips
from tests.tools.media import scenes
from tools import store
from tools.media.probe import look
from tools.models import Asset, Composition, Workspace

pytestmark = [pytest.mark.spec("M-03", "D-9"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def film(studio: Workspace, settings) -> Composition:
    """Ten frames of a clip."""
    path = Path(settings.MEDIA_ROOT) / str(studio.pk) / "clip" / "original.mp4"
    path.parent.mkdir(parents=True)
    facts = {**look(clips.film(path)), "name": "clip.mp4"}
    below = path.relative_to(settings.MEDIA_ROOT).as_posix()
    clip = Asset.objects.create(
        workspace=studio,
        name="clip.mp4",
        kind="video",
        sha256="0" * 64,
        size=path.stat().st_size,
        path=below,
        facts=facts,
    )
    row = [scenes.item("video", 0, 10, str(clip.pk))]
    return store.create(studio, scenes.scene(row, assets={str(clip.pk): clip.facts}).dump())


def look_at(answer) -> bytes:
    return b"".join(answer.streaming_content)


def test_edits_before_a_render_are_in_it_and_it_is_paid_once(film, alice, proposed, settings):
    shorter = ("trimItem", {"id": "t0-0", "edge": "end", "toFrame": 5})
    run = proposed(shorter, ("render", {"format": "mp4"}))
    actions.approve(run, alice, card_of(run))
    run.refresh_from_db()
    assert run.status == Run.Status.DONE, run.verdict
    outcome = run.steps.get(tool="render").outcome
    assert (outcome["frames"], outcome["format"]) == (5, "mp4")
    assert look(Path(settings.MEDIA_ROOT) / outcome["file"])["width"] == 64
    browser = Client()
    browser.force_login(alice)
    [address] = re.findall(
        r'href="(/media/renders/[^"]+)"', browser.get(reverse("run", args=[run.pk])).content.decode()
    )
    assert look_at(browser.get(address)) == (Path(settings.MEDIA_ROOT) / outcome["file"]).read_bytes()
    shown = browser.get(reverse("run-card", args=[run.pk]), {"seen": "none"}).content.decode()
    assert f'href="{address}">Download {outcome["name"]}</a>' in shown
    [charge] = LedgerEntry.objects.filter(run=run, kind="charge")
    assert abs(charge.credits) == 2


@pytest.mark.spec("M-01")
def test_a_full_workspace_renders_and_makes_nothing_and_is_told_what_to_delete(film, alice, proposed, settings):
    settings.MEDIA_QUOTA_BYTES = 100
    for step in (("render", {"format": "mp4"}), ("generate.music", {"prompt": "waves"})):
        run = proposed(step)
        actions.approve(run, alice, card_of(run))
        run.refresh_from_db()
        assert run.status == Run.Status.FAILED
        assert "this workspace keeps originals" in run.verdict
        assert "the largest: “clip.mp4”" in run.verdict
        assert not LedgerEntry.objects.filter(run=run, kind="charge")
    assert not (Path(settings.MEDIA_ROOT) / "renders").exists()
    assert Asset.objects.count() == 1
    settings.MEDIA_QUOTA_BYTES = 0
    run = proposed(("render", {"format": "png"}))
    actions.approve(run, alice, card_of(run))
    run.refresh_from_db()
    assert run.status == Run.Status.DONE


def test_a_render_without_its_media_fails_by_name_and_is_not_paid(film, alice, proposed, settings):
    (Path(settings.MEDIA_ROOT) / Asset.objects.get().path).unlink()
    run = proposed(("render", {"format": "mp4"}))
    actions.approve(run, alice, card_of(run))
    run.refresh_from_db()
    assert run.status == Run.Status.FAILED
    assert "clip.mp4" in run.verdict
    assert not list((Path(settings.MEDIA_ROOT) / "renders").rglob("*.mp4"))
    assert not LedgerEntry.objects.filter(run=run, kind="charge")
