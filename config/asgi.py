"""The server's door: HTTP by Django, WebSockets by Channels, both behind Daphne."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402  (apps must be loaded first)
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from config.lifecycle import Lifecycle, under_daphne  # noqa: E402
from runs.realtime.urls import urlpatterns  # noqa: E402
from runs.tasks import CREW  # noqa: E402

protocols = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(urlpatterns))),
    }
)
worker = CREW if settings.RUNS_WORKER == "thread" else None
application = under_daphne(Lifecycle(protocols, settings.SHUTDOWN_SECONDS, worker))
