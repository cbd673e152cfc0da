"""The commands of the tutorial, as a new user would type them one after another."""

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "workers" / "docs" / "ten-minutes.md"
SERVER = "http://127.0.0.1:8000"


def commands(server: str, user: str) -> list[list[str]]:
    """Each `wateringhole` line's words, at another server and with another name than those of the text."""
    blocks = re.findall(r"```sh\n(.*?)```", FILE.read_text(), re.DOTALL)
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    put = {SERVER: server, "ada": user, "4": "2"}  # two games will do
    return [[put.get(word, word) for word in line[1:]] for line in lines if line[:1] == ["wateringhole"]]
