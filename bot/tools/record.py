"""The record of a match, one JSON object a line, so that anyone can check it without this program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import Enum
from typing import Any

from rules.core.actions import Shout, parse_action
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.events import (
    Acted,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardDrawn,
    CardPlayed,
    CardsCut,
    CardsSeen,
    CardTaken,
    DealScored,
    DealStarted,
    DiscardSeen,
    Event,
    Folded,
    GameEvent,
    GameWon,
    HandDealt,
    HeardEvent,
    LeadGiven,
    MatchWon,
    MisdealClaimed,
    NestLaid,
    NestSeen,
    PartnerAsked,
    PartnerCalled,
    PassedOut,
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
from rules.core.outcome import Outcome
from rules.core.protocol import Game
from rules.core.scores import ContractScore, ScoreItem, SideScore

Line = dict[str, object]
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Record:
    """Formats the record of one match. Its seats are places at the table, which players may change."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._seats = seats
        self._place = {seat: seat for seat in range(seats)}

    def opening(self) -> Line:
        """The first line: the game's key, the number of seats, all parameters, and the options changed."""
        return {
            "type": "rules",
            "key": self._game.about.key,
            "seats": self._seats,
            "options": self._game.parameters(),
            "changed": sorted(self._game.changes()),
        }

    def lines(self, events: tuple[Event, ...], outcome: Outcome | None = None) -> Iterator[Line]:
        """The lines for the events of one action, in order; ``outcome`` is the match's result if it ended."""
        bare = [event.event if isinstance(event, Secret) else event for event in events]
        begins = any(isinstance(event, DealStarted) for event in bare)
        for event in bare:
            if isinstance(event, DealStarted):
                yield self._deal(event, bare)
            elif isinstance(event, HandDealt) and not begins:
                yield {"type": "hand", "seat": self._at(event.seat), "cards": _names(event.cards)}
            elif isinstance(event, SeatsChanged):
                self._place = {seat: place for place, seat in enumerate(event.order)}
            if isinstance(event, MatchWon):
                yield self._match(event, outcome)
            else:
                yield from self._lines(event)

    def _at(self, seat: Seat) -> int:
        """The place of a seat at the table; a dummy's number, after the last seat, is its own place."""
        return self._place.get(seat, seat)

    def _deal(self, started: DealStarted, events: list[HeardEvent]) -> Line:
        """The line of a new deal: dealer, hands, and the nest, dummy, batteries and pile."""
        hands = {self._at(event.seat): event.cards for event in events if isinstance(event, HandDealt)}
        laid = next((event for event in events if isinstance(event, TableLaid)), None)
        line: Line = {"type": "deal", "deal": started.deal, "dealer": self._at(started.dealer)}
        if hands:
            line["hands"] = {str(place): _names(hands[place]) for place in sorted(hands)}
        if laid is None:
            return line
        line["nest"] = _names(laid.nest)
        if laid.dummy:
            line["dummy"] = _names(laid.dummy)
        if laid.batteries:
            line["batteries"] = {
                str(self._at(seat)): {"up": _names(up), "down": _names(down)}
                for seat, up, down in laid.batteries
            }
        if laid.pile:
            line["pile"] = _names(laid.pile)
        sizes = [len(cards) for cards in hands.values()]
        if odd := sum(size - min(sizes) for size in sizes):
            line["odd"] = odd
        return line

    def _lines(self, event: HeardEvent) -> Iterator[Line]:  # noqa: PLR0912 - one branch for each type
        """The lines of an event; none if the record omits it or has it in another line."""
        match event:
            case BidMade(seat, points, color, has_color):
                line: Line = {"type": "bid", "seat": self._at(seat), "points": points}
                yield line | {"color": _word(color)} if has_color else line
            case BidPassed(seat):
                yield {"type": "pass", "seat": self._at(seat)}
            case PassedOut():
                yield {"type": "passed_out"}
            case TrumpSold(seat, to, points):
                yield {"type": "sell", "seat": self._at(seat), "to": self._at(to), "points": points}
            case TrumpKept(seat, points):
                yield {"type": "keep", "seat": self._at(seat), "points": points}
            case NestSeen(seat, taken):
                yield {"type": "nest", "seat": self._at(seat), "took": _names(taken)}
            case DiscardSeen(seat, laid):
                yield {"type": "discard", "seat": self._at(seat), "cards": _names(laid)}
            case TrumpNamed(seat, color, lowest_wins):
                named: Line = {"type": "trump", "seat": self._at(seat), "color": _word(color)}
                yield named | {"lowest_wins": True} if lowest_wins else named
            case PartnerCalled(seat, card):
                yield {"type": "partner", "seat": self._at(seat), "card": str(card)}
            case CardPlayed(seat, by, card, source):
                chosen = {"seat": self._at(seat), "by": self._at(by), "from": source}
                yield {"type": "play", **chosen, "card": str(card)}
            case TrickTaken(winner, _, cards, points, source):
                won = {"winner": self._at(winner), "from": source}
                yield {"type": "trick", **won, "cards": _names(cards), "points": points}
            case CardTaken(seat, "up", card):
                yield {"type": "draw", "seat": self._at(seat), "from": "up", "card": str(card)}
            case CardDrawn(seat, card):
                yield {"type": "draw", "seat": self._at(seat), "from": "pile", "card": str(card)}
            case CardsCut(cut):
                for place, card in sorted((self._at(seat), card) for seat, card in cut):
                    yield {"type": "cut", "seat": place, "card": str(card)}
            case DealScored():
                yield self._round(event) if event.contract is None else self._score(event, event.contract)
            case Acted(seat, text):
                yield {"type": "act", "seat": seat, "action": text} | _stamp(text)
            case CardsSeen(seat, cards):
                yield {"type": "seen", "seat": self._at(seat), "cards": _names(cards)}
            case GameEvent():
                yield {"type": _event_type(event)} | _event_fields(event)
            case _:
                yield from self._house_lines(event)

    def _house_lines(self, event: HeardEvent) -> Iterator[Line]:
        """The lines of events that occur under house rules only."""
        match event:
            case BirdNamed(seat, bird):
                yield {"type": "bird", "seat": self._at(seat), "bird": bird}
            case BidHeld(seat):
                yield {"type": "hold", "seat": self._at(seat)}
            case ShotDeclared(seat):
                yield {"type": "shoot", "seat": self._at(seat)}
            case MisdealClaimed(seat, held):
                yield {"type": "misdeal", "seat": self._at(seat), "cards": _names(held)}
            case Folded(seat):
                yield {"type": "fold", "seat": self._at(seat)}
            case PartnerAsked(seat, partner, bid):
                asked: Line = {"type": "ask", "seat": self._at(seat), "to": self._at(partner)}
                yield asked | {"bid": bid} if bid else asked
            case NestLaid(seat, _, shown, has_counters) if shown or has_counters is not None:
                laid: Line = {"type": "laid", "seat": self._at(seat), "shown": _names(shown)}
                yield laid if has_counters is None else laid | {"has_counters": has_counters}
            case LeadGiven(seat, to):
                yield {"type": "lead", "seat": self._at(seat), "to": self._at(to)}
            case TimeCalled(deal):
                yield {"type": "time", "deal": deal}
            case GameWon(winners, games):
                yield {"type": "game", "winners": sorted(map(self._at, winners)), "games": list(games)}
            case _:
                pass

    def _match(self, won: MatchWon, outcome: Outcome | None) -> Line:
        """The last line: the winners and, if the outcome is known, all places."""
        line: Line = {
            "type": "match",
            "winners": sorted(map(self._at, won.winners)),
            "totals": list(won.totals),
        }
        if outcome is None:
            return line
        standings = [
            {"place": side.place, "seats": sorted(map(self._at, side.seats)), "total": side.total}
            for side in outcome.standings
        ]
        return line | {"ranking": outcome.ranking.value, "standings": standings}

    def _score(self, scored: DealScored, contract: ContractScore) -> Line:
        """The score of a deal with a contract."""
        line: Line = {
            "type": "score",
            "declarer": self._at(contract.declarer),
            "bid": contract.bid,
            "made": contract.made,
            **{name: True for name in ("folded", "shot") if getattr(contract, name)},
            "sides": [self._side(side) for side in scored.sides],
        }
        if scored.dummy is not None and scored.dummy.taken is not None:
            counters, tricks, _ = scored.dummy.taken
            line["dummy"] = {"counters": counters, "tricks": tricks, "scored": scored.dummy.scored}
        return line

    def _round(self, scored: DealScored) -> Line:
        """The score of a deal without a contract."""
        return {"type": "round", "deal": scored.deal, "sides": [self._side(side) for side in scored.sides]}

    def _side(self, side: SideScore) -> Line:
        line: Line = {"seats": sorted(map(self._at, side.seats))}
        if side.taken is not None:
            line |= side.taken._asdict()
        line |= {"scored": side.scored, "total": side.total}
        if side.items:
            line["items"] = [_item(item) for item in side.items]
        return line


