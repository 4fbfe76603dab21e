"""How a season is scored, as a JSON text and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import NamedTuple

from bot.models.credits import Abandoned
from bot.models.scoring import Method, Scoring, TieBreak
from rules.core.outcome import Ranking


class Terms(NamedTuple):
    """How a season is scored, and what a match of it gives that was broken off."""

    scoring: Scoring
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE


def written(terms: Terms) -> str:
    """The terms as a text."""
    return json.dumps({**asdict(terms.scoring), "abandoned": terms.abandoned})


def read(text: str) -> Terms:
    """The terms that a text tells.

    Raises:
        ValueError: it tells none.
    """
    try:
        told = json.loads(text)
        abandoned = Abandoned(told.pop("abandoned"))
        ties = tuple(TieBreak(tie) for tie in told.pop("ties"))
        method, ranking = Method(told.pop("method")), Ranking(told.pop("ranking"))
        if not all(type(number) is int for number in told.values()):
            raise ValueError("a number is none")
        return Terms(Scoring(method, ranking, ties=ties, **told), abandoned)
    except (TypeError, AttributeError, LookupError, RecursionError):
        raise ValueError("these are no terms of a season") from None
