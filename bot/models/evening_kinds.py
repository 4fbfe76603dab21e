"""Values of evenings: who sits at a table, kind, status and ending."""

from __future__ import annotations

from enum import StrEnum

Guest = int | None
"""User id of a guest; None for a computer."""
Sitting = tuple[Guest, Guest, Guest, Guest]
"""The four seats of a table, clockwise: the first and the third are partners. At least one is a person."""


class EveningKind(StrEnum):
    """How an evening is played: progressive, rotating partners, or duplicate deals."""

    PROGRESSIVE = "progressive"
    """Winners move up a table, and partners change."""
    ROTATING = "rotating"
    """Four players, each the partner of each of the others."""
    DUPLICATE = "duplicate"
    """The same deals at every table."""


class EveningStatus(StrEnum):
    """The status of an evening. A channel has at most one evening that is not over."""

    SIGN_UP = "sign-up"
    PLAYING = "playing"
    OVER = "over"


class EveningEnding(StrEnum):
    """How an evening ended."""

    PLAYED = "played"
    """All rounds were played."""
    HOST = "host"
    """Its host, or a manager, ended it after a round."""
    CALLED_OFF = "called off"
    """It was closed before the first round."""
    NOT_STARTED = "not started"
    """The host did not start it within a day."""
    NO_PLAYERS = "no players"
    """Too few were left, or no one played."""
    NO_CHANNEL = "no channel"
    """Its channel was deleted."""
    NO_SERVER = "no server"
    """Its server has removed the bot."""
