"""The options: every one by name, its offered values, and the values refused."""

from __future__ import annotations

import json
import re

import pytest

from rules.bidding.engine import BiddingGame
from rules.bidding.house.forms import fits
from rules.bidding.house.offered import BY_KEY, OFFERED
from rules.bidding.rows import KENTUCKY
from rules.bidding.variant import Penalties, Variant
from rules.catalog import BIDDING_GAMES, DEFAULT, find_game, game_with
from rules.core.about import RuleSection
from rules.core.protocol import InvalidOption, OptionSpec, OptionValue
from rules.difference import house_rules

SECTIONS = ("Deck", "Bidding", "Nest", "Play", "Scoring", "Match", "Table", "Referee")
TOLD = {"key", "title", "edition", "source", "summary", "notes"}
"""Fields that describe a game and are no options."""
WITH = {"numbers_with", "nest_with", "called_cards_with", "alone_bonus_with"}
"""Exceptions that are part of another option."""


def spec(key: str, option: str, **options: OptionValue) -> OptionSpec:
    return next(one for one in game_with(key, options).options if one.key == option)


def offered(key: str, **options: OptionValue) -> set[str]:
    return {one.key for one in game_with(key, options).options}


def refusal(key: str, **options: OptionValue) -> str:
    with pytest.raises(InvalidOption) as refused:
        find_game(key).with_options(options)
    return str(refused.value)


def test_numbers_have_a_comma_and_no_lowest_bid_is_one_step() -> None:
    """Bug: an unusual target was "1500", and the lowest bid of a game without one "0"."""
    changed = game_with("high_card_partner", {"target": 1500, "min_bid": 80})
    assert set(house_rules(changed, find_game("high_card_partner"))) == {
        "Target: 1,500 (book: 500)",
        "Lowest bid: 80 (book: One bid step)",
    }
    assert spec("high14", "target", target=1500).shown == "1,500"
    assert spec("clock", "deal_number", deal_number=375376).shown == "375376", "a name, to be typed again"


def test_every_field_of_a_variant_is_an_option() -> None:
    fields = set(Variant.model_fields) - TOLD - WITH - {"penalties", "version"} | set(Penalties.model_fields)

    assert {row.path[-1] for row in OFFERED} == fields
    assert len(BY_KEY) == len(OFFERED)


def test_options_have_sections_labels_and_help() -> None:
    assert tuple(dict.fromkeys(row.section for row in OFFERED)) == SECTIONS
    assert len({row.label for row in OFFERED}) == len(OFFERED)
    for row in OFFERED:
        assert len(row.label) <= 30, row.key
        assert row.help.endswith("."), row.key
        assert len(row.choices) <= 20, row.key
        assert all(0 < len(choice.label) <= 80 for choice in row.choices), row.key
        assert len({choice.label for choice in row.choices}) == len(row.choices), row.key
        assert fits(row)


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_every_option_offers_the_books_value(key: str) -> None:
    for one in find_game(key).options:
        assert one.value in [choice.value for choice in one.choices], one.key
        assert one.shown
        assert find_game(key).with_options({one.key: one.value}).changes() == {}, one.key


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_every_offered_value_is_accepted_or_refused_with_a_sentence(key: str) -> None:
    game = find_game(key)
    for row in OFFERED:
        for choice in row.choices:
            try:
                changed = game.with_options({row.key: choice.value})
            except InvalidOption:
                assert refusal(key, **{row.key: choice.value}).endswith(".")
            else:
                assert game.with_options(changed.changes()).parameters() == changed.parameters()


def test_players_nest_and_misdeal_numbers_offer_only_fitting_values() -> None:
    assert [choice.value for choice in spec("kentucky", "nest").choices] == [0, 1, 5, 9]
    assert [choice.value for choice in spec("kentucky_no_rook", "nest").choices] == [0, 4, 8, 12]
    assert [choice.value for choice in spec("partnership_regular", "seats").choices] == ["4", "6", "8", "4,6"]
    assert [choice.label for choice in spec("cordova", "seats").choices][-1] == "3, 4, 5 or 6"
    low = find_game("tennessee_1933").with_options({"misdeal_claim": "only_numbers"})
    [numbers] = [one for one in low.options if one.key == "misdeal_numbers"]
    assert [choice.value for choice in numbers.choices] == ["6-9", "5-9", "2-9"]


def test_single_point_is_offered_in_the_singular() -> None:
    """Bug: the menu offered “1 points” for each trick."""
    labels = [choice.label for choice in spec("kentucky", "trick_points").choices]
    assert labels[:3] == ["No points", "1 point", "2 points"]


