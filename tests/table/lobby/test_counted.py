"""Counted matches: what they forbid, the meaning of leaving, and their results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.common.errors import HostOnly, MatchRunning, Refused
from bot.common.text import FORMER_PLAYER
from bot.database.database import Database
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.models.credits import Abandoned, Competing, Verdict, credits_of
from bot.models.endings import Ending, Leaving, Managed
from bot.models.former_players import Forgetting
from bot.models.stored_results import MatchNotes, RulingNote, StandIn, TimeOut
from bot.models.stored_settings import ServerSettings
from bot.models.stored_tables import Status
from bot.server.store import ServerStore
from bot.stats.rating_model import match_of_players
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import ChooseCounted, ChooseGame, ChooseSeats
from bot.table.lobby.computers import ChooseLevel
from bot.table.lobby.seating import AddComputers, SetComputers, Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.core.actions import PASS, Penalize
from rules.core.protocol import OptionValue
from tests.database.ledgers import leaders
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, FOUR, GUILD, answer, asked

FORMER = 4_000_000
CONSENT = {"take_back": "consent"}


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    """A store of the test's own."""
    database = await open_database(IN_MEMORY)
    yield database
    await database.close()


@pytest.fixture
def manager(database: Database) -> GameManager:
    """A manager without a clock."""
    return GameManager(database, random=Random(7))


async def play_out(manager: GameManager) -> None:
    """Play a match to its end; a computer answers for players who are away."""
    random = Random(3)
    while manager.desk.live_tables:
        [table] = manager.desk.live_tables
        seat, decision = next(iter(table.match.asked.items()))
        who = table.record.seats[seat]
        if who.computer:
            await manager.due.act_for_computer(table, seat, decision.sample(random), table.revision)
        else:
            assert who.user_id is not None
            await manager.play.act(CHANNEL, who.user_id, decision.sample(random))


async def open_counted(manager: GameManager, **options: OptionValue) -> ShownTable:
    """A counted table with players on all seats."""
    await manager.lobbies.open_table(
        GUILD, CHANNEL, ANN, WantedTable(options={"deals": 1, **options}, counted=True)
    )
    for seat, person in enumerate(FOUR[1:], 1):
        table = await manager.lobbies.change_lobby(CHANNEL, Sit(person, seat))
    return table


async def begin_counted(manager: GameManager, **options: OptionValue) -> ShownTable:
    await open_counted(manager, **options)
    return await manager.lobbies.start(CHANNEL, ANN.id)


async def test_table_is_casual_unless_the_server_or_its_host_says_otherwise(
    manager: GameManager, database: Database
) -> None:
    assert not (await manager.lobbies.open_table(GUILD, 1, ANN)).kind.counted
    assert (await manager.lobbies.open_table(GUILD, 2, ANN, WantedTable(counted=True))).kind.counted
    await ServerStore(database).set_server_settings(
        GUILD, ServerSettings(counted=True, leaving=Leaving.ALONE)
    )
    counted = await manager.lobbies.open_table(GUILD, 3, ANN)
    assert (counted.kind.counted, counted.kind.leaving) == (True, Leaving.ALONE)
    assert not (await manager.lobbies.open_table(GUILD, 4, ANN, WantedTable(counted=False))).kind.counted
    assert not (await manager.lobbies.open_table(GUILD, 5, ANN, WantedTable("clock"))).kind.counted


async def test_only_the_host_makes_a_table_counted_before_the_match(manager: GameManager) -> None:
    await open_counted(manager)
    with pytest.raises(HostOnly):
        await manager.lobbies.change_lobby(CHANNEL, ChooseCounted(BEN.id, counted=False))
    await manager.lobbies.start(CHANNEL, ANN.id)
    with pytest.raises(MatchRunning):
        await manager.lobbies.change_lobby(CHANNEL, ChooseCounted(ANN.id, counted=False))


async def test_counted_match_does_not_begin_with_computers(manager: GameManager) -> None:
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    await manager.lobbies.change_lobby(CHANNEL, AddComputers(ANN.id, "steady", 2))
    await manager.lobbies.change_lobby(CHANNEL, ChooseCounted(ANN.id, counted=True))
    with pytest.raises(Refused, match="Remove the computers"):
        await manager.lobbies.start(CHANNEL, ANN.id)


@pytest.mark.parametrize("change", [ChooseGame(ANN.id, "clock"), ChooseSeats(ANN.id, 1)])
async def test_counted_table_changed_to_one_player_is_casual_and_starts(
    manager: GameManager, change: ChooseGame | ChooseSeats
) -> None:
    """It stayed counted, and its start was refused for computers it did not have."""
    wanted = WantedTable("new_solitaire", seats=4, counted=True)
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, wanted)
    assert not (await manager.lobbies.change_lobby(CHANNEL, change)).kind.counted
    assert (await manager.lobbies.start(CHANNEL, ANN.id)).is_playing


