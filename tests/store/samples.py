"""Records for the tests of the store."""

from bot.store.protocol import Store
from bot.store.stored import (
    DealResult,
    LogEntry,
    MatchResult,
    PlayerResult,
    Results,
    SeatRecord,
    Status,
    TableRecord,
)
from rules.core.cards import Color
from rules.core.events import DealScored, SideScore

SECRET_ACTION = '{"deal":"R1 R5 G14 Rook"}'
SECRET_TOKEN = "aW50ZXJhY3Rpb246token"
ANN, BEN = 1001, 1002
HOME, AWAY = 501, 502


def entries(*revisions: int) -> list[LogEntry]:
    """Log entries with these revisions."""
    return [
        LogEntry(number, number % 4, ANN if number % 2 else None, f'{{"play":{number}}}', 1.7e9 + number / 7)
        for number in revisions
    ]


def deal(
    number: int, *users: int | None, declarer: int = 0, made: bool = True, trump: Color | None = Color.RED
) -> DealResult:
    """A scored deal of two sides, and who held the seats."""
    sides = (SideScore((0, 2), 120, 9, 20, 140, 140 * number), SideScore((1, 3), 60, 4, 0, -60, -60 * number))
    scored = DealScored(number, 3, declarer, 120, trump, made, 15, sides)
    return DealResult(scored, users or (ANN, BEN, None, None), 1.7e9 + number)


def player(user_id: int, *, won: bool, points: int = 0, name: str = "", seat: int = 0) -> PlayerResult:
    """How a match ended for somebody."""
    return PlayerResult(user_id, name or f"Player {user_id}", seat, won, points, away=False)


async def new_table(store: Store, channel_id: int = 1, guild_id: int = HOME) -> TableRecord:
    """Open a table of four seats."""
    return await store.create_table(
        TableRecord(
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
        )
    )


async def finish_match(
    store: Store, *players: PlayerResult, channel_id: int = 1, guild_id: int = HOME, at: float = 1.7e9
) -> int:
    """Store a match that ended so, and give its table's id."""
    table = await new_table(store, channel_id, guild_id)
    await store.append(table.id, entries(1), results=Results(match=MatchResult(players, at)))
    return table.id
