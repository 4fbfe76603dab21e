"""Two games played in step, the same answers in both, until something differs.

The seed of a match says how its players play: at random or with some sense, or so that a rare event happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import islice
from random import Random
from typing import Any, Final

from bot.computers.brief import Briefing
from bot.computers.games.players import PLAYERS
from bot.table.match.step import take_back_rule
from rules.bidding import deck
from rules.bidding.engine import BiddingGame
from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.variant import Variant
from rules.core.actions import PASS, SHOUT, Action, Bid, CallPartner, Deal, NameTrump, Shout
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import CHANCE, REFEREE, ChooseGroup, ChooseNumber, Decision, Seat
from rules.core.events import Event, Secret
from rules.core.protocol import Game
from tests.rules.games import kit
from tests.rules.house import sensible
from tests.rules.playouts import carefully

VIEWED: Final = 150
"""Acts after which views and rulings are no longer compared: they differ early or not at all."""
RULED: Final = 40
"""Steps between looks at what each ruling would bring."""
SEEDS: Final = 1000
"""Seeds of each way to play, but for the first four, which share the lowest seeds."""


class Way(IntEnum):
    """How the players of a match play."""

    AT_RANDOM = 0
    LOW_BIDS = 1
    SIMPLE = 2
    """With some sense; so in all ways below, but for what they say."""
    ONE_STRONG = 3
    """One seat gets the best cards of a color, or it and the nest get counters."""
    SILENT = 4
    """Passes as long as they may, with low cards."""
    MISDEALS = 5
    """One seat gets cards that are a misdeal in one of the two games only."""
    ALONE = 6
    """One seat gets the best cards; the bidder calls an own card."""
    TOGETHER = 7
    """The seats of one side, or one seat, get the best cards; the others too may bid."""
    HIGH_BIDS = 8
    """The first bid is the highest."""
    SHOUTING = 9
    """In games without bidding: at random, but with many shouts, in any order."""
    TAKING_BACK = 10
    """The same, but with as many moves taken back as may be."""
    COMPUTERS = 11
    """The same by computers, who get to a far target."""
    SWEEP = 12
    """One side gets a color and the best of the others; the bidder names the color they hold least of."""
    COUNTERS = 13
    """One seat and the nest get counters. Only a seat with nothing else bids."""


def way_of(seed: int) -> Way:
    """How the players of a match with this seed play."""
    return Way(seed % 4) if seed < SEEDS else Way(Way.SILENT - 1 + seed // SEEDS)


def seeds_of(way: Way, number: int) -> range:
    """The first seeds of a way to play; not for the first four ways."""
    first = (way - Way.SILENT + 1) * SEEDS
    return range(first, first + number)


def difference(plain: Game[Any], game: Game[Any], seed: int, most: int, viewed: int = VIEWED) -> str | None:
    """What differs first in a match of two games played in step; None if nothing does in ``most`` acts.

    Views and rulings, which take the most time, are compared before the first ``viewed`` acts.
    """
    if _tables(plain) != _tables(game) or take_back_rule(plain) != take_back_rule(game):
        return "the table"
    random, seats = Random(seed), _tables(plain)[seed % len(_tables(plain))]
    state, other = plain.start(seats), game.start(seats)
    if plain.time_limit(state) != game.time_limit(other):
        return "clock"
    way, briefing = way_of(seed), Briefing(plain)
    for step in range(most):
        asked = plain.decisions(state)
        if _plainly(asked) != _plainly(game.decisions(other)):
            return "questions"
        if step < viewed and _seen(plain, state, seats) != _seen(game, other, seats):
            return "views"
        if step % RULED == RULED - 1 and _ruled(plain, state) != _ruled(game, other):
            return "a ruling"
        if not asked:
            return None
        seat = kit.who_acts(asked, random)
        if way == Way.COMPUTERS and seat >= 0:
            action = PLAYERS[plain.about.key].choose(briefing.brief(state, seat), random, 0)
        else:
            action = answer(plain, state, seat, asked[seat], way, random, game)
        state, told = plain.apply(state, seat, action)
        briefing.hear(told)
        other, others_told = game.apply(other, seat, action)
        if told != others_told or _said(plain, told) != _said(game, told):
            return "events"
    return None


def _said(game: Game[Any], told: tuple[Event, ...]) -> list[str]:
    """The sentences of public events."""
    return [game.words.event(event) for event in told if not isinstance(event, Secret)]


def _ruled(game: Game[Any], state: Any) -> list[object]:
    """The events of every ruling offered now."""
    return [game.apply(state, REFEREE, ruling.action)[1] for ruling in game.rulings(state)]


def _tables(game: Any) -> tuple[int, ...]:
    """The numbers of players of a game."""
    return tuple(game.variant.seats if isinstance(game, BiddingGame) else game.seats())


def _plainly(asked: Mapping[Seat, Decision]) -> list[object]:
    """Decisions as values that can be compared."""
    return [
        (seat, question._replace(grouping=None), list(islice(question.answers(), 40)))  # type: ignore[arg-type]
        if isinstance(question, ChooseGroup)
        else (seat, question)
        for seat, question in asked.items()
    ]


def _seen(game: Game[Any], state: Any, seats: int) -> list[object]:
    """All that is shown and offered: views without the decisions compared before, and the rulings."""
    table = game.table_view(state)
    own = [game.seat_view(state, seat, table)._replace(decision=None) for seat in range(seats)]
    return [table, own, game.rulings(state)]


def answer(
    game: Game[Any],
    state: Any,
    seat: Seat,
    question: Decision,
    way: int,
    random: Random,
    other: Game[Any] | None = None,
) -> Action:
    """An answer by one of the ways to play. ``other``: the game played in step, if there is one."""
    if way == Way.TAKING_BACK:
        back = next((one for one in question.answers() if str(one) == "say undo"), None)
        return back or question.sample(random)
    if way == Way.SHOUTING and question.accepts(SHOUT) and random.random() < 0.8:
        return Shout(random.randrange(1, 50))
    if way == Way.AT_RANDOM or not isinstance(game, BiddingGame):
        return kit.at_random(question, random)
    action = question.sample(random)
    if way == Way.LOW_BIDS:
        action = carefully(question, random)
    elif isinstance(action, Deal):
        action = _dealt(game, other, state, action, way, random)
    elif way == Way.SILENT:
        action = PASS
    elif way in (Way.ALONE, Way.TOGETHER, Way.SWEEP) and isinstance(question, ChooseNumber):
        action = carefully(question, random)
    elif way == Way.COUNTERS and isinstance(question, ChooseNumber):
        counters = Setup(game.variant, state.match.seats).counters
        action = PASS if state.hands[seat] & ~counters else Bid(question.least)
    elif way == Way.SWEEP and state.phase is Phase.TRUMP:
        held = [card.color for card in state.hands[seat] if not card.is_bird]
        action = NameTrump(min(Color, key=held.count))
    elif way == Way.HIGH_BIDS and isinstance(question, ChooseNumber):
        action = Bid(question.numbers[-1]) if question.numbers else PASS
    elif way == Way.ALONE and state.phase is Phase.PARTNER:
        own = state.hands[state.turn]
        action = next((call for call in question.answers() if _calls(call, own)), action)
    elif seat != CHANCE:
        action = sensible.answer(Setup(game.variant, state.match.seats), state, question, random)
    # the players do not know every option
    return action if question.accepts(action) else question.sample(random)


def _calls(action: Action, cards: CardSet) -> bool:
    """Whether an action calls one of these cards."""
    return isinstance(action, CallPartner) and action.card in cards


def _dealt(
    game: BiddingGame, other: Game[Any] | None, state: Any, action: Deal, way: int, random: Random
) -> Deal:
    """The deal with cards exchanged so that what the way to play is for may happen."""
    if way == Way.ONE_STRONG:
        return _stacked(game, state, action, random)
    if way == Way.SILENT:
        held = _hand(game, state, action, random)
        return _swapped(action, held, sorted(action.cards, key=_is_no_low_card))
    if way == Way.MISDEALS and isinstance(other, BiddingGame):
        variants = game.variant, other.variant
        held = _hand(game, state, action, random)
        return _swapped(action, held, sorted(action.cards, key=lambda card: _misdeals(variants, card)))
    if way == Way.ALONE:
        held, color = _hand(game, state, action, random), random.randrange(4)
        return _swapped(action, held, sorted(action.cards, key=lambda card: -_strength(card, color)))
    if way == Way.TOGETHER:
        held = _side(game, state, action, random)
        return _swapped(action, held, sorted(action.cards, key=lambda card: -_height(game, card)))
    if way == Way.SWEEP:
        return _swept(game, state, action, random)
    if way == Way.COUNTERS:
        return _with_counters(game, state, action, _hand(game, state, action, random))
    return action


def _misdeals(variants: tuple[Variant, Variant], card: Card) -> int:
    """Sort key: first the cards of a misdeal in one of two games only, last those of none."""
    fits = [deck.fits_misdeal(variant, card) for variant in variants]
    return 0 if fits[0] != fits[1] else 2 - fits[0]


def _side(game: BiddingGame, state: Any, action: Deal, random: Random) -> list[Card]:
    """The cards that a deal gives to the partners who sit opposite, or to one seat."""
    after, _ = game.apply(state, CHANCE, action)
    seat = random.randrange(state.match.seats)
    are_partners = game.variant.teams == "partners"
    seats = range(seat % 2, state.match.seats, 2) if are_partners else range(seat, seat + 1)
    return [card for one in seats for card in after.hands[one]]


def _swept(game: BiddingGame, state: Any, action: Deal, random: Random) -> Deal:
    """A deal in which one side gets a color and the highest cards of the others.

    Into its hands and batteries, and of a draw pile the cards that show when they are drawn.
    """
    after, _ = game.apply(state, CHANCE, action)
    side, color = random.choice(after.teams.sides), random.choice(list(Color))
    in_hands = [card for hand in side for card in after.hands[hand]]
    covered = [under for top, under in after.stock.covered if top in in_hands]
    trumps = [card for card in action.cards if card.is_bird or card.color == color]
    others = [card for card in action.cards if card not in trumps]
    others.sort(key=lambda card: -_height(game, card))
    return _swapped(action, [*in_hands, *covered, *after.stock.pile[::2]], [*trumps, *others])


def _stacked(game: BiddingGame, state: Any, action: Deal, random: Random) -> Deal:
    """A deal in which one seat gets the best cards, of one color above all, or it and the nest counters."""
    held, color = _hand(game, state, action, random), random.randrange(4)
    if random.random() < 0.3:
        return _with_counters(game, state, action, held)
    best = sorted(action.cards, key=lambda card: _strength(card, color), reverse=True)
    return _swapped(action, held, best)


def _with_counters(game: BiddingGame, state: Any, action: Deal, held: list[Card]) -> Deal:
    """A deal in which these cards of a hand and the nest are exchanged for counters."""
    counters = Setup(game.variant, state.match.seats).counters
    held = [*held, *game.apply(state, CHANCE, action)[0].deal.nest]
    return _swapped(action, held, sorted(action.cards, key=lambda card: card in counters, reverse=True))


def _hand(game: BiddingGame, state: Any, action: Deal, random: Random) -> list[Card]:
    """The cards that a deal gives to one of the seats."""
    after, _ = game.apply(state, CHANCE, action)
    return list(after.hands[random.randrange(state.match.seats)])


def _swapped(action: Deal, held: list[Card], ordered: list[Card]) -> Deal:
    """The deal with the first of the ordered cards in the place of those held."""
    wanted = ordered[: len(held)]
    given = [card for card in held if card not in wanted]
    places = dict(zip(given, (card for card in wanted if card not in held), strict=True))
    swapped = places | {there: here for here, there in places.items()}
    return Deal(tuple(swapped.get(card, card) for card in action.cards))


def _is_no_low_card(card: Card) -> tuple[bool, int]:
    """Sort key: the cards of the middle numbers first, which no game has as counters, the birds last."""
    return card.is_bird, abs(2 * card.rank - 15)


def _height(game: BiddingGame, card: Card) -> int:
    """How high a card is in its own color, or the bird among trumps."""
    if card.is_bird:
        return 0 if game.variant.rook == "low" else 200
    return 15 if card.rank == game.variant.high == 1 else card.rank


def _strength(card: Card, color: int) -> int:
    return 200 if card.is_bird else card.rank + 7 * (card.color == color)
