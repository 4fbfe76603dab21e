"""Brings the ledger up to date: enters results, rates boards, ranks seasons.

What is stale is queued in the transaction that made it so (``bot/table/store/result_queue.py``), and
unmarked with the work, so this can be repeated, resumed after a stop, or done for everything by ``rebuild``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Final

from bot.common.arithmetic import Ask, NotWorkedOut, at_once
from bot.common.background import cut_off
from bot.common.errors import StoreError
from bot.database.database import Damaged, Database, Statement
from bot.database.leases import Lease
from bot.database.rows import readable
from bot.league.season_tables import SeasonRanking
from bot.league.store.leagues import LeagueStore
from bot.league.store.tables import NO_LINES, SeasonTableStore
from bot.models.credits import Entrant
from bot.models.scoring import read
from bot.models.stored_figures import sums_of
from bot.models.stored_league import MatchState
from bot.models.stored_results import DealResult, MatchResult
from bot.models.stored_tables import OPEN, Settled
from bot.stats.contribution import Contribution, SeasonTerms, booked, rating_board
from bot.stats.rating_model import NEW, Change, Rating, carried_over, replay
from bot.stats.store.ledger import LedgerStore
from bot.stats.store.rating_rows import RatingStore
from bot.stats.values import PendingResult, ToRate, Unrated
from bot.table.desk.shown import Update
from bot.table.store.earlier_deals import EarlierDealStore
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from rules.catalog import find_game
from rules.core.protocol import InvalidOption

log = logging.getLogger(__name__)

MOST: Final = 20
"""Results, or matches to rate, in one batch."""
FEW: Final = 4
"""Batches up to this size are rated on the event loop: a match takes a tenth of a millisecond."""
RETRY_AFTER: Final = 60.0
"""Seconds before a failed run is retried."""
UNKNOWN: Final = "unknown"
"""Family of games this version does not know."""


class LedgerUpdate:
    """Enters queued results in the ledger, rates stale boards, and ranks stale seasons."""

    def __init__(self, database: Database, ask: Ask) -> None:
        self._ledger_store = LedgerStore(database)
        self._earlier_deal_store = EarlierDealStore(database)
        self._league_store = LeagueStore(database)
        self._rating_store = RatingStore(database)
        self._result_store = ResultStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._season_table_store = SeasonTableStore(database)
        self._ask = ask
        self._ranking = SeasonRanking(database, ask)

    async def finish(self, tell: Callable[[], Awaitable[None]] | None = None) -> None:
        """Enter, rate and rank until nothing is stale; earlier seasons' boards first.

        ``tell`` is called after each batch of results.

        Raises ``StoreError`` if the database cannot be read or written; the rest stays stale.
        """
        while True:
            # Read before the results: a season closed after this becomes final only once its last is booked.
            unranked = await self._season_table_store.unranked()
            if results := await self._ledger_store.pending_results(MOST):
                for result in results:
                    await self._book(result)
                if tell is not None:
                    await tell()
            elif unrated := await self._rating_store.unrated():
                await self._rate(min(unrated, key=_order))
            elif unranked:
                for season in unranked:
                    await self._ranking.rank(season)
            else:
                return

    async def _book(self, result: PendingResult) -> None:
        table_id = result.table_id
        terms = None
        try:
            terms = await self._terms(table_id)
            is_own = await self._earlier_deal_store.earlier_deal(table_id) is None
            match = await self._result_store.match(table_id) if is_own else None
            if terms is not None and match is not None:
                terms = terms.of_match_ended(match.finished_at)
            deals = await self._result_store.deals(table_id)
            contribution = _contribution(table_id, match, deals, terms)
        except Damaged as error:
            log.error("the match at table %d is left out of the book: %s", table_id, error)
            contribution = None
        final = terms.season_id if terms is not None and terms.is_final else None
        await self._ledger_store.book(result, contribution, final)

    async def _terms(self, table_id: int) -> SeasonTerms | None:
        """The terms of a match of a season; None for a match outside a season.

        Raises ``Damaged`` if the season cannot be read.
        """
        of_season = await self._season_place_store.season_match(table_id)
        if of_season is None:
            return None
        found = await self._league_store.season_in_league(of_season.season_id)
        if found is None:
            raise Damaged("its season cannot be read.")
        league, season = found
        settled = await self._season_place_store.settled_at(table_id)
        try:
            terms = read(season.scoring)
        except ValueError:
            raise Damaged("how its season is scored cannot be read.") from None
        return SeasonTerms(
            season.id,
            league.competing,
            league.computers if settled is None else settled is Settled.COMPUTERS,
            terms.abandoned,
            of_season.plays_for,
            of_season.points or {},
            is_void=of_season.state is MatchState.VOID,
            is_final=await self._season_table_store.is_final(season.id),
            closed_at=season.closed_at,
        )

    async def _rate(self, unrated: Unrated) -> None:
        """Rate the next batch of a board."""
        wanted = await self._rating_store.to_rate(unrated, MOST)
        start = dict(wanted.before)
        start.update(await self._carried_over(unrated, wanted))
        ask = at_once if len(wanted.matches) <= FEW else self._ask
        changes: list[Change] = await ask(replay, wanted.matches, start)
        await self._rating_store.keep_rated(unrated, wanted, changes)

    async def _carried_over(self, unrated: Unrated, wanted: ToRate) -> dict[Entrant, Rating]:
        """Ratings carried over from the previous season, for players or pairs not rated in this one yet."""
        season_id = unrated.season_id
        earlier = None if season_id is None else await self._rating_store.season_before(season_id)
        if earlier is None:
            return {}
        board = rating_board(season_id=earlier)
        found = {}
        for entrant in {entrant for match in wanted.matches for side in match.sides for entrant in side}:
            if entrant not in wanted.before:
                rating = await self._rating_store.rating(unrated.guild_id, board, entrant)
                found[entrant] = NEW if rating is None else carried_over(rating)
        return found


def _contribution(
    table_id: int, match: MatchResult | None, deals: Sequence[DealResult], terms: SeasonTerms | None
) -> Contribution | None:
    """What a match contributes; None without a result, for a repeated deal, or if voided.

    Raises ``Damaged`` if a value has the wrong type.
    """
    if match is None:
        return None
    with readable("a value of it"):
        contribution = booked(table_id, match, deals, _family_of(match.game), terms)
        sums = (
            [number for one in contribution.played for number in sums_of(one.figures)] if contribution else []
        )
        if not all(isinstance(number, int) for number in sums):
            raise TypeError("a number is none")
        return contribution


def _family_of(game: str) -> str:
    """The key of a game's family; ``UNKNOWN`` if this version does not know the game."""
    try:
        return find_game(game).about.kind
    except InvalidOption:
        return UNKNOWN


