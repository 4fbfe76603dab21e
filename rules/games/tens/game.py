"""Tens: a window opens on every card, and the first to slap the number takes the pile."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from rules.core.actions import Action
from rules.core.cards import Card
from rules.core.dealing import dealt_face_down, piles_event
from rules.core.decisions import Decisions, Seat
from rules.core.events import NO_ONE, DiscardSeen, Event, Secret
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.games.frame import Board, DealStep, replaced
from rules.games.game import CardGame
from rules.games.race import CALL_OR_PASS, Window
from rules.games.tens.deal import ENOUGH, MOST_TURNS, Deal
from rules.games.tens.events import CardTurned, NobodySlapped, PileSlapped, WrongSlapPaid
from rules.games.tens.facts import Phase, Scores, facts_of, zones
from rules.games.tens.options import TensRules
from rules.games.tens.words import TensWords


class Tens(CardGame[TensRules, Deal]):
    """Tens (older rule books)."""

    ranking: ClassVar[Ranking] = Ranking.CARDS

    @cached_property
    def words(self) -> TensWords:
        """The words of the game, for players."""
        return TensWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal equal hands; the odd cards begin the pile (R-88), and the first card is turned."""
        each = len(cards) // match.seats
        dealt, odd = cards[: each * match.seats], cards[each * match.seats :]
        hands = dealt_face_down(dealt, match)
        step = _turn_up(match, hands, odd, match.left_of(match.dealer), 1)
        return step._replace(events=(piles_event((*hands, odd)), *step.events))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask all in the game to slap or pass, on every card: a window on 10s only would give them away."""
        return deal.window.questions(self.rules.race_window)

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Slap the card or pass. After the last answer, or the time, turn the next card or end the deal."""
        window = deal.window.after(seat, action, self.rules.race)
        after = deal._replace(window=window)
        if not window.is_closed:
            return DealStep(after)
        after, events = self._settle(after)
        is_over = (
            len(after.holders) <= 1
            or any(len(hand) >= ENOUGH for hand in after.hands)
            or after.turns >= MOST_TURNS
        )
        if is_over:
            scores = tuple((ScoreItem(Scores.CARDS, len(hand), len(hand)),) for hand in after.hands)
            return DealStep(after, events, scores)
        following = next(one for one in match.from_left_of(after.turn) if after.hands[one])
        step = _turn_up(match, after.hands, after.pile, following, after.turns + 1)
        return step._replace(events=(*events, *step.events))

    def _settle(self, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
        """Settle a closed window: the first slap of the number takes the pile; other slaps are wrong."""
        winner, is_number = deal.window.winner, deal.pile[-1].rank == self.rules.number
        if not is_number:
            return self._settle_wrong_slaps(deal)
        if winner is None:
            return deal, (NobodySlapped(self.rules.number),)
        hands = replaced(deal.hands, winner, (*deal.hands[winner], *deal.pile))
        return deal._replace(hands=hands, pile=()), (PileSlapped(winner, len(deal.pile)),)

    def _settle_wrong_slaps(self, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
        """Settle wrong slaps: free, or by the option a card each under the pile, but no last card (R-88)."""
        events: tuple[Event, ...] = ()
        for seat in sorted(seat for seat, _ in deal.window.calls) if self.rules.false_slap_penalty else ():
            if len(deal.hands[seat]) > 1:
                card, *rest = deal.hands[seat]
                deal = deal._replace(hands=replaced(deal.hands, seat, tuple(rest)), pile=(card, *deal.pile))
                events += (WrongSlapPaid(seat), Secret(NO_ONE, DiscardSeen(seat, (card,))))
        return deal, events

    def board(self, match: Match, deal: Deal) -> Board:
        """The top card, how many lie below, and while it may be slapped buttons to slap or pass."""
        is_open = not (deal.window.tied or deal.window.is_closed)
        return Board(
            phase=Phase.SLAP,
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal, self.rules.number),
            zones=zones(deal),
            calls=CALL_OR_PASS if is_open else (),
        )


def _turn_up(
    match: Match, hands: tuple[tuple[Card, ...], ...], pile: tuple[Card, ...], seat: Seat, turns: int
) -> DealStep[Deal]:
    """Turn up a player's top card on the pile, and open a window for all players in the game."""
    card, *rest = hands[seat]
    playing = tuple(one for one in match.from_left_of(seat) if hands[one])
    window = Window(match.deal * MOST_TURNS + turns, playing)
    deal = Deal(replaced(hands, seat, tuple(rest)), (*pile, card), seat, window, turns)
    return DealStep(deal, (CardTurned(seat, card),))
