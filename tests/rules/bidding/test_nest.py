"""The nest and the trump: the Playing section of each game."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from rules.bidding.nest import discardable
from rules.bidding.rows import ONE_HIGH
from rules.bidding.setup import Setup
from rules.catalog import game_with
from rules.core.actions import Discard, NameTrump
from rules.core.cards import CardSet, Color, deck, parse_cards
from rules.core.events import DiscardSeen, NestLaid, NestWon, PassedOut, Secret, TrumpNamed
from rules.core.protocol import OptionValue
from rules.core.views import ZoneKind
from tests.rules.scene import Scene, taken_by


def taken(key: str = "kentucky", hand: str = "R5 R10 R14 Y5 Y10 Y14 G5 G10 Rook", nest: str = "") -> Scene:
    """Seat 1, left of the dealer, has won the auction."""
    return Scene(key).deal({1: hand}, nest, dealer=0).win_auction(1, 80)


def test_any_card_may_be_discarded_counters_and_bird_included() -> None:
    """1988, Official Tournament Rules, Playing."""
    scene = taken().do("discard R10 R14 Rook Y5 G10")

    seen = Secret(1, DiscardSeen(1, parse_cards("R10 R14 Rook Y5 G10")))
    assert scene.last == (NestLaid(1, 5), seen)
    assert len(scene.hand(1)) == 9


def test_discard_is_seen_by_the_declarer_alone() -> None:
    """1988, Additional Comments 1: he is the only player who knows which cards are in the nest."""
    scene = taken().do("discard R10 R14 Rook Y5 G10")

    assert [zone.kind for zone in scene.view(1).zones] == [ZoneKind.NEST]
    assert set(map(str, scene.view(1).zones[0].shown)) == {"R10", "R14", "Rook", "Y5", "G10"}
    assert all(scene.view(seat).zones == () for seat in (0, 2, 3))
    assert [(zone.kind, zone.shown, zone.hidden) for zone in scene.table.zones] == [(ZoneKind.NEST, (), 5)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param(
            "discard R5 R10 R14 Y5", "Discard exactly 5 different cards to the nest.", id="four cards"
        ),
        pytest.param(
            "discard R5 R10 R14 Y5 Y10 Y14", "Discard exactly 5 different cards to the nest.", id="six cards"
        ),
        pytest.param(
            "discard R5 R5 R10 R14 Y5", "Discard exactly 5 different cards to the nest.", id="a card twice"
        ),
        pytest.param(
            "discard R5 R5 R10 R14 Y5 Y5",
            "Discard exactly 5 different cards to the nest.",
            id="six, a card twice",
        ),
        pytest.param("discard", "Discard exactly 5 different cards to the nest.", id="no card"),
        pytest.param("pass", "Discard exactly 5 different cards to the nest.", id="a pass"),
        pytest.param(
            "discard R5 R10 R14 Y5 B14",
            "You can only discard cards you hold. Choose 5 different cards from your hand.",
            id="a card of another hand",
        ),
        pytest.param(
            "discard R5 R10 R14 Y5 R1",
            "You can only discard cards you hold. Choose 5 different cards from your hand.",
            id="a card of no hand",
        ),
    ],
)
def test_discard_takes_five_different_cards_of_the_hand(line: str, sentence: str) -> None:
    """1988, Penalties: an incorrect number may not be discarded; here it cannot."""
    assert taken(nest="B5 B6 B7 B8 B9").refused(line) == sentence


def test_nest_card_of_one_high_partnership_may_be_swapped_or_left() -> None:
    """1988, 1-High Partnership: the nest card may be exchanged for any card."""
    hand = "R2 R3 R4 R6 R7 R8 R9 R11 R12 R13 Y2 Y3 Y4 Y6"
    for card in ("B2", "R13"):
        scene = taken("one_high", hand, "B2").do(f"discard {card}")
        assert set(map(str, scene.view(1).zones[0].shown)) == {card}


@pytest.mark.parametrize("card", ["R1", "R5", "R10", "R14", "Rook"])
def test_counters_may_not_stay_in_the_nest_of_one_high(card: str) -> None:
    """1988, 1-High Partnership: he may not leave or place a Count Card in the nest."""
    others = [name for name in ("R1", "R5", "R10", "R14", "Rook") if name != card]
    hand = " ".join([*others, "Y2 Y3 Y4 Y6 Y7 Y8 Y9 Y11 Y12 Y13"])
    scene = taken("one_high", hand, card)

    assert scene.refused(f"discard {card}") == "No counter may be discarded."
    assert scene.refused("discard Y2 Y3") == "Discard exactly one card to the nest."
    assert scene.choices() == {f"Y{rank}" for rank in (2, 3, 4, 6, 7, 8, 9, 11, 12, 13)}


# --- counters face up -----------------------------------------------------------------------------------


def test_discarded_counters_lie_face_up_under_house_rule() -> None:
    """Western New York: discarded counters lie face up for all to see."""
    scene = Scene(bury_counters="shown").deal({1: "R5 R6 R7 R14 G5 G6 G10 Rook"}, dealer=0)
    scene.win_auction(1, 80).do("discard R5 R6 R7 G10 Rook")

    assert scene.last[0] == NestLaid(1, 5, parse_cards("Rook R5 G10"))
    for seat in (None, 0, 1, 2, 3):
        zones = scene.table.zones if seat is None else scene.view(seat).table.zones
        assert [(zone.shown, zone.hidden) for zone in zones] == [(parse_cards("Rook R5 G10"), 2)]


def test_trumps_and_counters_may_both_lie_face_up() -> None:
    scene = Scene(bury_counters="shown", bury_trumps="shown", trump="before_nest")
    scene.deal({1: "R5 R6 R7 G6 G10"}, dealer=0).win_auction(1, 80)
    scene.do("trump red", "discard R5 R6 R7 G6 G10")

    assert scene.last[0] == NestLaid(1, 5, parse_cards("R7 R6 R5 G10"))


def test_counters_of_another_color_stay_hidden_where_trump_alone_counts() -> None:
    scene = Scene(bury_counters="shown", trump_counters=True, min_bid=5, trump="before_nest")
    scene.deal({1: "R5 R6 R7 G5 G10"}, dealer=0).win_auction(1, 5)
    scene.do("trump red", "discard R5 R6 R7 G5 G10")

    assert scene.last[0] == NestLaid(1, 5, parse_cards("R5"))


# --- counters instead of trumps -------------------------------------------------------------------------

MANY_TRUMPS = "R6 R7 R8 R9 R11 R12 R13 G5 G6"
"""With the nest "Y10 B14 R5 R10 R14", one card that is neither counter nor trump."""


def with_many_trumps() -> Scene:
    scene = Scene(bury_counters="for_trumps", trump="before_nest")
    return scene.deal({1: MANY_TRUMPS}, "Y10 B14 R5 R10 R14", dealer=0).win_auction(1, 80).do("trump red")


@pytest.mark.parametrize(
    ("discard", "has_counters"),
    [
        pytest.param("G6 R6 R7 R8 R9", False, id="trumps alone"),
        pytest.param("R6 R7 R8 R9 R11", False, id="trumps, and another card kept"),
        pytest.param("G6 G5 R6 R7 R8", True, id="a counter instead of one trump"),
        pytest.param("G6 G5 Y10 B14 R5", True, id="counters instead of all trumps"),
    ],
)
def test_counters_may_be_discarded_instead_of_trumps(discard: str, has_counters: bool) -> None:
    """A family: no counter, except where one has nothing else but trumps, and then one says so."""
    scene = with_many_trumps().do(f"discard {discard}")

    assert scene.last[0] == NestLaid(1, 5, has_counters=True if has_counters else None)
    says = "{1} says that there are counters in the discard."
    assert scene.game.words.event(scene.told(NestLaid)[-1]) == (says if has_counters else "")
    told = [line.text for line in scene.game.words.lines(scene.table) if line.label == "Discard"]
    assert told == (["has counters"] if has_counters else [])


@pytest.mark.parametrize(
    "discard",
    [
        pytest.param("G5 Y10 R6 R7 R8", id="another card kept"),
        pytest.param("G5 Y10 B14 R5 R10", id="more than trumps to replace"),
    ],
)
def test_no_counter_goes_before_the_other_cards(discard: str) -> None:
    assert with_many_trumps().refused(f"discard {discard}") == (
        "You may discard at most 4 counters, and only with all your other cards that aren't trumps."
    )


def test_no_counter_may_be_discarded_with_enough_other_cards() -> None:
    scene = Scene(bury_counters="for_trumps", trump="before_nest")
    scene.deal({1: "R6 R7 R8 R9 R11 G6 G7 G8 G9"}, "Y6 Rook R5 R10 R14", dealer=0)
    scene.win_auction(1, 80).do("trump red")

    assert scene.refused("discard Rook G6 G7 G8 G9") == (
        "No counter may be discarded while you hold enough cards that aren't trumps."
    )
    scene.do("discard Y6 G6 G7 G8 R6")
    assert scene.last[0] == NestLaid(1, 5)


def test_every_discard_listed_or_sampled_is_accepted() -> None:
    question = with_many_trumps().decision
    assert all(map(question.accepts, islice(question.answers(), 3000)))
    assert all(question.accepts(question.sample(Random(seed))) for seed in range(200))


# --- counters told --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "says"), [("Rook", "has counters"), ("R7", "has no counters")])
def test_all_are_told_if_counters_are_in_the_discard(card: str, says: str) -> None:
    """Hands told: the bidder must say whether points lie in the nest; which, or how many, is not told."""
    scene = Scene(nest_told=True).deal({1: "R6 R7 R8 R9 R11 Rook"}, dealer=0).win_auction(1, 80)
    assert not [line for line in scene.game.words.lines(scene.table) if line.label == "Discard"]
    scene.do(f"discard R6 R8 R9 R11 {card}")

    assert scene.last[0] == NestLaid(1, 5, has_counters=card == "Rook")
    no = "" if card == "Rook" else "no "
    assert (
        scene.game.words.event(scene.told(NestLaid)[-1])
        == f"{{1}} says that there are {no}counters in the discard."
    )
    for _ in ("naming", "playing"):
        assert [line.text for line in scene.game.words.lines(scene.table) if line.label == "Discard"] == [
            says
        ]
        scene.settle()


# --- only counters to discard ---------------------------------------------------------------------

RICH = "R1 Y1 G1 B1 R10 Y10 G10 B10 R14 Y14 G14 B14 R5 Y5"


def test_r15_hand_of_counters_discards_the_cheapest() -> None:
    """R-15: any one of the fives; its points go to the last trick, so that the total is kept."""
    scene = taken("one_high", RICH, "Rook")

    assert scene.choices() == {"R5", "Y5"}
    assert scene.game.words.reason(scene.view(1)) == (
        "No counter may be discarded. You hold too few other cards, so the cheapest of them go."
    )
    assert scene.refused("discard Rook") == "No counter may be discarded."
    scene.do("discard Y5", "trump red").play_out()
    assert scene.contract().nest_points == 5
    assert sum(side.counters + side.bonus for side in scene.captured()) == 200


def test_r15_option_hand_of_counters_is_dealt_again() -> None:
    """R-15, bury_impossible="redeal": by the same dealer, without a score."""
    scene = Scene("one_high", bury_impossible="redeal").deal({1: RICH}, "Rook", dealer=0).win_auction(1, 80)

    assert scene.last[-1] == PassedOut(1, 1)
    [thrown_in] = scene.told(PassedOut)
    told = scene.game.words.event(thrown_in)
    assert told == "{1} holds too few cards to discard, so the deal is thrown in."
    assert scene.phase == "Dealing"
    assert scene.deal().dealer == 0
    fits = Scene("one_high", bury_impossible="redeal").deal({1: RICH}, "Y2", dealer=0).win_auction(1, 80)
    assert fits.choices() == {"Y2"}


@pytest.mark.parametrize(
    ("nest", "hand", "expected"),
    [
        pytest.param(2, "R2 R3 R5 R10", "R2 R3", id="enough others"),
        pytest.param(2, "R2 R5 Y5 R10", "R2 R5", id="one counter must join"),
        pytest.param(2, "R5 R10 Y10 R1", "R5 R10", id="the cheapest must go"),
        pytest.param(2, "R10 Y10 G10 R1", "R10 Y10 G10", id="equally cheap ones to choose from"),
    ],
)
def test_r15_forced_discard_has_the_fewest_and_cheapest_counters(nest: int, hand: str, expected: str) -> None:
    """R-15, with a larger nest."""
    setup = Setup(ONE_HIGH.model_copy(update={"nest": nest}), 4)
    held = CardSet.of(parse_cards(hand))

    may_go = discardable(setup, held, setup.counters, setup.unranked)
    assert {str(card) for card in may_go} == set(expected.split())


RICH_BUT_ONE = "R5 R10 R14 Y5 Y10 Y14 G5 G10 Rook"
OF_TRUMP_ALONE: dict[str, OptionValue] = {"trump_counters": True, "bury_counters": False, "min_bid": 5}


def counted_by_trump(trump: str, version: int = 2) -> Scene:
    """Seat 1 has taken up the nest where counters of trump alone count, and may not be discarded."""
    scene = Scene("kentucky")
    scene.game = game_with("kentucky", {"trump": trump, **OF_TRUMP_ALONE}, version)
    scene.state = scene.game.start(4)
    return scene.deal({1: RICH_BUT_ONE}, "B14 B10 B5 G14 B13", dealer=0).win_auction(1, 20)


def test_cheapest_counters_before_trump_count_least_in_any_color() -> None:
    """Bug: counters were valued as without trump: a bidder had to discard a 10 and a 14 and keep the 5s."""
    assert counted_by_trump("after_nest").choices() == {"R5", "Y5", "G5", "B5", "B13"}
    assert counted_by_trump("after_nest", version=1).choices() == {"R5", "R10", "R14", "Y5", "B13"}


def test_cards_of_other_colors_are_no_counters_once_trump_is_named() -> None:
    """Bug: “No counter may be discarded” was said of cards that count nothing."""
    scene = counted_by_trump("before_nest").do("trump black")

    assert scene.choices() == set(RICH_BUT_ONE.split()) - {"Rook"} | {"G14", "B13"}
    assert set(map(str, scene.table.counters)) == {"B5", "B10", "B14", "Rook"}
    old = counted_by_trump("before_nest", version=1).do("trump black")
    assert old.choices() == {"R5", "R10", "R14", "Y5", "B13"}


def test_too_few_other_cards_after_trump_is_an_exception() -> None:
    """Bug: the option to redeal was refused, as if the counters of all colors were barred."""
    counted = game_with("kentucky", {**OF_TRUMP_ALONE, "trump": "before_nest", "bury_impossible": "redeal"})
    assert counted.changes()["bury_impossible"] == "redeal"


@pytest.mark.parametrize(
    "key", ["tennessee_1933", "tennessee_1988", "over_the_top_1918", "over_the_top_1988", "three_handed_1914"]
)
def test_counters_found_in_the_nest_must_be_taken(key: str) -> None:
    """1914, 1918, 1933 and 1988: no count card may be discarded or left in the nest."""
    scene = Scene(key).deal({1: "R5 R10 R6 R7 R8 R9"}, "Y5 Y10 Y14 Y6").win_auction(1, 100).do("trump red")

    assert not {"R5", "R10", "Y5", "Y10", "Y14"} & scene.choices()
    assert {"R6", "R7", "R8", "R9", "Y6"} <= scene.choices()


@pytest.mark.parametrize("key", ["tennessee_1933", "over_the_top_1918", "three_handed_1914", "one_high"])
def test_removed_nest_is_hidden_from_every_seat(key: str) -> None:
    """1914: the declarer does not show which cards are exchanged; the discarded nest is removed."""
    scene = Scene(key, deals=1).deal().win_auction(1, 100).settle()
    discarded = scene.view(1).zones[0].shown
    scene.play_out()

    assert scene.told(NestWon) == []
    assert not any(set(discarded) & set(trick.cards) for trick in scene.state.taken)


# --- exchanging two cards -----------------------------------------------------------------------------


def for_two(nest: str, **options: OptionValue) -> Scene:
    """The dealer's opponent has won the auction, and trump is red; he holds R5 … R14 and three others."""
    hand = "R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 B4 B6 B7"
    return (
        Scene("regular_for_two", None, **{"deals": 1, **options})
        .deal({1: hand}, nest)
        .win_auction(1, 60)
        .do("trump red")
    )


