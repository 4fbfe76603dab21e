"""The state of a bidding match: immutable, all secrets included, shown by no ``repr``."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.phases import Phase
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.core.actions import Bird
from rules.core.cards import NO_CARDS, Card, CardSet, Color
from rules.core.decisions import CHANCE, Seat
from rules.core.events import CardPlayed, PlayedFrom, TrickTaken
from rules.core.match import Match, first_match
from rules.core.quick import new

NO_SEAT: Final[Seat] = -2
"""No seat at all; chance is another number."""


class Call(NamedTuple):
    """One call of an auction with the color bid, if any; 0 points is a pass."""

    seat: Seat
    points: int
    color: Color | None = None


class Auction(NamedTuple):
    """The bidding of one deal: high bid, its seat and color, bids and passes, seats still in, holds, moon."""

    high: int
    """The high bid in points, 0 before the first."""
    declarer: Seat
    """The seat that made the high bid; NO_SEAT before the first."""
    color: Color | None
    """The color of the high bid, in games with bids that name one."""
    calls: tuple[Call, ...]
    waiting: tuple[Seat, ...]
    """Seats still in the auction, in the order of their turns: the next one first."""
    held: tuple[Seat, ...] = ()
    """Seats that passed over a partner's bid without dropping out."""
    shot: bool = False
    """Whether the high bidder declared to take every trick."""


NO_AUCTION: Final = Auction(0, NO_SEAT, None, (), ())


class Contract(NamedTuple):
    """The declarer, the points their side must make, and the points a sale gained the dealer."""

    declarer: Seat
    bid: int
    sold_for: int = 0
    """Points the dealer gained by selling to the declarer; 0 without a sale."""


NO_CONTRACT: Final = Contract(NO_SEAT, 0)


class Teams(NamedTuple):
    """Sides, players and playing order of one deal. All tuples but ``sides`` are indexed by hand."""

    sides: tuple[tuple[int, ...], ...]
    """The hands of each side."""
    side_of: tuple[int, ...]
    control: tuple[Seat, ...]
    """The seat that plays each hand."""
    sources: tuple[tuple[Seat, PlayedFrom], ...]
    """The seat that owns each hand, and where its cards are."""
    rounds: tuple[tuple[int, ...], ...]
    """The hands in playing order, by the hand that leads."""
    played: tuple[tuple[CardPlayed, ...], ...]
    """The event of each card played, by hand and card, made in advance."""
    dummy: int = NO_SEAT
    """The hand that lies open after the first lead, or face down all the time; NO_SEAT if there is none."""
    are_known: bool = True
    """Whether the sides are settled."""


class CalledCard(NamedTuple):
    """A card the declarer called, and its holder: the declarer, if no other hand has it."""

    card: Card
    holder: Seat
    is_known: bool
    """Whether the holder is public."""


class DealState(NamedTuple):
    """The nest, bird's rank, called cards and other choices of a deal, apart from its tricks."""

    nest: CardSet
    """Cards in the nest as dealt, or as discarded by the declarer; empty while the declarer holds them."""
    bird: Bird | None = None
    """The bird's rank the dealer chose, if the dealer does."""
    shown: CardSet = NO_CARDS
    """Cards of the nest that everyone has seen: turned up, or trumps discarded."""
    taken_up: CardSet = NO_CARDS
    """The nest as it was dealt, once the declarer has taken it."""
    called: tuple[CalledCard, ...] = ()
    """The cards the declarer has called; their holders are the partners."""
    folded: bool = False
    cut: int = NO_SEAT
    """Index of the side that won the cut for most tricks."""

    @property
    def knows_partners(self) -> bool:
        """Whether cards have been called and the holder of each is public."""
        return bool(self.called) and all(one.is_known for one in self.called)


NEW_DEAL: Final = DealState(NO_CARDS)


class Stock(NamedTuple):
    """The draw pile and cards just drawn from it, batteries' covered cards, a face-down dummy in order."""

    pile: tuple[Card, ...] = ()
    """The draw pile in drawing order; the first lies face up."""
    covered: tuple[tuple[Card, Card], ...] = ()
    """Pairs of a battery card face up and the face-down card under it."""
    blind: tuple[Card, ...] = ()
    """The face-down dummy's cards in playing order."""
    drawn: CardSet = NO_CARDS
    """The cards drawn from the pile after the last trick, by both players."""

    def __repr__(self) -> str:
        return f"<stock of {len(self.pile) + len(self.covered) + len(self.blind)} cards>"


NO_STOCK: Final = Stock()


class State(NamedTuple):
    """A bidding match at one moment: phase, seat asked, match, auction, contract, sides, hands, tricks."""

    phase: Phase
    turn: Seat
    """The seat asked; CHANCE, or NO_SEAT when the match is over."""
    order: tuple[int, ...]
    """The hands in playing order for the present trick."""
    match: Match
    auction: Auction
    contract: Contract
    deal: DealState
    teams: Teams
    ranking: Ranking
    """How the cards rank: under the trump named, or before that."""
    hands: tuple[CardSet, ...]
    """Cards held, by hand; of a battery, the face-up ones."""
    led: int
    """The suit led to the present trick; NOT_LED before the lead."""
    trick: tuple[Card, ...]
    """The present trick, in playing order."""
    taken: tuple[TrickTaken, ...]
    """The complete tricks of this deal."""
    stock: Stock

    def __repr__(self) -> str:
        return f"<deal {self.match.deal}, {self.phase.name.lower()}>"

    @property
    def card_order(self) -> Order:
        """The order of the cards in this deal: trump, the bird's rank, and whether the lowest wins."""
        return Order(self.ranking.trump, self.deal.bird, self.ranking.lowest_wins)


def partners_of(state: State) -> tuple[Seat, ...]:
    """The called partners, public or not, in the order of their cards; none if the declarer plays alone."""
    declarer = state.contract.declarer
    return tuple(dict.fromkeys(one.holder for one in state.deal.called if one.holder != declarer))


def next_hand(state: State) -> int:
    """The hand that plays next."""
    return state.order[len(state.trick)]


def first_state(setup: Setup) -> State:
    """The state of a new match, before the draw for the deal."""
    return between_deals(setup, Phase.DRAW, CHANCE, first_match(setup.seats, setup.units, setup.camps))


NO_TEAMS: Final = Teams((), (), (), (), (), ())


def between_deals(setup: Setup, phase: Phase, turn: Seat, match: Match) -> State:
    """The state of a match in this phase with no cards, auction, contract or teams."""
    hands = (NO_CARDS,) * setup.lanes
    # fmt: off
    return new(State, (phase, turn, (), match, NO_AUCTION, NO_CONTRACT, NEW_DEAL, NO_TEAMS,
                       setup.unranked, hands, NOT_LED, (), (), NO_STOCK))
    # fmt: on
