"""Choosing the dealer, the deck and the deal: the Dealing section of each game."""

from __future__ import annotations

import pytest

from rules.core.actions import Deal, Draw
from rules.core.cards import BIRD, CARDS, Card, CardSet, deck, parse_cards
from rules.core.decisions import CHANCE, DrawByLot, options_of
from rules.core.events import DealerDrawn, DealStarted, OddCardsWon, TableLaid
from rules.core.views import ZoneKind
from tests.rules.said import labels
from tests.rules.scene import Scene

ALL = range(1, 15)
FIVE_UP = range(5, 15)
FOUR_UP = range(4, 15)


def in_order(key: str, dealer: int = 0, players: int | None = None) -> tuple[Scene, tuple[Card, ...]]:
    """A deal of the deck in its order: card n is ``cards[n]``."""
    scene = Scene(key, players).draw(dealer)
    question = scene.decision
    assert isinstance(question, DrawByLot)
    return scene.act(Deal(question.deck), CHANCE), question.deck


def laid(scene: Scene) -> TableLaid:
    """The cards on the table after the deal, without the hands."""
    table: TableLaid = scene.told(TableLaid)[-1]
    return table


def test_highest_card_drawn_makes_the_dealer() -> None:
    """1988, To Choose Dealer."""
    scene = Scene().do("draw R5 Y14 G9 B13")

    assert scene.last == (DealerDrawn(tuple(enumerate(parse_cards("R5 Y14 G9 B13"))), 1),)
    assert scene.deal().dealer == 1


def test_r10_tied_seats_draw_again() -> None:
    """R-10."""
    scene = Scene().do("draw R14 Y14 G14 B5", "draw R9 Y9 G8")

    assert scene.last[0] == DealerDrawn(tuple(zip((0, 1, 2), parse_cards("R9 Y9 G8"), strict=True)), None)
    assert scene.do("draw G5 Y6").last[0] == DealerDrawn(((0, CARDS[32]), (1, CARDS[19])), 1)


@pytest.mark.parametrize("key", ["kentucky", "one_high", "red_one", "tennessee_1988", "high_card_partner"])
def test_r10_bird_is_left_out_of_the_draw(key: str) -> None:
    """R-10."""
    scene = Scene(key)
    assert isinstance(scene.decision, DrawByLot)

    assert all(not card.is_bird for card in scene.decision.deck)
    others = " ".join(f"R{seat + 5}" for seat in scene.seats if seat)
    assert "Rook" in scene.refused(f"draw Rook {others}", CHANCE)


# --- decks and sizes ----------------------------------------------------------------------------------------

RED_ONE_DECK = (CARDS[0], *deck(FIVE_UP, bird=True))


