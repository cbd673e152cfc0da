"""Pictures that a link to a match or a bot shows elsewhere (Open Graph): PNG, 1200 × 630, drawn by Pillow."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import caches
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
PAPER, INK, QUIET, LEAF, SAND = "#faf8f2", "#1c2a25", "#55655e", "#1c6b58", "#c98a2b"
KEPT_S = 7 * 24 * 3600
MOST_LINES = 6
LONGEST = 34  # characters


@dataclass(frozen=True)
class Card:
    """What a picture says: a title, a line below it, and rows of a text and a number."""

    title: str
    below: str
    rows: Sequence[tuple[str, str]]


def png(card: Card) -> bytes:
    """The picture; the same card is drawn once a week."""
    kept, key = caches["files"], "picture:" + hashlib.sha256(repr(card).encode()).hexdigest()
    known: bytes | None = kept.get(key)
    if known is None:
        known = _drawn(card)
        kept.set(key, known, KEPT_S)
    return known


def _drawn(card: Card) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _frame(draw)
    draw.text((MARGIN, 70), _short(card.title), INK, _font(64))
    draw.text((MARGIN, 155), _short(card.below), QUIET, _font(34))
    for number, (text, value) in enumerate(card.rows[:MOST_LINES]):
        y = 230 + number * 52
        draw.text((MARGIN, y), _short(text), INK, _font(36))
        draw.text((WIDTH - MARGIN, y), value, LEAF, _font(36), anchor="ra")
    output = io.BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()


def _frame(draw: ImageDraw.ImageDraw) -> None:
    """A strip of water at the foot, with the site's name."""
    draw.rectangle((0, HEIGHT - 74, WIDTH, HEIGHT), LEAF)
    draw.rectangle((0, HEIGHT - 82, WIDTH, HEIGHT - 74), SAND)
    draw.text((MARGIN, HEIGHT - 58), "Watering Hole", PAPER, _font(34))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that Pillow brings along, so that all machines draw the same."""
    return ImageFont.load_default(size)
