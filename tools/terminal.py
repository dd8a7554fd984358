"""What the commands of the terminal share: a table of subcommands, who is asking, one answer, and one line when refused."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tools.access import Caller, TierForbids
from tools.composition import Composition, EngineError
from tools.edits import YesRequired
from tools.models import Workspace
from tools.store import StoreError, limits

EXIT_CODES = "exit codes: 0 answered · 1 refused (one line on stderr says why) · 2 not a command like that"


REFUSALS = (TierForbids, YesRequired, EngineError, StoreError)


class Refused(CommandError):
    """The one line on stderr; the exit code is 1."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a subcommand says: as JSON, and as text for a person. `failed` makes the exit code 1."""

    body: Any
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One line of a command's table. `arguments` declares what it takes, `run` gives the answer; what it has to say
    before that goes to `terminal`."""

    about: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Answer]


class Terminal(BaseCommand):
    """A command that is a table of subcommands; each takes --json, and --user where rows are touched."""

    subcommands: dict[str, Subcommand] = {}
    refusals: tuple[type[Exception], ...] = ()
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(
            prog_name, subcommand, epilog=EXIT_CODES, formatter_class=RawDescriptionHelpFormatter, **kwargs
        )

    def add_arguments(self, parser: CommandParser) -> None:
        table = parser.add_subparsers(dest="subcommand", required=True, metavar="SUBCOMMAND")
        for name, one in self.subcommands.items():
            own = table.add_parser(name, help=one.about, description=one.about, epilog=EXIT_CODES)
            one.arguments(own)
            own.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = self.subcommands[options["subcommand"]].run(Namespace(**options, terminal=self.stdout))
        except ObjectDoesNotExist:
            raise Refused("There is nothing with that id that this user can see.") from None
        except DatabaseError as error:
            raise Refused(f"The database refuses: {error}. If it is new: manage.py migrate.") from None
        except Exception as error:
            if not isinstance(error, (*REFUSALS, *self.refusals)):
                raise
            raise Refused(str(error)) from None
        self.stdout.write(json.dumps(answer.body, indent=2, ensure_ascii=False) if options["json"] else answer.text)
        if answer.failed:
            raise SystemExit(1)


def asker(name: str | None) -> Caller:
    """Whose authority a command has: the named user's, else that of the only superuser or the only user there is."""
    people = User.objects.filter(is_active=True)
    if name is not None:
        found = people.filter(username=name).first()
        if found is None:
            raise Refused(f"There is no active user {name!r}. Name one with --user.")
        return Caller(found)
    for group in (people.filter(is_superuser=True), people):
        if group.count() == 1:
            return Caller(group.get())
    known = ", ".join(people.order_by("username").values_list("username", flat=True)[:10]) or "nobody yet"
    raise Refused(f"Say whose authority this has: --user NAME (there is {known}).")


def workspace_of(caller: Caller, name: str | None) -> Workspace:
    """The workspace of a name or an id, else the only one that the caller is a member of."""
    own = list(caller.rows(Workspace))
    found = [one for one in own if name in (None, one.name, str(one.pk))]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{one.name} ({one.pk})" for one in own) or "none"
    raise Refused(f"Say which workspace: --workspace NAME or ID (there is {known}).")


def with_user(parser: ArgumentParser) -> None:
    """Declare --user."""
    parser.add_argument("--user", metavar="NAME", help="whose authority this has; needed where there are several users")


def with_workspace(parser: ArgumentParser) -> None:
    """Declare --workspace, and --user."""
    parser.add_argument("--workspace", metavar="NAME", help="a name or an id; needed where there are several")
    with_user(parser)


def with_composition(parser: ArgumentParser) -> None:
    """Declare the two places where a composition can be: a file, or a row."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--manifest", type=Path, metavar="FILE", help="a composition in a JSON file; no database is used"
    )
    where.add_argument("--composition", metavar="ID", help="a stored composition")
    with_user(parser)


def json_in(path: Path) -> Any:
    """The JSON of a file; raises `Refused` naming the file and the line."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"{path}: {(error.strerror or str(error)).lower()}.") from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is not JSON: {error}.") from None


def manifest_in(path: Path) -> Composition:
    """The composition in a file; raises `Refused` with everything that is wrong in it."""
    try:
        return Composition.load(json_in(path), limits=limits())
    except EngineError as error:
        raise Refused(f"{path}: {error}") from None


def object_of(text: str, flag: str) -> dict[str, Any]:
    """The JSON object of an argument; raises `Refused` naming the flag."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{flag} is not JSON: {error}.") from None
    if not isinstance(value, dict):
        raise Refused(f"{flag} is {type(value).__name__}, not a JSON object.")
    return value


def write(path: Path, document: dict[str, Any]) -> None:
    """Keep a document in a file; raises `Refused` naming it."""
    try:
        path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path}: {(error.strerror or str(error)).lower()}.") from None


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows in columns as wide as they need."""
    cells = [[str(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
    )
