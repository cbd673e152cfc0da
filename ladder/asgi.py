"""The ASGI entry: live streams alone (pages and API are served by `ladder.wsgi`).

gunicorn ladder.asgi:application --worker-class asgi --workers 1
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
django.setup()

from ladder.web.live.streams import Streams  # noqa: E402 - it needs Django to be ready

application = Streams()
