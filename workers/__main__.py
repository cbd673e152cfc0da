"""`python -m workers`: play local matches, check an upload, serve a ladder."""

import argparse
import sys

from workers import check_upload, compare, play, schema
from workers.archive import ArchiveRefused
from workers.contest import ContestError
from workers.sandbox import SandboxError
from workers.settings import SettingsError

BAD_INPUT = 2
STOPPED = 130


def main(arguments: list[str] | None = None, prog: str = "python -m workers") -> int:
    """Run one command; its exit code. What cannot be is told in one line, with exit code 2."""
    options = _parser(prog).parse_args(arguments)
    try:
        code: int = options.run(options)
    except (ContestError, ArchiveRefused, SandboxError, SettingsError) as error:
        print(f"workers: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("workers: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog, description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    playing = commands.add_parser("play", help="let bots meet on this machine")
    play.add_options(playing)
    playing.set_defaults(run=play.play)
    comparing = commands.add_parser("compare", help="is one version better than another? on the same decks")
    compare.add_options(comparing)
    comparing.set_defaults(run=compare.compare)
    checking = commands.add_parser("check", help="would a server take this upload, and if not, why not?")
    check_upload.add_options(checking)
    checking.set_defaults(run=check_upload.check)
    telling = commands.add_parser("schema", help="print the JSON schema of the bot protocol")
    schema.add_options(telling)
    telling.set_defaults(run=schema.schema)
    serving = commands.add_parser("serve", help="take a ladder's orders from the broker REDIS_URL")
    serving.add_argument("--name", required=True, help="this worker's name; one process each")
    serving.set_defaults(run=_serve)
    return parser


def _serve(options: argparse.Namespace) -> int:
    from workers.serve import serve  # needs Celery, which local play does not

    return serve(options.name)


if __name__ == "__main__":
    sys.exit(main())
