"""A number card that is a second bird (house rule): the deck, its rank, following, points and words."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computers.kinds import find_computer
from bot.tools.simulate import simulate
from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order, Ranking, make_ranking
from rules.bidding.setup import Setup
from rules.bidding.trick import captured
from rules.bidding.words.sections import describe
from rules.catalog import find_game, game_with
from rules.codes import code_of, decode
from rules.core.cards import Color, parse_cards
from rules.core.protocol import InvalidOption, OptionValue
from tests.rules.scene import Scene

FAMILY: dict[str, OptionValue] = {
    "numbers": "1,5-14",
    "high": 1,
    "counters": "1:15 5:5 10:10 14:10",
    "nest": 6,
    "min_bid": 100,
    "second_bird": "B2",
}
"""Baby bird: 1, 5 to 14 and the bird, with a black 2 as a second bird that counts 10."""


def variant(**options: OptionValue) -> Any:
    """Kentucky with a second bird."""
    game = game_with("kentucky", FAMILY | options)
    assert isinstance(game, BiddingGame)
    return game.variant


def ranking(
    color: Color | None = Color.GREEN, *, lowest_wins: bool = False, **options: OptionValue
) -> Ranking:
    """The ranking of the cards under a trump."""
    return make_ranking(variant(**options), 4, Order(color, lowest_wins=lowest_wins))


def taker(order: Ranking, trick: str) -> str:
    """The card that takes a trick."""
    cards = tuple(parse_cards(trick))
    return str(cards[captured(order, order.suit[cards[0]], cards)[0]])


def refusal(key: str, **options: OptionValue) -> str:
    with pytest.raises(InvalidOption) as refused:
        find_game(key).with_options(options)
    return str(refused.value)


# --- the deck -----------------------------------------------------------------------------------------------


def test_second_bird_is_added_to_a_deck_without_its_number() -> None:
    setup = Setup(variant(), 4)
    cards = {str(card) for card in setup.deck}

    assert len(setup.deck) == 46
    assert {"B2", "Rook"} <= cards
    assert not cards & {"R2", "Y2", "G2"}
    assert (setup.hand_size, setup.nest, setup.cap) == (10, 6, 190)


def test_second_bird_is_a_card_of_a_deck_with_its_number() -> None:
    setup = Setup(variant(numbers="1-14", nest=5), 4)

    assert len(setup.deck) == 57
    assert Setup(variant(second_bird="B5", nest=5), 4).cap == 185, "the black 5 counts 10"


def test_two_decks_have_a_second_bird_each() -> None:
    setup = Setup(variant(second_bird="B5", packs=2, seats="6", nest=6), 6)

    assert len(setup.birds) == 4
    assert "Each black 5 is a baby bird" in dict(describe(setup.variant))["The baby bird"]


def test_uneven_deal_is_refused_with_the_nests_that_fit() -> None:
    assert "choose a “Nest” of none, 2, 6 or 10" in refusal("kentucky", **FAMILY | {"nest": 5})


# --- the play -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("color", list(Color))
def test_second_bird_is_a_trump_below_the_bird_and_above_the_1(color: Color) -> None:
    order = ranking(color)
    one, led = f"{color.letter}1", "R9" if color is not Color.RED else "G9"

    assert taker(order, f"{led} {one} B2 {color.letter}14") == "B2"
    assert taker(order, f"{led} B2 Rook {one}") == "Rook"
    assert order.suit[parse_cards("B2")[0]] == color


def test_second_bird_is_the_lowest_trump_if_agreed() -> None:
    order = ranking(second_bird_rank="lowest", rook="low", numbers="1-14", nest=5)

    assert taker(order, "R9 B2 G2 R1") == "G2"
    assert taker(order, "R9 B2 Rook R1") == "Rook"
    assert taker(order, "R9 B2 R1 Y1") == "B2"


@pytest.mark.parametrize(("rank", "beaten"), [("below_rook", True), ("lowest", False)])
def test_second_bird_keeps_its_rank_when_the_lowest_card_wins(rank: str, *, beaten: bool) -> None:
    order = ranking(
        lowest_wins=True, second_bird_rank=rank, no_trump="reversed", numbers="1-14", nest=5, high=14
    )

    assert (taker(order, "G2 B2 G1 R1") == "B2") is beaten


def test_second_bird_is_a_plain_card_without_trump() -> None:
    order = ranking(None, no_trump="yes")

    assert taker(order, "B5 B2 B6 Y5") == "B6"
    assert order.suit[parse_cards("B2")[0]] == Color.BLACK
    assert order.value[parse_cards("B2")[0]] == 10


def test_second_bird_follows_trump_and_not_its_color() -> None:
    hands = {
        1: "G14 B14 G13 G12 G11 G10 G9 G8 G7 G6",
        2: "B2 B5 R5 R6 R7 R8 R9 R10 R11 R12",
        3: "B6 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13",
        0: "Rook G5 B7 B8 B9 B10 B11 B12 B13 R13",
    }
    scene = Scene("kentucky", None, **FAMILY).deal(hands, dealer=0).win_auction(1, 100)
    scene.lay_any("G14", "B14", "G13").do("trump green")

    assert scene.copy().do("play B14").choices() == {"B5"}
    scene.do("play G14")
    assert scene.choices() == {"B2"}
    assert "so follow with a trump, the Rook and the black 2 included." in scene.refused("play B5")
    scene.do("play B2", "play B6", "play G5")
    assert scene.state.taken[0].winner == 2
    assert scene.facts["Baby bird"] == "B2"


def test_table_names_the_second_bird_unless_no_color_is_trump() -> None:
    options = FAMILY | {"no_trump": "yes"}
    scene = Scene("kentucky", None, **options).deal().win_auction(1, 100).lay_any()

    assert scene.facts["Baby bird"] == "B2"
    assert "Baby bird" not in scene.do("trump none").facts


def test_second_bird_may_be_called_as_a_partners_card() -> None:
    scene = (
        Scene("high_card_partner", second_bird="B9").deal().win_auction(1, 50).lay_any("B9").do("trump red")
    )

    assert "B9" in scene.choices() or "B9" in scene.held(1)


def test_ban_on_discarding_the_bird_holds_for_both() -> None:
    scene = Scene("kentucky", None, **FAMILY | {"bury_rook": False}).deal({1: "Rook B2 B5 B6"}, dealer=0)
    scene.win_auction(1, 100)

    assert not {"Rook", "B2"} & scene.choices()
    assert "No Rook or black 2 may be discarded." in scene.refused(
        f"discard Rook B2 {' '.join(sorted(scene.choices())[:4])}"
    )


# --- words and codes ----------------------------------------------------------------------------------------


def test_rules_name_the_baby_bird() -> None:
    sections = game_with("kentucky", FAMILY).about.rules
    told = {section.heading: section.text for section in sections}
    short = {section.heading: section.short for section in sections}

    assert "1 and 5 to 14 in four colors, the black 2 and the Rook: 46 cards." in told["Deal"]
    assert "The black 2 is the baby bird, a trump whatever color is trump." in told["The baby bird"]
    assert "It ranks next below the Rook." in short["The baby bird"]
    assert "The Rook counts 20 and the black 2 counts 10. That is 190 in all." in told["Points"]


def test_second_bird_is_set_by_its_label_or_as_a_card() -> None:
    for typed in ("The black 2 is the baby bird", "B2", "b2"):
        game = find_game("kentucky").with_options(FAMILY | {"second_bird": typed})
        assert game.changes()["second_bird"] == "B2"
    assert "It can be none, or a card such as B2 or R3." in refusal("kentucky", second_bird="B15")
    spec = next(
        one
        for one in game_with("kentucky", FAMILY | {"second_bird": "Y3"}).options
        if one.key == "second_bird"
    )
    assert spec.shown == "The yellow 3 is the baby bird"


@pytest.mark.parametrize("card", ["B2", "R1", "Y14", "G9"])
def test_code_holds_the_second_bird(card: str) -> None:
    options: dict[str, OptionValue] = {"second_bird": card, "second_bird_rank": "lowest", "numbers": "1-14"}
    code = code_of(game_with("kentucky", options | {"second_bird_points": 15}))

    assert decode(code)[1] == options | {"second_bird_points": 15}


def test_second_bird_is_refused_where_it_makes_no_sense() -> None:
    assert "“Baby bird” needs the bird" in refusal("dixie_1988", second_bird="B2")
    assert "The red 1 can't be both" in refusal("red_one", second_bird="R1")
    assert "“Baby bird points” needs a “Baby bird”" in refusal("kentucky", second_bird_points=5)


@pytest.mark.parametrize("seed", [5, 6, 7])
@pytest.mark.parametrize("key", ["kentucky", "high_card_partner"])
def test_computers_play_with_a_baby_bird(key: str, seed: int) -> None:
    options = {**FAMILY, "no_trump": "reversed"} if key == "kentucky" else {"second_bird": "B9"}
    game = find_game(key).with_options({"deals": 1, **options})

    assert list(simulate(game, [find_computer("steady")] * game.about.seats[0], seed=seed))
