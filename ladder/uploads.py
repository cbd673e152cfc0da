"""An upload as it comes from a form or the API: for a bot of one's own, or for a new one in the same step."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from ladder import bots
from ladder.models import Bot, Competition, User, Version
from workers.archive import FILE_BYTES, ArchiveRefused

LONGEST_NAME = 200


def for_bot(
    bot: Bot,
    file: "UploadedFile[Any]",
    activate: bool,
    competition: Competition | None,
    after: int | None = None,
) -> Version:
    """The bot's next version (`after` which one, if given); with a competition, it is entered there as well.

    Raises ArchiveRefused for what is wrong with the file, Refused for all else; then nothing has happened.
    """
    if competition is None or bot.entries.filter(competition=competition).exists():
        return bots.accept(bot, _name(file), _content(file), activate, after)
    with transaction.atomic():
        bots.enter(bot, competition)
        return bots.accept(bot, _name(file), _content(file), activate, after)


def for_new_bot(
    owner: User, name: str, file: "UploadedFile[Any]", activate: bool, competition: Competition | None
) -> Version:
    """A new bot and its first version; raises as `for_bot` does, and then there is no new bot either."""
    with transaction.atomic():
        return for_bot(bots.create(owner, name), file, activate, competition)


def _name(file: "UploadedFile[Any]") -> str:
    name = file.name or "upload"
    if len(name) > LONGEST_NAME:
        raise ArchiveRefused(
            f"The file's name has {len(name)} characters; the limit is {LONGEST_NAME}. Rename it."
        )
    return name


def _content(file: "UploadedFile[Any]") -> bytes:
    """The file, or as much of it as shows that it is too large."""
    content: bytes = file.read(FILE_BYTES + 1)
    return content
