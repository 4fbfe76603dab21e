"""Every match of every game stores its deals and result; replaying its log gives the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.league.ledger import requeue_all
from bot.models.boards import Games, Period
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    Reason,
)
from bot.models.stored_tables import Status
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from cogs.stats.record_panel import record_panel
from rules.catalog import GAMES, game_with
from rules.codes import decode
from rules.core.actions import parse_action
from rules.core.decisions import CLOCK, Seat
from rules.core.events import DealScored, Ruled
from rules.core.outcome import Ranking
from rules.core.protocol import Game, OptionValue
from rules.core.views import TableView
from rules.versions import NEWEST
from tests.database.ledgers import leaders, record_of
from tests.table.people import ANN, BEN, CHANNEL, EIGHT, FOUR, GUILD, answer, asked, begin
from tests.ui import figures
from tests.ui.tables import text

FEWEST_WIN = {"golden10_1988", "golden10_1924", "flip"}
CARDS_DECIDE = {"donkey", "match", "everlasting", "tens", "panjandrum_1988", "panjandrum_1924"}
EVERY_GAME = [
    pytest.param(key, seats, id=f"{key}-{seats}") for key, game in GAMES.items() for seats in game.about.seats
]


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = await open_database(IN_MEMORY)
    yield database
    await database.close()


@pytest.fixture
def manager(database: Database) -> GameManager:
    return GameManager(database, random=Random(5))


class Company:
    """Plays matches at random with people and computers; people leave and return, and a ledger is kept."""

    def __init__(self, manager: GameManager, random: Random) -> None:
        self._manager = manager
        self._random = random
        self._away: set[Seat] = set()
        self.leaves = 0.1
        """Chance that a player leaves before an answer."""
        self.sitting: list[tuple[DealPlayer, ...]] = []
        """The players and computers of all seats at the end of each deal."""

    async def play(self, key: str, seats: int, options: dict[str, OptionValue]) -> ShownTable:
        """Play a match; a player on all seats but every third."""
        manager = self._manager
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(key, seats=seats, options=options))
        for seat in range(1, seats):
            if seat % 3 != 2:
                await manager.lobbies.change_lobby(CHANNEL, Sit(EIGHT[seat], seat))
        if seats > 2:
            await manager.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "steady", None))
        await manager.lobbies.start(CHANNEL, ANN.id)
        while manager.desk.live_tables:
            [table] = manager.desk.live_tables
            await self._come_or_go(table)
            await self._act(table)
            view = table.match.table_view()
            if view is not None and len(scored(view)) > len(self.sitting):
                self.sitting.append(tuple(map(self._sitter, range(seats))))
        return await manager.reading.shown(CHANNEL, finished=True)

    async def _come_or_go(self, table: Table) -> None:
        """Have a player leave now and then."""
        seat = self._random.randrange(len(table.record.seats))
        who = table.record.seats[seat]
        if who.user_id is not None and seat not in self._away and self._random.random() < self.leaves:
            await self._manager.presence.leave(CHANNEL, who.user_id, "random")
            self._away.add(seat)

    async def _act(self, table: Table) -> None:
        """Have an asked seat answer: the clock, a computer, or a player, who is back by that."""
        seat = self._random.choice(list(table.match.asked))
        action = table.match.asked[seat].sample(self._random)
        if seat == CLOCK:
            assert await self._manager.due.act_for_clock(table, table.revision)
        elif table.record.seats[seat].user_id is None or (seat in self._away and self._random.random() < 0.9):
            assert await self._manager.due.act_for_computer(table, seat, action, table.revision)
        else:
            user = EIGHT[seat].id
            await self._manager.play.act(CHANNEL, user, action, stamp=1_700_000_000_000 + table.revision)
            self._away.discard(seat)

    def _sitter(self, seat: Seat) -> DealPlayer:
        if seat % 3 == 2:
            return DealPlayer(seat, None, "steady")
        return DealPlayer(seat, EIGHT[seat].id, "random" if seat in self._away else None)


def scored(view: TableView) -> list[DealScored]:
    """The deals of the score sheet, without rulings of the referee."""
    return [line for line in view.sheet if not isinstance(line, Ruled)]


async def replayed(database: Database, table: ShownTable) -> tuple[Game[Any], TableView]:
    """The result of replaying the stored log with the rules alone."""
    game = game_with(table.rules.about.key, table.rules.changes)
    state = game.start(len(table.seats))
    for entry in await TableStore(database).log(table.id):
        state, _ = game.apply(state, entry.seat, parse_action(entry.action))
    assert not game.decisions(state)
    return game, game.table_view(state)


def short(key: str) -> dict[str, OptionValue]:
    """Options for a match of a few deals, for games that have such options."""
    for option in GAMES[key].options:
        if option.key == "deals":
            wanted = [choice.value for choice in option.choices if isinstance(choice.value, int)]
            return {"deals": min((number for number in wanted if number > 1), default=option.value)}
    return {}


@pytest.mark.parametrize(("key", "seats"), EVERY_GAME)
async def test_match_stores_its_deals_and_its_result_for_every_player(
    manager: GameManager, database: Database, key: str, seats: int
) -> None:
    company = Company(manager, Random(f"{key} {seats}"))
    table = await company.play(key, seats, short(key))
    game, view = await replayed(database, table)

    assert await ResultStore(database).deals(table.id) == [
        DealResult(line.deal, line.dealer, at, sides_of(line), sitting, contract_of(line))
        for line, sitting, at in zip(scored(view), company.sitting, await times(database, table), strict=True)
    ]
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert (match.guild_id, match.game, match.seats) == (GUILD, key, seats)
    assert match.rules_code is not None
    assert decode(match.rules_code) == (key, game.changes())
    assert (match.edition, match.rules_version) == (game.about.edition, NEWEST)
    assert match.ranking is ranking(key, seats)
    log = await TableStore(database).log(table.id)
    assert (match.started_at, match.finished_at) == (log[0].at, log[-1].at)
    assert match.deals == len(company.sitting)
    assert match.players == tuple(player_of(table, view, company, seat) for seat in range(seats))


async def times(database: Database, table: ShownTable) -> list[float]:
    """The time at which each deal was scored, by the log."""
    game = game_with(table.rules.about.key, table.rules.changes)
    state = game.start(len(table.seats))
    times: list[float] = []
    for entry in await TableStore(database).log(table.id):
        state, _ = game.apply(state, entry.seat, parse_action(entry.action))
        if len(scored(game.table_view(state))) > len(times):
            times.append(entry.at)
    return times


def sides_of(line: DealScored) -> tuple[DealSide, ...]:
    return tuple(
        DealSide(
            side.seats,
            side.scored,
            side.total,
            side.taken.counters if side.taken else None,
            side.taken.tricks if side.taken else None,
            side.taken.bonus if side.taken else None,
            tuple(Reason(item.kind.value, item.number, item.points) for item in side.items),
        )
        for side in line.sides
    )


def contract_of(line: DealScored) -> Contract | None:
    bid = line.contract
    if bid is None:
        return None
    trump = bid.trump.letter if bid.trump is not None else None
    return Contract(
        *(bid.declarer, bid.bid, trump, bid.made, bid.nest_points, next(iter(bid.partners), None)),
        *(bid.sold_for, bid.folded, bid.shot, next(iter(bid.partners[1:]), None)),
    )


def ranking(key: str, seats: int) -> Ranking:
    """How each game ranks players, as its rule book says."""
    if seats == 1:
        return Ranking.SOLVED
    if key in FEWEST_WIN:
        return Ranking.FEWEST
    return Ranking.CARDS if key in CARDS_DECIDE else Ranking.MOST


def player_of(table: ShownTable, view: TableView, company: Company, seat: Seat) -> MatchPlayer:
    """A seat's result, from the last view and from who was seen sitting there."""
    assert view.outcome is not None
    [(side, total)] = [(number, side.total) for number, side in enumerate(view.totals) if seat in side.seats]
    last = company.sitting[-1][seat]
    return MatchPlayer(
        seat=seat,
        side=side,
        user_id=last.user_id,
        name=table.seats[seat].name,
        computer=last.computer,
        points=total,
        place=place_of(side, view, ranking(table.rules.about.key, len(table.seats))),
        won=seat in view.outcome.winners,
        stand_in_deals=sum(sitting[seat].is_stand_in for sitting in company.sitting),
        counts=False,
    )


