"""Matches of the families, played by the bot's rules and written down as plain lines for the referee.

This is the only module here that knows the engine. A line is a dictionary with a ``type``:

- ``match``, ``draw``, ``deal``: what comes first, and what chance did;
- ``asked``: the answers a seat is offered; then its answer, by the first word (``bid``, ``play``);
- ``won``, ``turned``, ``nest``, ``laid``, ``misdealt``, ``passed_out``, ``trick``, ``score``, ``seats``,
  ``time``, ``end``: what followed.

Seats are players, who may change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from bot.computers.brief import Brief, Briefing, Computer, decision_of
from bot.tools.simulate import next_to_act
from rules.catalog import game_with
from rules.core.actions import Action, Bid, CallTime, Deal
from rules.core.cards import Card
from rules.core.decisions import CHANCE, CLOCK, ChooseCards, ChooseNumber, Decision, Seat, options_of
from rules.core.events import (
    AuctionWon,
    CardsTurned,
    DealerDrawn,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    HeardEvent,
    MatchWon,
    MisdealClaimed,
    NestLaid,
    NestSeen,
    PassedOut,
    SeatsChanged,
    Secret,
    TableLaid,
    TimeCalled,
    TrickTaken,
)
from rules.core.protocol import Game
from rules.presets import PRESETS
from tests.families.cards import dealt, height
from tests.families.rules import BY_PRESET, Family

Line = dict[str, Any]
RINGS: Final = 0.002
"""How likely the time limit of a match is reached before the next answer."""
STACKED: Final = 0.1
"""Share of deals in which one hand gets the highest cards, or only low ones where those are dealt again."""


class Careful:
    """Any legal answer, but with the lowest bid, or with this share of passes, so that bids are made."""

    def __init__(self, passes: float) -> None:
        self._passes = passes

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision of a brief."""
        question = decision_of(brief)
        if not isinstance(question, ChooseNumber):
            return question.sample(random)
        others = [option.action for option in question.otherwise]
        if others and (not question.numbers or random.random() < self._passes):
            return random.choice(others)
        return Bid(question.least)


def game_of(family: str) -> Game[Any]:
    """The game of a family, by its preset."""
    preset = PRESETS[family]
    return game_with(preset.game, preset.options)


def record(
    family: str, game: Game[Any], computers: Sequence[Computer], seed: object, *, deals: int
) -> list[Line]:
    """The record of a match by a game that should be the family's, to its end or for so many deals."""
    random, scored, seats = Random(f"{seed}"), 0, len(computers)
    state, briefing = game.start(seats), Briefing(game)
    lines: list[Line] = [{"type": "match", "family": family, "seats": seats}]
    rings = RINGS * (game.parameters().get("minutes") is not None)
    while scored < deals and (decisions := game.decisions(state)):
        seat = next_to_act(decisions)
        if rings and random.random() < rings:
            rings, seat = 0, CLOCK
            action: Action = CallTime()
        elif seat == CHANCE:
            action = decisions[seat].sample(random)
            if isinstance(action, Deal) and random.random() < STACKED:
                action = Deal(_stacked(BY_PRESET[family], action.cards, seats, random.randrange(seats)))
        else:
            lines.append(_asked(seat, decisions[seat]))
            action = computers[seat].choose(briefing.brief(state, seat), random)
            lines.append({"type": str(action).split()[0], "seat": seat, "answer": str(action)})
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
        told = list(_lines(events, action))
        scored += sum(line["type"] == "score" for line in told)
        lines += told
    return lines


def _stacked(family: Family, cards: tuple[Card, ...], seats: int, seat: Seat) -> tuple[Card, ...]:
    """The cards of a shuffled deck, with those in one hand that make it an uncommon one."""
    places = dealt(family, [str(place) for place in range(len(cards))], 0, list(range(seats)))[seat]

    def rank(card: Card) -> float:
        low = family.cards.dealt_again == "always" and 6 <= card.rank <= 9
        return 20.0 if low else height(family.cards, str(card))

    first = iter(sorted(cards, key=rank, reverse=True)[: len(places)])
    stacked = {int(place): card for place, card in zip(places, first, strict=True)}
    rest = iter([card for card in cards if card not in stacked.values()])
    return tuple(stacked[place] if place in stacked else next(rest) for place in range(len(cards)))


def _asked(seat: Seat, decision: Decision) -> Line:
    """What a seat is asked: every answer, or for a discard the cards and how many."""
    line: Line = {"type": "asked", "seat": seat}
    if not isinstance(decision, ChooseCards):
        return line | {"answers": [str(answer) for answer in decision.answers()]}
    others = [str(option.action) for option in options_of(decision)]
    return line | {"cards": _names(decision.cards), "number": decision.most, "answers": others}


def _lines(events: Iterable[Event], action: Action) -> Iterator[Line]:
    """The lines of what an action led to."""
    bare = [event.event if isinstance(event, Secret) else event for event in events]
    for event in bare:
        if isinstance(event, DealStarted):
            yield _deal(event, bare, action)
        else:
            yield from _line(event)


def _deal(started: DealStarted, events: Sequence[HeardEvent], action: Action) -> Line:
    assert isinstance(action, Deal)
    (laid,) = (event for event in events if isinstance(event, TableLaid))
    hands = {str(event.seat): _names(event.cards) for event in events if isinstance(event, HandDealt)}
    cards = {"cards": _names(action.cards), "hands": hands, "nest": _names(laid.nest)}
    return {"type": "deal", "dealer": started.dealer} | cards


def _line(event: HeardEvent) -> Iterator[Line]:
    """The line of an event of a deal; none where an answer's own line says it."""
    match event:
        case AuctionWon(seat, points):
            yield {"type": "won", "seat": seat, "points": points}
        case MisdealClaimed(seat, cards):
            yield {"type": "misdealt", "seat": seat, "cards": _names(cards)}
        case PassedOut():
            yield {"type": "passed_out"}
        case CardsTurned(_, _, cards):
            yield {"type": "turned", "cards": _names(cards)}
        case NestSeen(seat, cards):
            yield {"type": "nest", "seat": seat, "cards": _names(cards)}
        case NestLaid(seat, number, shown):
            told = {"shown": _names(shown), "counters": event.has_counters}
            yield {"type": "laid", "seat": seat, "number": number} | told
        case TrickTaken(seat, _, cards, points):
            yield {"type": "trick", "winner": seat, "cards": _names(cards), "points": points}
        case DealScored():
            yield _score(event)
        case _:
            yield from _match_line(event)


def _match_line(event: HeardEvent) -> Iterator[Line]:
    """The line of an event between two deals."""
    match event:
        case DealerDrawn(cards):
            yield {"type": "draw", "cards": {str(seat): str(card) for seat, card in cards}}
        case SeatsChanged(order):
            yield {"type": "seats", "order": list(order)}
        case TimeCalled():
            yield {"type": "time"}
        case MatchWon(winners, totals):
            yield {"type": "end", "winners": sorted(winners), "totals": list(totals)}
        case _:
            pass


def _score(scored: DealScored) -> Line:
    contract = scored.contract
    assert contract is not None
    return {
        "type": "score",
        "bidder": contract.declarer,
        "bid": contract.bid,
        "made": contract.made,
        "scored": [side.scored for side in scored.sides],
        "totals": [side.total for side in scored.sides],
        "takes": [list(side.taken[:2]) for side in scored.sides if side.taken is not None],
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
