"""Claims of the remaining tricks: granted at once if certain, else voted on."""

from __future__ import annotations

from bot.computers.worker import ComputerPlayers
from bot.table.desk.shown import ShownTable
from bot.table.manager import GameManager


class Claims:
    """Checks a claim with only what its player may know, then carries it out or opens a vote."""

    def __init__(self, tables: GameManager, computers: ComputerPlayers) -> None:
        self._tables = tables
        self._computers = computers

    async def claim(self, channel_id: int, user_id: int, table_id: int, revision: int) -> ShownTable:
        """Claim the tricks that are left, in answer to the question a control was drawn for.

        Raises:
            Refused: not asked to play a card, or it is not certain and computers play.
        """
        brief = await self._tables.reading.brief(channel_id, user_id, table_id, revision)
        is_sure = await self._computers.is_claim_sure(brief)
        return await self._tables.votes.claim(
            channel_id, user_id, table_id=table_id, revision=revision, is_sure=is_sure
        )