def test_option_without_effect_is_not_offered() -> None:
    assert "battery_free" in offered("over_the_top_1988")
    assert "battery_free" not in offered("kentucky")
    assert "sell_any" in offered("cordova")
    assert not {"sell_any", "partner_card"} & offered("kentucky")
    assert {"partner_card", "partner_shown"} <= offered("high_card_partner")
    assert not {"fold", "bury_counters", "nest_to"} & offered("regular_1988")
    assert "bury_trumps" in offered("kentucky", trump="before_nest")
    assert "seat_change" not in offered("cordova")


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        ("kentucky", {"speed": 3}, "Official Tournament Rook has no option “speed”."),
        (
            "kentucky",
            {"target": 4},
            "That doesn't fit “Target”. It can be a whole number from 5 to 10000 or none.",
        ),
        (
            "kentucky",
            {"target": 10**9},
            "That doesn't fit “Target”. It can be a whole number from 5 to 10000 or none.",
        ),
        (
            "kentucky",
            {"target": "far"},
            "That doesn't fit “Target”. It can be a whole number from 5 to 10000 or none.",
        ),
        (
            "kentucky",
            {"target": True},
            "That doesn't fit “Target”. It can be a whole number from 5 to 10000 or none.",
        ),
        (
            "kentucky",
            {"deals": 0},
            "That doesn't fit “Deals”. It can be a whole number from 1 to 200 or none.",
        ),
        (
            "kentucky",
            {"rook": "gone"},
            "That doesn't fit “Rook”. It can be “No Rook in the deck”, “The Rook is the highest trump”, "
            "“The Rook is between the 10 and 11 of trump”, “The Rook is the lowest trump”, "
            "“The dealer makes the Rook highest or lowest each deal” or "
            "“The dealer makes the Rook highest, 10½ or lowest each deal”.",
        ),
        ("kentucky", {"shoot": "perhaps"}, "That doesn't fit “Moon for the match”. It can be yes or no."),
        ("kentucky", {"max_bid": "high"}, None),
        ("kentucky", {"numbers": "5-15"}, None),
        ("kentucky", {"numbers": "14-5"}, "“Numbers” must leave some cards in the deck."),
        ("kentucky", {"numbers": ""}, None),
        (
            "kentucky",
            {"counters": "5"},
            "That doesn't fit “Counters”. It can be points by number, such as 5:5 10:10 14:10.",
        ),
        ("kentucky", {"nest": "5:4"}, "That doesn't fit “Nest”. It can be a whole number from 0 to 12."),
        ("kentucky", {"nest": 13}, "That doesn't fit “Nest”. It can be a whole number from 0 to 12."),
        ("kentucky", {"nest": True}, "That doesn't fit “Nest”. It can be a whole number from 0 to 12."),
        (
            "kentucky",
            {"seats": "9"},
            "That doesn't fit “Players”. It can be numbers from 2 to 8, such as 4 or 3-6.",
        ),
        ("kentucky", {"seats": None}, None),
        ("kentucky", {"trick_points": "red:x"}, None),
        ("kentucky", {"table_talk": -1}, None),
        (
            "kentucky",
            {"revoke": "shoot him"},
            "That doesn't fit “Renege”. It can be “The deal ends and the side loses the bid”, a whole number "
            "from 1 to 1000 or none.",
        ),
    ],
)
def test_unfitting_value_is_refused_with_label_and_fitting_values(
    key: str, values: dict[str, OptionValue], sentence: str | None
) -> None:
    said = refusal(key, **values)

    assert said.endswith(".")
    assert sentence in (None, said)


@pytest.mark.parametrize(
    ("key", "values", "stored"),
    [
        ("kentucky", {"target": "500"}, {"target": 500}),
        ("kentucky", {"target": "none", "deals": "8"}, {"target": None, "deals": 8}),
        ("kentucky", {"lose_at": "-250"}, {"lose_at": -250}),
        ("kentucky", {"lose_at": "no"}, {}),
        ("kentucky", {"shoot": "Yes"}, {"shoot": True}),
        ("kentucky", {"below_zero": "off"}, {"below_zero": False}),
        ("kentucky", {"max_bid": "Up to 2,000"}, {"max_bid": "none"}),
        ("kentucky", {"max_bid": "115"}, {"max_bid": 115}),
        ("kentucky", {"first_lead": "the bidder leads first"}, {"first_lead": "declarer"}),
        ("kentucky", {"first_lead": "Left of declarer"}, {"first_lead": "left_of_declarer"}),
        ("kentucky", {"numbers": " 1, 5-14"}, {"numbers": "1,5-14"}),
        ("kentucky", {"numbers": "1,5–14", "counters": "14:10  5:5 10:10"}, {"numbers": "1,5-14"}),
        ("kentucky", {"counters": "14:10 5:5 13:0"}, {"counters": "5:5 14:10"}),
        ("kentucky", {"table_talk": "0"}, {"table_talk": 0}),
        ("kentucky", {"revoke": "none"}, {"revoke": None}),
        ("boston", {"trick_points": "none:10 yellow:4 red:10 black:8 green:6"}, {}),
        ("boston", {"trick_points": "2"}, {"trick_points": 2}),
        ("cordova", {"seats": 4}, {"seats": "4"}),
    ],
)
def test_option_values_are_read_in_several_spellings(
    key: str, values: dict[str, OptionValue], stored: dict[str, OptionValue]
) -> None:
    assert find_game(key).with_options(values).changes() == stored


