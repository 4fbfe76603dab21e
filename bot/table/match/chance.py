"""Random draws, cuts and deals: from the seed of a match, or drawn beforehand for several tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.database.database import Damaged, Database
from bot.models.shuffles import MatchSeed, SeededRandom
from bot.models.stored_evenings import EveningPlace
from bot.models.stored_tables import LogEntry
from bot.table.store.earlier_deals import EarlierDeal, EarlierDealStore
from bot.table.store.evenings import EveningPlaceStore
from rules.core.actions import Action, Deal, Draw, parse_action
from rules.core.decisions import CHANCE, Decision, Decisions, DrawByLot
from rules.core.protocol import Game

Drawn = Mapping[int, Action]
"""Deals drawn beforehand, by deal number; 0 is the draw for first dealer."""
NOTHING_DRAWN: Final[Drawn] = MappingProxyType({})
NOT_ALIKE: Final = "This game can't be dealt the same way at every table. Choose another one."


class Shuffles(NamedTuple):
    """Counts of random answers in a match."""

    deals: int = 0
    lots: int = 0
    """Draws and cuts: random answers other than deals."""

    def after(self, *, is_deal: bool) -> Shuffles:
        """The counts with one more answer."""
        return Shuffles(self.deals + is_deal, self.lots + (not is_deal))


def shuffles_after(before: Shuffles, entries: Iterable[LogEntry]) -> Shuffles:
    """The counts of deals, and of draws and cuts, after more log entries."""
    for entry in entries:
        if entry.seat == CHANCE:
            before = before.after(is_deal=isinstance(parse_action(entry.action), Deal))
    return before


class Chance:
    """Draws, deals and cuts at a table, one after another.

    Without a seed, as in matches that began before there were any, ``random`` decides.
    """

    def __init__(self, random: Random, drawn: Drawn, seed: MatchSeed | None, before: Shuffles) -> None:
        self._random = random
        self._drawn = drawn
        self._seed = seed
        self._shuffles = before

    def answer(self, game: Game[Any], state: Any, decision: Decision) -> Action:  # noqa: ANN401  (each game has a state of its own)
        """The random answer to a decision of chance; one drawn beforehand takes precedence."""
        is_deal = isinstance(decision, DrawByLot) and decision.make is Deal
        self._shuffles = self._shuffles.after(is_deal=is_deal)
        if self._drawn:
            for number in (0, game.deal(state) + 1):
                action = self._drawn.get(number)
                if action is not None and decision.accepts(action):
                    return action
        if self._seed is None:
            return decision.sample(self._random)
        deals, lots = self._shuffles
        return decision.sample(
            SeededRandom(self._seed.of_deal(deals) if is_deal else self._seed.of_lot(lots))
        )


def draw_beforehand(game: Game[Any], seats: int, deals: int, random: Random) -> dict[int, Action]:
    """The draw for first dealer and ``deals`` deals, for all tables of a duplicate evening.

    Raises:
        Refused: people decide something before the cards are dealt, or the game has no deal of its own.
    """
    state, drawn = game.start(seats), dict[int, Action]()
    while True:
        asked = game.decisions(state)
        if CHANCE not in asked or not isinstance(shuffle := asked[CHANCE], DrawByLot):
            raise Refused(NOT_ALIKE)
        if shuffle.make is Deal:
            return drawn | {number: shuffle.sample(random) for number in range(1, deals + 1)}
        action = shuffle.sample(random)
        after, _ = game.apply(state, CHANCE, action)
        if not _is_draw(game.decisions(after)):  # else the highest are tied: draw again
            state, drawn[0] = after, action


def _is_draw(asked: Decisions) -> bool:
    decision = asked.get(CHANCE)
    return isinstance(decision, DrawByLot) and decision.make is Draw


async def drawn_for(database: Database, table_id: int) -> Drawn:
    """Deals drawn beforehand for a table, by its evening or the earlier deal it plays; else empty.

    Raises:
        Damaged: it cannot be read.
    """
    place = await EveningPlaceStore(database).evening_place(table_id)
    if place is not None:
        return await drawn_at(database, place)
    earlier = await EarlierDealStore(database).earlier_deal(table_id)
    return NOTHING_DRAWN if earlier is None else drawn_again(earlier)


def drawn_again(earlier: EarlierDeal) -> Drawn:
    """An earlier deal as drawn beforehand: the same seat deals, the cards lie as they lay.

    Raises:
        Damaged: it cannot be read.
    """
    return _read({0: earlier.draw, 1: earlier.cards})


async def drawn_at(database: Database, place: EveningPlace) -> Drawn:
    """Deals drawn beforehand for a table of an evening.

    Raises:
        Damaged: it cannot be read.
    """
    return _read(await EveningPlaceStore(database).drawn(place))


def _read(stored: Mapping[int, str]) -> Drawn:
    try:
        return {number: parse_action(text) for number, text in stored.items() if text}
    except ValueError:
        raise Damaged("What was drawn beforehand cannot be read.") from None
