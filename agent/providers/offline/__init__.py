"""The offline planner: a deterministic grammar behind the same door as the language models."""

from .provider import OfflineProvider

__all__ = ["OfflineProvider"]
