"""A second, naive Golden 10 and Flip.

Sources: the 1924 and the 1988 booklet (Golden "10") and the older rule books (Flip); ids such as R-55 are
those of the register of ambiguities.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .acts import Act, Reader, deal_round, number, read_match

ROWS: dict[str, dict[str, Any]] = {
    # "red 10 ... counts ten points, and red 5 ... five"; "When four play, play Partners".
    "golden10_1924": {"ten": 10, "five": 5, "golden": True, "partners_at_four": True},
    # The same count; says nothing of partners.
    "golden10_1988": {"ten": 10, "five": 5, "golden": True, "partners_at_four": False},
    # "each red card ... one point ... the red 10 ... ten points"; no yellow ten.
    "flip": {"ten": 10, "five": 1, "golden": False, "partners_at_four": False},
}
# "The game consists of six hands"; a tie is shared; the yellow ten counts for its deal.
USUAL: dict[str, Any] = {"deals": 6, "extra_deal": False, "golden_cumulative": False}


def check_match(
    key: str,
    seats: int,
    acts: Iterable[Act],
    scores: Sequence[Sequence[int]],
    winners: Iterable[int],
    **changes: Any,
) -> list[str]:
    """The disagreements of the books with a match: sentences, none if it agrees."""
    return read_match(Golden10({**ROWS[key], **USUAL, **changes}, seats), acts, scores, winners)


def red_points(cards: Iterable[str], ten: int, five: int) -> int:
    """The points of the red cards taken, which count against a player."""
    worth = {"R10": ten, "R5": five}
    return sum(worth.get(card, 1) for card in cards if card[0] == "R")


def against(cards: Sequence[str], row: dict[str, Any]) -> int:
    """The points against a player: the yellow ten takes off ten, but not below 0."""
    points = red_points(cards, row["ten"], row["five"])
    return max(0, points - 10) if row["golden"] and "Y10" in cards else points


def playable(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards of a hand that may be played: of the color led, if there are any."""
    same = [card for card in hand if led is not None and card[0] == led]
    return same or list(hand)


def taker(trick: Sequence[tuple[int, str]]) -> int:
    """The seat that takes a trick: with the highest card of the color led; there is no trump."""
    led = trick[0][1][0]
    return max((number(card), seat) for seat, card in trick if card[0] == led)[1]


class Golden10(Reader):
    """Follows a match of Golden 10 or Flip."""

    def __init__(self, row: dict[str, Any], seats: int) -> None:
        is_paired = seats == 4 and row["partners_at_four"]
        sides = [[0, 2], [1, 3]] if is_paired else [[seat] for seat in range(seats)]
        super().__init__(row, seats, sides)
        self.hands: list[list[str]] = []
        self.taken: list[list[str]] = []
        self.left_over: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.turn = -1

    def begin(self, cards: list[str]) -> None:
        """Deal equal hands; the cards left over lie face down for the taker of the first trick."""
        each = len(cards) // self.seats
        self.hands = deal_round(cards, self.dealer, self.seats, each)
        self.left_over = cards[each * self.seats :]
        self.taken = [[] for _ in range(self.seats)]
        self.turn = (self.dealer + 1) % self.seats

    def play(self, seat: int, verb: str, words: list[str]) -> None:
        """A card to the trick."""
        if verb != "play" or len(words) != 1:
            self.fail("a card should be played")
        if seat != self.turn:
            self.fail(f"it is for seat {self.turn} to play")
        card, led = words[0], self.trick[0][1][0] if self.trick else None
        if card not in self.hands[seat]:
            self.fail(f"the hand is {self.hands[seat]}")
        if card not in playable(self.hands[seat], led):
            self.fail("the color led must be followed")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self.end_trick()

    def end_trick(self) -> None:
        """The taker of the trick leads to the next."""
        winner = taker(self.trick)
        self.taken[winner] += [card for _, card in self.trick] + self.left_over
        self.trick, self.left_over, self.turn = [], [], winner
        if not any(self.hands):
            self.end_deal(self.points())
            self.look_at_end()

    def points(self) -> list[int]:
        """The points of each side.

        Partners lay their tricks together, so the yellow ten takes ten off what both have.  The books do
        not say so: it might be off the red cards of the one who took it.
        """
        taken_by = [[card for seat in side for card in self.taken[seat]] for side in self.sides]
        if not (self.row["golden"] and self.row["golden_cumulative"]):
            return [against(taken, self.row) for taken in taken_by]
        # R-55, the other reading: ten off what the side has by now, not below 0.
        points = []
        for taken, total in zip(taken_by, self.totals, strict=True):
            more = red_points(taken, self.row["ten"], self.row["five"])
            off = 10 if "Y10" in taken else 0
            points.append(max(0, total + more - off) - total)
        return points

    def look_at_end(self) -> None:
        """After the last deal the lowest total wins (R-56)."""
        lowest = min(self.totals)
        if len(self.scores) < self.row["deals"]:
            return
        if self.row["extra_deal"] and self.totals.count(lowest) > 1:
            return
        self.winners = self.won_by(lowest)
