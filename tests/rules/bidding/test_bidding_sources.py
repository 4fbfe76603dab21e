"""The sources that the rules of bidding games cite, and the rules marked as our own readings."""

from __future__ import annotations

import re

import pytest

from rules.bidding.rows import ROWS
from rules.bidding.words.readings import RULINGS
from rules.bidding.words.sources import PLACES
from rules.catalog import BIDDING_GAMES, GAMES, find_game, game_with
from rules.core.about import RuleSection
from rules.core.protocol import OptionValue
from tests.rules.said import registers

TOLD_OF = {
    "R-01": ("regular_1988", "Play"),
    "R-02": ("display", "Bidding"),
    "R-03": ("kentucky", "Bidding"),
    "R-04": ("kentucky", "Bidding"),
    "R-05": ("kentucky", "End"),
    "R-06": ("cordova", "End"),
    "R-07": ("kentucky", "End"),
    "R-08": ("kentucky", "Score"),
    "R-09": ("regular_1988", "Deal"),
    "R-10": ("kentucky", "Deal"),
    "R-11": ("regular_old", "Deal"),
    "R-12": ("regular_old", "Deal"),
    "R-13": ("regular_old", "Bidding"),
    "R-14": ("tennessee_1988", "Trump"),
    "R-15": ("one_high", "Nest"),
    "R-16": ("regular_for_two", "Nest"),
    "R-17": ("partnership_six", "Deal"),
    "R-18": ("kentucky_no_rook", "Deal"),
    "R-19": ("dixie_1988", "Play"),
    "R-20": ("dixie_1988", "Bidding"),
    "R-21": ("dixie_1988", "Points"),
    "R-22": ("dixie_1988", "Points"),
    "R-23": ("dixie_1912", "At the table"),
    "R-24": ("dixie_1988", "Points"),
    "R-25": ("dixie_1912", "Points"),
    "R-26": ("kentucky", "At a real table"),
    "R-27": ("kentucky", "At the table"),
    "R-28": ("kentucky", "End"),
    "R-29": ("kentucky", "At the table"),
    "R-30": ("boston", "The dummy"),
    "R-31": ("display", "The dummy"),
    "R-32": ("boston", "Points"),
    "R-33": ("boston", "Bidding"),
    "R-34": ("boston", "Bidding"),
    "R-35": ("boston_three", "The dummy"),
    "R-36": ("three_handed_display", "Score"),
    "R-37": ("regular_for_two", "Play"),
    "R-38": ("regular_for_two", "Score"),
    "R-39": ("over_the_top_1988", "Points"),
    "R-40": ("over_the_top_1988", "Batteries"),
    "R-41": ("over_the_top_1988", "Batteries"),
    "R-42": ("high_card_partner", "Partner"),
    "R-43": ("high_card_partner", "Partner"),
    "R-44": ("one_high", "Points"),
    "R-46": ("partnership_regular", "Score"),
    "R-47": ("cordova", "Points"),
    "R-48": ("cordova", "Bidding"),
    "R-49": ("cordova", "Score"),
    "R-50": ("cordova", "Bidding"),
    "R-51": ("cordova", "Bidding"),
    "R-52": ("cordova", "Score"),
}
"""By decision of the register: a game and the section of its rules that tells the decision."""


def section(key: str, heading: str, **options: OptionValue) -> RuleSection:
    return next(one for one in game_with(key, options).about.rules if one.heading == heading)


def test_register_decisions_exclude_what_a_rule_book_says() -> None:
    """R-45 is left out: the 1988 booklet answers it (1-High, Scoring)."""
    assert [*TOLD_OF] == [f"R-{number:02}" for number in range(1, 53) if number != 45]


@pytest.mark.parametrize("register", TOLD_OF)
def test_every_register_decision_is_told_in_its_section(register: str) -> None:
    key, heading = TOLD_OF[register]

    assert register in registers(find_game(key))[heading]


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_every_section_names_its_rule_book_or_our_reading(key: str) -> None:
    for one in find_game(key).about.rules:
        assert one.source or one.ours or one.heading == "Good to know"


