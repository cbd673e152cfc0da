"""Bots and their uploads: made, accepted, entered, activated, retired, disabled."""

import logging
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from ladder import blobs, builds, competitions, entries, notices, people, versions
from ladder.models import Activation, Bot, Competition, Entry, Ruling, User, Version
from ladder.refusals import Conflict, Refused
from workers import archive, logs

log = logging.getLogger(__name__)

State = Version.State

MAY_ACTIVATE = (State.READY, State.SUPERSEDED, State.RETIRED)
MAY_RETIRE = (State.ACTIVE, State.READY, State.SUPERSEDED)


class UploadRefused(Refused):
    """An upload that the ladder does not take; what is in the file itself is `archive.ArchiveRefused`."""


class NotTheNext(UploadRefused, Conflict):
    """The bot has this very content already, or got another version meanwhile."""


def create(owner: User, name: str, description: str = "") -> Bot:
    """A new bot without versions; Refused when the name is taken or no name."""
    bot = Bot(owner=owner, name=name.strip(), description=description.strip())
    try:
        bot.full_clean(validate_unique=False, validate_constraints=False)
        with transaction.atomic():
            bot.save(force_insert=True)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    except IntegrityError:
        raise Refused(f"There is a bot called {bot.name} already; choose another name.") from None
    return bot


def describe(bot: Bot, description: str) -> Bot:
    """Change the words about a bot; Refused when they are too long or cannot be kept."""
    bot.description = description.strip()
    try:
        bot.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from None
    bot.save(update_fields=["description"])
    return bot


def accept(bot: Bot, filename: str, data: bytes, activate: bool = True, after: int | None = None) -> Version:
    """Take an upload: a new version, queued for its build. With `activate` it plays once it is accepted.

    `after` is the number of the version that it is to follow (0: none), where that matters to the uploader.
    Raises `archive.ArchiveRefused` for what is wrong with the file, NotTheNext when somebody else was first,
    UploadRefused for all else.
    """
    name = _file_name(filename)
    upload = archive.inspect(data, name)
    sha256 = blobs.store(data)
    with transaction.atomic():
        owner = User.objects.select_for_update(no_key=True).get(pk=bot.owner_id)
        _refuse_without_open_competition(bot)
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        _refuse_overtaken(bot, last, after)
        _refuse_known_content(bot, sha256)
        _refuse_beyond_terms(bot, upload.language, len(data))
        _refuse_beyond_quota(owner, bot)
        version = Version.objects.create(
            bot=bot,
            number=1 + last,
            activate=activate,
            sha256=sha256,
            filename=name,
            size=len(data),
            language=upload.language,
            entry=upload.entry,
        )
        transaction.on_commit(lambda: builds.send(version.pk))
    with logs.about(version=version.pk):
        log.info("%s is uploaded", version)
    return version


def enter(bot: Bot, competition: Competition) -> Entry:
    """Enter the bot in a competition; entering twice is entering once. Refused unless it is open."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=bot.owner_id)
        versions.lock_bot(bot.pk)
        known = Entry.objects.filter(bot=bot, competition=competition).first()
        if known is not None:
            return known
        competition = Competition.objects.get(pk=competition.pk)
        entries.refuse_entry(bot, competition)
        return _entered(bot, competition)


def carry_over(bot: Bot, competition: Competition) -> Entry:
    """Enter the bot in a competition that succeeds one that it was in, whatever its state. Twice is once."""
    with transaction.atomic():
        versions.lock_bot(bot.pk)
        return _entered(bot, competition)


def _entered(bot: Bot, competition: Competition) -> Entry:
    entry, _ = Entry.objects.get_or_create(bot=bot, competition=competition)
    active = bot.versions.filter(state=State.ACTIVE).first()
    if active and not Activation.objects.filter(competition=competition, version=active).exists():
        versions.note_activation(active, competition)
    return entry


def leave(bot: Bot, competition: Competition) -> None:
    """Take the bot out of a competition: no new matches; the played ones and their ratings stay."""
    with transaction.atomic():
        versions.lock_bot(bot.pk)
        state = Competition.objects.values_list("state", flat=True).get(pk=competition.pk)
        if state not in (Competition.State.DRAFT, Competition.State.OPEN):
            raise Refused(f"{competition.name} is {state}; its standings stay as they are.")
        Entry.objects.filter(bot=bot, competition=competition).delete()


def activate(version: Version) -> Version:
    """Let an accepted version (ready, superseded or retired) play in place of the active one."""
    with transaction.atomic():
        versions.lock_bot(version.bot_id)
        done = versions.take_over(version, MAY_ACTIVATE)
    return _moved(version, done, State.ACTIVE, "Only a ready, superseded or retired version can be activated")


def retire(version: Version) -> Version:
    """Take a version out of play by its owner's wish; it can be activated again."""
    done = versions.move(version.pk, MAY_RETIRE, State.RETIRED)
    return _moved(version, done, State.RETIRED, "Only an active, ready or superseded version can be retired")


