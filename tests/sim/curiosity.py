"""Curious people of the club: they press and type what nobody has tried yet, to see what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message, Pressable

if TYPE_CHECKING:
    from tests.sim.people import Person

T = TypeVar("T")

COMES_TO_MIND: Final = 0.08
"""How often somebody looks around, at whatever they are."""
TYPES: Final = 0.3
"""How often whoever looks around types a command, and does not press anything."""
STEPS: Final = 8
"""How much somebody tries before turning to the game again."""
GOES_ON: Final = 0.8
"""How often it goes on with what was just opened, if that offers anything new."""
NEWEST: Final = 4
"""Messages of the channel one looks at."""
SERIOUS: Final = frozenset({Verb.FORGET, Verb.CANCEL, Verb.END_EVENING, Verb.LEAGUE_CLOSE})
"""What nobody presses only to see what it does."""
ENDS: Final = frozenset({"my-data forget", "night end", "league close", "rook close", "rook-admin close"})
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
    """Type one of the commands the club has tried least; whether there was one."""
    commands = [one for one in person.commands_seen() if one.name not in ENDS]
    if not commands:
        return False
    return await person.type(channel, _newest(person, commands, lambda one: one.name))


async def _press(person: Person, channel: Channel) -> bool:
    """Press what the club has tried least on the newest messages; whether there was anything."""
    there = list(_there(person, channel))
    if not there:
        return False
    return await person.press(*_newest(person, there, lambda pair: pair[1].control.verb))


def _newest(person: Person, things: Sequence[T], name: Callable[[T], str]) -> T:
    """One of those that the club has tried least."""
    least = min(person.tried(name(one)) for one in things)
    return person.random.choice([one for one in things if person.tried(name(one)) == least])


def _there(person: Person, channel: Channel) -> Iterator[tuple[Message, Pressable]]:
    own = channel.private.get(person.id, [])[-1:]
    messages = own if own and person.random.random() < GOES_ON else [*channel.public[-NEWEST:], *own]
    for message in messages:
        for pressable in message.panel.controls:
            if pressable.control.verb not in SERIOUS:
                yield message, pressable
