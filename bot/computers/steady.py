"""``Steady``: a solid player for every bidding game. See docs/computers.md for how it thinks."""

from __future__ import annotations

from random import Random

from bot.computers.any_legal import decision_of
from bot.computers.bidding import call
from bot.computers.brief import Brief
from bot.computers.game import played, setup_for
from bot.computers.memory import Memory
from bot.computers.nest import best_trump, make_plan
from bot.computers.playing import choose_card
from rules.actions import Action, Discard, NameTrump, Play
from rules.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision


class Steady:
    """Bids what the hand is worth, counts cards and plays for its side.

    The answer follows from the brief alone, save for decisions no bidding game knows: those are sampled.
    """

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in the brief."""
        decision = decision_of(brief)
        answer = _answer(brief, decision)
        return answer if answer is not None and decision.accepts(answer) else decision.sample(random)


def _answer(brief: Brief, decision: Decision) -> Action | None:
    """The considered answer; None for a question this player does not know."""
    what = played(brief)
    setup = setup_for(what)
    if setup is None:
        return None
    memory = Memory(brief, setup)
    match decision:
        case ChooseNumber():
            return call(memory, what, decision)
        case ChooseCards():
            return Discard(make_plan(setup, memory.hand, decision.cards, decision.most).laid)
        case ChooseOption():
            return _name_trump(memory, decision)
        case ChooseCard():
            return _play(memory, decision)
        case _:
            return None


def _name_trump(memory: Memory, decision: ChooseOption) -> Action | None:
    colors = [option.action.color for option in decision.options if isinstance(option.action, NameTrump)]
    return NameTrump(best_trump(memory.setup, memory.hand, colors)) if colors else None


def _play(memory: Memory, decision: ChooseCard) -> Action | None:
    """A card to play; what else may be done with a card is not known here."""
    action = decision.actions[choose_card(memory, decision)]
    return action if isinstance(action, Play) else None
