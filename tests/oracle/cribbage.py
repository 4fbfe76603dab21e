"""A second, naive Simplified Cribbage.

Source: the older rule books; ids such as R-87 are those of the register of ambiguities.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from .acts import Act, Reader, deal_round, number, read_match

LIMIT = 31
SCORING = {15: 2, 20: 2, 25: 2, 30: 2, 31: 3}
HAND = 5
MOST_DEALS = 200
USUAL: dict[str, Any] = {
    "target": 50,
    "deals": None,
    "tie": "another_deal",
    "extra_deal": False,
    "end_of_deal_win": False,
}


def check_match(
    seats: int,
    acts: Iterable[Act],
    scores: Sequence[Sequence[int]],
    winners: Iterable[int],
    **changes: Any,
) -> list[str]:
    """The disagreements of the book with a match: sentences, none if it agrees."""
    return read_match(Cribbage({**USUAL, **changes}, seats), acts, scores, winners)


def fifteens(cards: Sequence[str]) -> int:
    """Two points for every combination of the five cards that counts fifteen."""
    groups = (group for size in range(1, len(cards) + 1) for group in combinations(cards, size))
    return 2 * sum(sum(map(number, group)) == 15 for group in groups)


class Cribbage(Reader):
    """Follows a match of Simplified Cribbage."""

    def __init__(self, row: dict[str, Any], seats: int) -> None:
        super().__init__(row, seats, [[seat] for seat in range(seats)])
        self.hands: list[list[str]] = []
        self.dealt: list[list[str]] = []
        self.points: list[int] = []
        self.count = 0
        self.last = -1  # who played the last card
        self.asked: list[int] = []  # who has to play or pass before it is a go, the next first
        self.out: list[int] = []  # who has passed: the count only rises, so he cannot play until the next

    def begin(self, cards: list[str]) -> None:
        """Five cards each, one at a time."""
        self.dealt = deal_round(cards, self.dealer, self.seats, HAND)
        self.hands = [list(hand) for hand in self.dealt]
        self.points = [0] * self.seats
        self.new_count(self.dealer)

    def new_count(self, right: int) -> None:
        """Begin a new count with the next player to the left of `right` who has cards."""
        self.count = 0
        self.out = []
        self.asked = self.with_cards(right)[:1]

    def with_cards(self, right: int) -> list[int]:
        """The seats with cards, from the left of `right`, which comes last."""
        order = [(right + step) % self.seats for step in range(1, self.seats + 1)]
        return [seat for seat in order if self.hands[seat]]

    def play(self, seat: int, verb: str, words: list[str]) -> None:
        """Play a card, or pass without a card that keeps the count within its limit."""
        if seat != self.asked[0]:
            self.fail(f"it is for seat {self.asked[0]} to play or pass")
        fitting = [card for card in self.hands[seat] if self.count + number(card) <= LIMIT]
        if verb == "pass" and not words:
            if fitting:
                self.fail(f"{fitting} can be played (R-87)")
            self.passed()
        elif verb == "play" and len(words) == 1:
            if words[0] not in fitting:
                self.fail(f"the count is {self.count}, and {fitting} can be played")
            self.played(seat, words[0])
        else:
            self.fail("a card should be played, or passed")

    def played(self, seat: int, card: str) -> None:
        """A card is played and its count called."""
        self.hands[seat].remove(card)
        self.count += number(card)
        self.last = seat
        if self.score(seat, SCORING.get(self.count, 0)):
            return
        if not any(self.hands):
            # The last card is a go, but 31 is three in all.
            if self.count == LIMIT or not self.score(seat, 1):
                self.count_hands()
        elif self.count == LIMIT:
            self.new_count(seat)
        else:
            self.asked = [other for other in self.with_cards(seat) if other not in self.out]
            if not self.asked:
                self.go()

    def passed(self) -> None:
        """When all have passed in turn it is a go."""
        self.out.append(self.asked.pop(0))
        if not self.asked:
            self.go()

    def go(self) -> None:
        """One point for the player of the last card; a new count begins at his left."""
        if not self.score(self.last, 1):
            self.new_count(self.last)

    def count_hands(self) -> None:
        """Count the five cards of each player, the player left of the dealer first (R-87)."""
        for step in range(1, self.seats + 1):
            seat = (self.dealer + step) % self.seats
            if self.score(seat, fifteens(self.dealt[seat])):
                return
        self.end_deal(self.points)
        self.look_at_end()

    def score(self, seat: int, points: int) -> bool:
        """Add points; returns True if that ends the match at once (R-87)."""
        self.points[seat] += points
        at_once = self.row["deals"] is None and not self.row["end_of_deal_win"]
        if not at_once or self.totals[seat] + self.points[seat] < self.row["target"]:
            return False
        self.end_deal(self.points)
        self.winners = [seat]
        return True

    def look_at_end(self) -> None:
        """After a fixed number of deals, or where the target counts at the end of a deal only."""
        best = max(self.totals)
        leaders = self.won_by(best)
        if len(self.scores) >= (self.row["deals"] or MOST_DEALS):
            plays_on = self.row["extra_deal"] and len(leaders) > 1 and len(self.scores) < MOST_DEALS
            self.winners = None if plays_on else leaders
        elif self.row["deals"] is None and best >= self.row["target"]:
            is_clear = len(leaders) == 1 or self.row["tie"] == "shared"
            self.winners = leaders if is_clear else None
