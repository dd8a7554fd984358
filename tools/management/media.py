"""The subcommands of `tools` on media: take files in, list what is kept, delete."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from django.conf import settings

from tools.ingest import Refused, Taken, places, removal, room, work
from tools.ingest import ingest as take_in
from tools.models import Asset
from tools.terminal import Answer, asker, table, with_user, with_workspace, workspace_of


def with_ingest(parser: ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", type=Path, help="files, or folders of files")
    parser.add_argument(
        "--wait", action="store_true", help="make proxies, filmstrips and waveforms now, not by the server"
    )
    with_workspace(parser)


def with_delete(parser: ArgumentParser) -> None:
    parser.add_argument("asset", metavar="ID", help="a media file, as `tools media` lists it")
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


def delete(o: Namespace) -> Answer:
    """Delete a media file and what stands in for it."""
    caller = asker(o.user)
    asset = caller.row(Asset, o.asset)
    removal.remove(asset, by=caller.user, confirmed=o.confirm)
    return Answer({"deleted": o.asset}, f"“{asset.name}” is deleted.")
