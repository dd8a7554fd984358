"""The one way into the API: who is calling, what they can see, and what they sent. Every view is a `Door`."""

from __future__ import annotations

from typing import TypeVar

from django.contrib.auth.models import User
from rest_framework.views import APIView

from tools.access import Caller
from tools.api import reading
from tools.models import ApiToken

B = TypeVar("B", bound=reading.Body)


class Door(APIView):
    """A thin view: it reads what was sent, calls an action, and leaves refusals to `tools.api.errors`."""

    parser_classes = [reading.StrictJSON]

    @property
    def caller(self) -> Caller:
        token = self.request.auth
        assert isinstance(self.request.user, User)
        return Caller(self.request.user, token if isinstance(token, ApiToken) else None)

    def read(self, shape: type[B]) -> B:
        """The body; raises a 400 that names the field."""
        return reading.read(shape, self.request.data)

    def asked(self, shape: type[B]) -> B:
        """The query string; raises a 400 that names the parameter."""
        return reading.read(shape, self.request.query_params.dict())
