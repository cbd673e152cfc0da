"""All addresses of the site, and its pages for what goes wrong."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("ladder.api.urls")),
    path("", include("ladder.web.urls")),
]

handler400 = "ladder.web.errors.bad_request"
handler403 = "ladder.web.errors.forbidden"
handler404 = "ladder.web.errors.not_found"
handler500 = "ladder.web.errors.broken"
