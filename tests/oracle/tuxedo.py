"""A second, naive Tuxedo: reads a match act by act and says where the rule books disagree with it.

Sources: older rule books (`tuxedo_old`) and the 1924 booklet (`tuxedo_1924`); ids such as R-76 are those of
the register of ambiguities.  An act is a seat and a line of text; -1 is chance, -2 the clock.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NoReturn

from .lines import Disagreement

Row = dict[str, Any]

ROWS: dict[str, Row] = {
    # Older rule books: "a card ... equal", or one sum; a sweep 1, most cards 5, "first getting 50".
    "tuxedo_old": {
        "all_at_once": False,
        "forced": False,
        "large_builds": False,
        "race": "stamp",
        "tie": "another_deal",
        "orange": False,
        "building": False,
        "most_cards": 5,
        "most_cards_tied": 0,
        "little_sweep": 1,
        "big_sweep": 1,
        "target": 50,
        "deals": None,
        "extra_deal": False,
    },
    # 1924: "every distinct combination", Orange, building; "Game is WON by player first earning 100".
    "tuxedo_1924": {
        "all_at_once": True,
        "race": "stamp",
        "forced": False,
        "large_builds": False,
        "tie": "another_deal",
        "orange": True,
        "building": True,
        "most_cards": 15,
        "most_cards_tied": 5,
        "little_sweep": 5,
        "big_sweep": 10,
        "target": 100,
        "deals": None,
        "extra_deal": False,
    },
}
CHANCE = -1
CLOCK = -2
TEXT_LIMIT = 16  # an act names at most so many cards, and may then leave some
MOST_DEALS = 200


@dataclass
class Build:
    """Cards on each other that count as their sum, the lowest first."""

    cards: list[str]

    @property
    def value(self) -> int:
        """The sum of the cards."""
        return sum(map(number, self.cards))


@dataclass
class Deal:
    """One deal: the deck still to be dealt, hands, table, and each seat's winnings."""

    dealer: int
    deck: list[str]
    hands: list[list[str]]
    loose: list[str] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)
    won: list[list[str]] = field(default_factory=list)
    sweeps: list[int] = field(default_factory=list)  # points of each
    oranges: list[int] = field(default_factory=list)  # points of each
    turn: int = 0
    last_taker: int | None = None
    window: "Window | None" = None

    def table(self) -> list[str]:
        """All cards on the table."""
        return self.loose + [card for build in self.builds for card in build.cards]


@dataclass
class Window:
    """The time in which Orange may be called."""

    is_right: bool
    answered: list[int] = field(default_factory=list)
    calls: list[tuple[int, int]] = field(default_factory=list)  # seat and time
    tied: list[int] = field(default_factory=list)


def number(card: str) -> int:
    """The number of a card."""
    return int(card[1:])


def full_deck() -> list[str]:
    """The 56 cards."""
    return [f"{color}{rank}" for color in "RYGB" for rank in range(1, 15)]


def check_match(
    key: str, seats: int, acts: Iterable[tuple[int, str]], scores: Sequence[Sequence[int]], **changes: Any
) -> list[str]:
    """The disagreements of the books with a match: sentences, none if it agrees.

    `scores` are the points each seat is said to have made in each deal.  The match is read to the first
    disagreement; a wrong score is noted and reading continues.
    """
    row = {**ROWS[key], **changes}
    reader = Reader(row, seats, [list(points) for points in scores])
    try:
        for at, (seat, text) in enumerate(acts):
            reader.read(at, seat, text)
        reader.finish()
    except Disagreement as fault:
        reader.faults.append(str(fault))
    return reader.faults


