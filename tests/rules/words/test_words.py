"""The rules text: it says what each rule book says, from the data the engine plays by."""

from __future__ import annotations

import pytest

from rules.bidding.endings import after_scoring
from rules.bidding.rows import KENTUCKY
from rules.bidding.setup import Setup
from rules.bidding.state import first_state
from rules.bidding.words.sections import describe
from rules.catalog import BIDDING_GAMES, find_game, game_with
from rules.core.events import DealScored
from rules.core.protocol import OptionValue
from rules.core.scores import ContractScore, SideScore
from rules.difference import house_rules
from rules.presets import PRESETS
from rules.presets.preset import Preset

LONGEST = 3_600
"""Characters that fit into one message, with room for a title."""
NEST_OF_FOUR: dict[str, OptionValue] = {"seats": "4", "nest": 4}
TWO_RED_ONES: dict[str, OptionValue] = {"packs": 2, "nest": 6, "red_one": True}
HEADINGS = {"Players", "Deal", "Bidding", "Trump", "Play", "Points", "Score", "End", "At the table"}


def told(key: str, **options: OptionValue) -> str:
    """All the sections of a game's rules."""
    return "\n".join(f"{section.heading}: {section.text}" for section in game_with(key, options).about.rules)


def lines(key: str, **options: OptionValue) -> tuple[str, ...]:
    """The house rules, one line each."""
    return house_rules(game_with(key, options), find_game(key))


@pytest.mark.parametrize("key", [*BIDDING_GAMES])
def test_every_game_is_told_in_short_sections(key: str) -> None:
    rules = find_game(key).about.rules

    assert {section.heading for section in rules} >= HEADINGS
    assert len({section.heading for section in rules}) == len(rules)
    assert all(section.text.endswith(".") and len(section.text) <= 900 for section in rules)
    assert sum(len(section.heading) + len(section.text) for section in rules) <= LONGEST


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_preset_fits_into_one_message(preset: Preset) -> None:
    assert len(told(preset.game, **preset.options)) <= LONGEST


