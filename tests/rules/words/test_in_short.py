"""The rules in short: a line for every section that matters, from the values played by; words explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from rules.catalog import BIDDING_GAMES, GAMES, find_game, game_with
from rules.core.about import RuleSection
from rules.core.protocol import Game, InvalidOption
from rules.in_short import LINE, in_short
from rules.presets import PRESETS
from tests.rules.house.house_rules import valid_rules

MOST_LINES = 12
"""Most lines on one screen."""
COSTS = (
    "loses the bid",
    "loses what is owed",
    "scores nothing, and the",
    "scores the counters alone",
    "less the bid",
    "less what is owed",
)
"""Phrases on the cost of a failed bid."""
NUMBER = re.compile(r"\d+(?:,\d+)*")


EDITIONS = (
    ("regular_old", "regular_1924", "regular_1988"),
    ("dixie_1912", "dixie_1924", "dixie_1988"),
    ("kentucky", "kentucky_no_rook"),
    ("tennessee_1933", "tennessee_1988"),
    ("over_the_top_1918", "over_the_top_1988"),
    ("golden10_1924", "golden10_1988"),
    ("tuxedo_old", "tuxedo_1924"),
    ("doubt_old", "doubt_1924"),
    ("panjandrum_1924", "panjandrum_1988"),
    ("match", "everlasting"),
)
"""The editions of one game, or of nearly the same game."""
NOT_MET = {"nest_dealt", "wrong_discard", "table_talk", "late_misdeal", "misdeal_until_trick", "revoke"}
"""Options without an effect in play: the bot's way of dealing, and a referee's penalties."""
MUST_OPEN = (
    "regular_1924",
    "regular_old",
    "partnership_regular",
    "tennessee_1933",
    "over_the_top_1918",
    "three_handed_1914",
)
NO_COUNTERS = (
    "one_high",
    "tennessee_1933",
    "tennessee_1988",
    "over_the_top_1918",
    "over_the_top_1988",
    "three_handed_1914",
)


def short(key: str, **options: int | str | bool) -> dict[str, str]:
    return dict(in_short(game_with(key, options).about.rules))


def by_the_book_and_by_house_rules() -> Iterator[Game[object]]:
    """Every game and preset, and some rules put together at random."""
    yield from GAMES.values()
    yield from (game_with(preset.game, preset.options) for preset in PRESETS.values())
    random = Random(7)
    yield from (valid_rules(random)[1] for _ in range(150))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_section_through_the_end_has_a_short_line(key: str) -> None:
    rules = find_game(key).about.rules
    lines = [heading for heading, _ in in_short(rules)]
    headings = [section.heading for section in rules if section.heading != "Players"]
    last = "One" if key == "new_solitaire" else "End"
    assert [heading for heading in lines if heading != "Players"] == headings[: headings.index(last) + 1]


def test_short_lines_fit_one_screen_with_any_options() -> None:
    for game in by_the_book_and_by_house_rules():
        lines = in_short(game.about.rules)
        assert 3 <= len(lines) <= MOST_LINES
        assert all(text.endswith((".", "”")) and len(text) <= LINE for _, text in lines), lines


def test_tricks_of_equal_value_in_every_trump_are_told() -> None:
    """Bug: with one value for every trump the line on tricks failed, and the rules did not open."""
    even = "red:8 yellow:8 green:8 black:8 none:8"
    assert "Every trick counts 8. " in short("boston", trick_points=even)["Points"]
    assert "Every trick counts 4 to 10, by its trump." in short("boston")["Points"]


def test_short_line_has_only_numbers_of_its_section() -> None:
    for game in by_the_book_and_by_house_rules():
        for section in game.about.rules:
            told = " ".join((section.text, *(reading.text for reading in section.ours)))
            assert set(NUMBER.findall(section.short)) <= set(NUMBER.findall(told)), section


def test_short_score_line_tells_the_cost_of_a_failed_bid() -> None:
    for game in by_the_book_and_by_house_rules():
        if game.about.key in BIDDING_GAMES:
            score = dict(in_short(game.about.rules))["Score"]
            fails = "takes less than" if game.parameters()["exact_makes"] else "takes no more than"
            assert fails in score
            assert any(cost in score for cost in COSTS), score


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_trick_game_says_which_card_takes_a_trick(key: str) -> None:
    if find_game(key).about.kind in {"bidding", "tricks"}:
        told = " ".join(short(key).values())
        assert "takes the trick" in told


def test_short_screen_tells_what_decides_the_game() -> None:
    assert "goes set, scores nothing and loses the bid" in short("kentucky")["Score"]
    assert "The others score double" in short("boston")["Score"]
    assert "takes the nest and discards 4 cards" in short("over_the_top_1988")["Nest"]
    assert "The 1 beats the 14" in short("one_high")["Play"]
    assert "the red 5 counts 5 and the red 10 counts 10. The yellow 10" in short("golden10_1988")["Scoring"]
    assert "takes the whole pile" in short("match")["Play"]
    assert short("tuxedo_1924")["Play"].startswith("Take every card and every sum")


def test_short_rules_have_the_values_of_the_table() -> None:
    assert short("kentucky")["End"] == "First to 300 points at the end of a deal wins."
    assert short("kentucky", target=1500)["End"] == "First to 1,500 points at the end of a deal wins."
    assert "80 to 120, in steps of 5" in short("kentucky", min_bid=80)["Bidding"]
    assert "120 only" in short("kentucky", min_bid=120)["Bidding"]
    assert "Each player is dealt 11 cards or one more." in short("regular_1988", seats="5")["Deal"]
    assert "scores the points taken, less the bid" in short("kentucky", failure="deducted")["Score"]
    assert "matches the color" in short("match", match_by="colour")["Play"]
    assert "slap an 8" in short("tens", number=8)["Play"]


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_short_screen_tells_who_can_win_at_the_target(key: str) -> None:
    """Bug: the sentence was too long for the line, and "First to 500 points wins" stood alone."""
    told = {"own_bid": "nly a bidder", "own_bid_or_set": "set the", "bidder_first": "ahead of the others"}
    for going_out, words in told.items():
        try:
            end = short(key, going_out=going_out, target=1_500)["End"]
        except InvalidOption:
            continue
        assert words in end, going_out


def test_short_screen_tells_what_ends_a_match_at_once() -> None:
    assert "A total of −250 or less loses the match at once." in short("kentucky", lose_at=-250)["End"]
    assert "A lead of 500 points wins the match at once." in short("kentucky", lead_wins=500)["End"]
    assert "A moon declared for the match wins or loses it" in short("kentucky", shoot=True)["End"]


def test_section_without_a_short_line_is_left_out() -> None:
    sections = (
        RuleSection("End", "Someone wins. Somehow.", short="Someone wins."),
        RuleSection("More", "More."),
    )
    assert in_short(sections) == (("End", "Someone wins."),)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_word_is_explained_once(key: str) -> None:
    game = find_game(key)
    words = [term.word for term in game.words.terms()]
    words += [section.heading for section in game.about.rules]
    assert len(words) == len(set(words))


def test_words_are_explained_with_the_values_of_the_table() -> None:
    def words(key: str, **options: int | str | bool) -> dict[str, str]:
        return {term.word: term.meaning for term in game_with(key, options).words.terms()}

    assert "14s count 10" in words("kentucky")["Counter"]
    assert "goes set, scores nothing and loses the bid" in words("kentucky")["Set"]
    assert "the points taken, less the bid" in words("kentucky", failure="deducted")["Set"]
    assert words("kentucky", exact_makes=False)["Made"] == "To make a bid is to take more than the bid."
    assert "wins the match, and missing one loses it" in words("kentucky", shoot=True)["Moon for the match"]
    assert "counts 100 more" in words("one_high", moon=100)["Shooting the moon"]
    assert not {"Moon for the match", "Shooting the moon"} & set(words("kentucky"))
    assert "Discard" not in words("regular_1988")
    assert "Thrown in" not in words("cordova")


@pytest.mark.parametrize(
    ("one", "other"), [pair for editions in EDITIONS for pair in permutations(editions, 2)]
)
def test_differences_between_editions_are_on_the_short_screen(one: str, other: str) -> None:
    """Every option with an effect in play that the editions have different and that can change alone."""
    book = in_short(find_game(one).about.rules)
    values = {spec.key: spec.value for spec in find_game(other).options}
    differing = 0
    for spec in find_game(one).options:
        if spec.key in NOT_MET or values.get(spec.key, spec.value) == spec.value:
            continue
        differing += 1
        try:
            changed = game_with(one, {spec.key: values[spec.key]})
        except InvalidOption:
            continue
        assert in_short(changed.about.rules) != book, (spec.key, values[spec.key])
    if differing:
        assert book != in_short(find_game(other).about.rules)


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_first_bidder_and_forced_opening_are_on_the_short_screen(key: str) -> None:
    bidding = short(key)["Bidding"]
    assert ("must bid" in bidding) == (key in MUST_OPEN)
    if key != "cordova":
        first = find_game(key).parameters()["first_bidder"]
        assert ("The dealer bids first" in bidding) == (first == "dealer")
        assert ("Left of the dealer bids first" in bidding) == (first == "left_of_dealer")


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_discards_not_allowed_are_on_the_short_screen(key: str) -> None:
    nest = short(key).get("Nest", "")
    assert ("No counter may be discarded." in nest) == (key in NO_COUNTERS)
    assert ("At most two of them may come from the hand." in nest) == (key == "regular_for_two")
    assert ("as one more trick" in nest) == key.startswith("dixie")


@pytest.mark.parametrize(("most", "told"), [(0, "None of them may"), (1, "At most one of them may")])
def test_line_of_the_nest_tells_how_many_own_cards_may_go(most: int, told: str) -> None:
    """Bug: with none it read "At most no of them may come from the hand"."""
    lines = dict(in_short(game_with("kentucky", {"exchange": most}).about.rules))
    assert f"{told} come from the hand." in lines["Nest"]