def test_r16_any_two_cards_are_exchanged_and_counters_left_are_dead() -> None:
    """R-16 (1988, The Regular Game for Two): any two of the hand for any two of the nest, counters too."""
    scene = for_two("Y5 Y10 G4 G6 G7")

    assert scene.refused("discard R6 R7 R8 Y5 Y10") == "You may discard at most 2 cards of your own."
    scene.do("discard R5 R6 Y5 Y10 G4").play_out()
    won = scene.told(NestWon)[-1]
    assert (won.winner, won.points) == (None, 20)
    dummy = taken_by(scene.scored().dummy)
    took = [*scene.captured(), dummy]
    assert sum(side.counters + side.bonus for side in took) + won.points == 126


@pytest.mark.parametrize("line", ["discard Y5 Y10 G4 G6 G7", "discard B4 Y5 Y10 G4 G6"])
def test_r16_fewer_than_two_cards_may_be_exchanged(line: str) -> None:
    """R-16."""
    assert for_two("Y5 Y10 G4 G6 G7").do(line).phase == "Playing"


@pytest.mark.parametrize(
    ("exchange", "nest", "said"),
    [
        (0, "R6 R7 R8 R9 R11", "No counter may be discarded. You may not discard cards of your own."),
        (0, "R5 R7 R8 R9 R11", "No counter may be discarded. You may discard at most 1 card of your own."),
        (1, "R5 Y5 R8 R9 R11", "No counter may be discarded. You may discard at most 2 cards of your own."),
    ],
)
def test_hint_tells_how_many_own_cards_may_be_discarded(exchange: int, nest: str, said: str) -> None:
    """One own card for each counter in the nest. Bug: the hint said none, or the usual number."""
    scene = Scene(exchange=exchange, bury_counters=False).deal(nest=nest, dealer=0).win_auction(1, 70)

    assert scene.game.words.reason(scene.view(1)) == said
    told = next(section.text for section in scene.game.about.rules if section.heading == "Nest")
    assert ("own cards may not go." in told) is (exchange == 0)
    assert "If that leaves too few," in told


