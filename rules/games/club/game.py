"""The game of Club (1988 booklet): sides, decks, questions, actions and views."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from rules.core.about import Teams
from rules.core.actions import Action, Discard, Put
from rules.core.cards import NO_CARDS, Card, CardSet, deck
from rules.core.decisions import Decisions, Seat
from rules.core.match import Match
from rules.core.views import Zone
from rules.core.words import Words
from rules.games.club import turn, views
from rules.games.club.deal import Deal, draw_two, lay_out
from rules.games.club.options import ClubRules
from rules.games.club.questions import DOWN, DRAW, MELD, OVER, PILE, question
from rules.games.club.words import ClubWords
from rules.games.frame import Board, Book, DealStep
from rules.games.game import CardGame


class Club(CardGame[ClubRules, Deal]):
    """Club (1988 booklet)."""

    @cached_property
    def words(self) -> Words:
        """The words of the game, for players."""
        return ClubWords(self.rules, self.book.source)

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats by side: two pairs at four, three pairs at six, or by an option two threes (R-65)."""
        sides = 2 if seats == 4 or self.rules.club_teams == "threes" else 3
        return tuple(tuple(range(first, seats, sides)) for first in range(sides))

    def deck(self, seats: int) -> tuple[Card, ...]:
        """The cards of two decks with their Rooks, of three decks for six players."""
        return deck(range(1, 15), bird=True, packs=seats // 2)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal 13 cards each, lay out and replace Rooks, and turn up cards until one is above 3."""
        return lay_out(match, cards)

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask the player in turn to draw or take discards, to plan melds, or to discard."""
        return {deal.turn: question(match, deal, self.rules)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Draw, take discards, plan melds, lay them or discard."""
        if isinstance(action, Put):
            return (
                turn.take_top(match, deal, action) if deal.stage == "draw" else turn.plan_meld(deal, action)
            )
        if isinstance(action, Discard):
            return turn.discard(match, deal, action.cards[0])
        if action == DRAW:
            return draw_two(match, deal)
        if action == DOWN:
            return turn.lay_melds(match, deal)
        if action == OVER:
            return turn.drop_plan(deal)
        assert action in (MELD, PILE)
        return turn.begin_plan(match, deal, takes_pile=action == PILE)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards, without the planned ones."""
        return views.hand(match, deal, seat)

    def fresh(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """Cards the player in turn has drawn and taken in this turn; empty for other seats."""
        return deal.drawn if seat == deal.turn else NO_CARDS

    def own_zones(self, match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The planned cards of the player in turn, by meld; empty for other seats."""
        return views.own_zones(match, deal, seat)

    def board(self, match: Match, deal: Deal) -> Board:
        """The stock, the top discard, melds, Rooks, stops and points needed to open; no planned cards."""
        return views.board(match, deal, self.rules)


GAMES: Final = (
    Club(
        Book(
            key="club",
            title="Club",
            edition="1988",
            kind="melding",
            seats=(4, 6),
            summary="Meld sequences and matched sets with your partner, and build them up to Birdies of seven"
            " cards. Take the discard pile when you can, and stop the others with 3s and wild cards.",
            source="1988 booklet, Club",
            teams=Teams.PARTNERS,
        ),
        ClubRules(),
    ),
)
