"""A pytest plugin, loaded before the settings: tests get a data folder of their own and no real broker."""

import os
import shutil
import tempfile
from pathlib import Path

DATA = Path(tempfile.mkdtemp(prefix="wh-data-"))
DATA.chmod(0o755)
os.environ["WATERINGHOLE_DATA"] = str(DATA)
os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789" * 4
os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nobody listens there
os.environ.setdefault("QUEUE_PREFIX", f"test-{os.getpid()}")


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(DATA, ignore_errors=True)
