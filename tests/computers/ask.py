"""Putting a computer player into a position of a real match and asking it."""

from random import Random

from bot.computers.brief import Brief, Computer
from bot.computers.briefing import Briefing
from bot.computers.steady import Steady
from rules.actions import Action
from tests.rules.scene import Scene


def brief(scene: Scene) -> Brief:
    """What the seat that is asked would be told."""
    briefing = Briefing(scene.game)
    briefing.hear(scene.events)
    return briefing.brief(scene.state, scene.seat)


def ask(scene: Scene, computer: Computer | None = None, seed: int = 1) -> Action:
    """The computer's answer in a position; Steady by default."""
    return (computer or Steady()).choose(brief(scene), Random(seed))


def answer(scene: Scene) -> str:
    """Steady's answer as a line of text."""
    return str(ask(scene))


def kentucky(
    hands: dict[int, str], *, nest: str = "", declarer: int, bid: int, trump: str, lay: str
) -> Scene:
    """A Kentucky deal up to the opening lead by seat 1, left of the dealer."""
    scene = Scene("kentucky").deal(hands, nest).win_auction(declarer, bid)
    return scene.do(f"discard {lay}", f"trump {trump}")
