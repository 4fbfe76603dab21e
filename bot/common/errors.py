"""Exceptions: refusals, with a sentence for the player as their ``str``, and failures of the database."""

from __future__ import annotations

from math import ceil
from typing import ClassVar


class Refused(Exception):
    """Base class of all refusals: the action is not allowed now. Nothing has changed.

    ``str`` is the sentence given, else that of the class.
    """

    sentence: ClassVar[str] = ""

    def __init__(self, sentence: str | None = None) -> None:
        super().__init__(self.sentence if sentence is None else sentence)


class StoreError(Exception):
    """A database operation failed; ``str`` is a sentence for the operator. Nothing has changed."""


class Busy(StoreError):
    """Another program kept the database locked until the timeout. Nothing has changed."""


class Displaced(StoreError):
    """This process has lost its database: it was moved, replaced or taken over. Nothing has changed."""


class InDoubt(StoreError):
    """The connection was lost during a write: it may or may not have been stored."""


class NoTable(Refused):
    """There is no open table in this channel."""

    sentence = "No table is open in this channel. `/rook new` opens one."


class NewerTable(NoTable):
    """The table was stored by a newer version of the bot; this one cannot read it and changes nothing."""

    sentence = "A newer version of Rookery played this match. Update the bot to go on. Nothing is lost."


class TableQuarantined(Refused):
    """This channel's table is damaged and cannot be read. It is quarantined."""

    sentence = (
        "This channel's table is damaged and can't be shown. It's kept as it is, and other tables go on. "
        "A server manager can bring it back with `/rook-admin repair` or close it with "
        "`/rook-admin close`."
    )


class TableOver(Refused):
    """The control belongs to a table that is closed, or to another than the channel's."""

    sentence = "That table is closed. `/rook table` shows the one here now, `/rook new` opens another."


class Stale(Refused):
    """The control was drawn before the table changed: its revision is stale."""

    sentence = "The table has moved on. Look again and choose."


class TooLate(Stale):
    """No call (such as *doubt*) is possible now: too early or too late."""

    sentence = "You can't call now. It's too late, or too early."


class NotSeated(Refused):
    """The user is not seated at this table."""

    sentence = "You aren't at this table. `/rook sit` takes a free seat, `/table watch` shows the match."


class NotYourTurn(Refused):
    """It is another player's turn."""

    sentence = "It isn't your turn yet. Your hand shows the buttons when it is."


class NotDealt(NotYourTurn):
    """A deal is over and the next one has not been dealt."""

    sentence = "The next deal hasn't been dealt yet. *Next deal* deals it."


class Answered(Refused):
    """The player has already answered or is not asked; answers of others are still missing."""

    sentence = "There's nothing for you to answer now. Wait for the others."


class MatchRunning(Refused):
    """The match has started: a change of the lobby is too late."""

    sentence = "The match has started. That can be changed only before the next one."


class NotStarted(Refused):
    """The match has not started yet."""

    sentence = "The match hasn't started yet. *Start* begins it."


class HostOnly(Refused):
    """Only the host may do this. ``until``: when the user may with the host away (epoch seconds), or None."""

    def __init__(self, until: float | None = None) -> None:
        later = (
            " Ask them." if until is None else f" If the host stays away, you can do it <t:{ceil(until)}:R>."
        )
        super().__init__(f"Only the table's host can do that.{later}")