def _stamp(text: str) -> Line:
    """The time of a call in milliseconds, as a field; empty if not known."""
    action = parse_action(text)
    return {"stamp": action.stamp} if isinstance(action, Shout) and action.stamp else {}


def _item(item: ScoreItem) -> Line:
    line: Line = {"kind": item.kind, "number": item.number, "points": item.points}
    return line | {"ranks": list(item.ranks)} if item.ranks else line


def _word(color: Color | None) -> str:
    return "none" if color is None else color.word


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _event_type(event: GameEvent) -> str:
    """The type of an event in snake case, such as ``card_turned``."""
    return _WORDS.sub("_", type(event).__name__).lower()


def _event_fields(event: GameEvent) -> dict[str, object]:
    """The fields of an event as JSON values, by name."""
    return {field.name: _json_value(getattr(event, field.name)) for field in fields(event)}


def _json_value(value: object) -> object:
    """Convert a value to JSON: cards in their notation, colors in words, tuples as lists or objects.

    Raises:
        TypeError: the type is not one that events hold.
    """
    match value:
        case Card():
            return str(value)
        case Color():
            return value.word
        case CardSet():
            return [str(card) for card in value]
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case tuple() if hasattr(value, "_asdict"):
            return {name: _json_value(part) for name, part in value._asdict().items()}
        case tuple():
            return [_json_value(part) for part in value]
    raise TypeError(f"no JSON for {type(value).__name__}")
