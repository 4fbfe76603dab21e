"""The frame of a solitaire: no draw for the deal, deals have numbers, and cards may be private."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import ClassVar, Final, TypeVar

from rules.core.actions import Action, Lot, Redeal, Say
from rules.core.cards import Card
from rules.core.decisions import Decision, Option, PickNumber, Seat
from rules.core.events import DealScored, Event, GameEvent, Secret
from rules.core.match import Match
from rules.core.views import Zone
from rules.games.frame import DealStep, State
from rules.games.game import Applied, CardGame
from rules.games.solitaire.events import DealNumberShown
from rules.games.solitaire.options import NUMBERS, SolitaireRules

UNDO: Final = Option(Say("undo"))
GIVE_UP: Final = Option(Say("quit"), needs_confirmation=True)

R = TypeVar("R", bound=SolitaireRules)
D = TypeVar("D")


class Solitaire(CardGame[R, D]):
    """A solitaire: no draw for the deal, deals by number, and with *Private* cards only the player sees."""

    draws_for_deal: ClassVar[bool] = False

    @abstractmethod
    def layout(self, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """The cards a seat plays with, face-down ones only counted; empty if it does not play the deal."""

    def rulings(self, state: State[D]) -> tuple[Option, ...]:
        """Deal again for the same player, while a deal is played: all get the same number of deals."""
        return (Option(Redeal()),) if super().rulings(state) else ()

    def number_offset(self, match: Match) -> int:
        """Number added to the options' deal number for the next deal; by default 0."""
        return 0

    def shuffle(self, match: Match) -> Decision:
        """Chance's decision: the deal number of the options, any number for one player, else a shuffle."""
        number = self.rules.deal_number
        if number is not None:
            return PickNumber((number + self.number_offset(match),))
        # With opponents a random number would not do: a player could find it by trying all of them.
        return PickNumber(NUMBERS) if match.seats == 1 else super().shuffle(match)

    def shuffled(self, match: Match, action: Action) -> tuple[Match, DealStep[D]]:
        """Deal the cards of the deal number, or as shuffled."""
        if not isinstance(action, Lot):
            return super().shuffled(match, action)
        match = match._replace(deal_number=action.number)
        return match, self.lay_out(match, deal_order(action.number, self.deck(1)))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The player, if all cards came home; otherwise no seat."""
        return (0,) if scored_deals(match)[-1].sides[0].scored == len(self.deck(1)) else ()

    def own_zones(self, match: Match, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """The layout of the seat, if the deal is private."""
        return self.layout(deal, seat) if self.rules.hides_cards else ()

    def open_zones(self, deal: D, player: Seat = 0) -> tuple[Zone, ...]:
        """The layout of the player, unless the deal is private."""
        return () if self.rules.hides_cards else self.layout(deal, player)

    def card_events(self, player: Seat, *events: GameEvent) -> tuple[Event, ...]:
        """Events that name cards, addressed to everyone, or to the player alone if the deal is private."""
        return tuple(Secret(player, event) for event in events) if self.rules.hides_cards else events

    def _advance(self, match: Match, step: DealStep[D]) -> Applied[D]:
        if step.scores is not None and match.deal_number is not None:
            step = step._replace(events=(*step.events, DealNumberShown(match.deal_number)))
        return super()._advance(match, step)


def deal_order(number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards shuffled by a deal number: the same number always gives the same order."""
    random = Random(number)  # never changed: players share deal numbers
    return tuple(sorted(cards, key=lambda _: random.random()))


def scored_deals(match: Match) -> tuple[DealScored, ...]:
    """The score lines of the deals played so far."""
    return tuple(line for line in match.sheet if isinstance(line, DealScored))
