"""The computer player of Tuxedo: weighs points taken against those left to others; calls every Orange."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.games.reasons import Builds, Collects, Exposes, Orange, OtherReason
from rules.catalog import game_with
from rules.core.actions import PASS, SHOUT, Action, Capture, Pass, Play, Put, Shout
from rules.core.cards import RANKS, Card, deck
from rules.core.decisions import ChooseOption
from rules.core.events import HeardEvent
from rules.core.views import SeatView
from rules.games.tuxedo.captures import Cards, Stack, Table, arranged, captures, makes_orange
from rules.games.tuxedo.deal import BIG
from rules.games.tuxedo.events import CardLaidDown, CardsBuilt, CardsDealt, CardsTaken, LeftoversWon
from rules.games.tuxedo.facts import Pile, TuxedoFacts
from rules.games.tuxedo.game import Tuxedo
from rules.games.tuxedo.options import TuxedoRules

DECK: Final = deck(range(1, RANKS + 1), bird=False)
SHARE: Final = 30
"""Cards that about win the reward for most cards: each is worth this part of it."""
THREAT: Final = 1.0
"""Weight of the points that the others may take, divided by their number."""
HOPE: Final = 0.8
"""Weight of the points that the player may take next, if no opponent takes them first."""


class Situation(NamedTuple):
    """What a player knows at its turn: the rules, the table, its hand, and the cards in other hands."""

    rules: TuxedoRules
    table: Table
    hand: Cards
    unseen: Counter[int]
    """By number: the count of cards in other hands or still to be dealt."""
    others: int
    """Number of other players."""
    held: int
    """Cards the others hold together, with those dealt to them before they play."""


def choose(brief: Brief, _random: Random, share: float = 1.0) -> Action:
    """In a window, a call if the cards taken are Orange, or a pass; outside, the best play by ``worth``."""
    decision = decision_of(brief)
    if not isinstance(decision, ChooseOption):
        raise NoAnswer(f"there is no answer to {type(decision).__name__}")
    if decision.window:
        return SHOUT if is_orange(brief.view) else PASS
    situation = situation_of(brief)
    # max keeps the first of equals: the options begin with the largest takings and the highest cards.
    return max((option.action for option in decision.options), key=lambda act: worth(situation, act, share))


def worth(situation: Situation, action: Action, share: float = 1.0) -> float:
    """Points an action is worth: its score, minus the threat of the others, plus the player's next taking.

    With a ``share`` of 0 only its score: to find all takings on a new table takes up to 20 ms.
    """
    table, gain = after(situation, action)
    if not share:
        return gain
    hand = [card for card in situation.hand if card != _card_of(action)]
    threat, is_touched = _threat(situation, table)
    mine = max((best(situation.rules, table, card.rank, card) for card in hand), default=0.0)
    return gain - THREAT * threat / situation.others + HOPE * (1 - is_touched) * mine


def after(situation: Situation, action: Action) -> tuple[Table, float]:
    """The table after an action, and the points of the cards it takes."""
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
    """The most points a card of ``number`` could take from a table; 0 if it takes no card."""
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
    """Expected points of the others' best taking, and the probability that they can take any card."""
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
    """The situation of a brief's player, with the unseen cards counted from the events it heard."""
    view = brief.view
    game = game_with(brief.game, brief.options, brief.version)
    assert isinstance(game, Tuxedo)
    table = table_of(view)
    out = (card for event in brief.heard for card in _cards_out(event))
    seen = {*out, *view.hand, *(card for stack in table for card in stack.cards)}
    unseen = Counter(card.rank for card in DECK if card not in seen)
    others = [info.cards for info in view.table.seats if info.seat != view.seat]
    # A player without cards is dealt four before the next turn.
    held = sum(cards or 4 for cards in others)
    return Situation(game.rules, table, view.order, unseen, len(others), min(held, unseen.total()))


def table_of(view: SeatView) -> Table:
    """The stacks on the table: loose cards in their order, then builds."""
    zones = view.table.zones
    loose = [Stack((card,)) for zone in zones if zone.kind == Pile.LOOSE for card in zone.shown]
    return (*loose, *(Stack(zone.shown) for zone in zones if zone.kind == Pile.BUILD))


def _cards_out(event: HeardEvent) -> Cards:
    """The cards that an event has shown to all."""
    match event:
        case CardsDealt(_, cards) | CardsBuilt(_, cards) | LeftoversWon(_, cards):
            return cards
        case CardLaidDown(_, card):
            return (card,)
        case CardsTaken(_, card, cards):
            return (card, *cards)
    return ()


def is_orange(view: SeatView) -> bool:
    """Whether the table cards just taken include a red and a yellow one; False without a capture."""
    facts = view.table.facts
    return isinstance(facts, TuxedoFacts) and facts.taken is not None and makes_orange(facts.taken.cards)


def _card_of(action: Action) -> Card | None:
    match action:
        case Capture(card) | Play(card) | Put((card, *_)):
            return card
    return None


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a taking, a build, a card left on the table, or a call of Orange."""
    match action:
        case Shout() | Pass():
            return Orange(is_orange(brief.view))
        case Capture(_, cards):
            return Collects(len(cards) + 1)
        case Put((card, *_)):
            before = situation_of(brief)
            build = next(stack for stack in after(before, action)[0] if card in stack.cards)
            return Builds(build.value, sum(one.rank == build.value for one in before.hand if one != card))
        case Play():
            before = situation_of(brief)
            table, rules = after(before, action)[0], before.rules
            takes = (
                captures(number, table, every=rules.multi_capture, by_color=rules.orange)
                for number in range(1, RANKS + 1)
            )
            return Exposes(sum(map(bool, takes)))
    return None
