"""manage.py tools: what the agent may use, the engine by hand, media from the disk, exchange, and keys to the API."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from tools import connecting, edits, handover, interchange
from tools.catalog import TOOLS
from tools.ingest.removal import AssetInUse
from tools.management import media
from tools.manifest import line_of, manifest
from tools.media.interchange import BY_NAME, MOST_BYTES, TARGETS, InterchangeError, Report
from tools.media.interchange.rates import exact_rate
from tools.models import TIERS, ApiToken, Composition
from tools.registry.registry import ToolNotFound
from tools.terminal import (
    Answer,
    Refused,
    Subcommand,
    Terminal,
    asker,
    manifest_in,
    object_of,
    table,
    with_composition,
    with_user,
    with_workspace,
    workspace_of,
    write,
)


def _with_list(parser: ArgumentParser) -> None:
    parser.add_argument("--class", dest="step_class", choices=["read", "mutate", "generate"], help="only one class")


def _with_name(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="a tool, as `tools list` names it")


def _with_evaluate(parser: ArgumentParser) -> None:
    with_composition(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--op", metavar="NAME", help="a command, or query, or describe")
    what.add_argument("--request", metavar="JSON", help="a whole request: a query, a describe, a command or a batch")
    parser.add_argument("--params", metavar="JSON", default="{}", help="what --op takes, as `tools describe` lists it")
    parser.add_argument(
        "--revision", type=int, help="the revision you looked at; refused when it is no longer the head"
    )
    parser.add_argument("--approve", action="store_true", help="you say yes to taking something away")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the changed composition in a file (--manifest)")


def _with_export(parser: ArgumentParser) -> None:
    parser.add_argument("composition", metavar="ID", help="a stored composition")
    parser.add_argument("--format", choices=[*BY_NAME, "package"], default="otio", help="package is a zip with media")
    parser.add_argument("--out", type=Path, metavar="FILE", required=True, help="where to write it")
    parser.add_argument("--target", choices=list(TARGETS), default="resolve", help="how media are addressed")
    parser.add_argument("--media-root", default="", metavar="FOLDER", help="where the media are on the other side")
    parser.add_argument("--track", metavar="ID", help="the track of an EDL")
    with_user(parser)


def _with_import(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a timeline, or captions with --into")
    parser.add_argument("--into", metavar="ID", help="the composition that captions are added to")
    parser.add_argument("--format", choices=list(BY_NAME), help="where the file's ending does not say it")
    parser.add_argument("--fps", metavar="RATE", help="25 or 30000/1001, where an edit list does not say it")
    with_workspace(parser)


def _with_token(parser: ArgumentParser) -> None:
    parser.add_argument("--name", default="terminal", help="what the key is for")
    parser.add_argument("--days", type=int, default=90, help="how long it lives (90)")
    parser.add_argument("--tier", choices=[key for key, _ in TIERS], default="full", help="the most it may do (full)")
    with_workspace(parser)


def list_(o: Namespace) -> Answer:
    """Every tool, or those of one class; the JSON is the body of GET /api/agent/tools."""
    told = manifest(o.step_class)
    rows = [
        (one["name"], one["class"], "" if one.get("ready", True) else "later", one["description"])
        for one in told["tools"]
    ]
    return Answer(told, table(("NAME", "CLASS", "", "WHAT"), rows))


def describe(o: Namespace) -> Answer:
    """One tool with its parameters."""
    told = line_of(TOOLS.get(o.name))
    schema = told["inputSchema"]
    required = schema.get("required", [])
    rows = [
        (name, "required" if name in required else "", one.get("type", ""), one.get("description", ""))
        for name, one in schema.get("properties", {}).items()
    ]
    return Answer(
        told, f"{told['name']} ({told['class']}): {told['description']}\n\n{table(('TAKES', '', 'TYPE', 'WHAT'), rows)}"
    )


def evaluate(o: Namespace) -> Answer:
    """One request to the engine, on a file or on a stored composition; what it changes in a row is one revision."""
    request = object_of(o.request, "--request") if o.request else _request(o.op, object_of(o.params, "--params"))
    key = "values" if request.get("kind") == "batch" else "value"
    if o.manifest:
        edited, state = edits.on_document(manifest_in(o.manifest), request, approved=o.approve)
        if o.out:
            write(o.out, state.dump())
        told = {key: edited.value, "changed": edited.changed, "warnings": edited.warnings, "state": state.dump()}
        return Answer(told, _evaluated(edited))
    caller = asker(o.user)
    row = caller.row(Composition, o.composition)
    edited = edits.perform(row, request, by=caller.user, approved=o.approve, expected=o.revision)
    told = {key: edited.value, "revision": edited.revision, "changed": edited.changed, "warnings": edited.warnings}
    return Answer(told, f"{_evaluated(edited)}\nRevision {edited.revision}.")


def _request(op: str, params: dict[str, Any]) -> dict[str, Any]:
    if op in ("query", "describe"):
        return {"kind": op, **params}
    return {"kind": "command", "op": op, "params": params}


def _evaluated(edited: edits.Edited) -> str:
    lines = [f"Mind: {warning}" for warning in edited.warnings]
    return "\n".join(
        [
            "Changed." if edited.changed else "Nothing changed.",
            *lines,
            *([] if edited.value is None else [json.dumps(edited.value, indent=2, ensure_ascii=False)]),
        ]
    )


def export(o: Namespace) -> Answer:
    """A composition in another program's format, or handed over with its media; what was lost is said."""
    caller = asker(o.user)
    row = caller.row(Composition, o.composition)
    if o.format == "package":
        packed = handover.handover(row, by=caller.user, target=o.target)
        with packed.file:
            _keep(o.out, iter(lambda: packed.file.read(1 << 20), b""))
        return _exchanged(packed.report, f"Written to {o.out}.", file=str(o.out))
    made = interchange.export(
        row, o.format, by=caller.user, target=o.target, root=o.media_root, track=o.track
    )  # fmt: skip
    _keep(o.out, [made.text.encode()])
    return _exchanged(made.report, f"Written to {o.out}.", file=str(o.out))


