"""The state of a bidding match: immutable, everything secret included, shown by no ``repr``."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.phases import Phase
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.core.actions import Bird
from rules.core.cards import NO_CARDS, Card, CardSet, Color
from rules.core.decisions import CHANCE, Seat
from rules.core.events import CardPlayed, Source, TrickTaken
from rules.core.match import Match, first_match
from rules.core.quick import new

NOBODY: Final[Seat] = -2
"""No seat at all; chance is another."""


class Call(NamedTuple):
    """One call of an auction; 0 points is a pass."""

    seat: Seat
    points: int
    color: Color | None = None


class Auction(NamedTuple):
    """The bidding of one deal."""

    high: int
    """The standing bid in points, 0 for none."""
    declarer: Seat
    """Who made the standing bid; NOBODY for none."""
    color: Color | None
    """The color of the standing bid, where bids have one."""
    calls: tuple[Call, ...]
    waiting: tuple[Seat, ...]
    """Seats that have not passed, in the order of their turns: the next one first."""
    held: tuple[Seat, ...] = ()
    """Seats that left a partner's bid without being out."""
    shot: bool = False
    """Whether the declarer declared to take every trick."""


NO_AUCTION: Final = Auction(0, NOBODY, None, (), ())


class Contract(NamedTuple):
    """What the declaring side owes."""

    declarer: Seat
    bid: int
    sold_for: int = 0
    """What the dealer gained by selling to the declarer."""


NO_CONTRACT: Final = Contract(NOBODY, 0)


class Teams(NamedTuple):
    """Who plays with whom, from which hands and in which order, in one deal. Tuples go by hand."""

    sides: tuple[tuple[int, ...], ...]
    """The hands of each side."""
    side_of: tuple[int, ...]
    control: tuple[Seat, ...]
    """The seat that plays each hand."""
    sources: tuple[tuple[Seat, Source], ...]
    """Whose cards they are and where they lie."""
    rounds: tuple[tuple[int, ...], ...]
    """The hands in playing order, by the one that leads."""
    played: tuple[tuple[CardPlayed, ...], ...]
    """The event of a card played, by hand and card."""
    dummy: int = NOBODY
    """The hand that lies open after the first lead, or that nobody sees."""
    are_known: bool = True
    """Whether the sides are settled."""


class Settled(NamedTuple):
    """What is settled of the present deal before its tricks."""

    nest: CardSet
    """Cards in the nest as dealt, or as laid away by the declarer; none while he holds them."""
    bird: Bird | None = None
    """What the dealer said the bird is."""
    shown: CardSet = NO_CARDS
    """Cards of the nest that everybody has seen: turned up, or trumps buried."""
    taken_up: CardSet = NO_CARDS
    """The nest as it was dealt, once the declarer has taken it."""
    called: Card | None = None
    """The card whose holder is the declarer's partner."""
    partner: Seat = NOBODY
    partner_known: bool = False
    folded: bool = False
    cut: int = NOBODY
    """The side that won the cut for most tricks."""


NOTHING_SETTLED: Final = Settled(NO_CARDS)


class Stock(NamedTuple):
    """Cards that are in nobody's hand."""

    pile: tuple[Card, ...] = ()
    """The draw pile in drawing order; the first lies face up."""
    covered: tuple[tuple[Card, Card], ...] = ()
    """Battery cards that lie on a covered one, and the covered one."""
    blind: tuple[Card, ...] = ()
    """The dummy's face-down cards in playing order."""
    drawn: CardSet = NO_CARDS
    """What was drawn from the pile after the last trick, by everybody."""

    def __repr__(self) -> str:
        return f"<stock of {len(self.pile) + len(self.covered) + len(self.blind)} cards>"


NO_STOCK: Final = Stock()


class State(NamedTuple):
    """A match at one moment."""

    phase: Phase
    turn: Seat
    """Who is asked: a seat, chance, or nobody when the match is over."""
    order: tuple[int, ...]
    """The hands in the order they play to the present trick."""
    match: Match
    auction: Auction
    contract: Contract
    deal: Settled
    teams: Teams
    ranking: Ranking
    """How the cards rank: with the trump named, or none yet."""
    hands: tuple[CardSet, ...]
    """Cards held, by hand; of a battery, those that lie face up."""
    led: int
    """The suit led to the present trick."""
    trick: tuple[Card, ...]
    """The present trick, in playing order."""
    taken: tuple[TrickTaken, ...]
    """The complete tricks of this deal."""
    stock: Stock

    def __repr__(self) -> str:
        return f"<deal {self.match.deal}, {self.phase.name.lower()}>"

    @property
    def card_order(self) -> Order:
        """What decides how the cards rank."""
        return Order(self.ranking.trump, self.deal.bird, self.ranking.lowest_wins)


def next_hand(state: State) -> int:
    """The hand that plays next."""
    return state.order[len(state.trick)]


def first_state(setup: Setup) -> State:
    """A match before anybody has drawn for the deal."""
    return between_deals(setup, Phase.DRAW, CHANCE, first_match(setup.seats, setup.units, setup.camps))


NO_TEAMS: Final = Teams((), (), (), (), (), ())


def between_deals(setup: Setup, phase: Phase, turn: Seat, match: Match) -> State:
    """A match with no cards on the table."""
    hands = (NO_CARDS,) * setup.lanes
    # fmt: off
    return new(State, (phase, turn, (), match, NO_AUCTION, NO_CONTRACT, NOTHING_SETTLED, NO_TEAMS,
                       setup.unranked, hands, NOT_LED, (), (), NO_STOCK))
    # fmt: on
