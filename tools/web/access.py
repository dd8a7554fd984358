"""Who may come in: a signed-in member, and nobody else; what is not theirs does not exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

P = ParamSpec("P")


class MemberRequest(HttpRequest):
    """A request of a signed-in person."""

    user: User
    htmx: HtmxDetails


def member_page(
    view: Callable[Concatenate[MemberRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Send a stranger to the sign-in page; a fragment's request takes the whole page there."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]  # the middleware added user and htmx
        if getattr(request, "htmx", False):
            return HttpResponseClientRedirect(resolve_url(settings.LOGIN_URL))
        return redirect_to_login(request.get_full_path())

    return guarded
