"""`python -m workers`: serve a ladder, play local matches, check an upload."""

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = _parser().parse_args(arguments)
    from workers.serve import BusyError, serve
    from workers.settings import SettingsError

    try:
        return serve(options.name)
    except (SettingsError, BusyError) as error:
        print(f"workers: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m workers", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="take orders of a ladder from the broker REDIS_URL")
    serve.add_argument("--name", required=True, help="this worker's name; one process each")
    return parser


if __name__ == "__main__":
    sys.exit(main())