class Reader:
    """Follows a match."""

    def __init__(self, row: Row, seats: int, scores: list[list[int]]) -> None:
        self.row = row
        self.seats = seats
        self.scores = scores
        self.totals = [0] * seats
        self.faults: list[str] = []
        self.drawing = list(range(seats))
        self.dealer = -1
        self.dealt = 0
        self.deal: Deal | None = None
        self.over = False
        self.act = ""

    def fail(self, reason: str) -> NoReturn:
        """Raise: the present act is wrong for this reason."""
        raise Disagreement(f"{self.act}: {reason}")

    def read(self, at: int, seat: int, text: str) -> None:
        """One act."""
        who = {CHANCE: "chance", CLOCK: "the clock"}.get(seat, f"seat {seat}")
        self.act = f"act {at}, {who}: {text[:60]}"
        verb, *words = text.split()
        if self.over:
            self.fail("the match is over")
        if self.deal is None:
            self.before_deal(seat, verb, words)
        elif self.deal.window is not None:
            self.answer(self.deal, self.deal.window, seat, verb, words)
        else:
            self.play(self.deal, seat, verb, words)

    def before_deal(self, seat: int, verb: str, words: list[str]) -> None:
        """Drawing for the deal, highest deals, the tied draw again; then the cards."""
        if seat != CHANCE:
            self.fail("only chance draws and deals")
        if self.drawing:
            if verb != "draw" or len(words) != len(self.drawing) or len(set(words)) != len(words):
                self.fail(f"{len(self.drawing)} draw a card each for the deal")
            best = max(map(number, words))
            tied = [who for who, card in zip(self.drawing, words, strict=True) if number(card) == best]
            self.drawing = tied if len(tied) > 1 else []
            self.dealer = tied[0]
            return
        if verb != "deal" or sorted(words) != sorted(full_deck()):
            self.fail("56 different cards are dealt")
        self.deal = Deal(
            dealer=self.dealer,
            deck=list(words),
            hands=[[] for _ in range(self.seats)],
            won=[[] for _ in range(self.seats)],
            sweeps=[0] * self.seats,
            oranges=[0] * self.seats,
            turn=(self.dealer + 1) % self.seats,
        )
        self.dealt += 1
        self.hand_out(self.deal, 4)
        self.deal.loose = [self.deal.deck.pop(0) for _ in range(4)]

    def hand_out(self, deal: Deal, each: int) -> None:
        """Deal `each` cards to every seat, one at a time from the dealer's left."""
        for _ in range(each):
            for step in range(1, self.seats + 1):
                deal.hands[(deal.dealer + step) % self.seats].append(deal.deck.pop(0))

    def play(self, deal: Deal, seat: int, verb: str, words: list[str]) -> None:
        """A player's turn."""
        if seat != deal.turn:
            self.fail(f"it is the turn of seat {deal.turn}")
        if verb == "play" and len(words) == 1:
            self.lay(deal, seat, words[0])
        elif verb == "capture" and len(words) > 1:
            self.capture(deal, seat, words[0], words[1:])
        elif verb == "put" and len(words) >= 2 and words[0].isdigit():
            self.build(deal, seat, int(words[0]), words[1], words[2:])
        else:
            self.fail("that is no play")
        deal.turn = (seat + 1) % self.seats
        if deal.window is None:
            self.continue_deal(deal)

    def from_hand(self, deal: Deal, seat: int, card: str) -> None:
        """A card leaves a hand."""
        if card not in deal.hands[seat]:
            self.fail(f"{card} is not in that hand")
        deal.hands[seat].remove(card)

    def lay(self, deal: Deal, seat: int, card: str) -> None:
        """A card to the centre; "if he cannot" capture is read as "if he does not" (R-76)."""
        self.from_hand(deal, seat, card)
        if self.row["forced"]:
            for held in (card, *deal.hands[seat]):
                if takes_something(number(held), deal.loose, deal.builds):
                    self.fail(f"{held} could have captured")
        deal.loose.append(card)

    def capture(self, deal: Deal, seat: int, card: str, taken: list[str]) -> None:
        """An equal card or a sum; in 1924 "every distinct combination or card you can match"."""
        self.from_hand(deal, seat, card)
        value = number(card)
        if len(set(taken)) != len(taken) or not set(taken) <= set(deal.table()):
            self.fail("those cards do not lie on the table")
        builds = [build for build in deal.builds if set(build.cards) & set(taken)]
        for build in builds:
            if not set(build.cards) <= set(taken):
                self.fail("a build is taken whole")
            if build.value != value:
                self.fail(f"a build of {build.value} is not taken with a {value}")
        in_builds = {one for build in builds for one in build.cards}
        loose = [one for one in taken if one not in in_builds]
        if not falls_apart(list(map(number, loose)), value):
            self.fail(f"{' '.join(loose)} are not made of sums of {value}")
        groups = len(builds) + sum(map(number, loose)) // value
        if groups > 1 and not self.row["all_at_once"]:
            self.fail("only one card or one sum is taken")
        deal.loose = [one for one in deal.loose if one not in loose]
        deal.builds = [build for build in deal.builds if build not in builds]
        if self.row["all_at_once"]:
            room = TEXT_LIMIT - len(taken)
            if takes_something(value, deal.loose, deal.builds, room):
                self.fail("a combination that could be taken too was left")
        deal.won[seat] += [card, *taken]
        deal.last_taker = seat
        if not deal.table():
            big = len(taken) >= 4  # cards of the table
            deal.sweeps[seat] += self.row["big_sweep" if big else "little_sweep"]
        if self.row["orange"]:
            colors = {one[0] for one in taken}  # those that lay on the table
            deal.window = Window(is_right={"R", "Y"} <= colors)

    def build(self, deal: Deal, seat: int, place: int, card: str, others: list[str]) -> None:
        """A hand card on a table card or a build, holding a card of their sum (R-79).

        By option on several cards of the table at once; the first of them lies at the place.
        """
        if not self.row["building"]:
            self.fail("nothing is built in this edition")
        self.from_hand(deal, seat, card)
        if others:
            build = self.large_build(deal, place, others)
        elif place < len(deal.loose):
            build = Build([deal.loose.pop(place)])
        elif place - len(deal.loose) < len(deal.builds):
            build = deal.builds.pop(place - len(deal.loose))
        else:
            self.fail("nothing lies there")
        build.cards.append(card)
        if build.value not in map(number, deal.hands[seat]):
            self.fail(f"he holds no {build.value}")
        deal.builds.append(build)

    def large_build(self, deal: Deal, place: int, others: list[str]) -> Build:
        """Several cards of the table put together."""
        if not self.row["large_builds"]:
            self.fail("a build begins on one card")
        if len(others) < 2 or not set(others) <= set(deal.loose) or len(set(others)) < len(others):
            self.fail("those cards do not lie on the table")
        if place != min(map(deal.loose.index, others)):
            self.fail("the first of those cards lies elsewhere")
        deal.loose = [card for card in deal.loose if card not in others]
        return Build(list(others))

    def answer(self, deal: Deal, window: Window, seat: int, verb: str, words: list[str]) -> None:
        """Orange is called or not; the first has it if it is right, a mistake costs each caller 10."""
        if window.tied:
            picked = [who for who in window.tied if (verb, words) == ("lot", [str(who)])]
            if seat != CHANCE or not picked:
                self.fail("a lot decides between calls at the same time")
            self.close(deal, window, picked[0])
            return
        if seat == CLOCK:
            if verb != "close":
                self.fail("the clock only closes")
        else:
            if seat < 0 or seat in window.answered or verb not in ("shout", "pass"):
                self.fail("every player says once whether it is Orange")
            window.answered.append(seat)
            if verb == "shout":
                window.calls.append((int(words[0]) if words else 0, seat))
            if len(window.answered) < self.seats:
                return
        first = [who for time, who in window.calls if time == min(window.calls)[0]]
        if self.row["race"] == "first":  # as they arrive
            first = [who for _, who in window.calls[:1]]
        elif self.row["race"] == "sealed":
            first = [who for _, who in window.calls]
        if len(first) > 1:
            window.tied = first
            return
        self.close(deal, window, first[0] if first else None)

    def close(self, deal: Deal, window: Window, first: int | None) -> None:
        """Score the calls; then the play continues."""
        if window.is_right and first is not None:
            deal.oranges[first] += 10
        if not window.is_right:
            for _, caller in window.calls:
                deal.oranges[caller] -= 10
        deal.window = None
        self.continue_deal(deal)

    def continue_deal(self, deal: Deal) -> None:
        """When all hands are empty more cards are dealt, odd ones to the centre, or the deal is over."""
        if any(deal.hands):
            return
        if deal.deck:
            each = min(4, len(deal.deck) // self.seats)
            self.hand_out(deal, each)
            if each < 4:
                # "Put every odd card in the center"; six players get none of the last four.
                deal.loose += deal.deck
                deal.deck = []
        if not any(deal.hands):
            self.score(deal)

    def score(self, deal: Deal) -> None:
        """Counting, after all the cards in the deck have been played."""
        if deal.last_taker is not None:
            deal.won[deal.last_taker] += deal.table()
        points = [sweep + orange for sweep, orange in zip(deal.sweeps, deal.oranges, strict=True)]
        sizes = [len(cards) for cards in deal.won]
        most = [seat for seat, size in enumerate(sizes) if size == max(sizes)]
        for seat in range(self.seats):
            points[seat] += 5 * sum(number(card) == 5 for card in deal.won[seat])
            if seat in most and max(sizes):
                points[seat] += self.row["most_cards"] if len(most) == 1 else self.row["most_cards_tied"]
        if len(self.scores) < self.dealt:
            self.fail("the deal is over and was not scored")
        said = self.scores[self.dealt - 1]
        if said != points:
            self.faults.append(f"deal {self.dealt} scores {points}, not {said}")
        self.totals = [total + scored for total, scored in zip(self.totals, said, strict=True)]
        self.deal = None
        self.dealer = (self.dealer + 1) % self.seats
        self.over = self.is_won()

    def is_won(self) -> bool:
        """One player has the target and most; a tie plays on (R-06); or the agreed deals are played."""
        best = max(self.totals)
        is_clear = self.totals.count(best) == 1
        if self.row["deals"]:
            plays_on = self.row["extra_deal"] and not is_clear and self.dealt < MOST_DEALS
            return self.dealt >= int(self.row["deals"]) and not plays_on
        is_clear = is_clear or self.row["tie"] == "shared"
        return (best >= self.row["target"] and is_clear) or self.dealt == MOST_DEALS

    def finish(self) -> None:
        """No act is left: is the match over, and is no score too many?"""
        if not self.over:
            raise Disagreement("the match stops before anybody has won")
        if len(self.scores) != self.dealt:
            raise Disagreement(f"{len(self.scores)} deals are scored, {self.dealt} were played")


def takes_something(value: int, loose: list[str], builds: list[Build], room: int = 56) -> bool:
    """Could a card of this number take anything, of at most `room` cards?"""
    if any(build.value == value and len(build.cards) <= room for build in builds):
        return True
    numbers = [number(card) for card in loose if number(card) <= value]
    sizes = range(1, min(len(numbers), room) + 1)
    return any(sum(some) == value for size in sizes for some in combinations(numbers, size))


def falls_apart(numbers: list[int], value: int) -> bool:
    """Can the numbers be put into groups that each make the value?"""
    if not numbers:
        return True
    first, rest = numbers[0], numbers[1:]
    for size in range(len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            if first + sum(rest[place] for place in places) == value:
                left = [one for place, one in enumerate(rest) if place not in places]
                if falls_apart(left, value):
                    return True
    return False
