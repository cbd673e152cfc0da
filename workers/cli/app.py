"""All commands of `wateringhole` together, and how they end."""

import sys
from typing import Annotated

import typer

import engine
from workers.archive import ArchiveRefused
from workers.cli import account, local, looking, organising, screen, starting, submitting, watching
from workers.cli.site import API
from workers.cli.troubles import Code, Trouble
from workers.contest import ContestError
from workers.sandbox import SandboxError

app = typer.Typer(
    name="wateringhole",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Bots for Watering Hole: make one, try it at home, put it on a ladder, see why it lost.",
    epilog="Exit codes: 0 well, 1 the answer is no, 2 bad input, 3 not allowed, 4 not found, 5 server away, "
    "6 refused, 7 update needed, 8 not decided yet, 130 stopped.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"wateringhole, engine {engine.__version__}, API {API}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Bots for Watering Hole: make one, try it at home, put it on a ladder, see why it lost."""


app.command()(starting.new)
app.command(context_settings=local.PASSED_ON)(local.check)
app.command(context_settings=local.PASSED_ON)(local.play)
app.command(context_settings=local.PASSED_ON)(local.compare)
app.command()(local.debug)
app.command()(account.login)
app.command()(account.logout)
app.command("servers")(account.list_servers)
app.command()(submitting.submit)
app.command()(looking.status)
app.command()(looking.matches)
app.command()(looking.match)
app.command()(looking.logs)
app.command()(looking.replay)
app.command()(looking.leaderboard)
app.command()(watching.watch)
app.add_typer(organising.competition, name="competition")
app.add_typer(organising.tournament, name="tournament")
app.add_typer(organising.worker, name="worker")


def run(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code. Every trouble is one line on standard error."""
    try:
        app(arguments, prog_name="wateringhole")
    except Trouble as trouble:
        return _told(str(trouble), trouble.code)
    except ArchiveRefused as refused:
        return _told(str(refused), Code.NO)
    except (ContestError, SandboxError) as error:
        return _told(str(error), Code.BAD_INPUT)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else Code.OK
    return Code.OK


def _told(text: str, code: Code) -> int:
    sys.stdout.flush()
    screen.note(f"wateringhole: {text}")
    return code
