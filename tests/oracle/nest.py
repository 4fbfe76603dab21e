"""The cards the declarer may discard to the nest."""

from .cards import COLORS, ROOK, color_of, counter, face
from .rows import Row, unknown


def worth(card: str, row: Row, trump: str) -> int:
    """What a card counts, or may count while trump is not named."""
    return counter(card, row, trump) if trump else max(counter(card, row, color) for color in COLORS)


def is_barred(card: str, row: Row, trump: str) -> bool:
    """May the card be discarded only for lack of others?"""
    barred = row.get("barred", ["counters"] if row["discards"] == "no_counters" else [])
    is_trump = bool(trump) and color_of(card, trump, row) == trump
    return (
        ("counters" in barred and worth(card, row, trump) > 0)
        or ("trumps" in barred and is_trump)
        or ("rook" in barred and face(card) in (ROOK, row["baby"]))
    )


def discardable(held: list[str], row: Row, trump: str = "") -> list[str]:
    """The cards of the declarer (hand and nest together) that may be among those he discards.

    Official Tournament Rules, Playing: "any card may be placed in the nest, including Count Cards".
    1-High Partnership, Playing: "he may not leave or place a Count Card in the nest"; so in Tennessee, Over
    the Top and Three Handed Rook.  If he has too few others (R-15), as few Count Cards as possible, those of
    the lowest value.
    """
    if row["discards"] not in ("any", "two_own", "no_counters"):
        raise unknown("discards", row["discards"])
    plain = [card for card in held if not is_barred(card, row, trump)]
    missing = row["nest"] - len(plain)
    if missing <= 0:
        return plain
    values = sorted(worth(card, row, trump) for card in held if card not in plain)
    return [card for card in held if card in plain or worth(card, row, trump) <= values[missing - 1]]


def for_trumps_fault(kept: list[str], cards: list[str], trump: str, row: Row) -> str | None:
    """A family: no counter may be discarded, "except where one has nothing else but trumps"."""
    if not any(counter(card, row, trump) for card in cards):
        return None
    others = [card for card in kept if not counter(card, row, trump) and color_of(card, trump, row) != trump]
    return f"a counter was discarded, though {' '.join(others)} could go" if others else None


def discard_fault(
    held: list[str], cards: list[str], row: Row, nest: list[str] | None = None, trump: str = ""
) -> str | None:
    """The fault of a discard, or None.  `held` is the hand and the nest together.

    1988 booklet, Official Tournament Rules, Penalties: an incorrect number may not be discarded.  The Regular
    Game for Two: he "may exchange any two of the cards in his hand for any two in the nest" (R-16), so of the
    cards discarded all but two must be cards of the nest.
    """
    if len(cards) != row["nest"]:
        return f"{len(cards)} cards were discarded, the nest is {row['nest']}"
    left = list(held)
    for card in cards:
        if card not in left:
            return f"{card} was discarded, but the declarer does not hold it"
        left.remove(card)
    most = row.get("exchange", 2 if row["discards"] == "two_own" else None)
    if most is not None:
        assert nest is not None
        # house rule: for a card of the nest that may not go back, one of his own may go instead
        most = max(most, sum(is_barred(card, row, trump) for card in nest))
        own = [card for card in cards if card not in nest]
        if len(own) > most:
            return f"two cards may be exchanged, these {len(own)} are from his own hand: {' '.join(own)}"
    for card in cards:
        if card not in discardable(held, row, trump):
            return f"{card} is a Count Card and may not be buried"
    if row["bury_counters"] == "for_trumps" and (fault := for_trumps_fault(left, cards, trump, row)):
        return fault
    barred = sorted(worth(card, row, trump) for card in held if is_barred(card, row, trump))
    missing = max(0, row["nest"] - (len(held) - len(barred)))
    if sorted(worth(card, row, trump) for card in cards if is_barred(card, row, trump)) != barred[:missing]:
        return f"more counters than necessary were buried: {' '.join(cards)}"
    return None
