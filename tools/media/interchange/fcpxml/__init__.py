"""FCPXML, which Final Cut Pro and Resolve exchange: times are fractions of a second, so every rate is exact here, which it
is not in other adapters."""

from .reading import read
from .writing import HELD, write

__all__ = ["HELD", "read", "write"]
