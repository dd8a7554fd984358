"""Compositions in other programs' words, in and out, each with a report of what was lost and what was assumed."""

from .formats import BY_NAME, FORMATS, Format, format_named, format_of
from .places import TARGETS, Places, distinct
from .refusals import InterchangeError, NothingInIt, TooMuch, UnknownFormat, Unreadable
from .reports import Report
from .shelf import Shelf, Shelved
from .texts import MOST_BYTES, text_of

__all__ = [
    "BY_NAME",
    "FORMATS",
    "MOST_BYTES",
    "TARGETS",
    "Format",
    "InterchangeError",
    "NothingInIt",
    "Places",
    "Report",
    "Shelf",
    "Shelved",
    "TooMuch",
    "UnknownFormat",
    "Unreadable",
    "distinct",
    "format_named",
    "format_of",
    "text_of",
]
