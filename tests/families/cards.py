"""Cards as the referee knows them: the deck, suits, legal plays, the winner of a trick, points.

A card is its text: R14, Rook, and B2 where that is the baby bird. A trump is a color's letter, or "-" for
none.
"""

from __future__ import annotations

from tests.families.rules import Cards, Family

BIRD = "Rook"
BABY = "B2"
COLORS = "RYGB"
COLOR_OF = {"red": "R", "yellow": "Y", "green": "G", "black": "B", "none": "-"}


def deck(cards: Cards) -> list[str]:
    """Every card of a family's deck."""
    plain = [f"{color}{number}" for color in COLORS for number in cards.numbers]
    return plain + [BIRD] * (cards.bird != "none") + [BABY] * cards.baby


def points(cards: Cards, card: str) -> int:
    """What a card counts: the bird 20, the baby 10, others by their number."""
    if card == BIRD:
        return 20
    return 10 if is_baby(cards, card) else cards.counts.get(int(card[1:]), 0)


def total(cards: Cards) -> int:
    """All the points of a deal, those for tricks included."""
    return sum(points(cards, card) for card in deck(cards)) + cards.last_trick + cards.most_tricks


def is_baby(cards: Cards, card: str) -> bool:
    """Is it the baby bird?"""
    return cards.baby and card == BABY


def suit(cards: Cards, card: str, trump: str) -> str:
    """The color a card belongs to: both birds are trumps; without a trump a bird at 10½ is red."""
    if card == BIRD:
        return "R" if trump == "-" and cards.bird == "ten_half" else trump
    return trump if is_baby(cards, card) else card[0]


def height(cards: Cards, card: str) -> float:
    """How high a card ranks in its suit."""
    if card == BIRD:
        return {"top": 17.0, "ten_half": 10.5, "low": 0.0}[cards.bird]
    if is_baby(cards, card):
        return 16.0
    number = int(card[1:])
    return 15.0 if number == 1 and cards.one_high else float(number)


def legal(cards: Cards, hand: list[str], trick: list[str], trump: str) -> set[str]:
    """The cards that may be played: of the color led if one holds any, else all; a top bird at any time."""
    if not trick:
        return set(hand)
    led = suit(cards, trick[0], trump)
    following = {card for card in hand if suit(cards, card, trump) == led}
    if not following:
        return set(hand)
    return following | ({BIRD} & set(hand) if cards.bird == "top" else set())


def winner(cards: Cards, trick: list[str], trump: str) -> int:
    """The place in a trick of the card that takes it: the highest trump, else of the color led."""
    led = suit(cards, trick[0], trump)

    def strength(at: int) -> tuple[int, float]:
        own = suit(cards, trick[at], trump)
        return (2 if own == trump else 1 if own == led else 0), height(cards, trick[at])

    return max(range(len(trick)), key=strength)


def dealt(family: Family, shuffled: list[str], dealer: int, around: list[int]) -> dict[int, list[str]]:
    """Deal a shuffled deck one card at a time from the dealer's left. Returns hands by seat, the nest as −1.

    The nest gets a card after each round until it is full, or the last cards.
    """
    nest = family.nest.size[len(around)]
    start = around.index(dealer) + 1
    order = around[start:] + around[:start]
    hands: dict[int, list[str]] = {seat: [] for seat in (-1, *order)}
    places: list[int] = []
    while len(places) < len(shuffled) - (nest if family.nest.dealt_last else 0):
        places += order
        if not family.nest.dealt_last and places.count(-1) < nest:
            places.append(-1)
    places += [-1] * nest * family.nest.dealt_last
    for place, card in zip(places, shuffled, strict=True):
        hands[place].append(card)
    return hands


def must_deal_again(cards: Cards, hand: list[str]) -> bool:
    """Is it a hand that is always dealt again: nothing but 6 to 9?"""
    return cards.dealt_again == "always" and all(card != BIRD and 6 <= int(card[1:]) <= 9 for card in hand)


def may_ask_again(cards: Cards, hand: list[str]) -> bool:
    """May its player have the hand dealt again: none of it counts?"""
    return cards.dealt_again == "asked" and not any(points(cards, card) for card in hand)


def legal_discard(family: Family, hand: list[str], laid: list[str], trump: str) -> bool:
    """May these cards of a hand, the nest included, be discarded? See ``discard_offer``."""
    if not set(laid) <= discard_offer(family, hand, trump, len(laid)):
        return False
    if family.nest.discards != "counters_for_trumps" or not any(points(family.cards, card) for card in laid):
        return True
    return set(_plain(family, hand, trump)) <= set(laid)


def discard_offer(family: Family, hand: list[str], trump: str, count: int) -> set[str]:
    """The cards of which some may be discarded: any, or none that counts.

    For trumps: if too few cards neither count nor are trumps, all of these go before any counter.
    """
    if family.nest.discards != "counters_for_trumps" or len(_plain(family, hand, trump)) < count:
        return set(hand)
    return {card for card in hand if not points(family.cards, card)}


def _plain(family: Family, hand: list[str], trump: str) -> list[str]:
    """The cards of a hand that neither count nor are trumps."""
    cards = family.cards
    return [card for card in hand if not points(cards, card) and suit(cards, card, trump) != trump]
