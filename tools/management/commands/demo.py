"""manage.py demo: a workspace to try things out in, with sample clips or a folder of your own, and a link to sign in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tools import demo
from tools.ingest import Refused, Taken
from tools.signin import make_link


class Command(BaseCommand):
    help = "Make the demo workspace and print a one-time sign-in link. Run migrate first; running it again changes nothing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--media", type=Path, metavar="FOLDER", help="use the clips of this folder, not the samples"
        )
        parser.add_argument("--link", action="store_true", help="print a sign-in link")
        parser.add_argument("--port", type=int, default=8000, help="where the link's server listens (8000)")

    def handle(self, *args: Any, media: Path | None, link: bool, port: int, **options: Any) -> None:
        media = media and media.expanduser()
        if media and not media.exists():
            raise CommandError(
                f"There is no folder {media}. Name one with clips in it, or leave it out for the samples."
            )
        try:
            made = demo.take(media) if media else demo.make()
        except demo.DemoIncomplete as refusal:
            raise CommandError(str(refusal)) from None
        for outcome in made.outcomes:
            self._tell(outcome)
        if made.composition is None:
            raise CommandError(f"Nothing in {media} could be used. Name a folder with video, sound or pictures in it.")
        self.stdout.write(f"Composition “{made.composition}” is in workspace “{made.workspace}”.")
        if link:
            self.stdout.write("Sign in, once, with:")
            self.stdout.write(f"  {make_link(made.user, f'http://127.0.0.1:{port}')}")

    def _tell(self, outcome: Taken | Refused) -> None:
        if isinstance(outcome, Refused):
            self.stderr.write(f"Left out: {outcome.reason}")
        elif not outcome.again:
            self.stdout.write(f"Taken in: {outcome.asset}")
