"""A file of the workspace is used by its name: the plan brings it into a composition that does not list it, and no other."""

from __future__ import annotations

from uuid import uuid4

import pytest

from agent.context import Background, bundle
from agent.interpret import interpret
from agent.providers.base import Scene
from runs.models import Run
from runs.tiers import file_tier
from tests.agent.test_interpret import Model
from tools import store
from tools.beside import beside
from tools.models import Asset

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("S-10", "K-14")]
FACTS = {"kind": "video", "hasVideo": True, "hasAudio": True, "durationSeconds": 40.0, "width": 640, "height": 360}


def file(workspace, name: str, **facts) -> Asset:
    facts = {"name": name, **FACTS, **facts}
    digest = uuid4().hex * 2
    return Asset.objects.create(
        workspace=workspace, name=name, kind=facts["kind"], sha256=digest, size=1, path="x", facts=facts
    )


def planned(film, sentence: str, **wishes):
    state = store.read(film)
    return interpret(sentence, state=state, tier=file_tier(), workspace=film.workspace_id, **wishes).proposal


def tools(proposal) -> list[str]:
    return [step.tool for step in proposal.plan.steps]


def test_a_file_that_is_named_comes_in_with_what_shows_it_and_is_named_on(client, film, alice, studio):
    client.force_login(alice)
    row = file(studio, "harbour.mp4")
    asked = {"message": "add harbour.mp4 at the end and mute it", "compositionId": str(film.pk)}
    body = client.post("/api/agent/plan", asked, content_type="application/json").json()
    assert [step["tool"] for step in body["plan"]["steps"]][:2] == ["addAsset", "addItem"]
    assert body["plan"]["steps"][0]["params"] == {"asset": {"id": str(row.pk), "name": "harbour.mp4", **FACTS}}

    approved = {"plan": body["plan"], "compositionId": str(film.pk), "approved": True}
    done = client.post("/api/agent/execute", approved, content_type="application/json")
    assert done.status_code == 200, done.content
    film.refresh_from_db()
    state = store.read(film)
    [shown] = [item for item in state.items.values() if item.get("assetId") == str(row.pk)]
    assert (shown["durationInFrames"], shown["audio"]["muted"]) == (1200, True)
    assert Run.objects.get().status == "done"


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("append city walk", "city_walk_0_30.webm"),
        ("add the sunset photo for 3 seconds at the end", "sunset 2017.jpg"),
        ("put rain under everything", "rain.mp3"),
        ("replace the first clip with chaplin", "chaplin.mp4"),
    ],
)
def test_it_goes_by_its_words_by_what_it_is_and_by_its_whole_name(film, studio, sentence, name):
    kind = {"jpg": "image", "mp3": "audio"}.get(name.rpartition(".")[2], "video")
    row = file(studio, name, kind=kind)
    proposal = planned(film, sentence)
    assert proposal.valid
    assert proposal.plan.steps[0].params["asset"]["id"] == str(row.pk)
    assert len(proposal.plan.steps) == 2


def test_what_is_said_in_a_file_is_written_down_without_bringing_it_in(film, studio):
    row = file(studio, "harbour.mp4")
    [step] = planned(film, "transcribe harbour.mp4").plan.steps
    assert (step.tool, step.params) == ("transcribe_video", {"assetId": str(row.pk)})


def test_a_file_comes_in_once_however_often_it_is_shown(film, studio):
    file(studio, "rain.mp4")
    proposal = planned(film, "replace the first clip with rain.mp4 and add rain.mp4 at the end")
    assert sorted(tools(proposal)) == ["addAsset", "addItem", "replaceItemAsset"]


def test_what_is_listed_goes_before_what_is_not_and_a_noun_alone_means_no_other(film, studio):
    for name, kind in (("logo old.png", "image"), ("music.mp3", "audio"), ("voice.mp3", "audio")):
        file(studio, name, kind=kind)
    assert tools(planned(film, "add the logo")) == ["addItem"]
    assert "addAsset" not in tools(planned(film, "delete the music"))


def test_nothing_of_another_workspace_is_seen_or_brought_in(film, bob):
    theirs = file(bob.membership_set.get().workspace, "harbour.mp4")
    assert beside(film.workspace_id, store.read(film)) == {}
    assert tools(planned(film, "add harbour.mp4 at the end")) == []
    shown = {"item": {"type": "video", "assetId": str(theirs.pk), "durationInFrames": 10}}
    refused = planned(film, "show it", provider=Model(("addItem", shown)))
    assert not refused.valid
    assert str(theirs.pk) in refused.errors[0]


def test_what_a_file_is_its_row_says_whatever_a_model_thinks(film, studio):
    row = file(studio, "harbour.mp4")
    shown = {"item": {"type": "video", "assetId": str(row.pk), "durationInFrames": 30}}
    proposal = planned(film, "show it", provider=Model(("addItem", shown)))
    assert proposal.valid
    assert proposal.plan.steps[0].params == {"asset": row.document()}


def test_a_file_that_is_not_listed_is_not_deleted_from_a_list(film, studio):
    file(studio, "harbour.mp4")
    refused = planned(film, "delete harbour.mp4 from the library")
    assert refused.plan.steps == []
    assert "does not list that file" in refused.answer


def test_planners_are_told_of_them_and_a_question_counts_them(client, film, alice, studio):
    row = file(studio, "harbour.mp4")
    scene = Scene(store.read(film), workspace=studio.pk, beside=beside(studio.pk, store.read(film)))
    assert f"More files, to be used by their ids like media: {row.pk} “harbour.mp4” video 40 s" in bundle(
        scene, Background()
    )
    client.force_login(alice)
    asked = {"question": "what files do I have?", "compositionId": str(film.pk)}
    body = client.post("/api/agent/ask", asked, content_type="application/json").json()
    assert "The workspace has 1 more to use: harbour.mp4." in body["answer"]
