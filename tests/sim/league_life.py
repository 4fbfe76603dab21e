"""Leagues of the club: managers create, schedule, rule and close; people join, play, record and dispute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cogs.ui.controls import Verb
from tests.sim.messages import PLAYER, Channel

if TYPE_CHECKING:
    from tests.sim.people import Person

COMES_TO_MIND: Final = 0.16
"""Probability that a person turns to a league, at any step."""
PLAYS: Final = 0.35
"""Probability that a new table is opened for a league, if there is one."""
BEGINS: Final = 0.04
"""Probability that a manager creates another league; the first is created at once."""
OF_LEAGUES: Final = frozenset(verb for verb in Verb if verb.name.startswith("LEAGUE_"))
"""Verbs of leagues; each is offered only to users who may use it."""
DEEP: Final = 4
"""The most private messages opened one from another."""
THINKS_BETTER: Final = 0.5
"""Probability that an organizer restores a voided match at once."""
OF_MANAGERS: Final = frozenset({Verb.LEAGUE_ASK_CLOSE, Verb.LEAGUE_NEXT, Verb.LEAGUE_DRAW, Verb.LEAGUE_POST})
OF_PARTNERS: Final = frozenset({Verb.LEAGUE_ACCEPT, Verb.LEAGUE_DECLINE})
OF_PAPER: Final = (Verb.PAPER_CONFIRM, Verb.PAPER_CONFIRM, Verb.PAPER_DENY)
EVERYBODYS: Final[Mapping[str, int]] = {
    "join": 10,
    **dict.fromkeys(("record", "dispute"), 4),
    "show results": 2,
    "export": 3,
    **dict.fromkeys(("show standings", "show people", "show schedule", "show rulings"), 1),
    **dict.fromkeys(("show league", "leave", "manage"), 1),
}
"""Commands for everyone, with their relative frequency."""
MANAGERS: Final[Mapping[str, int]] = {
    "rule forfeit": 6,
    "rule correct": 5,
    "rule restore": 3,
    "rule void": 4,
    "rule remove": 2,
    "manage": 10,
}


async def plays(person: Person, channel: Channel) -> bool:
    """Open a table for a league with some probability; returns whether the person tried."""
    return (
        person.random.random() < PLAYS
        and _exists(person, channel)
        and await person.type_one(channel, {"league play"})
    )


async def takes_part(person: Person, channel: Channel) -> bool:
    """Do something in a league with some probability; returns whether the person did."""
    random = person.random
    if random.random() >= COMES_TO_MIND:
        return False
    if person.manages and (not _exists(person, channel) or random.random() < BEGINS):
        return await _begin(person, channel)
    if not _exists(person, channel):
        return False
    for message in reversed(channel.public[-6:]):
        asked = OF_PARTNERS if f"<@{person.id}>" in message.panel.text else frozenset[Verb]()
        if random.random() < 0.8 and await person.press_one(message, asked or {random.choice(OF_PAPER)}):
            return True
    return await (_look if random.random() < 0.5 else _type)(person, channel)


async def _type(person: Person, channel: Channel) -> bool:
    """Type one of the commands and follow its buttons; returns whether it could be typed."""
    random = person.random
    names = MANAGERS if person.manages and random.random() < 0.5 else EVERYBODYS
    [name] = random.choices(tuple(names), tuple(names.values()))
    named = await _who_is_in(person, channel) if name == "rule remove" else None
    if not await person.type_one(channel, {f"league {name}"}, named):
        return False
    if name in {"rule void", "dispute"} and person.manages and random.random() < THINKS_BETTER:
        return await person.type_one(channel, {"league rule restore"})
    return name != "manage" or await _manages(person, channel)


async def _manages(person: Person, channel: Channel) -> bool:
    """Press a button of organizers, and the one that it may lead to; returns whether there was any."""
    for verbs in (OF_MANAGERS, {Verb.LEAGUE_DRAW, Verb.LEAGUE_NEXT, Verb.LEAGUE_CLOSE}):
        own = person.own(channel, verbs)
        if own is None or not await person.press_one(own, verbs):
            return verbs is not OF_MANAGERS
    return True


async def _who_is_in(person: Person, channel: Channel) -> list[int]:
    """The members on a league's roster, after opening it."""
    await person.type_one(channel, {"league show people"})
    return [int(number) for number in PLAYER.findall(person.told(channel))]


async def _begin(person: Person, channel: Channel) -> bool:
    """Create a league and post its message in the channel."""
    if not await person.type_one(channel, {"league create"}):
        return False
    begun = person.own(channel, {Verb.LEAGUE_POST})
    return begun is None or await person.press_one(begun, {Verb.LEAGUE_POST})


async def _look(person: Person, channel: Channel) -> bool:
    """Press a control of a league's message or under *More* at a table, and then of what it opens."""
    posted = next((one for one in reversed(channel.public) if one.panel.offers(Verb.LEAGUE_STANDINGS)), None)
    lists = person.own(channel, {Verb.LEAGUE_LIST})
    if lists is not None and person.random.random() < 0.3:
        await person.press_one(lists, {Verb.LEAGUE_LIST})
    elif posted is not None:
        await person.press_one(posted, OF_LEAGUES)
    elif not await person.type_one(channel, {"league show results", "league show league"}):
        return False
    for _ in range(DEEP):
        own = person.own(channel, OF_LEAGUES)
        if own is None or not await person.press_one(own, OF_LEAGUES):
            break
    return True


def _exists(person: Person, channel: Channel) -> bool:
    """Whether the server has a league."""
    return person.has_league(channel.guild)