def test_r16_option_counters_in_the_nest_must_be_taken() -> None:
    """R-16, bury_counters: no counter stays in the nest; more of them than two let more cards go."""
    scene = for_two("Y5 Y10 Y14 G6 G7", bury_counters=False)

    assert scene.choices().isdisjoint({"Y5", "Y10", "Y14", "R5", "R10", "R14"})
    scene.do("discard B4 B6 B7 G6 G7").play_out()
    assert scene.told(NestWon) == []
    dummy = taken_by(scene.scored().dummy)
    assert sum(side.counters + side.bonus for side in [*scene.captured(), dummy]) == 126


# --- naming trump -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        "tennessee_1933",
        "tennessee_1988",
        "over_the_top_1918",
        "over_the_top_1988",
        "three_handed_1914",
        "regular_for_two",
    ],
)
def test_r14_trump_is_named_before_taking_the_nest(key: str) -> None:
    """R-14 (1914, 1918, 1933: names the trump, and then picks up the nest; 1988 is silent)."""
    scene = Scene(key).deal().win_auction(1, 100)
    assert scene.phase == "Naming trump"
    assert len(scene.hand(1)) == scene.table.seats[0].cards

    assert scene.do("trump red").phase == "Discarding"


@pytest.mark.parametrize(
    "key",
    ["kentucky", "red_one", "one_high", "dixie_1912", "dixie_1988", "high_card_partner", "partnership_six"],
)
def test_r14_trump_is_named_after_the_discard(key: str) -> None:
    """R-14 (1912, 1924, 1988: after discarding to the nest, he names the trump color)."""
    scene = Scene(key).deal().win_auction(1, 100)
    assert scene.phase == "Discarding"

    assert scene.lay_any().phase == "Naming trump"


