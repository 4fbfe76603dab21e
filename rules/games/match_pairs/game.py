"""Match and Everlasting: players turn cards; a match with the first card of the pile takes it."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.dealing import dealt_face_down, piles_event
from rules.core.decisions import CLOCK, ChooseOption, Decisions, Option, Seat, Wait
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.games.frame import Board, DealStep, replaced
from rules.games.game import CardGame
from rules.games.match_pairs.deal import LAST_PILES, MOST_PLAYS, Deal
from rules.games.match_pairs.events import CardTurned
from rules.games.match_pairs.facts import Phase, Scores, facts_of, zones
from rules.games.match_pairs.options import PairRules
from rules.games.match_pairs.words import MatchWords

TURN: Final = Option(Say("turn"))


class MatchPairs(CardGame[PairRules, Deal]):
    """Match (1924 booklet) and Everlasting (older rule books)."""

    ranking: ClassVar[Ranking] = Ranking.CARDS

    @cached_property
    def words(self) -> MatchWords:
        """The words of the game, for players."""
        return MatchWords(self.rules, self.book)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal all cards face down; the player left of the dealer begins."""
        hands = dealt_face_down(cards, match)
        more = LAST_PILES if match.seats == 2 else None
        return DealStep(Deal(hands, match.left_of(match.dealer), more=more), (piles_event(hands),))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask the player in turn, or the clock if cards turn automatically, to turn the next card."""
        number = match.deal * MOST_PLAYS + deal.plays
        if self.rules.turning == "auto":
            return {CLOCK: Wait(self.rules.pace, number, Say("turn"))}
        return {deal.turn: ChooseOption(deal.turn, (TURN,), number)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Turn the player's top card; it takes the pile if it matches the first card."""
        seat = deal.turn
        card, *rest = deal.hands[seat]
        pile = (*deal.pile, card)
        is_match = bool(deal.pile) and self._matches(pile[0], card)
        hand = (*rest, *pile) if is_match else tuple(rest)
        after = deal._replace(
            hands=replaced(deal.hands, seat, hand),
            pile=() if is_match else pile,
            plays=deal.plays + 1,
        )
        turned = CardTurned(seat, card, taken=len(pile) if is_match else 0, is_out=not hand)
        return self._pass_turn(match, _count_piles(after, has_taken=is_match), turned)

    def _matches(self, first: Card, card: Card) -> bool:
        """Whether a card matches the first one of the pile."""
        return first.color == card.color if self.rules.match_by == "colour" else first.rank == card.rank

    def _pass_turn(self, match: Match, deal: Deal, turned: CardTurned) -> DealStep[Deal]:
        """The turn passes to the next player with cards, or the game is over."""
        if len(deal.holders) == 1 or deal.more == 0 or deal.plays >= MOST_PLAYS:
            scores = tuple((ScoreItem(Scores.CARDS, len(hand), len(hand)),) for hand in deal.hands)
            return DealStep(deal, (turned,), scores)
        turn = next(seat for seat in match.from_left_of(deal.turn) if deal.hands[seat])
        return DealStep(deal._replace(turn=turn), (turned,))

    def board(self, match: Match, deal: Deal) -> Board:
        """The card to match, the last cards of the pile and piles left; a turn button unless automatic."""
        return Board(
            phase=Phase.TURNING,
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal),
            zones=zones(deal),
            calls=(TURN,) if self.rules.turning == "button" else (),
        )


def _count_piles(deal: Deal, *, has_taken: bool) -> Deal:
    """Count down the last piles: five once two players are left, one more after a tie."""
    if deal.more is None:
        return deal._replace(more=LAST_PILES) if len(deal.holders) == 2 else deal
    if not has_taken:
        return deal
    one, other = sorted(map(len, deal.hands))[-2:]
    return deal._replace(more=1 if deal.more == 1 and one == other else deal.more - 1)