def import_(o: Namespace) -> Answer:
    """A file as a new composition, or its captions into one; what was lost and assumed is said."""
    caller, name = asker(o.user), o.file.name
    data = _bytes_of(o.file)
    if o.into:
        row = caller.row(Composition, o.into)
        taken = interchange.take_captions(row, name, data, by=caller.user, format=o.format)
        told = {"cues": taken.cues, "revision": taken.revision}
        return _exchanged(taken.report, f"{taken.cues} cues added. Revision {taken.revision}.", **told)
    fps = exact_rate(o.fps) if o.fps else None
    workspace = workspace_of(caller, o.workspace)
    made, report = interchange.take_timeline(workspace, name, data, by=caller.user, format=o.format, fps=fps)
    return _exchanged(report, f"“{made.name}” is composition {made.pk}.", id=str(made.pk), name=made.name)


def _exchanged(report: Report, text: str, **told: Any) -> Answer:
    body = {**told, "report": {"lost": report.lost, "assumed": report.assumed}}
    return Answer(body, "\n".join([text, *report.lines()]))


def _bytes_of(path: Path) -> bytes:
    """A file's content, one byte more at most than is taken in."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(f"{path}: {(error.strerror or str(error)).lower()}.") from None


def _keep(path: Path, pieces: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(pieces)
    except OSError as error:
        raise Refused(f"{path}: {(error.strerror or str(error)).lower()}.") from None


def token(o: Namespace) -> Answer:
    """Make a key to the API; it is printed this once and kept nowhere."""
    if o.days < 1:
        raise Refused("--days is at least 1.")
    caller = asker(o.user)
    workspace = workspace_of(caller, o.workspace)
    made, key = ApiToken.issue(workspace, caller.user, o.name, timezone.now() + timedelta(days=o.days), o.tier)
    told = {"token": key, "workspaceId": str(workspace.pk), "tier": made.tier, "expiresAt": made.expires_at.isoformat()}
    return Answer(
        told, f"{key}\nIt is shown this once. It opens “{workspace}” as {made.user} until {made.expires_at:%Y-%m-%d}."
    )


def reseal(o: Namespace) -> Answer:
    """Seal the secrets of accounts under the SECRET_KEY of now; those that cannot be read are named, and the exit code is 1."""
    done, lost = connecting.reseal()
    text = "\n".join([f"{done} sealed anew.", *(f"{name}: sealed under a key that is not here." for name in lost)])
    return Answer({"sealed": done, "unreadable": lost}, text, bool(lost))


class Command(Terminal):
    help = "Look at the tools, use the engine by hand, take media in, exchange, make keys."
    refusals = (ToolNotFound, InterchangeError, AssetInUse)
    subcommands = {
        "list": Subcommand("every tool with its class", _with_list, list_),
        "describe": Subcommand("one tool with its parameters", _with_name, describe),
        "evaluate": Subcommand(
            "one request to the engine, on a file or a stored composition", _with_evaluate, evaluate
        ),
        "ingest": Subcommand("take media files in", media.with_ingest, media.ingest),
        "media": Subcommand("what a workspace keeps, and how much room it takes", with_workspace, media.list_),
        "renders": Subcommand("what runs have rendered in a workspace", with_workspace, media.rendered),
        "delete": Subcommand("delete a media file, or a render", media.with_delete, media.delete),
        "export": Subcommand("a composition in another program's format", _with_export, export),
        "import": Subcommand("a timeline or captions of another program", _with_import, import_),
        "token": Subcommand("make a key to the API; printed once", _with_token, token),
        "reseal": Subcommand("seal secrets under a SECRET_KEY that was changed", lambda parser: None, reseal),
    }
