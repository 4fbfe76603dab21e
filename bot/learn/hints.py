"""Hints: what a computer would do in a player's place, told to that player alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.computers.hints.reasons import Advice
from bot.computers.worker import ComputerPlayers
from bot.table.desk.shown import ShownHand
from bot.table.manager import GameManager

TURNED_OFF: Final = "The host has turned hints off at this table."
COUNTED: Final = "There are no hints in a counted match."
OF_LEAGUE: Final = "There are no hints in a league's match."
OF_EVENING: Final = "There are no hints at an evening: everyone plays for a place."
NO_HINT: Final = "There's no hint now. Nothing is lost. Ask again, or play on."


class Hint(NamedTuple):
    """A hand, and a computer's advice on it."""

    hand: ShownHand
    advice: Advice


class Hints:
    """Asks computer players for advice, from what the seat may know alone."""

    def __init__(self, tables: GameManager, computers: ComputerPlayers) -> None:
        self._tables = tables
        self._computers = computers

    async def hint(self, channel_id: int, user_id: int, table_id: int, revision: int) -> Hint:
        """A computer's answer to the user's current question, and its reasons.

        ``revision`` is that of the pressed control.

        Raises:
            Refused: hints are off, the control is stale, or there is no hint now.
        """
        hand = await self._tables.reading.question(channel_id, user_id, table_id, revision)
        table = hand.table
        if not table.has_hints:
            of_match = OF_EVENING if table.kind.of_evening else OF_LEAGUE
            of_match = COUNTED if table.kind.counted else of_match
            raise Refused(of_match if table.talk.allowed.hints else TURNED_OFF)
        brief = await self._tables.reading.brief(channel_id, user_id, table_id, revision)
        advice = await self._computers.advise(brief, hand.table.revision)
        hand = await self._tables.reading.question(channel_id, user_id, table_id, revision)
        if advice is None or hand.view.decision is None or not hand.view.decision.accepts(advice.action):
            raise Refused(NO_HINT)
        return Hint(hand, advice)
