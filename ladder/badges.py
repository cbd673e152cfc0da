"""A small picture for a bot's README: how it stands in a competition, as everybody may see it."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from django.contrib.auth.models import AnonymousUser

from ladder import access, leaderboards
from ladder.models import Bot, Competition, Rating

LETTER, MARGIN, HEIGHT = 6.6, 7, 20
"""In pixels; the text is stretched to its box, so that no font makes it too long."""
LEFT, RIGHT = "#3f4a3c", "#2f6f4f"


@dataclass(frozen=True)
class Badge:
    """The two halves of a badge."""

    label: str
    words: str


def of_bot(bot: Bot, competition: Competition) -> Badge:
    """Rank and rating of the bot's active version; what there is of them."""
    board = [] if leaderboards.is_large(competition) else leaderboards.rows(competition)
    row = next((row for row in board if row.bot == bot.pk), None)
    if row is not None:
        return Badge(competition.name, f"#{row.rank} of {len(board)}, {_rating(row.rating, row.rd)}")
    found = Rating.objects.filter(
        competition=competition,
        epoch=competition.current_epoch,
        version__in=leaderboards.playing(competition).filter(bot=bot),
    ).first()
    return Badge(competition.name, _rating(found.r, found.rd) if found else "does not play now")


def public_competitions(bot: Bot) -> list[Competition]:
    """Where everybody may see the bot play, the latest first."""
    seen = access.competitions(AnonymousUser()).filter(entries__bot=bot)
    return list(seen.order_by("-pk"))


def svg(badge: Badge) -> str:
    """The badge as a picture that says its words to who cannot see it."""
    left, right = (len(text) * LETTER + 2 * MARGIN for text in (badge.label, badge.words))
    said = escape(f"{badge.label}: {badge.words}", {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:.0f}" height="{HEIGHT}" role="img" '
        f'aria-label="{said}"><title>{said}</title>'
        f'<rect width="{left:.1f}" height="{HEIGHT}" fill="{LEFT}"/>'
        f'<rect x="{left:.1f}" width="{right:.1f}" height="{HEIGHT}" fill="{RIGHT}"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f"{_text(badge.label, MARGIN)}{_text(badge.words, left + MARGIN)}</g></svg>"
    )


def _text(text: str, x: float) -> str:
    length = len(text) * LETTER
    place = f'x="{x:.1f}" y="14" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f"<text {place}>{escape(text)}</text>"


def _rating(r: float, rd: float) -> str:
    return f"{r:.0f} ± {2 * rd:.0f}"
