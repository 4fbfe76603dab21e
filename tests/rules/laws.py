"""The laws of the protocol, as checkers: each raises for a playout that breaks it.

A law is a plain function over a playout and a random generator; it raises AssertionError with a
sentence. It can be pointed at any game, a deliberately broken one included, and is written from the
rule book: it asks the engine for views and events, and for the cards of a state, but never for its
tables. The laws of play and of scores stand in files of their own.
"""

from __future__ import annotations

import pickle
import re
from collections import Counter
from itertools import islice
from random import Random

from rules.core.actions import Action, Cut, Deal, Discard, Draw, Play, parse_action
from rules.core.cards import CARDS, CardSet
from rules.core.decisions import CHANCE, ChooseCard, ChooseCards
from rules.core.events import HandDealt, MatchWon, Secret, TableLaid
from rules.core.protocol import IllegalAction
from rules.core.views import ZoneKind
from tests.rules import laws_of_play, laws_of_scores
from tests.rules.bidding import rulebook
from tests.rules.playouts import Playout, State, Step
from tests.rules.strangers import garbage, strangers

SOME = 3
"""The expensive laws check every third step."""


def cards_are_conserved(playout: Playout, random: Random) -> None:
    """Every card is in exactly one place after every action, unless no deal is on the table."""
    deck = rulebook.FACTS[playout.key].cards[playout.players]
    for state in playout.states:
        cards = Counter(card for zone in zones(state) for card in zone)
        assert not cards or (len(cards) == deck and set(cards.values()) == {1}), "a card was lost or doubled"


def zones(state: State) -> list[list[object]]:
    """The cards of every place."""
    places = [*state.hands, state.deal.nest, state.trick, *(trick.cards for trick in state.taken)]
    return [*map(list, places), list(state.stock.pile), [under for _, under in state.stock.covered]]


def hands_are_dealt_in_full(playout: Playout, random: Random) -> None:
    """Every deal gives each seat its cards, one more to the first in an uneven deal, and the nest its own."""
    facts, players = rulebook.FACTS[playout.key], playout.players
    size, odd = rulebook.hand_sizes(facts, players)
    for step in playout.steps:
        if isinstance(step.action, Deal):
            dealt = [event.event for event in step.events if isinstance(event, Secret)]
            hands = {event.seat: event.cards for event in dealt if isinstance(event, HandDealt)}
            assert sorted(hands) == list(playout.seats), "somebody was dealt no hand"
            dealer = step.after.match.dealer
            for seat, hand in hands.items():
                more = (seat - dealer - 1) % players < odd
                assert len(hand) == size + more, "a hand of the wrong size"
            (laid,) = (event for event in dealt if isinstance(event, TableLaid))
            assert len(laid.nest) == facts.nest[players], "a nest of the wrong size"


def only_the_asked_may_act(playout: Playout, random: Random) -> None:
    """An answer from a seat that is not asked is refused, chance's included."""
    for step in playout.steps:
        for seat in (*playout.seats, playout.players, CHANCE, -2):
            if seat not in playout.game.decisions(step.before):
                assert is_refused(playout, step, seat, step.action), f"seat {seat} acted out of turn"


def answers_are_what_applies(playout: Playout, random: Random) -> None:
    """Every listed answer applies, every other action is refused, and ``accepts`` says which."""
    for step in islice(playout.steps, random.randrange(SOME), None, SOME):
        listed = answers(step, random)
        for answer in listed:
            assert step.decision.accepts(answer), "a listed answer is not accepted"
            assert not is_refused(playout, step, step.seat, answer), f"{answer} is listed and refused"
        for action in strangers(random):
            refused = is_refused(playout, step, step.seat, action)
            assert refused != step.decision.accepts(action), "accepts and apply disagree"
            many = isinstance(action, Discard | Draw | Deal | Cut)
            assert refused or many or action in listed, f"{action} is not listed"
        for thing in garbage():
            assert not step.decision.accepts(thing), "garbage is accepted"
            assert is_refused(playout, step, step.seat, thing), "garbage is applied"


def refusals_change_nothing(playout: Playout, random: Random) -> None:
    """No call changes a state, refused actions included; each action makes a new one."""
    for step in islice(playout.steps, random.randrange(7), None, 7):
        copy = pickle.dumps(step.before)
        for action in (*strangers(random), *garbage(), step.action):
            is_refused(playout, step, step.seat, action)
        assert pickle.loads(copy) == step.before, "a state was changed in place"


def the_log_replays(playout: Playout, random: Random) -> None:
    """The actions, written down and read again, lead to the same states through the same events."""
    state = playout.game.start(playout.players)
    for step in playout.steps:
        assert parse_action(str(step.action)) == step.action, "an action reads back as another"
        state, events = playout.game.apply(state, step.seat, parse_action(str(step.action)))
        assert (state, events) == (step.after, step.events), "the replay went another way"


