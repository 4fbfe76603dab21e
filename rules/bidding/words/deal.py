"""The players, the cards and the deal in words."""

from __future__ import annotations

from collections.abc import Iterable

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words import partners
from rules.bidding.words.common import by_players, number_of, ranges, sentences, spelled, the_baby
from rules.core.cards import RANKS, Card
from rules.core.decisions import Seat
from rules.core.words import listed, shown_all, who


def players(variant: Variant) -> str:
    """The section on players and partners."""
    counts = listed([spelled(seats) for seats in variant.seats], "or")
    many = f"{counts.capitalize()} players"
    match variant.teams:
        case "partners":
            return f"{many}: {_partners(variant)}."
        case "called":
            return f"{many}. {partners.calling(variant)}."
        case "dummy" if variant.dummy == "south":
            return (
                f"{many}. A fourth hand, the dummy, has a seat of its own. It plays with the player in the "
                "second seat against the other two."
            )
        case "dummy":
            return (
                f"{many}. A fourth hand, the dummy, sits opposite the bidder. The two of them play against "
                "the other two."
            )
        case _:
            return f"{many}." if variant.seats == (2,) else f"{many}, everyone for themselves."


def _partners(variant: Variant) -> str:
    if variant.seats == (4,):
        return "partners sit opposite"
    if len(variant.seats) == 1:
        half = spelled(variant.seats[0] // 2)
        return f"{half} against {half}, in alternate seats"
    return "partners sit opposite; with more than four, every other player is on the same side"


def deck_of(variant: Variant) -> str:
    """The cards, by number of players if it differs, and whether yellow is called blue."""
    return sentences((*decks(variant), "The yellow cards are called blue." if variant.blue else ""))


def decks(variant: Variant) -> tuple[str, ...]:
    """A sentence on the cards, and one for each number of players that uses others."""
    usual = next((seats for seats in variant.seats if seats not in variant.numbers_with), variant.seats[0])
    numbers = variant.numbers_with.get(usual, variant.numbers)
    exceptions = [
        f"{spelled(seats).capitalize()} players use the numbers {ranges(others)} only."
        for seats, others in variant.numbers_with.items()
        if seats in variant.seats and others != numbers
    ]
    cards = f"{_cards_of(variant, numbers)}: {len(deck.cards_of(variant, usual))} cards."
    return (cards, *exceptions)


def _cards_of(variant: Variant, numbers: tuple[int, ...]) -> str:
    whole = numbers == tuple(range(1, RANKS + 1))
    said = f"All numbers from 1 to {RANKS}" if whole else f"The numbers {ranges(numbers)}"
    more = ["the red 1"] if variant.red_one and 1 not in numbers else []
    second = deck.second_bird(variant)
    more += [the_baby(variant)] if second is not None and second.rank not in numbers else []
    more += ["the Rook"] if variant.rook != "none" else []
    decks = f" of {spelled(variant.packs)} decks shuffled together" if variant.packs > 1 else ""
    return listed([f"{said} in four colors", *more]) + decks


def dealt(variant: Variant) -> str:
    """Sentences on the deal: cards to each hand, nest and pile, the dealer, and misdeals."""
    return sentences(
        (
            f"{_hands(variant)}.",
            _dummy(variant),
            _odd(variant),
            _batteries(variant),
            _nest(variant),
            _pile(variant),
            "High card drawn deals first. The deal passes to the left.",
            misdeal(variant),
        )
    )


def _hands(variant: Variant) -> str:
    sizes = by_players(variant, lambda seats: deck.hand_size(variant, seats))
    if sizes.isdigit():
        return f"Each player is dealt {sizes} cards, one at a time, beginning left of the dealer"
    return f"The cards are dealt one at a time, beginning left of the dealer. Cards to each: {sizes}"


def _dummy(variant: Variant) -> str:
    if variant.dummy == "blind":
        return "A dummy at the dealer's right gets as many, face down."
    return "The dummy gets as many." if variant.dummy in deck.OWN_HAND_DUMMIES else ""


def _odd(variant: Variant) -> str:
    odd = {seats: deck.odd_cards(variant, seats) for seats in variant.seats}
    if not any(odd.values()):
        return ""
    over = [f"{spelled(count)} with {seats}" for seats, count in odd.items() if count]
    what = listed(over) + " players" if len(odd) > 1 else spelled(next(iter(odd.values())))
    hands = "hands" if variant.dummy in deck.OWN_HAND_DUMMIES else "players"
    return (
        f"Cards left over: {what}. They go to the first {hands} left of the dealer, one each. Cards still "
        "held after the last trick go with that trick."
    )


def _nest(variant: Variant) -> str:
    sizes = {seats: deck.nest_size(variant, seats) for seats in variant.seats}
    if not any(sizes.values()):
        return ""
    size = by_players(variant, lambda seats: sizes[seats])
    cards = number_of(sizes[variant.seats[0]], "card") if size.isdigit() else f"{size}"
    shown = " Its last card lies face up." if variant.nest_shown == "top_card" else ""
    if variant.nest_dealt == "interleaved":
        return f"The nest is dealt with the hands, face down: {cards}, {_rounds(variant, sizes)}.{shown}"
    place = "next" if variant.extra == "draw_pile" else "last"
    if size == "1":
        return f"The {place} card is the nest, face {'up' if shown else 'down'}."
    if size.isdigit():
        return f"The {place} {size} cards are the nest, face down.{shown}"
    return f"The {place} cards are the nest, face down: {cards}.{shown}"


def _rounds(variant: Variant, sizes: dict[int, int]) -> str:
    if len(sizes) > 1:
        return "one after each round until it is full"
    ((seats, size),) = sizes.items()
    rounds = min(size, deck.hand_size(variant, seats))
    over = size - rounds
    after = f"one after each of the first {spelled(rounds)} rounds" if rounds > 1 else "after the first round"
    if not over:
        return after
    last = "the last card" if over == 1 else f"the last {over} cards"
    return f"one after each of the {spelled(rounds)} rounds, and {last}"


def _pile(variant: Variant) -> str:
    if variant.extra != "draw_pile":
        return ""
    return (
        f"The other {deck.pile_size(variant, 2)} cards are a draw pile. Its top card is turned up beside it."
    )


def _batteries(variant: Variant) -> str:
    if variant.extra != "batteries":
        return ""
    return (
        "Then each player gets a battery of ten cards on the table. Five lie face down in a row, with one "
        "face up on each."
    )


def misdeal(variant: Variant) -> str:
    """The rule on showing a hand that is a misdeal; empty if there are none."""
    if variant.misdeal_claim == "no":
        return ""
    hand = f"no counter in hand{_or_face_up(variant)}"
    if variant.misdeal_claim == "only_numbers":
        hand = f"nothing but {ranges(variant.misdeal_numbers)} in hand"
    if variant.misdeal_must:
        return f"With {hand}, your cards are shown before the bidding. The same dealer deals again."
    return f"With {hand}, you may show your cards at your first turn to bid. The same dealer deals again."


def _or_face_up(variant: Variant) -> str:
    open_cards = variant.nest_shown == "top_card" or (variant.extra != "none" and variant.version > 1)
    return " or face up" if open_cards else ""


def misdeal_text(variant: Variant, seat: Seat, cards: Iterable[Card]) -> str:
    """A hand that is a misdeal, claimed or shown, as sentences."""
    hand = "without a counter"
    if variant.misdeal_claim == "only_numbers":
        hand = f"with nothing but {ranges(variant.misdeal_numbers)}"
    did = f"was dealt a hand {hand}" if variant.misdeal_must else f"claims a misdeal, {hand}"
    return f"{who(seat)} {did}: {shown_all(cards, ', ')}. The cards are dealt again."
