"""CMX 3600 edit decision lists: one track of pictures, in timecode; written and read here because rates are inferred,
drop-frame, speed and dissolves are exact, and other readers give up on them."""

from .reading import read
from .writing import HELD, write

__all__ = ["HELD", "read", "write"]
