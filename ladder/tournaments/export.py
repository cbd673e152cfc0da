"""A tournament's tables as CSV."""

import csv
import io

from ladder.exports import cell
from ladder.tournaments.board import Board


def as_csv(found: Board) -> str:
    """All tables, one below the other: each row with every tie-break, the strength and half its interval."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for sheet in found.sheets:
        names = [each.name for each in sheet.order]
        writer.writerow(
            ("table", "place", "bot", "owner", "version", "games", *names, "decided by", "strength", "half")
        )
        for row in sheet.rows:
            who, strength = found.who[row.entrant], found.strengths.get(row.entrant)
            figures = (f"{strength.rating:.1f}", f"{strength.half:.1f}") if strength else ("", "")
            values = (f"{row.values[name]:.6g}" if name in row.values else "" for name in names)
            named = (cell(who.name), cell(who.owner), who.version_number, row.games)
            writer.writerow((sheet.title, row.place, *named, *values, row.decided_by, *figures))
    return text.getvalue()
