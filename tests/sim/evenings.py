"""Evenings of the club: people open one, join, go to their tables and look at the scores."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cogs.ui.controls import Verb
from tests.sim.messages import Channel, Message

if TYPE_CHECKING:
    from tests.sim.people import Person

OPENS: Final = 0.2
"""Probability of opening an evening instead of a table."""
JOINS: Final = 0.7
"""Probability of joining an evening not started."""
COMES_LATE: Final = 0.1
STARTS: Final = 0.1
"""Probability that the host starts without those who have not joined."""
MEDDLES: Final = 0.04
"""Probability of leaving or ending an evening."""
ENDS_ONE: Final = 0.4
"""Probability that a host scores an unfinished table."""
TYPES_IT: Final = 0.7
"""Probability that scoring is typed, mostly with a table that does not exist."""
LOOKS: Final = 0.2
"""Probability of looking at the scores of a running or finished evening."""
SCORES: Final = frozenset({Verb.EVENING_SCORES, Verb.EVENING_DEALS})
THREAD: Final = re.compile(r"<#(\d+)>")
TRIES_AGAIN: Final = 0.1
"""Probability of pressing *Open tables*; everyone there sees that it was tried."""
KINDS: Final = frozenset({"night new"})
EVERYBODYS: Final = frozenset({"night join", "night leave", "night board"})
HOSTS: Final = frozenset({"night start", "night end", "night score"})


def board_of(channel: Channel) -> Message | None:
    """The newest board of an evening that is not over; its last round offers no *Join*. None without one."""
    return next((one for one in reversed(channel.public) if one.panel.offers(Verb.LEAVE_EVENING)), None)


async def opens(person: Person, channel: Channel) -> bool:
    """Open an evening with some probability; returns whether the person tried."""
    is_wanted = channel.parent is None and board_of(channel) is None and person.random.random() < OPENS
    return is_wanted and await person.type_one(channel, KINDS)


async def takes_part(person: Person, channel: Channel) -> bool:
    """Take part in the channel's evening; returns whether there was anything to do."""
    board, random = board_of(channel), person.random
    if random.random() < LOOKS and await _look_at_scores(person, channel):
        return True
    if board is None:
        return False
    if random.random() < MEDDLES:
        return await _meddle(person, channel, board)
    if random.random() < ENDS_ONE and await _ends_one(person, channel, board):
        return True
    has_joined = person.name in board.panel.text
    if board.panel.offers(Verb.START_EVENING):
        return await _sign_up(person, channel, board, has_joined=has_joined)
    if not has_joined:
        return random.random() < COMES_LATE and await person.press_one(board, {Verb.JOIN_EVENING})
    if random.random() < TRIES_AGAIN and await person.press_one(board, {Verb.OPEN_EVENING_TABLES}):
        return True
    return await _go_to_table(person, channel, board)


async def _sign_up(person: Person, channel: Channel, board: Message, *, has_joined: bool) -> bool:
    random, text = person.random, board.panel.text
    if not has_joined:
        return random.random() < JOINS and await person.press_one(board, {Verb.JOIN_EVENING})
    if not _hosts(person, board):
        return False
    missing = [one for one in person.there(channel) if f"Player {one}" not in text]
    starts = "**1 player**" not in text and (not missing or random.random() < STARTS)
    return starts and await person.press_one(board, {Verb.START_EVENING})


async def _go_to_table(person: Person, channel: Channel, board: Message) -> bool:
    """Ask for the person's table and stay in its channel until it is over; returns whether they did."""
    if not await person.press_one(board, {Verb.MY_EVENING_TABLE}):
        return False
    found = THREAD.search(person.told(channel))
    if found is None:
        await person.reads()  # no table yet, or the evening is over
        return False
    thread = person.channel(int(found[1]))
    return thread is not None and thread is not channel and await person.go_to(thread)


async def _look_at_scores(person: Person, channel: Channel) -> bool:
    """Look at the scores or deals of the newest evening with any."""
    board = next((one for one in reversed(channel.public) if one.panel.offers(Verb.EVENING_SCORES)), None)
    return board is not None and await person.press_one(board, SCORES)


async def _meddle(person: Person, channel: Channel, board: Message) -> bool:
    """Leave or end the evening, by a button or a command."""
    if person.random.random() < 0.5:
        return await person.press_one(board, {Verb.LEAVE_EVENING, Verb.END_EVENING})
    return await person.type_one(channel, HOSTS if _hosts(person, board) else EVERYBODYS)


async def _ends_one(person: Person, channel: Channel, board: Message) -> bool:
    """Score an unfinished table."""
    if not (_hosts(person, board) and board.panel.offers(Verb.ASK_SCORE_EVENING)):
        return False
    if person.random.random() < TYPES_IT:
        return await person.type_one(channel, {"night score"})
    await person.press_one(board, {Verb.ASK_SCORE_EVENING})
    asked = person.own(channel, {Verb.SCORE_EVENING})
    return asked is not None and await person.press_one(asked, {Verb.SCORE_EVENING})


def _hosts(person: Person, board: Message) -> bool:
    return f"Host: {person.name}" in board.panel.text
