"""The daily deal of the club: a person plays it in private and shares the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message

if TYPE_CHECKING:
    from tests.sim.people import Person

COMES_TO_MIND: Final = 0.06
"""Probability that a person turns to the daily deal, at any step."""
SETTLES: Final = 0.2
"""Probability that a manager changes the server's default game, which the next daily deals have."""
OTHER_BID: Final = 0.2
"""Probability of typing another bid than those offered."""
ANSWERS: Final = frozenset({Verb.DAILY_PLAY, Verb.DAILY_ANSWER, Verb.DAILY_CONFIRM, Verb.DAILY_LAY})
LONGEST: Final = 80
"""The most presses on a deal; choosing cards for the nest can take many."""


async def plays(person: Person, channel: Channel) -> bool:
    """Play today's deal with some probability; returns whether the person did."""
    if person.random.random() >= COMES_TO_MIND:
        return False
    if person.manages and person.random.random() < SETTLES:
        await person.type_one(channel, {"rook-admin rules set default"})
    await person.type_one(channel, {"rook daily"})
    for _ in range(LONGEST):
        deal = _newest(person, channel)
        if deal is None or not await _answer_next(person, deal):
            return True
    return True


async def _answer_next(person: Person, deal: Message) -> bool:
    """Answer the deal's next decision; returns False if there was none."""
    if person.random.random() < OTHER_BID and await person.press_one(deal, {Verb.DAILY_OTHER_BID}):
        return True
    for verbs in ({Verb.DAILY_CONFIRM}, ANSWERS, {Verb.DAILY_SHARE}):
        if await person.press_one(deal, verbs):
            return True
    return False


def _newest(person: Person, channel: Channel) -> Message | None:
    """The person's newest private message if it is a daily deal, else None."""
    own = channel.private.get(person.id)
    is_daily = own and any(one.control.verb.name.startswith("DAILY") for one in own[-1].panel.all_controls)
    return own[-1] if own and is_daily else None
