"""Values: how tables end, what leaving a counted match costs, what managers and players may do at a table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Ending(StrEnum):
    """How a table was closed other than by the end of its match."""

    HOST = "host"
    """Its host closed the lobby."""
    EMPTY = "empty"
    """All players left the lobby."""
    AGREED = "agreed"
    """The players agreed by a vote to end the match."""
    MANAGER = "manager"
    """A manager of the server closed it."""
    REPAIRED = "repaired"
    """It was damaged, and another table continues in its place."""
    DESERTED = "deserted"
    """No player came back to it in time."""
    UNSEEN = "unseen"
    """For a day the bot was not allowed to show it."""
    SCORED = "scored"
    """The host of its evening had it scored as it stood."""
    NO_CHANNEL = "no channel"
    """Its channel was deleted."""
    NO_SERVER = "no server"
    """Its server has removed the bot."""
    FORGOTTEN = "forgotten"
    """Its last player had their data deleted."""
    RECORDED = "recorded"
    """Its match was played with real cards and recorded afterwards."""


class Leaving(StrEnum):
    """The result of a counted match for a player who left it and is not back when it ends."""

    LOST = "lost"
    """A loss for the player who left; for the others it counts as it ended."""
    ALONE = "alone"
    """A loss for the player who left; not counted for the others."""
    PLAYED = "played"
    """The result that the stand-in computer reached."""
    FORFEIT = "forfeit"
    """A loss for the player who left and their side, a win for the others. The rule in every league."""


CHOICES: Final = (Leaving.LOST, Leaving.ALONE, Leaving.PLAYED)
"""The rules on leaving that a server may choose for its counted matches."""
LOSES_RATING: Final = frozenset({Leaving.ALONE, Leaving.FORFEIT})
"""The rules on leaving under which the leaver's rating drops as after a loss, regardless of the cards."""


_NO_EXCUSE: Final = frozenset({Ending.MANAGER, Ending.DESERTED, Ending.FORGOTTEN})
"""Endings of a counted match after which players who had left still lose it."""


def leavers_lose(ended: Ending | None, leaving: Leaving) -> bool:
    """Whether a counted match broken off by ``ended`` is lost for players who had left it."""
    return ended in _NO_EXCUSE and leaving is not Leaving.PLAYED


class Managed(StrEnum):
    """The kinds of a server manager's acts at other users' tables."""

    CLOSED = "closed"
    RULED = "ruled"
    REMOVED = "removed"
    REPAIRED = "repaired"


class Allowed(NamedTuple):
    """Whether a host lets players ask for hints and say fixed phrases at a table."""

    hints: bool = True
    """Ask what a computer would do; never in a counted match."""
    phrases: bool = True
    """Say fixed phrases."""

    def but(self, hints: bool | None, phrases: bool | None) -> Allowed:
        """A copy with new values; None leaves a value unchanged."""
        return Allowed(self.hints if hints is None else hints, self.phrases if phrases is None else phrases)


ALL_ALLOWED: Final = Allowed()
