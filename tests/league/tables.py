"""Standings of seasons, made of credits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.league.standings import Line, met, ranked, tallied
from bot.models.credits import Credit, Entry
from bot.models.scoring import Scoring


def standings(
    roster: Iterable[Entry],
    given: Iterable[Credit],
    scoring: Scoring,
    ratings: Mapping[Entry, int] | None = None,
) -> tuple[Line, ...]:
    """Standings of the roster; an entry not on it has no line, but counts as an opponent."""
    found: dict[Entry, list[Credit]] = {entry: [] for entry in roster}
    for credit in given:
        if credit.entry in found:
            found[credit.entry].append(credit)
    tallies = [tallied(entry, own) for entry, own in found.items()]
    return ranked(tallies, scoring, ratings, {entry: met(own) for entry, own in found.items()})