def disable(version: Version, by: User, reason: str) -> Version:
    """Take a version out of play by a ruling of staff; its owner cannot bring it back."""
    if not reason.strip():
        raise Refused("Say why the version is disabled: its owner reads it.")
    with transaction.atomic():
        versions.lock_bot(version.bot_id)
        if Ruling.objects.filter(kind=Ruling.Kind.DISABLE, version=version).exists():
            version.refresh_from_db()
            return version
        sources = set(State) - {State.REJECTED}  # also one that only the circuit breaker took out
        done = versions.move(version.pk, sources, State.DISABLED, reason.strip())
        if done:
            Ruling.objects.create(kind=Ruling.Kind.DISABLE, version=version, reason=reason.strip(), by=by)
            text = f"{version} was taken off the ladder by the site's staff: {reason.strip()}"
            notices.tell(people.behind(version.bot), notices.Kind.VERSION, text, f"/versions/{version.pk}/")
    return _moved(version, done, State.DISABLED, "A rejected version never plays and needs no disabling")


def _moved(version: Version, done: bool, wanted: str, rule: str) -> Version:
    version.refresh_from_db()
    if not done and version.state != wanted:
        raise Refused(f"{rule}; {version} is {version.get_state_display()}.")
    return version


def _file_name(given: str) -> str:
    """The last part of the name that a browser sent; a name that no folder could hold is refused."""
    name = given.replace("\\", "/").rsplit("/", 1)[-1].strip()
    if not name or len(name.encode()) > 200 or not name.isprintable() or name in (".", ".."):
        raise UploadRefused(
            f"File name: found {name[:60]!r}, wanted 1 to 200 bytes of printable characters, as in bot.zip."
        )
    return name


def _refuse_without_open_competition(bot: Bot) -> None:
    entered = list(Competition.objects.filter(entries__bot=bot).order_by("pk"))
    if not entered and competitions.default() is None:
        raise UploadRefused("No competition is open now; come back when one has opened.")
    if entered and all(c.state != Competition.State.OPEN for c in entered):
        states = ", ".join(f"{c.name} is {c.state}" for c in entered)
        raise UploadRefused(f"{bot.name} can take no upload now: {states}. Enter it in an open competition.")


def _refuse_overtaken(bot: Bot, last: int, after: int | None) -> None:
    if after is not None and after != last:
        raise NotTheNext(
            f"Found version {last} as the last one of {bot.name}, and this was to follow version {after}: "
            "look what was uploaded meanwhile, then upload again."
        )


def _refuse_known_content(bot: Bot, sha256: str) -> None:
    same = bot.versions.filter(sha256=sha256).first()
    if same is not None:
        raise NotTheNext(
            f"This is, byte for byte, version {same.number} of {bot.name} ({same.get_state_display()}). "
            "Upload a changed file, or activate that version."
        )


def _open_to(bot: Bot) -> list[Competition]:
    return list(Competition.objects.filter(entries__bot=bot, state=Competition.State.OPEN).order_by("pk"))


def _refuse_beyond_terms(bot: Bot, language: str, size: int) -> None:
    for competition in _open_to(bot):
        try:
            entries.refuse_upload(competition, language, size)
        except Refused as refused:
            raise UploadRefused(f"{refused} {bot.name} is entered there.") from None


def _refuse_beyond_quota(owner: User, bot: Bot) -> None:
    """The site's limit, or the strictest of the competitions that the bot is in."""
    most = min([settings.UPLOADS_PER_DAY, *(c.uploads_per_day for c in _open_to(bot) if c.uploads_per_day)])
    day_ago = timezone.now() - timedelta(days=1)
    recent = Version.objects.filter(bot__owner=owner, created__gt=day_ago).order_by("created")
    if recent.count() < most:
        return
    free = recent[recent.count() - most].created + timedelta(days=1)
    raise UploadRefused(
        f"{owner.username} has uploaded {recent.count()} versions in the last 24 hours; the limit is "
        f"{most}. The next upload is possible at {free:%Y-%m-%d %H:%M} UTC."
    )
