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
    if row["rook"]:
        cards.append(ROOK)
    cards += [card + "'" for card in cards if row["packs"] == 2]  # the second one of two packs
    if row["red_one"] and RED_ONE not in cards:
        cards.append(RED_ONE)
    return cards


def face(card: str) -> str:
    """The card without the mark of the second pack."""
    return card.rstrip("'")


def color_of(card: str, trump: str, row: Row) -> str:
    """The color a card belongs to; the Rook Bird Card and the Red 1, where it is a trump, to the trump color.

    `trump` is one of the four colors, or "none" in a deal without one.
    """
    if face(card) == ROOK or (face(card) == RED_ONE and row["red_one"]):
        return trump
    return LETTERS[card[0]]


def rank(card: str, row: Row, lowest_wins: bool = False) -> float:
    """The rank of a card within its color.

    General Rules, Rook Bird Card: the highest trump.  1-High Partnership, Playing: the Rook is the lowest
    trump, and "the 1 card is the highest card in each color".  The Red 1, Playing: "the Red 1 is the highest
    trump, and the Rook Bird card is the second highest".  House rule: where the lowest card wins, all turn
    around but a trump that is the highest or the lowest of all.
    """
    card = face(card)
    if card == RED_ONE and row["red_one"]:
        return 200
    if card == ROOK and row["rook_role"] in ("top", "second"):
        return 100
    if card == ROOK and row["rook_role"] == "low":
        return 0
    if card == ROOK and row["rook_role"] != "ten_half":
        raise unknown("rook_role", row["rook_role"])
    number = 10.5 if card == ROOK else int(card[1:])
    if number == 1 and row["one_high"]:
        number = 15
    return 30 - number if lowest_wins else number


def counter(card: str, row: Row, trump: str = "") -> int:
    """The points of one card; 0 if it is not a Count Card (the Scoring section of the game).

    Cordova: "the count cards of the trump suit".
    """
    card = face(card)
    if row["trump_counters"] and color_of(card, trump, row) != trump:
        return 0
    return row["counters"].get(card, row["counters"].get(card[1:], 0))


def points(cards: list[str], row: Row, trump: str = "") -> int:
    """The points of several cards."""
    return sum(counter(card, row, trump) for card in cards)


def left_of(seat: int, row: Row) -> int:
    """The person to the left, that is the next one clockwise."""
    return (seat + 1) % row["seats"]
