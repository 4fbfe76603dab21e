"""Club (1988 booklet), rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.about import Teams
from rules.core.actions import Deal as Deals
from rules.core.actions import parse_action
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import CHANCE, ChooseGroup
from rules.core.events import NO_ONE, CardsSeen, DealScored, HandDealt, Secret, TableLaid
from rules.core.protocol import IllegalAction, InvalidOption
from rules.core.scores import points_of
from rules.core.words import ZoneName
from rules.games.club.events import (
    CardDiscarded,
    CardsDrawn,
    CardsLaidDown,
    DiscardsBegun,
    DiscardsTaken,
    GoneOut,
    Laid,
    RookLaidOut,
    RookPutBack,
    StockUsedUp,
    TopCardTaken,
)
from rules.games.club.facts import ClubFacts, Pile, Stop
from rules.games.club.melds import meld_of, worth
from rules.games.club.scoring import opening, side_score
from rules.games.frame import State
from tests.rules import said
from tests.rules.games.club_tables import cards, meld, table
from tests.rules.games.kit import after, game_of

SEQUENCE = "R4 R5 R6 R7 R8 R9 R10"
NATURAL = "R11 R11' Y11 Y11' G11 G11' B11"
REGULAR = "R12 Y12 G12 B12 R1 Y1 G1"


def answers(game: Any, match: Any, deal: Any) -> list[str]:
    """The named answers of the player in turn."""
    decision = game.ask(match, deal)[deal.turn]
    options = getattr(decision, "options", None) or decision.otherwise
    return [str(option.action) for option in options]


def refused(game: Any, match: Any, deal: Any, action: str) -> str:
    """Why an act is refused."""
    with pytest.raises(IllegalAction) as refusal:
        game.apply(State(match, deal), deal.turn, parse_action(action))
    return said.said(str(refusal.value))


def told(events: list[Any]) -> list[str]:
    return said.told(game_of("club"), events)


def facts_of(game: Any, state: State[Any]) -> ClubFacts:
    facts = game.table_view(state).facts
    assert isinstance(facts, ClubFacts)
    return facts


def scored(events: list[Any]) -> list[int]:
    (line,) = [event for event in events if isinstance(event, DealScored)]
    return [side.scored for side in line.sides]


# Melds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["R6 Y6 B2", "R6 R6' G6", "R6 Y6 R1 Y1 G2 B2", "R4 R5 R6", SEQUENCE, NATURAL, REGULAR, "R3 Y3 B1"]
)
def test_three_or_more_of_a_number_or_in_sequence_are_a_meld(text: str) -> None:
    assert meld_of(cards(text)) is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Y4 Y5 Y6 Y2", "a 2 is no 7 of a sequence (the book's own example)"),
        ("R1 Y1 B2", "wild cards by themselves"),
        ("R6 R1 R2", "one natural card"),
        ("R6 Y6", "two cards"),
        ("R4 R5 Y6", "two colors"),
        ("R4 R5 R5' R6", "a number twice"),
        ("R4 R5 R7", "a gap"),
        ("R3 R4 R5", "a 3 in a sequence"),
        ("R6 Y6 B7", "two numbers"),
        ("R12 R13 R14 R1", "a 1 after 14"),
    ],
)
def test_other_cards_are_no_meld(text: str, why: str) -> None:
    assert meld_of(cards(text)) is None


@pytest.mark.parametrize(
    ("text", "score"),
    [
        (SEQUENCE, 1200),
        (NATURAL, 800),
        (REGULAR, 400),
        (NATURAL + " B1", 400),
        ("R12 Y12 G12 R1 Y1 G1 B1", 0),
        ("R12 Y12 R1 Y1 G1 B1 R2", 0),
        ("R4 R5 R6 R7 R8 R9", 0),
    ],
)
def test_birdies_are_seven_cards_and_a_set_needs_four_natural_ones(text: str, score: int) -> None:
    assert meld(text).birdie == score


# Deal --------------------------------------------------------------------------------------------------


def dealt(seats: int, first: str, **options: Any) -> tuple[Any, Any, list[Any]]:
    """A deal in which, after the hands, the stock begins with these cards; no hand has a Rook."""
    game = game_of("club", **options)
    pack = list(game.deck(seats))
    begin = list(parse_cards(first))
    others = [card for card in pack if card not in begin]
    hands = [card for card in others if not card.is_bird][: 13 * seats]
    rest = [card for card in others if card not in hands]
    match = game.start(seats).match._replace(drawing=())
    state, events = game.apply(State(match, None), CHANCE, Deals((*hands, *begin, *rest)))
    return state.match, state.deal, list(events)


@pytest.mark.parametrize(("seats", "number", "stock"), [(4, 114, 61), (6, 171, 92)])
def test_thirteen_cards_each_of_two_or_three_packs_and_one_turned_up(
    seats: int, number: int, stock: int
) -> None:
    assert len(game_of("club").deck(seats)) == number
    _, deal, events = dealt(seats, "B9'")
    assert [len(hand) for hand in deal.hands] == [13] * seats
    assert (len(deal.stock), deal.pile) == (stock, parse_cards("B9'"))
    assert deal.turn == 1
    assert told(events) == ["B9' is turned over to start the discard pile."]


def test_a_1_2_or_3_turned_up_is_covered() -> None:
    """1988, Club, 2: "he turns over the next card from the draw pile"."""
    _, deal, events = dealt(4, "B3' B1' B2' B9' B10'")
    assert DiscardsBegun(parse_cards("B3' B1' B2' B9'")) in events
    assert told(events) == ["B9' is turned over onto B3' B1' B2' to start the discard pile."]
    assert deal.pile == parse_cards("B3' B1' B2' B9'")
    assert deal.stock[0] == Card.parse("B10'")
    assert not deal.is_stopped


def test_a_rook_turned_up_goes_back_into_the_middle() -> None:
    _, deal, events = dealt(4, "Rook B9'")
    assert deal.pile == parse_cards("B9'")
    assert RookPutBack(Card.parse("Rook"), 61 // 2) in events
    assert told(events) == [
        "A Rook is turned over and goes back into the middle of the draw pile.",
        "B9' is turned over to start the discard pile.",
    ]
    # 61 cards were left when it was put under thirty of them, and the first of those was turned up.
    assert deal.stock.index(Card.parse("Rook")) == 61 // 2 - 1


def test_r66_rooks_dealt_are_laid_out_at_once_from_the_dealers_left_and_replaced() -> None:
    game = game_of("club")
    plain = [card for card in game.deck(4) if not card.is_bird]
    rook, second = (card for card in game.deck(4) if card.is_bird)
    # Seat 1 gets a Rook first, seat 0, the dealer, the last card; seat 1 draws the other Rook for his.
    order = (rook, *plain[:51], second, *plain[51:])
    state, events = game.apply(State(game.start(4).match._replace(drawing=()), None), CHANCE, Deals(order))
    assert state.deal.rooks == ((), (rook, second))
    assert [len(hand) for hand in state.deal.hands] == [13] * 4
    assert plain[51] in state.deal.hands[1]
    assert [event for event in events if isinstance(event, RookLaidOut)] == [
        RookLaidOut(1, rook, is_drawn=False),
        RookLaidOut(1, second, is_drawn=True),
    ]
    assert Secret(1, CardsSeen(1, (plain[51],))) in events
    assert told(list(events))[:2] == ["{1} lays down a Rook.", "{1} draws a Rook and lays it down."]


def test_every_card_of_a_deal_is_in_an_event() -> None:
    game = game_of("club")
    order = tuple(game.deck(4))
    _, events = game.apply(State(game.start(4).match._replace(drawing=()), None), CHANCE, Deals(order))
    hands = [
        event.event.cards
        for event in events
        if isinstance(event, Secret) and isinstance(event.event, HandDealt)
    ]
    (laid,) = [event for event in events if isinstance(event, Secret) and isinstance(event.event, TableLaid)]
    assert laid.to == NO_ONE
    assert isinstance(laid.event, TableLaid)
    assert laid.event.pile == order[52:]
    assert sorted(card for hand in hands for card in hand) == sorted(order[:52])


def test_r65_six_are_three_pairs_and_by_the_option_two_threes() -> None:
    assert game_of("club").sides(4) == ((0, 2), (1, 3))
    assert game_of("club").sides(6) == ((0, 3), (1, 4), (2, 5))
    threes = game_of("club", club_teams="threes")
    assert threes.sides(6) == ((0, 2, 4), (1, 3, 5))
    assert threes.about.teams is Teams.PARTNERS
    with pytest.raises(InvalidOption):
        game_of("club", club_teams="twos")


# First play --------------------------------------------------------------------------------------------


def test_sv39_three_sixes_and_a_2_are_50_points_and_enough_under_2000() -> None:
    assert worth(cards("R6 Y6 G6 B2")) == 50
    game, match, deal = table({1: "R6 Y6 G6 B2 B9 B14"}, totals=(0, 1990), stage="discard")
    state, events = after(game, match, deal, (1, "say meld"), (1, "put 1 R6 Y6 G6 B2"), (1, "say down"))
    assert state.deal.melds[1] == (meld("R6 Y6 G6 B2"),)
    assert CardsLaidDown(1, (Laid(1, cards("R6 Y6 G6 B2"), is_new=True, birdie=0),)) in events
    assert told(events) == ["{1} melds B2 R6 Y6 G6."]


@pytest.mark.parametrize(("total", "least"), [(-500, 50), (1999, 50), (2000, 100), (3000, 100), (3010, 160)])
def test_sv40_the_first_play_by_the_score(total: int, least: int) -> None:
    """R-64: "over 150" is 160."""
    assert opening(total, game_of("club").rules.club_over3000_min) == least


@pytest.mark.parametrize(("options", "is_enough"), [({}, False), ({"club_over3000_min": 150}, True)])
def test_r64_option_over_3000_a_first_play_of_150_is_enough(options: dict[str, int], is_enough: bool) -> None:
    hand = "R6 Y6 G6 B6 R7 Y7 G7 B7 R9 R10 R11 R12 Y13 G13 B13 B5 B4"
    game, match, deal = table({1: hand}, totals=(0, 3010), stage="discard", options=options)
    puts = ("put 1 R6 Y6 G6 B6", "put 2 R7 Y7 G7 B7", "put 3 R9 R10 R11 R12", "put 4 Y13 G13 B13")
    state, _ = after(game, match, deal, (1, "say meld"), *[(1, put) for put in puts])
    assert ("say down" in answers(game, state.match, state.deal)) == is_enough
    if not is_enough:
        assert "10 more points to open" in refused(game, state.match, state.deal, "say down")


@pytest.mark.parametrize("points", [90, 300])
def test_over_3000_a_first_play_is_neither_less_than_before_nor_out_of_reach(points: int) -> None:
    with pytest.raises(InvalidOption, match="“Opening above 3,000” can't be"):
        game_of("club", club_over3000_min=points)


def test_several_melds_of_one_turn_open_together_and_the_partner_needs_nothing_more() -> None:
    game, match, deal = table({1: "R6 Y6 G6 B7 B8 B9 Y14 Y4", 2: "B9' B5", 3: "B10 G4 Y5"}, stage="discard")
    state, _ = after(game, match, deal, (1, "say meld"), (1, "put 1 R6 Y6 G6"))
    assert "20 more points to open" in refused(game, state.match, state.deal, "say down")
    state, _ = after(
        game, state.match, state.deal, (1, "put 2 B7 B8 B9"), (1, "say down"), (1, "discard Y14")
    )
    state, _ = after(game, state.match, state.deal, (2, "take pile"), (2, "discard B9'"), (3, "take pile"))
    state, _ = after(game, state.match, state.deal, (3, "say meld"), (3, "put 2 B10"), (3, "say down"))
    assert state.deal.melds[1] == (meld("R6 Y6 G6"), meld("B7 B8 B9 B10"))


def test_nobody_is_asked_to_lay_down_what_cannot_be_enough() -> None:
    game, match, deal = table({1: "R6 Y6 G6 B9 B12"}, stage="discard")
    assert answers(game, match, deal) == []
    opened = deal._replace(melds=((), (meld("R7 Y7 G7"),)))
    assert answers(game, match, opened) == ["say meld"]


# Setting cards aside -----------------------------------------------------------------------------------


def test_cards_set_aside_are_seen_by_their_player_alone_and_can_be_taken_back() -> None:
    game, match, deal = table({1: "R6 Y6 G6 B7 B8 B9 Y14 Y4"}, stage="discard")
    before = game.table_view(State(match, deal))
    state, events = after(game, match, deal, (1, "say meld"), (1, "put 1 R6 Y6 G6"))
    assert game.table_view(state) == before
    assert all(isinstance(event, Secret) and event.to < 0 for event in events)
    view = game.seat_view(state, 1)
    assert view.hand == cards("B7 B8 B9 Y14 Y4")
    (zone,) = view.zones
    assert (zone.kind, zone.number, zone.shown) == (Pile.PLANNED, 1, parse_cards("R6 Y6 G6"))
    assert game.words.zone(zone) == ZoneName("#1", "Set out to meld")
    assert said.question(game, view) == "30 points set out to meld. You need 20 more points to open."
    assert game.seat_view(state, 3).zones == ()
    state, _ = after(game, match, state.deal, (1, "say over"))
    assert state.deal == deal


def test_the_same_cards_may_have_several_readings() -> None:
    game, match, deal = table(
        {1: "B2 R9 Y4 R5 R13"}, melds={1: ["R6 Y6 G6", "R10 R11 R12", "R9' Y9 B9"]}, stage="meld"
    )
    deal = deal._replace(plan=deal.melds[1])
    decision = game.ask(match, deal)[1]
    assert isinstance(decision, ChooseGroup)
    assert decision.cards == cards("B2 R9 R13")
    readings = {text: decision.grouping.readings(cards(text)) for text in ("R9", "B2", "R9 R13", "Y4")}
    view = game.seat_view(State(match, deal), 1)
    assert said.labels(game, view, readings["R9"]) == ["Add to #2, red 10–12", "Add to #3, 9s"]
    assert [str(option.action) for option in readings["B2"]] == ["put 1 B2", "put 3 B2"]
    assert [str(option.action) for option in readings["R9 R13"]] == ["put 2 R9 R13"]
    assert readings["Y4"] == ()


def test_more_than_ten_cards_go_down_in_two_steps() -> None:
    game, match, deal = table({1: "G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14 R5 B7"}, stage="discard")
    state, _ = after(game, match, deal, (1, "say meld"))
    assert refused(game, match, state.deal, "put 1 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14")
    ten = "put 1 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13"
    assert len(ten) < 70
    state, _ = after(game, match, state.deal, (1, ten), (1, "put 1 G14"), (1, "say down"))
    assert state.deal.melds[1][0].cards.bit_count() == 11


# The discards ------------------------------------------------------------------------------------------


def test_the_pile_is_taken_with_two_natural_cards_of_its_top_cards_number() -> None:
    game, match, deal = table({1: "Y8 G8 B4 B5"}, pile="R13 R9 R8", melds={1: ["R5 R6 R7"]})
    assert answers(game, match, deal) == ["take pile", "say pile", "put 1 R8"]
    state, _ = after(game, match, deal, (1, "say pile"))
    assert "You have set out no cards" in refused(game, match, state.deal, "say down")
    state, events = after(game, match, state.deal, (1, "put 2 R8 Y8 G8"), (1, "say down"))
    assert state.deal.pile == ()
    assert state.deal.hands[1] == cards("B4 B5 R13 R9")
    assert DiscardsTaken(1, 3) in events
    assert told(events) == ["{1} takes the discard pile, 3 cards.", "{1} melds R8 Y8 G8."]
    assert Secret(1, CardsSeen(1, parse_cards("R13 R9"))) in events
    assert state.deal.stock == deal.stock
    assert answers(game, match, state.deal) == []


@pytest.mark.parametrize("hand", ["Y8 B1 B2 G4", "Y8 R7 R9 B4", "B1 B2 R1 G4"])
def test_one_natural_card_or_wild_cards_do_not_take_the_pile(hand: str) -> None:
    game, match, deal = table({1: hand}, pile="R13 R8", melds={1: ["R5 Y5 B5"]})
    assert answers(game, match, deal) == ["take pile"]
    assert refused(game, match, deal, "say pile")


def test_the_pile_is_not_taken_on_ones_first_turn() -> None:
    game, match, deal = table({1: "Y8 G8 B4 B5"}, pile="R13 R8", melds={1: ["R5 Y5 B5"]})
    assert "say pile" not in answers(game, match, deal._replace(turns=3))
    assert "say pile" in answers(game, match, deal._replace(turns=4))


def test_the_top_card_must_be_used_with_two_natural_cards_of_the_hand() -> None:
    game, match, deal = table({1: "Y8 G8 B1 R7 R9 B5"}, pile="R13 R8", melds={1: ["R5 Y5 B5'"]})
    state, _ = after(game, match, deal, (1, "say pile"))
    for put in ("put 1 B5", "put 2 R7 R8 R9", "put 2 R8 Y8 B1"):
        aside, _ = after(game, match, state.deal, (1, put))
        assert "Put R8 into one meld" in refused(game, match, aside.deal, "say down")
    aside, _ = after(game, match, state.deal, (1, "put 2 R8 Y8 G8"), (1, "put 1 B5"))
    assert "say down" in answers(game, match, aside.deal)


def test_the_three_may_go_onto_a_set_of_that_number() -> None:
    game, match, deal = table({1: "Y8 G8 B4 B5"}, pile="R13 R8", melds={1: ["R8' Y8' B8"]})
    state, _ = after(game, match, deal, (1, "say pile"), (1, "put 1 R8 Y8 G8"), (1, "say down"))
    assert state.deal.melds[1] == (meld("R8 R8' Y8 Y8' G8 B8"),)


def test_r70_opening_with_the_pile_needs_two_natural_cards_and_the_points_from_the_hand() -> None:
    hand = {1: "Y8 G8 B5 B6 B12"}
    game, match, deal = table(hand, pile="B7 B1' R13 R8")
    # 8, 8, 8 are 30; with the 7 of the pile there would be a sequence, but no other card of it counts.
    assert answers(game, match, deal) == ["take pile"]
    game, match, deal = table({1: "Y8 G8 B5 B6 B4 B12"}, pile="B7 B1' R13 R8")
    state, _ = after(game, match, deal, (1, "say pile"), (1, "put 1 R8 Y8 G8"))
    assert refused(game, match, state.deal, "put 2 B5 B6 B7")
    assert "20 more points to open" in refused(game, match, state.deal, "say down")
    state, _ = after(game, match, state.deal, (1, "put 2 B4 B5 B6"), (1, "say down"))
    assert state.deal.hands[1] == cards("B12 B7 B1' R13")
    state, _ = after(game, match, state.deal, (1, "say meld"), (1, "put 2 B7"), (1, "say down"))
    assert state.deal.melds[1][1] == meld("B4 B5 B6 B7")


def test_who_does_not_lay_down_has_not_taken_the_pile_either() -> None:
    game, match, deal = table({1: "Y8 G8 B4 B5"}, pile="R13 R8", melds={1: ["R5 Y5 B5'"]})
    state, events = after(game, match, deal, (1, "say pile"), (1, "put 2 R8 Y8 G8"), (1, "say over"))
    assert state.deal == deal
    assert told(events) == []


@pytest.mark.parametrize(
    ("top", "melds", "places"),
    [
        ("R8", ["R5 R6 R7", "Y8 G8 B8", "R9 R10 R11"], ["put 1 R8", "put 2 R8", "put 3 R8"]),
        ("R8", ["Y8 G8 B1", "R4 R5 R6", "Y9 G9 B9"], []),
        ("R8", ["Y8 G8 B8 B1"], []),
    ],
)
def test_the_top_card_alone_goes_onto_a_sequence_or_a_set_of_natural_cards(
    top: str, melds: list[str], places: list[str]
) -> None:
    game, match, deal = table({1: "B4 B5"}, pile=f"R13 {top}", melds={1: melds})
    assert answers(game, match, deal) == ["take pile", *places]
    others = deal._replace(melds=(deal.melds[1], ()))
    assert answers(game, match, others) == ["take pile"]


def test_taking_the_top_card_is_the_whole_turn() -> None:
    game, match, deal = table({1: "B4 B5"}, pile="R13 R8", melds={1: ["R5 R6 R7"]}, turns=2)
    state, events = after(game, match, deal, (1, "put 1 R8"))
    assert state.deal.hands == deal.hands
    assert state.deal.pile == parse_cards("R13")
    assert (state.deal.turn, state.deal.stage, state.deal.stock) == (2, "draw", deal.stock)
    assert TopCardTaken(1, Card.parse("R8"), 1, birdie=0) in events
    assert told(events) == ["{1} takes only R8 and adds it to #1."]


# Stops -------------------------------------------------------------------------------------------------


def test_r71_a_3_stops_the_next_player_from_both() -> None:
    hands = {1: "R3 B4 B5", 2: "Y8 G8 B12 B13", 3: "Y9 G9 B6 B7"}
    melds = {0: ["R5 R6 R7"], 1: ["Y5 Y6 Y7"]}
    game, match, deal = table(hands, pile="R14 R8", melds=melds, stage="discard")
    state, events = after(game, match, deal, (1, "discard R3"))
    assert CardDiscarded(1, Card.parse("R3")) in events
    assert told(events) == ["{1} discards R3 and stops the pile."]
    assert answers(game, match, state.deal) == ["take pile"]
    assert (facts_of(game, state).stop, facts_of(game, state).stopped_by) == (Stop.THREE, None)
    assert said.lines(game, game.table_view(state))["Stop"] == "a 3 on top"
    state = State(match, state.deal._replace(stage="discard"))
    state, _ = after(game, match, state.deal, (2, "discard Y8"))
    assert answers(game, match, state.deal) == ["take pile", "put 1 Y8"]


def test_a_3_uncovered_again_cannot_be_taken_either() -> None:
    game, match, deal = table({1: "R13 Y13"}, pile="B3 R8", melds={1: ["R5 R6 R7"]})
    state, _ = after(game, match, deal, (1, "put 1 R8"))
    assert answers(game, match, state.deal) == ["take pile"]


def test_r71_a_wild_card_stops_everybody_until_its_players_turn() -> None:
    eights = ("R8' R9'", "Y8 Y8' B5", "G8 G8' B6", "B8 B8' B7")
    game, match, deal = table(
        {1: "R1 Y9 Y10", 2: "G13 " + eights[1], 3: "G14 " + eights[2], 0: "R8 " + eights[3]},
        melds={0: ["R5 R6 R7"], 1: ["Y5 Y6 Y7"]},
        pile="G4",
        stage="discard",
    )
    state, events = after(game, match, deal, (1, "discard R1"))
    assert told(events) == ["{1} discards R1 and stops the pile for a round."]
    for seat, card in ((2, "Y8"), (3, "G8"), (0, "R8")):
        assert answers(game, match, state.deal) == ["take pile"]
        assert (facts_of(game, state).stop, facts_of(game, state).stopped_by) == (Stop.WILD, 1)
        assert said.lines(game, game.table_view(state))["Stop"] == "until {1} plays again"
        state, _ = after(game, match, state.deal._replace(stage="discard"), (seat, f"discard {card}"))
    assert state.deal.turn == 1
    assert state.deal.stop is None
    holds = state.deal._replace(hands=(state.deal.hands[0], cards("B8 B8' Y9 Y10"), *state.deal.hands[2:]))
    assert answers(game, match, holds) == ["take pile", "say pile"]


def test_a_second_wild_card_stops_for_a_round_of_its_own() -> None:
    game, match, deal = table({1: "R1 Y9", 2: "R2 Y10", 3: "B4 B5", 0: "B6 B7"}, stage="discard")
    state, _ = after(game, match, deal, (1, "discard R1"))
    for seat, card in ((2, "R2"), (3, "B4"), (0, "B6")):
        state, _ = after(game, match, state.deal._replace(stage="discard"), (seat, f"discard {card}"))
    assert state.deal.stop == 2
    state, _ = after(game, match, state.deal._replace(stage="discard"), (1, "discard Y9"))
    assert state.deal.stop is None


# Rooks, drawing and the stock --------------------------------------------------------------------------


def test_a_rook_drawn_is_laid_out_and_another_card_drawn() -> None:
    game, match, deal = table({1: "B4 B5"}, stock="Rook R9 Rook' R10 R11")
    state, events = after(game, match, deal, (1, "take pile"))
    assert state.deal.hands[1] == cards("B4 B5 R9 R10")
    assert state.deal.rooks == ((), parse_cards("Rook Rook'"))
    assert CardsDrawn(1, 2) in events
    assert told(events) == ["{1} draws a Rook and lays it down."] * 2
    assert Secret(1, CardsSeen(1, parse_cards("R9 R10"))) in events


def test_r67_the_turn_in_which_the_stock_ends_is_finished_and_the_deal_is_over() -> None:
    game, match, deal = table({1: "B4 B5", 0: "R4", 2: "R5", 3: "R6"}, stock="R9")
    state, _ = after(game, match, deal, (1, "take pile"))
    assert state.deal.hands[1] == cards("B4 B5 R9")
    state, events = after(game, match, state.deal, (1, "discard R9"))
    assert state.deal is None
    assert StockUsedUp() in events
    assert told(events)[-1] == "The draw pile is used up, so the deal is over."
    assert scored(events) == [-20, -30]


def test_a_rook_as_the_last_card_is_not_replaced() -> None:
    game, match, deal = table({1: "B4 B5", 0: "R4", 2: "R5", 3: "R6"}, stock="Rook")
    state, events = after(game, match, deal, (1, "take pile"), (1, "discard B4"))
    assert state.deal is None
    assert scored(events) == [-20, -20]


# Going out ---------------------------------------------------------------------------------------------

BIRDIES = {1: [SEQUENCE, NATURAL]}


def test_going_out_by_laying_down_the_last_card() -> None:
    game, match, deal = table({1: "R14 Y14 G14", 0: "Y4", 2: "B1", 3: "G4"}, melds=BIRDIES, stage="discard")
    state, events = after(game, match, deal, (1, "say meld"), (1, "put 3 R14 Y14 G14"), (1, "say down"))
    assert state.deal is None
    assert GoneOut(1) in events
    assert told(events)[-1] == "{1} goes out."
    assert scored(events) == [-30, 200 + 1200 + 800 + 170 - 10]


def test_going_out_by_discarding_the_last_card() -> None:
    game, match, deal = table(
        {1: "R14 Y14 G14 B5", 0: "Y4", 2: "B1", 3: "G4"}, melds=BIRDIES, stage="discard"
    )
    state, events = after(
        game, match, deal, (1, "say meld"), (1, "put 3 R14 Y14 G14"), (1, "say down"), (1, "discard B5")
    )
    assert state.deal is None
    assert told(events)[-1] == "{1} goes out."


@pytest.mark.parametrize("melds", [[SEQUENCE], [SEQUENCE, "R13 Y13 G13 B13 R13' Y13'"]])
def test_r72_without_two_birdies_one_must_keep_a_card_after_discarding(melds: list[str]) -> None:
    game, match, deal = table({1: "R14 Y14 G14 B14 B5"}, melds={1: melds}, stage="discard")
    state, _ = after(game, match, deal, (1, "say meld"), (1, f"put {len(melds) + 1} R14 Y14 G14 B14"))
    assert "keep a card after discarding" in refused(game, match, state.deal, "say down")
    state, _ = after(game, match, state.deal, (1, "say over"), (1, "say meld"))
    state, _ = after(game, match, state.deal, (1, f"put {len(melds) + 1} R14 Y14 G14"), (1, "say down"))
    assert state.deal.hands[1] == cards("B14 B5")


def test_the_second_birdie_may_be_completed_on_the_way_out() -> None:
    melds = {1: [SEQUENCE, "R13 Y13 G13 B13 R13' Y13'"]}
    game, match, deal = table({1: "G13' B5"}, melds=melds, stage="discard")
    state, events = after(
        game, match, deal, (1, "say meld"), (1, "put 2 G13'"), (1, "say down"), (1, "discard B5")
    )
    assert state.deal is None
    assert CardsLaidDown(1, (Laid(2, cards("G13'"), is_new=False, birdie=800),)) in events
    assert "{1} adds G13' to #2. That is a Natural Birdie." in told(events)


def test_r69_the_partners_birdies_count() -> None:
    game, match, deal = table({3: "R14 Y14 G14", 1: "B4 B5"}, melds=BIRDIES, stage="discard", turn=3)
    state, _ = after(game, match, deal, (3, "say meld"), (3, "put 3 R14 Y14 G14"), (3, "say down"))
    assert state.deal is None


def test_3s_are_laid_down_only_to_go_out() -> None:
    game, match, deal = table({1: "R3 Y3 G3 B5 B6"}, melds=BIRDIES, stage="discard")
    assert answers(game, match, deal) == []
    game, match, deal = table({1: "R3 Y3 G3 R14 Y14 G14 B5"}, melds=BIRDIES, stage="discard")
    state, _ = after(game, match, deal, (1, "say meld"))
    assert game.ask(match, state.deal)[1].cards == cards("R3 Y3 G3 R14 Y14 G14")
    assert refused(game, match, state.deal, "put 3 R3 Y3 G3")
    assert "Meld 3s last, and only to go out." in said.reason(game, game.seat_view(state, 1))
    state, _ = after(game, match, state.deal, (1, "put 3 R14 Y14 G14"), (1, "put 4 R3 Y3 G3"))
    assert answers(game, match, state.deal)[0] == "say down"
    game, match, deal = table({1: "R3 Y3 G3 B5"}, melds={1: [SEQUENCE]}, stage="meld")
    assert refused(game, match, deal._replace(plan=deal.melds[1]), "put 2 R3 Y3 G3")
    game, match, deal = table({1: "R3 Y3 G3 B5"}, melds=BIRDIES, stage="discard")
    state, events = after(
        game, match, deal, (1, "say meld"), (1, "put 3 R3 Y3 G3"), (1, "say down"), (1, "discard B5")
    )
    assert told(events)[-1] == "{1} goes out."


def test_seven_3s_may_be_the_second_birdie_on_the_way_out() -> None:
    threes = "R3 R3' Y3 Y3' G3 G3' B3"
    game, match, deal = table({1: threes + " B5"}, melds={1: [SEQUENCE]}, stage="discard")
    assert "say meld" in answers(game, match, deal)
    state, _ = after(game, match, deal, (1, "say meld"))
    decision = game.ask(match, state.deal)[1]
    assert decision.cards == cards(threes)
    state, events = after(
        game, match, state.deal, (1, "put 2 R3 Y3 G3 B3 R3' Y3' G3'"), (1, "say down"), (1, "discard B5")
    )
    assert told(events)[-1] == "{1} goes out."


def test_3s_are_not_laid_down_while_the_pile_brings_more_cards() -> None:
    game, match, deal = table({1: "R3 Y3 G3 Y8 G8"}, pile="R13 R14 R8", melds=BIRDIES)
    state, _ = after(game, match, deal, (1, "say pile"), (1, "put 3 R8 Y8 G8"))
    assert refused(game, match, state.deal, "put 4 R3 Y3 G3")


# Scores ------------------------------------------------------------------------------------------------


def test_sv41_the_score_of_the_side_that_is_out() -> None:
    """Derived: 200 + 1,200 + 800 + 500 + 190 - 30 = 2,860."""
    melds = (meld(SEQUENCE), meld(NATURAL), meld("R5' Y5 B5 B1"))
    assert sum(worth(one.cards) for one in melds) == 190
    scored = side_score(melds, 2, [CardSet(0), cards("R9 B2")], is_out=True)
    counted = [(1, 200), (2, 2000), (2, 500), (18, 190), (2, -30)]
    assert [(item.number, item.points) for item in scored] == counted
    assert points_of(scored) == 2860
    told = game_of("club").words.score(scored)
    assert told == "going out 200, Birdies 2,000, Rooks 500, melds 190, left in hand \N{MINUS SIGN}30"


@pytest.mark.parametrize(("rooks", "score"), [(0, 0), (1, 200), (2, 500), (3, 1000)])
def test_r68_rooks_score_with_two_birdies_only(rooks: int, score: int) -> None:
    """R-68: the card itself is worth nothing."""
    two, one = (meld(SEQUENCE), meld(REGULAR)), (meld(SEQUENCE),)
    assert points_of(side_score(two, rooks, [], is_out=False)) == 1200 + 400 + 70 + 100 + score
    assert points_of(side_score(one, rooks, [], is_out=False)) == 1270


def test_the_match_is_to_5000() -> None:
    game, match, deal = table({1: "R14 Y14 G14"}, melds=BIRDIES, stage="discard", totals=(4990, 2600))
    acts = ((1, "say meld"), (1, "put 3 R14 Y14 G14"), (1, "say down"))
    state, _ = after(game, match, deal, *acts)
    assert state.match.winners is None
    state, _ = after(game, match._replace(totals=(4990, 2800)), deal, *acts)
    assert state.match.winners == (1, 3)


# What is seen ------------------------------------------------------------------------------------------


def test_everybody_sees_melds_piles_rooks_and_what_is_needed_to_open() -> None:
    game, match, deal = table(
        {1: "B4 B5"}, pile="R13 R8", melds={1: ["Y8 G8 B1", NATURAL]}, rooks={0: "Rook"}, totals=(2000, 0)
    )
    view = game.table_view(State(match, deal))
    assert [(zone.kind, zone.side, zone.number, zone.shown, zone.hidden) for zone in view.zones] == [
        (Pile.STOCK, None, None, (), len(deal.stock)),
        (Pile.DISCARDS, None, None, parse_cards("R8"), 1),
        (Pile.MELD, 1, 1, parse_cards("Y8 G8 B1"), 0),
        (Pile.MELD, 1, 2, meld(NATURAL).in_order, 0),
    ]
    assert [game.words.zone(zone) for zone in view.zones] == [
        ZoneName("draw pile"),
        ZoneName("discard pile"),
        ZoneName("#1"),
        ZoneName("#2★"),
    ]
    assert view.facts == ClubFacts(
        turn=1,
        melds=((), (meld("Y8 G8 B1"), meld(NATURAL))),
        rooks=(parse_cards("Rook"), ()),
        to_open=(100, 0),
        stop=None,
        stopped_by=None,
    )
    assert said.lines(game, view) == {
        "{0} & {2}:": "1 Rook, needs 100 to open",
        "{1} & {3}:": "1 Birdie ★",
    }


def test_a_wild_card_uncovered_again_is_said_to_stop_too() -> None:
    game, match, deal = table({1: "R13 Y13"}, pile="B2 R8", melds={1: ["R5 R6 R7"]})
    state, _ = after(game, match, deal, (1, "put 1 R8"))
    assert answers(game, match, state.deal) == ["take pile"]
    assert (facts_of(game, state).stop, facts_of(game, state).stopped_by) == (Stop.WILD, None)
    assert said.lines(game, game.table_view(state))["Stop"] == "a wild card on top"


def test_the_rules_are_told_from_the_values_played_by() -> None:
    opening = said.sections(game_of("club"))["Opening"]
    assert "worth 50 points, all in one turn" in opening
    assert "With a score from 2,000 to 3,000 they must be worth 100, above that 160." in opening
    changed = game_of("club", club_over3000_min=150, club_teams="threes", target=3000)
    assert "above that 150." in said.sections(changed)["Opening"]
    assert said.readings(changed)["R-64"].endswith("Here 150 is enough.")
    assert "two sides of three" in said.readings(changed)["R-65"]
    assert "three pairs" in said.readings(game_of("club"))["R-65"]
    assert said.sections(changed)["End"] == "The first to 3,000 points wins."


def test_the_deal_is_told_as_the_book_tells_it() -> None:
    deal = said.sections(game_of("club"))["Deal"]
    assert "The next card is turned over to start the discard pile." in deal
    assert "If it is a 1, 2 or 3, it stays beneath" in deal


def test_every_section_of_the_rules_names_the_book_and_our_own_readings() -> None:
    rules = game_of("club").about.rules
    assert {section.heading: section.source.removeprefix("1988 booklet, Club, ") for section in rules} == {
        "Partners": "1 (Equipment)",
        "Deal": "2 (Dealing)",
        "Rooks": "10 (The Rook Bird Card)",
        "Your turn": "4 (Playing)",
        "Melds": "5 (Wild Cards) and 7 (Playing to the Table)",
        "Opening": "6 (Card Values) and 7 (Playing to the Table)",
        "Discard pile": "8 (Picking up Discards)",
        "Stop cards": "9 (Stop Cards)",
        "Birdies": "11 (Birdies) and 13 (Base Score)",
        "Going out": "12 (Going Out) and 13 (Base Score)",
        "Score": "13 (Base Score) to 15 (Count Cards)",
        "End": "16 (Winning the Game)",
    }
    assert {section.heading: [one.register for one in section.ours] for section in rules if section.ours} == {
        "Partners": ["R-65"],
        "Deal": ["R-10"],
        "Rooks": ["R-66"],
        "Opening": ["R-64"],
        "Discard pile": ["R-70"],
        "Stop cards": ["R-71"],
        "Going out": ["R-69", "R-72", "R-67"],
        "Score": ["R-68", "R-08"],
        "End": ["R-05", "R-06", "R-07", ""],
    }
