"""The one way into the API: who is calling, what they can see, what they sent, and whether they sent it before. Every view
is a `Door`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.http.response import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from tools import idempotency, limits
from tools.access import Caller
from tools.api import reading
from tools.models import ApiToken, Workspace

KEY = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"

B = TypeVar("B", bound=reading.Body)


class Door(APIView):
    """A thin view: it reads what was sent, calls an action, and leaves refusals to `tools.api.errors`."""

    parser_classes = [reading.StrictJSON]
    body = "application/json"
    """The media type that is taken."""

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

    def workspace(self, id: str | None) -> Workspace:
        """The workspace that a request names, or the only one of the caller; raises a 400 where there are several."""
        if id is not None:
            return self.caller.row(Workspace, id)
        own = list(self.caller.rows(Workspace)[:2])
        if len(own) != 1:
            told = f"You have {'several' if own else 'no'} workspaces: name one"
            raise reading.malformed([{"field": "workspaceId", "message": told}])
        return own[0]

    def limit(self, scope: str) -> None:
        """Count this request of the person; raises a 429. By whatever token or address they come, it is one count."""
        limits.count(scope, self.caller.user.pk)

    def once(self, act: Callable[[], HttpResponseBase]) -> HttpResponseBase:
        """Act, or answer what was answered when the same request came before. Without a key it is simply done."""
        key = reading.idempotency_key(self.request.headers.get(KEY))
        if key is None:
            return act()
        claim = idempotency.claim(self.caller.user, self._place(key), self.request.data)
        if claim.status is not None:
            return Response(json.loads(claim.body), status=claim.status, headers={REPLAYED: "true"})
        try:
            answer = act()
        except BaseException:
            idempotency.release(claim)  # a refusal changes nothing, so there is nothing to keep
            raise
        if answer.status_code < 500:
            idempotency.keep(claim, answer.status_code, _kept(answer))
        else:
            idempotency.release(claim)
        return answer

    def _place(self, key: str) -> str:
        """What two requests have in common that are the same but for their body. A token is part of it as far as it
        narrows what its person may see: what one may see is no answer to another."""
        token = self.caller.token
        right = [str(token.workspace_id), token.tier] if token else []
        return json.dumps([self.request.method, self.request.path, key, right])


def _kept(answer: HttpResponseBase) -> str:
    """The body as it is kept: nothing of a stream, and nothing of an answer that must not be stored (a secret)."""
    if not isinstance(answer, Response) or "no-store" in answer.headers.get("Cache-Control", ""):
        return ""
    rendered: bytes = JSONRenderer().render(answer.data)
    return rendered.decode()
