"""What can be followed live: each topic has a stamp that changes when it does; some bring their new HTML."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef
from django.db.models.functions import Length

from ladder import access
from ladder.access import Visitor
from ladder.models import Competition, Match, RatingEvent, Sitting, Version
from ladder.web.views import board, feed, tv

LONGEST_KEY = 60


class BadTopic(ValueError):
    """No such topic, or none that this visitor may follow; the message names it."""


@dataclass(frozen=True, order=True)
class Topic:
    """A kind, and which of that kind (empty where there is only one)."""

    kind: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}" if self.key else self.kind


@dataclass(frozen=True)
class News:
    """A topic as it is now. Without HTML, followers ask for what they show."""

    stamp: str
    html: str | None = None


Seen = Mapping[Topic, News]


def parse(text: str) -> Topic:
    """The topic of this name, as `Topic` is written; BadTopic for any other."""
    kind, _, key = text.partition(":")
    if kind not in KINDS or len(key) > LONGEST_KEY or not KINDS[kind].is_key(key):
        raise BadTopic(f"There is no topic {text[:80]!r}; there are {', '.join(sorted(KINDS))}.")
    return Topic(kind, key)


def require(visitor: Visitor, topics: Iterable[Topic]) -> None:
    """BadTopic when one of them is not there for this visitor."""
    for topic in topics:
        if not KINDS[topic.kind].is_seen(visitor, topic.key):
            raise BadTopic(f"There is no {topic}, or it is not for everybody: sign in.")


def now(topics: Collection[Topic]) -> dict[Topic, News]:
    """All these topics as they are; those that are gone are left out. A few queries a kind, however many."""
    found: dict[Topic, News] = {}
    for name, kind in KINDS.items():
        keys = sorted(topic.key for topic in topics if topic.kind == name)
        if keys:
            found |= {Topic(name, key): news for key, news in kind.look(keys).items()}
    return found


# --- the kinds --------------------------------------------------------------------------------------------


def _boards(keys: Collection[str]) -> dict[str, News]:
    """The upper rows of leaderboards, of the two sizes that pages show; one rendering for all who look."""
    found = {each.slug: each for each in Competition.objects.filter(slug__in={_slug(key) for key in keys})}
    news = {}
    for key in keys:
        if _slug(key) in found:
            top = board.top(found[_slug(key)], int(key.partition(":")[2]))
            news[key] = News(top.etag.strip('"'), top.html)
    return news


def _slug(key: str) -> str:
    return key.partition(":")[0]


def _is_board(key: str) -> bool:
    slug, _, size = key.partition(":")
    return bool(slug) and size in (str(board.HOME_ROWS), str(board.PAGE_ROWS))


def _feed(keys: Collection[str]) -> dict[str, News]:
    html = feed.html()
    return {"": News(hashlib.sha256(html.encode()).hexdigest()[:16], html)}


def _tv(keys: Collection[str]) -> dict[str, News]:
    latest = tv.latest(AnonymousUser())
    return {"": News(str(latest.pk))} if latest else {}


def _versions(keys: Collection[str]) -> dict[str, News]:
    rows = Version.objects.filter(pk__in=keys).annotate(written=Length("log"), why=Length("reason"))
    told = rows.values_list("pk", "state", "written", "why", "trial_match")
    return {str(pk): News("-".join(map(str, rest))) for pk, *rest in told}


def _matches(keys: Collection[str]) -> dict[str, News]:
    rated = Exists(RatingEvent.objects.filter(match=OuterRef("pk")))
    rows = Match.objects.filter(pk__in=keys).annotate(is_rated=rated, tries=Count("attempts"))
    return {
        str(pk): News("-".join(map(str, rest)))
        for pk, *rest in rows.values_list("pk", "state", "is_rated", "tries")
    }


def _sittings(keys: Collection[str]) -> dict[str, News]:
    rows = Sitting.objects.filter(pk__in=keys).values_list("pk", "state", "moves")
    return {str(pk): News(f"{state}-{moves}") for pk, state, moves in rows}


@dataclass(frozen=True)
class _Kind:
    look: Callable[[Collection[str]], dict[str, News]]
    is_key: Callable[[str], bool]
    is_seen: Callable[[Visitor, str], bool]


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 19


def _is_nothing(key: str) -> bool:
    return not key


def _by_all(visitor: Visitor, key: str) -> bool:
    return True


KINDS: dict[str, _Kind] = {
    "board": _Kind(
        _boards, _is_board, lambda who, key: access.competitions(who).filter(slug=_slug(key)).exists()
    ),
    "feed": _Kind(_feed, _is_nothing, _by_all),
    "tv": _Kind(_tv, _is_nothing, _by_all),
    "sitting": _Kind(_sittings, _is_number, _by_all),
    "version": _Kind(_versions, _is_number, lambda who, key: access.versions(who).filter(pk=key).exists()),
    "match": _Kind(_matches, _is_number, lambda who, key: access.matches(who).filter(pk=key).exists()),
}
