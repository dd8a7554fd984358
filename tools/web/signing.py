"""Coming in and going out: a name and a password, or a printed link that works once."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tools.signin import person_of

sign_in = LoginView.as_view(template_name="tools/sign_in.html", redirect_authenticated_user=True)
sign_out = LogoutView.as_view()

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Looking at a link signs nobody in, so that a mail scanner cannot; the button does, and uses the link up."""
    person = person_of(uidb64, token)
    if person is None:
        return render(request, "tools/sign_in_link.html", {"person": None}, status=410)
    if request.method != "POST":
        return render(request, "tools/sign_in_link.html", {"person": person})
    login(request, person, backend=BACKEND)
    return redirect("compositions")
