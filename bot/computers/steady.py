"""``Steady``: a solid player for every game. See docs/computers.md for how it thinks."""

from __future__ import annotations

from random import Random

from bot.computers.bidding_games.bidding import call
from bot.computers.bidding_games.declaring import call_partner, give_lead, lay, name_trump, sell_or_keep
from bot.computers.bidding_games.gains import draw
from bot.computers.bidding_games.played import played, setup_for
from bot.computers.bidding_games.playing import choose_card
from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.games.players import PLAYERS
from bot.computers.levels import CHAMPION, Level
from bot.computers.memory import Memory
from rules.core.actions import Action, CallPartner, GiveLead, NameBird, NameTrump, Sell, Take
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision


class Steady:
    """The computer player of every game. In a bidding game the answer depends on brief and level alone."""

    def __init__(self, level: Level = CHAMPION) -> None:
        self.level = level

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in the brief.

        Raises:
            NoAnswer: it has found no answer, or one that is not allowed.
        """
        decision, player = decision_of(brief), PLAYERS.get(brief.game)
        if player is not None:
            return _allowed(player.choose(brief, random, self.level.share), decision)
        setup = setup_for(played(brief))
        assert setup is not None, "every other game has a player of its own"
        return considered(Memory(brief, setup, self.level), decision)


def considered(memory: Memory, decision: Decision) -> Action:
    """The answer in a bidding game, by the memory of one seat.

    Raises:
        NoAnswer: it has found no answer, or one that is not allowed.
    """
    return _allowed(_answer(memory, decision), decision)


def _allowed(answer: Action | None, decision: Decision) -> Action:
    if answer is None or not decision.accepts(answer):
        raise NoAnswer(f"there is no allowed answer to {type(decision).__name__}")
    return answer


def _answer(memory: Memory, decision: Decision) -> Action | None:
    match decision:
        case ChooseNumber():
            return call(memory, decision)
        case ChooseCards():
            return lay(memory, decision)
        case ChooseOption():
            return _choose_option(memory, [option.action for option in decision.options])
        case ChooseCard():
            if isinstance(next(decision.answers()), CallPartner):
                return call_partner(memory, decision)
            return decision.actions[choose_card(memory, decision)]
        case _:
            return None


def _choose_option(memory: Memory, options: list[Action]) -> Action | None:
    match options[0]:
        case NameTrump():
            return name_trump(memory, options)
        case Take():
            return draw(memory)
        case Sell():
            return sell_or_keep(memory, options)
        case GiveLead():
            return give_lead(memory, options)
        case NameBird():
            # Named before the deal: any hand may get the bird, so its rank favors no seat.
            return NameBird("top")
        case _:
            return None
