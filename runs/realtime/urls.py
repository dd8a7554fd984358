"""The routes of the WebSocket."""

from typing import Any

from django.urls import path, re_path

from runs.realtime.consumers import CompositionPage, RunEvents, RunPage
from runs.realtime.watcher import Unknown

# Channels routes applications where Django's types know views only.
route: Any = path
anything: Any = re_path

urlpatterns: list[Any] = [
    route("ws/compositions/<uuid:composition>/", CompositionPage.as_asgi()),
    route("ws/runs/<uuid:run>/", RunPage.as_asgi()),
    route("ws/runs/<uuid:run>/events/", RunEvents.as_asgi()),
    anything(r"", Unknown.as_asgi()),
]
