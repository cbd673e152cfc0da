"""The demo: one open competition, an organiser, and the house bots, uploaded as anybody's bots are."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from ladder import bots, competitions
from ladder.models import Bot, Competition, User

SLUG, NAME = "watering-hole", "Watering Hole"
ORGANISER, HOUSE = "organiser", "house"
HOUSE_BOTS = Path(settings.BASE_DIR) / "workers" / "house_bots"
BOT_FILES = (".py", ".js")


@dataclass(frozen=True)
class Account:
    """A fresh account's name and password, to be shown once."""

    name: str
    password: str


def prepare() -> Account | None:
    """Make sure that the organiser and the open competition exist; the account when it was made just now."""
    account = _organiser()
    if not Competition.objects.filter(slug=SLUG).exists():
        organiser = User.objects.get(username=ORGANISER)
        made = competitions.create(SLUG, NAME, organiser)
        competitions.move(made, Competition.State.OPEN)
    return account


def _organiser() -> Account | None:
    if User.objects.filter(username=ORGANISER).exists():
        return None
    account = Account(ORGANISER, secrets.token_urlsafe(12))
    User.objects.create_superuser(ORGANISER, password=account.password)
    return account


def upload_house_bots(slug: str = SLUG) -> Iterator[str]:
    """Upload the house bots that the site lacks and enter them in the competition; yields each new one."""
    owner = _house()
    competition = Competition.objects.get(slug=slug)
    for path in house_bot_files():
        bot = _house_bot(owner, path)
        if bot.owner_id != owner.pk:
            continue  # somebody else's bot has the name
        is_new = not bot.entries.filter(competition=competition).exists()
        if is_new:
            bots.enter(bot, competition)
        if not bot.versions.exists():
            bots.accept(bot, path.name, path.read_bytes())
        if is_new:
            yield bot.name


def _house_bot(owner: User, path: Path) -> Bot:
    found = Bot.objects.filter(name=bot_name(path)).first()
    if found is not None:
        return found
    bot = bots.create(owner, bot_name(path), _first_sentence(path))
    bot.is_reference = True
    bot.save(update_fields=["is_reference"])
    return bot


def _house() -> User:
    """The house bots' owner; nobody can sign in as it."""
    found = User.objects.filter(username=HOUSE).first()
    return found or User.objects.create_user(HOUSE)


def house_bot_files() -> list[Path]:
    """The house bots, one file each."""
    return sorted(path for path in HOUSE_BOTS.iterdir() if path.suffix in BOT_FILES and path.stem[0] != "_")


def bot_name(path: Path) -> str:
    """`first_choice.py` plays as First Choice."""
    return path.stem.replace("_", " ").title()


def _first_sentence(path: Path) -> str:
    """What the file says about itself in its first line, without quotes and comment marks."""
    with path.open(encoding="utf-8") as file:
        return file.readline().strip().strip("\"'/#* ")[:200]
