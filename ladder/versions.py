"""The states of a version: every move from one to another is claimed here, so that it happens once."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from ladder.models import Activation, Bot, Competition, Version

State = Version.State

UNFINISHED = (State.QUEUED, State.BUILDING, State.TRIAL)


def move(version_id: int, sources: Iterable[str], to: str, reason: str = "", **fields: Any) -> bool:
    """Bring the version from one of `sources` to the state `to`; True when it was this call that did."""
    waiting = Version.objects.filter(pk=version_id, state__in=list(sources))
    return waiting.update(state=to, reason=reason, changed=timezone.now(), **fields) == 1


def take_over(version: Version, sources: Iterable[str]) -> bool:
    """Make `version` its bot's active one in place of the former; True when it was this call that did.

    Call it inside a transaction that has locked the bot (`lock_bot`).
    """
    if not version.bot.versions.filter(pk=version.pk, state__in=list(sources)).exists():
        return False
    for former in version.bot.versions.filter(state=State.ACTIVE):
        move(former.pk, [State.ACTIVE], State.SUPERSEDED, f"version {version.number} took its place")
    if not move(version.pk, sources, State.ACTIVE):
        raise RuntimeError(f"{version} changed its state while its bot was locked")
    running = Competition.objects.exclude(state__in=[Competition.State.CLOSED, Competition.State.ARCHIVED])
    for competition in running.filter(entries__bot=version.bot):
        note_activation(version, competition)
    return True


def note_activation(version: Version, competition: Competition) -> None:
    """Have the fold open the version's rating here; its parent is the bot's last one that was active here."""
    last = (
        Activation.objects.filter(competition=competition, version__bot=version.bot).order_by("-id").first()
    )
    parent = last.version if last is not None and last.version_id != version.pk else None
    Activation.objects.create(competition=competition, version=version, parent=parent)


def lock_bot(bot_id: int) -> Bot:
    """The bot, fresh, with its row locked until the transaction ends."""
    return Bot.objects.select_for_update(no_key=True).get(pk=bot_id)
