"""Checks reasons of games without bidding in the real deal, by the rules.

Unseen cards are counted in the real hands; effects of an answer are checked after applying it.
"""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

from bot.computers.brief import Brief, decision_of
from bot.computers.games import reasons
from bot.computers.hints.reasons import Advice, Judged, NoChoice
from rules.core.actions import Action, Capture, Discard, Pass, Play, Put, Say, Shout
from rules.core.cards import Card
from rules.core.events import CardPlayed, DiscardSeen, NestTaken
from rules.core.protocol import Game
from rules.games.club.melds import extended
from rules.games.club.questions import DOWN, needed
from rules.games.tuxedo.captures import captures


def check_other(game: Game[Any], told: Brief, advice: Advice, state: Any) -> str:
    """Assert that the reason is true; returns the name of its kind."""
    decision, action, reason = decision_of(told), advice.action, advice.reason
    assert not advice.ranked
    assert decision.accepts(action)
    assert not isinstance(reason, Judged), f"no reason for {type(action).__name__} in {told.game}"
    if isinstance(reason, NoChoice):
        assert len(list(decision.answers())) == 1
    else:
        CHECKS[type(reason)](game, told, action, reason, state)
    return type(reason).__name__


def nothing_known(game: Any, told: Brief, _action: Action, _reason: reasons.NothingKnown, state: Any) -> None:
    """Only Clock has no choice that a known card could decide."""
    assert told.game == "clock"


# Tricks --------------------------------------------------------------------------------------------


def _takes(game: Any, trick: tuple[Card, ...], card: Card) -> bool:
    return bool(game.taker_index((*trick, card)) == len(trick))


def below(game: Any, told: Brief, action: Action, reason: reasons.Below, state: Any) -> None:
    trick = state.deal.trick
    assert isinstance(action, Play)
    assert reason.best == trick[game.taker_index(trick)]
    assert action.card.color == trick[0].color
    assert not _takes(game, trick, action.card)


def off_color(game: Any, told: Brief, action: Action, reason: reasons.OffColor, state: Any) -> None:
    trick = state.deal.trick
    assert isinstance(action, Play)
    assert action.card.color != trick[0].color
    assert not _takes(game, trick, action.card)


def last(game: Any, told: Brief, action: Action, reason: reasons.Last, state: Any) -> None:
    assert isinstance(action, Play)
    assert len(state.deal.trick) == len(state.deal.hands) - 1
    assert _takes(game, state.deal.trick, action.card)


def beatable(game: Any, told: Brief, action: Action, reason: reasons.Beatable, state: Any) -> None:
    """Counts unseen cards in the real hands, and in a center unless it is open or the player has taken it."""
    assert isinstance(action, Play)
    deal, seat = state.deal, told.view.seat
    assert not deal.trick or _takes(game, deal.trick, action.card)
    unseen = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    is_center_known = game.shows_center() or (deal.taken and deal.taken[0].winner == seat)
    unseen += [] if is_center_known else deal.center
    after = (*deal.trick, action.card)
    assert reason.cards == sum(_takes(game, after, card) for card in unseen)


# Races ---------------------------------------------------------------------------------------------


def held(game: Any, told: Brief, action: Action, reason: reasons.Held, state: Any) -> None:
    assert isinstance(action, Play)
    assert reason.rank == action.card.rank
    assert reason.number == [card.rank for card in state.deal.hands[told.view.seat]].count(reason.rank)


def four_held(game: Any, told: Brief, action: Action, reason: reasons.FourHeld, state: Any) -> None:
    assert isinstance(action, Shout)
    assert [card.rank for card in state.deal.held(told.view.seat)].count(reason.rank) == 4


def someone_folded(game: Any, told: Brief, action: Action, _: reasons.SomeoneFolded, state: Any) -> None:
    assert isinstance(action, Shout)
    assert state.deal.folds


