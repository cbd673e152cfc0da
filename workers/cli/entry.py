"""Where the `wateringhole` command starts; without its extra it says how to get it."""

import sys
from importlib.util import find_spec

NEEDED = ("typer", "rich", "httpx")
BAD_INPUT = 2


def main() -> int:
    """Run the command with the words of the command line; its exit code."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        wanted = "pip install 'wateringhole[cli]'"
        print(f"wateringhole: {', '.join(missing)} is not installed; get it by {wanted}", file=sys.stderr)
        return BAD_INPUT
    from workers.cli.app import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
