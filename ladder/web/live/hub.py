"""Who follows what, and one look a second on behalf of all of them: viewers cost no queries of their own."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import DatabaseError, close_old_connections

from ladder.web.live.topics import News, Topic

LOOK_EVERY_S = 1.0

Look = Callable[[Collection[Topic]], Mapping[Topic, News]]
T = TypeVar("T")
log = logging.getLogger(__name__)


class Viewer:
    """One open stream: what it follows and which stamps it has been told."""

    def __init__(self, topics: Collection[Topic], told: Mapping[Topic, str]) -> None:
        self.topics = frozenset(topics)
        self.told = {topic: stamp for topic, stamp in told.items() if topic in self.topics}
        self.stirred = asyncio.Event()


class Hub:
    """The viewers of this process. A viewer that reads slowly skips what is outdated; nothing queues up."""

    def __init__(self, look: Look, every_s: float = LOOK_EVERY_S) -> None:
        self._look = look
        self._every_s = every_s
        self._viewers: set[Viewer] = set()
        self._known: dict[Topic, News] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._database = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")

    @property
    def size(self) -> int:
        """How many viewers there are."""
        return len(self._viewers)

    def join(self, viewer: Viewer) -> None:
        """Let a viewer follow; it hears at once of what it has not been told."""
        self._viewers.add(viewer)
        viewer.stirred.set()
        if self._ticker is None or self._ticker.done():
            self._ticker = asyncio.create_task(self._tick())

    def leave(self, viewer: Viewer) -> None:
        """Forget a viewer, and what nobody follows any more."""
        self._viewers.discard(viewer)
        followed = self._followed()
        for topic in self._known.keys() - followed:
            del self._known[topic]

    def news_for(self, viewer: Viewer) -> list[tuple[Topic, News]]:
        """What the viewer has not been told, noted as told."""
        new = [
            (topic, self._known[topic])
            for topic in sorted(viewer.topics)
            if topic in self._known and self._known[topic].stamp != viewer.told.get(topic)
        ]
        viewer.told |= {topic: news.stamp for topic, news in new}
        return new

    def ask(self, act: Callable[[], T]) -> Awaitable[T]:
        """Run something that needs the database, off the loop."""
        return asyncio.get_running_loop().run_in_executor(self._database, partial(_connected, act))

    async def _tick(self) -> None:
        """Look again and again while anybody follows."""
        while self._viewers:
            await self._look_once()
            await asyncio.sleep(self._every_s)

    async def _look_once(self) -> None:
        followed = self._followed()
        try:
            found = await self.ask(lambda: self._look(followed))
        except DatabaseError as error:  # viewers keep what they have; it is looked again in a second
            log.warning("the database is away: %s", error)
            return
        except Exception:  # one topic that cannot be made must not end all streams
            log.exception("could not look at %s", sorted(map(str, followed)))
            return
        changed = {topic for topic, news in found.items() if news != self._known.get(topic)}
        self._known |= {topic: found[topic] for topic in changed}
        for viewer in self._viewers:
            if viewer.topics & changed:
                viewer.stirred.set()

    def _followed(self) -> set[Topic]:
        return {topic for viewer in self._viewers for topic in viewer.topics}


def _connected(act: Callable[[], T]) -> T:
    """As Django does around a request: no connection is used that has died or grown too old."""
    close_old_connections()
    try:
        return act()
    finally:
        close_old_connections()
