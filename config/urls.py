"""Where every door is: pages at the root, the API below /api/, the admin below /admin/."""

from django.contrib import admin
from django.urls import include, path

from tools.web.signing import PatientAdmin

admin.site.login_form = PatientAdmin

handler400 = "tools.web.unreadable.unreadable"
handler500 = "config.away.broken"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("agent.api.urls")),
    path("api/", include("runs.api.urls")),
    path("api/", include("tools.api.urls")),
    path("", include("agent.web.urls")),
    path("", include("runs.web.urls")),
    path("", include("tools.web.urls")),
]
