"""The cards the declarer may discard to the nest."""

from .cards import counter
from .rows import Row, unknown


def discardable(held: list[str], row: Row) -> list[str]:
    """The cards of the declarer (hand and nest together) that may be among those he discards.

    Official Tournament Rules, Playing: "any card may be placed in the nest, including Count Cards".
    1-High Partnership, Playing: "he may not leave or place a Count Card in the nest"; so in Tennessee, Over
    the Top and Three Handed Rook.  If he has too few others (R-15), as few Count Cards as possible, those of
    the lowest value.
    """
    if row["discards"] in ("any", "two_own"):
        return list(held)
    if row["discards"] != "no_counters":
        raise unknown("discards", row["discards"])
    plain = [card for card in held if counter(card, row) == 0]
    missing = row["nest"] - len(plain)
    if missing <= 0:
        return plain
    values = sorted(counter(card, row) for card in held if counter(card, row) > 0)
    return [card for card in held if counter(card, row) <= values[missing - 1]]


def discard_fault(held: list[str], cards: list[str], row: Row, nest: list[str] | None = None) -> str | None:
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
    if row["discards"] == "any":
        return None
    if row["discards"] == "two_own":
        assert nest is not None
        own = [card for card in cards if card not in nest]
        if len(own) > 2:
            return f"two cards may be exchanged, these {len(own)} are from his own hand: {' '.join(own)}"
        return None
    for card in cards:
        if card not in discardable(held, row):
            return f"{card} is a Count Card and may not be buried"
    fewest = sorted(counter(card, row) for card in held)[: row["nest"]]
    if sorted(counter(card, row) for card in cards) != fewest:
        return f"more counters than necessary were buried: {' '.join(cards)}"
    return None
