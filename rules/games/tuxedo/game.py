"""Tuxedo: captures, builds, and calls of Orange."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from rules.core.actions import Action, Capture, Play, Put
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseOption, Decisions, Seat
from rules.core.events import Event
from rules.core.match import Match
from rules.games.frame import Board, DealStep
from rules.games.game import CardGame
from rules.games.race import CALL_OR_PASS, Window
from rules.games.tuxedo.captures import Cards, Stack, arranged, makes_orange
from rules.games.tuxedo.deal import Deal, Taken, Won, deal_again, first_deal, leftovers, sweep_of
from rules.games.tuxedo.events import (
    CardLaidDown,
    CardsBuilt,
    CardsTaken,
    OrangeMissed,
    OrangeMistaken,
    OrangeScored,
    Sweep,
)
from rules.games.tuxedo.facts import Phase, facts_of, zones
from rules.games.tuxedo.options import TuxedoRules
from rules.games.tuxedo.plays import answers
from rules.games.tuxedo.scoring import scores
from rules.games.tuxedo.words import TuxedoWords

MOST_TURNS: Final = 1000
"""More than the turns of a deal, so that no two windows of a match have the same number."""


class Tuxedo(CardGame[TuxedoRules, Deal]):
    """Tuxedo (older rule books; 1924 booklet)."""

    @cached_property
    def words(self) -> TuxedoWords:
        """The words of the game, for players."""
        return TuxedoWords(self.rules, self.book.key)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal four cards each and four face up to the table; the player left of the dealer begins."""
        return DealStep(*first_deal(match, cards))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask for a play from the hand, or in a window ask every seat whether it is Orange."""
        if deal.window is not None:
            return deal.window.questions(self.rules.race_window)
        return {deal.turn: ChooseOption(deal.turn, answers(self.rules, deal))}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Take cards, build, play a loose card, or answer whether it is Orange."""
        deal = deal._replace(turns=deal.turns + (deal.window is None))
        match action:
            case Capture():
                return self._capture(match, deal, action)
            case Put():
                return self._build(match, deal, action)
            case Play(card):
                table = arranged((*deal.table, Stack((card,))))
                after = deal.without(seat, card)._replace(table=table)
                return self._next(match, after, (CardLaidDown(seat, card),))
        assert deal.window is not None
        window = deal.window.after(seat, action, self.rules.race)
        if not window.is_closed:
            return DealStep(deal._replace(window=window))
        return self._settle(match, deal, window)

    def _capture(self, match: Match, deal: Deal, capture: Capture) -> DealStep[Deal]:
        """Take cards from the table, and with *Orange* open a window for calls."""
        seat, cards = deal.turn, capture.cards
        table = deal.table_without(cards)
        sweep = None if table else sweep_of(cards)
        won = _with_cards(deal.won[seat], (capture.card, *cards), sweep)
        after = (
            deal.without(seat, capture.card).with_winnings(seat, won)._replace(table=table, last_taker=seat)
        )
        events = (CardsTaken(seat, capture.card, cards, sweep),)
        if not self.rules.orange:
            return self._next(match, after, events)
        # A window opens on every capture: one on Oranges only would give them away.
        window = Window(match.deal * MOST_TURNS + deal.turns, tuple(range(match.seats)))
        return DealStep(after._replace(taken=Taken(seat, cards), window=window), events)

    def _build(self, match: Match, deal: Deal, put: Put) -> DealStep[Deal]:
        """Build with a card on a card or build of the table, or on several loose cards (R-79)."""
        seat, (card, *others) = deal.turn, put.cards
        under = deal.table[put.place].cards if not others else tuple(others)
        build = Stack((*under, card), seat)
        table = arranged((*deal.table_without(under), build))
        built = CardsBuilt(seat, build.cards)
        return self._next(match, deal.without(seat, card)._replace(table=table), (built,))

    def _settle(self, match: Match, deal: Deal, window: Window) -> DealStep[Deal]:
        """Settle a closed window: the first right call scores, each mistaken one costs (R-78)."""
        assert deal.taken is not None
        after, events = deal._replace(taken=None, window=None), list[Event]()
        points = self.rules.orange_points
        if not makes_orange(deal.taken.cards):
            for seat, _ in window.calls:
                won = after.won[seat]
                after = after.with_winnings(seat, won._replace(mistakes=won.mistakes + 1))
                events.append(OrangeMistaken(seat, points))
        elif window.winner is not None:
            won = after.won[window.winner]
            after = after.with_winnings(window.winner, won._replace(oranges=won.oranges + 1))
            events.append(OrangeScored(window.winner, points))
        else:
            events.append(OrangeMissed())
        return self._next(match, after, tuple(events))

    def _next(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """Pass the turn left. When all hands are empty, deal more or end the deal."""
        deal = deal._replace(turn=match.left_of(deal.turn))
        if not any(deal.hands) and deal.undealt:
            deal, dealt = deal_again(match, deal)
            events += dealt
        if any(deal.hands):
            return DealStep(deal, events)
        deal, left = leftovers(deal)
        return DealStep(deal, events + left, scores(self.rules, deal.won))

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """The cards left in a seat's hand."""
        return deal.hands[seat]

    def board(self, match: Match, deal: Deal) -> Board:
        """The table, the cards just taken, what each seat has won, and in a window call buttons."""
        may_call = deal.window is not None and not deal.window.tied
        return Board(
            phase=Phase.PLAY if deal.window is None else Phase.ORANGE,
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal),
            zones=zones(deal),
            calls=CALL_OR_PASS if may_call else (),
        )


def _with_cards(won: Won, cards: Cards, sweep: Sweep | None) -> Won:
    return won._replace(
        cards=CardSet(won.cards | CardSet.of(cards)),
        big_sweeps=won.big_sweeps + (sweep == Sweep.BIG),
        little_sweeps=won.little_sweeps + (sweep == Sweep.LITTLE),
    )