@pytest.mark.parametrize(
    "change",
    [AddComputers(ANN.id, None, 1), SetComputers(ANN.id, None, 2), ChooseLevel(ANN.id, "club")],
)
async def test_no_computer_takes_a_seat_at_a_counted_table(
    manager: GameManager, change: AddComputers | SetComputers | ChooseLevel
) -> None:
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(counted=True))
    with pytest.raises(Refused, match=r"for people only\. Make it casual to add computers"):
        await manager.lobbies.change_lobby(CHANNEL, change)
    with pytest.raises(Refused, match=r"3 seats are empty\. Wait for players\.$"):
        await manager.lobbies.start(CHANNEL, ANN.id)


@pytest.mark.parametrize("options", [CONSENT, {}])
async def test_no_action_is_taken_back_in_a_counted_match(
    manager: GameManager, options: dict[str, OptionValue]
) -> None:
    who = asked(await begin_counted(manager, **options))
    table = await manager.play.act(CHANNEL, who, PASS)
    assert table.table.voting.may_take_back == ()
    with pytest.raises(Refused, match="Nothing is taken back in a counted match"):
        await manager.votes.take_back(CHANNEL, who)


@pytest.mark.parametrize("kind", ["end", "redeal"])
async def test_player_who_is_away_has_to_agree_too(manager: GameManager, kind: str) -> None:
    """Else the losing side waits until a winner is away for a moment."""
    proposal = Proposal("end" if kind == "end" else "redeal")
    await begin_counted(manager)
    await manager.presence.leave(CHANNEL, DAN.id, "steady")
    for person in (ANN, BEN, CLEO):
        table = await manager.votes.agree(CHANNEL, person.id, proposal)
    assert table.is_playing
    assert table.voting.missing[proposal] == {DAN.id}
    table = await manager.votes.agree(CHANNEL, DAN.id, proposal)
    assert not table.voting.votes


async def test_counted_match_ended_by_agreement_is_recorded_without_counting(
    manager: GameManager, database: Database
) -> None:
    table = await begin_counted(manager, deals=3)
    while not (table.view and table.view.deal == 2):
        table = await answer(manager, Random(2))
    assert table.view is not None
    totals = {seat: side.total for side in table.view.totals for seat in side.seats}
    for person in FOUR:
        table = await manager.votes.agree(CHANNEL, person.id, Proposal("end"))

    assert (table.status, table.end.ending) == (Status.CANCELLED, Ending.AGREED)
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert (match.counted, match.broken_off, match.deals) == (True, True, 1)
    assert {one.seat: one.points for one in match.players} == totals
    assert not any(one.won or one.counts for one in match.players)
    assert await leaders(database, GUILD) == ()


async def test_broken_off_best_of_three_is_ranked_by_games_before_points(
    manager: GameManager, database: Database
) -> None:
    table, random = await begin_counted(manager, deals=None, target=100, games=3), Random(3)
    while not is_behind_in_points(table):
        table = await answer(manager, random)
    for person in FOUR:
        table = await manager.votes.agree(CHANNEL, person.id, Proposal("end"))

    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert match.broken_off
    assert table.view is not None
    games = {seat: side.games for side in table.view.totals for seat in side.seats}
    assert {one.seat for one in match.players if one.place == 1} == {seat for seat in games if games[seat]}
    given = credits_of(table.id, match, (), Competing.PLAYERS, Abandoned.AS_IT_STOOD)
    verdicts = {one.entrant: one.verdict for one in given}
    for one in match.players:
        assert one.user_id is not None
        assert verdicts[one.user_id,] is (Verdict.WON if games[one.seat] else Verdict.LOST)
    assert match_of_players(table.id, match, ()) is None, "it is not rated"


def is_behind_in_points(table: ShownTable) -> bool:
    """Whether the only side that has won a game has fewer points in the present one."""
    assert table.view is not None
    ahead, behind = sorted(table.view.totals, key=lambda side: -side.games)
    return ahead.games == 1 and not behind.games and ahead.total < behind.total


as_the_server_has_it = pytest.mark.parametrize(
    ("leaving", "lost", "counts"),
    [
        (Leaving.LOST, True, [True] * 4),
        (Leaving.ALONE, True, [False, False, False, True]),
        (Leaving.PLAYED, False, [True] * 4),
    ],
)
"""Settings for leaving: whether a leaver loses, and the players for which the match counts."""


@as_the_server_has_it
async def test_player_away_at_the_end_loses_as_the_server_has_it(
    manager: GameManager, database: Database, leaving: Leaving, lost: bool, counts: list[bool]
) -> None:
    await ServerStore(database).set_server_settings(GUILD, ServerSettings(leaving=leaving))
    table = await begin_counted(manager)
    await manager.presence.leave(CHANNEL, DAN.id, "random")
    await play_out(manager)
    over = await manager.reading.shown(CHANNEL, finished=True)
    assert over.view is not None
    assert over.view.outcome is not None
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert [one.counts for one in match.players] == counts
    own = match.players[3]
    assert own.won == (not lost and 3 in over.view.outcome.winners)
    others = [one.won for one in match.players[:3]]
    assert others == [seat in over.view.outcome.winners for seat in range(3)]


