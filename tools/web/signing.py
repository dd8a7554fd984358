"""Coming in and going out: a name and a password, tried so often and no more, or a printed link that works once."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tools import limits
from tools.signin import person_of


class Patient(AuthenticationForm):
    """A name and a password, whose tries are counted by address and name: nobody guesses a password from one place, and
    nobody locks somebody else out from another."""

    def clean(self) -> dict[str, Any]:
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        try:
            limits.count(
                "sign_in", salted_hmac(address, str(self.cleaned_data.get("username", "")).casefold()).hexdigest()
            )
        except limits.TooOften as refusal:
            raise ValidationError(str(refusal), code=refusal.code, params={"seconds": refusal.seconds}) from None
        return super().clean()


class PatientAdmin(Patient, AdminAuthenticationForm):
    """The same at the admin's own door."""


class SignIn(LoginView):
    form_class = Patient
    template_name = "tools/sign_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        for fault in form.non_field_errors().as_data():
            if fault.code == limits.TooOften.code:
                answer.status_code, answer["Retry-After"] = 429, str((fault.params or {})["seconds"])
        return answer


sign_in = SignIn.as_view()
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
