"""Rook Clock Pastime: cards turned one after another find their hours, and the fourth 1 ends it."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.decisions import CLOCK, ChooseOption, Decisions, Option, Seat, Wait
from rules.core.views import Fact, Zone
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.patience import Patience, PatienceRules, rounds
from rules.games.turning import TurningRules

ALL: Final = 56
PILES: Final = 14
FIRST: Final = 1
"""One o'clock, where the first card is turned."""
DEALT: Final = (12, *range(1, 12), 13, 14)
"""The piles in the order they are dealt: the circle from the top, then the two in the centre."""
TURN: Final = Option(Say("turn"), label="Turn")
TURN_ALL: Final = Option(Say("all"), label="Turn them all")


class ClockRules(PatienceRules, TurningRules):
    """A game for one in which cards are only turned: by themselves where all may watch."""

    @property
    def turns_by_itself(self) -> bool:
        """Whether the cards turn by themselves; nobody could follow that in private."""
        return self.turning == "auto" and not self.private

    def idle(self) -> frozenset[str]:
        """In private there is no choice who turns the cards."""
        return frozenset({"turning", "pace"}) if self.private else super().idle()


class Deal(NamedTuple):
    """The piles from 1 to 14: the cards face down, the top one last, and those that came home under it."""

    hidden: tuple[tuple[Card, ...], ...]
    home: tuple[tuple[Card, ...], ...] = ((),) * PILES
    pile: int = FIRST
    """Where the next card is turned, 1 to 14."""

    @property
    def turned(self) -> int:
        """How many cards have been turned, each of which is home."""
        return sum(map(len, self.home))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to turn where the next card would be: it is the pile of the 1s."""
        return not self.hidden[self.pile - 1]

    def __repr__(self) -> str:
        return f"<deal, {self.turned} cards turned>"


class Clock(Patience[ClockRules, Deal]):
    """Rook Clock Pastime (1924 booklet)."""

    keeps_points: ClassVar[bool] = False

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        turning = (
            "There is nothing to decide: the cards turn by themselves."
            if self.rules.turns_by_itself
            else "There is nothing to decide: press “Turn” for the next card, or turn them all."
        )
        return (
            (
                "Deal",
                "Fourteen piles of four cards, face down: twelve in a circle for the hours, two in the centre"
                f" for 13 and 14.{self.agreed()}",
            ),
            (
                "Play",
                "Turn the top card of one o'clock. Each card goes face up under the pile of its number, and"
                f" the top card of that pile is turned next. {turning}",
            ),
            ("End", "The fourth 1 ends it. It works out, one time in fourteen, if it is the very last card."),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return "every card at its hour"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """One card at a time in a circle from the top, then two in the centre, four times over."""
        return Turn(Deal(tuple(cards[DEALT.index(pile) :: PILES] for pile in range(1, PILES + 1))))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Nothing but to turn the next card: asked of the clock, or of the player."""
        number = match.deal * (ALL + 1) + deal.turned + 1
        ask = f"Turn a card at {hour(deal.pile)}"
        if self.rules.turns_by_itself:
            return {CLOCK: Wait(self.rules.pace, number, Say("turn"))}
        return {0: ChooseOption(0, (TURN, TURN_ALL), number, ask=ask)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Turn the next card, or all that can be turned."""
        pile, (after, one) = deal.pile, turned(deal)
        text = f"{hour(pile).capitalize()}: {one} goes to {hour(after.pile)}."
        if action == TURN_ALL.action:
            while not after.is_over:
                after, one = turned(after)
            text = f"All are turned, {one} the last."
        scores = (Scored(after.turned, f"{after.turned} of {ALL} cards home"),) if after.is_over else None
        return Turn(after, self.told(text), scores)

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The player, if it worked out; else nobody."""
        return (0,) if rounds(match)[-1].lines[0].scored == ALL else ()

    def player(self, deal: Deal) -> Seat:
        """The only one there is."""
        return 0

    def layout(self, deal: Deal) -> tuple[Zone, ...]:
        """The hours: the cards that came home, and how many lie face down on them."""
        return tuple(
            Zone(hour(pile), None, home, len(hidden), is_row=True)
            for pile, (home, hidden) in enumerate(zip(deal.home, deal.hidden, strict=True), start=1)
        )

    def board(self, match: Match, deal: Deal) -> Board:
        """The hours, how many cards are home, how many of them are 1s, and where the next is turned."""
        facts = [Fact("Home", f"{deal.turned} of {ALL}")]
        if not self.rules.private:
            facts.append(Fact("1s", f"{len(deal.home[FIRST - 1])} of 4"))
        if not (self.rules.private or deal.is_over):
            facts.append(Fact("Next", hour(deal.pile)))
        return Board(
            phase="Turning",
            cards=(0,) * match.seats,
            facts=tuple(facts),
            zones=self.open_zones(deal),
            calls=() if deal.is_over else self._calls(),
            prompt=self._prompt(),
        )

    def _calls(self) -> tuple[Option, ...]:
        """Buttons of the table, where all may watch the player turn."""
        return () if self.rules.private or self.rules.turns_by_itself else (TURN, TURN_ALL)

    def _prompt(self) -> str:
        if self.rules.private:
            return ""
        return "The cards turn by themselves." if self.rules.turns_by_itself else "Turn the next card."


def hour(pile: int) -> str:
    """What a pile is called: an hour, or one of the two in the centre (R-91)."""
    return f"{pile} o'clock" if pile <= 12 else f"centre {pile}"


def turned(deal: Deal) -> tuple[Deal, Card]:
    """Turn the next card and put it under the pile of its number."""
    place = deal.pile - 1
    one = deal.hidden[place][-1]
    hidden = (*deal.hidden[:place], deal.hidden[place][:-1], *deal.hidden[place + 1 :])
    target = one.rank - 1
    home = (*deal.home[:target], (*deal.home[target], one), *deal.home[target + 1 :])
    return Deal(hidden, home, one.rank), one


GAMES: Final = (
    Clock(
        Book(
            key="clock",
            title="Rook Clock Pastime",
            edition="1924",
            kind="patience",
            seats=(1,),
            summary="Cards turned one after another go to their hours on a clock. There is nothing to decide,"
            " and one deal in fourteen works out.",
            source="Booklet of 1924, Rook Clock Pastime",
        ),
        ClockRules(turning="auto"),
    ),
)
