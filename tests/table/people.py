"""Four people for the tests of the application, and short functions to have them play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from bot.common.address import Place
from bot.common.settings import Settings
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import AddComputers, Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from rules.catalog import DEFAULT
from rules.core.actions import Action
from rules.core.protocol import OptionValue

ANN: Final = Person(1001, "Ann")
BEN: Final = Person(1002, "Ben")
CLEO: Final = Person(1003, "Cleo")
DAN: Final = Person(1004, "Dan")
EVE: Final = Person(1666, "Eve")
"""A person who sits at no table."""
FOUR: Final = (ANN, BEN, CLEO, DAN)
EIGHT: Final = (*FOUR, *(Person(1005 + number, f"Player {number}") for number in range(5, 9)))
GUILD: Final = 501
CHANNEL: Final = 601


def settings_for(
    database: Place,
    *,
    pace: float = 0,
    trick_pause: float = 0,
    last_card_pause: float = 0,
    deal_pause: float = 0,
    remind_after: float = 0,
    turn_limit: float = 0,
) -> Settings:
    """Settings for a test; only the test and its computers drive a table."""
    return Settings(
        _env_file=None,
        database=database,
        pace=pace,
        trick_pause=trick_pause,
        last_card_pause=last_card_pause,
        deal_pause=deal_pause,
        remind_after=remind_after,
        turn_limit=turn_limit,
        tables_a_person=0,
        tables_a_server=0,
    )


async def seat(
    manager: GameManager,
    *people: Person,
    channel_id: int = CHANNEL,
    kind: str = "random",
    game: str = DEFAULT,
    **options: OptionValue,
) -> ShownTable:
    """Open a table; the people sit down in order, computers on the other seats."""
    table = await manager.lobbies.open_table(GUILD, channel_id, people[0], WantedTable(game, options=options))
    for person in people[1:]:
        table = await manager.lobbies.change_lobby(channel_id, Sit(person))
    if any(who.is_empty for who in table.seats):
        table = await manager.lobbies.change_lobby(channel_id, AddComputers(people[0].id, kind, None))
    return table


async def begin(
    manager: GameManager,
    *people: Person,
    channel_id: int = CHANNEL,
    kind: str = "random",
    game: str = DEFAULT,
    **options: OptionValue,
) -> ShownTable:
    """Open a table and start the match."""
    await seat(manager, *people, channel_id=channel_id, kind=kind, game=game, **options)
    return await manager.lobbies.start(channel_id, people[0].id)


def asked(table: ShownTable) -> int:
    """The player who is asked."""
    user_id = table.seats[table.turn.waiting_for[0]].user_id
    assert user_id is not None
    return user_id


async def legal(manager: GameManager, user_id: int, random: Random, channel_id: int = CHANNEL) -> Action:
    """A random legal answer of an asked player."""
    decision = (await manager.reading.hand(channel_id, user_id)).view.decision
    assert decision is not None
    return decision.sample(random)


async def answer(manager: GameManager, random: Random, channel_id: int = CHANNEL) -> ShownTable:
    """Have an asked player give a random legal answer."""
    who = asked(await manager.reading.shown(channel_id))
    return (await manager.play.act(channel_id, who, await legal(manager, who, random, channel_id))).table


async def play_out(manager: GameManager, random: Random, channel_id: int = CHANNEL) -> ShownTable:
    """Have four players play the match to its end."""
    table = await manager.reading.shown(channel_id)
    while table.is_playing:
        table = await answer(manager, random, channel_id)
    return table


async def until(manager: GameManager, condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for a change of a table after which ``condition`` holds."""
    changed = asyncio.Event()
    stop = manager.desk.listen(lambda _: changed.set())
    try:
        while not await condition():
            changed.clear()
            await changed.wait()
    finally:
        stop()
