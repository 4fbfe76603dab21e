"""Fixed phrases said at a table: kept in memory, shown for a while."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Refused
from bot.table.desk.changing import Desk, at_table
from bot.table.desk.phrases import Phrase, Said, with_one_more
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.turns.time_limit import SLACK

NO_PHRASES: Final = "The host has turned phrases off at this table."


class Talk:
    """Adds players' phrases to a table, in memory only, and drops expired ones."""

    def __init__(self, desk: Desk) -> None:
        self.desk: Final = desk

    @at_table
    async def say(
        self, table: Table, user_id: int, phrase: Phrase, *, table_id: int | None = None
    ) -> ShownTable:
        """Let a player say a phrase in a match.

        Raises:
            Refused: no match, not seated, or the host has turned phrases off.
        """
        seat = table.playing_seat(user_id, table_id)
        if not table.record.allowed.phrases:
            raise Refused(NO_PHRASES)
        table.said = with_one_more(table.said, Said(seat, user_id, phrase, self.desk.now()))
        return self.desk.tell(table)

    def forget_phrases(self, table: Table) -> None:
        """Drop expired phrases, and notify listeners."""
        now = self.desk.now() + SLACK
        table.said = tuple(one for one in table.said if one.ends_at > now)
        self.desk.tell(table)
