"""Who may change something with controls and commands, as extensions declare it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Who(StrEnum):
    """The users who may change something with a control or command."""

    NO_ONE = "no one"
    ANYONE = "anyone in the channel"
    NOT_REMOVED = "anyone in the channel the host has not removed"
    HERE = "the host or a player"
    KEPT_FOR = "whoever's seat is kept"
    HOST = "the host"
    HOST_OR_MANAGER = "the host or a manager"
    SEATED = "a player"
    UNSEATED = "anyone in the channel who has no seat"
    ASKED = "the player who is asked"
    MANAGER = "a manager"
    ORGANIZER = "an organizer of the league"
    ENTERED = "whoever plays in the league"
    OF_MATCH = "whoever played in the match"
    SAT_THERE = "whoever sat there"
    OF_MATCH_OR_ORGANIZER = "whoever played in the match, or an organizer of the league"
    OTHER_SIDE = "whoever played against the one who recorded it, or an organizer of the league"
    ONESELF = "anyone, for themselves"
    ANYWHERE = "anyone, for their own channel"
    COMPANY = "anyone in the channel of the evening"
    GUEST = "whoever has joined the evening"
    EVENING_HOST = "the evening's host or a manager"


class May(NamedTuple):
    """Who may use a control or command, by the state of the channel's table."""

    lobby: Who = Who.NO_ONE
    match: Who = Who.NO_ONE
    over: Who = Who.NO_ONE
    """After a match, and in a channel that never had a table."""
    damaged: Who = Who.NO_ONE
    """While the table cannot be read."""


def always(who: Who) -> May:
    """The permission of the same users in every state of the table."""
    return May(who, who, who, who)


SHOWS: Final = May()
"""Changes nothing, for any user."""
SITTING: Final = May(lobby=Who.NOT_REMOVED)
PLAYING: Final = May(match=Who.SEATED)
ANSWERING: Final = May(match=Who.ASKED)
SETTLING: Final = May(lobby=Who.HOST)
LEAVING: Final = May(lobby=Who.SEATED, match=Who.SEATED)
WAITING_FOR_SEAT: Final = May(lobby=Who.UNSEATED, match=Who.UNSEATED)
CLOSING: Final = May(lobby=Who.HOST_OR_MANAGER, match=Who.SEATED)
OPENING: Final = May(over=Who.ANYONE)
RULING: Final = May(match=Who.MANAGER)
FILLING: Final = May(lobby=Who.HERE)
TAKING_OVER: Final = May(match=Who.UNSEATED)
SITTING_DOWN: Final = May(lobby=Who.NOT_REMOVED, match=Who.UNSEATED)
REMATCHING: Final = May(lobby=Who.KEPT_FOR, over=Who.SAT_THERE)
OF_ONESELF: Final = always(Who.ONESELF)
MANAGING: Final = always(Who.MANAGER)
ORGANIZING: Final = always(Who.ORGANIZER)


class Use(NamedTuple):
    """Who may use a control or command, and where its result can be looked up."""

    may: May
    look_up: str = "/rook table"
    """The command that shows the result to a user the bot could not answer."""


UNKNOWN: Final = Use(always(Who.ANYONE))
"""For a command that Discord still offers but the bot no longer has."""
