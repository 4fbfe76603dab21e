"""Deals of Tuxedo laid out for a test."""

from collections.abc import Iterable
from typing import Any

from rules.core.cards import CardSet, parse_cards
from rules.core.events import DealScored
from rules.core.match import Match
from rules.games.tuxedo.captures import Stack, Table, arranged
from rules.games.tuxedo.deal import Deal, Won
from tests.rules.games.kit import match_of


def table(text: str) -> Table:
    """A table from its cards, builds with a plus: ``R5 Y2 G6+R2``."""
    places = [parse_cards(words.replace("+", " ")) for words in text.split()]
    return arranged(Stack(cards, 0 if len(cards) > 1 else None) for cards in places)


def hand(text: str) -> CardSet:
    return CardSet.of(parse_cards(text))


def laid_out(hands: Iterable[str], on_table: str, rest: str = "", **more: Any) -> tuple[Match, Deal]:
    """A match of as many as there are hands; the last seat is the dealer, and seat 0 begins."""
    held = tuple(hand(text) for text in hands)
    seats = len(held)
    match = match_of(seats)
    return match, Deal(held, table(on_table), parse_cards(rest), 0, (Won(),) * seats, **more)


def answers(game: Any, match: Match, deal: Deal) -> list[str]:
    """The answers of the seat in turn, as text."""
    return [str(action) for action in game.ask(match, deal)[deal.turn].answers()]


def last_round(events: Iterable[Any]) -> DealScored:
    return next(event for event in events if isinstance(event, DealScored))
