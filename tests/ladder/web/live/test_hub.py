"""One look for all viewers; each hears what it has not been told, and the latest of it only."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any

import pytest
from django.db import OperationalError

from ladder.web.live.hub import Hub, Viewer
from ladder.web.live.topics import News, Topic

A, B = Topic("match", "1"), Topic("match", "2")


class World:
    """What there is to see, how often it was looked at, and for which topics."""

    def __init__(self) -> None:
        self.news = {A: News("a1"), B: News("b1")}
        self.looks: list[set[Topic]] = []
        self.away = False

    def look(self, topics: Collection[Topic]) -> dict[Topic, News]:
        self.looks.append(set(topics))
        if self.away:
            raise OperationalError("gone")
        return {topic: self.news[topic] for topic in topics if topic in self.news}


@pytest.fixture(autouse=True)
def _no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.web.live.hub.close_old_connections", lambda: None)


def played(scene: Callable[[World, Hub], Coroutine[Any, Any, None]]) -> World:
    """Runs the scene with a hub that looks without a pause."""
    world = World()
    asyncio.run(scene(world, Hub(world.look, every_s=0.001)))
    return world


async def told(hub: Hub, viewer: Viewer) -> dict[Topic, str]:
    """What the viewer is told next, once there is something."""
    while True:
        await viewer.stirred.wait()
        viewer.stirred.clear()
        news = hub.news_for(viewer)
        if news:
            return {topic: each.stamp for topic, each in news}


def test_a_new_viewer_hears_how_things_stand() -> None:
    async def scene(world: World, hub: Hub) -> None:
        viewer = Viewer([A, B], {})
        hub.join(viewer)
        assert await told(hub, viewer) == {A: "a1", B: "b1"}

    played(scene)


def test_a_viewer_that_comes_back_hears_only_what_it_missed() -> None:
    async def scene(world: World, hub: Hub) -> None:
        viewer = Viewer([A, B], {A: "a1", B: "b0"})
        hub.join(viewer)
        assert await told(hub, viewer) == {B: "b1"}

    played(scene)


def test_a_change_reaches_those_who_follow_it_and_nobody_else() -> None:
    async def scene(world: World, hub: Hub) -> None:
        of_a, of_b = Viewer([A], {}), Viewer([B], {})
        for viewer in (of_a, of_b):
            hub.join(viewer)
            await told(hub, viewer)
        world.news[A] = News("a2")
        assert await told(hub, of_a) == {A: "a2"}
        assert not of_b.stirred.is_set()

    played(scene)


def test_a_slow_viewer_skips_what_is_outdated() -> None:
    async def scene(world: World, hub: Hub) -> None:
        quick, slow = Viewer([A], {}), Viewer([A], {})
        hub.join(quick)
        hub.join(slow)
        for stamp in ("a2", "a3", "a4"):
            world.news[A] = News(stamp)
            while (await told(hub, quick))[A] != stamp:
                pass
        assert await told(hub, slow) == {A: "a4"}

    played(scene)


def test_many_viewers_cost_as_many_looks_as_one() -> None:
    async def scene(world: World, hub: Hub) -> None:
        viewers = [Viewer([A], {}) for _ in range(100)]
        for viewer in viewers:
            hub.join(viewer)
        await asyncio.gather(*(told(hub, viewer) for viewer in viewers))

    world = played(scene)
    assert len(world.looks) < 10
    assert all(look == {A} for look in world.looks)


def test_when_nobody_watches_nothing_is_looked_at() -> None:
    async def scene(world: World, hub: Hub) -> None:
        viewer = Viewer([A], {})
        hub.join(viewer)
        await told(hub, viewer)
        hub.leave(viewer)
        while hub._ticker is not None and not hub._ticker.done():
            await asyncio.sleep(0)
        assert hub.size == 0
        hub.join(Viewer([B], {}))
        while {B} not in world.looks:
            await asyncio.sleep(0.001)

    world = played(scene)
    assert world.looks[-1] == {B}


@pytest.mark.parametrize("trouble", ["away", "broken"])
def test_streams_outlive_a_database_that_is_away_and_a_look_that_fails(trouble: str) -> None:
    async def scene(world: World, hub: Hub) -> None:
        viewer = Viewer([A], {})
        hub.join(viewer)
        await told(hub, viewer)
        kept, world.away = world.news, trouble == "away"
        world.news = kept if world.away else None  # type: ignore[assignment]
        looks = len(world.looks)
        while len(world.looks) < looks + 2:
            await asyncio.sleep(0.001)
        world.news, world.away = kept | {A: News("a2")}, False
        assert await told(hub, viewer) == {A: "a2"}

    played(scene)