def _order(unrated: Unrated) -> tuple[int, int, str]:
    """Sort key: seasons in order, as a season's ratings begin from the one before."""
    return (unrated.season_id or 0, unrated.guild_id, unrated.board)


async def requeue_all(database: Database) -> None:
    """Empty the ledger and queue all results again. Final seasons keep their standings, credits and ratings.

    Raises ``StoreError`` if the database cannot be written; nothing has changed.
    """
    await LedgerStore(database).requeue_all(Statement(NO_LINES))


class LedgerKeeper:
    """A background task that enters new results in the ledger, then rates and ranks what is stale."""

    def __init__(self, database: Database, ask: Ask) -> None:
        self._leases = database.leases
        self._update = LedgerUpdate(database, ask)
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Schedule a run for new results."""
        self._is_wanted.set()

    def start(self, listen: Callable[[Callable[[Update], None]], object]) -> None:
        """Start the task: catch up on what a stop left, then run after each match that ``listen`` reports."""
        listen(self._on_update)
        self.wake()
        self._task = asyncio.create_task(self._run())

    def _on_update(self, update: Update) -> None:
        if update.table.status not in OPEN:
            self.wake()

    async def close(self) -> None:
        """Stop the task; the next start catches up."""
        if self._task is not None:
            await cut_off([self._task])

    async def _run(self) -> None:
        while True:
            await self._is_wanted.wait()
            self._is_wanted.clear()
            try:
                await self.catch_up()
            except StoreError as error:
                log.warning("the book could not be brought up to date: %s", error)
            except Exception as error:
                log.exception("the book stands still: unexpected %s", type(error).__name__)
            else:
                continue
            asyncio.get_running_loop().call_later(RETRY_AFTER, self.wake)

    def paused(self) -> AbstractAsyncContextManager[None]:
        """A lock that keeps the ledger unchanged, to change results and what derives from them together.

        No other process changes it, either.
        """
        return self._leases.alone(Lease.LEDGER)

    async def catch_up(self) -> None:
        """Enter, rate and rank everything that is stale now.

        Raises ``StoreError`` if the database cannot be read or written; the rest stays stale.
        """
        async with self.paused():
            try:
                await self._update.finish()
            except NotWorkedOut as error:  # finished batches are stored, so a new process continues
                log.warning("%s Another one is started.", error)
                await self._update.finish()
