"""Families' rules that no book has: the discard, trump for five more, and hands that are dealt again.

Written from the families' words; the names of the options are those of the record's first line.
"""

from dataclasses import dataclass, field
from typing import Any

from .cards import ROOK, color_of, counter
from .lines import Line, Reader
from .rows import Row

FIVE = 5
TRUMP = {"after_nest": "after", "before_nest": "before", "with_bid": "bid"}


@dataclass(frozen=True)
class House:
    """What a table has agreed on; by default nothing."""

    counters: str = ""  # "shown" = discarded face up, "for_trumps" = only where nothing but trumps is left
    told: bool = False  # is it said whether points lie in the nest?
    for_five: bool = False  # may the partner name the trump for five more?
    again: str = ""  # the hand that is dealt again: "no_counters", "only_numbers"
    numbers: list[int] = field(default_factory=list)
    must: bool = False  # without being asked?


def read_house(given: dict[str, Any]) -> House:
    """The options of the record."""
    counters, again = given.get("bury_counters"), given.get("misdeal_claim", "no")
    return House(
        counters=counters if isinstance(counters, str) else "",
        told=given.get("nest_told", False),
        for_five=given.get("trump_by") == "partner_for_five",
        again="" if again == "no" else again,
        numbers=given.get("misdeal_numbers", []),
        must=given.get("misdeal_must", False),
    )


def row_of_house(row: Row, given: dict[str, Any]) -> Row:
    """The book's row with the order of nest and trump, and with counters that may be discarded."""
    changed = row.copy()
    changed["trump"] = TRUMP.get(given.get("trump", ""), row["trump"])
    if isinstance(given.get("bury_counters"), str):
        changed["discards"] = "any"
    return changed


def is_again(hand: list[str], house: House, row: Row) -> bool:
    """Thirteens: "a hand of nothing but 6-9 is dealt again"; others: a hand without a counter."""
    if house.again == "no_counters":
        return all(counter(card, row) == 0 for card in hand)
    return house.again != "" and all(card != ROOK and int(card[1:]) in house.numbers for card in hand)


def read_shown_hand(reader: Reader, hands: list[list[str]], dealer: int, house: House, row: Row) -> bool:
    """Was a hand shown before the bidding, so that the cards are dealt again?"""
    if not house.must:
        return False
    for seat in [(dealer + 1 + i) % len(hands) for i in range(len(hands))]:
        if is_again(hands[seat], house, row):
            line = reader.take("misdeal")
            line.same("seat", seat)
            same_cards(line, "cards", hands[seat])
            return True
    return False


def for_trumps_fault(held: list[str], cards: list[str], trump: str, row: Row) -> str | None:
    """A family: no counter may be discarded, "except where one has nothing else but trumps"."""
    if not any(counter(card, row, trump) for card in cards):
        return None
    kept = [card for card in held if card not in cards]
    others = [card for card in kept if not counter(card, row, trump) and color_of(card, trump, row) != trump]
    return f"a counter was discarded, though {' '.join(others)} could go" if others else None


def read_told(reader: Reader) -> Line | None:
    """The line of what all see or hear of the discard, if there is one."""
    is_there = not reader.at_end() and reader.lines[reader.at].kind() == "laid"
    return reader.take("laid") if is_there else None


def check_told(told: Line | None, at: Line, cards: list[str], trump: str, house: House, row: Row) -> None:
    """Discarded counters lie face up; or it is said whether there are some."""
    counters = [card for card in cards if counter(card, row, trump)]
    shown = counters if house.counters == "shown" else []
    says = house.told or (house.counters == "for_trumps" and bool(counters))
    if told is None:
        if shown or says:
            at.fail("no one was told of the counters in the discard")
        return
    if not shown and not says:
        told.fail("there is nothing to tell of the discard")
    same_cards(told, "shown", shown)
    if says:
        told.same("has_counters", bool(counters))
    else:
        told.absent("has_counters")


def read_asking(reader: Reader, declarer: int, bid: int, house: House, row: Row) -> tuple[int, int]:
    """Who names the trump, and the bid then: five more for asking, five again for handing it back."""
    seat, highest = declarer, max(row["caps"].values())
    for _ in range(2):
        if reader.at_end() or reader.lines[reader.at].kind() != "ask":
            break
        line = reader.take("ask")
        bid += FIVE
        if not house.for_five or bid > highest:
            line.fail(f"the trump may not be handed on for {bid}")
        line.same("seat", seat)
        seat = (seat + 2) % 4
        line.same("to", seat)
        line.same("bid", bid)
    return seat, bid


def same_cards(line: Line, name: str, cards: list[str]) -> None:
    """The same cards in any order."""
    given = line.cards(name)
    if sorted(given) != sorted(cards):
        line.fail(f"{name} should be {' '.join(cards) or '-'}, the record says {' '.join(given) or '-'}")
