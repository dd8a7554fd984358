"""The one way into the API: who is calling, what they can see, and what they sent. Every view is a `Door`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.http import Http404
from rest_framework.views import APIView

from tools.api import reading
from tools.models import ApiToken, Workspace

M = TypeVar("M", bound=Model)
B = TypeVar("B", bound=reading.Body)


@dataclass(frozen=True, slots=True)
class Caller:
    """A person, and the key that they came with: a key opens its own workspace only, and its tier is a ceiling."""

    user: User
    token: ApiToken | None = None

    @property
    def ceiling(self) -> str | None:
        """The tier that the key lowers the person's own to; None for a person in a browser."""
        return self.token.tier if self.token else None

    def rows(self, model: type[M]) -> QuerySet[M]:
        """The rows of a model that the caller can see."""
        manager: Any = model._default_manager
        seen: QuerySet[M] = manager.of(self.user)
        if self.token is None:
            return seen
        return seen.filter(**{"pk" if model is Workspace else "workspace": self.token.workspace_id})

    def row(self, model: type[M], id: str) -> M:
        """One of them; a foreign, an unknown and a malformed id are the same 404."""
        try:
            return self.rows(model).get(pk=UUID(id))
        except (ValueError, ObjectDoesNotExist):
            raise Http404 from None


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
