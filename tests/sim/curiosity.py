"""Curious people of the club: they press and type whatever they have not tried yet, to see what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message, Pressable

if TYPE_CHECKING:
    from tests.sim.people import Person

COMES_TO_MIND: Final = 0.03
"""How often somebody looks around, at whatever they are."""
TYPES: Final = 0.3
"""How often whoever looks around types a command, and does not press anything."""
STEPS: Final = 6
"""How much somebody tries before turning to the game again."""
GOES_ON: Final = 0.8
"""How often it goes on with what was just opened, if that offers anything new."""
NEWEST: Final = 4
"""Messages of the channel one looks at."""
SERIOUS: Final = frozenset({Verb.FORGET, Verb.CANCEL, Verb.END_EVENING, Verb.LEAGUE_CLOSE})
"""What nobody presses only to see what it does."""
ENDS: Final = frozenset({"forget", "cancel", "end", "close"})
"""The same of what can be typed."""


async def looks_around(person: Person, channel: Channel) -> bool:
    """Try something if that comes to mind; whether somebody did."""
    random = person.random
    if random.random() >= COMES_TO_MIND:
        return False
    for _ in range(random.randint(1, STEPS)):
        if random.random() < TYPES and await _type(person, channel):
            continue
        if not await _press(person, channel):
            break
    return True


async def _type(person: Person, channel: Channel) -> bool:
    """Type one of the commands they have tried least; whether there was one."""
    commands = [one for one in person.commands_seen() if one.name not in ENDS]
    if not commands:
        return False
    least = min(person.tried[" ".join(one.path)] for one in commands)
    new = [one for one in commands if person.tried[" ".join(one.path)] == least]
    return await person.type(channel, person.random.choice(new))


async def _press(person: Person, channel: Channel) -> bool:
    """Press what they have tried least on the newest messages; whether there was anything."""
    there = list(_there(person, channel))
    if not there:
        return False
    least = min(person.tried[one.control.verb] for _, one in there)
    new = [pair for pair in there if person.tried[pair[1].control.verb] == least]
    return await person.press(*person.random.choice(new))


def _there(person: Person, channel: Channel) -> Iterator[tuple[Message, Pressable]]:
    own = channel.private.get(person.id, [])[-1:]
    messages = own if own and person.random.random() < GOES_ON else [*channel.public[-NEWEST:], *own]
    for message in messages:
        for pressable in message.panel.controls:
            if pressable.control.verb not in SERIOUS:
                yield message, pressable
