"""OpenTimelineIO, as JSON. Written and read here rather than by its library, which refuses what newer programs write
(Marker.3), takes lengths below zero, and reads strangers' files in C++; the tests let the library judge ours."""

from .reading import read
from .writing import write

__all__ = ["read", "write"]
