"""Curious people of the club: they try controls and commands the club has used least."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message, Pressable

if TYPE_CHECKING:
    from tests.sim.people import Person

T = TypeVar("T")

COMES_TO_MIND: Final = 0.08
"""Probability that a person explores, at any step."""
TYPES: Final = 0.3
"""Probability that exploring means typing a command rather than pressing."""
STEPS: Final = 8
"""The most steps of one exploration."""
CONTINUES: Final = 0.8
"""Probability to continue with the message just opened, if it offers anything new."""
NEWEST: Final = 4
"""Number of the channel's newest messages considered."""
SERIOUS: Final = frozenset({Verb.FORGET, Verb.CANCEL, Verb.END_EVENING, Verb.LEAGUE_CLOSE})
"""Verbs that are never pressed out of curiosity."""
ENDS: Final = frozenset({"night end", "league close", "rook ask close", "rook-admin close"})
"""Commands that are never typed out of curiosity."""


async def looks_around(person: Person, channel: Channel) -> bool:
    """Explore with probability ``COMES_TO_MIND``; returns whether the person did."""
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
    """Type one of the commands the club has tried least; returns False without any."""
    commands = [one for one in person.commands_seen() if one.name not in ENDS]
    if not commands:
        return False
    return await person.type(channel, _newest(person, commands, lambda one: one.name))


async def _press(person: Person, channel: Channel) -> bool:
    """Press the control the club has tried least on the newest messages; returns False without any."""
    there = list(_there(person, channel))
    if not there:
        return False
    return await person.press(*_newest(person, there, lambda pair: pair[1].control.verb))


def _newest(person: Person, things: Sequence[T], name: Callable[[T], str]) -> T:
    """A random one of the things the club has tried least."""
    least = min(person.tried(name(one)) for one in things)
    return person.random.choice([one for one in things if person.tried(name(one)) == least])


def _there(person: Person, channel: Channel) -> Iterator[tuple[Message, Pressable]]:
    own = channel.private.get(person.id, [])[-1:]
    messages = own if own and person.random.random() < CONTINUES else [*channel.public[-NEWEST:], *own]
    for message in messages:
        for pressable in message.panel.controls:
            if pressable.control.verb not in SERIOUS:
                yield message, pressable
