"""What players may agree on, and the rules in words that follow it."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from rules.catalog import DEFAULT, GAMES, find_game, game_with
from rules.protocol import InvalidOption, OptionValue
from rules.tricks.rows import KENTUCKY, ONE_HIGH
from rules.tricks.variant import Variant
from tests.rules.playouts import KEYS


def in_words(key: str, **options: OptionValue) -> str:
    """All the sections of a game's rules."""
    return "\n".join(
        f"{heading}: {text}" for heading, text in find_game(key).with_options(options).about.rules
    )


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        pytest.param({"speed": 3}, "Official Tournament Rook has no option “speed”.", id="unknown"),
        pytest.param({"moon": 100}, "Official Tournament Rook has no option “moon”.", id="of another game"),
        pytest.param(
            {"min_bid": 5}, "Official Tournament Rook has no option “min_bid”.", id="not to be changed"
        ),
        pytest.param(
            {"target": 4}, "“target” does not fit: input should be greater than or equal to 5.", id="low"
        ),
        pytest.param(
            {"target": 10**9},
            "“target” does not fit: input should be less than or equal to 10000.",
            id="high",
        ),
        pytest.param({"target": "far"}, None, id="a word"),
        pytest.param(
            {"deals": 0}, "“deals” does not fit: input should be greater than or equal to 1.", id="no deals"
        ),
        pytest.param({"deals": 201}, None, id="too many deals"),
        pytest.param({"target": None}, "A match needs a target or a number of deals.", id="no end"),
    ],
)
def test_options_that_make_no_game_are_refused_with_a_sentence(
    values: dict[str, OptionValue], sentence: str | None
) -> None:
    with pytest.raises(InvalidOption) as refusal:
        find_game("kentucky").with_options(values)

    assert str(refusal.value).endswith(".")
    assert sentence in (None, str(refusal.value))


def test_a_target_may_be_missing_where_the_deals_are_counted() -> None:
    assert find_game("kentucky").with_options({"target": None, "deals": 4}).start(4)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, 6, -4])
def test_the_game_is_for_four(key: str, seats: int) -> None:
    with pytest.raises(InvalidOption, match=f"is for 4 players, not {seats}"):
        find_game(key).start(seats)


def test_games_are_found_in_any_case_and_unknown_ones_are_named() -> None:
    assert find_game(" Kentucky ") is GAMES[DEFAULT]
    with pytest.raises(InvalidOption, match=r"There is no game “whist”\. Playable are: kentucky, one_high"):
        find_game("whist")


def test_equal_wishes_share_one_game() -> None:
    assert game_with("one_high", {"target": 300, "moon": 100}) is game_with(
        "one_high", {"moon": 100, "target": 300}
    )
    assert game_with("one_high", {}) is find_game("one_high")


@pytest.mark.parametrize("key", KEYS)
def test_only_what_differs_from_the_book_is_stored(key: str) -> None:
    game = find_game(key)
    changed = game.with_options({"target": 150, "deals": None})

    assert game.changes() == {}
    assert changed.changes() == {"target": 150}
    assert changed.with_options({"target": KENTUCKY.target if key == "kentucky" else 500}).changes() == {}
    assert game.with_options(changed.changes()).parameters() == changed.parameters()
    assert {spec.key: spec.value for spec in changed.options}["target"] == 150


@pytest.mark.parametrize("key", KEYS)
def test_the_parameters_of_a_game_are_json(key: str) -> None:
    game = find_game(key).with_options({"deals": 8})

    assert Variant.model_validate_json(json.dumps(game.parameters())).deals == 8
    assert repr(game) == f"<TrickGame {key}>"


@pytest.mark.parametrize("key", KEYS)
def test_every_option_offers_its_own_value_in_the_book(key: str) -> None:
    for spec in find_game(key).options:
        assert spec.value in [choice.value for choice in spec.choices]
        for choice in spec.choices:
            find_game(key).with_options({spec.key: choice.value})


@pytest.mark.parametrize(
    ("key", "phrases"),
    [
        (
            "kentucky",
            [
                "41 cards, 9 to each player and 5 cards",
                "70 or more, in steps of 5, up to 120",
                "120 in all",
                "300 points win",
            ],
        ),
        (
            "one_high",
            [
                "57 cards, 14 to each player and one card",
                "75 or more, in steps of 5, up to 200",
                "200 in all",
                "500 points win",
            ],
        ),
    ],
)
def test_the_words_tell_the_numbers_of_the_book(key: str, phrases: list[str]) -> None:
    for phrase in phrases:
        assert phrase in in_words(key)


def test_the_words_follow_the_options() -> None:
    assert "150 points win" in in_words("kentucky", target=150)
    assert "8 deals; the higher total wins" in in_words("kentucky", deals=8)
    assert "One deal; the higher total wins" in in_words("one_high", deals=1)
    assert "All the tricks: 100 more." in in_words("one_high", moon=100)
    assert "All the tricks" not in in_words("one_high")


def test_the_goal_on_the_table_follows_the_options() -> None:
    for values, goal in (({"deals": 4}, "4 deals"), ({"deals": 1}, "1 deal"), ({"target": 200}, "to 200")):
        game = find_game("kentucky").with_options(dict(values))
        assert game.table_view(game.start(4)).goal == goal


@pytest.mark.parametrize("row", [KENTUCKY, ONE_HIGH], ids=lambda row: row.key)
def test_r02_without_a_printed_minimum_the_opening_is_one_step(row: Variant) -> None:
    """R-02; a minimum off the step is rounded up to it."""
    assert row.model_copy(update={"min_bid": 0}).opening == 5
    assert row.model_copy(update={"min_bid": 72}).opening == 75


def test_r04_the_cap_may_be_named() -> None:
    """R-04."""
    assert KENTUCKY.cap == 120
    assert KENTUCKY.model_copy(update={"max_bid": 103}).cap == 100


def test_an_auction_nobody_could_open_is_no_game() -> None:
    with pytest.raises(
        ValidationError, match=r"The lowest bid \(70\) is above the highest possible one \(60\)"
    ):
        Variant.model_validate({**KENTUCKY.model_dump(), "max_bid": 60})


@pytest.mark.parametrize("key", KEYS)
def test_a_game_says_what_it_is(key: str) -> None:
    about = find_game(key).about

    assert (about.key, about.seats, about.edition) == (key, (4,), "1988")
    assert "1988 booklet" in about.source
    assert [heading for heading, _ in about.rules][:2] == ["Deal", "Bidding"]
    assert all(text.endswith(".") for _, text in about.rules)
