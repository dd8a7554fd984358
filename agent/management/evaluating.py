"""manage.py agent eval: a planner scored on the cases of the repository, and held against another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.evals import compare, dataset, evaluate, load_cases
from agent.evals.report import compared_table, report_table
from agent.providers import provider_named
from agent.providers.base import ProviderError
from tools.terminal import Answer, Refused, write


def with_eval(parser: ArgumentParser) -> None:
    parser.add_argument("--provider", default="offline", metavar="NAME", help="the planner to score (offline)")
    parser.add_argument("--against", metavar="NAME", help="a second planner to compare it with")
    parser.add_argument(
        "--export", type=Path, metavar="FILE", help="write the cases as a pydantic-evals dataset instead"
    )


def score(o: Namespace) -> Answer:
    """Run every case through a planner and score what it proposes; nothing is executed."""
    cases = load_cases()
    if o.export:
        told = dataset(cases)
        write(o.export, told)
        return Answer(told, f"{len(cases)} cases written to {o.export}.")
    names = [o.provider, *([o.against] if o.against else [])]
    try:
        planners = [provider_named(name) for name in names]
    except ProviderError as error:
        raise Refused(str(error)) from None
    reports = [evaluate(cases, planner) for planner in planners]
    if len(reports) == 1:
        return Answer(reports[0].wire(), report_table(reports[0]))
    return Answer(compare(*reports).wire(), compared_table(*reports))
