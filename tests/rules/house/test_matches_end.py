"""Every match of simple players ends within 60 deals, with any house rules at any table.

Other rules are refused with the reason. ``make laws`` plays some thousands.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from rules.bidding.engine import BiddingGame
from rules.bidding.house.endless import MOST_DEALS
from rules.bidding.setup import Setup
from rules.catalog import BIDDING_GAMES, game_with, playable_game
from rules.core.decisions import CHANCE
from rules.core.protocol import InvalidOption, OptionValue
from rules.presets import PRESETS
from tests.rules.house.house_rules import Rules, valid_rules
from tests.rules.house.sensible import answer

CHUNKS = 10
CHUNK = int(os.environ.get("ROOKERY_MATCHES", "0")) or 6
THROWN_IN = 12
"""Most deals dealt for each scored one."""


def deals_to_the_end(game: BiddingGame, seats: int, random: Random) -> int | None:
    """The scored deals of a match; None for more than MOST_DEALS, or far more that are not scored."""
    state, setup = game.start(seats), Setup(game.variant, seats)
    while state.match.scored <= MOST_DEALS and state.match.deal <= THROWN_IN * MOST_DEALS:
        decisions = game.decisions(state)
        if not decisions:
            return state.match.scored
        (seat,) = decisions
        question = decisions[seat]
        action = question.sample(random) if seat == CHANCE else answer(setup, state, question, random)
        state, _ = game.apply(state, seat, action)
    return None


def ends(key: str, options: dict[str, OptionValue], random: Random) -> bool:
    """True if a match by these rules ends, with a random number of players."""
    game = game_with(key, options)
    assert isinstance(game, BiddingGame)
    return deals_to_the_end(game, random.choice(game.about.seats), random) is not None


@pytest.mark.laws
@pytest.mark.timeout(300)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_match_ends_within_sixty_deals(chunk: int) -> None:
    for number in range(CHUNK):
        random = Random(f"{chunk} {number}")
        key, options = demanding(valid_rules(random)[0], random)
        assert ends(key, options, random), (key, options)


def demanding(rules: Rules, random: Random) -> Rules:
    """Rules as they are, or with the highest “Lowest bid” or “Target” that is not refused, or both."""
    key, options = rules
    for name in random.choice(((), ("min_bid",), ("target",), ("min_bid", "target"))):
        game = game_with(key, options)
        if game.parameters()["deals"] is None:
            options = _highest(key, options, name)
    return key, options


def _highest(key: str, options: dict[str, OptionValue], name: str) -> dict[str, OptionValue]:
    """The options with the highest value of one that may be agreed on, found by halving."""
    accepted: Any = game_with(key, options).parameters()[name]
    refused = 10_001
    while accepted is not None and refused - accepted > 1:
        middle = (accepted + refused) // 2
        if _may_be_agreed_on(key, {**options, name: middle}):
            accepted = middle
        else:
            refused = middle
    return {**options, name: accepted}


def _may_be_agreed_on(key: str, options: dict[str, OptionValue]) -> bool:
    try:
        playable_game(key, options)
    except InvalidOption:
        return False
    return True


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_matches_by_every_book_end(key: str) -> None:
    for seats in BIDDING_GAMES[key].about.seats:
        deals = deals_to_the_end(BIDDING_GAMES[key], seats, Random(seats))
        assert deals is not None
        assert deals <= 30


@pytest.mark.parametrize("preset", [name for name, preset in PRESETS.items() if preset.game in BIDDING_GAMES])
def test_matches_by_every_preset_end(preset: str) -> None:
    assert ends(PRESETS[preset].game, dict(PRESETS[preset].options), Random(preset))


@pytest.mark.parametrize(
    ("key", "options", "reason"),
    [
        ("kentucky", {"deals": 61}, "A match has at most 60 “Deals”, not 61."),
        (
            "partnership_regular",
            {"min_bid": 100},
            "A “Lowest bid” of 100 (“Bid step” 5) is too high for 120 points in a deal. Most bids would "
            "fail, and a match would hardly end. Choose 81 at most.",
        ),
        (
            "three_handed_1914",
            {"trump_counters": True},
            "A “Lowest bid” of 50 (“Bid step” 5) is too high for 51 points in a deal. Most bids would fail, "
            "and a match would hardly end. Choose 31 at most. That comes from “Colors that count”.",
        ),
        (
            "cordova",
            {"target": 1000, "seats": "5"},
            "A “Target” of 1,000 may take more than 60 deals of 32 points with 5 “Players”. Choose 345 at "
            "most, or a number of “Deals”.",
        ),
        (
            "kentucky",
            {"target": 1000, "games": 5},
            "A “Target” of 1,000 in each of 5 “Games” may take more than 60 deals of 120 points with 4 "
            "“Players”. Choose 480 at most, or a number of “Deals”.",
        ),
        (
            "regular_old",
            {"seats": "8", "misdeal_claim": "no_counters"},
            "A “Misdeal” would come in most deals with 8 “Players”. Choose more “Counters”, fewer "
            "“Misdeal numbers”, or no “Misdeal”.",
        ),
    ],
)
def test_nearly_endless_matches_are_refused_with_the_reason(
    key: str, options: dict[str, OptionValue], reason: str
) -> None:
    with pytest.raises(InvalidOption) as refused:
        playable_game(key, options)

    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kentucky", {"min_bid": 115}),
        ("cordova", {"target": 5000}),
        ("three_handed_1914", {"trump_counters": True}),
        ("regular_for_two", {"failure": "set_back", "min_bid": 85, "target": 529}),
        ("regular_old", {"seats": "8", "counters": "14:10", "misdeal_claim": "no_counters", "target": 20}),
    ],
)
def test_law_catches_nearly_endless_matches(key: str, options: dict[str, OptionValue]) -> None:
    """Rules that would be refused are played without the check."""
    assert not _may_be_agreed_on(key, options)
    assert not ends(key, options, Random(1))


@pytest.mark.parametrize("key", ["tennessee_1933", "tennessee_1988", "regular_for_two"])
def test_matches_of_two_end_though_a_failed_bid_loses_all(key: str) -> None:
    """With the highest bid and then the highest target that are not refused."""
    options = _highest(key, {"failure": "set_back", "seats": "2"}, "min_bid")
    options = _highest(key, options, "target")
    for seed in range(4):
        assert ends(key, options, Random(seed)), options


@pytest.mark.parametrize("key", ["regular_old", "regular_1924", "regular_1988", "partnership_regular"])
def test_longer_game_of_the_older_books_is_played_to_500(key: str) -> None:
    """000, Regular Rook, 9: more points for a longer game. Bug: they were refused as endless."""
    game = playable_game(key, {"target": 500})
    assert isinstance(game, BiddingGame)
    for seats in game.about.seats:
        deals = deals_to_the_end(game, seats, Random(f"500 {seats}"))
        assert deals is not None
        assert deals <= 45


@pytest.mark.parametrize(
    "key",
    ["regular_old", "regular_1988", "three_handed_1914", "cordova", "display", "tennessee_1988", "boston"],
)
def test_matches_to_the_highest_target_end_at_every_table(key: str) -> None:
    """The estimate of the points gained in a deal is not too high."""
    for seats in BIDDING_GAMES[key].about.seats:
        options = _highest(key, {"seats": str(seats)}, "target")
        game = game_with(key, options)
        assert isinstance(game, BiddingGame)
        for seed in range(2):
            assert deals_to_the_end(game, seats, Random(f"far {seed}")) is not None, options


def test_target_too_high_for_eight_lone_players_is_refused() -> None:
    assert _may_be_agreed_on("regular_old", {"target": 560})
    with pytest.raises(InvalidOption, match=r"may take more than 60 deals .* Choose 562 at most"):
        playable_game("regular_old", {"target": 1000})


def test_number_of_deals_lifts_every_limit() -> None:
    for more in ({"deals": 60}, {"max_deals": 60}):
        options: dict[str, OptionValue] = {"min_bid": 115, "target": 5000, **more}
        assert _may_be_agreed_on("kentucky", options)
        assert ends("kentucky", options, Random(2))


def test_stored_rules_no_longer_allowed_are_still_played() -> None:
    """A table that was opened, or a match that was stored, under rules that may no longer be chosen."""
    assert game_with("kentucky", {"deals": 118}).parameters()["deals"] == 118
