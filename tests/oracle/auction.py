"""The auction (1988 booklet, General Rules, Bidding, and the Bidding section of the game)."""

from dataclasses import dataclass, field

from .cards import RED_ONE, ROOK, face, left_of
from .nest import worth
from .rows import Row, unknown


def first_bidder(dealer: int, row: Row) -> int:
    """General Rules: bidding starts with the dealer.  Official Tournament Rules: at the dealer's left."""
    if row["first_bidder"] == "dealer":
        return dealer
    if row["first_bidder"] == "left":
        return left_of(dealer, row)
    raise unknown("first_bidder", row["first_bidder"])


def names_color(row: Row) -> bool:
    """Boston: "each bidder names the color on which he is bidding"."""
    return row["trump"] == "bid"


def legal_bids(high: int, row: Row, color: str | None = None) -> list[int]:
    """Every bid allowed over the bid `high` (0 = no bid yet).

    At least the opening bid, divisible by the step, higher than the last bid, not above the cap (R-04).  In
    Boston the cap depends on the color named (R-33); no color named means the highest cap of all.
    """
    cap = row["caps"][color] if color is not None else max(row["caps"].values())
    every = range(0, cap + 1, row["step"])
    return [points for points in every if points >= row["min_bid"] and points > high]


def may_pass(seat: int, dealer: int, high: int, thrown_in: int, row: Row) -> bool:
    """May this seat pass?  "Players may, but need not, bid at their turn" (General Rules).

    Exceptions for the dealer while there is no bid: a game with a forced opening, and R-03: after as many
    consecutive thrown-in deals as there are seats he may not pass.
    """
    if seat != dealer or high > 0:
        return True
    if row["all_pass"] in ("thrown_in", "counted"):  # house rules: no one ever has to bid
        return True
    return not row["forced"] and thrown_in < row["seats"]


def is_again(hand: list[str], in_sight: list[str], row: Row) -> bool:
    """Thirteens: "a hand of nothing but 6-9 is dealt again"; others: a hand without counters."""
    if row["misdeal_claim"] == "no":
        return False
    if row["misdeal_claim"] == "no_counters":
        return all(worth(card, row, "") == 0 for card in (*hand, *in_sight))
    if row["misdeal_claim"] != "only_numbers":
        raise unknown("misdeal_claim", row["misdeal_claim"])
    special = [ROOK, RED_ONE] if row["red_one"] else [ROOK]
    return all(face(card) not in special and int(face(card)[1:]) in row["misdeal_numbers"] for card in hand)


@dataclass
class Auction:
    """One auction, call by call.  `thrown_in`: how many deals just before this one were thrown in."""

    row: Row
    dealer: int
    thrown_in: int = 0
    high: int = 0
    color: str | None = None  # of the highest bid, where bids name one
    declarer: int | None = None  # the seat of the highest bid
    passed: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)  # who has held for his partner
    bids_of: dict[int, int] = field(default_factory=dict)  # the last bid of each seat
    spoken: list[int] = field(default_factory=list)  # who has bid or passed
    shot: bool = False  # has a seat declared to take every trick?
    misdealt: bool = False  # has a seat shown a hand that is dealt again?
    turn: int = field(init=False)

    def __post_init__(self) -> None:
        self.turn = first_bidder(self.dealer, self.row)
        if self.row["sale"]:  # Cordova: the others bid to the dealer
            self.passed.append(self.dealer)

    def over(self) -> bool:
        """All have passed, all but the high bidder have passed, or no higher bid is left (R-04, R-33)."""
        if self.shot or self.misdealt or (self.high > 0 and not legal_bids(self.high, self.row)):
            return True
        talking = self.row["seats"] - len(self.passed)
        return talking == 0 or (talking == 1 and self.high > 0)

    def bids(self, color: str | None = None) -> list[int]:
        """The bids the seat at turn may make."""
        return legal_bids(self.high, self.row, color)

    def may_pass(self) -> bool:
        """May the seat at turn pass?"""
        return may_pass(self.turn, self.dealer, self.high, self.thrown_in, self.row)

    def may_hold(self) -> bool:
        """House rule: may the seat at turn let its partner's bid stand, and stay in, once a deal a side?"""
        if self.row["passing"] != "pass_partner" or self.declarer is None:
            return False
        partners = self.turn % 2 == self.declarer % 2
        others = set(range(self.row["seats"])) - {*self.passed, self.turn, self.declarer}
        return partners and bool(others) and all(seat % 2 != self.turn % 2 for seat in self.held)

    def may_claim(self, hand: list[str], in_sight: list[str]) -> bool:
        """House rule: may the seat at turn show a hand that is dealt again, as its first call?"""
        if self.row["misdeal_must"] or self.turn in (*self.spoken, *self.held):
            return False
        return is_again(hand, in_sight, self.row)

    def hold(self) -> None:
        """The seat at turn holds."""
        self.held.append(self.turn)
        self.move_on()

    def shoot(self) -> None:
        """The seat at turn declares to take every trick: the highest bid there is."""
        self.shot, self.declarer, self.color = True, self.turn, None
        self.high = max(self.row["caps"].values())

    def fault(self, seat: int, call: int | None, color: str | None = None) -> str | None:
        """The fault of a call (None = pass), or None without a fault."""
        if self.row["sale"] and seat == self.dealer:
            return f"the dealer, seat {seat}, takes no part in the auction"
        if seat in self.passed:
            return f"seat {seat} has passed and may not speak again"
        if seat != self.turn:
            return f"seat {seat} spoke, it is the turn of seat {self.turn}"
        if call is None:
            if not self.may_pass():
                return f"the dealer, seat {seat}, may not pass while there is no bid"
            return None
        return self.color_fault(seat, color) or self.height_fault(seat, call, color)

    def color_fault(self, seat: int, color: str | None) -> str | None:
        """The fault of a bid's color, named or missing, or None without a fault."""
        if names_color(self.row) and color not in self.row["caps"]:
            return f"seat {seat} must name a color or no color, not {color!r}"
        if not names_color(self.row) and color is not None:
            return f"seat {seat} may not name a color in his bid"
        return None

    def height_fault(self, seat: int, call: int, color: str | None) -> str | None:
        """The fault of a bid's height, or None without a fault."""
        if call not in self.bids(color):
            return f"seat {seat} may not bid {call}, the bid stands at {self.high}"
        return None

    def say(self, seat: int, call: int | None, color: str | None = None) -> None:
        """Carry out a faultless call and pass the turn to the next seat that has not passed."""
        self.spoken.append(seat)
        if call is None:
            self.passed.append(seat)
        else:
            self.bids_of[seat] = call
            self.high = call
            self.color = color
            self.declarer = seat
        if not self.over():
            self.move_on()

    def move_on(self) -> None:
        """Pass the turn to the next seat that has not passed and does not have the high bid."""
        self.turn = left_of(self.turn, self.row)
        while self.turn in self.passed or self.turn == self.declarer:
            self.turn = left_of(self.turn, self.row)
