"""Who is calling with a key: `Authorization: Bearer gl_…`, and how the API's schema says so."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tools.models import ApiToken


class TokenAuthentication(BaseAuthentication):
    """A key that is unknown, revoked or expired is refused; it never falls back to the browser's session."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = ApiToken.find(key.strip())
        if token is None:
            raise AuthenticationFailed(
                "This API key is unknown, revoked or expired. Make a new one: manage.py tools token."
            )
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types here
    """Bearer authentication as OpenAPI names it."""

    target_class = TokenAuthentication
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "gl_…"}
