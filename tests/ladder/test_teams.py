"""Teams: invitations, the captain, shared bots, and what happens when people go."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import access, accounts, bots, competitions, filling, leaderboards, matches, people, teams
from ladder.models import Bot, Invitation, Team, TeamMate, User
from ladder.refusals import Refused
from tests.ladder import stage
from tests.ladder.conftest import Outbox

pytestmark = pytest.mark.usefixtures("committing")


@pytest.fixture(autouse=True)
def _broker(outbox: Outbox) -> None:
    """Nothing is sent."""


def herd(size: int = 2) -> tuple[Team, list[User]]:
    """A team of so many people, its captain first."""
    crowd = [stage.person() for _ in range(size)]
    team = teams.create(crowd[0], f"Herd {crowd[0].pk}")
    for person in crowd[1:]:
        teams.join(teams.link(team, crowd[0]), person)
    return team, crowd


@pytest.mark.parametrize("name", ["", "<b>", "x" * 41])
def test_a_name_that_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        teams.create(stage.person(), name)
    assert not Team.objects.exists()


def test_a_teams_name_is_taken_once_whatever_its_case() -> None:
    teams.create(stage.person(), "Herd")
    with pytest.raises(Refused, match="choose another name"):
        teams.create(stage.person(), "HERD")


def test_one_is_in_one_team_at_a_time() -> None:
    _, (captain, _) = herd()
    with pytest.raises(Refused, match="in a team already"):
        teams.create(captain, "Second")
    other, (other_captain, _) = herd()
    with pytest.raises(Refused, match="Leave it first"):
        teams.join(teams.link(other, other_captain), captain)
    assert Team.objects.count() == 2


def test_an_invitation_by_name_is_for_that_person_and_told_once() -> None:
    team, (captain, _) = herd()
    carl, dora = stage.person(), stage.person()
    invited = teams.invite(team, captain, carl)
    assert teams.invite(team, captain, carl) == invited
    assert carl.notices.get().link == f"/team/join/{invited.secret}/"
    assert teams.invitation(invited.secret, dora) is None
    found = teams.invitation(invited.secret, carl)
    assert found is not None
    assert teams.join(found, carl) == teams.join(found, carl) == team
    assert team.mates.count() == 3


def test_a_new_link_ends_the_former_and_every_link_ends_some_day() -> None:
    team, (captain, _) = herd()
    first = teams.link(team, captain).secret
    second = teams.link(team, captain).secret
    ada = stage.person()
    assert teams.invitation(first, ada) is None
    assert teams.invitation(second, ada) is not None
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert teams.invitation(second, ada) is None


def test_a_seventh_person_finds_no_room() -> None:
    team, crowd = herd(6)
    with pytest.raises(Refused, match="6 people"):
        teams.join(teams.link(team, crowd[0]), stage.person())


def test_only_the_captain_invites_removes_hands_over_and_dissolves() -> None:
    team, (captain, mate) = herd()
    for act in (
        lambda: teams.link(team, mate),
        lambda: teams.invite(team, mate, stage.person()),
        lambda: teams.remove(team, mate, captain),
        lambda: teams.hand_over(team, mate, mate),
        lambda: teams.dissolve(team, mate),
    ):
        with pytest.raises(Refused, match="Only the captain"):
            act()


def test_a_bot_given_to_the_team_is_the_captains_and_all_mates_act_for_it() -> None:
    team, (captain, mate) = herd()
    bot = stage.bot(mate)
    teams.give(bot, mate)
    bot.refresh_from_db()
    assert (bot.team, bot.owner) == (team, captain)
    assert access.owns(mate, bot)
    assert list(access.own_bots(mate)) == [bot]
    assert {person.pk for person in people.behind(bot)} == {captain.pk, mate.pk}
    assert not access.owns(stage.person(), bot)


def test_the_captaincy_takes_the_bots_along() -> None:
    team, (captain, mate) = herd()
    bot = stage.bot(captain)
    teams.give(bot, captain)
    teams.hand_over(team, captain, mate)
    bot.refresh_from_db()
    team.refresh_from_db()
    assert (team.captain, bot.owner) == (mate, mate)
    assert access.owns(captain, bot)


def test_when_the_captain_leaves_who_is_longest_in_the_team_follows() -> None:
    team, (captain, second, _) = herd(3)
    bot = stage.bot(captain)
    teams.give(bot, captain)
    teams.leave(captain)
    teams.leave(captain)
    bot.refresh_from_db()
    team.refresh_from_db()
    assert (team.captain, bot.owner, bot.team) == (second, second, team)
    assert not access.owns(captain, bot)


def test_with_its_last_person_a_team_dissolves_and_its_bots_stay_theirs() -> None:
    _, (captain, mate) = herd()
    bot = stage.bot(captain)
    teams.give(bot, captain)
    teams.leave(mate)
    teams.leave(captain)
    bot.refresh_from_db()
    assert (bot.team, bot.owner) == (None, captain)
    assert not Team.objects.exists()
    assert not TeamMate.objects.exists()


def test_dissolving_twice_is_dissolving_once() -> None:
    team, (captain, _) = herd()
    teams.dissolve(team, captain)
    teams.dissolve(team, captain)
    assert not Team.objects.exists()


def test_an_account_that_ends_leaves_the_team_and_the_team_keeps_its_bots() -> None:
    team, (captain, mate) = herd()
    shared, own = stage.version(stage.bot(captain)), stage.version(stage.bot(captain))
    teams.give(shared.bot, captain)
    accounts.delete(captain)
    shared.refresh_from_db()
    own.refresh_from_db()
    assert (shared.state, own.state) == ("active", "retired")
    assert Bot.objects.get(pk=shared.bot_id).owner == mate
    assert team.mates.count() == 1


def test_bots_of_team_mates_never_meet() -> None:
    cup = stage.competition()
    _, (captain, mate) = herd()
    stage.version(stage.bot(captain, cup))
    stage.version(stage.bot(mate, cup))
    assert filling.fill() == 0
    stage.version(stage.bot(cup=cup))
    assert filling.fill() > 0


@pytest.mark.parametrize(
    ("size", "allowed", "words"), [(1, 6, "has 1"), (3, 2, "2 to 2 people"), (2, 1, "no teams")]
)
def test_a_competition_takes_teams_of_its_size(size: int, allowed: int, words: str) -> None:
    cup = stage.competition()
    competitions.change(cup, team_size=allowed)
    _, crowd = herd(size)
    bot = stage.bot(crowd[0])
    teams.give(bot, crowd[0])
    bot.refresh_from_db()
    with pytest.raises(Refused, match=words):
        bots.enter(bot, cup)


def test_the_teams_name_stands_beside_its_bots() -> None:
    cup = stage.competition()
    team, (captain, _) = herd()
    version = stage.version(stage.bot(captain, cup))
    teams.give(version.bot, captain)
    match = stage.match(cup, (version, stage.version(stage.bot(cup=cup))))
    assert team.name in [row.owner for row in leaderboards.rows(cup)]
    shown = matches.with_all(type(match).objects.filter(pk=match.pk)).get()
    assert matches.facts(shown).seats[0].owner == team.name


def test_a_captain_takes_a_bot_back() -> None:
    _, (captain, mate) = herd()
    bot = stage.bot(mate)
    teams.give(bot, mate)
    bot.refresh_from_db()
    with pytest.raises(Refused):
        teams.take_back(bot, mate)
    teams.take_back(bot, captain)
    bot.refresh_from_db()
    assert (bot.team, bot.owner) == (None, captain)
