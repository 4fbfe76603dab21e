"""The scoring of Tuxedo (older rule books; 1924 booklet, Counting)."""

from __future__ import annotations

from enum import StrEnum

from rules.core.scores import ScoreItem
from rules.games.frame import Scored
from rules.games.tuxedo.deal import Won
from rules.games.tuxedo.options import TuxedoRules


class Scores(StrEnum):
    """Kinds of score items. ``CARDS`` counts the cards taken, even if they are not the most."""

    CARDS = "cards"
    SWEEPS = "sweeps"
    BIG_SWEEPS = "big_sweeps"
    LITTLE_SWEEPS = "little_sweeps"
    FIVES = "fives"
    ORANGE = "orange"
    WRONG_ORANGE = "wrong_orange"


def scores(rules: TuxedoRules, won: tuple[Won, ...]) -> tuple[Scored, ...]:
    """The score items by seat. Seats that tie for the most cards get ``tie_share`` each."""
    most = max(len(one.cards) for one in won)
    tied = sum(len(one.cards) == most for one in won)
    reward = rules.most_cards if tied == 1 else rules.tie_share
    return tuple(_scored(rules, one, reward if most and len(one.cards) == most else 0) for one in won)


def _scored(rules: TuxedoRules, won: Won, for_most: int) -> Scored:
    fives = sum(card.rank == 5 for card in won.cards)
    parts = [
        *_sweeps(rules, won),
        ScoreItem(Scores.FIVES, fives, rules.five * fives),
        ScoreItem(Scores.ORANGE, won.oranges, rules.orange_points * won.oranges),
        ScoreItem(Scores.WRONG_ORANGE, won.mistakes, -rules.orange_points * won.mistakes),
    ]
    return (ScoreItem(Scores.CARDS, len(won.cards), for_most), *(part for part in parts if part.points))


def _sweeps(rules: TuxedoRules, won: Won) -> list[ScoreItem]:
    big, little = rules.big_sweep * won.big_sweeps, rules.little_sweep * won.little_sweeps
    if rules.big_sweep == rules.little_sweep:
        return [ScoreItem(Scores.SWEEPS, won.big_sweeps + won.little_sweeps, big + little)]
    return [
        ScoreItem(Scores.BIG_SWEEPS, won.big_sweeps, big),
        ScoreItem(Scores.LITTLE_SWEEPS, won.little_sweeps, little),
    ]
