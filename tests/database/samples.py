"""Records for the tests of the store."""

from dataclasses import replace
from typing import Any

from bot.database.database import Database
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningRound, EveningTable
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    MatchResult,
    Reason,
    Results,
)
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord
from bot.table.store.evenings import EveningPlaceStore
from bot.table.store.tables import TableStore
from rules.core.outcome import Ranking

SECRET_ACTION = '{"deal":"R1 R5 G14 Rook"}'
SECRET_TOKEN = "aW50ZXJhY3Rpb246token"
ANN, BEN = 1001, 1002
HOME, AWAY = 501, 502


async def stored_tables(database: Database) -> list[TableRecord]:
    """The open tables, oldest first; all of them can be read."""
    found = await TableStore(database).open_tables()
    tables = [table for table in found if isinstance(table, TableRecord)]
    assert tables == found
    return tables


def entries(*revisions: int) -> list[LogEntry]:
    """Log entries with these revisions."""
    return [
        LogEntry(number, number % 4, ANN if number % 2 else None, f'{{"play":{number}}}', 1.7e9 + number / 7)
        for number in revisions
    ]


def deal(
    number: int, *users: int | None, declarer: int = 0, made: bool = True, trump: str | None = "R"
) -> DealResult:
    """A scored deal of two sides with a bid; computers sit where no person does."""
    sides = (
        DealSide((0, 2), 140, 140 * number, 120, 9, 20),
        DealSide((1, 3), -60, -60 * number, 60, 4, 0),
    )
    players = sitting(*(users or (ANN, BEN, None, None)))
    contract = Contract(declarer, 120, trump, made, 15, None, 0, folded=False, shot=False)
    return DealResult(number, 3, 1.7e9 + number, sides, players, contract)


def plain_deal(number: int, *players: DealPlayer) -> DealResult:
    """A scored deal of a game without bids, everyone for themselves."""
    sides = tuple(
        DealSide((seat,), seat, seat * number, reasons=(Reason("tens", seat, seat),)) for seat in range(4)
    )
    return DealResult(number, 0, 1.7e9 + number, sides, players)


def sitting(*users: int | None) -> tuple[DealPlayer, ...]:
    """Seated people, and computers on the other seats."""
    return tuple(DealPlayer(seat, user, None if user else "steady") for seat, user in enumerate(users))


def player(user_id: int, *, won: bool, points: int = 0, name: str = "", seat: int = 0) -> MatchPlayer:
    """A player's result of a match."""
    return MatchPlayer(seat, seat, user_id, name or f"Player {user_id}", None, points, 1 if won else 2, won)


def match(
    *players: MatchPlayer, at: float = 1.7e9, game: str = "kentucky", ranking: Ranking = Ranking.MOST
) -> MatchResult:
    """The result of a match on a server."""
    return MatchResult(HOME, game, "1000-4DAG-9", "1988", 1, ranking, players, at, seats=4)


async def new_table(database: Database, channel_id: int = 1, guild_id: int = HOME) -> TableRecord:
    """Open a table of four seats."""
    return await TableStore(database).create_table(table_record(channel_id, guild_id))


def table_record(channel_id: int = 1, guild_id: int = HOME) -> TableRecord:
    """A table of four seats that is not stored yet."""
    return TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=ANN,
        game="kentucky",
        options={},
        seats=(SeatRecord(),) * 4,
        status=Status.LOBBY,
        revision=0,
        message_id=None,
        created_at=1.7e9 + 0.1,
        counted=True,
    )


async def finish_match(
    database: Database,
    *players: MatchPlayer,
    channel_id: int = 1,
    guild_id: int = HOME,
    at: float = 1.7e9,
    game: str = "kentucky",
    ranking: Ranking = Ranking.MOST,
    code: str | None = None,
) -> int:
    """Store a finished match; returns its table's id."""
    table = await new_table(database, channel_id, guild_id)
    placed = [replace(player, seat=seat) for seat, player in enumerate(players)]
    result = replace(match(*placed, at=at, game=game, ranking=ranking), guild_id=guild_id, rules_code=code)
    await TableStore(database).append(table.id, entries(1), results=Results(match=result))
    return table.id


def an_evening(channel_id: int = 1, guild_id: int = HOME, **changes: Any) -> EveningRecord:
    """An evening that Ann and Ben have joined."""
    evening = EveningRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=ANN,
        kind=EveningKind.DUPLICATE,
        status=EveningStatus.SIGN_UP,
        game="kentucky",
        options={"deals": 2},
        deals=2,
        most_rounds=2,
        created_at=1.7e9 + 0.1,
        guests=(EveningGuest(ANN, "Ann"), EveningGuest(BEN, "Ben")),
    )
    return replace(evening, **changes)


async def begun_evening(database: Database, channel_id: int = 1, guild_id: int = HOME) -> EveningRecord:
    """An evening in its first round, its one table open in the next channel."""
    sample = an_evening(channel_id, guild_id)
    guests = (*sample.guests, EveningGuest(1077, "Dana"))
    evening = await EveningStore(database).create_evening(replace(sample, guests=guests))
    table = EveningTable(1, (ANN, None, BEN, None), channel_id + 1)
    rounds = (EveningRound((table,), (1077,)),)
    begun = replace(evening, status=EveningStatus.PLAYING, rounds=rounds, revision=1)
    await EveningStore(database).save_evening(
        begun, evening, {0: "draw R1", 1: SECRET_ACTION, 2: "deal R2 R1", 3: "deal R3 R1"}
    )
    record = table_record(channel_id + 1, guild_id)
    opened = await EveningPlaceStore(database).open_evening_table(record, entries(1), begun.place(1))
    return begun.with_table(replace(table, table_id=opened.id))
