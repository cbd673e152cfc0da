"""The options that many commands share."""

from typing import Annotated

import typer

Server = Annotated[
    str | None,
    typer.Option(
        "--server", metavar="ADDRESS", help="Another server than the chosen one (WATERINGHOLE_SERVER)."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Most = Annotated[int, typer.Option("-n", "--most", min=1, max=1000, help="Rows at most.")]
CompetitionName = Annotated[
    str | None, typer.Option("--competition", metavar="SLUG", help="By default the only open one.")
]
