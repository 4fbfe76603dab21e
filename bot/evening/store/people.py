"""A user's data in evenings: export, and replacement by a former player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.common.text import FORMER_PLAYER
from bot.database.database import Database, Statement, Values
from bot.models.former_players import Forgetting
from bot.table.store.result_queue import queue_season

SEASONS_OF: Final = """
    SELECT DISTINCT season_id FROM evenings JOIN evening_chairs ON evening_chairs.evening_id = evenings.id
    WHERE user_id = ? AND season_id IS NOT NULL
"""
LEAVE_EVENINGS: Final = "UPDATE evening_guests SET user_id = ?, name = ?, is_here = 0 WHERE user_id = ?"
LEAVE_CHAIRS: Final = "UPDATE evening_chairs SET user_id = ? WHERE user_id = ?"
HAND_OVER_HOSTING: Final = """
    UPDATE evenings SET host_id = COALESCE((
        SELECT user_id FROM evening_guests
        WHERE evening_id = evenings.id AND is_here = 1 AND evenings.status <> 'over' ORDER BY number LIMIT 1
    ), ?) WHERE host_id = ?
"""
MARK_STALE: Final = """
    UPDATE evenings SET is_shown = 0, revision = revision + 1
    WHERE host_id = ? OR id IN (SELECT evening_id FROM evening_guests WHERE user_id = ?)
"""
OWN: Final[Mapping[str, str]] = {
    "evenings": """
        SELECT id, guild_id, kind, season_id, name, is_here, created_at
        FROM evening_guests JOIN evenings ON evenings.id = evening_id WHERE user_id = ? ORDER BY 1
    """,
    "evenings_hosted": "SELECT id, guild_id, kind, created_at FROM evenings WHERE host_id = ? ORDER BY 1",
    "chairs": """
        SELECT evening_id, round, number, chair
        FROM evening_chairs WHERE user_id = ? ORDER BY 1, 2, 3, 4
    """,
}
"""Export of a user's data; each ``?`` is the user's id."""


class EveningPeopleStore:
    """Users' data in evenings, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget_in_evenings(self, who: Forgetting) -> None:
        """Replace a user in all evenings by a former player who has left; the boards are marked as stale.

        The guest who joined first of those left hosts their open evenings. Standings of the evenings' seasons
        are marked to be computed again, since they follow from the seats.
        """
        numbers = (who.former_id, who.user_id)
        seasons = await self._database.read(Statement(SEASONS_OF, Values((who.user_id,))))
        await self._database.write(
            Statement(MARK_STALE, Values((who.user_id, who.user_id))),
            Statement(LEAVE_EVENINGS, Values((who.former_id, FORMER_PLAYER, who.user_id))),
            Statement(LEAVE_CHAIRS, Values(numbers)),
            Statement(HAND_OVER_HOSTING, Values(numbers)),
            *(queue_season(season_id) for [season_id] in seasons),
        )
