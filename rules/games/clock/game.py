"""Rook Clock Pastime: card after card is turned, by the player or automatically."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.dealing import piles_event
from rules.core.decisions import CLOCK, ChooseOption, Decisions, Option, Seat, Wait
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.core.views import Zone
from rules.games.clock.deal import ALL, DEALT, PILES, Deal, turned
from rules.games.clock.events import HoursTurned
from rules.games.clock.facts import ClockFacts, Phase, Scores, facts_of, zones
from rules.games.clock.options import ClockRules
from rules.games.clock.words import ClockWords
from rules.games.frame import Board, DealStep
from rules.games.solitaire.game import Solitaire

TURN: Final = Option(Say("turn"))
TURN_ALL: Final = Option(Say("all"))


class Clock(Solitaire[ClockRules, Deal]):
    """Rook Clock Pastime (1924 booklet)."""

    ranking: ClassVar[Ranking] = Ranking.SOLVED

    @cached_property
    def words(self) -> ClockWords:
        """The words of the game, for players."""
        return ClockWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal one card at a time in a circle from the top, then two in the center, four times over."""
        piles = tuple(cards[DEALT.index(pile) :: PILES] for pile in range(1, PILES + 1))
        return DealStep(Deal(piles), (piles_event(pile[::-1] for pile in piles),))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask the player to turn the next card or all; if cards turn automatically, ask the clock."""
        number = match.deal * (ALL + 1) + deal.turned + 1
        if self.rules.is_automatic:
            return {CLOCK: Wait(self.rules.pace, number, Say("turn"))}
        return {0: ChooseOption(0, (TURN, TURN_ALL), number)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Turn the next card, or all that can be turned. The end of the deal scores the cards home."""
        after, card = turned(deal)
        cards = [card]
        while action == TURN_ALL.action and not after.is_over:
            after, card = turned(after)
            cards.append(card)
        scores = ((ScoreItem(Scores.HOME, after.turned, after.turned),),) if after.is_over else None
        return DealStep(after, self.card_events(0, HoursTurned(deal.pile, tuple(cards))), scores)

    def layout(self, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The piles: their cards home, and how many lie face down on them."""
        return zones(deal)

    def own_facts(self, match: Match, deal: Deal, seat: Seat) -> ClockFacts | None:
        """In a private deal, the full facts for the player; otherwise None."""
        return facts_of(deal, private=False) if self.rules.private else None

    def board(self, match: Match, deal: Deal) -> Board:
        """Cards and 1s home, next pile, the piles and buttons; if private only the number of cards home."""
        return Board(
            phase=Phase.TURNING,
            cards=(0,) * match.seats,
            facts=facts_of(deal, private=self.rules.private),
            zones=self.open_zones(deal),
            calls=() if deal.is_over else self._calls(),
        )

    def _calls(self) -> tuple[Option, ...]:
        """The buttons of the table message; none if the deal is private or cards turn automatically."""
        return () if self.rules.private or self.rules.is_automatic else (TURN, TURN_ALL)
