"""The WSGI entry of the site."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
pages = get_wsgi_application()

from ladder.gate import Guarded  # noqa: E402 - needs the settings

application = Guarded(pages)
