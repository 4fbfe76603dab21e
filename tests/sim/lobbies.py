"""Lobbies of the club: people sit down, hosts change seats and options, and start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message

if TYPE_CHECKING:
    from tests.sim.people import Person

LOBBY: Final = frozenset({Verb.SIT, Verb.START})
IN_OPTIONS: Final = frozenset(
    {
        *(Verb.SECTION, Verb.OPTION, Verb.CHOOSE, Verb.OTHER_VALUE, Verb.ASK_CODE, Verb.BOOK, Verb.COUNTED),
        Verb.ALLOW,
    }
)
SEATS: Final = frozenset({Verb.SIT, Verb.OTHER_PARTNERS, Verb.OPEN_SEATS})
MORE_VERBS: Final = frozenset({Verb.ADD, Verb.REMOVE, Verb.LEAVE, Verb.PLAYERS})
"""Verbs under *More* in a lobby."""
AMONG_PLAYERS: Final = frozenset({Verb.REMOVE_PLAYER, Verb.LET_BACK})
WAITS: Final = 0.8
"""Probability that a lobby waits for people there who have no seat."""
EXPECTS: Final = 0.5
"""Probability that a person alone waits for others."""
OPENS: Final = 0.4
"""Probability of giving up kept seats."""
TINKERS: Final = 0.15
"""Probability of changing the options."""
TYPES: Final = 0.03
"""Probability of typing a command instead of pressing."""
COMMANDS: Final = frozenset(
    {"rook sit", "rook start", "table setup"}
    | {f"table seats {what}" for what in ("swap", "computers", "open kept seats")}
)
"""Commands of a lobby."""
AT_PLAYERS: Final = 3
"""The most changes a host makes under *Players* at once."""


async def gathers(person: Person, channel: Channel, table: Message) -> bool:
    """Sit down, fill the seats or start; returns whether there was anything to do."""
    random = person.random
    if random.random() < TYPES:
        return await person.type_one(channel, COMMANDS)
    if not person.sits_at(table):
        return await person.press_one(table, {Verb.SIT})
    if random.random() < OPENS and await person.press_one(table, {Verb.OPEN_SEATS}):
        return True
    there = person.there(channel)
    if there == [person.id] and random.random() < EXPECTS:
        return False
    standing = [one for one in there if f"Player {one}**" not in table.panel.text]
    if standing and random.random() < WAITS:
        return random.random() < TINKERS and await _tinkers(person, channel, table)
    if _hosts(person, table) and await person.press_one(table, {Verb.START}):
        return True
    if random.random() < TINKERS:
        return await _tinkers(person, channel, table)
    return random.random() < 0.5 and await person.press_one(table, {Verb.FILL})


async def _tinkers(person: Person, channel: Channel, table: Message) -> bool:
    """Change seats and options, at the table or in the private panel of options."""
    random = person.random
    if random.random() < 0.2:
        return await person.press_one(table, SEATS)
    if random.random() < 0.2 and await person.press_one(table, {Verb.MORE}):
        return await _changes_seats(person, channel, table)
    panel = person.own(channel, IN_OPTIONS)
    if panel is None:
        await person.press_one(table, {Verb.OPTIONS})
        panel = person.own(channel, IN_OPTIONS)
        if panel is None:
            return True
    for _ in range(random.randrange(1, 6)):
        verbs = sorted({one.control.verb for one in panel.panel.controls} & IN_OPTIONS)
        if not verbs or not await person.press_one(panel, {random.choice(verbs)}):
            break
    return True


async def _changes_seats(person: Person, channel: Channel, table: Message) -> bool:
    """Change under *More* who sits and, as the host, who may; the host may also type it."""
    random, more = person.random, person.own(channel, MORE_VERBS)
    if more is None or not await person.press_one(more, MORE_VERBS):
        return True
    for _ in range(random.randint(1, AT_PLAYERS)):
        players = person.own(channel, AMONG_PLAYERS)
        if players is None or not _hosts(person, table) or not await person.press_one(players, AMONG_PLAYERS):
            break
    return True


def _hosts(person: Person, table: Message) -> bool:
    return f"{person.name}** · host" in table.panel.text
