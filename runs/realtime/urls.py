"""The routes of the WebSocket."""

from typing import Any

urlpatterns: list[Any] = []
