"""Cards and the deck of a game.  A card is a string: color letter and number ("R14"), or "Rook"."""

from .rows import Row, unknown

LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
COLORS = ["red", "yellow", "green", "black"]
ROOK = "Rook"
RED_ONE = "R1"


def deck(row: Row) -> list[str]:
    """All cards of the game, each once (General Rules, Dealing, and the Dealing section of the game)."""
    numbers = row.get("numbers") or range(row["low"], 15)
    cards = [letter + str(number) for letter in LETTERS for number in numbers]
    if row["baby"] and row["baby"] not in cards:
        cards.append(row["baby"])
    if row["rook"]:
        cards.append(ROOK)
    cards += [card + "'" for card in cards if row["packs"] == 2]  # the second of two decks
    if row["red_one"] and RED_ONE not in cards:
        cards.append(RED_ONE)
    return cards


def face(card: str) -> str:
    """The card without the mark of the second pack."""
    return card.rstrip("'")


def color_of(card: str, trump: str, row: Row) -> str:
    """The color a card belongs to; the Rook Bird Card and the Red 1, where it is a trump, to the trump color.

    `trump` is one of the four colors, or "none" in a deal without one. House rule: the Rook is red then.
    """
    if is_red_rook(card, trump, row):
        return "red"
    if face(card) == ROOK or (face(card) == RED_ONE and row["red_one"]) or is_baby(card, trump, row):
        return trump
    return LETTERS[card[0]]


def is_red_rook(card: str, trump: str, row: Row) -> bool:
    """Is this the Rook in a deal in which it is a red card?"""
    return face(card) == ROOK and trump == "none" and row["rook_red"]


def is_baby(card: str, trump: str, row: Row) -> bool:
    """House rule: is this the second Rook, in a deal with a trump color? Without one it is a plain card."""
    return face(card) == row["baby"] and trump != "none"


def rank(card: str, trump: str, row: Row, *, lowest: bool = False) -> float:
    """The rank of a card within its color; with `lowest` the numbers are turned around.

    House rule: "the Rook is always the lowest ranked trump" even so, and the highest stays the highest; at
    10 1/2, and as a red card, it is turned around with the numbers.

    General Rules, Rook Bird Card: the highest trump.  1-High Partnership, Playing: the Rook is the lowest
    trump, and "the 1 card is the highest card in each color".  The Red 1, Playing: "the Red 1 is the highest
    trump, and the Rook Bird card is the second highest".
    """
    card = face(card)
    if card == RED_ONE and row["red_one"]:
        return 200
    if card == ROOK:
        if row["rook_role"] in ("top", "second"):
            return -100 if lowest and is_red_rook(card, trump, row) else 100
        if row["rook_role"] == "low":
            return 100 if lowest and is_red_rook(card, trump, row) else 0
        if row["rook_role"] == "ten_half":
            return 20 - 10.5 if lowest else 10.5
        raise unknown("rook_role", row["rook_role"])
    if is_baby(card, trump, row):
        return 99 if row["baby_rank"] == "below_rook" else -1
    number = int(card[1:])
    if number == 1 and row["one_high"]:
        number = 15
    return 20 - number if lowest else number


def counter(card: str, row: Row, trump: str = "") -> int:
    """The points of one card; 0 if it is not a Count Card (the Scoring section of the game).

    Cordova: "the count cards of the trump suit".
    """
    card = face(card)
    if row["trump_counters"] and color_of(card, trump, row) != trump:
        return 0
    if card == row["baby"]:
        return row["counters"][card]
    return row["counters"].get(card, row["counters"].get(card[1:], 0))


def points(cards: list[str], row: Row, trump: str = "") -> int:
    """The points of several cards."""
    return sum(counter(card, row, trump) for card in cards)


def left_of(seat: int, row: Row) -> int:
    """The person to the left, that is the next one clockwise."""
    return (seat + 1) % row["seats"]