@pytest.mark.parametrize(
    ("key", "players", "cards", "hands", "nest"),
    [
        pytest.param("kentucky", 4, deck(FIVE_UP, bird=True), {9}, 5, id="SV-21 Kentucky Discard"),
        pytest.param("kentucky_no_rook", 4, deck(FIVE_UP, bird=False), {9}, 4, id="R-18 without the Rook"),
        pytest.param("red_one", 4, RED_ONE_DECK, {9}, 6, id="SV-24 The Red 1"),
        pytest.param("one_high", 4, deck(ALL, bird=True), {14}, 1, id="1-High Partnership"),
        pytest.param("dixie_1912", 4, deck(ALL, bird=False), {13}, 4, id="SV-20 Dixie, four players"),
        pytest.param("dixie_1912", 6, deck(ALL, bird=False), {9}, 2, id="SV-20 Dixie, six players"),
        pytest.param("dixie_1924", 6, deck(ALL, bird=False), {9}, 2, id="SV-20 Dixie of 1924, six"),
        pytest.param("dixie_1988", 4, deck(ALL, bird=False), {13}, 4, id="SV-20 Dixie of 1988, four"),
        pytest.param("dixie_1988", 6, deck(ALL, bird=False), {9}, 2, id="SV-20 Dixie of 1988, six"),
        pytest.param("high_card_partner", 5, deck(FIVE_UP, bird=True), {7}, 6, id="SV-31 High Card Partner"),
        pytest.param("partnership_six", 6, deck(ALL, bird=True), {8}, 9, id="SV-32 Partnership for Six"),
        pytest.param("three_handed_1914", 3, deck(FOUR_UP, bird=False), {13}, 5, id="SV-43 Three Handed"),
        pytest.param("regular_for_two", 2, deck(FOUR_UP, bird=False), {13}, 5, id="SV-43 Regular for Two"),
        pytest.param("tennessee_1933", 2, deck(FOUR_UP, bird=False), {11}, 4, id="SV-8 Tennessee of 1933"),
        pytest.param("tennessee_1988", 2, deck(FOUR_UP, bird=True), {11}, 5, id="SV-9 Tennessee of 1988"),
        pytest.param("over_the_top_1918", 2, deck(FOUR_UP, bird=False), {10}, 4, id="SV-10 Over the Top"),
        pytest.param("display", 4, deck(ALL, bird=False), {14}, 0, id="Display"),
        pytest.param("boston_three", 3, deck(ALL, bird=False), {14}, 0, id="Boston for three"),
        pytest.param("three_handed_display", 3, deck(ALL, bird=False), {14}, 0, id="Three-Handed Display"),
        pytest.param("regular_1924", 3, deck(FIVE_UP, bird=False), {13, 14}, 0, id="SV-4 Regular, three"),
        pytest.param("regular_1924", 4, deck(ALL, bird=False), {14}, 0, id="Regular, four"),
        pytest.param("regular_1924", 5, deck(ALL, bird=False), {11, 12}, 0, id="Regular, five"),
        pytest.param("regular_1924", 6, deck(ALL, bird=False), {9, 10}, 0, id="Regular, six"),
        pytest.param("regular_old", 7, deck(ALL, bird=False), {8}, 0, id="Regular, seven"),
        pytest.param("regular_old", 8, deck(ALL, bird=False), {7}, 0, id="Regular, eight"),
        pytest.param("cordova", 5, deck(ALL, bird=False), {11, 12}, 0, id="Cordova, five"),
    ],
)
def test_deck_and_hand_sizes_are_the_books(
    key: str, players: int, cards: tuple[Card, ...], hands: set[int], nest: int
) -> None:
    """SV-4, SV-8, SV-9, SV-10, SV-20, SV-21, SV-24, SV-31, SV-32, SV-43 and R-18: the Dealing sections."""
    scene, dealt = in_order(key, players=players)

    assert set(dealt) == set(cards)
    assert {info.cards for info in scene.table.seats} == hands
    assert len(laid(scene).nest) == nest
    assert sum(zone.hidden for zone in scene.table.zones if zone.kind is ZoneKind.NEST) == nest


@pytest.mark.parametrize(("key", "pile"), [("tennessee_1933", 18), ("tennessee_1988", 18)])
def test_sv8_sv9_tennessee_leaves_eighteen_cards_to_draw(key: str, pile: int) -> None:
    """SV-8, SV-9 (1933 and 1988, Tennessee): 44 - 22 - 4 = 45 - 22 - 5 = 18, the top card turned up."""
    scene, cards = in_order(key)
    zone = scene.zone(ZoneKind.DRAW_PILE)

    assert laid(scene).pile == cards[-pile:]
    assert (zone.shown, zone.hidden) == (cards[-pile : -pile + 1], pile - 1)


def test_sv10_battery_has_five_cards_on_five_others() -> None:
    """SV-10 (1918, Over the Top, Dealing): ten each, then ten for each battery, five of them face down."""
    scene, cards = in_order("over_the_top_1918", dealer=0)

    assert scene.hand(1) == CardSet.of(cards[0:20:2])
    assert scene.hand(0) == CardSet.of(cards[1:20:2])
    assert laid(scene).nest == cards[40:]
    assert laid(scene).batteries == (
        (0, cards[31:40:2], cards[21:30:2]),
        (1, cards[30:40:2], cards[20:30:2]),
    )
    for seat in scene.seats:
        zone = scene.zone(ZoneKind.BATTERY, seat + 2)
        assert (len(zone.shown), zone.hidden, set(zone.covering)) == (5, 5, set(zone.shown))


