"""What to ask a host who sets a game up, and what to propose for options that are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.bidding.engine import BiddingGame
from rules.bidding.house import proposals
from rules.bidding.house import questions as of_bidding
from rules.core.protocol import Game, OptionValue, Question
from rules.games import questions as of_others
from rules.games.game import CardGame


def topics(game: Game[Any]) -> tuple[str, ...]:
    """The keys of the questions of a game, in order. The last, on any other option, can be asked again."""
    if isinstance(game, BiddingGame):
        return of_bidding.topics(game.variant)
    assert isinstance(game, CardGame)
    return of_others.topics(game.rules)


def question(game: Game[Any], topic: str) -> Question:
    """The question of one of the ``topics``. Takes up to half a second."""
    if isinstance(game, BiddingGame):
        return of_bidding.question(topic, game.variant, game.standard)
    assert isinstance(game, CardGame)
    return of_others.question(topic, game.rules, game.standard)


def proposal(game: Game[Any], values: Mapping[str, OptionValue]) -> dict[str, OptionValue] | None:
    """The fewest further options that make refused ``values`` playable; None if none are found."""
    return proposals.proposal(game.variant, values) if isinstance(game, BiddingGame) else None
