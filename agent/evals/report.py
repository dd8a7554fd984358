"""Reports as tables for a terminal: a line a case, the means below."""

from __future__ import annotations

from agent.evals.rubric import DIMENSIONS, FULL
from agent.evals.runner import Report, compare
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
    return "\n".join([table(HEADS, [*rows, means]), "", summary])


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
