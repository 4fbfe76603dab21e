"""A finished deal, played again as a new table: the same cards, one deal, in no record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.common.arithmetic import at_once
from bot.common.errors import InDoubt, Refused
from bot.common.text import FORMER_PLAYER
from bot.database.database import Database
from bot.league.ledger import LedgerUpdate, requeue_all
from bot.models.boards import Games, Period
from bot.models.evening_kinds import EveningKind
from bot.models.former_players import Forgetting
from bot.models.stored_tables import Status
from bot.people.store.people import PeopleStore
from bot.replay.match import Replay
from bot.replay.play_again import NOT_OVER, can_play_again, table_to_replay
from bot.replay.service import EVENING_NOT_OVER, Replays
from bot.stats.store.tallies import TallyStore
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.choosing import ChooseGame
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.match.chance import Chance, Shuffles, drawn_again
from bot.table.match.earlier_deal import FirstBid, FirstTime
from bot.table.store.earlier_deals import EarlierDealStore
from cogs.table.first_time import first_result_lines
from rules.catalog import GAMES, find_game
from rules.core.actions import Shoot
from rules.core.cards import CardSet
from rules.core.decisions import CHANCE
from rules.core.events import DealScored
from tests.evening.party import a_party
from tests.replay.golden import golden
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, EVE, FOUR, GUILD, answer, asked, begin, play_out
from tests.table.troubled import open_troubled, reads_of
from tests.ui.tables import EVERYONE, lobby

ELSEWHERE = 999


def replay_of(key: str) -> Replay:
    """The golden match of a game, as if it was over."""
    match = golden(key)
    table = lobby(key, EVERYONE[: len(match.seats)])
    about, words = match.game.about, match.game.words
    table = table._replace(
        rules=table.rules._replace(about=about, words=words),
        match=table.match._replace(seen=None),
        status=Status.FINISHED,
    )
    return Replay(table, match.game, match.deals())


@pytest.mark.parametrize("key", GAMES)
def test_every_seat_gets_same_cards_in_match_of_one_deal(key: str) -> None:
    """Partners and the dealer are as they were: the seats are those around the table then."""
    replay = replay_of(key)
    places = [place for place in range(len(replay.deals)) if can_play_again(replay, place)]
    assert places
    for place in places[:2]:
        laid = table_to_replay(replay, place, 0, Random(2))
        assert laid.again is not None
        assert laid.seats is not None
        game = find_game(laid.game).with_options(laid.options)
        chance = Chance(Random(3), drawn_again(laid.again.earlier), None, Shuffles())
        state = game.start(laid.seats)
        while CHANCE in (asked := game.decisions(state)):
            state, _ = game.apply(state, CHANCE, chance.answer(game, state, asked[CHANCE]))

        _, before = replay.at(place, 0)
        held = [CardSet.of(before.hands[seat]) for seat in laid.again.earlier.seats]
        view = game.table_view(state)
        assert [CardSet.of(game.seat_view(state, seat).order) for seat in range(laid.seats)] == held
        if view.dealer is not None:
            assert laid.again.earlier.seats[view.dealer] == replay.deals[place].dealer
        options = {spec.key: spec.value for spec in game.options}
        assert options.get("deals", 1) == 1


async def finished(manager: GameManager, database: Database) -> Replay:
    """A match of two deals that four players have played to its end."""
    table = await begin(manager, *FOUR, deals=2)
    await play_out(manager, Random(4))
    return await Replays(database).of(table.id, GUILD, CHANNEL, BEN.id)


async def open_again(
    manager: GameManager, database: Database, replay: Replay, host: Person = BEN, place: int = 1
) -> ShownTable:
    """A table in another channel at which a user has a deal played again."""
    laid = await Replays(database, Random(6)).table_to_replay(replay, place, host.id)
    return await manager.lobbies.open_table(GUILD, ELSEWHERE, host, laid)


async def hands(manager: GameManager, people: tuple[Person, ...] = FOUR) -> dict[str, CardSet]:
    """The hands of some players at the table in the other channel."""
    found = [(one, await manager.reading.hand(ELSEWHERE, one.id)) for one in people]
    return {one.name: CardSet.of(hand.view.order) for one, hand in found}


def dealt(replay: Replay, place: int) -> dict[str, CardSet]:
    """The cards that each seat was dealt in a deal of a match."""
    table, there = replay.at(place, 0)
    return {seat.name: CardSet.of(there.hands[seat.seat]) for seat in table.seats}


async def test_user_sits_in_same_seat_and_all_get_old_cards(manager: GameManager, database: Database) -> None:
    replay = await finished(manager, database)
    table = await open_again(manager, database, replay)
    assert [seat.user_id for seat in table.seats] == [None, BEN.id, None, None]
    assert table.match.first_time is not None
    assert table.match.first_time.names == tuple(person.name for person in FOUR)
    assert not table.kind.counted
    for person in (ANN, CLEO, DAN):
        await manager.lobbies.change_lobby(ELSEWHERE, Sit(person))
    await manager.lobbies.start(ELSEWHERE, BEN.id)
    assert await hands(manager) == dealt(replay, 1)


async def test_table_that_was_stored_but_could_not_be_read_is_found(path: Path) -> None:
    """Bug: its opening was said to have failed, and in a thread that was archived."""
    database = await open_troubled(path)
    manager = GameManager(database)
    replay = await finished(manager, database)
    laid = await Replays(database).table_to_replay(replay, 1, BEN.id)
    with database.refusing(reads_of("evening_tables")), pytest.raises(InDoubt):
        await manager.lobbies.open_table(GUILD, ELSEWHERE, BEN, laid)
    table = await manager.reading.shown(ELSEWHERE)
    assert table.match.first_time is not None
    await manager.close()
    await database.close()


async def test_deal_stays_the_same_after_restart_in_its_lobby(
    manager: GameManager, database: Database
) -> None:
    replay = await finished(manager, database)
    before = await open_again(manager, database, replay, EVE, place=0)
    await manager.lobbies.change_lobby(ELSEWHERE, AddComputers(EVE.id, "random", None))

    after = GameManager(database, random=Random(77))
    await after.resume()
    assert (await after.reading.shown(ELSEWHERE)).match.first_time == before.match.first_time
    await after.lobbies.start(ELSEWHERE, EVE.id)
    assert (await hands(after, (EVE,)))["Eve"] == dealt(replay, 0)["Ann"]
    await after.close()


async def test_replayed_match_ends_after_one_deal_outside_all_records(
    manager: GameManager, database: Database
) -> None:
    """Its end shows the first result too; the ledger has only the first match."""
    replay = await finished(manager, database)
    await open_again(manager, database, replay)
    for person in (ANN, CLEO, DAN):
        await manager.lobbies.change_lobby(ELSEWHERE, Sit(person))
    await manager.lobbies.start(ELSEWHERE, BEN.id)
    table = await manager.reading.shown(ELSEWHERE)
    while table.is_playing:
        table = await answer(manager, Random(8), ELSEWHERE)

    assert table.view is not None
    assert len(table.view.sheet) == 1
    first = next(
        event for step in replay.deals[1].steps for event in step.events if isinstance(event, DealScored)
    )
    assert table.match.first_time is not None
    assert [one.scored for one in table.match.first_time.scores] == [side.scored for side in first.sides]

    booking = LedgerUpdate(database, at_once)
    for _ in range(2):
        await booking.finish()
        figures = await TallyStore(database).tally_of(GUILD, (ANN.id,), Period.CASUAL, Games.ALL)
        assert figures is not None
        assert (figures.matches, figures.deals) == (1, 2)
        await requeue_all(database)


@pytest.mark.parametrize(
    ("bid", "how"),
    [
        (FirstBid(1, 120, made=True), "Ben made 120"),
        (FirstBid(1, 120, made=False), "Ben didn't make 120"),
        (FirstBid(1, 120, made=True, shot=True), "Ben shot the moon and took every trick"),
        (FirstBid(1, 120, made=False, shot=True), "Ben shot the moon and lost a trick"),
        (FirstBid(1, 120, made=False, folded=True), "Ben bid 120 and gave up"),
        (FirstBid(1, 0, made=True), "Ben owed nothing"),
    ],
)
def test_first_time_line_shows_result_of_first_bid(bid: FirstBid, how: str) -> None:
    first = FirstTime(tuple(person.name for person in FOUR), 1, 0.0, (), bid)
    assert first_result_lines(first) == [f"**The first time** · {how} · <t:0:D>"]


async def test_first_time_line_shows_moon_shot_of_replayed_deal(
    manager: GameManager, database: Database
) -> None:
    begun = await begin(manager, *FOUR, deals=1, shoot=True)
    shooter = asked(begun)
    await manager.play.act(CHANNEL, shooter, Shoot())
    await play_out(manager, Random(4))
    replay = await Replays(database).of(begun.id, GUILD, CHANNEL, shooter)
    table = await open_again(manager, database, replay, place=0)
    name = next(person.name for person in FOUR if person.id == shooter)
    assert table.match.first_time is not None
    assert f"{name} shot the moon and" in first_result_lines(table.match.first_time)[0]


async def test_game_of_replayed_deal_cannot_be_changed(manager: GameManager, database: Database) -> None:
    await open_again(manager, database, await finished(manager, database))
    with pytest.raises(Refused, match="already set"):
        await manager.lobbies.change_lobby(ELSEWHERE, ChooseGame(BEN.id, "boston"))


async def test_forgotten_player_of_first_time_is_not_named(manager: GameManager, database: Database) -> None:
    """Not even a player of the first time who does not sit at the new table."""
    replay = await finished(manager, database)
    table = await open_again(manager, database, replay)
    assert await EarlierDealStore(database).played_again_at(replay.table.id) == [table.id]
    await PeopleStore(database).forget_at(replay.table.id, Forgetting(ANN.id, 1))
    await manager.presence.reload_tables([table.id])
    first = (await manager.reading.shown(ELSEWHERE)).match.first_time
    assert first is not None
    assert first.names == (FORMER_PLAYER, *(person.name for person in FOUR[1:]))


async def test_deal_of_match_under_way_cannot_be_played_again(
    manager: GameManager, database: Database
) -> None:
    table = await begin(manager, *FOUR, deals=2)
    while len(table.view.sheet if table.view else ()) < 1:
        table = await answer(manager, Random(4))
    replay = await Replays(database).of(table.id, GUILD, CHANNEL, ANN.id)
    assert not can_play_again(replay, 0)
    with pytest.raises(Refused, match=NOT_OVER):
        await Replays(database).table_to_replay(replay, 0, ANN.id)


async def test_deal_of_open_duplicate_evening_cannot_be_played_again(database: Database) -> None:
    async with a_party(database) as party:
        await party.open(8, EveningKind.DUPLICATE, rounds=2, deals=1)
        await party.start()
        tables = await party.live()

        async def second_round() -> bool:
            return (await party.now()).rounds.number == 2

        for table in tables:
            await party.play_out(table)
        await party.until(second_round)
        replays, over = Replays(database), tables[0].record
        replay = await replays.of(over.id, GUILD, over.channel_id, 1001)
        with pytest.raises(Refused, match=EVENING_NOT_OVER):
            await replays.table_to_replay(replay, 0, 1001)
