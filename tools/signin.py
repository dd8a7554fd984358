"""One-time sign-in links: how a person comes in without a password, once, for PASSWORD_RESET_TIMEOUT seconds."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode


class SignInTokens(PasswordResetTokenGenerator):
    """Tokens that die when the person signs in. Their salt is their own, so that none of them resets a password."""

    key_salt = "tools.signin.SignInTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        """Django rounds the last sign-in to the second, in which a link could be used twice; this does not."""
        return f"{super()._make_hash_value(user, timestamp)}{user.last_login}"


TOKENS = SignInTokens()


def make_link(user: User, base: str = "http://127.0.0.1:8000") -> str:
    """An address that signs `user` in once; `base` is where the server is."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return f"{base}/sign-in/link/{uid}/{TOKENS.make_token(user)}/"


def person_of(uidb64: str, token: str) -> User | None:
    """The active person whom a link may sign in; None when it is forged, old or used. Looking does not use it up."""
    try:
        user = User.objects.get(pk=urlsafe_base64_decode(uidb64).decode(), is_active=True)
    except (User.DoesNotExist, ValueError, OverflowError):
        return None
    return user if TOKENS.check_token(user, token) else None
