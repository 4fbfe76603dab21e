"""Random house rules: compatible ones are played to the end, contradictions refused with a reason."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules.bidding.house.conflicts import conflict
from rules.bidding.house.offered import BY_KEY, OFFERED
from rules.bidding.rows import KENTUCKY, ROWS
from rules.bidding.variant import Variant
from rules.bidding.words.sections import describe
from rules.catalog import BIDDING_GAMES, find_game, game_with
from rules.codes import decode, encode
from rules.core.events import DealScored
from rules.core.protocol import InvalidOption, OptionValue
from rules.difference import house_rules
from tests.rules.house.house_rules import invalid_rules, play, shortened, valid_rules
from tests.rules.scene import Scene

CHUNKS, CHUNK = 20, 100
"""Two thousand of each kind."""
BY_TRUMP = "red:10 yellow:4 green:6 black:8 none:10"
"""Points for tricks as in Boston."""
RED_ONE_AND_TRUMP: dict[str, OptionValue] = {
    "numbers": "1-14",
    "nest": 5,
    "counters": "1:15 5:5 10:10 14:10",
    "trump_counters": True,
    "red_one": True,
    "red_one_points": 30,
}
"""Red has no 1 that counts as the others' do, so a deal comes to less with red."""


@pytest.mark.parametrize("chunk", range(2 * CHUNKS))
def test_compatible_house_rules_are_played_to_the_end(chunk: int) -> None:
    half = CHUNK // 2
    for number in range(half):
        random = Random(chunk * half + number)
        (key, options), game = valid_rules(random)
        seats = random.choice(game.about.seats)
        try:
            end = play(shortened(game, random.randint(1, 3)), seats, random)
        except Exception as fault:
            fault.add_note(f"{key} with {options} for {seats}")
            raise
        assert end.outcome is not None
        assert end.outcome.winners, (key, options)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_contradictory_house_rules_are_refused_by_label(chunk: int) -> None:
    for number in range(CHUNK):
        (key, options), reason = invalid_rules(Random(10_000 + chunk * CHUNK + number))
        named = set(re.findall("“([^”]+)”", reason))
        assert named & {BY_KEY[changed].label for changed in options}, (key, options, reason)
        assert reason.endswith("."), reason


@pytest.mark.parametrize("chunk", range(4))
def test_changes_from_the_book_restore_the_game(chunk: int) -> None:
    for number in range(CHUNK):
        (key, options), game = valid_rules(Random(20_000 + chunk * CHUNK + number))
        again = find_game(key).with_options(game.changes())
        assert again.parameters() == game.parameters(), options
        assert again.changes() == game.changes()
        code = encode(key, options)
        assert decode(code) == (key, game.changes()), options
        assert encode(*decode(code)) == code


@pytest.mark.parametrize("chunk", range(4))
def test_every_game_has_rules_text(chunk: int) -> None:
    for number in range(CHUNK):
        (key, options), game = valid_rules(Random(30_000 + chunk * CHUNK + number))
        variant = Variant.model_validate(game.parameters())
        for heading, text in describe(variant):
            assert text.endswith("."), (heading, text)
            assert not re.search(r"[{}]|None|True|False|  |\.\.|_", text), (heading, text)
        assert len(house_rules(game, find_game(key))) <= len(game.changes()), options


def test_refusals_quote_option_labels_only() -> None:
    labels = {row.label for row in OFFERED}
    for row in OFFERED:
        for need in row.needs:
            assert set(re.findall("“([^”]+)”", need.words)) <= labels, row.key
    for number in range(500):
        _, reason = invalid_rules(Random(40_000 + number))
        assert set(re.findall("“([^”]+)”", reason)) <= labels | {"no color"}, reason


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_games_by_the_book_have_no_contradiction(row: Variant) -> None:
    assert conflict(row) is None