def test_sv43_dummy_of_regular_for_two_is_dealt_at_the_right() -> None:
    """SV-43 (1988, The Regular Game for Two, Dealing): 3 × 13 + 5 = 44; its last card dealt lies on top."""
    scene, cards = in_order("regular_for_two", dealer=0)

    assert scene.hand(1) == CardSet.of(cards[0:39:3])
    assert laid(scene).dummy == cards[1:39:3][::-1]
    assert scene.hand(0) == CardSet.of(cards[2:39:3])
    assert laid(scene).nest == cards[39:]


# --- odd cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "players", "odd"),
    [
        pytest.param("regular_1924", 3, 1, id="SV-4 forty cards for three"),
        pytest.param("regular_old", 3, 2, id="R-11 fifty-six cards for three"),
        pytest.param("regular_1988", 5, 1, id="five"),
        pytest.param("regular_1988", 6, 2, id="six"),
        pytest.param("partnership_regular", 6, 2, id="three against three"),
        pytest.param("cordova", 6, 2, id="Cordova"),
        pytest.param("regular_old", 8, 0, id="eight"),
    ],
)
def test_odd_cards_are_dealt_from_the_dealers_left(key: str, players: int, odd: int) -> None:
    """SV-4 (1924, Regular Rook 2): one card at a time, even if this gives some players one more."""
    scene = Scene(key, players).deal(dealer=1)
    left_of_dealer = [(2 + step) % players for step in range(odd)]
    sizes = [len(scene.hand(seat)) for seat in scene.seats]

    assert [seat for seat in scene.seats if sizes[seat] > min(sizes)] == sorted(left_of_dealer)
    assert sum(sizes) == 40 if (key, players) == ("regular_1924", 3) else 56


@pytest.mark.parametrize(("key", "players"), [("regular_1924", 3), ("regular_1988", 5), ("cordova", 6)])
def test_r09_sv4_odd_cards_go_to_the_taker_of_the_last_trick(key: str, players: int) -> None:
    """R-09, SV-4 (1924, Regular Rook 8): an odd card is surrendered to the taker of the last trick."""
    scene = Scene(key, players, deals=1).deal()
    sizes = [len(scene.hand(seat)) for seat in scene.seats]
    scene.win_auction(scene.seat, 30).settle().play_out()
    won = scene.told(OddCardsWon)[-1]

    assert won.winner == scene.state.taken[-1].winner
    assert len(won.cards) == sum(size - min(sizes) for size in sizes)
    assert len(scene.state.taken) == min(sizes)
    by_tricks = sum(trick.points for trick in scene.state.taken if trick.winner == won.winner)
    assert scene.captured()[won.winner].counters == by_tricks + won.points


def test_r11_cards_left_out_for_three_depend_on_the_edition() -> None:
    """R-11 (1924 and 1988, Regular: below 5 removed; oldest: the entire deck)."""
    assert len(in_order("regular_old", players=3)[1]) == 56
    assert len(in_order("regular_1924", players=3)[1]) == len(in_order("regular_1988", players=3)[1]) == 40
    assert len(in_order("regular_1924", players=4)[1]) == 56


def test_r11_option_numbers_for_three_are_chosen() -> None:
    """R-11, numbers with those for three players."""
    stripped = Scene("regular_old", players=3, numbers="1-14 3:5-14").deal()
    whole = Scene("regular_1924", players=3, numbers="1-14").deal()

    assert sum(len(stripped.hand(seat)) for seat in range(3)) == 40
    assert sum(len(whole.hand(seat)) for seat in range(3)) == 56


def test_r12_yellow_cards_are_called_yellow() -> None:
    """R-12: the oldest book has a blue suit; yellow unless a table wants to read blue."""
    scene = Scene("regular_old").deal().win_auction(0, 50).do("trump yellow")

    assert not scene.table.blue
    assert scene.facts["Trump"] == "Yellow"


def test_r12_option_yellow_cards_are_called_blue() -> None:
    """R-12, blue: only the name changes."""
    scene = Scene("regular_old", blue=True).deal().win_auction(0, 50)
    names = labels(scene.game, scene.view(scene.seat), options_of(scene.decision))

    assert scene.table.blue
    assert names == ["Red", "Blue", "Green", "Black"]
    assert scene.do("trump yellow").facts["Trump"] == "Blue"


