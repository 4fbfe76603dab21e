"""A match played from lines of text: what the tests of single rules speak.

``Scene("kentucky").deal({1: "G5 R7 Rook"}).do("bid 70", "pass", "pass", "pass")`` deals the named
cards to seat 1 and the rest in the order of the pack, then lets whoever is asked answer line by line.
Hands are numbered as in the views: a dummy that nobody holds and the batteries come after the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from random import Random
from typing import Any, Self

from rules.catalog import find_game
from rules.core.actions import Action, Deal, Draw, parse_action
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import CHANCE, REFEREE, ChooseCards, Decision, DrawByLot, Seat
from rules.core.events import DealScored, Event, HeardEvent, Secret, TableLaid
from rules.core.protocol import Game, IllegalAction, OptionValue
from rules.core.scores import ContractScore, SideScore, Taken
from rules.core.views import SeatView, TableView, Zone, ZoneKind
from tests.rules.said import lines, notes, question

NEST = -1
PILE = -2
PLAYING = ("Playing", "Drawing a card")


def dealing_order(options: Mapping[str, Any], around: list[Seat], cards: int) -> list[int]:
    """Who gets the n-th card; ``around`` are the seats from the dealer's left to the dealer.

    Written down from the rule books (GV-16): one card at a time; a nest of the later books is dealt
    between the first rounds, one of the older books last; an imaginary player sits at the dealer's right
    (1988, The Regular Game for Two); batteries follow the hands, the covered cards first (1918).
    """
    players = len(around)
    nests: dict[int, int] = {int(number): size for number, size in options["nest_with"].items()}
    nest: int = nests.get(players, options["nest"])
    dealt = list(around)
    if options["dummy"] in ("opposite", "south", "blind"):
        dealt.insert(-1, players)
    if options["extra"] == "batteries":
        batteries = [seat + players for seat in around]
        return dealt * 10 + batteries * 10 + [NEST] * nest
    if options["hand"] is not None:
        hands = dealt * int(options["hand"])
        return hands + [NEST] * nest + [PILE] * (cards - len(hands) - nest)
    rounds, odd = divmod(cards - nest, len(dealt))
    if options["nest_dealt"] == "last":
        return dealt * rounds + dealt[:odd] + [NEST] * nest
    between = min(nest, rounds)
    order = [*dealt, NEST] * between + dealt * (rounds - between)
    return order + [NEST] * (nest - between) + dealt[:odd]


class Scene:
    """One match and all that happened in it."""

    def __init__(self, key: str = "kentucky", players: int | None = None, **options: OptionValue) -> None:
        self.key = key
        self.game: Game[Any] = find_game(key).with_options(options)
        counts = self.game.about.seats
        self.players = players or (4 if 4 in counts else counts[0])
        self.state = self.game.start(self.players)
        self.events: list[Event] = []
        self.last: tuple[Event, ...] = ()

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(self.players)

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        (seat,) = self.game.decisions(self.state)
        return seat

    @property
    def decision(self) -> Decision:
        """What is asked."""
        return self.game.decisions(self.state)[self.seat]

    @property
    def table(self) -> TableView:
        """What everyone sees."""
        return self.game.table_view(self.state)

    @property
    def phase(self) -> str:
        """What is going on."""
        return self.game.words.phase(self.table)

    @property
    def dealer(self) -> Seat:
        """Who deals."""
        assert self.table.dealer is not None
        return self.table.dealer

    @property
    def totals(self) -> list[int]:
        """The totals of the match, as they are listed."""
        return [side.total for side in self.table.totals]

    @property
    def facts(self) -> dict[str, str]:
        """What the table says of the deal, by label."""
        return lines(self.game, self.table)

    @property
    def question(self) -> str:
        """What is asked."""
        (seat,) = self.table.asked
        return question(self.game, self.view(seat))

    def view(self, seat: Seat) -> SeatView:
        """What one seat sees."""
        return self.game.seat_view(self.state, seat)

    def hand(self, seat: Seat) -> CardSet:
        """The cards of one seat."""
        return self.view(seat).hand

    def held(self, seat: Seat) -> set[str]:
        """The cards of one seat, as text."""
        return {str(card) for card in self.hand(seat)}

    def zone(self, kind: ZoneKind, hand: int | None = None) -> Zone:
        """The cards on the table of a kind."""
        return next(zone for zone in self.table.zones if (zone.kind, zone.seat) == (kind, hand))

    def marks(self, seat: Seat) -> list[str]:
        """The notes behind a seat."""
        return notes(self.game, self.table, seat)

    def answers(self) -> set[str]:
        """Every answer to the present question, as text."""
        return {str(answer) for answer in self.decision.answers()}

    def choices(self) -> set[str]:
        """The cards that may be chosen now."""
        return {word for answer in self.answers() for word in answer.split()[1:]}

    def told(self, kind: type[HeardEvent]) -> list[Any]:
        """What happened of one kind, secrets included."""
        bare = [event.event if isinstance(event, Secret) else event for event in self.events]
        return [event for event in bare if isinstance(event, kind)]

    def copy(self) -> Self:
        """The same moment again, to go on from in another way."""
        other = copy(self)
        other.events = list(self.events)
        return other

    def told_dummy(self) -> list[str]:
        """The dummy's cards in playing order, as the record has them."""
        return [str(card) for card in self.told(TableLaid)[-1].dummy]

    def act(self, action: Action, seat: Seat | None = None) -> Self:
        """Let a seat, or whoever is asked, answer."""
        asked = self.seat if seat is None else seat
        self.state, self.last = self.game.apply(self.state, asked, action)
        self.events.extend(self.last)
        return self

    def do(self, *lines: str) -> Self:
        """Let whoever is asked answer, line by line."""
        for line in lines:
            self.act(parse_action(line))
        return self

    def rule(self, line: str) -> Self:
        """Let the referee rule."""
        return self.act(parse_action(line), REFEREE)

    def rulings(self) -> set[str]:
        """What the referee may rule now, as text."""
        return {str(option.action) for option in self.game.rulings(self.state)}

    def refused(self, line: str | Action, seat: Seat | None = None) -> str:
        """The sentence with which an answer is refused; the state must stay as it was."""
        before = self.state
        try:
            self.act(parse_action(line) if isinstance(line, str) else line, seat)
        except IllegalAction as refusal:
            assert self.state is before
            return str(refusal)
        raise AssertionError(f"{line} was allowed")

    def draw(self, dealer: Seat) -> Self:
        """Make a seat the first dealer."""
        drawn = ["R14" if seat == dealer else f"R{seat + 5}" for seat in self.seats]
        return self.act(Draw(parse_cards(" ".join(drawn))))

    def deal(
        self, hands: Mapping[int, str] | None = None, nest: str = "", dealer: Seat = 0, pile: str = ""
    ) -> Self:
        """Deal the named cards where they are wanted, the rest in the order of the pack.

        ``dealer`` is for the first deal of a match; later the deal passes on by itself.
        """
        if self.phase == "Drawing for the deal":
            self.draw(dealer)
        question = self.decision
        assert isinstance(question, DrawByLot)
        wanted = {**(hands or {}), NEST: nest, PILE: pile}
        return self.act(Deal(stacked(question.pack, wanted, self.order(len(question.pack)))), CHANCE)

    def shuffle(self, random: Random) -> Self:
        """Deal at random."""
        return self.act(self.decision.sample(random), CHANCE)

    def order(self, cards: int) -> list[int]:
        """Who gets the n-th card of the next deal."""
        order, dealer = self.state.match.order, self.state.match.dealer
        left = order.index(dealer) + 1
        return dealing_order(self.game.parameters(), [*order[left:], *order[:left]], cards)

    def win_auction(self, seat: Seat, bid: int | str) -> Self:
        """Let everybody pass but one seat; a dealer who must open bids the least."""
        while self.phase == "Bidding":
            others = "pass" if "pass" in self.answers() else str(next(self.decision.answers()))
            self.do(f"bid {bid}" if self.seat == seat else others)
        return self

    def lay_any(self, *keep: str) -> Self:
        """Lay away the first cards allowed, except some to keep."""
        question = self.decision
        assert isinstance(question, ChooseCards)
        cards = [*question.free, *CardSet(question.cards & question.few)]
        free = [str(card) for card in cards if str(card) not in keep]
        return self.do("discard " + " ".join(free[: question.most]))

    def settle(self, trump: str = "green", keep: Iterable[str] = (), **said: str) -> Self:
        """Answer all questions up to the first lead; ``said`` are lines by the first word of a phase."""
        while self.phase not in (*PLAYING, "Dealing"):
            line = said.get(self.phase.split()[0].lower())
            if line is not None:
                self.do(line)
            elif self.phase == "Discarding":
                self.lay_any(*keep)
            elif self.phase == "Naming trump":
                self.do(f"trump {trump}")
            else:
                self.act(next(self.decision.answers()))
        return self

    def play_out(self) -> Self:
        """Play the lowest legal card until the deal is over."""
        while self.phase in PLAYING:
            self.act(next(self.decision.answers()))
        return self

    def scored(self) -> DealScored:
        """The last deal's score."""
        line = self.table.sheet[-1]
        assert isinstance(line, DealScored)
        return line

    def points(self) -> list[int]:
        """What each side, or each player, scored in the last deal."""
        return [side.scored for side in self.scored().sides]

    def contract(self) -> ContractScore:
        """How the contract of the last deal went."""
        contract = self.scored().contract
        assert contract is not None
        return contract

    def captured(self) -> list[Taken]:
        """What each side, or each player, took in the last deal."""
        return [taken_by(side) for side in self.scored().sides]


def taken_by(side: SideScore | None) -> Taken:
    """What a side, or a dummy that nobody ranks, took in a deal."""
    assert side is not None
    assert side.taken is not None
    return side.taken


def stacked(pack: Iterable[Card], wanted: Mapping[int, str], order: Iterable[int]) -> tuple[Card, ...]:
    """The pack in an order that deals the wanted cards where they are wanted."""
    piles = {place: list(parse_cards(text)) for place, text in wanted.items()}
    named = {card for cards in piles.values() for card in cards}
    rest = [card for card in pack if card not in named]
    dealt = tuple(pile.pop(0) if (pile := piles.get(place)) else rest.pop(0) for place in order)
    assert not any(piles.values()), "more cards are wanted than a place gets"
    return dealt
