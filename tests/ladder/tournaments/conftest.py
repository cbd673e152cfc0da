"""What tests of tournaments in the database share."""

from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture
def apart(committing: None, outbox: Any, settings: Any, tmp_path: Any) -> None:
    """A database that is rolled back, no broker, blobs of its own, nothing cached."""
    settings.BLOB_ROOT = tmp_path / "blobs"
    settings.WHITENOISE_AUTOREFRESH = True
    cache.clear()
