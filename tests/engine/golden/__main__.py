"""Writes the golden games anew."""

import json

from tests.engine.golden import FILE, all_summaries

FILE.write_text(json.dumps(all_summaries(), indent=1) + "\n", encoding="utf-8")