BOOKS = {
    "kentucky": [
        "The numbers 5 to 14 in four colors and the Rook: 41 cards. Each player is dealt 9 cards",
        "5 cards, one after each of the first five rounds",
        "The player left of the dealer bids first: 70 or more, in steps of 5, up to 120",
        "takes the nest without showing it and discards 5 cards face down in its place.",
        "Counters may be discarded. The last trick takes the nest with it.",
        "names the trump color after the discard",
        "The player left of the dealer leads first.",
        "The Rook is the highest trump. It may be played at any time",
        "120 in all",
        "First to 300 points",
        "After every four deals one pair swaps seats",
        "You may look at the last trick again, but no other.",
        "40 for table talk, 40 for a wrong discard and 40 for a misdeal found after 3",
        "A misdeal found before 3 tricks are taken is dealt again by the next dealer.",
    ],
    "kentucky_no_rook": ["40 cards. Each player is dealt 9 cards", "first four rounds", "100 in all"],
    "one_high": [
        "57 cards. Each player is dealt 14 cards",
        "The last card is the nest",
        "The dealer bids first: 75 or more, in steps of 5, up to 200",
        "discards one card face down",
        "Counters (the Rook is one) may not be discarded. With too few other cards to discard, the cheapest",
        "The player left of the high bidder leads first.",
        "The 1 is the highest card of each color, above the 14.",
        "The Rook is the lowest trump.",
        "Counters: 1s count 15, 5s count 5, 10s and 14s count 10.",
        "Taking most tricks counts 20. That is 200 in all. On a tie for most tricks, the bidder's",
        "First to 500 points",
    ],
    "red_one": [
        "The numbers 5 to 14 in four colors, the red 1 and the Rook: 42 cards",
        "up to 150",
        "The Rook is the highest trump but for the red 1.",
        "The red 1 is the highest trump of all",
        "The red 1 counts 30 and the Rook counts 20. That is 150 in all.",
    ],
    "regular_1988": [
        "56 cards. Three players use the numbers 5 to 14 only.",
        "Cards to each: 13 with 3, 14 with 4, 11 with 5 and 9 with 6 players.",
        "Cards left over: one with 3, one with 5 and two with 6 players.",
        "The dealer bids first: 5 or more",
        "If everyone passes, the deal is thrown in and the next dealer deals",
        "The player left of the high bidder leads first.",
        "First to 150 points",
    ],
    "regular_1924": [
        "The dealer bids first and must bid: 5 or more",
        "The player left of the dealer leads first.",
    ],
    "regular_old": [
        "18 with 3, 14 with 4, 11 with 5, 9 with 6, 8 with 7 and 7 with 8 players",
        "First to 200 points",
    ],
    "partnership_regular": [
        "Four or six players",
        "Taking most tricks counts 20. That is 120 in all. On a tie for most tricks, no one gets those "
        "points.",
        "bids first and must bid",
    ],
    "dixie_1912": [
        "Cards to each: 13 with 4 and 9 with 6 players.",
        "The last cards are the nest, face down: 4 with 4 and 2 with 6 players.",
        "10s and 13s count 10.",
        "On a tie for most tricks, every player cuts a card.",
        "The nest counts as one more trick, with the last: 14 with 4 and 10 with 6",
        "50 for a wrong discard",
    ],
    "dixie_1924": ["40 for a wrong discard", "The player left of the dealer bids first: 70"],
    "dixie_1988": [
        "one after each round until it is full",
        "The dealer bids first: 70",
        "The dealer leads first.",
        "On a tie for most tricks, the bidder's opponents get those points.",
    ],
    "display": [
        "up to 125",
        "The hand of the dealer's partner is the dummy, whoever has the bid.",
        "the dealer plays it in its turn. Its owner sits out.",
        "Every trick counts 2. That is 128 in all.",
        "A bidding side that takes less than its bid scores nothing, and the others score double.",
    ],
    "boston": [
        "70 or more, in steps of 10, up to 240, which ends the bidding.",
        "Every bid names a number and a color or “no color”.",
        "The highest bids are red and no color 240, black 210, green 180 and yellow 150.",
        "With no color there is no trump.",
        "The hand of the bidder's partner is the dummy.",
        "Every trick counts by its trump: 10 with red or no color, 8 with black, 6 with green, 4 with",
        "In all: 240 with red or no color, 212 with black, 184 with green, 156 with yellow",
        "scores the counters alone, without the points for tricks. The others score double.",
        "First to 1,000 points",
    ],
    "boston_three": [
        "Three players. A fourth hand, the dummy, sits opposite the bidder. The two of them",
        "Everyone keeps their own score",
    ],
    "tennessee_1933": [
        "44 cards. Each player is dealt 11 cards",
        "The next 4 cards are the nest",
        "The other 18 cards are a draw pile. Its top card is turned up",
        "The dealer bids first and must bid: 60 or more, in steps of 5, up to 140",
        "names the trump color before taking up the nest",
        "The nest is out of play, and no one sees it.",
        "The bidder's opponent leads first.",
        "Tricks in a deal: 20.",
        "After 9 draws the pile is gone, and the last 11 tricks are played from the hand.",
        "A bidder who takes less than the bid scores nothing, and the opponent scores double.",
        "First to 250 points",
    ],
    "tennessee_1988": [
        "45 cards",
        "80 or more, in steps of 5, up to 160",
        "The Rook counts 20. Every trick counts 2. That is 160",
    ],
    "over_the_top_1918": [
        "Each player is dealt 10 cards",
        "Five lie face down in a row, with one face up on each.",
        "bids first and must bid: 50 or more",
        "They come from the hand, not from the battery.",
        "The bidder's opponent leads first from the hand.",
        "When a hand leads, both hands play, then both batteries",
        "100 in all",
    ],
    "over_the_top_1988": ["If everyone passes", "Tricks in a deal: 10."],
    "regular_for_two": [
        "A dummy at the dealer's right gets as many, face down.",
        "30 or more, in steps of 5, up to 125",
        "At most two of them may come from the bidder's own hand.",
        "Counters in it score for no one and are shown after the play",
        "The dealer's opponent leads first, whoever has the bid.",
        "It follows nothing, whatever was led.",
        "126 in all",
        "What the dummy took is shown, but not ranked.",
    ],
    "three_handed_1914": [
        "Three players, everyone for themselves.",
        "bids first and must bid: 50 or more, in steps of 5, up to 125",
        "Every trick counts 2. That is 126 in all.",
        "First to 200 points",
    ],
    "three_handed_display": [
        "40 or more, in steps of 5, up to 100",
        "The other two each write down what they took together",
    ],
    "high_card_partner": [
        "Five players. The bidder calls a card",
        "Each player is dealt 7 cards",
        "calls a card not in the bidder's own hand or discard",
        "Everyone knows at once who that is.",
        "First to 500 points",
    ],
    "partnership_six": [
        "Six players: three against three, in alternate seats.",
        "9 cards, one after each of the eight rounds, and the last card",
        "Each player is dealt 8 cards",
    ],
    "cordova": [
        "The right to name trump is the dealer's.",
        "1 or more, any whole number, up to 31",
        "the dealer may sell to the high bidder",
        "If no one bids, the dealer names trump and owes nothing.",
        "Counters, in trump only: 2s count 2, 5s count 5, 7s count 15, 10s count 10.",
        "32 in all",
        "A player who takes less than is owed scores the points taken, less what is owed.",
        "First to 100 points",
    ],
}