def place_of(side: int, view: TableView, kind: Ranking) -> int | None:
    """A side's place: after all winners and all better sides; None for losers of a match without a winner."""
    assert view.outcome is not None
    winners = set(view.outcome.winners)
    better = [
        (bool(winners & set(one.seats)), -one.total if kind is Ranking.FEWEST else one.total)
        for one in view.totals
    ]
    if not winners:
        return None
    return 1 if better[side][0] else 1 + sum(other > better[side] for other in better)


async def test_bids_and_wins_of_a_match_are_counted_for_people(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, *FOUR, deals=3)
    while table.is_playing:
        table = await answer(manager, Random(4))

    deals = await ResultStore(database).deals(table.id)
    assert table.view is not None
    assert table.view.outcome is not None
    for seat, person in enumerate(FOUR):
        contracts = [deal.contract for deal in deals if deal.contract and deal.contract.declarer == seat]
        record = await record_of(database, person.id, Period.CASUAL, guild_id=GUILD)
        assert record is not None
        assert record.who.names == (person.name,)
        figures = record.figures
        assert (figures.matches, figures.won) == (1, int(seat in table.view.outcome.winners))
        assert figures.bids == len(contracts)
        assert figures.made == sum(contract.made for contract in contracts)


async def test_deals_of_both_called_partners_are_counted(manager: GameManager, database: Database) -> None:
    people = EIGHT[:5]
    table = await begin(manager, *people, game="high_card_partner", called_cards=2, deals=3)
    while table.is_playing:
        table = await answer(manager, Random(4))

    contracts = [deal.contract for deal in await ResultStore(database).deals(table.id) if deal.contract]
    assert any(contract.second_partner is not None for contract in contracts)
    for seat, person in enumerate(people):
        record = await record_of(database, person.id, Period.CASUAL, guild_id=GUILD)
        assert record is not None
        with_bidder = [one for one in contracts if seat in (one.partner, one.second_partner)]
        assert record.figures.partner_bids == len(with_bidder)
        assert record.figures.partner_made == sum(contract.made for contract in with_bidder)


