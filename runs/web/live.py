"""What a composition's page must show anew when something has moved: its card, timeline, facts and history."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.utils.timezone import now

from runs.models import Run
from runs.web.cards import Card, deck
from runs.web.log import log_of
from tools import models, store
from tools.access import allowed_to
from tools.history import can_redo, can_undo
from tools.web.facts import facts_of, history, strip
from tools.web.footage import files_of, made
from tools.web.frame import sketch
from tools.web.timeline import draw

MOST_CARDS = 20


def scene(composition: models.Composition, viewer: User, at: int = 0) -> dict[str, Any]:
    """The context of the left side of the page; `at` is the playhead, a composition frame."""
    state = store.read(composition)
    return {
        "composition": composition,
        "made": made(composition.workspace_id, state),
        "facts": facts_of(state),
        "drawing": draw(state, media=files_of(composition.workspace_id, state)),
        "strip": strip(state),
        "frame": sketch(state, at),
        "history": history(composition),
        "can_undo": can_undo(composition),
        "can_redo": can_redo(composition),
        "may_change": "mutate" in allowed_to(viewer, composition.workspace),
        "waiting": waiting(composition, viewer),
    }


def stand(composition: models.Composition, viewer: User) -> str:
    """What the panels tell, in a word: another one, and they are to be shown anew."""
    there = made(composition.workspace_id, store.read(composition))
    return f"{composition.head}.{there}.{[str(run.pk) for run in waiting(composition, viewer)]}"


def waiting(composition: models.Composition, viewer: User) -> list[Run]:
    """Plans of other people on this composition that nobody has decided on, and that could be carried out."""
    undecided = {"status": Run.Status.PROPOSED, "approvals__status": "pending", "approvals__expires_at__gt": now()}
    rows = Run.objects.filter(composition=composition, preview__valid=True, **undecided)
    return list(rows.exclude(author=viewer).select_related("author").distinct()[:5])


def panels(composition: models.Composition, viewer: User) -> str:
    """The timeline, facts, stills and history as fragments that find their own places on the page."""
    return render_to_string("runs/panels.html", scene(composition, viewer) | {"oob": True})


def fragment(card: Card, *, oob: bool = False, whole: bool = False) -> str:
    """A card by itself; `whole` as the run's own page shows it."""
    return render_to_string("runs/card.html", {"card": card, "oob": oob, "whole": whole})


def headway(card: Card) -> str:
    """How far the step under way is, by itself: a card that stays as it is keeps what is open and pressed in it."""
    return render_to_string("runs/headway.html", {"card": card, "oob": True})


def log(run: Run) -> str:
    """The log of a run's own page."""
    return render_to_string("runs/log.html", {"log": log_of(run), "oob": True})


def whole(card: Card) -> str:
    """A run's own page: its card and its log, as fragments that find their own places."""
    return fragment(card, oob=True, whole=True) + log(card.run)


def cards(composition: models.Composition, viewer: User) -> list[Card]:
    """The cards that the person's conversation on a composition may show, the newest first."""
    rows = Run.objects.filter(composition=composition, author=viewer).order_by("-created_at")
    return deck(rows[:MOST_CARDS], viewer)