def test_numbers_for_some_players_are_part_of_the_text() -> None:
    """1988: three players leave out the low cards; a new list of numbers is for every table."""
    assert spec("regular_1988", "numbers").value == "1-14 3:5-14"
    assert spec("regular_1988", "numbers").shown == "1–14, 5–14 with 3 players"
    assert spec("dixie_1988", "nest").shown == "4, 2 with 6 players"

    whole = find_game("regular_1988").with_options({"numbers": "1-14"})
    assert whole.changes() == {"numbers": "1-14"}
    assert whole.parameters()["numbers_with"] == {}
    assert whole.with_options({"numbers": "1-14 3:5-14"}).changes() == {}

    assert game_with("dixie_1988", {"nest": 8, "seats": "4"}).parameters()["nest_with"] == {}


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_only_differences_from_the_book_are_stored(key: str) -> None:
    game = find_game(key)
    changed = game.with_options({"target": 85, "deals": None})

    assert game.changes() == {}
    assert changed.changes() == {"target": 85}
    assert changed.with_options({"target": spec(key, "target").value}).changes() == {}
    assert game.with_options(changed.changes()).parameters() == changed.parameters()


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_parameters_of_a_game_are_json(key: str) -> None:
    game = find_game(key).with_options({"deals": 8})

    read = Variant.model_validate_json(json.dumps(game.parameters()))
    assert read.model_dump() == Variant.model_validate(game.parameters()).model_dump()
    assert read.deals == 8
    assert repr(game) == f"<BiddingGame {key}>"


@pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, 6, -4])
def test_game_is_refused_for_other_numbers_of_players(seats: int) -> None:
    with pytest.raises(InvalidOption, match=f"is for 4 players, not {seats}"):
        find_game(DEFAULT).start(seats)


def test_equal_options_share_one_game_object() -> None:
    assert game_with("one_high", {"target": 300, "moon": 100}) is game_with(
        "one_high", {"moon": 100, "target": 300}
    )
    assert game_with("one_high", {}) is find_game("one_high")


def test_goal_on_the_table_follows_the_options() -> None:
    goals = (
        ({"deals": 4}, "4 deals"),
        ({"deals": 1}, "1 deal"),
        ({"target": 200}, "to 200"),
        ({"games": 3}, "to 300, best of 3"),
    )
    for values, goal in goals:
        game = find_game("kentucky").with_options(dict(values))
        assert game.words.goal(game.table_view(game.start(4))) == goal


def test_handmade_variant_is_checked_for_contradictions() -> None:
    with pytest.raises(
        InvalidOption,
        match=re.escape("The “Lowest bid” (70, “Bid step” 5) is above the “Highest bid” (60)."),
    ):
        BiddingGame(KENTUCKY.model_copy(update={"max_bid": 60}))


def test_moon_of_1_high_and_moon_for_the_match_have_different_names() -> None:
    """1988, 1-High, "Shooting the Moon": 100 points by agreement. Bug: the match moon had its name."""
    labels = {spec.key: spec.label for spec in find_game("one_high").options}
    assert (labels["moon"], labels["shoot"]) == ("Shooting the moon", "Moon for the match")
    told = " ".join(one.text for one in sections_of("one_high", moon=100))
    assert "counts 100 more" in told
    assert "This is called shooting the moon." in told
    readings = [one.text for part in sections_of("one_high") for one in part.ours if one.register == "R-44"]
    assert readings == [
        "“Shooting the Moon,” 100 points for taking every trick, is by agreement. It is an option here."
    ]
    both = " ".join(one.text for one in sections_of("one_high", moon=100, shoot=True))
    assert "may shoot the moon for the match" in both


def sections_of(key: str, **options: OptionValue) -> tuple[RuleSection, ...]:
    return game_with(key, options).about.rules


@pytest.mark.parametrize("key", ["one_high", "tennessee_1988"])
def test_discarding_the_rook_is_left_out_where_it_is_a_counter_that_stays_out(key: str) -> None:
    """Bug: the option changed nothing in these two games. Codes that hold it are still read."""
    assert "bury_rook" not in offered(key)
    assert "bury_rook" in offered(key, rook_points=0) & offered(key, bury_counters=True)
    assert game_with(key, {"bury_rook": False}).changes() == {"bury_rook": False}


def test_highest_rook_is_offered_as_lower_than_the_red_1() -> None:
    labels = {choice.value: choice.label for choice in spec("red_one", "rook").choices}

    assert labels["top"] == spec("red_one", "rook").shown == "The Rook is the highest trump but for the red 1"
    assert spec("kentucky", "rook").shown == "The Rook is the highest trump"