async def test_stand_in_at_the_end_differs_from_a_seated_computer(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, ANN, BEN, kind="steady", deals=1)
    await manager.presence.leave(CHANNEL, BEN.id, "random")
    await play_out_with_computers(manager)

    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert [(one.user_id, one.computer, one.is_away, one.stand_in_deals) for one in match.players] == [
        (ANN.id, None, False, 0),
        (BEN.id, "random", True, 1),
        (None, "steady", False, 0),
        (None, "steady", False, 0),
    ]
    assert await leaders(database, GUILD) == (), "a casual match is in the own records only"


async def test_player_returning_with_the_last_card_was_present_at_the_end(
    manager: GameManager, database: Database
) -> None:
    """The answer itself takes the seat back, so it counts before the match is over."""
    table = await begin(manager, *FOUR, deals=1)
    random = Random(1)
    while manager.desk.live_tables:
        who = asked(await manager.reading.shown(CHANNEL))
        await manager.presence.leave(CHANNEL, who, "random")
        decision = (await manager.reading.hand(CHANNEL, who)).view.decision
        assert decision is not None
        await manager.play.act(CHANNEL, who, decision.sample(random))

    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert not any(one.is_away for one in match.players)


async def test_broken_off_match_keeps_its_deals_and_has_no_result(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, *FOUR, deals=3)
    while not (table.view and table.view.deal == 2):
        table = await answer(manager, Random(2))
    closed = await manager.close_table(CHANNEL)

    assert closed.status is Status.CANCELLED
    assert [deal.deal for deal in await ResultStore(database).deals(table.id)] == [1]
    assert await ResultStore(database).match(table.id) is None
    assert await leaders(database, GUILD) == ()


async def play_out_with_computers(manager: GameManager) -> None:
    """Play a match to its end, answering for players and computers."""
    random = Random(3)
    while manager.desk.live_tables:
        [table] = manager.desk.live_tables
        seat_asked = table.computer_to_ask()
        if seat_asked is None:
            await answer(manager, random)
        else:
            choice = table.match.asked[seat_asked].sample(random)
            assert await manager.due.act_for_computer(table, seat_asked, choice, table.revision)


async def test_solitaire_for_several_counts_for_each_player_their_own_deals(
    manager: GameManager, database: Database
) -> None:
    """Bug: the deals of the others counted, too, each as one without a point."""
    company = Company(manager, Random(3))
    company.leaves = 0.0
    table = await company.play("new_solitaire", 2, {})
    [first, *_] = await ResultStore(database).deals(table.id)
    assert [bool(side.reasons) for side in first.sides] == [True, False]
    for is_rebuilt in (False, True):
        if is_rebuilt:
            await requeue_all(database)
        for seat in range(2):
            record = await record_of(database, EIGHT[seat].id, Period.CASUAL, guild_id=GUILD)
            assert record is not None
            assert record.figures.deals == 3
            assert record.figures.scored == record.figures.points
    card = replace(figures.card("Ann", games=Games.game("new_solitaire")), record=record)
    assert "\nWon **" in text(record_panel(card))
