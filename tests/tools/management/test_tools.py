"""manage.py tools: the registry, the engine by hand, media, and keys."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests import clips, factories
from tools import store, vault
from tools.compose import compose
from tools.ingest import places, stand_ins
from tools.models import ApiToken, Membership, PublishAccount

FILM = str(factories.FOUR_CLIPS)


def said(*args) -> str:
    out = io.StringIO()
    call_command("tools", *args, stdout=out)
    return out.getvalue()


def told(*args):
    return json.loads(said(*args, "--json"))


@pytest.mark.spec("K-10", "K-32")
def test_the_list_is_what_the_api_answers(client, alice):
    client.force_login(alice)
    assert told("list") == client.get("/api/agent/tools").json()
    assert {tool["class"] for tool in told("list", "--class", "read")["tools"]} == {"read"}


@pytest.mark.spec("K-10")
def test_a_tool_is_described_and_a_near_miss_is_suggested():
    assert told("describe", "trimItem")["inputSchema"]["required"]
    assert "toFrame" in said("describe", "trimItem")
    with pytest.raises(CommandError, match="Did you mean trimItem"):
        said("describe", "trimItm")


@pytest.mark.spec("K-32", "E-01")
def test_a_file_is_asked_and_changed_without_a_database(tmp_path):
    rows = told("evaluate", "--manifest", FILM, "--op", "query", "--params", '{"target": "tracks"}')
    assert (len(rows["value"]["rows"]), rows["changed"]) == (len(factories.document()["tracks"]), False)
    out = tmp_path / "after.json"
    params = '{"name": "Cut"}'
    told("evaluate", "--manifest", FILM, "--op", "setCompositionName", "--params", params, "--out", str(out))
    assert json.loads(out.read_text())["name"] == "Cut"


@pytest.mark.spec("K-17")
def test_nothing_is_deleted_in_a_file_without_a_yes():
    args = ("evaluate", "--manifest", FILM, "--op", "deleteItems", "--params", '{"ids": ["clip-d"]}')
    with pytest.raises(CommandError, match="--approve"):
        said(*args)
    assert "clip-d" not in told(*args, "--approve")["state"]["items"]


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--op", "fly"), "no command 'fly'"),
        (("--op", "setCompositionName", "--params", "{"), "--params is not JSON"),
        (("--op", "setCompositionName", "--params", "[]"), "--params is list"),
        (("--request", '{"kind": "wish"}'), "kind"),
    ],
)
def test_a_request_that_is_none_is_refused_in_one_line(args, why):
    with pytest.raises(CommandError, match=why):
        said("evaluate", "--manifest", FILM, *args)


@pytest.mark.spec("K-32", "K-11")
@pytest.mark.django_db
def test_a_stored_composition_is_changed_as_one_revision_and_not_when_it_moved(film):
    request = json.dumps({"kind": "batch", "requests": [
        {"kind": "command", "op": "setCompositionName", "params": {"name": "Cut"}},
        {"kind": "command", "op": "muteTrack", "params": {"trackId": "v1"}},
    ]})  # fmt: skip
    done = told("evaluate", "--composition", str(film.pk), "--request", request, "--revision", "1")
    assert (done["revision"], len(done["values"])) == (2, 2)
    with pytest.raises(CommandError, match="moved on from revision 1 to 2"):
        said("evaluate", "--composition", str(film.pk), "--request", request, "--revision", "1")
    film.refresh_from_db()
    assert (film.head, store.read(film).name) == (2, "Cut")


@pytest.mark.spec("D-13", "K-19")
@pytest.mark.django_db
def test_a_stranger_and_a_viewer_change_nothing(film, bob, studio):
    factories.person("vera", studio, role="viewer")
    args = ("evaluate", "--composition", str(film.pk), "--op", "setCompositionName", "--params", '{"name": "Mine"}')
    with pytest.raises(CommandError, match="nothing with that id"):
        said(*args, "--user", "bob")
    with pytest.raises(CommandError, match="tier"):
        said(*args, "--user", "vera")
    film.refresh_from_db()
    assert film.head == 1


@pytest.mark.spec("X-04")
@pytest.mark.django_db
def test_a_key_is_printed_once_and_only_its_hash_is_kept(alice, studio):
    key = told("token", "--tier", "editor", "--days", "7", "--name", "ci")["token"]
    token = ApiToken.objects.get()
    assert ApiToken.find(key) == token
    assert (token.tier, token.name, token.workspace) == ("editor", "ci", studio)
    assert key not in json.dumps([str(value) for value in vars(token).values()])


@pytest.mark.spec("X-04")
@pytest.mark.django_db
def test_a_key_is_for_one_workspace_that_its_person_is_in(alice, studio, bob):
    second = factories.workspace("Second")
    Membership.objects.create(workspace=second, user=alice)
    with pytest.raises(CommandError, match="--workspace NAME or ID"):
        said("token", "--user", "alice")
    with pytest.raises(CommandError, match="--workspace NAME or ID"):
        said("token", "--user", "alice", "--workspace", "Elsewhere")
    assert not ApiToken.objects.exists()
    assert told("token", "--user", "alice", "--workspace", "Second")["workspaceId"] == str(second.pk)


@pytest.mark.spec("M-01")
@pytest.mark.django_db
def test_a_file_that_is_no_media_is_refused_by_name_and_leaves_nothing(alice, studio, tmp_path):
    (tmp_path / "notes.mp4").write_text("not a film")
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("tools", "ingest", str(tmp_path), "--json", stdout=out)
    [file] = json.loads(out.getvalue())["files"]
    assert file["asset"] is None
    assert "notes.mp4" in file["path"]
    assert file["reason"]
    assert not studio.assets.exists()


@pytest.mark.spec("M-01", "M-02")
@pytest.mark.django_db
def test_names_are_told_whole_and_steer_no_terminal(alice, studio, tmp_path):
    clip = clips.film(tmp_path / "clip.mp4")
    hostile = tmp_path / os.fsdecode(b"caf\xe9\n\x1b[31m.mp4")
    hostile.write_bytes(clip.read_bytes() + b"\0")
    (tmp_path / "copy.mp4").write_bytes(clip.read_bytes())
    files = told("ingest", str(clip), str(hostile), str(tmp_path / "copy.mp4"))["files"]
    assert [(Path(one["path"]).name, one["again"]) for one in files] == [
        ("clip.mp4", False), ("caf�\n\x1b[31m.mp4", False), ("copy.mp4", True)
    ]  # fmt: skip
    printed = said("ingest", str(hostile), str(tmp_path / "copy.mp4"))
    assert "caf���[31m.mp4" in printed
    assert "\x1b" not in printed
    assert "is there already, as “clip.mp4”" in printed


@pytest.mark.spec("M-01")
@pytest.mark.django_db
def test_what_stands_in_for_a_file_is_made_by_the_server_or_at_once(alice, studio, tmp_path):
    clip = clips.film(tmp_path / "clip.mp4")
    assert told("ingest", str(clip))["files"][0]["asset"]["mime"] == "video/mp4"
    asset = studio.assets.get()
    assert stand_ins.file_of(asset, "proxy") is None
    told("ingest", str(clip), "--wait")
    assert stand_ins.file_of(asset, "proxy")[0].is_file()


@pytest.mark.spec("M-01", "K-32")
@pytest.mark.django_db
def test_media_are_listed_with_the_room_they_take_and_deleted_where_nothing_brings_them_back(alice, studio, tmp_path):
    clip = clips.film(tmp_path / "clip.mp4")
    told("ingest", str(clip), "--wait")
    asset = studio.assets.get()
    kept = told("media")
    assert ([one["id"] for one in kept["assets"]], kept["use"]["originals"]) == ([str(asset.pk)], clip.stat().st_size)
    assert "stand-ins" in said("media")
    compose(studio, [asset], "Trailer", alice)
    with pytest.raises(CommandError, match="is used in “Trailer”"):
        said("delete", str(asset.pk))
    assert studio.assets.exists()
    assert "“clip.mp4” is deleted" in said("delete", str(asset.pk), "--confirm")
    assert not studio.assets.exists()
    with pytest.raises(CommandError, match="nothing with that id"):
        said("delete", str(asset.pk))


@pytest.mark.spec("M-03", "K-32")
@pytest.mark.django_db
def test_renders_are_listed_as_the_api_answers_and_deleted(client, alice, bob, studio):
    mine, theirs = (places.renders(one.pk) / "run-1-step-1.mp4" for one in (studio, bob.workspaces.get()))
    for path in (mine, theirs):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"film" * 100)
        path.with_name(f"{path.name}.json").write_text('{"name": "A Walk.mp4", "seconds": 2.5}')
    client.force_login(alice)
    [answered] = client.get("/api/renders").json()["renders"]
    [listed] = told("renders", "--user", "alice")["renders"]
    assert all(listed[name] == answered[name] for name in ("id", "name", "mime", "size", "seconds"))
    assert "400 bytes  A Walk.mp4" in said("renders", "--user", "alice")
    assert "“A Walk.mp4” is deleted" in said("delete", mine.name, "--user", "alice")
    with pytest.raises(CommandError, match="nothing with that id"):
        said("delete", mine.name, "--user", "alice")
    assert (list(mine.parent.iterdir()), theirs.exists(), told("renders", "--user", "bob")["renders"] != []) == (
        [],
        True,
        True,
    )


@pytest.mark.spec("M-03", "X-04")
@pytest.mark.django_db
def test_nobody_deletes_a_render_who_may_not_change_things_or_of_others(alice, bob, studio):
    path = places.renders(studio.pk) / "run-1-step-1.mp4"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"film")
    path.with_name(f"{path.name}.json").write_text('{"name": "A Walk.mp4", "seconds": 2.5}')
    with pytest.raises(CommandError, match="nothing with that id"):
        said("delete", path.name, "--user", "bob")
    Membership.objects.filter(workspace=studio, user=alice).update(tier="readonly")
    with pytest.raises(CommandError, match="Your tier allows read here"):
        said("delete", path.name, "--user", "alice")
    assert path.exists()


@pytest.mark.django_db
def test_a_database_without_tables_is_said_in_one_line(monkeypatch):
    from django.db import OperationalError

    def broken(*args):
        raise OperationalError("no such table: auth_user")

    monkeypatch.setattr("tools.management.commands.tools.asker", broken)
    with pytest.raises(CommandError, match=r"manage\.py migrate"):
        said("token")


@pytest.mark.spec("S-08")
def test_seals_are_renewed_and_what_cannot_be_read_is_named(studio, settings):
    old = settings.SECRET_KEY
    PublishAccount.objects.create(workspace=studio, name="Hook", platform="webhook", sealed=vault.seal({"url": "u"}))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]
    assert told("reseal") == {"sealed": 1, "unreadable": []}
    settings.SECRET_KEY_FALLBACKS = []
    assert PublishAccount.objects.get().facts() == {"url": "u"}
    settings.SECRET_KEY = old
    with pytest.raises(SystemExit):
        said("reseal")
    settings.SECRET_KEY = "another" * 10
    assert PublishAccount.objects.get().facts() == {"url": "u"}
