"""The play in words: leading, following, the bird, and hands on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import (
    but_red_one,
    by_players,
    each_baby,
    number_of,
    sentences,
    the_baby,
)
from rules.bidding.words.partners import calls_two
from rules.core.words import capitalized

_RED_ONE: Final = (
    "is the highest trump of all, whatever color is trump. It is a red card only if red is trump. "
    "It follows like any other trump."
)
_STAYS_TRUMP: Final = "It is a trump even when the lowest card wins."
_STAYS_HIGHEST: Final = "It stays the highest trump even when the lowest card wins."
_KEEPS_RANK: Final = "It keeps its rank even when the lowest card wins."
_STAYS_EITHER: Final = "As the highest or the lowest trump, it keeps its rank even when the lowest card wins."
_RED_RANKS: Final[Mapping[str, str]] = {
    "top": "above all the others",
    "ten_half": "between the 10 and the 11",
    "low": "below all the others",
}
_TURNS_AROUND: Final = (
    "Between the 10 and the 11, it flips when the lowest card wins. The 10 of trump then beats it, "
    "and it beats the 11."
)


def play(variant: Variant) -> str:
    """The section on the play: first lead, following, what takes a trick, ranks, and number of tricks."""
    return sentences(
        (
            f"{lead(variant)} {follow(variant)}",
            highest(variant),
            _ranks(variant),
            f"Tricks in a deal: {by_players(variant, lambda seats: deck.tricks_of(variant, seats))}.",
        )
    )


def lead(variant: Variant) -> str:
    """A sentence on who leads to the first trick."""
    if variant.seats == (2,):
        return _lead_of_two(variant)
    bidder = "the player who named trump" if variant.auction == "sale" else "the high bidder"
    match variant.first_lead:
        case "left_of_dealer":
            return "The player left of the dealer leads first."
        case "left_of_declarer":
            return f"The player left of {bidder} leads first."
        case "dealer":
            return "The dealer leads first."
        case "declarer":
            return f"{bidder.capitalize()} leads first."
        case "declarer_or_left":
            return f"{bidder.capitalize()} leads first, or leaves it to the player on the left."
        case "declarer_or_partner":
            has_one = variant.seats[-1] == 4 or variant.teams == "called"
            one = "their partner" if has_one and not calls_two(variant) else "a partner"
            return f"{bidder.capitalize()} leads first, or leaves it to {one}."


def _lead_of_two(variant: Variant) -> str:
    from_hand = " from the hand" if variant.extra == "batteries" else ""
    match variant.first_lead:
        case "left_of_dealer":
            return f"The dealer's opponent leads first{from_hand}, whoever has the bid."
        case "left_of_declarer":
            return f"The bidder's opponent leads first{from_hand}."
        case "dealer":
            return f"The dealer leads first{from_hand}."
        case "declarer":
            return f"The bidder leads first{from_hand}."
        case _:
            return f"The bidder leads first{from_hand}, or leaves it to the opponent."


def follow(variant: Variant) -> str:
    """Sentences on the cards that may be played to a trick."""
    hands = " A battery need not follow." if variant.battery_free else ""
    return (
        "Follow the color led if you can. If not, play a trump or throw off any card. You never have to "
        f"trump or beat another card.{hands}"
    )


def highest(variant: Variant) -> str:
    """Sentences on the card that takes a trick, and on the next leader."""
    equal = " Of two equal cards the first one played counts." if variant.packs > 1 else ""
    return (
        "The highest trump takes the trick, or else the highest card of the color led. Whoever takes it "
        f"leads next.{equal}"
    )


def _ranks(variant: Variant) -> str:
    if variant.high == 1:
        but_red = ", but for the red 1" if variant.red_one else ""
        return f"The 1 is the highest card of each color, above the 14{but_red}."
    return "The 14 is the highest card of each color." if 1 in variant.numbers else ""


def rook(variant: Variant) -> str:
    """The section on the bird, for a game with one: when it may be played, its rank, also if lowest wins."""
    return sentences((_place(variant), _bird_plays(variant), _bird_reversed(variant), _bird_red(variant)))


def red_one(variant: Variant) -> str:
    """The section on the red 1, for a game that has it: its rank."""
    card = "Each of the two red 1s" if deck.red_ones(variant) > 1 else "The red 1"
    return sentences((f"{card} {_RED_ONE}", _STAYS_HIGHEST if deck.may_reverse(variant) else ""))


def bird(variant: Variant) -> tuple[str, str]:
    """The bird's rank, and when it may be played, in one sentence each."""
    return _place(variant), f"{_bird_plays(variant).partition('. ')[0]}."


def _place(variant: Variant) -> str:
    below = but_red_one(variant)
    bird = "Each of the two Rooks" if variant.packs > 1 else "The Rook"
    match variant.rook:
        case "top":
            return f"{bird} is the highest trump{below}."
        case "ten_half":
            return f"{bird} is a trump between the 10 and the 11."
        case "low":
            return f"{bird} is the lowest trump{_but_baby(variant)}."
        case _:
            between = ", a trump between the 10 and the 11," if variant.rook == "dealer_chooses_any" else ""
            return (
                "Before the cards are dealt, the dealer says what the Rook is in this deal. It can be the "
                f"highest trump{below}{between} or the lowest."
            )


