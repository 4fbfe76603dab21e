"""Donkey: all players pass a card to the left at once, until one holds four of a number and folds."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

from rules.core.actions import SHOUT, Action, Lot, Play, Shout
from rules.core.cards import Card, CardSet
from rules.core.dealing import dealt_out, hand_events
from rules.core.decisions import (
    CHANCE,
    CLOCK,
    ChooseCard,
    ChooseOption,
    Decision,
    Decisions,
    Option,
    PickNumber,
    Seat,
    Wait,
)
from rules.core.events import CardsSeen, Event, Secret
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.core.views import Zone
from rules.games.donkey.deal import MOST_PASSES, Deal, four_of
from rules.games.donkey.events import FoldedFirst, FoldedLast, NobodyFolded
from rules.games.donkey.facts import Pile, Scores, facts_of, phase_of
from rules.games.donkey.options import DonkeyRules
from rules.games.donkey.words import DonkeyWords
from rules.games.frame import Board, DealStep, Scored, replaced
from rules.games.game import CardGame
from rules.games.race import first_of

FOLD: Final = (Option(SHOUT),)


class Donkey(CardGame[DonkeyRules, Deal]):
    """Donkey (1924 booklet and older rule books)."""

    ranking: ClassVar[Ranking] = Ranking.CARDS

    @cached_property
    def words(self) -> DonkeyWords:
        """The words of the game, for players."""
        return DonkeyWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal all cards, even if some seats get one more."""
        hands, _ = dealt_out(cards, match)
        return DealStep(Deal(hands, (None,) * match.seats), hand_events(hands))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask seats for a card to pass; after a fold the others to fold, and the clock; chance on ties."""
        if deal.is_closed:
            return {CHANCE: PickNumber(self._next_place(deal))}
        left = [
            seat
            for seat in range(match.seats)
            if (deal.folds or deal.ready[seat] is None) and seat not in deal.folded
        ]
        asked: Decisions = {seat: _question(match, deal, seat) for seat in left}
        if not deal.folds:
            return asked
        return {**asked, CLOCK: Wait(self.rules.race_window, match.deal)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Choose a card, fold, close the time to fold, or let chance pick among tied seats."""
        match action:
            case Play(card):
                return self._pass_on(match, deal._replace(ready=replaced(deal.ready, seat, card)))
            case Shout(stamp):
                after = deal._replace(folds=(*deal.folds, (seat, stamp)))
                have_all = len(after.folds) == match.seats
                return self._rank(match, after._replace(is_closed=True)) if have_all else DealStep(after)
            case Lot(picked):
                return self._rank(match, deal._replace(places=(*deal.places, picked)))
            case _:
                return self._rank(match, deal._replace(is_closed=True))

    def _pass_on(self, match: Match, deal: Deal) -> DealStep[Deal]:
        """Pass the cards to the left once all seats have chosen."""
        moving = [card for card in deal.ready if card is not None]
        # A card chosen after a fold stays where it is: its player has not noticed the fold yet.
        if deal.folds or len(moving) < match.seats:
            return DealStep(deal)
        if deal.passes == MOST_PASSES:
            return DealStep(deal, (NobodyFolded(deal.passes),), ((),) * match.seats)
        hands = list(deal.hands)
        events: list[Event] = []
        for giver, passed in enumerate(moving):
            receiver = match.left_of(giver)
            hands[giver] = hands[giver].without(passed)
            hands[receiver] = CardSet(hands[receiver] | 1 << passed)
            events.append(Secret(receiver, CardsSeen(receiver, (passed,))))
        return DealStep(Deal(tuple(hands), (None,) * match.seats, deal.passes + 1), tuple(events))

    def _next_place(self, deal: Deal) -> tuple[Seat, ...]:
        """The seat of the next place; several if chance decides. The first must hold a four (R-85)."""
        calls = [fold for fold in deal.folds if fold[0] not in deal.places]
        if not deal.places:
            calls = [fold for fold in calls if four_of(deal.held(fold[0]))]
        silent = (seat for seat in range(len(deal.hands)) if seat not in deal.places)
        return first_of(calls, self.rules.race) or tuple(silent)

    def _rank(self, match: Match, deal: Deal) -> DealStep[Deal]:
        """Settle places in order, until chance must decide or all seats have one."""
        while len(following := self._next_place(deal)) == 1:
            deal = deal._replace(places=(*deal.places, *following))
        if following:
            return DealStep(deal)
        winner, *_, last = deal.places
        four = tuple(sorted(four_of(deal.held(winner))))
        told = (FoldedFirst(winner, four), FoldedLast(last))
        return DealStep(deal, told, tuple(_scored(deal, seat) for seat in range(match.seats)))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Seats with the most deals won; empty if no deal had a fold; None before the end."""
        won = super().winners(match)
        return won if won is None or any(match.totals) else ()

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards, without the one chosen to pass."""
        return deal.held(seat)

    def own_zones(self, match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The card the seat has chosen to pass; empty before it has chosen."""
        card = deal.ready[seat]
        return () if card is None else (Zone(Pile.READY, None, (card,), 0),)

    def board(self, match: Match, deal: Deal) -> Board:
        """Who has chosen and who has folded; until folding ends a fold button, which gives no four away."""
        is_over = match.winners is not None
        return Board(
            phase=phase_of(deal),
            cards=tuple(len(hand) for hand in deal.hands),
            facts=facts_of(deal),
            calls=() if is_over or deal.is_closed else FOLD,
        )


def _question(match: Match, deal: Deal, seat: Seat) -> Decision:
    """The question to a seat that has not folded."""
    # It does not change when another seat folds or chooses, if a fold was allowed before: a press on its
    # way still counts.
    if deal.ready[seat] is not None:
        return ChooseOption(seat, FOLD, match.deal)
    hand = deal.hands[seat]
    return ChooseCard(seat, hand, hand, otherwise=FOLD if deal.may_fold(seat) else ())


def _scored(deal: Deal, seat: Seat) -> Scored:
    """1 point for the first place, 0 for the others."""
    place = deal.places.index(seat) + 1
    kind = Scores.DONKEY if place == len(deal.places) else Scores.FOLDED
    return (ScoreItem(kind, place, int(place == 1)),)
