"""Other ratings to compare with: a plain team Elo, and a league with known skills."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.models.credits import Entrant
from bot.stats.rating_model import RatedMatch

K = 32
PLAYERS = 24
DEVIATION = 139.0


def chance(better: float) -> float:
    """Probability that a side wins that is better by ``better`` Elo points."""
    return 1 / (1 + 10 ** (-better / 400))


def elo(matches: Sequence[RatedMatch]) -> dict[Entrant, float]:
    """Every player's Elo after these matches of two sides."""
    ratings: dict[Entrant, float] = {}
    for match in matches:
        (first, second), (ours, theirs) = match.sides, match.places
        averages = [sum(ratings.get(one, 1500.0) for one in side) / len(side) for side in (first, second)]
        expected = chance(averages[0] - averages[1])
        change = K * (0.5 * (1 + (ours < theirs) - (ours > theirs)) - expected)
        for side, sign in ((first, 1), (second, -1)):
            for one in side:
                ratings[one] = ratings.get(one, 1500.0) + sign * change
    return ratings


def league(seed: int, games_each: int) -> tuple[dict[Entrant, float], list[RatedMatch]]:
    """True skills in Elo points, and matches of random partners, with the luck of Rook.

    A pair better than another by one standard deviation wins 69 of 100.
    """
    random = Random(seed)
    skills: dict[Entrant, float] = {(player,): random.gauss(0, DEVIATION) for player in range(PLAYERS)}
    matches: list[RatedMatch] = []
    while len(matches) < PLAYERS * games_each // 4:
        order = random.sample(sorted(skills), PLAYERS)
        for at in range(0, PLAYERS, 4):
            first, second = (order[at], order[at + 1]), (order[at + 2], order[at + 3])
            better = sum(skills[one] for one in first) / 2 - sum(skills[one] for one in second) / 2
            has_won = random.random() < chance(better)
            matches.append(RatedMatch(len(matches), (first, second), (1, 2) if has_won else (2, 1)))
    return skills, matches


def agreement(one: dict[Entrant, float], other: dict[Entrant, float]) -> float:
    """Spearman's rank correlation of two orders of the same entrants: 1 for the same, 0 for none."""
    entrants = sorted(one)
    ranks = [
        {entrant: rank for rank, entrant in enumerate(sorted(entrants, key=values.__getitem__))}
        for values in (one, other)
    ]
    squares = sum((ranks[0][entrant] - ranks[1][entrant]) ** 2 for entrant in entrants)
    return 1 - 6 * squares / (len(entrants) * (len(entrants) ** 2 - 1))
