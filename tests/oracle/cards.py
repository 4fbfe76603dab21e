"""Cards, the pack, dealing and the nest.  A card is a string: color letter and number ("R14"), or "Rook"."""

from .rows import Row, unknown

LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
COLORS = ["red", "yellow", "green", "black"]
ROOK = "Rook"


def pack(row: Row) -> list[str]:
    """All cards of the game, each once (General Rules, Dealing, and the Dealing section of the game)."""
    cards = [letter + str(number) for letter in LETTERS for number in range(row["low"], 15)]
    if row["rook"]:
        cards.append(ROOK)
    return cards


def color_of(card: str, trump: str) -> str:
    """The color a card belongs to; the Rook Bird Card belongs to the trump color."""
    if card == ROOK:
        return trump
    return LETTERS[card[0]]


def rank(card: str, row: Row) -> int:
    """How high a card stands within its color.

    General Rules, Rook Bird Card: the highest trump.  1-High Partnership, Playing: the Rook is the lowest
    trump, and "the 1 card is the highest card in each color".
    """
    if card == ROOK:
        if row["rook_role"] == "top":
            return 100
        if row["rook_role"] == "low":
            return 0
        raise unknown("rook_role", row["rook_role"])
    number = int(card[1:])
    if number == 1 and row["one_high"]:
        return 15
    return number


def counter(card: str, row: Row) -> int:
    """The points of one card; 0 if it is not a Count Card (the Scoring section of the game)."""
    return row["counters"].get(card, row["counters"].get(card[1:], 0))


def points(cards: list[str], row: Row) -> int:
    """The points of several cards."""
    return sum(counter(card, row) for card in cards)


def left_of(seat: int, row: Row) -> int:
    """The seat to the left, that is the next one clockwise."""
    return (seat + 1) % row["seats"]


def deal_out(cards: list[str], dealer: int, row: Row) -> tuple[list[list[str]], list[str]]:
    """Deal a shuffled pack from its top: the hands by seat, and the nest.

    Interleaved (Official Tournament Rules, Dealing): one card to each player beginning at the dealer's left,
    the next one to the nest, until the nest is full; the remainder to the players.
    Last (1-High Partnership, Dealing): the entire pack except the last card, which becomes the nest.
    """
    if row["deal_order"] not in ("interleave", "last"):
        raise unknown("deal_order", row["deal_order"])
    cards = list(cards)
    hands: list[list[str]] = [[] for _ in range(row["seats"])]
    nest: list[str] = []
    for _ in range(row["hand"]):
        seat = dealer
        for _ in range(row["seats"]):
            seat = left_of(seat, row)
            hands[seat].append(cards.pop(0))
        if row["deal_order"] == "interleave" and len(nest) < row["nest"]:
            nest.append(cards.pop(0))
    return hands, nest + cards


def buriable(held: list[str], row: Row) -> list[str]:
    """The cards of the declarer (hand and nest together) that may be among those he discards.

    Official Tournament Rules, Playing: "any card may be placed in the nest, including Count Cards".
    1-High Partnership, Playing: "he may not leave or place a Count Card in the nest"; if he has too few
    others (R-15), as few Count Cards as possible, those of the lowest value.
    """
    if row["bury"] == "any":
        return list(held)
    if row["bury"] != "no_counters":
        raise unknown("bury", row["bury"])
    plain = [card for card in held if counter(card, row) == 0]
    missing = row["nest"] - len(plain)
    if missing <= 0:
        return plain
    values = sorted(counter(card, row) for card in held if counter(card, row) > 0)
    return [card for card in held if counter(card, row) <= values[missing - 1]]


def discard_fault(held: list[str], cards: list[str], row: Row) -> str | None:
    """What is wrong with a discard, or None.  `held` is the hand and the nest together.

    1988 booklet, Official Tournament Rules, Penalties: an incorrect number may not be discarded.
    """
    if len(cards) != row["nest"]:
        return f"{len(cards)} cards were discarded, the nest is {row['nest']}"
    left = list(held)
    for card in cards:
        if card not in left:
            return f"{card} was discarded, but the declarer does not hold it"
        left.remove(card)
    if row["bury"] == "any":
        return None
    for card in cards:
        if card not in buriable(held, row):
            return f"{card} is a Count Card and may not be buried"
    fewest = sorted(counter(card, row) for card in held)[: row["nest"]]
    if sorted(counter(card, row) for card in cards) != fewest:
        return f"more counters than necessary were buried: {' '.join(cards)}"
    return None
