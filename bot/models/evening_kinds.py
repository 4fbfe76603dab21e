"""Evenings: which kinds there are, where one stands, how it ended: values."""

from __future__ import annotations

from enum import StrEnum


class EveningKind(StrEnum):
    """How an evening is played."""

    PROGRESSIVE = "progressive"
    """Winners move up a table, and partners change."""
    ROTATING = "rotating"
    """Four players, each the partner of each of the others."""
    DUPLICATE = "duplicate"
    """The same deals at every table."""


class EveningStatus(StrEnum):
    """Where an evening stands. A channel has at most one that is not over."""

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
    """Nobody started it within a day."""
    NO_PLAYERS = "no players"
    """Too few were left, or no one played."""
    NO_CHANNEL = "no channel"
    """Its channel is gone."""
    NO_SERVER = "no server"
    """Its server has removed the bot."""
