"""A refused option comes with the fewest others that make it playable."""

from __future__ import annotations

import pytest

from rules.bidding.engine import BiddingGame
from rules.bidding.house.offered import OFFERED
from rules.bidding.house.options import is_shown
from rules.catalog import find_game, game_with, playable_game
from rules.core.protocol import InvalidOption, OptionValue
from rules.questions import proposal, question

ONES = "1:15 5:5 10:10 14:10"
OF_57: dict[str, OptionValue] = {"numbers": "1-14", "high": 1, "counters": ONES}


@pytest.mark.parametrize(
    ("table", "wanted", "more"),
    [
        ({}, {"numbers": "1-13"}, {"counters": "5:5 10:10 13:10"}),
        (OF_57, {"numbers": "1-13"}, {"counters": "1:15 5:5 10:10 13:10"}),
        (OF_57, {"numbers": "5-14"}, {"high": 14, "counters": "5:5 10:10 14:10"}),
        ({}, {"high": 1}, {"numbers": "1,5-14"}),
        ({}, {"counters": ONES}, {"numbers": "1,5-14"}),
        ({}, {"rook": "none"}, {"nest": 4}),
        ({}, {"teams": "called"}, {"credit": "each"}),
        ({}, {"seats": "3"}, {"teams": "solo"}),
        ({}, {"target": None}, {"deals": 8}),
        ({}, {"extra_deal": True}, {"deals": 8}),
        ({}, {"all_pass": "counted"}, {"deals": 8}),
        ({}, {"alone_bonus": 20}, {"teams": "called", "credit": "each", "partner_card": "any"}),
        ({}, {"majority_tie": "cut"}, {"majority": 10, "nest": 1}),
        ({"deals": 4, "target": None}, {"tie": "shared"}, {"target": 400, "deals": None}),
    ],
)
def test_refused_option_is_proposed_with_the_nearest_others(
    table: dict[str, OptionValue], wanted: dict[str, OptionValue], more: dict[str, OptionValue]
) -> None:
    game = game_with("kentucky", table)
    with pytest.raises(InvalidOption):
        playable_game("kentucky", {**table, **wanted})
    assert proposal(game, wanted) == more
    together = game.with_options({**wanted, **more})
    assert playable_game("kentucky", together.changes()).changes() == together.changes()


@pytest.mark.parametrize(
    "wanted",
    [
        {"target": 500},
        {"min_bid": 500},
        {"nest": 4},
        {"target": "a lot"},
        {"speed": 3},
        {"extra": "batteries"},
        {"deals": 100},
        {"target": 10000},
    ],
    ids=str,
)
def test_nothing_is_proposed_for_what_fits_or_what_no_other_option_mends(
    wanted: dict[str, OptionValue],
) -> None:
    assert proposal(find_game("kentucky"), wanted) is None


def test_nest_is_proposed_that_every_number_of_players_deals_evenly() -> None:
    assert proposal(find_game("regular_1988"), {"nest_to": "declarer"}) == {"nest": "4 5:6 6:2"}


@pytest.mark.parametrize("key", ["kentucky", "kentucky_no_rook", "red_one"])
def test_every_option_that_needs_others_is_proposed_with_them(key: str) -> None:
    """All but those that need another number of players, which a proposal leaves as it is."""
    game, alone = find_game(key), set[str]()
    assert isinstance(game, BiddingGame)
    for row in OFFERED:
        for choice in row.choices if row.needs else ():
            wanted = {row.key: choice.value}
            if is_refused(key, wanted):
                more = proposal(game, wanted)
                if more is None:
                    alone.add(row.key)
                else:
                    assert is_shown(game.with_options({**wanted, **more}).variant, row), row.key
    assert alone == {"hand", "battery_free", "score_dummy", "called_cards"}


def is_refused(key: str, options: dict[str, OptionValue]) -> bool:
    try:
        playable_game(key, options)
    except InvalidOption:
        return True
    return False


def test_rule_that_needs_another_is_offered_with_it_as_one_more() -> None:
    answers = {one.label: one for one in question(find_game("kentucky"), "more").answers}
    one = answers["The black 2 is the baby bird"]
    assert one.more == "Then also “Nest” 6"
    assert one.options == {"second_bird": "B2", "nest": 6}


def test_rule_more_leaves_who_plays_together() -> None:
    for one in question(find_game("kentucky"), "more").answers:
        assert "teams" not in one.options, one.label


def test_game_without_bidding_proposes_nothing() -> None:
    assert proposal(find_game("club"), {"target": 3}) is None
