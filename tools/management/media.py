"""The subcommands of `tools` on media: take files in, list what is kept and what was rendered, delete."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from django.conf import settings

from tools.ingest import Refused, Taken, places, removal, renders, room, work
from tools.ingest import ingest as take_in
from tools.models import Asset, Workspace
from tools.terminal import Answer, asker, table, with_user, with_workspace, workspace_of


def with_ingest(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", type=Path, help="files, or folders of files")
    parser.add_argument(
        "--wait", action="store_true", help="make proxies, filmstrips and waveforms now, not by the server"
    )
    with_workspace(parser)


def with_delete(parser: ArgumentParser) -> None:
    parser.add_argument(
        "id", metavar="ID", help="a media file or a render, as `tools media` and `tools renders` list it"
    )
    parser.add_argument("--confirm", action="store_true", help="also where it is used, or Undo could bring it back")
    with_user(parser)


def ingest(o: Namespace) -> Answer:
    """Take files in as assets; a file that is refused is named with its reason, and the exit code is 1."""
    caller = asker(o.user)
    outcomes = list(take_in(workspace_of(caller, o.workspace), o.paths, caller.user))
    if o.wait:
        for id in dict.fromkeys(one.asset.pk for one in outcomes if one.asset):
            work.do(id)
    told = [
        {
            "path": os.fsencode(one.path).decode(errors="replace"),
            "asset": one.asset.document() if one.asset else None,
            "again": isinstance(one, Taken) and one.again,
            "code": one.code if isinstance(one, Refused) else None,
            "reason": one.reason or None,
        }
        for one in outcomes
    ]
    rows = [
        (places.spoken(str(one.path)), one.asset.pk if one.asset else "refused", one.reason or _again(one))
        for one in outcomes
    ]
    failed = any(one.asset is None for one in outcomes)
    return Answer({"files": told}, table(("FILE", "ASSET", "REASON"), rows), failed)


def _again(taken: Taken | Refused) -> str:
    return f"is there already, as “{taken.asset.name}”" if isinstance(taken, Taken) and taken.again else ""


def list_(o: Namespace) -> Answer:
    """The media of a workspace, the largest first, and how much room all that it keeps takes."""
    caller = asker(o.user)
    workspace = workspace_of(caller, o.workspace)
    rows = Asset.objects.filter(workspace=workspace).order_by("-size")
    use, most = room.use_of(workspace), settings.MEDIA_QUOTA_BYTES
    told = {
        "assets": [{"id": str(row.pk), "name": row.name, "kind": row.kind, "size": row.size} for row in rows],
        "use": asdict(use), "usedBytes": use.total, "quotaBytes": most,
    }  # fmt: skip
    lines = table(("ID", "KIND", "SIZE", "NAME"), [(row.pk, row.kind, room.spoken(row.size), row.name) for row in rows])
    of = f" of {room.spoken(most)}" if most else ""
    parts = ", ".join(f"{part} {size}" for part, size in use.parts)
    return Answer(told, f"{lines}\n\n{room.spoken(use.total)}{of} kept{f': {parts}' if parts else ''}.")


def rendered(o: Namespace) -> Answer:
    """What runs have rendered in a workspace, the newest first."""
    workspace = workspace_of(asker(o.user), o.workspace)
    found = renders.of(workspace.pk)
    told = [
        {
            "id": one.id, "name": one.name, "mime": one.mime, "size": one.size, "seconds": one.seconds,
            "createdAt": one.made_at.isoformat(),
        }
        for one in found
    ]  # fmt: skip
    rows = [(one.id, f"{one.made_at:%Y-%m-%d %H:%M}", room.spoken(one.size), places.spoken(one.name)) for one in found]
    return Answer({"renders": told}, table(("ID", "WHEN", "SIZE", "NAME"), rows))


def delete(o: Namespace) -> Answer:
    """Delete a media file and what stands in for it, or a render; links to that end."""
    caller = asker(o.user)
    if found := renders.find_in(caller.rows(Workspace), o.id):
        workspace, render = found
        renders.remove(render, workspace, by=caller.user)
        return _deleted(o.id, render.name)
    asset = caller.row(Asset, o.id)
    removal.remove(asset, by=caller.user, confirmed=o.confirm)
    return _deleted(o.id, asset.name)


def _deleted(id: str, name: str) -> Answer:
    return Answer({"deleted": id}, f"“{places.spoken(name)}” is deleted.")