def test_phrases_are_listed_for_every_bidding_game() -> None:
    assert set(BOOKS) == set(BIDDING_GAMES)


@pytest.mark.parametrize("key", [*BOOKS])
def test_rules_text_contains_the_books_phrases(key: str) -> None:
    rules = told(key)

    for phrase in BOOKS[key]:
        assert phrase in rules


@pytest.mark.parametrize(
    ("key", "options", "phrase"),
    [
        ("kentucky", {"target": 150}, "First to 150 points"),
        (
            "kentucky",
            {"games": 3},
            "the match ends anyway. Whoever is ahead takes that game, and the most games win.",
        ),
        ("kentucky", {"deals": 8}, "8 deals. The higher total wins, and a tie is shared."),
        ("one_high", {"deals": 1}, "One deal. The higher total wins"),
        ("one_high", {"moon": 100}, "Taking every trick counts 100 more, but never helps make the bid."),
        ("kentucky", {"moon_doubles": True}, "Taking every trick doubles the points"),
        (
            "kentucky",
            {
                "numbers": "1-14",
                "counters": "1:15 5:5 10:10 14:10",
                "trump_counters": True,
                "red_one": True,
                "red_one_points": 30,
            },
            "In all: 90 with yellow, green or black, 75 with red.",
        ),
        ("kentucky", {"no_trump": "yes"}, "The bidder may also say “no color”, and then there is no trump."),
        ("kentucky", {"no_trump": "yes"}, "Without a color the Rook is the only trump."),
        ("kentucky", {"no_trump": "reversed"}, "the lowest card wins instead of the highest"),
        (
            "kentucky",
            {"no_trump": "reversed_alone"},
            "Then, and only then, the bidder may also let the lowest",
        ),
        ("kentucky", {"trump_by": "or_partner"}, "The bidder may ask their partner to name it."),
        (
            "kentucky",
            {"trump_by": "partner_for_five"},
            "The bidder may ask their partner to name it, and the bid becomes 5 points higher.",
        ),
        ("kentucky", {"trump": "before_nest", "bury_trumps": "shown"}, "Discarded trumps are shown."),
        ("kentucky", {"bury_counters": "shown"}, "discarded, but only face up for everyone to see."),
        (
            "dixie_1988",
            {"bury_counters": "shown", "nest_to": "nobody"},
            "Counters in it score for no one.",
        ),
        (
            "kentucky",
            {"bury_counters": "for_trumps", "trump": "before_nest"},
            "A counter may be discarded only instead of a trump. Then all other cards",
        ),
        ("kentucky", {"nest_told": True}, "Everyone is told whether there are counters in the discard"),
        ("kentucky", {"bury_rook": False}, "Counters may be discarded. The Rook may not be discarded."),
        ("kentucky", {"nest_shown": "after_bidding"}, "The nest is turned up for everyone to see"),
        ("kentucky", {"nest_shown": "top_card"}, "Its last card lies face up."),
        ("kentucky", {"nest_to": "declarer"}, "Its points go to the bidder's side."),
        (
            "kentucky",
            {"fold": "opponents_all"},
            "the bid is lost and the others score all the points of a deal",
        ),
        ("kentucky", {"rook": "ten_half"}, "The Rook is a trump between the 10 and the 11."),
        ("kentucky", {"rook": "dealer_chooses"}, "the dealer says what the Rook is in this deal"),
        ("kentucky", {"rook_plays": "any_color"}, "It is a trump that follows any color led"),
        ("kentucky", {"passing": "pass_partner"}, "Once per deal you may pass without dropping out"),
        ("kentucky", {"all_pass": "dealer_must_bid"}, "If everyone else passes, the dealer must bid."),
        ("kentucky", {"all_pass": "redeal_same"}, "If everyone passes, the same dealer deals again"),
        ("kentucky", {"max_bid": "none"}, "up to 2,000, which ends the bidding"),
        (
            "kentucky",
            {"shoot": True},
            "any player may shoot the moon for the match. That ends the bidding and counts as a bid of 120",
        ),
        (
            "kentucky",
            {"misdeal_claim": "no_counters"},
            "With no counter in hand, you may show your cards at your first turn to bid.",
        ),
        ("kentucky", {"exact_makes": False}, "Taking exactly the bid is not enough"),
        ("kentucky", {"failure": "deducted"}, "scores the points taken, less the bid"),
        ("kentucky", {"games": 3}, "The match is the best of three: two games win it"),
        ("kentucky", {"going_out": "own_bid"}, "But only a bidder who has just made the bid can win"),
        ("kentucky", {"lose_at": -250}, "A total of \N{MINUS SIGN}250 or less loses the match at once."),
        ("kentucky", {"lead_wins": 1500}, "A lead of 1,500 points wins the match at once."),
        ("kentucky", {"below_zero": False}, "No total goes below zero."),
        ("kentucky", {"target_checked": "each_trick"}, "The deal stops there"),
        ("kentucky", {"credit": "each", "seat_change": "rotate"}, "so everyone plays with everyone"),
        ("kentucky", {"last_trick": 20}, "The last trick counts 20."),
        ("kentucky", {"trick_points": 100, "nest_is_trick": False}, "That is 1,020 in all."),
        ("kentucky", {"trick_points": "red:100"}, "In all: 1,020 with red, 120 with yellow, green or black."),
        (
            "kentucky",
            {"take_back": "until_next"},
            "You may take back a card or a bid until the next player bids or plays.",
        ),
        ("kentucky", {"trick_review": "never"}, "You may not look back at a trick."),
        ("kentucky", {"bidding_shown": "last"}, "Only the high bid is shown."),
        ("regular_old", {"blue": True}, "The yellow cards are called blue."),
        ("cordova", {"sell_any": True}, "sell to any bidder for their last bid"),
        ("cordova", {"forfeit": True}, "loses what is owed, and the points taken do not count"),
        ("over_the_top_1988", {"battery_free": True}, "A battery need not follow."),
        ("high_card_partner", {"partner_shown": "on_play"}, "Only the holder knows"),
        ("high_card_partner", {"partner_card": "any"}, "means playing alone"),
        ("boston_three", {"dummy": "south"}, "It plays with the player in the second seat"),
        ("partnership_six", {"packs": 2, "nest": 6}, "two decks shuffled together: 114 cards"),
        (
            "partnership_six",
            {"packs": 2, "nest": 6, "rook": "low"},
            "Each of the two Rooks is the lowest trump. It may be played at any time",
        ),
        ("partnership_six", TWO_RED_ONES, "Each of the two red 1s is the highest trump of all"),
        (
            "partnership_six",
            TWO_RED_ONES,
            "Each of the two Rooks is the highest trump but for the red 1s.",
        ),
        ("partnership_six", TWO_RED_ONES, "Each red 1 counts 30 and each Rook counts"),
        ("one_high", {"red_one": True}, "above the 14, but for the red 1."),
        ("one_high", {"red_one": True}, "1s other than the red 1 count 15"),
        (
            "partnership_six",
            {**TWO_RED_ONES, "no_trump": "yes"},
            "the red 1s and the Rooks are the only trumps.",
        ),
        ("regular_1988", {"seats": "2", "dummy": "blind"}, "to the first hands left of the dealer, one each"),
        ("cordova", {**NEST_OF_FOUR, "exchange": 2}, "At most two of them may come from their own hand."),
        ("cordova", {**NEST_OF_FOUR, "nest_to": "declarer"}, "Its points go to the side that names trump."),
        (
            "cordova",
            {**NEST_OF_FOUR, "fold": "opponents_nothing"},
            "Instead the player with the right may give up: what is owed is lost and the others score",
        ),
        (
            "kentucky",
            {"trump": "before_nest", "bury_counters": False, "bury_trumps": "shown", "nest_to": "nobody"},
            "Discarded trumps are shown. The nest is out of play. If a counter has to go in it,",
        ),
        ("partnership_six", {"packs": 2, "nest": 6, "bury_rook": False}, "The Rooks may not be discarded."),
        (
            "partnership_six",
            {"packs": 2, "nest": 6, "bury_counters": False},
            "(each Rook is one) may not be discarded",
        ),
        ("regular_1924", {"seats": "3"}, "The numbers 5 to 14 in four colors: 40 cards."),
        (
            "kentucky",
            {"nest": 1, "bury_counters": False, "bury_impossible": "redeal"},
            "With too few other cards to discard, the same dealer",
        ),
        ("kentucky", {"first_lead": "declarer_or_left"}, "or leaves it to the player on the left"),
        ("kentucky", {"first_lead": "declarer_or_partner"}, "or leaves it to their partner"),
        ("one_high", {"nest_shown": "top_card"}, "The last card is the nest, face up. High card"),
        (
            "tennessee_1988",
            {"nest": 1},
            "The next card is the nest, face down. The other 22 cards are a draw",
        ),
        ("partnership_six", {"packs": 2, "nest": 6, "red_one": True}, "Each red 1 counts 30 and each Rook"),
        ("tennessee_1988", {"first_lead": "dealer"}, "The dealer leads first."),
        ("tennessee_1988", {"first_lead": "declarer"}, "The bidder leads first."),
        ("tennessee_1988", {"first_lead": "declarer_or_left"}, "or leaves it to the opponent"),
        ("regular_for_two", {"score_dummy": True}, "The dummy has a score of its own, but cannot win."),
    ],
)
def test_rules_text_follows_the_house_rules(key: str, options: dict[str, OptionValue], phrase: str) -> None:
    assert phrase not in told(key)
    assert phrase in told(key, **options)