def called(game: Any, told: Brief, action: Action, reason: reasons.Called, state: Any) -> None:
    """At Tens of the card that lies there, at I Doubt It of the card to be played."""
    if told.game == "tens":
        card, number = state.deal.pile[-1], game.rules.number
        assert isinstance(action, Shout) == reason.is_true
    else:
        assert isinstance(action, Play)
        card, number = action.card, state.deal.number
    assert reason == reasons.Called(number, card.rank == number)


def last_card(game: Any, told: Brief, action: Action, reason: reasons.LastCard, state: Any) -> None:
    assert isinstance(action, Shout)
    assert not state.deal.hands[state.deal.claim.player]


def likely(game: Any, told: Brief, action: Action, reason: reasons.Likely, state: Any) -> None:
    """A sure claim is true or false in the real hands; other chances are computed again from the events."""
    if reason.percent == 0:
        assert not state.deal.claim.is_true
        assert isinstance(action, Shout)
    if reason.percent == 100:
        assert state.deal.claim.is_true
    assert isinstance(action, Pass | Shout)
    assert abs(reason.percent - 100 * _had_one(told, state)) <= 1


def _had_one(told: Brief, state: Any) -> float:
    """How likely the number called was in its player's hand, card by card."""
    claim, mine = state.deal.claim, state.deal.hands[told.view.seat]
    lying, takers = set[Card](), dict[Card, list[int]]()
    for event in told.heard:
        match event:
            case DiscardSeen(_, (card,)) | CardPlayed(_, _, card):
                lying.add(card)
                takers.pop(card, None)
            case NestTaken(taker, _):
                for takes in takers.values():
                    takes.append(taker)
                takers |= {card: [taker] for card in lying}
                lying = set()
    could = 0
    for color in range(4):
        card = Card(14 * color + claim.called - 1)
        if card in mine or card in lying:
            continue
        if set(takers.get(card, ())) == {claim.player}:
            return 0.9
        could += card not in takers or claim.player in takers[card]
    hidden, cards = 56 - len(mine) - len(lying), len(state.deal.hands[claim.player]) + 1
    return 1 - prod((hidden - cards - drawn) / (hidden - drawn) for drawn in range(could))


def orange(game: Any, told: Brief, action: Action, reason: reasons.Orange, state: Any) -> None:
    colors = {card.color.name for card in state.deal.taken.cards}
    assert reason.is_one == ({"RED", "YELLOW"} <= colors) == isinstance(action, Shout)


def mistake(game: Any, told: Brief, action: Action, reason: reasons.Mistake, state: Any) -> None:
    assert reason.is_one == state.deal.move.is_wrong == isinstance(action, Shout)


# Counting and taking -------------------------------------------------------------------------------


def count(game: Any, told: Brief, action: Action, reason: reasons.Count, state: Any) -> None:
    assert isinstance(action, Play)
    deal = state.deal
    assert reason.reached == sum(card.rank for card in (*deal.in_count, action.card)) <= 31
    assert reason.points == {15: 2, 20: 2, 25: 2, 30: 2, 31: 3}.get(reason.reached, 0)


def collects(game: Any, told: Brief, action: Action, reason: reasons.Collects, state: Any) -> None:
    assert isinstance(action, Capture)
    on_table = {card for stack in state.deal.table for card in stack.cards}
    assert set(action.cards) <= on_table
    assert reason.cards == len({action.card, *action.cards})


def exposes(game: Any, told: Brief, action: Action, reason: reasons.Exposes, state: Any) -> None:
    table, rules = game.apply(state, told.view.seat, action)[0].deal.table, game.rules
    able = [
        number
        for number in range(1, 15)
        if captures(number, table, every=rules.multi_capture, by_color=rules.orange)
    ]
    assert reason.numbers == len(able)
    loose = [stack.value for stack in table if not stack.is_build]
    sums = {sum(some) for size in range(1, 4) for some in combinations(loose, size)}
    assert {one for one in sums if one <= 14} <= set(able)


