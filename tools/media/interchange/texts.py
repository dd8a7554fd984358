"""Bytes from strangers as text: by their mark, else UTF-8, else what old Windows programs wrote."""

from __future__ import annotations

import codecs

from .refusals import TooMuch, Unreadable
from .reports import Report

MOST_BYTES = 32_000_000
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def text_of(data: bytes, report: Report) -> str:
    """The text with plain line ends; raises TooMuch, Unreadable. A guess is in the report."""
    if len(data) > MOST_BYTES:
        raise TooMuch(f"It is larger than {MOST_BYTES // 1_000_000} MB.")
    marked = next((encoding for mark, encoding in MARKS if data.startswith(mark)), None)
    try:
        text = data.decode(marked or "utf-8")
    except UnicodeDecodeError:
        if marked:
            raise Unreadable(f"It says that it is {marked.upper()} and is not.") from None
        text = data.decode("cp1252", errors="replace")
        report.assume("It is not UTF-8: it was read as Windows-1252. If letters are wrong, save it as UTF-8.")
    if "\0" in text:
        raise Unreadable("It is no text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
