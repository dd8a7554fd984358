"""The composition engine: evaluates requests on immutable compositions; pure Python, no Django, no I/O."""

from .batch import Result, describe, evaluate
from .diff import diff
from .errors import EngineError, InvalidComposition, PatchConflict
from .model import DEFAULT, Composition, Limits
from .patch import apply_patch, invert
from .summary import summarise

__all__ = [
    "DEFAULT",
    "Composition",
    "EngineError",
    "InvalidComposition",
    "Limits",
    "PatchConflict",
    "Result",
    "apply_patch",
    "describe",
    "diff",
    "evaluate",
    "invert",
    "summarise",
]
