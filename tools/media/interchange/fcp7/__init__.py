"""Final Cut Pro 7 XML (xmeml), which Premiere Pro and Resolve exchange: with speeds, switched-off clips and titles, which
other adapters leave out."""

from .reading import read
from .writing import HELD, write

__all__ = ["HELD", "read", "write"]