@pytest.mark.parametrize("key", ["cordova", "dixie_1912", "dixie_1924", "dixie_1988"])
def test_every_section_cites_a_place_in_its_rule_book(key: str) -> None:
    book = find_game(key).about.source
    for one in find_game(key).about.rules:
        assert one.source != book or one.heading == "Players", one.heading


@pytest.mark.parametrize("key", GAMES)
def test_booklet_of_1924_has_one_name(key: str) -> None:
    about = find_game(key).about
    for source in (about.source, *(one.source for one in about.rules)):
        assert "ooklet of" not in source


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_game_tells_each_decision_once(key: str) -> None:
    told = [one for of_section in registers(find_game(key)).values() for one in of_section]

    assert len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("key", "heading", "source"),
    [
        ("kentucky", "End", "1988 booklet, Official Rook Tournament Rules, Object and Playing"),
        ("display", "Bidding", "1988 booklet, Display, Bidding, and General Rules, Bidding"),
        ("high_card_partner", "The Rook", "1988 booklet, General Rules, Rook Bird Card"),
        ("regular_1924", "Bidding", "1924 booklet and leaflet of 1924/1952, Regular Rook, 4"),
        ("regular_old", "End", "Older rule books (transcribed 2020), Regular Rook, 10"),
        ("partnership_regular", "Points", "1924 booklet, Partnership Rook"),
        ("tennessee_1933", "Nest", "1924 booklet (page of 1933), Tennessee, Bidding"),
        ("dixie_1912", "Points", "Dixie Rook leaflet of 1912, Count Cards, The Object and Play"),
        ("dixie_1924", "End", "1924 booklet, Dixie Rook, For Four Players and The Score"),
        ("cordova", "Score", "Older rule books (transcribed 2020), Cordova, paragraphs 5 and 6"),
        ("cordova", "At the table", ""),
    ],
)
def test_section_names_its_place_in_the_rule_book(key: str, heading: str, source: str) -> None:
    assert section(key, heading).source == source


@pytest.mark.parametrize(
    ("key", "options", "heading"),
    [
        ("kentucky", {"min_bid": 80}, "Bidding"),
        ("kentucky", {"target": 500}, "End"),
        ("kentucky", {"trump": "before_nest"}, "Trump"),
        ("dixie_1988", {"majority_tie": "nobody"}, "Points"),
        ("regular_1988", {"first_lead": "dealer"}, "Play"),
    ],
)
def test_house_rule_removes_the_citation_of_its_section(
    key: str, options: dict[str, OptionValue], heading: str
) -> None:
    assert section(key, heading).source
    assert not section(key, heading, **options).source
    assert section(key, "Players", **options).source


def test_section_added_by_a_house_rule_cites_no_rule_book() -> None:
    assert not section("kentucky_no_rook", "The Rook", rook="top", nest=5).source


@pytest.mark.parametrize(
    ("key", "options", "heading", "register"),
    [
        ("dixie_1988", {"majority_tie": "nobody"}, "Points", "R-21"),
        ("regular_1988", {"first_lead": "dealer"}, "Play", "R-01"),
        ("kentucky", {"target_checked": "each_trick"}, "End", "R-07"),
        ("over_the_top_1988", {"battery_free": True}, "Batteries", "R-40"),
        ("cordova", {"sell_any": True}, "Bidding", "R-48"),
        ("cordova", {"forfeit": True}, "Score", "R-49"),
        ("regular_old", {"blue": True}, "Deal", "R-12"),
        ("regular_1988", {"seats": "4"}, "Deal", "R-09"),
        ("regular_1924", {"seats": "4"}, "Deal", "R-11"),
        ("partnership_six", {"seats": "4", "nest": 9}, "Deal", "R-17"),
        ("kentucky", {"exact_makes": False}, "Bidding", "R-04"),
        ("boston", {"trick_points": 1}, "Bidding", "R-33"),
        ("dixie_1988", {"seats": "4"}, "Points", "R-22"),
        ("partnership_regular", {"teams": "solo"}, "Score", "R-46"),
        ("three_handed_display", {"teams": "solo", "dummy": "none"}, "Score", "R-36"),
        ("over_the_top_1988", {"last_trick": 10}, "Points", "R-39"),
        ("regular_for_two", {"seats": "3", "dummy": "none", "nest": 5}, "Play", "R-37"),
    ],
)
def test_house_rule_against_a_decision_removes_the_decision(
    key: str, options: dict[str, OptionValue], heading: str, register: str
) -> None:
    assert register in registers(find_game(key))[heading]
    assert register not in registers(game_with(key, options))[heading]


