"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("ladder.api.urls")),
    path("", include("ladder.web.urls")),
]
