"""A match as readable text, deal by deal: hands by color, the auction, the tricks, the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.events import (
    BidHeld,
    BidMade,
    BidPassed,
    CardPlayed,
    CardsTurned,
    CardTaken,
    DealScored,
    DealStarted,
    DiscardSeen,
    DummyShown,
    Event,
    HandDealt,
    HeardEvent,
    MatchWon,
    NestSeen,
    Ruled,
    Secret,
    ShotDeclared,
    TableLaid,
    TrickTaken,
)
from rules.core.protocol import Game
from rules.core.scores import SideScore
from rules.core.views import Zone, ZoneKind
from rules.core.words import BLUE_FIELDS, FIELDS, capitalized, counted, gained, signed

WIDTH = 110
"""Characters in the longest line."""
LABEL = 9
"""Characters of the label in front of a line."""


class Narrator:
    """Formats the events of one match as lines of text."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._seats = seats
        table = game.table_view(game.start(seats))
        self._fields = BLUE_FIELDS if table.blue else FIELDS
        people = [f"Seat {seat}" for seat in range(seats)]
        self._names = [*people, *(other.format(*people) for other in game.words.others(table))]
        self._calls: list[str] = []
        self._tricks = 0

    def opening(self) -> Iterator[str]:
        """The heading: the game, its edition and the number of players."""
        about = self._game.about
        yield f"{about.title} ({about.edition}), {counted(self._seats, 'player')}"

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines for the events of one action, cut to ``WIDTH``."""
        for event in events:
            for line in self._told(event.event if isinstance(event, Secret) else event):
                yield line[:WIDTH]

    def _told(self, event: HeardEvent) -> Iterator[str]:
        """The lines of an event: rows for hands, auction, tricks and scores, else a sentence."""
        match event:
            case BidMade() | BidPassed() | BidHeld() | ShotDeclared():
                self._calls.append(self._said(event))
            case HandDealt(seat, cards):
                yield _line(self._names[seat], by_color(cards))
            case TableLaid():
                yield from self._laid(event)
            case NestSeen(_, cards):
                yield _line("Takes", by_color(cards))
            case DiscardSeen(_, laid):
                yield _line("Lays", by_color(laid))
            case DummyShown(_, cards):
                yield _line(self._zone(ZoneKind.DUMMY), by_color(cards))
            case TrickTaken():
                yield self._trick(event)
            case DealScored():
                yield from self._score(event)
            case CardsTurned("battery", _, (_, _, *_)) | CardTaken(card=None) | CardPlayed():
                pass  # shown by the cards laid out, by the card drawn, and by the trick
            case _ if told := self._said(event):
                yield from self._auction()
                yield from self._sentence(event, told)
            case _:
                pass

    def _sentence(self, event: HeardEvent, told: str) -> Iterator[str]:
        """The line of a sentence, with a heading for a new deal and a blank line before the end."""
        match event:
            case DealStarted(deal):
                self._tricks = 0
                yield ""
                yield f"Deal {deal}: {told}"
            case MatchWon():
                yield ""
                yield told
            case Ruled():
                yield _line("Referee", told)
            case _:
                yield f"  {told}"

    def _laid(self, laid: TableLaid) -> Iterator[str]:
        """Lines for the nest, dummy, batteries and draw pile."""
        if laid.dummy:
            yield _line(self._zone(ZoneKind.DUMMY), " ".join(map(str, laid.dummy)))
        for seat, up, down in laid.batteries:
            stacks = [f"{upper}/{under}" for upper, under in zip(up, down, strict=True)]
            yield _line(f"{self._zone(ZoneKind.BATTERY)} {seat}", " ".join(stacks))
        if laid.nest:
            yield _line(self._zone(laid.kind or ZoneKind.NEST), by_color(laid.nest))
        if laid.pile:
            yield _line(self._zone(laid.kind or ZoneKind.DRAW_PILE), " ".join(map(str, laid.pile)))

    def _zone(self, kind: StrEnum) -> str:
        return capitalized(self._game.words.zone(Zone(kind, None, (), 0)).name)

    def _said(self, event: HeardEvent) -> str:
        return self._plain(self._game.words.event(event))

    def _plain(self, text: str) -> str:
        return text.format(*self._names, **self._fields)

    def _auction(self) -> Iterator[str]:
        """The collected calls of the auction, wrapped into lines; clears them."""
        row = ""
        for call in self._calls:
            if len(row) + len(call) > WIDTH - LABEL - 5:
                yield _line("Auction", row)
                row = ""
            row += f" {call}" if row else call
        if row:
            yield _line("Auction", row)
        self._calls = []

    def _trick(self, trick: TrickTaken) -> str:
        """The line of a trick: its cards from the leader on, the winning card in brackets, and the points."""
        self._tricks += 1
        shown = [
            f"{f'[{card}]' if hand == trick.taker else f' {card}':<{7 if len(trick.cards) < 7 else 6}}"
            for hand, card in zip(trick.hands, trick.cards, strict=True)
        ]
        points = f"{trick.points:>3}" if trick.points else "  -"
        leads, takes = self._short(trick.hands[0]), self._short(trick.taker)
        return f"  {self._tricks:>2}. {leads} leads  {''.join(shown)} {takes} takes {points}"

    def _score(self, scored: DealScored) -> Iterator[str]:
        if scored.contract is not None:
            yield f"  {self._said(scored)}"
        for side in (*scored.sides, *([scored.dummy] if scored.dummy else [])):
            yield f"    {self._who(side.seats):<14} {self._side(scored, side)}"

    def _side(self, scored: DealScored, side: SideScore) -> str:
        points = f"{gained(side.scored)}, total {signed(side.total)}"
        why = self._plain(self._game.words.why(scored, side))
        return f"{points} ({why})" if why else points

    def _short(self, hand: int) -> str:
        """Short name of a hand: the seat's number, ``D`` for a dummy, ``B1`` for the battery of seat 1."""
        if hand < self._seats:
            return str(hand)
        return f"B{hand - self._seats}" if len(self._names) > self._seats + 1 else "D"

    def _who(self, seats: Iterable[Seat]) -> str:
        names = list(seats)
        if len(names) == 1:
            return self._names[names[0]]
        return f"Seats {' and '.join(map(self._short, names))}"


def by_color(cards: CardSet | Iterable[Card]) -> str:
    """Cards as text, by color, the highest number first: ``R 14 9  Y 5  B 13  Rook``."""
    held = list(cards)
    parts = []
    for color in Color:
        own = sorted((card for card in held if card.color is color), key=lambda card: (-card.rank, card))
        if own:
            parts.append(f"{color.letter} {' '.join(str(card)[1:] for card in own)}")
    return "  ".join(parts + [str(card) for card in held if card.is_bird])


def _line(label: str, text: str) -> str:
    return f"  {label:<{LABEL}} {text}" if label else f"  {text}"