def test_readings_are_whole_sentences_without_gender() -> None:
    for ruling in RULINGS:
        assert ruling.text.endswith((".", ".”"))
        assert not re.search(r"\b(he|his|him)\b", ruling.text, re.IGNORECASE)
        assert all(len(sentence.split()) <= 20 for sentence in ruling.text.split(". "))


def test_places_and_readings_mention_existing_games_only() -> None:
    games = {row.key for row in ROWS}

    assert set(PLACES) <= games
    assert {key for ruling in RULINGS for key in ruling.games} <= games


@pytest.mark.parametrize(
    ("key", "options", "heading", "register"),
    [
        ("regular_old", {"all_pass": "redeal_next"}, "Bidding", "R-03"),
        ("cordova", {"auction": "highest"}, "Bidding", "R-02"),
        ("kentucky", {"trump": "with_bid"}, "Bidding", "R-33"),
    ],
)
def test_house_rule_is_not_told_as_our_decision(
    key: str, options: dict[str, OptionValue], heading: str, register: str
) -> None:
    assert register not in registers(game_with(key, options))[heading]


@pytest.mark.parametrize("key", ["regular_1988", "cordova"])
def test_reading_of_the_lowest_bid_may_be_bid(key: str) -> None:
    """R-02. Bug: the rules gave Cordova a lowest bid of 5, where any whole number may be bid."""
    parameters = find_game(key).parameters()
    [told] = [one.text for one in section(key, "Bidding").ours if one.register == "R-02"]

    assert told.endswith(f" {parameters['bid_step']} is enough.")


@pytest.mark.parametrize(
    ("nest_to", "owner"),
    [("last_trick", "go with the last trick"), ("declarer", "count for whoever discards them")],
)
def test_reading_of_forced_counters_agrees_with_nest_to(nest_to: str, owner: str) -> None:
    """R-15: the rules text on forced counters says the same as the option `nest_to`."""
    [told] = section("kentucky_no_rook", "Nest", bury_counters=False, nest_to=nest_to).ours

    assert told.register == "R-15"
    assert owner in told.text


def test_agreed_limit_on_deals_is_not_ours() -> None:
    assert "The limit on deals is ours, not the book's." in [
        one.text for one in section("kentucky", "End").ours
    ]
    assert "The limit on deals is ours, not the book's." not in [
        one.text for one in section("kentucky", "End", max_deals=40).ours
    ]


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_draw_for_the_deal_has_our_reading_for_ties_and_rook_alone(key: str) -> None:
    """1988, To Choose Dealer, and Regular Rook, 1: the highest card deals. Cordova's page is silent."""
    deal = section(key, "Deal")
    [told] = [one.text for one in deal.ours if one.register == "R-10"]

    assert "High card drawn deals first." in deal.text
    assert "Rook" not in deal.text.partition("High card drawn")[2]
    assert ("highest card deals" in told, "draw again" in told) == (False, key != "cordova")
    assert ("Rooks are left out" in told) == (game_with(key, {}).parameters()["rook"] != "none")


def test_passed_player_rule_of_a_rule_book_is_not_called_ours() -> None:
    """1988, Bidding: "Having passed, a player may not bid again". Only the oldest example contradicts it."""
    assert [key for key in BIDDING_GAMES if "R-13" in registers(find_game(key))["Bidding"]] == ["regular_old"]
