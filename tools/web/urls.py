"""The routes of the tools' pages: signing in, the compositions of a person, and posters of media."""

from django.urls import path

from tools.web.compositions import compositions
from tools.web.media import poster
from tools.web.signing import sign_in, sign_in_link, sign_out

urlpatterns = [
    path("", compositions, name="compositions"),
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-in/link/<uidb64>/<token>/", sign_in_link, name="sign-in-link"),
    path("sign-out/", sign_out, name="sign-out"),
    path("media/<uuid:asset>/poster.jpg", poster, name="poster"),
]