@as_the_server_has_it
async def test_player_forgotten_during_a_match_has_left_it(
    manager: GameManager, database: Database, leaving: Leaving, lost: bool, counts: list[bool]
) -> None:
    """The result names a former player; the scores stay."""
    await ServerStore(database).set_server_settings(GUILD, ServerSettings(leaving=leaving))
    table = await begin_counted(manager)
    await manager.presence.forget([table.id], Forgetting(DAN.id, FORMER))
    await play_out(manager)

    over = await manager.reading.shown(CHANNEL, finished=True)
    assert over.view is not None
    assert over.view.outcome is not None
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert [one.user_id for one in match.players] == [ANN.id, BEN.id, CLEO.id, FORMER]
    own = match.players[3]
    assert (own.name, own.is_away) == (FORMER_PLAYER, True)
    assert [one.counts for one in match.players] == counts
    assert own.won == (not lost and 3 in over.view.outcome.winners)
    assert [one.won for one in match.players[:3]] == [seat in over.view.outcome.winners for seat in range(3)]
    points = {seat: side.total for side in over.view.outcome.standings for seat in side.seats}
    assert {one.seat: one.points for one in match.players} == points


async def test_forgotten_players_are_not_asked_for_agreement(manager: GameManager) -> None:
    table = await begin_counted(manager)
    await manager.presence.forget([table.id], Forgetting(DAN.id, FORMER))
    for person in (ANN, BEN, CLEO):
        table = await manager.votes.agree(CHANNEL, person.id, Proposal("end"))
    assert table.end.ending is Ending.AGREED


async def test_counted_match_with_all_players_forgotten_is_recorded_as_left(
    manager: GameManager, database: Database
) -> None:
    table = await begin_counted(manager)
    for number, person in enumerate(FOUR):
        await manager.presence.forget([table.id], Forgetting(person.id, FORMER + number))
    match, ended = await ResultStore(database).match(table.id), await TableStore(database).table(table.id)
    assert match is not None
    assert ended is not None
    assert ended.ended is Ending.FORGOTTEN
    assert match.broken_off
    assert [(one.user_id, one.won, one.counts) for one in match.players] == [
        (FORMER + number, False, True) for number in range(4)
    ]


async def test_result_tells_time_outs_from_leaving(manager: GameManager, database: Database) -> None:
    table = await begin_counted(manager)
    for is_late in (True, False, True):
        late = asked(await manager.reading.shown(CHANNEL))
        seat = table.seats[[who.user_id for who in table.seats].index(late)].seat
        await manager.presence.stand_in(CHANNEL, seat, "random", is_late=is_late)
        await manager.presence.come_back(CHANNEL, late)
    await play_out(manager)
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert match.notes == MatchNotes(time_outs=(TimeOut(seat, 2),))


async def test_manager_closing_a_counted_match_is_audited_and_the_match_recorded(
    manager: GameManager, database: Database
) -> None:
    table = await begin_counted(manager)
    await manager.presence.leave(CHANNEL, DAN.id, "steady")
    closed = await manager.close_table(CHANNEL, Ending.MANAGER, 77, "too loud")

    assert (closed.end.ending, closed.end.by) == (Ending.MANAGER, 77)
    [act] = await ServerStore(database).audit(GUILD, 9)
    assert act[:4] == (GUILD, table.id, 77, Managed.CLOSED)
    assert act.reason == "too loud"
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert match.broken_off
    assert [one.counts for one in match.players] == [False, False, False, True], "whoever had left has lost"


async def test_result_records_rulings_redeals_and_stand_ins(manager: GameManager, database: Database) -> None:
    table = await begin_counted(manager)
    ruling = Penalize(0, 20, "talk")
    await manager.play.rule(CHANNEL, 77, ruling, reason="talked")
    for person in FOUR:
        await manager.votes.agree(CHANNEL, person.id, Proposal("redeal"))
    who = asked(await manager.reading.shown(CHANNEL))
    await manager.presence.leave(CHANNEL, who, "random")
    [live] = manager.desk.live_tables
    seat = live.computer_to_ask()
    assert seat is not None
    await manager.due.act_for_computer(live, seat, PASS, live.revision)
    await manager.presence.come_back(CHANNEL, who)
    while (await manager.reading.shown(CHANNEL, finished=True)).is_playing:
        await answer(manager, Random(4))

    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert match.notes == MatchNotes(
        stand_ins=(StandIn(seat, 1, 1),),
        rulings=(RulingNote("penalty", 77, 0, 20),),
        redeals=1,
    )
    assert [act.what for act in await ServerStore(database).audit(GUILD, 9)] == [Managed.RULED]
