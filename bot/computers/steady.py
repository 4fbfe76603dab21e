"""``Steady``: a solid player for every game. See docs/computers.md for how it thinks."""

from __future__ import annotations

from random import Random

from bot.computers.bidding_games.bidding import call
from bot.computers.bidding_games.declaring import call_partner, give_lead, lay, name_trump, sell_or_keep
from bot.computers.bidding_games.drawing import draw
from bot.computers.bidding_games.played import GamePlayed, played, setup_for
from bot.computers.bidding_games.playing import choose_card
from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.games.players import PLAYERS
from bot.computers.levels import CHAMPION, Level
from bot.computers.memory import Memory
from rules.core.actions import Action, CallPartner, GiveLead, NameBird, NameTrump, Sell, Take
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision


class Steady:
    """The computer player of all games, at a ``level``. Games without bidding have modules of their own.

    In a bidding game its answer depends on the brief alone.
    """

    def __init__(self, level: Level = CHAMPION) -> None:
        self.level = level

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer the decision in the brief.

        Raises:
            NoAnswer: the answer it has found is not allowed, or there is none to such a question.
        """
        decision, player = decision_of(brief), PLAYERS.get(brief.game)
        if player is not None:
            return _allowed(player(brief, random, self.level.share), decision)
        what = played(brief)
        setup = setup_for(what)
        assert setup is not None, "every other game has a player of its own"
        return considered(Memory(brief, setup, self.level), what, decision)


def considered(memory: Memory, what: GamePlayed, decision: Decision) -> Action:
    """The answer in a bidding game, from what the player knows.

    Raises:
        NoAnswer: the answer it has found is not allowed, or there is none to such a question.
    """
    return _allowed(_answer(memory, what, decision), decision)


def _allowed(answer: Action | None, decision: Decision) -> Action:
    if answer is None or not decision.accepts(answer):
        raise NoAnswer(f"there is no allowed answer to {type(decision).__name__}")
    return answer


def _answer(memory: Memory, what: GamePlayed, decision: Decision) -> Action | None:
    match decision:
        case ChooseNumber():
            return call(memory, what, decision)
        case ChooseCards():
            return lay(memory, what, decision)
        case ChooseOption():
            return _choose_option(memory, what, [option.action for option in decision.options])
        case ChooseCard():
            if isinstance(next(decision.answers()), CallPartner):
                return call_partner(memory, what, decision)
            return decision.actions[choose_card(memory, decision)]
        case _:
            return None


def _choose_option(memory: Memory, what: GamePlayed, options: list[Action]) -> Action | None:
    match options[0]:
        case NameTrump():
            return name_trump(memory, what, options)
        case Take():
            return draw(memory)
        case Sell():
            return sell_or_keep(memory, what, options)
        case GiveLead():
            return give_lead(memory, what, options)
        case NameBird():
            # It is named before the cards are dealt, so no answer favors the dealer.
            return NameBird("top")
        case _:
            return None
