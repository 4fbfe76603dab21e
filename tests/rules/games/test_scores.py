"""Score items: they add up to the points, and a game tells each in words."""

from __future__ import annotations

from enum import StrEnum

import pytest

from rules.catalog import OTHER_GAMES
from rules.core.events import DealScored
from rules.core.scores import ScoreItem, points_of
from rules.games.clock import facts as clock
from rules.games.club import scoring as club
from rules.games.cribbage import facts as cribbage
from rules.games.donkey import facts as donkey
from rules.games.doubt import facts as doubt
from rules.games.golden10 import scoring as golden10
from rules.games.high14 import scoring as high14
from rules.games.match_pairs import facts as match_pairs
from rules.games.new_solitaire import facts as new_solitaire
from rules.games.old_solitaire import facts as old_solitaire
from rules.games.panjandrum import facts as panjandrum
from rules.games.tens import facts as tens
from rules.games.tuxedo import scoring as tuxedo
from tests.rules.games.kit import SHORTER, game_of, play, tables

WORDS: list[tuple[str, list[tuple[StrEnum, int, int]], str]] = [
    ("golden10_1988", [(golden10.Scores.RED_CARDS, 1, 1)], "1 red card"),
    ("flip", [(golden10.Scores.RED_CARDS, 3, 12)], "3 red cards for 12"),
    (
        "golden10_1924",
        [(golden10.Scores.RED_CARDS, 3, 7), (golden10.Scores.GOLDEN_TEN, 1, -7)],
        "3 red cards for 7, Golden 10 \N{MINUS SIGN}7",
    ),
    ("high14", [(high14.Scores.FIVES, 2, 10), (high14.Scores.TENS, 1, 10)], "2 × 5, 1 × 10"),
    (
        "tuxedo_old",
        [(tuxedo.Scores.CARDS, 1, 0), (tuxedo.Scores.BIG_SWEEPS, 2, 20), (tuxedo.Scores.FIVES, 1, 5)],
        "1 card, 2 Big Sweeps +20, 1 five +5",
    ),
    (
        "tuxedo_1924",
        [(tuxedo.Scores.CARDS, 29, 15), (tuxedo.Scores.ORANGE, 1, 5), (tuxedo.Scores.WRONG_ORANGE, 2, -10)],
        "29 cards +15, 1 Orange +5, 2 wrong Oranges −10",
    ),
    (
        "club",
        [(club.Scores.OUT, 1, 200), (club.Scores.IN_HAND, 3, -45)],
        "going out 200, left in hand \N{MINUS SIGN}45",
    ),
    ("cribbage", [(cribbage.Scores.IN_PLAY, 3, 3)], "3 in play"),
    ("cribbage", [(cribbage.Scores.IN_PLAY, 3, 3), (cribbage.Scores.FIFTEENS, 0, 0)], "3 in play, 0 in hand"),
    ("doubt_old", [(doubt.Scores.LEFT_IN_HANDS, 15, 15)], "15 cards left in the other hands"),
    ("donkey", [(donkey.Scores.FOLDED, 1, 1)], "folded first"),
    ("donkey", [(donkey.Scores.FOLDED, 2, 0)], "2nd"),
    ("donkey", [(donkey.Scores.DONKEY, 4, 0)], "4th, the Donkey"),
    ("panjandrum_1924", [(panjandrum.Scores.CARDS_LEFT, 3, 0)], "3 cards left"),
    ("panjandrum_1988", [(panjandrum.Scores.CARDS_LEFT, 1, 0)], "1 card left"),
    ("tens", [(tens.Scores.CARDS, 31, 31)], "31 cards"),
    ("match", [(match_pairs.Scores.CARDS, 1, 1)], "1 card"),
    ("old_solitaire", [(old_solitaire.Scores.HOME, 6, 6)], "6 of 56 cards home"),
    ("clock", [(clock.Scores.HOME, 56, 56)], "56 of 56 cards home"),
    ("new_solitaire", [(new_solitaire.Scores.PARKED, 3, -3)], "3 in columns"),
    (
        "new_solitaire",
        [(new_solitaire.Scores.CLEARED, 2, 2), (new_solitaire.Scores.BETTER, 1, 4)],
        "cleared, 2 in hand, the best so far",
    ),
    (
        "new_solitaire",
        [(new_solitaire.Scores.PARKED, 6, -6), (new_solitaire.Scores.NOT_BETTER, 1, 6)],
        "6 in columns, not better",
    ),
]


@pytest.mark.parametrize(("key", "items", "told"), WORDS)
def test_game_names_each_score_item_in_words(
    key: str, items: list[tuple[StrEnum, int, int]], told: str
) -> None:
    assert game_of(key).words.score(tuple(ScoreItem(*item) for item in items)) == told


@pytest.mark.parametrize(("key", "seats"), tables(*OTHER_GAMES))
def test_deal_points_are_the_sum_of_items_and_totals_add_up(key: str, seats: int) -> None:
    game = game_of(key, **SHORTER.get(key, {}))
    totals = [0] * seats
    for event in (event for step in play(game, seats, seed=3) for event in step.events):
        if not isinstance(event, DealScored):
            continue
        assert event.contract is None
        for place, side in enumerate(event.sides):
            assert side.scored == points_of(side.items)
            totals[place] += side.scored
            assert side.total == totals[place]
            assert bool(game.words.score(side.items)) == bool(side.items)