# --- the dealing order --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_gv16_kentucky_deals_a_nest_card_after_each_round(dealer: int) -> None:
    """GV-16 (1988, Dealing): left of the dealer gets card 0; 4, 9, 14, 19 and 24 are the nest; the dealer
    gets the last.
    """
    scene, cards = in_order("kentucky", dealer)
    order = [place for place in range(41) if place not in (4, 9, 14, 19, 24)]

    assert laid(scene).nest == tuple(cards[place] for place in (4, 9, 14, 19, 24))
    for step in range(4):
        assert scene.hand((dealer + 1 + step) % 4) == CardSet.of(cards[place] for place in order[step::4])
    assert cards[40] in scene.hand(dealer)


def test_gv16_r17_partnership_for_six_deals_eight_nest_cards_and_one_last() -> None:
    """GV-16, R-17 (1988, Partnership for Six): a nest of nine, but only eight rounds."""
    scene, cards = in_order("partnership_six", dealer=5)

    assert laid(scene).nest == (*cards[6:56:7], cards[56])
    assert scene.hand(0) == CardSet.of(cards[0:56:7])
    assert scene.hand(5) == CardSet.of(cards[5:56:7])


def test_r17_option_nest_is_dealt_last() -> None:
    """R-17, nest_dealt."""
    scene = Scene("partnership_six", nest_dealt="last").draw(5)
    cards = deck(ALL, bird=True)
    scene.act(Deal(cards), CHANCE)

    assert laid(scene).nest == cards[48:]
    assert scene.hand(0) == CardSet.of(cards[0:48:6])


def test_r18_original_kentucky_has_forty_cards_and_a_nest_of_four() -> None:
    """R-18 (1988, Official Tournament Rules: "with one difference"): five would not divide."""
    scene, cards = in_order("kentucky_no_rook", dealer=3)

    assert BIRD not in cards
    assert laid(scene).nest == cards[4:20:5]


@pytest.mark.parametrize(
    ("key", "players", "nest"),
    [
        pytest.param("dixie_1912", 4, range(52, 56), id="1912, the last four"),
        pytest.param("dixie_1924", 6, range(54, 56), id="1924, six players, the last two"),
        pytest.param("dixie_1988", 4, (4, 9, 14, 19), id="1988, interleaved"),
        pytest.param("dixie_1988", 6, (6, 13), id="1988, six players, interleaved"),
        pytest.param("red_one", 4, (4, 9, 14, 19, 24, 29), id="The Red 1"),
        pytest.param("high_card_partner", 5, (5, 11, 17, 23, 29, 35), id="High Card Partner"),
        pytest.param("one_high", 4, (56,), id="1-High, the last card"),
        pytest.param("three_handed_1914", 3, range(39, 44), id="Three Handed, the last five"),
        pytest.param("tennessee_1933", 2, range(22, 26), id="Tennessee, after the hands"),
    ],
)
def test_nest_is_dealt_from_the_place_the_book_says(key: str, players: int, nest: tuple[int, ...]) -> None:
    """The Dealing sections of 1912, 1914, 1924, 1933 and 1988."""
    scene, cards = in_order(key, players=players)

    assert laid(scene).nest == tuple(cards[place] for place in nest)


def test_deal_passes_to_the_left() -> None:
    """1988, Dealing: the player to the left of the previous dealer becomes the new dealer."""
    scene = Scene(deals=2).deal(dealer=3).win_auction(1, 70).settle().play_out().deal()

    assert scene.dealer == 0
    assert scene.told(DealStarted) == [DealStarted(1, 3), DealStarted(2, 0)]


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(Deal(deck(FIVE_UP, bird=False)), id="a card is missing"),
        pytest.param(Deal((*deck(FIVE_UP, bird=False), CARDS[4])), id="a card is there twice"),
        pytest.param(Deal(CARDS[:41]), id="another pack"),
        pytest.param(Deal(()), id="no cards"),
        pytest.param(Draw(CARDS[4:8]), id="a draw"),
    ],
)
def test_deal_of_an_incomplete_deck_is_refused(action: Deal | Draw) -> None:
    assert Scene().draw(0).refused(action, CHANCE) == "A deal is every card of the deck once."


def test_deal_by_a_player_is_refused() -> None:
    scene = Scene().draw(0)

    assert scene.refused("pass", seat=0) == "It isn't your turn."