def test_r14_option_trump_is_named_before_or_after_the_nest() -> None:
    """R-14, trump."""
    late = Scene("tennessee_1988", trump="after_nest").deal().win_auction(1, 100)
    early = Scene("kentucky", trump="before_nest").deal().win_auction(1, 100)

    assert late.phase == "Discarding"
    assert early.phase == "Naming trump"
    assert early.do("trump red").phase == "Discarding"
    assert early.lay_any().phase == "Playing"


def test_trump_may_be_any_of_the_four_colors() -> None:
    """1988, Official Tournament Rules: after discarding to the nest, he names the trump color."""
    scene = taken()

    assert scene.refused("trump green").startswith("Discard exactly")
    scene.do("discard R5 R10 R14 Y5 Y10")
    assert scene.answers() == {"trump red", "trump yellow", "trump green", "trump black"}
    assert scene.refused("play G5") == "Name trump first: red, yellow, green or black."
    assert scene.do("trump green").last == (TrumpNamed(1, Color.GREEN),)
    assert scene.facts == {"Bid": "80 by {1}", "Trump": "Green"}


def test_only_the_declarer_discards_and_names_trump() -> None:
    scene = taken()
    for seat in (0, 2, 3):
        assert scene.refused("discard R5 R10 R14 Y5 Y10", seat) == "It isn't your turn."
    scene.do("discard R5 R10 R14 Y5 Y10")
    for seat in (0, 2, 3):
        assert scene.refused(NameTrump(Color.RED), seat) == "It isn't your turn."


def test_discard_of_the_whole_deck_is_refused() -> None:
    assert (
        taken().refused(Discard(deck(range(1, 15), bird=True)))
        == "Discard exactly 5 different cards to the nest."
    )
