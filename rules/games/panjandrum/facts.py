"""Public facts and zones of a game of Panjandrum."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.core.cards import NO_CARDS, Card, Color
from rules.core.cards import card as card_of
from rules.core.decisions import Seat
from rules.core.views import Facts, Zone
from rules.games.panjandrum.deal import Deal, Fine, Move
from rules.games.panjandrum.piles import Piles, Tops


class Phase(StrEnum):
    """``PLAYING`` a card, ``CALLING`` while it may be called a mistake, ``PAYING`` while a fine is owed."""

    PLAYING = "playing"
    CALLING = "calling"
    PAYING = "paying"


class Scores(StrEnum):
    """Kinds of score items: the cards left at the end."""

    CARDS_LEFT = "cards_left"


class Pile(StrEnum):
    """Building and Delay Piles, strays, and the card lifted or just played from a Hand or Delay Pile."""

    BUILDING = "building"
    DELAY = "delay"
    LIFTED = "lifted"
    FROM_DELAY = "from_delay"
    """The card just played, if it came from a Delay Pile."""
    STRAYS = "strays"


class Laid(NamedTuple):
    """A card moved, its seat and place, and the tops of the piles before; not whether it is a mistake."""

    seat: Seat
    card: Card
    place: int
    was_lifted: bool
    before: Tops


@dataclass(frozen=True, slots=True)
class PanjandrumFacts(Facts):
    """The player in turn, the tops of the piles, and the lifted card, open window or fine."""

    turn: int
    """Number of the turn, from 1."""
    player: Seat
    tops: Tops
    lifted: Card | None
    laid: Laid | None = None
    window: int | None = None
    """Number of the window for calls."""
    waiting: tuple[Seat, ...] = ()
    """Seats that have neither called nor passed."""
    fine: Fine | None = None


def facts_of(deal: Deal) -> PanjandrumFacts:
    """The public facts of a game: everything but the Hands."""
    return PanjandrumFacts(
        turn=deal.turns,
        player=deal.turn,
        tops=deal.piles.tops,
        lifted=deal.piles.lifted,
        laid=None if deal.move is None else _laid(deal.move),
        window=None if deal.window is None else deal.window.number,
        waiting=() if deal.window is None else deal.window.waiting,
        fine=deal.fine,
    )


def phase_of(deal: Deal) -> Phase:
    """``CALLING`` while a window is open, else ``PAYING`` while a fine is owed, else ``PLAYING``."""
    if deal.window is not None:
        return Phase.CALLING
    return Phase.PLAYING if deal.fine is None else Phase.PAYING


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The Building Piles, the last two cards of each Delay Pile, strays, and the card moved or lifted."""
    piles, move = deal.piles, deal.move
    shown = [_building(piles)]
    shown += [
        Zone(Pile.DELAY, seat, pile[-2:], len(pile[:-2]), is_row=True)
        for seat, pile in enumerate(piles.delays)
    ]
    if piles.strays != NO_CARDS:
        shown.append(Zone(Pile.STRAYS, None, tuple(piles.strays), 0))
    if move is not None:
        shown.append(Zone(Pile.LIFTED if move.was_lifted else Pile.FROM_DELAY, None, (move.card,), 0))
    elif piles.lifted is not None:
        shown.append(Zone(Pile.LIFTED, None, (piles.lifted,), 0))
    return tuple(shown)


def _laid(move: Move) -> Laid:
    """The public part of a move."""
    return Laid(move.seat, move.card, move.place, move.was_lifted, move.before)


def _building(piles: Piles) -> Zone:
    tops = tuple(card_of(color, piles.built[color]) for color in Color if piles.built[color])
    return Zone(Pile.BUILDING, None, tops, 0, is_row=True)
