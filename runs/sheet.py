"""A table as the lines of a CSV file, of any length, in which no text is a formula to the program that opens it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

FORMULA = tuple("=+-@\t\r\n") + tuple("\uff1d\uff0b\uff0d\uff20")
"""What makes a spreadsheet compute a cell instead of showing it; the last four are wide forms of the first four."""


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """One line a row. Numbers stay numbers, None is empty, and text that would be computed begins with an apostrophe."""
    writer = csv.writer(_Echo())
    return (writer.writerow([_cell(value) for value in row]) for row in rows)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA) else value


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, line: str) -> str:
        return line
