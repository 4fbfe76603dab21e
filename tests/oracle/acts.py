"""A reader of matches, act by act: it checks draws, deals, plays and the scores of each deal.

An act is a seat and a line of text; the seat of chance is -1.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from .lines import Disagreement

CHANCE = -1
COLORS = "RYGB"
Act = tuple[int, str]


def number(card: str) -> int:
    """The number of a card."""
    return int(card[1:])


def full_deck() -> list[str]:
    """The 56 cards, without the bird."""
    return [f"{color}{rank}" for color in COLORS for rank in range(1, 15)]


def deal_round(cards: list[str], dealer: int, seats: int, each: int) -> list[list[str]]:
    """Deal `each` cards to every seat, one at a time from the left of the dealer; by seat."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for place in range(each * seats):
        hands[(dealer + 1 + place) % seats].append(cards[place])
    return hands


class Reader:
    """Follows a match; a subclass for each game knows its deals."""

    def __init__(self, row: dict[str, Any], seats: int, sides: list[list[int]]) -> None:
        self.row = row
        self.seats = seats
        self.sides = sides
        self.totals = [0] * len(sides)
        self.scores: list[list[int]] = []  # points of each side, deal by deal
        self.drawing = list(range(seats))
        self.dealer = -1
        self.in_deal = False
        self.winners: list[int] | None = None
        self.act = ""

    # What a game says ---------------------------------------------------------------------------

    def begin(self, cards: list[str]) -> None:
        """Deal a shuffled deck."""
        raise NotImplementedError

    def play(self, seat: int, verb: str, words: list[str]) -> None:
        """One act of a player."""
        raise NotImplementedError

    # The match ----------------------------------------------------------------------------------

    def fail(self, reason: str) -> NoReturn:
        """Raise: the present act is wrong for this reason."""
        raise Disagreement(f"{self.act}: {reason}")

    def read(self, at: int, seat: int, text: str) -> None:
        """One act."""
        self.act = f"act {at}, {'chance' if seat == CHANCE else f'seat {seat}'}: {text[:40]}"
        verb, *words = text.split()
        if self.winners is not None:
            self.fail("the match is over")
        if not self.in_deal:
            self.by_chance(seat, verb, words)
        elif not 0 <= seat < self.seats:
            self.fail("it is for a player to act")
        else:
            self.play(seat, verb, words)

    def by_chance(self, seat: int, verb: str, cards: list[str]) -> None:
        """The draw for the deal, highest card deals and the tied draw again (R-10); or a shuffled deck."""
        if seat != CHANCE or verb != ("draw" if self.drawing else "deal"):
            self.fail("cards should be drawn for the deal" if self.drawing else "cards should be dealt")
        if not set(cards) <= set(full_deck()) or len(set(cards)) < len(cards):
            self.fail("these are not different cards of the pack")
        if not self.drawing:
            if len(cards) != 56:
                self.fail(f"the pack has 56 cards, not {len(cards)}")
            self.in_deal = True
            self.begin(cards)
            return
        if len(cards) != len(self.drawing):
            self.fail(f"{len(self.drawing)} should draw")
        highest = max(map(number, cards))
        tied = [who for who, card in zip(self.drawing, cards, strict=True) if number(card) == highest]
        self.drawing = tied if len(tied) > 1 else []
        self.dealer = tied[0]

    def end_deal(self, points: list[int]) -> None:
        """Book the points of each side; the deal passes to the left."""
        self.scores.append(points)
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.dealer = (self.dealer + 1) % self.seats
        self.in_deal = False

    def won_by(self, best: int) -> list[int]:
        """The seats of every side with this total."""
        return sorted(
            seat
            for side, total in zip(self.sides, self.totals, strict=True)
            for seat in side
            if total == best
        )


def read_match(
    reader: Reader, acts: Iterable[Act], scores: Sequence[Sequence[int]], winners: Iterable[int]
) -> list[str]:
    """The disagreements of the books with a match: sentences, none if it agrees.

    ``scores`` are the points each side is said to have made, deal by deal, and ``winners`` the seats that
    are said to have won.
    """
    try:
        for at, (seat, text) in enumerate(acts):
            reader.read(at, seat, text)
    except Disagreement as fault:
        return [str(fault)]
    if reader.winners is None:
        return ["the match stops before it is over"]
    faults = [
        f"deal {at} should score {ours}, the record says {list(theirs)}"
        for at, (ours, theirs) in enumerate(zip(reader.scores, scores, strict=False), start=1)
        if ours != list(theirs)
    ]
    if len(scores) != len(reader.scores):
        faults.append(f"there should be {len(reader.scores)} scores, there are {len(scores)}")
    if sorted(winners) != reader.winners:
        faults.append(f"the winners are {reader.winners}, the record says {sorted(winners)}")
    return faults
