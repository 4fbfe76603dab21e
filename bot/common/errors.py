"""What can go wrong: refusals, whose ``str`` a player reads, and the store's failures."""

from __future__ import annotations

from math import ceil


class Refused(Exception):
    """The base of all refusals; nothing has changed."""


class StoreError(Exception):
    """The database could not do it; ``str`` is a sentence for the operator. Nothing has changed."""


class Busy(StoreError):
    """Another program keeps the database locked, and was waited for in vain. Nothing has changed."""


class Displaced(StoreError):
    """The database is not this process's any more: moved, replaced or taken over. Nothing has changed."""


class InDoubt(StoreError):
    """The connection was lost while something was being stored: it may have been stored or not."""


class NoTable(Refused):
    """There is no open table here."""

    def __init__(self) -> None:
        super().__init__("No table is open in this channel. `/rook new` opens one.")


class NewerTable(NoTable):
    """A newer version of the bot has played here: this one can't read what is stored, and leaves it alone."""

    def __init__(self) -> None:
        Refused.__init__(
            self, "A newer version of Rookery played this match. Update the bot to go on. Nothing is lost."
        )


class TableSetAside(Refused):
    """The table here cannot be read. It is kept as it is."""

    def __init__(self) -> None:
        super().__init__(
            "This channel's table is damaged and can't be shown. It's kept as it is, and other tables go on. "
            "A server manager can bring it back with `/rook-admin repair` or close it with "
            "`/rook-admin close`."
        )


class TableOver(Refused):
    """The control belongs to a table that is gone."""

    def __init__(self) -> None:
        super().__init__(
            "That table is closed. `/rook table` shows the one here now, `/rook new` opens another."
        )


class Stale(Refused):
    """The control was drawn before the table changed."""

    def __init__(self) -> None:
        super().__init__("The table has moved on. Look again and choose.")


class TooLate(Stale):
    """Nothing may be called now: the moment has passed, or has not come yet."""

    def __init__(self) -> None:
        Refused.__init__(self, "You can't call now. It's too late, or too early.")


class NotSeated(Refused):
    """Only people at the table may do this."""

    def __init__(self) -> None:
        super().__init__("You aren't at this table.")


class NotYourTurn(Refused):
    """Somebody else is asked."""

    def __init__(self) -> None:
        super().__init__("It isn't your turn yet.")


class NotDealt(NotYourTurn):
    """A deal is over, and the next one has not been dealt."""

    def __init__(self) -> None:
        Refused.__init__(self, "The next deal hasn't been dealt yet.")


class Answered(Refused):
    """The person has answered or is not asked; others have not answered yet."""

    def __init__(self) -> None:
        super().__init__("You have nothing to answer now. Wait for the others.")


class MatchRunning(Refused):
    """The lobby is over."""

    def __init__(self) -> None:
        super().__init__("The match has started. That can't be changed now.")


class NotStarted(Refused):
    """There is no match yet."""

    def __init__(self) -> None:
        super().__init__("The match hasn't started yet.")


class HostOnly(Refused):
    """Only the host decides this; others do from ``until`` on, in epoch seconds, if the host stays away."""

    def __init__(self, until: float | None = None) -> None:
        later = "" if until is None else f" If the host stays away, you can do it <t:{ceil(until)}:R>."
        super().__init__(f"Only the table's host can do that.{later}")