def _but_baby(variant: Variant) -> str:
    """The second bird, where even a lowest bird beats it, as an exception."""
    is_lower = variant.second_bird != "none" and variant.second_bird_rank == "lowest"
    return f" but for {the_baby(variant)}" if is_lower else ""


def _bird_plays(variant: Variant) -> str:
    match variant.rook_plays:
        case "any_time":
            return (
                "It may be played at any time, even while you hold the color led. Led, it calls for trump. "
                "When trump is led and it is your only trump, you must play it."
            )
        case "as_trump":
            return (
                "It belongs to the trump color alone and follows like any other trump. Led, it calls for "
                "trump. While you hold the color led you may not play it."
            )
        case _:
            return "It is a trump that follows any color led. Led itself, it calls for trump."


def _bird_reversed(variant: Variant) -> str:
    """The bird's rank when the lowest card wins."""
    if not deck.may_reverse(variant):
        return ""
    if variant.no_trump == "reversed_alone":
        return "" if variant.rook_without_trump == "red" else _STAYS_TRUMP
    match variant.rook:
        case "top":
            return _KEEPS_RANK if variant.red_one else _STAYS_HIGHEST
        case "low":
            return (
                f"It stays the lowest trump{_but_baby(variant)} even when the lowest card wins: "
                "any other trump beats it."
            )
        case "ten_half" if variant.version == 1:
            return "It stays between the 10 and the 11 of trump even when the lowest card wins."
        case "ten_half":
            return _TURNS_AROUND
        case "dealer_chooses":
            return _STAYS_EITHER
        case _:
            return f"{_STAYS_EITHER} {_TURNS_AROUND}"


def _bird_red(variant: Variant) -> str:
    """The bird under "no color" as a red card, if it is one: its rank, also if the lowest wins."""
    if variant.rook_without_trump == "trump":
        return ""
    turned = (
        " It ranks the other way round, too, when the lowest card wins." if deck.may_reverse(variant) else ""
    )
    ranks = _RED_RANKS.get(variant.rook, "of the rank the dealer chose")
    return f"Without a color it is a red card, {ranks}. It follows red and calls for red.{turned}"


def baby(variant: Variant) -> str:
    """The section on the second bird, for a game with one: rank, when it may be played, without trump."""
    return sentences(
        (
            baby_rank(variant),
            "It belongs to the trump color alone and follows like any other trump.",
            _KEEPS_RANK if variant.no_trump == "reversed" else "",
            "Without a color it is a plain card of its own color." if variant.no_trump != "no" else "",
        )
    )


def baby_rank(variant: Variant) -> str:
    """Sentences on what the second bird is, and on its rank."""
    article = "a" if deck.second_birds(variant) > 1 else "the"
    is_baby = f"{capitalized(each_baby(variant))} is {article} baby bird, a trump whatever color is trump."
    if variant.second_bird_rank == "lowest":
        return f"{is_baby} It is the lowest trump{'' if variant.rook == 'top' else ', below the Rook, too'}."
    return f"{is_baby} It ranks {'next below the Rook' if variant.rook == 'top' else 'above every number'}."


def dummy(variant: Variant) -> str:
    """The section on the dummy, for a game that has one: where it is and who plays it."""
    lands = "After the first lead it is laid open on the table"
    idle = "Its owner sits out"
    match variant.dummy:
        case "dealers_partner":
            return (
                f"The hand of the dealer's partner is the dummy, whoever has the bid. {lands}, and the "
                f"dealer plays it in its turn. {idle}. If the dummy takes a trick, the dealer leads from it."
            )
        case "declarers_partner":
            return (
                f"The hand of the bidder's partner is the dummy. {lands}, and the bidder plays it in its "
                f"turn. {idle}. If the dummy takes a trick, the bidder leads from it."
            )
        case "opposite":
            return (
                "The dummy plays opposite the bidder, so between the other two. "
                f"{lands}, and the bidder plays it in its turn."
            )
        case "south":
            return f"{lands}. The player in the second seat, its partner, plays it in its turn."
        case _:
            return (
                "The dummy sits at the dealer's right, and each trick has three cards. When its turn "
                "comes, its top card is turned up and played. It follows nothing, whatever was led. It may "
                "take a trick, by a trump too. Then its next card leads, and the dealer plays after it."
            )


def batteries(variant: Variant) -> str:
    """The section on batteries, for a game with them: the order of a trick, and face-down cards."""
    return (
        "A trick has four cards. When a hand leads, both hands play, then both batteries, the leader's "
        "first. When a battery leads, both batteries play, then both hands. Whatever took the trick, hand or "
        "battery, leads to the next. A battery plays its face-up cards only. A covered card is turned up as "
        f"soon as the one on it is played.{_both_follow(variant)}"
    )


def _both_follow(variant: Variant) -> str:
    return "" if variant.battery_free else " Batteries follow color with the cards that lie open."


def draw_pile(variant: Variant) -> str:
    """The section on drawing, for a game with a pile: who draws what, and when the pile is gone."""
    draws = deck.pile_size(variant, 2) // 2
    hand = deck.hand_size(variant, 2)
    return (
        "Whoever takes a trick draws first: the card that shows, or the unseen one on top of the pile. The "
        "other player gets the other one. Then the next card is turned up. After "
        f"{number_of(draws, 'draw')} the pile is gone, and the last {hand} tricks are played from the hand."
    )
