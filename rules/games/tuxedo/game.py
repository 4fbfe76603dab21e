"""The game itself: what may be played, what an act does and what everyone sees."""

from __future__ import annotations

from typing import Final

from rules.core.actions import Action, Capture, Play, Put, Shout
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseOption, Decisions, Seat
from rules.core.events import Event, Told
from rules.games.game import CardGame
from rules.games.match import Board, Match, Turn
from rules.games.race import Window, call_or_pass
from rules.games.tuxedo.captures import Stack, arranged, makes_orange
from rules.games.tuxedo.deal import Deal, Taken, Won, deal_again, first_deal, leftovers
from rules.games.tuxedo.options import TuxedoRules
from rules.games.tuxedo.plays import answers
from rules.games.tuxedo.scoring import scores
from rules.games.tuxedo.words import explained, facts, marks, zones
from rules.games.winning import decided, length

CALLS: Final = call_or_pass("Orange!", "No Orange")
MOST_TURNS: Final = 1000
"""More than the turns of a deal, so that no two windows of a match have the same number."""
BIG: Final = 4
"""Table cards of a Big Sweep (R-77)."""


class Tuxedo(CardGame[TuxedoRules, Deal]):
    """Tuxedo (older rule books; 1924 booklet)."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        return explained(self.rules)

    def goal(self) -> str:
        """What wins, in a few words."""
        return length(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Four cards each and four face up on the table; the player left of the dealer begins."""
        return Turn(*first_deal(match, cards))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """One play from the hand, or a window in which everybody may call Orange."""
        if deal.window is not None:
            return deal.window.decisions(_is_it_orange(deal.taken), CALLS, self.rules.race_window)
        options = answers(self.rules, deal)
        ask = "Take cards, or lay one down" if deal.table else "The table is empty: lay a card down"
        if not any(isinstance(option.action, Play) for option in options):
            ask = "You can take cards: lay none down"
        return {deal.turn: ChooseOption(deal.turn, options, ask=ask)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Take cards, build, lay a card down, or answer whether it is Orange."""
        deal = deal._replace(turns=deal.turns + (deal.window is None))
        match action:
            case Capture():
                return self._capture(match, deal, action)
            case Put():
                return self._build(match, deal, action)
            case Play(card):
                table = arranged((*deal.table, Stack((card,))))
                after = deal.without(seat, card)._replace(table=table)
                return self._next(match, after, (Told(f"{{{seat}}} lays down {card}."),))
        assert deal.window is not None
        window = deal.window.after(seat, action, self.rules.race)
        if not window.is_closed:
            return Turn(deal._replace(window=window))
        return self._settle(match, deal, window)

    def _capture(self, match: Match, deal: Deal, capture: Capture) -> Turn[Deal]:
        """The cards are laid aside; a window opens in which everybody may call Orange, whatever was taken."""
        seat, cards = deal.turn, capture.cards
        table = deal.beside(cards)
        won = _with_cards(deal.won[seat], (capture.card, *cards), is_sweep=not table)
        after = deal.without(seat, capture.card).winning(seat, won)._replace(table=table, last_taker=seat)
        size = "Big Sweep" if len(cards) >= BIG else "Little Sweep"
        name = "Sweep" if self.rules.big_sweep == self.rules.little_sweep else size
        sweep = "" if table else f" {name}!"
        events = (Told(f"{{{seat}}} takes {_listed(cards)} with {capture.card}.{sweep}"),)
        if not self.rules.orange:
            return self._next(match, after, events)
        window = Window(match.deal * MOST_TURNS + deal.turns, tuple(range(match.seats)))
        return Turn(after._replace(taken=Taken(seat, cards), window=window), events)

    def _build(self, match: Match, deal: Deal, put: Put) -> Turn[Deal]:
        """A card on a card or a build of the table, or on several cards (R-79)."""
        seat, (card, *others) = deal.turn, put.cards
        under = deal.table[put.place].cards if not others else tuple(others)
        build = Stack((*under, card), seat)
        table = arranged((*deal.beside(under), build))
        text = f"{{{seat}}} builds {build.value}: {_listed(build.cards)}."
        return self._next(match, deal.without(seat, card)._replace(table=table), (Told(text),))

    def _settle(self, match: Match, deal: Deal, window: Window) -> Turn[Deal]:
        """The window is closed: the first right call scores, each mistaken one costs (R-78)."""
        assert deal.taken is not None
        after, events = deal._replace(taken=None, window=None), list[Event]()
        points = self.rules.orange_points
        if not makes_orange(deal.taken.cards):
            for seat, _ in window.calls:
                won = after.won[seat]
                after = after.winning(seat, won._replace(mistakes=won.mistakes + 1))
                events.append(Told(f"{{{seat}}} calls Orange by mistake: {points} points off."))
        elif window.winner is not None:
            won = after.won[window.winner]
            after = after.winning(window.winner, won._replace(oranges=won.oranges + 1))
            events.append(Told(f"Orange! {{{window.winner}}} calls it first, for {points} points."))
        else:
            events.append(Told("It was Orange, and nobody called."))
        return self._next(match, after, tuple(events))

    def _next(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        """The turn passes left; when all hands are empty more is dealt, or the deal is over."""
        deal = deal._replace(turn=match.left_of(deal.turn))
        if not any(deal.hands) and deal.pack:
            deal, dealt = deal_again(match, deal)
            events += dealt
        if any(deal.hands):
            return Turn(deal, events)
        deal, left = leftovers(deal)
        return Turn(deal, events + left, scores(self.rules, deal.won))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The first to the target."""
        return decided(match, self.rules)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """Why an answer is none now."""
        if deal.window is not None:
            return "Say whether it is Orange first."
        match action:
            case Shout():
                return "The time to call Orange is over."
            case Play(card) | Capture(card) | Put((card, *_)) if card not in deal.hands[seat]:
                return f"You do not hold {card}."
            case Play():
                return "You can take something, so you must not lay a card down."
            case Capture():
                return "That card takes other cards than those."
            case Put():
                return "Build to a number that another card of yours has, so that you can take it."
        return "Take cards, or lay one down."

    def board(self, match: Match, deal: Deal) -> Board:
        """The table, what was just taken, and how much everyone has won."""
        may_call = deal.window is not None and not deal.window.tied
        return Board(
            phase="Play" if deal.window is None else "Orange?",
            cards=tuple(len(hand) for hand in deal.hands),
            marks={seat: marks(self.rules, won) for seat, won in enumerate(deal.won)},
            facts=facts(deal),
            zones=zones(deal),
            calls=CALLS if may_call else (),
            prompt=_is_it_orange(deal.taken) if may_call else "",
        )


def _with_cards(won: Won, cards: tuple[Card, ...], *, is_sweep: bool) -> Won:
    is_big = len(cards) > BIG  # the card they were taken with does not count
    return won._replace(
        cards=CardSet(won.cards | CardSet.of(cards)),
        big_sweeps=won.big_sweeps + (is_sweep and is_big),
        little_sweeps=won.little_sweeps + (is_sweep and not is_big),
    )


def _is_it_orange(taken: Taken | None) -> str:
    return "" if taken is None else f"{{{taken.seat}}} took {_listed(taken.cards)}. Is it Orange?"


def _listed(cards: tuple[Card, ...]) -> str:
    return ", ".join(map(str, cards))
