"""A question to a computer player, with what a person on its seat could know; and a random player."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from rules.core.actions import Action
from rules.core.decisions import Decision
from rules.core.events import HeardEvent
from rules.core.protocol import OptionValue
from rules.core.views import SeatView
from rules.versions import NEWEST


class Brief(NamedTuple):
    """A question to one seat: the game, the seat's view with the decision, this deal so far."""

    game: str
    options: dict[str, OptionValue]
    view: SeatView
    heard: tuple[HeardEvent, ...]
    """Events of the present deal that the seat may know of, oldest first."""
    version: int = NEWEST
    """The version of the rules of the match."""


class NoAnswer(Exception):
    """A computer player has found no allowed answer: a bug of the player."""


class Computer(Protocol):
    """A computer player: answers the decision in a brief."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in ``brief.view``.

        Raises:
            NoAnswer: it has found no answer that is allowed.
        """
        ...


class AnyLegal:
    """Answers every decision of every game with one of its answers, each equally likely."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Sample one of the answers."""
        return decision_of(brief).sample(random)


def decision_of(brief: Brief) -> Decision:
    """The question in a brief.

    Raises:
        ValueError: the seat is not asked anything.
    """
    decision = brief.view.decision
    if decision is None:
        raise ValueError(f"Seat {brief.view.seat} is not asked anything.")
    return decision
