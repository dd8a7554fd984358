"""Time a thing several times and print a table whose last columns are ratios within the same run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter


def milliseconds(work: Callable[[], object], repeats: int = 7) -> float:
    """The median of several runs, in milliseconds, after one that does not count; garbage collection waits outside."""
    work()
    times = []
    for _ in range(repeats):
        gc.collect()
        gc.disable()
        begun = perf_counter()
        work()
        times.append((perf_counter() - begun) * 1000)
        gc.enable()
    return median(times)


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under a head, columns as wide as they need."""
    cells = [list(head), *[[f"{cell:,.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    print(f"\n{title}")
    for row in cells:
        print(
            "  "
            + "  ".join(
                cell.rjust(width) if n else cell.ljust(width)
                for n, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        )
