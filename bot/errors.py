"""What can go wrong: refusals, whose ``str`` a player reads, and the store's failures."""

from __future__ import annotations


class Refused(Exception):
    """The base of all refusals; nothing has changed."""


class StoreError(Exception):
    """The database could not do it; ``str`` is a sentence for the operator. Nothing has changed."""


class NoTable(Refused):
    """There is no open table here."""

    def __init__(self) -> None:
        super().__init__("There is no table in this channel. Open one with `/rook new`.")


class TableOver(Refused):
    """The control belongs to a table that is gone."""

    def __init__(self) -> None:
        super().__init__(
            "That table is closed. `/rook table` shows the one here now, `/rook new` opens another."
        )


class Stale(Refused):
    """The control was drawn before the table changed."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since that was shown. Look again and choose once more.")


class TooLate(Stale):
    """Nothing may be called now: the moment has passed, or has not come yet."""

    def __init__(self) -> None:
        Refused.__init__(self, "There is nothing for you to call now: it is too late, or too early.")


class NotSeated(Refused):
    """Only people at the table may do this."""

    def __init__(self) -> None:
        super().__init__("You do not sit at this table.")


class NotYourTurn(Refused):
    """Somebody else is asked."""

    def __init__(self) -> None:
        super().__init__("It is not your turn yet.")


class Answered(Refused):
    """The person has answered or is not asked; others have not answered yet."""

    def __init__(self) -> None:
        super().__init__("You have answered, or have nothing to answer here. Wait for the others.")


class MatchRunning(Refused):
    """The lobby is over."""

    def __init__(self) -> None:
        super().__init__("The match has begun; that can only be changed before it.")


class NotStarted(Refused):
    """There is no match yet."""

    def __init__(self) -> None:
        super().__init__("The match has not started yet.")


class HostOnly(Refused):
    """Only the host decides this."""

    def __init__(self) -> None:
        super().__init__("Only the host of the table can do that.")
