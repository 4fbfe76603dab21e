"""The daily deal service: one deal a day for each server, played alone and compared."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import date
from random import Random, SystemRandom
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.common.arithmetic import Ask, NotWorkedOut, at_once
from bot.common.background import cut_off
from bot.common.errors import Refused, StoreError
from bot.computers.worker import ComputerPlayers
from bot.daily.days import ONE_DAY, day_at, end_of, is_open, streak, streak_ahead
from bot.daily.page import DailyEnd, DailyPage, Yesterday, compared
from bot.daily.playing import DailyPlay
from bot.daily.store import DailyStore
from bot.daily.stored import PERSON, DailyAttempt, DailyDeal, DailyPlace
from bot.database.database import Database
from bot.evening.opening import played_game
from bot.models.shuffles import new_seed
from bot.replay.open_play import par_of
from bot.server.house_rules import HouseRules
from bot.table.lobby.before_match import Person
from rules.catalog import DEFAULT
from rules.core.actions import Action
from rules.core.protocol import Game, IllegalAction, InvalidOption, OptionValue

log = logging.getLogger(__name__)

NO_DEAL: Final = "That daily deal isn't there any more. `/rook daily` shows today's."
NOT_BEGUN: Final = "You haven't begun that daily deal. `/rook daily` shows today's."
CLOSED: Final = "That daily deal is closed. `/rook daily` shows today's."
NOT_ENDED: Final = "You haven't finished that daily deal. Finish it, then share how it went."
SHARED_OR_CLOSED: Final = (
    "You've shared that result already, or its deal is closed. `/rook daily` shows today's."
)
UNREADABLE: Final = "That daily deal can't be shown. Tomorrow's comes as usual. Tell the bot's owner."


class Daily:
    """A deal a day for each server, drawn when its first user begins; each user plays it once."""

    def __init__(
        self,
        database: Database,
        computers: ComputerPlayers,
        house_rules: HouseRules,
        random: Random | None,
        now: Callable[[], float],
        ask: Ask = at_once,
    ) -> None:
        # No table: so no log, history or shuffle check of a table leads to the cards of a daily deal.
        self._store = DailyStore(database)
        self._computers = computers
        self._house_rules = house_rules
        self._random = random or SystemRandom()
        self._now = now
        self._ask = ask
        self._locks: WeakValueDictionary[tuple[DailyPlace, int], asyncio.Lock] = WeakValueDictionary()
        self._comparing: dict[DailyPlace, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Cancel comparisons under way; they start again with the next look at their deal."""
        await cut_off(self._comparing.values())

    async def page(self, guild_id: int, person: Person, number: int | None = None) -> DailyPage:
        """A user's page of a daily deal, by default today's, which may not be drawn yet.

        Raises:
            Refused: there is no such deal, or its day is over and the user never began it.
            StoreError: it cannot be read.
        """
        today = self._today()
        if number is None:
            deal = await self._store.daily_of_day(guild_id, today.isoformat())
            return await (
                self._page_before_draw(guild_id, person, today) if deal is None else self._page(deal, person)
            )
        deal = await self._store.daily(DailyPlace(guild_id, number))
        if deal is None:
            raise Refused(NO_DEAL)
        return await self._page(deal, person)

    async def begin(self, guild_id: int, person: Person, number: int) -> DailyPage:
        """Begin or continue today's deal if it has this number; returns today's page in any case.

        Raises:
            Refused: the game of the deal no longer exists.
            StoreError: it could not be stored.
        """
        today = self._today()
        deal = await self._store.daily_of_day(guild_id, today.isoformat())
        if deal is None and number == await self._store.next_daily(guild_id):
            deal = await self._draw(guild_id, today)
        if deal is None or deal.place.number != number:
            return await self.page(guild_id, person)
        async with self._lock(deal.place, person.id):
            if await self._store.daily_attempt(deal.place, person.id) is None:
                play = self._play(deal, None)
                await play.advance(self._computers.choose)
                await self._store.begin_daily(deal.place, person.id, person.name, play.log, play.score)
        self._compare(deal)
        return await self._page(deal, person)

    async def answer(
        self, guild_id: int, person: Person, number: int, acts: int, action: Action
    ) -> DailyPage:
        """Answer the question of a deal after ``acts`` actions; if its log has more by now, only show it.

        Raises:
            Refused: there is no such deal, it is closed, or the user has not begun it.
            IllegalAction: the rules do not allow it.
            StoreError: it could not be stored.
        """
        place = DailyPlace(guild_id, number)
        async with self._lock(place, person.id):
            deal, attempt = await self._attempt(place, person.id)
            if not is_open(_day(deal), self._today()):
                raise Refused(CLOSED)
            if attempt.score is None and len(attempt.log) == acts:
                play = self._play(deal, attempt)
                play.answer(action)
                await play.advance(self._computers.choose)
                await self._store.save_progress(place, person.id, acts, play.log, play.score)
        return await self._page(deal, person)

    async def share(self, guild_id: int, person: Person, number: int) -> DailyPage:
        """Store that a user shares the result of a deal; returns the page after that.

        Raises:
            Refused: the user has not finished the deal or has shared it, or it is closed.
            StoreError: it could not be stored.
        """
        page = await self.page(guild_id, person, number)
        if page.end is None:
            raise Refused(NOT_ENDED)
        if not page.end.may_share or not await self._store.share_daily(
            DailyPlace(guild_id, number), person.id
        ):
            raise Refused(SHARED_OR_CLOSED)
        return page._replace(end=page.end._replace(may_share=False))

    async def undo_share(self, guild_id: int, person: Person, number: int) -> None:
        """Store that a result could not be sent, so that the user may share it again.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.share_daily(DailyPlace(guild_id, number), person.id, is_shared=False)

    def _today(self) -> date:
        return day_at(self._now())

    def _lock(self, place: DailyPlace, user_id: int) -> asyncio.Lock:
        """The lock of a user's deal: a second press waits and then finds a longer log."""
        return self._locks.setdefault((place, user_id), asyncio.Lock())

    async def _game(self, guild_id: int) -> Game[object]:
        wanted = await self._house_rules.usual(guild_id)
        return daily_game(wanted.game, wanted.options)

    async def _draw(self, guild_id: int, day: date) -> DailyDeal:
        game = await self._game(guild_id)
        drawn = DailyDeal(
            place=DailyPlace(guild_id, 0),
            day=day.isoformat(),
            game=game.about.key,
            options=game.changes(),
            rules_version=game.version,
            seed=new_seed(self._random),
        )
        return await self._store.draw_daily(drawn)

    async def _attempt(self, place: DailyPlace, user_id: int) -> tuple[DailyDeal, DailyAttempt]:
        deal = await self._store.daily(place)
        if deal is None:
            raise Refused(NO_DEAL)
        attempt = await self._store.daily_attempt(place, user_id)
        if attempt is None:
            raise Refused(NOT_BEGUN)
        return deal, attempt

    def _play(self, deal: DailyDeal, attempt: DailyAttempt | None) -> DailyPlay:
        try:
            return DailyPlay(deal, () if attempt is None else attempt.log)
        except (IllegalAction, InvalidOption, ValueError) as error:
            log.error("a daily deal cannot be played again from its log (%s)", type(error).__name__)
            raise Refused(UNREADABLE) from None

    async def _page_before_draw(self, guild_id: int, person: Person, today: date) -> DailyPage:
        """Today's page before any user has begun its deal."""
        game = await self._game(guild_id)
        return DailyPage(
            number=await self._store.next_daily(guild_id),
            title=game.about.title,
            next_at=end_of(today),
            streak=await self._streak(guild_id, person.id),
            played=0,
            yesterday=await self._yesterday(guild_id, person.id),
        )

    async def _page(self, deal: DailyDeal, person: Person) -> DailyPage:
        place, day, today = deal.place, _day(deal), self._today()
        attempt = await self._store.daily_attempt(place, person.id)
        if attempt is None and day != today:
            raise Refused(CLOSED)
        scores = await self._store.daily_scores(place)
        play = self._play(deal, attempt)
        page = DailyPage(
            number=place.number,
            title=play.title,
            next_at=end_of(today),
            streak=await self._streak(place.guild_id, person.id),
            played=len(scores),
            is_earlier=day != today,
            yesterday=await self._yesterday(place.guild_id, person.id) if day == today else None,
            hand=None if attempt is None else play.shown(person),
        )
        if attempt is None or attempt.score is None:
            if attempt is not None and not is_open(day, today):
                raise Refused(CLOSED)
            return page
        self._compare(deal)
        own, computer = attempt.score, deal.computer
        return page._replace(
            end=DailyEnd(
                own.own,
                own.against,
                compared(own.ahead, [score.ahead for score in scores.values()]),
                None if computer is None else computer.ahead,
                deal.par,
                await self._streak_ahead(place.guild_id, person.id, page.streak),
                may_share=not attempt.is_shared and is_open(day, today),
            )
        )

    async def _streak(self, guild_id: int, user_id: int) -> int:
        days = await self._store.daily_days(guild_id, user_id)
        return streak([date.fromisoformat(day) for day in days], self._today())

    async def _streak_ahead(self, guild_id: int, user_id: int, in_a_row: int) -> int:
        days = await self._store.daily_standings(guild_id, user_id, in_a_row)
        return streak_ahead(days, self._today())

    async def _yesterday(self, guild_id: int, user_id: int) -> Yesterday | None:
        """Yesterday's deal, if the user has begun it."""
        deal = await self._store.daily_of_day(guild_id, (self._today() - ONE_DAY).isoformat())
        attempt = None if deal is None else await self._store.daily_attempt(deal.place, user_id)
        if deal is None or attempt is None:
            return None
        return Yesterday(deal.place.number, is_over=attempt.score is not None)

    def _compare(self, deal: DailyDeal) -> None:
        """Start a task in which a computer plays the deal on the same seat, unless one has."""
        if deal.computer is not None or deal.place in self._comparing:
            return
        task = asyncio.create_task(self._have_computer_play(deal))
        self._comparing[deal.place] = task
        task.add_done_callback(lambda _: self._comparing.pop(deal.place, None))

    async def _have_computer_play(self, deal: DailyDeal) -> None:
        try:
            play = self._play(deal, None)
            await play.advance(self._computers.choose, person=False)
            if play.score is not None:
                await self._store.save_computer(deal.place, play.score, await self._par(play))
        except (Refused, StoreError) as error:
            log.warning("a daily deal could not be compared with a computer yet: %s", error)

    async def _par(self, play: DailyPlay) -> int | None:
        """Par after the bids of computers on every seat; None if it is not known or the search failed."""
        deal = play.open_deal()
        try:
            return None if deal is None else await self._ask(par_of, deal, PERSON)
        except NotWorkedOut as error:
            log.warning("the par of a daily deal was not worked out: %s", error)
        except Exception as error:  # noqa: BLE001 - its message may name cards
            log.error("the par of a daily deal could not be worked out (%s)", type(error).__name__)
        return None


def _day(deal: DailyDeal) -> date:
    return date.fromisoformat(deal.day)


def daily_game(name: str, options: Mapping[str, OptionValue]) -> Game[Any]:
    """A game as a match of one deal; Kentucky unless it has bidding, two pairs and a length of one deal."""
    usual = played_game(DEFAULT, {}, deals=1)
    try:
        game = played_game(name, options, deals=1)
    except (Refused, InvalidOption):
        return usual
    return game if game.about.kind == "bidding" else usual
