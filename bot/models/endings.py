"""How tables end, what leaving a counted match means, what managers and players may do at a table: values."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Ending(StrEnum):
    """How a table was closed that did not come to the end of a match here."""

    HOST = "host"
    """Its host closed the lobby."""
    EMPTY = "empty"
    """Everybody left the lobby."""
    AGREED = "agreed"
    """Everybody agreed to end the match, or the only person there did."""
    MANAGER = "manager"
    """A manager of the server closed it."""
    REPAIRED = "repaired"
    """It was damaged, and another table goes on in its place."""
    DESERTED = "deserted"
    """Nobody came back to it in time."""
    UNSEEN = "unseen"
    """For a day the bot was not allowed to show it."""
    SCORED = "scored"
    """The host of its evening had it scored as it stood."""
    NO_CHANNEL = "no channel"
    """Its channel is gone."""
    NO_SERVER = "no server"
    """Its server has removed the bot."""
    FORGOTTEN = "forgotten"
    """Whoever sat there last asked to be forgotten."""
    RECORDED = "recorded"
    """Its match was played with real cards, and written down afterwards."""


class Leaving(StrEnum):
    """What a counted match is for somebody who has left it and is not back when it ends."""

    LOST = "lost"
    """Lost for whoever left; for the others it counts as it ended."""
    ALONE = "alone"
    """Lost for whoever left, and not counted for the others."""
    PLAYED = "played"
    """What the computer made of it that stood in."""
    FORFEIT = "forfeit"
    """Lost for whoever left and for their side, won by the others. Always so in a league."""


CHOICES: Final = (Leaving.LOST, Leaving.ALONE, Leaving.PLAYED)
"""What a server may settle for its counted matches."""
LOSES_RATING: Final = frozenset({Leaving.ALONE, Leaving.FORFEIT})
"""The laws by which leaving costs the rating of a loss, however the cards fall."""


_NO_EXCUSE: Final = frozenset({Ending.MANAGER, Ending.DESERTED, Ending.FORGOTTEN})
"""The ways to close a counted match that are no excuse for having left it."""


def leavers_lose(ended: Ending | None, leaving: Leaving) -> bool:
    """Whether a counted match that was broken off is lost for those who had left it."""
    return ended in _NO_EXCUSE and leaving is not Leaving.PLAYED


class Managed(StrEnum):
    """What a manager of a server can do at a table of other people."""

    CLOSED = "closed"
    RULED = "ruled"
    REMOVED = "removed"
    REPAIRED = "repaired"


class Allowed(NamedTuple):
    """As the table's host has settled it."""

    hints: bool = True
    """Ask what a computer would do; never where the match counts."""
    phrases: bool = True
    """Say fixed phrases."""

    def but(self, hints: bool | None, phrases: bool | None) -> Allowed:
        """The same, but for what is said; None for what is not."""
        return Allowed(self.hints if hints is None else hints, self.phrases if phrases is None else phrases)


ALL_ALLOWED: Final = Allowed()
