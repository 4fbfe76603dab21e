"""Putting a computer player into a position of a real match and asking it."""

from random import Random

from bot.computers.bidding_games.played import played, setup_for
from bot.computers.brief import Brief, Computer, decision_of
from bot.computers.briefing import Briefing
from bot.computers.hints.explaining import why
from bot.computers.hints.reasons import Reason
from bot.computers.levels import CHAMPION, Level
from bot.computers.memory import Memory
from bot.computers.steady import Steady
from rules.core.actions import Action
from tests.rules.scene import Scene


class NoLuck(Random):
    """A random generator nobody may use: a player that falls back on any answer fails."""

    def random(self) -> float:
        raise AssertionError("a question without a considered answer")


class Considered:
    """Steady, checked: every answer is its own, and allowed."""

    def __init__(self, level: Level = CHAMPION) -> None:
        self._steady = Steady(level)
        self.asked: set[str] = set()
        """The kinds of questions it was asked, by the first word of the answer."""

    def choose(self, brief: Brief, random: Random) -> Action:
        decision = brief.view.decision
        assert decision is not None
        answer = self._steady.choose(brief, NoLuck())
        assert decision.accepts(answer), f"{answer} to {decision}"
        self.asked.add(str(answer).split()[0])
        return answer


def brief(scene: Scene) -> Brief:
    """What the seat that is asked would be told."""
    briefing = Briefing(scene.game)
    briefing.hear(scene.events)
    return briefing.brief(scene.state, scene.seat)


def remembered(scene: Scene) -> Memory:
    """What the seat that is asked makes of it."""
    return memory_of(brief(scene))


def memory_of(told: Brief) -> Memory:
    """What a player makes of what it is told."""
    setup = setup_for(played(told))
    assert setup is not None
    return Memory(told, setup)


def ask(scene: Scene, computer: Computer | None = None, seed: int = 1) -> Action:
    """The computer's answer in a position; Steady by default."""
    return (computer or Steady()).choose(brief(scene), Random(seed))


def reason_for(told: Brief, action: Action) -> Reason | None:
    """Why an answer is a good one, for whoever is told so much."""
    return why(memory_of(told), played(told), decision_of(told), action)


def answer(scene: Scene) -> str:
    """Steady's considered answer as a line of text."""
    return str(Considered().choose(brief(scene), NoLuck()))


def kentucky(
    hands: dict[int, str], *, nest: str = "", declarer: int, bid: int, trump: str, lay: str
) -> Scene:
    """A Kentucky deal up to the opening lead by seat 1, left of the dealer."""
    scene = Scene("kentucky").deal(hands, nest).win_auction(declarer, bid)
    return scene.do(f"discard {lay}", f"trump {trump}")
