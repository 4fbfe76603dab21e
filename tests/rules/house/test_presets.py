"""Presets: the numbers their sources print, and a match of each."""

from __future__ import annotations

from random import Random

import pytest

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.catalog import find_preset, game_with
from rules.core.protocol import InvalidOption
from rules.presets import PRESETS
from rules.presets.preset import Preset
from tests.rules.house.house_rules import play, shortened

EVERY = pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)


def variant_of(key: str) -> Variant:
    return Variant.model_validate(game_with(PRESETS[key].game, PRESETS[key].options).parameters())


@EVERY
def test_preset_stores_only_differences_from_its_game(preset: Preset) -> None:
    assert game_with(preset.game, preset.options).changes() == dict(preset.options)


@EVERY
def test_preset_is_played_to_the_end(preset: Preset) -> None:
    game = shortened(game_with(preset.game, preset.options), 3)
    for seats in game.about.seats:
        assert play(game, seats, Random(seats)).outcome is not None


@EVERY
def test_preset_has_a_description_and_a_source(preset: Preset) -> None:
    assert preset.title
    assert preset.source
    assert preset.summary.endswith(".")
    assert len(preset.title) <= 50
    assert len(preset.summary) <= 100


@pytest.mark.parametrize(
    ("key", "seats", "cards", "hand", "nest", "points", "target"),
    [
        ("tournament", 4, 41, 9, 5, 120, 300),
        ("beach_house", 4, 41, 9, 5, 120, 500),
        ("county_fair", 4, 40, 9, 4, 100, 300),
        ("kentucky_rook", 4, 45, 10, 5, 180, 500),
        ("two_hundred_45", 4, 45, 10, 5, 200, 500),
        ("two_hundred_57", 4, 57, 13, 5, 200, 500),
        ("williams", 4, 45, 10, 5, 200, 500),
        ("rook_low", 4, 57, 13, 5, 180, 500),
        ("ten_half", 4, 57, 13, 5, 200, 500),
        ("western_kentucky", 4, 45, 10, 5, 200, 500),
        ("jeff", 4, 57, 13, 5, 200, 700),
        ("thirty_three", 4, 33, 7, 5, 200, 1000),
        ("call_partner_four", 4, 57, 13, 5, 200, 500),
        ("call_partner_five", 5, 57, 10, 7, 200, 400),
        ("team_rook", 6, 90, 14, 6, 400, 1000),
        ("crocker", 4, 45, 10, 5, 180, 500),
        ("grants_pass", 4, 57, 13, 5, 120, 300),
        ("three_hundred_ahead", 4, 41, 9, 5, 120, 300),
    ],
)
def test_numbers_of_a_preset_are_those_of_its_source(
    key: str, seats: int, cards: int, hand: int, nest: int, points: int, target: int
) -> None:
    variant = variant_of(key)

    assert variant.seats == (seats,)
    assert len(deck.cards_of(variant, seats)) == cards
    assert deck.hand_size(variant, seats) == hand
    assert deck.nest_size(variant, seats) == nest
    assert deck.total_of(variant, seats) == points
    assert variant.target == target


def test_preset_is_found_by_its_name() -> None:
    assert find_preset(" Ten-Half ") is PRESETS["ten_half"]
    with pytest.raises(
        InvalidOption, match=r"There are no house rules “jef”\. Did you mean Jeff, 700 points\?"
    ):
        find_preset("jef")
    with pytest.raises(InvalidOption, match=r"Look it up in the list"):
        find_preset("qqqqqqqq")
