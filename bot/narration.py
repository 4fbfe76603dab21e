"""A match told for people, deal by deal: hands by color, the auction, the tricks, the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.actions import Action, Deal
from rules.cards import BIRD, Card, CardSet, Color
from rules.decisions import Seat
from rules.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    DealScored,
    DealStarted,
    DiscardSeen,
    Event,
    HandDealt,
    MatchWon,
    NestSeen,
    PassedOut,
    Secret,
    TrickTaken,
    TrumpNamed,
)
from rules.protocol import Game


class Narrator:
    """Tells the events of one match."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._names = [f"Seat {seat}" for seat in range(seats)]
        self._calls: list[str] = []
        self._tricks = 0

    def opening(self) -> Iterator[str]:
        """What is played."""
        about = self._game.about
        yield f"{about.title} ({about.edition}), {len(self._names)} players"

    def tell(self, action: Action, events: Iterable[Event]) -> Iterator[str]:
        """The lines of one action."""
        bare = [event.event if isinstance(event, Secret) else event for event in events]
        for event in bare:
            yield from self._told(event)
        if isinstance(action, Deal):
            held = [card for event in bare if isinstance(event, HandDealt) for card in event.cards]
            nest = [card for card in action.cards if card not in held]
            if nest:
                yield f"  {'Nest':<8} {by_color(nest)}"

    def _told(self, event: object) -> Iterator[str]:
        match event:
            case DealStarted(deal, dealer):
                self._calls, self._tricks = [], 0
                yield ""
                yield f"Deal {deal}, {self._names[dealer]} deals"
            case HandDealt(seat, cards):
                yield f"  {self._names[seat]:<8} {by_color(cards)}"
            case BidMade() | BidPassed() | AuctionWon() | PassedOut():
                yield from self._auction(event)
            case NestSeen() | DiscardSeen() | TrumpNamed():
                yield from self._nest(event)
            case TrickTaken():
                yield self._trick(event)
            case DealScored():
                yield from self._score(event)
            case MatchWon(winners, totals):
                yield ""
                yield f"{self._who(winners)} win, {' to '.join(map(str, sorted(totals, reverse=True)))}."
            case _:
                pass

    def _auction(self, event: BidMade | BidPassed | AuctionWon | PassedOut) -> Iterator[str]:
        match event:
            case BidMade(seat, points, color):
                self._calls.append(f"{seat}: {points}" + (f" {color.word}" if color is not None else ""))
            case BidPassed(seat):
                self._calls.append(f"{seat}: pass")
            case AuctionWon(declarer, points):
                yield f"  Auction  {', '.join(self._calls)}"
                yield f"  {self._names[declarer]} declares for {points}"
            case PassedOut():
                yield f"  Auction  {', '.join(self._calls)}"
                yield "  Everybody passed: the deal is thrown in."

    def _nest(self, event: NestSeen | DiscardSeen | TrumpNamed) -> Iterator[str]:
        match event:
            case NestSeen(_, cards):
                yield f"  Takes    {by_color(cards)}"
            case DiscardSeen(_, laid):
                yield f"  Lays     {by_color(laid)}"
            case TrumpNamed(_, color):
                yield f"  Trump    {color.word}"

    def _trick(self, trick: TrickTaken) -> str:
        """The cards from the leader on; the winner's in brackets."""
        self._tricks += 1
        seats = len(self._names)
        shown = []
        for place, card in enumerate(trick.cards):
            won = (trick.leader + place) % seats == trick.winner
            shown.append(f"{f'[{card}]' if won else f' {card}':<7}")
        points = f"{trick.points:>3}" if trick.points else "  -"
        return f"  {self._tricks:>2}. {trick.leader} leads  {''.join(shown)} {trick.winner} takes {points}"

    def _score(self, scored: DealScored) -> Iterator[str]:
        verdict = "made" if scored.made else "set back"
        yield f"  Bid {scored.bid} {verdict}"
        for side in scored.sides:
            bonus = f" + {side.bonus}" if side.bonus else ""
            yield (
                f"    {self._who(side.seats):<14} {side.tricks:>2} tricks, {side.counters}{bonus} points:"
                f" {side.scored:+d}, total {side.total}"
            )

    def _who(self, seats: Iterable[Seat]) -> str:
        return f"Seats {' and '.join(map(str, seats))}"


def by_color(cards: CardSet | Iterable[Card]) -> str:
    """Cards by color, the highest number first: ``R 14 9  Y 5  B 13  Rook``."""
    held = list(cards)
    parts = []
    for color in Color:
        numbers = sorted((card.rank for card in held if card.color is color), reverse=True)
        if numbers:
            parts.append(f"{color.letter} {' '.join(map(str, numbers))}")
    return "  ".join(parts + ["Rook"] * (BIRD in held))
