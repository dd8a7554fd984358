"""A plan on record, as a page finds it."""

from __future__ import annotations

import pytest

from runs import actions
from runs.assess import assess
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tools import store
from tools.catalog import TOOLS

SHORTEN = [
    {"tool": "deleteItems", "params": {"ids": ["clip-d"]}, "rationale": "<b>trust me</b>"},
    {"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}},
]


@pytest.fixture
def propose():
    """Put steps on record as a run: `propose(film, alice, steps)`."""

    def proposed(film, by, steps=SHORTEN, summary="") -> Run:
        plan = normalise({"summary": summary, "steps": steps}, TOOLS, message="shorten it", tag="ab12")
        film.refresh_from_db()
        tier = tier_of(by, film.workspace)
        proposal = assess(plan, store.read(film), tier)
        return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)

    return proposed


@pytest.fixture
def form():
    """The hidden fields of the card that is in force."""

    def shown(run: Run, **more) -> dict[str, object]:
        return {"version": run.version, "digest": run.digest, "base_revision": run.base_revision, **more}

    return shown
