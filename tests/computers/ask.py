"""Ask a computer player in a position of a real match."""

from random import Random

from bot.computers.bidding_games.played import played, setup_for
from bot.computers.brief import Brief, Briefing, Computer, decision_of
from bot.computers.hints.advising import why
from bot.computers.hints.reasons import Reason
from bot.computers.levels import CHAMPION, Level
from bot.computers.memory import Memory
from bot.computers.steady import Steady
from rules.core.actions import Action
from tests.rules.scene import Scene


class NoLuck(Random):
    """A random generator that fails if used: a player must not fall back on a random answer."""

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
    """The brief of the seat that is asked."""
    briefing = Briefing(scene.game)
    briefing.hear(scene.events)
    return briefing.brief(scene.state, scene.seat)


def remembered(scene: Scene) -> Memory:
    """The memory of the seat that is asked."""
    return memory_of(brief(scene))


def memory_of(told: Brief) -> Memory:
    """The memory of the player of a brief."""
    setup = setup_for(played(told))
    assert setup is not None
    return Memory(told, setup)


def ask(scene: Scene, computer: Computer | None = None, seed: int = 1) -> Action:
    """The computer's answer in a position; Steady by default."""
    return (computer or Steady()).choose(brief(scene), Random(seed))


def reason_for(told: Brief, action: Action) -> Reason | None:
    """The reason for an answer to a brief; None if there is none."""
    return why(memory_of(told), decision_of(told), action)


def answer(scene: Scene) -> str:
    """Steady's considered answer as a line of text."""
    return str(Considered().choose(brief(scene), NoLuck()))


def kentucky(
    hands: dict[int, str], *, nest: str = "", declarer: int, bid: int, trump: str, lay: str
) -> Scene:
    """A Kentucky deal up to the opening lead by seat 1, left of the dealer."""
    scene = Scene("kentucky").deal(hands, nest).win_auction(declarer, bid)
    return scene.do(f"discard {lay}", f"trump {trump}")