def refusal(key: str, **options: OptionValue) -> str:
    with pytest.raises(InvalidOption) as refused:
        game_with(key, options)
    return str(refused.value)


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        pytest.param(
            "kentucky",
            {"rook": "none"},
            "A “Nest” of 5 leaves 35 of 40 cards, which 4 “Players” cannot share evenly: choose a “Nest” of "
            "none, 4, 8 or 12. That comes from “Rook”.",
            id="a nest that does not come out even",
        ),
        pytest.param(
            "kentucky",
            {"max_bid": 60},
            "The “Lowest bid” (70, “Bid step” 5) is above the “Highest bid” (60).",
            id="an auction nobody could open",
        ),
        pytest.param(
            "kentucky",
            {"counters": "5:5"},
            "A “Lowest bid” of 70 (“Bid step” 5) could never be made: all the points of a deal are 40. "
            "That comes from “Counters”.",
            id="too few points to open for",
        ),
        pytest.param(
            "kentucky",
            {"exact_makes": False, "min_bid": 120},
            "A “Lowest bid” of 120 (“Bid step” 5) could never be made: all the points of a deal are 120, "
            "and an “Exact bid” fails.",
            id="a bid nobody could make",
        ),
        pytest.param(
            "regular_1988",
            {"fold": "opponents_nothing"},
            "“Giving up” needs a nest: choose a “Nest”.",
            id="giving up without a nest",
        ),
        pytest.param(
            "kentucky",
            {"counters": "1:15 5:5"},
            "“Counters” give points to the 1, but “Numbers” leave it out of the deck.",
            id="counters that are not there",
        ),
        pytest.param(
            "display",
            {"first_lead": "declarer"},
            "The dealer's partner is the “Dummy” and must not have the “First lead”. Let the dealer lead, or "
            "the player to the left.",
            id="a dummy that would lead",
        ),
        pytest.param(
            "kentucky",
            {"bury_trumps": "no"},
            "“Discarding trumps” needs “Trump named” before the nest.",
            id="trumps nobody knows yet",
        ),
        pytest.param(
            "kentucky",
            {"target": None},
            "A match needs a “Target” or a number of “Deals”.",
            id="a match without an end",
        ),
        pytest.param(
            "cordova",
            {"teams": "partners", "seats": "4"},
            "An “Auction” in which the dealer sells is for everyone for themselves (“Partners”).",
            id="a sale among partners",
        ),
        pytest.param(
            "kentucky",
            {"seats": "7-6"},
            "No one could play: “Players” needs a number from 2 to 8.",
            id="nobody",
        ),
        pytest.param(
            "regular_old",
            {"numbers": "5-9"},
            "“Counters” give points to the 10, but “Numbers” leave it out of the deck.",
            id="tens that are not there",
        ),
        pytest.param(
            "regular_old",
            {"numbers": "5,10,14"},
            "12 cards (“Numbers”, “Decks”) less a “Nest” of 0 are too few for 4 “Players”: each needs 4.",
            id="too few cards",
        ),
        pytest.param(
            "regular_1988",
            {"extra": "draw_pile"},
            "“Cards on the table” are for two “Players”, without “Partners”.",
            id="a pile for many",
        ),
        pytest.param(
            "tennessee_1988",
            {"hand": None},
            "“Cards on the table” need a number of “Cards each”.",
            id="a pile of unknown size",
        ),
        pytest.param(
            "tennessee_1933",
            {"numbers": "1-14", "hand": 22},
            "“Cards each” and the “Nest” are more than 24 cards in one hand.",
            id="a hand too large",
        ),
        pytest.param(
            "kentucky",
            {
                "bury_counters": False,
                "bury_trumps": "no",
                "trump": "before_nest",
                "bury_impossible": "redeal",
            },
            "Dealing again for “Too few to discard” would seldom end. Choose a smaller “Nest”, or let more "
            "cards be discarded (“Discarding counters”, “Discarding trumps”).",
            id="deals without end",
        ),
        pytest.param(
            "high_card_partner",
            {"partner_shown": "on_play", "first_lead": "declarer_or_partner"},
            "The “First lead” of a called partner would give away who that is, against “Partner known”.",
            id="a secret partner who leads",
        ),
        pytest.param(
            "kentucky",
            {"deals": 50, "max_deals": 40},
            "50 “Deals” are more than the “Most deals” (40).",
            id="more deals than the most",
        ),
        pytest.param(
            "kentucky",
            {"fold": "opponents_all", "trick_points": BY_TRUMP},
            "All the points of a deal depend on its trump here. “Giving up” all of them to the others needs "
            "“Trump named” before the nest.",
            id="all the points of a trump that is not named",
        ),
        pytest.param(
            "kentucky",
            {**RED_ONE_AND_TRUMP, "fold": "opponents_all"},
            "All the points of a deal depend on its trump here. “Giving up” all of them to the others needs "
            "“Trump named” before the nest.",
            id="all the points of a trump that is not named, with a red 1",
        ),
        pytest.param(
            "kentucky",
            {"bury_counters": "for_trumps"},
            "“Discarding counters” instead of trumps needs “Trump named” before the nest.",
            id="counters instead of trumps that are not named",
        ),
        pytest.param(
            "kentucky",
            {"bury_counters": "for_trumps", "trump": "before_nest", "bury_trumps": "no"},
            "“Discarding counters” instead of trumps needs “Discarding trumps” to be allowed.",
            id="counters instead of trumps that may not go",
        ),
        pytest.param(
            "kentucky",
            {"bury_counters": "for_trumps", "trump": "before_nest", "exchange": 2},
            "“Discarding counters” instead of trumps does not go with a limit on “Own cards in the discard”.",
            id="counters instead of trumps within a limit",
        ),
        pytest.param(
            "kentucky",
            {"seats": "5"},
            "“Partners” on two sides need an even number of “Players” from four up, not 5.",
            id="partners of five",
        ),
    ],
)
def test_contradictions_are_named_with_the_values_that_fit(
    key: str, options: dict[str, OptionValue], sentence: str
) -> None:
    assert refusal(key, **options) == sentence


