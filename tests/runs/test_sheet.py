"""A CSV file for people's spreadsheets: every figure a figure, every text a text."""

from __future__ import annotations

import csv
import io

import pytest

from runs.sheet import lines


def read(rows):
    return list(csv.reader(io.StringIO("".join(lines(rows)), newline="")))


@pytest.mark.spec("K-21", "X-06")
@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://x")', "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "\uff1d1", "\uff0b1",
        "\uff0d1", "\uff201", "=1\",\"=2",
    ],
)  # fmt: skip
def test_a_text_that_a_spreadsheet_would_compute_is_shown_as_text(text):
    assert read([[text, "after"]]) == [[f"'{text}", "after"]]


@pytest.mark.spec("K-21", "X-06")
def test_everything_else_stays_as_it_is():
    assert read([["note", -25, None, 3], ['a = b, "c"\nd', 0, "", 1]]) == [
        ["note", "-25", "", "3"],
        ['a = b, "c"\nd', "0", "", "1"],
    ]
