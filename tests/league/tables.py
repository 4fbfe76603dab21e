"""Standings of seasons, made of credits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.league.standings import Line, met, ranked, tallied
from bot.models.credits import Credit, Entrant
from bot.models.scoring import Scoring


def standings(
    roster: Iterable[Entrant],
    given: Iterable[Credit],
    scoring: Scoring,
    ratings: Mapping[Entrant, int] | None = None,
) -> tuple[Line, ...]:
    """Standings of the roster; an entrant not on it has no line, but counts as an opponent."""
    found: dict[Entrant, list[Credit]] = {entrant: [] for entrant in roster}
    for credit in given:
        if credit.entrant in found:
            found[credit.entrant].append(credit)
    tallies = [tallied(entrant, own) for entrant, own in found.items()]
    return ranked(tallies, scoring, ratings, {entrant: met(own) for entrant, own in found.items()})
