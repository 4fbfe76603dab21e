"""Simplified Cribbage: add cards to a count up to 31, then score the fifteens in each hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from rules.core.actions import PASS, Action, Play
from rules.core.cards import Card, CardSet
from rules.core.dealing import dealt_out, hand_events
from rules.core.decisions import ChooseCard, ChooseOption, Decisions, Option, Seat
from rules.core.events import CardPlayed, Event
from rules.core.match import Match
from rules.core.scores import ScoreItem, points_of
from rules.games.cribbage.deal import FIFTEEN, GO, HAND, MOST, POINTS, Deal
from rules.games.cribbage.events import CardCounted, CountPassed, GoScored
from rules.games.cribbage.facts import Phase, Scores, facts_of, zones
from rules.games.cribbage.options import CribbageRules
from rules.games.cribbage.words import CribbageWords
from rules.games.frame import Board, DealStep, Scored, replaced
from rules.games.game import CardGame


class Cribbage(CardGame[CribbageRules, Deal]):
    """Simplified Cribbage (older rule books)."""

    @cached_property
    def words(self) -> CribbageWords:
        """The words of the game, for players."""
        return CribbageWords(self.rules, self.book.source)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal five cards each; the player left of the dealer begins."""
        hands, stock = dealt_out(cards, match, HAND)
        return DealStep(
            Deal(hands, hands, match.left_of(match.dealer), (0,) * match.seats, stock), hand_events(hands)
        )

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask for a card that keeps the count at 31 or less; a seat without one can only pass."""
        seat, hand, count = deal.turn, deal.hands[deal.turn], deal.reached
        fitting = CardSet.of(card for card in hand if count + card.rank <= MOST)
        if not fitting:
            return {seat: ChooseOption(seat, (Option(PASS),))}
        return {seat: ChooseCard(seat, fitting, hand)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Play a card to the count, or pass. Hands are scored after the last card, if no player has won."""
        if not isinstance(action, Play):
            passed = deal._replace(passed=(*deal.passed, seat))
            return self._continue_deal(match, passed, (CountPassed(seat),))
        hands = replaced(deal.hands, seat, deal.hands[seat].without(action.card))
        played = (*deal.played, (seat, action.card))
        after = deal._replace(hands=hands, played=played, run=deal.run + 1)
        points = POINTS.get(after.reached, 0)
        events = (
            CardPlayed(seat, seat, action.card),
            CardCounted(seat, action.card, after.reached, points),
        )
        return self._continue_deal(match, _with_points(after, seat, points), events)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """The cards left in a seat's hand."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The count and its cards, every card played, and each seat's points and whether it has passed."""
        return Board(
            phase=Phase.PLAY,
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal),
            zones=zones(deal),
        )

    def _continue_deal(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """Find the next player, for the current count or a new one, or end the deal."""
        if self._is_won(match, deal):
            return DealStep(deal, events, _in_play(deal))
        waiting = [
            seat for seat in match.from_left_of(deal.turn) if deal.hands[seat] and seat not in deal.passed
        ]
        if waiting and deal.reached < MOST:
            return DealStep(deal._replace(turn=waiting[0]), events)
        last = deal.played[-1][0]
        if deal.reached < MOST:
            deal = _with_points(deal, last, GO)
            events = (*events, GoScored(last, GO))
            if self._is_won(match, deal):
                return DealStep(deal, events, _in_play(deal))
        holding = [seat for seat in match.from_left_of(last) if deal.hands[seat]]
        if not holding:
            return self._count_hands(match, deal, events)
        return DealStep(deal._replace(turn=holding[0], run=0, passed=()), events)

    def _count_hands(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """Score the hands in order from the dealer's left, until a player has won (R-87)."""
        scores = list(_in_play(deal))
        for seat in match.from_left_of(match.dealer):
            made = fifteens(deal.dealt[seat])
            deal = _with_points(deal, seat, points_of(made))
            scores[seat] = (*scores[seat], *made)
            if self._is_won(match, deal):
                break
        return DealStep(deal, events, tuple(scores))

    def _is_won(self, match: Match, deal: Deal) -> bool:
        """Whether a player has the target, unless the deal is played out first."""
        rules = self.rules
        if rules.end_of_deal_win or rules.deals is not None:
            return False
        return any(
            total + points >= rules.target for total, points in zip(match.totals, deal.points, strict=True)
        )


def fifteens(hand: Iterable[Card]) -> tuple[ScoreItem, ...]:
    """An item for each set of numbers that adds up to 15, times its occurrences; if none, one of 0 points."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    found = Counter(
        some for size in range(2, len(ranks) + 1) for some in combinations(ranks, size) if sum(some) == 15
    )
    made = tuple(ScoreItem(Scores.FIFTEENS, number, FIFTEEN * number, some) for some, number in found.items())
    return made or (ScoreItem(Scores.FIFTEENS, 0, 0),)


def _with_points(deal: Deal, seat: Seat, points: int) -> Deal:
    return deal._replace(points=replaced(deal.points, seat, deal.points[seat] + points))


def _in_play(deal: Deal) -> tuple[Scored, ...]:
    """The items of each seat for counts reached in play."""
    return tuple((ScoreItem(Scores.IN_PLAY, points, points),) for points in deal.points)
