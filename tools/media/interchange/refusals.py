"""Why a file is not taken in, or a composition not given out: a stable code and a sentence that says what to do."""

from __future__ import annotations

from typing import ClassVar


class InterchangeError(Exception):
    """A refusal of the exchange. Nothing is kept of a file that was refused."""

    code: ClassVar[str] = "INTERCHANGE_ERROR"


class UnknownFormat(InterchangeError):
    """No format of ours has that name or that ending."""

    code = "UNKNOWN_FORMAT"


class Unreadable(InterchangeError):
    """The file is not what its ending says, or breaks the rules of its format."""

    code = "FILE_UNREADABLE"


class TooMuch(InterchangeError):
    """The file, or what it would unfold into, is larger than is taken in."""

    code = "FILE_TOO_LARGE"


class Unsafe(InterchangeError):
    """The file uses what only an attack needs: entities, or a document type from elsewhere."""

    code = "FILE_UNSAFE"


class NothingInIt(InterchangeError):
    """There is no timeline, or there are no captions, to take or to give."""

    code = "NOTHING_IN_IT"
