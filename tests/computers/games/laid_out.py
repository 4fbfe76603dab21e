"""Ask a computer player in a deal laid out by a test."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.computers.brief import Brief, Briefing
from bot.computers.steady import Steady
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import Seat
from rules.core.events import HeardEvent, TrickTaken, heard_by
from rules.core.match import Match
from rules.games.frame import State
from rules.games.trick_taking import Deal
from tests.rules.games.kit import after


def match_of(game: Any, seats: int) -> Match:
    """A match in its first deal, in which seat 0 plays first."""
    begun: Match = game.start(seats).match
    return begun._replace(drawing=(), dealer=seats - 1, deal=1)


def answer(
    game: Any,
    deal: Any,
    *acts: tuple[Seat, str],
    heard: tuple[HeardEvent, ...] = (),
    totals: tuple[int, ...] | None = None,
) -> str:
    """Steady's answer on the seat asked after some acts; ``heard`` are events before them."""
    match = match_of(game, len(deal.hands))
    state, events = after(game, match._replace(totals=totals or match.totals), deal, *acts)
    (seat,) = game.decisions(state)
    view = game.seat_view(state, seat)
    brief = Brief(game.about.key, game.changes(), view, (*heard, *heard_by(events, seat)))
    return str(Steady().choose(brief, Random(1)))


def answer_in_trick(
    game: Any,
    hands: list[str],
    played: str,
    captured: dict[Seat, str] | None = None,
    totals: tuple[int, ...] | None = None,
) -> str:
    """What Steady plays to a trick that seat 0 leads; all other cards are played.

    ``hands`` are those held before the trick. ``captured`` are played cards by their taker; the first
    seat has taken the rest.
    """
    held = [CardSet.of(parse_cards(text)) for text in hands]
    taken = {seat: parse_cards(text) for seat, text in (captured or {}).items()}
    known = {card for hand in held for card in hand} | {card for cards in taken.values() for card in cards}
    taken[0] = (*taken.get(0, ()), *(Card(number) for number in range(56) if Card(number) not in known))
    tricks = tuple(TrickTaken(seat, (seat,) * len(cards), cards, 0) for seat, cards in sorted(taken.items()))
    acts = [(seat, f"play {card}") for seat, card in enumerate(played.split())]
    return answer(game, Deal(tuple(held), 0, taken=tricks), *acts, heard=tricks, totals=totals)


def answer_at(game: Any, state: State[Any], seat: Seat) -> str:
    """Steady's answer in a state, on one of the seats asked."""
    return str(Steady().choose(Briefing(game).brief(state, seat), Random(1)))