@pytest.mark.parametrize(
    ("seat_change", "is_together", "total"), [("no", True, "higher"), ("rotate", False, "highest")]
)
def test_partners_with_own_records_are_told_their_opponents(
    seat_change: str, is_together: bool, total: str
) -> None:
    rules = told("kentucky", credit="each", seat_change=seat_change)

    assert ("Partners win and lose together." in rules) is is_together
    assert f"the {total} total wins" in rules


BID = ContractScore(1, 70, None, made=True, nest_points=0)
DEAL = DealScored(1, 0, (SideScore((0, 2), 0, 0),), BID)
SHOT = DEAL._replace(contract=BID._replace(shot=True))


def test_end_of_a_game_for_two_or_four_mentions_several_winners() -> None:
    rules = told("regular_1988", seats="2,4", numbers="5-14")
    assert "If several players get there in the same deal, the highest total wins." in rules


@pytest.mark.parametrize("games", [1, 3, 5])
@pytest.mark.parametrize(
    ("options", "last", "totals", "sentence"),
    [
        (
            {"shoot": True},
            SHOT,
            (0, 0),
            "A moon declared for the {} wins or loses it in that deal.",
        ),
        (
            {"shoot": True},
            SHOT,
            (0, 0),
            "Taking every trick wins the {}, and missing one loses it.",
        ),
        ({"lose_at": -250}, DEAL, (-250, 0), "A total of \N{MINUS SIGN}250 or less loses the {} at once."),
        ({"lead_wins": 200}, DEAL, (0, 200), "A lead of 200 points wins the {} at once."),
    ],
)
def test_sudden_end_is_told_of_the_match_or_of_one_game(
    games: int, options: dict[str, OptionValue], last: DealScored, totals: tuple[int, int], sentence: str
) -> None:
    """Bug: in a best of three, sudden ends were told to end the match, and ended a game."""
    variant = KENTUCKY.model_copy(update={"games": games, **options})
    setup = Setup(variant, 4)
    before = first_state(setup).match._replace(dealer=0)
    sides = tuple(SideScore(unit, total, total) for unit, total in zip(setup.units, totals, strict=True))
    after, _ = after_scoring(setup, before, last._replace(sides=sides))

    stake = "match" if after.winners else "game"
    assert sentence.format(stake) in told("kentucky", games=games, **options)


def test_every_house_rule_is_a_line_with_the_books_value() -> None:
    assert lines("kentucky") == ()
    assert lines("kentucky", target=500, first_lead="declarer") == (
        "First lead: The bidder leads first (book: Left of the dealer leads first)",
        "Target: 500 (book: 300)",
    )
    assert lines("kentucky", nest=9) == ("Nest: 9 (book: 5)",)
    assert (
        lines("kentucky", failure="deducted", forfeit=True)[-1]
        == "Points in a failed bid: The points taken are lost too"
    )


def test_lines_of_a_preset_name_every_option() -> None:
    for preset in PRESETS.values():
        labels = {spec.key: spec.label for spec in game_with(preset.game, preset.options).options}
        said = {line.partition(":")[0] for line in lines(preset.game, **preset.options)}
        assert said == {labels[key] for key in preset.options}


def test_rules_text_of_another_variant_is_caught() -> None:
    """A planted fault: the sections of another variant are not those of this one."""
    planted = KENTUCKY.model_copy(update={"min_bid": 75})

    assert "75 or more" in dict(describe(planted))["Bidding"]
    assert dict(describe(planted)) != dict(describe(KENTUCKY))
