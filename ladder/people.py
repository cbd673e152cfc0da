"""Who stands behind a bot, and who has to do with a competition: whom a notice goes to."""

from ladder.models import Bot, User


def behind(bot: Bot) -> list[User]:
    """The people whose bot it is."""
    return [bot.owner]
