"""The answer to an address below /api/ that is no route: JSON, as everything else there."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tools.api.door import Door


@extend_schema(exclude=True)
class NoRoute(Door):
    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