def test_giving_up_after_trump_gives_the_points_of_that_trump() -> None:
    """Without trump named, as many as with the dearest trump. Matches of version 1 keep the old points."""
    given: dict[str, OptionValue] = {"fold": "opponents_all", "trick_points": BY_TRUMP, "deals": 1}
    scene = Scene("kentucky", None, trump="before_nest", **given).deal(dealer=0).win_auction(1, 85)
    scene.do("trump yellow", "fold")

    assert scene.points() == [120 + 9 * 4, -85]
    assert game_with("kentucky", given, version=1).version == 1


def test_numbers_are_checked_for_the_decks_of_the_seats_in_play() -> None:
    """Bug: 1s that count were refused at tables of four, as Regular Rook has no 1s with three players."""
    ones: dict[str, OptionValue] = {"high": 1, "counters": "1:15 5:5 10:10 14:10"}
    assert "but “Numbers” leave it out" in refusal("regular_1988", **ones)
    assert "but “Numbers” leave it out" in refusal("regular_1988", seats="3", **ones)
    assert play(game_with("regular_1988", {"seats": "4", "deals": 1, **ones}), 4, Random(1)).outcome


def test_planted_contradiction_is_caught() -> None:
    """A variant that would crash, built without the checks, does not pass them."""
    planted = KENTUCKY.model_copy(update={"nest": 3})

    assert conflict(planted) is not None


def test_option_without_effect_returns_to_its_default() -> None:
    without = game_with("one_high", {"rook": "none", "nest": 0})

    assert "rook_plays" not in [spec.key for spec in without.options]
    assert without.parameters()["rook_plays"] == "any_time"
    assert without.parameters()["bury_counters"] is True
    assert find_game("one_high").with_options(without.changes()).parameters() == without.parameters()


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_cut_for_most_tricks_skips_hands_on_the_table(key: str) -> None:
    """Bug: the cut failed with a dummy or a battery, which cut no card."""
    if key == "regular_for_two":
        assert "can't cut" in refusal(key, majority=20, majority_tie="cut")
        return
    game = game_with(key, {"majority": 20, "majority_tie": "cut", "deals": 6})
    for seats in game.about.seats:
        assert play(game, seats, Random(seats)).outcome is not None


def test_scored_dummy_does_not_win_the_match() -> None:
    """R-38. Bug: a scored dummy is ranked, but has no player, so the best player wins."""
    game = game_with("regular_for_two", {"score_dummy": True, "deals": 3})
    for seed in range(30):
        outcome = play(game, 2, Random(seed)).outcome
        assert outcome is not None
        assert outcome.winners
        assert set(outcome.winners) <= {0, 1}


def test_moon_is_won_and_lost_by_the_whole_side() -> None:
    """Bug: partners who each keep a score did not win and lose the moon together."""
    game = game_with("kentucky", {"credit": "each", "shoot": True, "seat_change": "no"})
    for seed in range(20):
        end = play(shortened(game, 20), 4, Random(seed))
        outcome, last = end.outcome, end.sheet[-1]
        assert outcome is not None
        firsts = [seat for side in outcome.standings if side.place == 1 for seat in side.seats]
        assert sorted(firsts) == list(outcome.winners)
        bid = last.contract if isinstance(last, DealScored) else None
        if bid is not None and bid.shot and bid.made:
            assert outcome.winners == (bid.declarer % 2, bid.declarer % 2 + 2)
        elif bid is not None and bid.shot:
            assert not {bid.declarer, (bid.declarer + 2) % 4} & set(outcome.winners)
