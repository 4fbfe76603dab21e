"""A match told for people, deal by deal: hands by color, the auction, the tricks, the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.bidding.words.questions import BIRDS
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardDrawn,
    CardsCut,
    CardsTurned,
    CardTaken,
    DealScored,
    DealStarted,
    DiscardSeen,
    DummyShown,
    Event,
    Folded,
    GameEvent,
    GameWon,
    HandDealt,
    HeardEvent,
    LeadGiven,
    MatchWon,
    MisdealClaimed,
    NestSeen,
    NestWon,
    OddCardsWon,
    PartnerAsked,
    PartnerCalled,
    PartnerShown,
    PassedOut,
    Ruled,
    SeatsChanged,
    Secret,
    ShotDeclared,
    TableLaid,
    TimeCalled,
    TrickTaken,
    TrumpKept,
    TrumpNamed,
    TrumpSold,
)
from rules.core.protocol import Game
from rules.core.scores import ContractScore, SideScore, Taken
from rules.core.words import BLUE_FIELDS, FIELDS

WIDTH = 110
"""Characters in the longest line."""
LABEL = 9
"""Characters of the label in front of a line."""


class Narrator:
    """Tells the events of one match."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._seats = seats
        table = game.table_view(game.start(seats))
        self._fields = BLUE_FIELDS if table.blue else FIELDS
        self._others = game.words.others(table)
        self._calls: list[str] = []
        self._tricks = 0

    def opening(self) -> Iterator[str]:
        """What is played."""
        about = self._game.about
        yield f"{about.title} ({about.edition}), {self._seats} player{'s' * (self._seats > 1)}"

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines of one action."""
        for event in events:
            for line in self._told(event.event if isinstance(event, Secret) else event):
                yield line[:WIDTH]

    def _told(self, event: HeardEvent) -> Iterator[str]:
        match event:
            case DealStarted(deal, dealer):
                self._calls, self._tricks = [], 0
                yield ""
                yield f"Deal {deal}, {self._name(dealer)} deals"
            case HandDealt(seat, cards):
                yield _line(self._name(seat), by_color(cards))
            case TableLaid():
                yield from self._laid(event)
            case TrickTaken():
                yield self._trick(event)
            case DealScored():
                yield from self._score(event)
            case GameEvent() if text := self._game.words.event(event):
                yield f"  {text.format(*map(self._name, range(self._seats)), **self._fields)}"
            case SeatsChanged() | GameWon() | MatchWon() | Ruled():
                yield from self._match(event)
            case _:
                yield from self._before_play(event)
                yield from self._in_play(event)

    def _laid(self, laid: TableLaid) -> Iterator[str]:
        """What lies on the table besides the hands; a pile and a face-down dummy in their order."""
        if laid.dummy:
            yield _line("Dummy", " ".join(map(str, laid.dummy)))
        for seat, up, down in laid.batteries:
            stacks = [f"{upper}/{under}" for upper, under in zip(up, down, strict=True)]
            yield _line(f"Battery {seat}", " ".join(stacks))
        if laid.nest:
            yield _line("Nest", by_color(laid.nest))
        if laid.pile:
            yield _line("Pile", " ".join(map(str, laid.pile)))

    def _before_play(self, event: HeardEvent) -> Iterator[str]:  # noqa: PLR0912 - one branch for each type
        match event:
            case BirdNamed(_, bird):
                yield _line("Rook", BIRDS[bird])
            case BidMade(seat, points, color, has_color):
                self._calls.append(f"{seat}: {points}" + (f" {_color(color)}" if has_color else ""))
            case BidPassed(seat):
                self._calls.append(f"{seat}: pass")
            case BidHeld(seat):
                self._calls.append(f"{seat}: leaves it to the partner")
            case ShotDeclared(seat):
                self._calls.append(f"{seat}: shoots the moon")
            case MisdealClaimed(seat, cards):
                yield _line("Misdeal", f"{self._name(seat)} shows {by_color(cards)}")
            case PassedOut():
                yield from self._auction()
                yield _line("", "The deal is thrown in.")
            case TrumpSold(seat, to, points):
                yield from self._auction()
                yield _line("Sale", f"{self._name(seat)} sells to {self._name(to)} for {points}")
            case TrumpKept(seat, points):
                yield from self._auction()
                yield _line("Sale", f"{self._name(seat)} keeps it, and owes {points}")
            case AuctionWon(declarer, points):
                yield from self._auction()
                yield _line("", f"{self._name(declarer)} declares for {points}")
            case NestSeen(_, cards):
                yield _line("Takes", by_color(cards))
            case DiscardSeen(_, laid):
                yield _line("Lays", by_color(laid))
            case Folded(seat):
                yield _line("", f"{self._name(seat)} gives up")
            case PartnerAsked(_, partner):
                yield _line("Trump", f"left to {self._name(partner)}")
            case TrumpNamed(seat, color, lowest_wins):
                yield from self._auction()
                lowest = ", the lowest card wins" if lowest_wins else ""
                yield _line("Trump", f"{_color(color)}{lowest} ({self._name(seat)})")
            case PartnerCalled(_, card, partner):
                who = "" if partner is None else f", {self._name(partner)}"
                yield _line("Calls", f"{card}{who}")
            case LeadGiven(_, to):
                yield _line("Lead", self._name(to))
            case TimeCalled():
                yield _line("Time", "up: this deal is the last")
            case _:
                pass

    def _auction(self) -> Iterator[str]:
        """The calls, in as many lines as they need; once."""
        row = ""
        for call in self._calls:
            if len(row) + len(call) > WIDTH - LABEL - 5:
                yield _line("Auction", row)
                row = ""
            row += f", {call}" if row else call
        if row:
            yield _line("Auction", row)
        self._calls = []

    def _in_play(self, event: HeardEvent) -> Iterator[str]:
        match event:
            case DummyShown(_, cards):
                yield _line("Dummy", by_color(cards))
            case PartnerShown(partner):
                shown = "nobody" if partner is None else self._name(partner)
                yield _line("Partner", shown)
            case CardsTurned(where, seat, cards) if where != "battery" or len(cards) == 1:
                of = "" if seat is None else f" {seat}"
                yield _line("Turned", f"{where}{of}: {by_color(cards)}")
            case CardTaken(seat, "up", card):
                yield _line("Draws", f"{self._name(seat)} takes {card}, which showed")
            case CardDrawn(seat, card):
                yield _line("Draws", f"{self._name(seat)} draws {card}")
            case CardsCut(cards, winners):
                cut = ", ".join(f"{seat}: {card}" for seat, card in cards)
                most = f"{self._who(winners)} most tricks" if winners else "again a tie"
                yield _line("Cut", f"{cut}; {most}")
            case OddCardsWon(winner, cards, points):
                yield _line("Left", f"{by_color(cards)} to {self._name(winner)}, {points}")
            case NestWon(winner, cards, points):
                heir = "nobody" if winner is None else self._name(winner)
                yield _line("Nest", f"{by_color(cards)} to {heir}, {points}")
            case _:
                pass

    def _trick(self, trick: TrickTaken) -> str:
        """The cards from the leader on; the winner's in brackets. A hand without a seat has a letter."""
        self._tricks += 1
        taker = trick.winner
        if trick.source == "battery":
            taker += self._seats
        shown = [
            f"{f'[{card}]' if hand == taker else f' {card}':<{7 if len(trick.cards) < 7 else 6}}"
            for hand, card in zip(trick.hands, trick.cards, strict=True)
        ]
        points = f"{trick.points:>3}" if trick.points else "  -"
        leads, takes = self._short(trick.hands[0]), self._short(taker)
        return f"  {self._tricks:>2}. {leads} leads  {''.join(shown)} {takes} takes {points}"

    def _score(self, scored: DealScored) -> Iterator[str]:
        if scored.contract is not None:
            yield f"  {self._contract(scored.contract)}"
        for side in (*scored.sides, *([scored.dummy] if scored.dummy else [])):
            yield f"    {self._who(side.seats):<14} {self._side(side)}"

    def _contract(self, contract: ContractScore) -> str:
        verdict = "folded" if contract.folded else "made" if contract.made else "failed"
        bid = "Moon" if contract.shot else f"Bid {contract.bid}"
        sold = f", sold for {contract.sold_for}" if contract.sold_for else ""
        partner = "" if contract.partner is None else f", with {self._name(contract.partner)}"
        return f"{bid} by {self._name(contract.declarer)}{partner}{sold}: {verdict}"

    def _side(self, side: SideScore) -> str:
        points = f"{side.scored:+d}, total {side.total}"
        if side.taken is not None:
            return f"{_taken(side.taken)}: {points}"
        return f"{points} ({self._game.words.score(side.items)})" if side.items else points

    def _match(self, event: SeatsChanged | GameWon | MatchWon | Ruled) -> Iterator[str]:
        match event:
            case SeatsChanged(order):
                yield f"  The seats clockwise are now {', '.join(map(str, order))}."
            case GameWon(winners, games):
                yield f"  {self._who(winners)} win this game: {' to '.join(map(str, games))}."
            case Ruled(_, seat, points, reason):
                whom = "" if seat is None else f" {self._name(seat)}:"
                cost = f" ({-points:+d})" if points else ""
                yield f"  Referee:{whom} {reason}{cost}"
            case MatchWon(winners, totals):
                yield ""
                if not winners:
                    yield f"Nobody wins, {totals[0]}."
                    return
                standing = " to ".join(map(str, sorted(totals, reverse=True)))
                verb = "win" if len(winners) > 1 else "wins"
                yield f"{self._who(winners)} {verb}, {standing}."

    def _name(self, hand: int) -> str:
        if hand < self._seats:
            return f"Seat {hand}"
        return self._others[hand - self._seats].format(*[f"seat {seat}" for seat in range(self._seats)])

    def _short(self, hand: int) -> str:
        """A hand in one or two characters: ``2``, ``D`` for the dummy, ``B1`` for a battery."""
        if hand < self._seats:
            return str(hand)
        return f"B{hand - self._seats}" if len(self._others) > 1 else "D"

    def _who(self, seats: Iterable[Seat]) -> str:
        names = list(seats)
        if len(names) == 1:
            return self._name(names[0])
        return f"Seats {' and '.join(map(self._short, names))}"


def by_color(cards: CardSet | Iterable[Card]) -> str:
    """Cards by color, the highest number first: ``R 14 9  Y 5  B 13  Rook``."""
    held = list(cards)
    parts = []
    for color in Color:
        own = sorted((card for card in held if card.color is color), key=lambda card: (-card.rank, card))
        if own:
            parts.append(f"{color.letter} {' '.join(str(card)[1:] for card in own)}")
    return "  ".join(parts + [str(card) for card in held if card.is_bird])


def _line(label: str, text: str) -> str:
    return f"  {label:<{LABEL}} {text}" if label else f"  {text}"


def _taken(taken: Taken) -> str:
    bonus = f" + {taken.bonus}" if taken.bonus else ""
    return f"{taken.tricks:>2} tricks, {taken.counters}{bonus} points"


def _color(color: Color | None) -> str:
    return "no color" if color is None else color.word