def matches_end(playout: Playout, random: Random) -> None:
    """Every playout ends: no seat is asked, and the outcome is told once and is final."""
    last = playout.steps[-1].after
    assert not playout.game.decisions(last), "the match goes on and on"
    outcome = playout.game.outcome(last)
    told = [event for event in playout.events if isinstance(event, MatchWon)]
    assert outcome is not None, "an ended match without an outcome"
    assert len(told) == 1, "the outcome is not told once"
    assert told[0].winners == outcome.winners, "two different outcomes"
    assert sorted(told[0].totals) == sorted(side.total for side in outcome.standings), "two different totals"
    best = max(told[0].totals)
    winners = [seat for side in outcome.standings if side.total == best for seat in side.seats]
    assert sorted(outcome.winners) == sorted(winners), "somebody else has more"
    firsts = [seat for side in outcome.standings if side.place == 1 for seat in side.seats]
    assert sorted(outcome.winners) == sorted(firsts), "somebody else is first"
    assert all(playout.game.outcome(state) is None for state in playout.states[:-1])


def views_count_right(playout: Playout, random: Random) -> None:
    """Counts on the table are those of the cards, and a seat sees its own hand and its own question."""
    for state in playout.states:
        table = playout.game.table_view(state)
        decisions = playout.game.decisions(state)
        assert table.asked == tuple(seat for seat in decisions if seat != CHANCE), "the wrong seat is asked"
        for info in table.seats:
            assert info.cards == len(state.hands[info.seat]), "miscounted hands"
        by_seats = sum(trick.winner < playout.players for trick in state.taken)
        assert sum(info.tricks for info in table.seats) == by_seats, "miscounted tricks"
        hidden = {zone.kind: zone.hidden for zone in table.zones}
        assert hidden.get(ZoneKind.NEST, 0) in (0, len(state.deal.nest)), "a miscounted nest"
        assert hidden.get(ZoneKind.DRAW_PILE, 0) == max(len(state.stock.pile) - 1, 0) or not table.zones
        assert not any(zone.shown for zone in table.zones if zone.kind is ZoneKind.NEST), (
            "the nest is on show"
        )
        for seat in playout.seats:
            view = playout.game.seat_view(state, seat, table)
            assert (view.table, view.seat) == (table, seat), "the view of another table or seat"
            assert view.hand == state.hands[seat] == CardSet.of(view.order), "not this seat's hand"
            assert view.decision == decisions.get(seat), "not this seat's question"


def nothing_shows_a_card(playout: Playout, random: Random) -> None:
    """No ``repr`` of what may hold secrets names a card, so that no log or traceback can leak."""
    names = {str(card) for card in CARDS}
    for step in islice(playout.steps, random.randrange(SOME), None, SOME):
        shown: list[object] = [step.after, step.after.hands, step.after.stock]
        shown.append(step.after.deal._replace(called=None))  # every seat has heard it
        shown += [playout.game.seat_view(step.after, seat) for seat in playout.seats]
        shown += [event for event in step.events if isinstance(event, Secret)]
        shown += [event.event for event in step.events if isinstance(event, Secret)]
        if isinstance(step.action, Play | Discard | Deal):
            shown.append(step.action)
        if isinstance(step.decision, ChooseCard):
            shown.append(step.decision._replace(actions=()))  # which are those of all cards alike
        if isinstance(step.decision, ChooseCards):
            shown.append(step.decision)
        for thing in shown:
            for text in (repr(thing), f"{[thing]}"):
                assert not names & set(re.findall(r"\w+", text)), f"a card is named in {text}"


LAWS = (
    cards_are_conserved,
    hands_are_dealt_in_full,
    only_the_asked_may_act,
    answers_are_what_applies,
    refusals_change_nothing,
    the_log_replays,
    matches_end,
    views_count_right,
    nothing_shows_a_card,
    *laws_of_play.LAWS,
    *laws_of_scores.LAWS,
)


# --- what the laws ask --------------------------------------------------------------------------------------


def is_refused(playout: Playout, step: Step, seat: int, action: Action) -> bool:
    """True if an answer to a step's question is refused with a sentence."""
    try:
        playout.game.apply(step.before, seat, action)
    except IllegalAction as refusal:
        sentence = str(refusal)
    else:
        return False
    assert sentence.endswith((".", "…")), f"“{sentence}” is no sentence"
    return True


def answers(step: Step, random: Random) -> list[Action]:
    """All the answers, or some where there are very many."""
    few = list(islice(step.decision.answers(), 200)) if step.seat != CHANCE else []
    return [*few, *(step.decision.sample(random) for _ in range(5))]
