"""Tuxedo: takes what counts most and leaves little for the next; calls Orange exactly when it is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief, NoAnswer, decision_of
from rules.catalog import game_with
from rules.core.actions import PASS, SHOUT, Action, Capture, Play, Put
from rules.core.cards import RANKS, Card, pack
from rules.core.decisions import ChooseOption
from rules.core.events import HeardEvent
from rules.core.views import SeatView
from rules.games.tuxedo.captures import Cards, Stack, Table, arranged, captures, makes_orange
from rules.games.tuxedo.deal import BIG
from rules.games.tuxedo.events import CardLaidDown, CardsBuilt, CardsDealt, CardsTaken, LeftoversWon
from rules.games.tuxedo.facts import Pile, TuxedoFacts
from rules.games.tuxedo.game import Tuxedo
from rules.games.tuxedo.options import TuxedoRules

DECK: Final = pack(range(1, RANKS + 1), bird=False)
SHARE: Final = 30
"""Most cards are won with about so many: each is worth its share of the reward."""
THREAT: Final = 1.0
"""How much it matters what the others may take, divided by their number."""
HOPE: Final = 0.8
"""Weight of what the player may take next time, if no opponent takes it first."""


class Situation(NamedTuple):
    """What a player knows at his turn."""

    rules: TuxedoRules
    table: Table
    hand: Cards
    unseen: Counter[int]
    """How many cards of each number are in other hands or still to be dealt."""
    others: int
    """Other players."""
    held: int
    """Cards they hold together, or will before they play."""


def choose(brief: Brief, _random: Random, share: float = 1.0) -> Action:
    """Answer the decision in the brief."""
    decision = decision_of(brief)
    if not isinstance(decision, ChooseOption):
        raise NoAnswer(f"there is no answer to {type(decision).__name__}")
    if decision.window:
        return SHOUT if is_orange(brief.view) else PASS
    situation = situation_of(brief)
    # The first of equals is taken, which is the taking of the most cards, or the highest card laid down.
    return max((option.action for option in decision.options), key=lambda act: worth(situation, act, share))


def worth(situation: Situation, action: Action, share: float = 1.0) -> float:
    """Points an act is worth: what it scores, less what it leaves the others, and with what it leaves one.

    At first sight it is what it scores: to find all takings on a new table takes up to 20 ms.
    """
    table, gain = after(situation, action)
    if not share:
        return gain
    hand = [card for card in situation.hand if card != _card_of(action)]
    threat, is_touched = _threat(situation, table)
    mine = max((best(situation.rules, table, card.rank, card) for card in hand), default=0.0)
    return gain - THREAT * threat / situation.others + HOPE * (1 - is_touched) * mine


def after(situation: Situation, action: Action) -> tuple[Table, float]:
    """The table after an act, and the points it scores or brings nearer."""
    rules, table = situation.rules, situation.table
    match action:
        case Capture(card, cards):
            left = tuple(stack for stack in table if stack.cards[0] not in cards)
            return left, _points(rules, (card, *cards), is_sweep=not left)
        case Put((card, *others), place):
            under = others or table[place].cards
            left = tuple(stack for stack in table if stack.cards[0] not in under)
            return arranged((*left, Stack((*under, card)))), 0.0
        case Play(card):
            return arranged((*table, Stack((card,)))), 0.0
    return table, 0.0


def best(rules: TuxedoRules, table: Table, number: int, card: Card | None = None) -> float:
    """The most that a card of a number would score on a table."""
    taker = DECK[number - 1] if card is None else card
    choices = captures(number, table, every=rules.multi_capture, by_color=rules.orange)
    total = sum(len(stack.cards) for stack in table)
    return max(
        (_points(rules, (taker, *cards), is_sweep=len(cards) == total) for cards in choices), default=0.0
    )


def _points(rules: TuxedoRules, cards: Iterable[Card], *, is_sweep: bool) -> float:
    won = list(cards)
    sweep = rules.big_sweep if len(won) > BIG else rules.little_sweep
    fives = sum(card.rank == 5 for card in won)
    return len(won) * rules.most_cards / SHARE + fives * rules.five + is_sweep * sweep


def _threat(situation: Situation, table: Table) -> tuple[float, float]:
    """What the others may be expected to take, and how likely it is that they take something."""
    held, unseen = situation.held, situation.unseen
    total = sum(unseen.values())
    if not held or not total:
        return 0.0, 0.0
    rest = 1.0
    expected = 0.0
    for value, number in sorted(
        ((best(situation.rules, table, number), number) for number in unseen), reverse=True
    ):
        if not value:
            break
        has_one = 1 - (1 - min(held / total, 1)) ** unseen[number]
        expected += rest * has_one * value
        rest *= 1 - has_one
    return expected, 1 - rest


def situation_of(brief: Brief) -> Situation:
    """What a brief tells."""
    view = brief.view
    game = game_with(brief.game, brief.options, brief.version)
    assert isinstance(game, Tuxedo)
    table = table_of(view)
    out = (card for event in brief.heard for card in _cards_out(event))
    seen = {*out, *view.hand, *(card for stack in table for card in stack.cards)}
    unseen = Counter(card.rank for card in DECK if card not in seen)
    others = [info.cards for info in view.table.seats if info.seat != view.seat]
    # Who holds no card now is dealt some before he plays.
    held = sum(cards or 4 for cards in others)
    return Situation(game.rules, table, view.order, unseen, len(others), min(held, unseen.total()))


def table_of(view: SeatView) -> Table:
    """The table as it is seen: loose cards in their order, then builds."""
    zones = view.table.zones
    loose = [Stack((card,)) for zone in zones if zone.kind == Pile.LOOSE for card in zone.shown]
    return (*loose, *(Stack(zone.shown) for zone in zones if zone.kind == Pile.BUILD))


def _cards_out(event: HeardEvent) -> Cards:
    """The cards that all have seen in something that happened."""
    match event:
        case CardsDealt(_, cards) | CardsBuilt(_, cards) | LeftoversWon(_, cards):
            return cards
        case CardLaidDown(_, card):
            return (card,)
        case CardsTaken(_, card, cards):
            return (card, *cards)
    return ()


def is_orange(view: SeatView) -> bool:
    """Whether what was just taken is an Orange."""
    facts = view.table.facts
    return isinstance(facts, TuxedoFacts) and facts.taken is not None and makes_orange(facts.taken.cards)


def _card_of(action: Action) -> Card | None:
    match action:
        case Capture(card) | Play(card) | Put((card, *_)):
            return card
    return None