def builds(game: Any, told: Brief, action: Action, reason: reasons.Builds, state: Any) -> None:
    assert isinstance(action, Put)
    deal = game.apply(state, told.view.seat, action)[0].deal
    build = next(stack for stack in deal.table if action.cards[0] in stack.cards)
    assert reason.number == sum(card.rank for card in build.cards)
    assert reason.held == [card.rank for card in deal.hands[told.view.seat]].count(reason.number) > 0


# Club ----------------------------------------------------------------------------------------------


def lays_down(game: Any, told: Brief, action: Action, reason: reasons.LaysMelds, state: Any) -> None:
    """The points are enough to open, and at least those planned so far; laying down is carried out."""
    deal, seat = state.deal, told.view.seat
    side = state.match.side_of(seat)
    assert reason.needed == needed(state.match, deal, game.rules, side)
    assert reason.points >= reason.needed
    laid = {card for meld in deal.plan for card in meld.cards} - {
        card for meld in deal.melds[side] for card in meld.cards
    }
    if action == DOWN:
        assert reason.points == sum(map(_worth, laid))
    elif isinstance(action, Put):
        assert reason.points >= sum(map(_worth, {*laid, *action.cards}))
        assert game.apply(state, seat, action)[0].deal.plan or deal.stage == "draw"
    else:
        assert reason.points <= sum(map(_worth, deal.hands[seat]))


def _worth(card: Card) -> int:
    """What a card is worth in Club (1988, Club 5): 1s and 2s are wild."""
    return 20 if card.rank in {1, 2} else 10


def cannot_meld(game: Any, told: Brief, action: Action, _: reasons.CannotLayMelds, state: Any) -> None:
    assert DOWN not in list(decision_of(told).answers())


def pile_of(game: Any, told: Brief, action: Action, reason: reasons.PileOf, state: Any) -> None:
    deal = state.deal
    hand = deal.hands[told.view.seat]
    assert reason.cards == len(deal.pile)
    assert reason.top == deal.pile[-1]
    assert reason.held == sum(card.rank == reason.top.rank and not card.is_bird for card in hand)


def stops_pile(game: Any, told: Brief, action: Action, _: reasons.StopsPile, state: Any) -> None:
    assert game.apply(state, told.view.seat, action)[0].deal.is_stopped


def spare(game: Any, told: Brief, action: Action, reason: reasons.Spare, state: Any) -> None:
    assert isinstance(action, Discard)
    (card,) = action.cards
    after = game.apply(state, told.view.seat, action)[0]
    side = state.match.side_of(told.view.seat)
    others = [meld for one, melds in enumerate(state.deal.melds) if one != side for meld in melds]
    kept = after.deal.hands[told.view.seat]
    assert reason.held == sum(one.rank == card.rank and not one.is_bird for one in kept)
    assert reason.fits == sum(extended(meld, type(kept).of((card,))) is not None for meld in others)


# Piles ---------------------------------------------------------------------------------------------


def next_of_color(game: Any, told: Brief, action: Action, _: reasons.NextOfColor, state: Any) -> None:
    assert isinstance(action, Put)
    (card,) = action.cards
    deal = state.deal
    built = deal.layout.home if told.game == "old_solitaire" else deal.piles.built
    assert built[card.color or 0] == card.rank - 1


def cards_left(game: Any, told: Brief, action: Action, reason: reasons.CardsLeft, state: Any) -> None:
    assert isinstance(action, Put)
    piles, (card,) = state.deal.piles, action.cards
    assert reason.seat == action.place != told.view.seat
    fitting = [
        other
        for other, pile in enumerate(piles.delays)
        if other != told.view.seat and pile and abs(pile[-1].rank - card.rank) == 1
    ]
    left = {other: len(piles.hands[other]) + len(piles.delays[other]) for other in fitting}
    assert reason.cards == left[reason.seat] == min(left.values())


