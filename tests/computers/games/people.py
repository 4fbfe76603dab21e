"""People to play against: yardsticks that lie, doubt and press as people do, and not as computers do.

Times are shares of the window that is open, in ten-thousandths: only their order counts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief, Computer, decision_of
from bot.table.turns.questions import MEDIAN, reaction
from rules.core.actions import PASS, PLAYS, SHOUT, Action, Shout
from rules.core.decisions import ChooseCard
from rules.games.doubt.facts import DoubtFacts
from rules.games.tens.facts import Pile, TensFacts

WINDOW: Final = 10_000
TIMID: Final = (0.02, 0.02, 0.05, 0.3, 1.0)
"""How often a card is doubted, by how many of its number the doubter holds."""
EAGER: Final = (0.1, 0.15, 0.3, 0.7, 1.0)


class Liar(NamedTuple):
    """A person at I Doubt It, who lies with any card and always doubts the last one."""

    lies: float
    """Probability of a lie with a true card in hand; without one it must lie."""
    doubts: tuple[float, ...]

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in the brief."""
        view, facts = brief.view, brief.view.table.facts
        assert isinstance(facts, DoubtFacts)
        of_number = [card for card in view.hand if card.rank == facts.number]
        if isinstance(decision_of(brief), ChooseCard):
            others = [card for card in view.hand if card not in of_number]
            tells = not others or (of_number and random.random() >= self.lies)
            cards = of_number if tells else others
            return PLAYS[cards[int(random.random() * len(cards))]]
        player = next(info for info in view.table.seats if info.seat == facts.claimant)
        is_doubted = player.cards == 0 or random.random() < self.doubts[len(of_number)]
        return _pressed(random, reaction) if is_doubted else PASS


class Slapper(NamedTuple):
    """A person at Tens, who slaps the right card, misses some and takes as long as people do."""

    misses: float = 0.03
    median: float = MEDIAN
    spread: float = 0.3

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in the brief."""
        facts = brief.view.table.facts
        assert isinstance(facts, TensFacts)
        (center,) = (zone for zone in brief.view.table.zones if zone.kind == Pile.CENTER)
        is_called = center.shown[-1].rank == facts.number
        if not is_called or random.random() < self.misses:
            return PASS
        return _pressed(random, lambda luck: min(1.0, self.median * luck.lognormvariate(0.0, self.spread)))


class Reacting(NamedTuple):
    """A computer with presses stamped by ``reaction``: the bot's, or another."""

    computer: Computer
    reaction: Callable[[Random], float] = reaction

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as the computer does, at its time."""
        answer = self.computer.choose(brief, random)
        return _pressed(random, self.reaction) if answer == SHOUT else answer


def _pressed(random: Random, share: Callable[[Random], float]) -> Shout:
    return Shout(max(1, int(WINDOW * share(random))))


PEOPLE: Final[dict[str, Computer]] = {
    **{
        f"liar-{percent}-{name}": Liar(percent / 100, doubts)
        for percent in (0, 10, 30, 60)
        for name, doubts in (("timid", TIMID), ("eager", EAGER))
    },
    "slapper": Slapper(),
}
"""By name: a liar who lies at so many in a hundred of the times it could tell the truth."""
