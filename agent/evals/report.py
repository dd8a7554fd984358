"""Reports as tables for a terminal: a line a case, the means, and what was planned where it was not the best."""

from __future__ import annotations

from agent.evals.rubric import DIMENSIONS, FULL
from agent.evals.runner import Report, Result, compare
from tools.terminal import table

HEADS = ("CASE", "KIND", *(name.upper() for name in DIMENSIONS), "OVERALL")


def report_table(report: Report) -> str:
    rows = [
        (one.name, one.kind, *(f"{getattr(one.scores, name):.1f}" for name in DIMENSIONS), f"{one.overall:.3f}")
        for one in report.results
    ]
    means = ("all", "", *(f"{report.dimensions[name] * FULL:.2f}" for name in DIMENSIONS), f"{report.overall:.3f}")
    tokens = f", {report.input_tokens} tokens in and {report.output_tokens} out" if report.input_tokens else ""
    failed = f"; the planner failed {report.failed} of them" if report.failed else ""
    summary = f"{report.planner}: {report.overall:.3f} on {report.cases} cases{failed}{tokens}."
    weak = [_weak(one) for one in report.results if one.overall < 1]
    return "\n".join([table(HEADS, [*rows, means]), "", *weak, *[""] * bool(weak), summary])


def _weak(one: Result) -> str:
    if one.failed:
        return f"{one.name}: {one.failed}"
    return (
        f"{one.name}: planned {', '.join(one.planned) or 'nothing'} where {one.wanted} was wanted, and said: {one.said}"
    )


def compared_table(first: Report, second: Report) -> str:
    found = compare(first, second)
    rows = [
        (name, f"{first.dimensions[name]:.3f}", f"{second.dimensions[name]:.3f}", f"{found.difference[name]:+.3f}")
        for name in DIMENSIONS
    ]
    whole = ("overall", f"{first.overall:.3f}", f"{second.overall:.3f}", f"{found.difference['overall']:+.3f}")
    lines = [table(("DIMENSION", first.planner, second.planner, "DIFFERENCE"), [*rows, whole]), ""]
    lines += [f"{first.planner} is better at: {', '.join(found.better) or 'none'}."]
    lines += [f"{second.planner} is better at: {', '.join(found.worse) or 'none'}."]
    return "\n".join(lines)