def _fits_somewhere(piles: Any, seat: int, card: Card) -> bool:
    others = (pile for other, pile in enumerate(piles.delays) if other != seat and pile)
    return piles.built[card.color or 0] == card.rank - 1 or any(
        abs(pile[-1].rank - card.rank) == 1 for pile in others
    )


def fits_nowhere(game: Any, told: Brief, action: Action, _: reasons.FitsNowhere, state: Any) -> None:
    assert isinstance(action, Put)
    assert action.place == told.view.seat
    assert not _fits_somewhere(state.deal.piles, told.view.seat, action.cards[0])


def nothing_fits(game: Any, told: Brief, action: Action, _: reasons.NothingFits, state: Any) -> None:
    if told.game == "new_solitaire":
        layout = state.deal.layout
        assert not any(_can_continue(layout, card.rank) for card in layout.pile[-1:])
        return
    piles, seat = state.deal.piles, told.view.seat
    own = [*piles.delays[seat][-1:], *([piles.lifted] if piles.lifted is not None else [])]
    assert not any(_fits_somewhere(piles, seat, card) for card in own)


def top_fits(game: Any, told: Brief, action: Action, _: reasons.TopFits, state: Any) -> None:
    assert action == Say("hand")
    piles, seat = state.deal.piles, told.view.seat
    assert _fits_somewhere(piles, seat, piles.delays[seat][-1])


def uncovers(game: Any, told: Brief, action: Action, reason: reasons.Uncovers, state: Any) -> None:
    assert isinstance(action, Put)
    pile = next(pile for pile in state.deal.layout.piles if pile.shown[-1:] == action.cards[-1:])
    assert pile.shown == action.cards
    assert reason.cards == len(pile.under) + len(pile.hidden)


def one_move(game: Any, told: Brief, action: Action, _: reasons.OneMove, state: Any) -> None:
    assert sum(isinstance(answer, Put) for answer in game.decisions(state)[0].answers()) == 1


def no_move(game: Any, told: Brief, action: Action, _: reasons.NoMove, state: Any) -> None:
    (decision,) = game.decisions(state).values()
    assert not any(isinstance(answer, Put) or answer == Say("turn") for answer in decision.answers())


def run_continues(game: Any, told: Brief, action: Action, reason: reasons.RunContinues, state: Any) -> None:
    layout = game.apply(state, told.view.seat, action)[0].deal.layout
    assert reason.columns == _can_continue(layout, layout.pile[-1].rank)


def _can_continue(layout: Any, top: int) -> int:
    """How many columns show a card that fits onto a number: a neighbor, or a 14 onto a 1."""
    tops = (column[-1].rank for column in layout.columns if column)
    return sum(abs(top - one) == 1 or (top, one) == (1, 14) for one in tops)


CHECKS: Any = {
    reasons.NothingKnown: nothing_known,
    reasons.Below: below,
    reasons.OffColor: off_color,
    reasons.Last: last,
    reasons.Beatable: beatable,
    reasons.Held: held,
    reasons.FourHeld: four_held,
    reasons.SomeoneFolded: someone_folded,
    reasons.Called: called,
    reasons.LastCard: last_card,
    reasons.Likely: likely,
    reasons.Orange: orange,
    reasons.Mistake: mistake,
    reasons.Count: count,
    reasons.Collects: collects,
    reasons.Exposes: exposes,
    reasons.Builds: builds,
    reasons.LaysMelds: lays_down,
    reasons.CannotLayMelds: cannot_meld,
    reasons.PileOf: pile_of,
    reasons.StopsPile: stops_pile,
    reasons.Spare: spare,
    reasons.NextOfColor: next_of_color,
    reasons.CardsLeft: cards_left,
    reasons.FitsNowhere: fits_nowhere,
    reasons.NothingFits: nothing_fits,
    reasons.TopFits: top_fits,
    reasons.Uncovers: uncovers,
    reasons.OneMove: one_move,
    reasons.NoMove: no_move,
    reasons.RunContinues: run_continues,
}
