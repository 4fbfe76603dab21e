"""The laws of the bidding games, as checkers: each complains of a playout that breaks it.

A law is a plain function over a playout and a random generator; it raises AssertionError with a
sentence. It can be pointed at any game, a deliberately broken one included, and is written from the
rule book: it asks the engine for views and events, and for the cards of a state, but never for its
tables.
"""

from __future__ import annotations

import pickle
import re
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

from rules.actions import PASS, TRUMPS, Action, Bid, Deal, Discard, NameTrump, Play, parse_action
from rules.cards import CARDS, Card, CardSet, Color
from rules.decisions import CHANCE, ChooseCard, ChooseCards
from rules.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    CardPlayed,
    DealScored,
    DealStarted,
    HandDealt,
    MatchWon,
    NestWon,
    PassedOut,
    Secret,
    TrickTaken,
    TrumpNamed,
)
from rules.protocol import IllegalAction
from tests.rules.playouts import Playout, Step

SEATS = range(4)
TOTAL = {"kentucky": 120, "one_high": 200}
PACK = {"kentucky": 41, "one_high": 57}
HAND = {"kentucky": 9, "one_high": 14}
NEST = {"kentucky": 5, "one_high": 1}
OPENING = {"kentucky": 70, "one_high": 75}


def cards_are_conserved(playout: Playout, random: Random) -> None:
    """Every card is in exactly one place after every action, unless no deal is on the table."""
    pack = PACK[playout.game.about.key]
    for state in playout.states:
        zones = [*state.hands, state.nest, state.trick, *(trick.cards for trick in state.taken)]
        cards = Counter(card for zone in zones for card in zone)
        assert not cards or (len(cards) == pack and set(cards.values()) == {1}), "a card was lost or doubled"


def hands_are_dealt_in_full(playout: Playout, random: Random) -> None:
    """Every deal gives each seat its cards and the nest the rest (1988, Dealing)."""
    key = playout.game.about.key
    for step in playout.steps:
        if isinstance(step.action, Deal):
            dealt = [event.event for event in step.events if isinstance(event, Secret)]
            hands = {event.seat: event.cards for event in dealt if isinstance(event, HandDealt)}
            assert sorted(hands) == list(SEATS), "somebody was dealt no hand"
            assert all(len(hand) == HAND[key] for hand in hands.values()), "a hand of the wrong size"
            assert len(step.after.nest) == NEST[key], "a nest of the wrong size"


def only_the_asked_may_act(playout: Playout, random: Random) -> None:
    """An answer from a seat that is not asked is refused, chance's included."""
    for step in playout.steps:
        for seat in (*SEATS, CHANCE):
            if seat not in playout.game.decisions(step.before):
                assert is_refused(playout, step, seat, step.action), f"seat {seat} acted out of turn"


def answers_are_what_applies(playout: Playout, random: Random) -> None:
    """Every listed answer applies, every other action is refused, and ``accepts`` says which."""
    for step in playout.steps:
        listed = answers(step, random)
        for answer in listed:
            assert step.decision.accepts(answer), "a listed answer is not accepted"
            assert not is_refused(playout, step, step.seat, answer), f"{answer} is listed and refused"
        for action in strangers(random):
            refused = is_refused(playout, step, step.seat, action)
            assert refused != step.decision.accepts(action), "accepts and apply disagree"
            assert refused or isinstance(action, Discard | Deal) or action in listed, (
                f"{action} is not listed"
            )
        for thing in garbage():
            assert not step.decision.accepts(thing), "garbage is accepted"
            assert is_refused(playout, step, step.seat, thing), "garbage is applied"


def refusals_change_nothing(playout: Playout, random: Random) -> None:
    """A state is never changed, whatever is asked of it; each action makes a new one."""
    for step in islice(playout.steps, 0, None, 7):
        copy = pickle.dumps(step.before)
        for action in (*strangers(random), *garbage(), step.action):
            is_refused(playout, step, step.seat, action)
        assert pickle.loads(copy) == step.before, "a state was changed in place"


def the_log_replays(playout: Playout, random: Random) -> None:
    """The actions, written down and read again, lead to the same states through the same events."""
    state = playout.game.start(4)
    for step in playout.steps:
        assert parse_action(str(step.action)) == step.action, "an action reads back as another"
        state, events = playout.game.apply(state, step.seat, parse_action(str(step.action)))
        assert (state, events) == (step.after, step.events), "the replay went another way"


def matches_end(playout: Playout, random: Random) -> None:
    """Every playout ends: nobody is asked, the outcome is told once and it is final."""
    last = playout.steps[-1].after
    assert not playout.game.decisions(last), "the match goes on and on"
    outcome = playout.game.outcome(last)
    told = [event for event in playout.events if isinstance(event, MatchWon)]
    assert outcome is not None, "an ended match without an outcome"
    assert len(told) == 1, "the outcome is not told once"
    assert told[0].winners == outcome.winners, "two different outcomes"
    assert told[0].totals == tuple(side.total for side in outcome.totals), "two different totals"
    best = max(told[0].totals)
    assert outcome.winners == tuple(seat for seat in SEATS if told[0].totals[seat % 2] == best)
    assert all(playout.game.outcome(state) is None for state in playout.states[:-1])


def captured_points_add_up(playout: Playout, random: Random) -> None:
    """The points of a deal, majority included, always come to the proof total (1988, Scoring)."""
    key = playout.game.about.key
    for deal in scores(playout):
        assert sum(side.counters + side.bonus for side in deal.sides) == TOTAL[key], "points were lost"
        assert sum(side.tricks for side in deal.sides) == HAND[key], "tricks were lost"


def scores_follow_the_bid(playout: Playout, random: Random) -> None:
    """A bid reached is made; short of it the side is set back by the bid, the other keeps its own."""
    totals = [0, 0]
    for deal in scores(playout):
        declaring = deal.declarer % 2
        own = deal.sides[declaring].counters + deal.sides[declaring].bonus
        assert deal.made == (own >= deal.bid), "made and failed were mixed up"
        for index, side in enumerate(deal.sides):
            short = index == declaring and not deal.made
            assert side.scored == (-deal.bid if short else side.counters + side.bonus), "a wrong score"
            totals[index] += side.scored
            assert side.total == totals[index], "a total that does not add up"


def bids_rise(playout: Playout, random: Random) -> None:
    """Bids rise by steps of five from the opening to the cap; who has passed is out (1988, Bidding)."""
    key = playout.game.about.key
    high, declarer, passed = 0, -1, set[int]()
    for event in playout.events:
        match event:
            case DealStarted():
                high, declarer, passed = 0, -1, set()
            case BidMade(seat, points):
                assert points % 5 == 0, "a bid off the step"
                assert max(high + 5, OPENING[key]) <= points <= TOTAL[key], "a bid too low or too high"
                assert seat not in {*passed, declarer}, "a bid out of turn"
                high, declarer = points, seat
            case BidPassed(seat):
                assert seat not in {*passed, declarer}, "a pass out of turn"
                passed.add(seat)
            case AuctionWon(seat, points):
                assert (seat, points) == (declarer, high), "the auction went to somebody else"
                assert len(passed) == 3 or high == TOTAL[key], "the auction ended too soon"
            case PassedOut():
                assert len(passed) == 4, "thrown in before everybody had passed"


def tricks_go_to_the_highest(playout: Playout, random: Random) -> None:
    """The highest trump, else the highest of the color led, takes the trick, and its player leads."""
    key = playout.game.about.key
    trump, trick, lead = Color.RED, list[tuple[int, Card]](), -1
    for event in playout.events:
        match event:
            case TrumpNamed(_, color):
                trump, lead = color, -1
            case CardPlayed(seat, _, card):
                expected = (trick[-1][0] + 1) % 4 if trick else lead
                assert expected in (seat, -1), "the wrong seat played"
                trick.append((seat, card))
            case TrickTaken(winner, leader, cards, points):
                assert (leader, cards) == (trick[0][0], tuple(card for _, card in trick)), "another trick"
                assert winner == highest(key, trick, trump), "the trick went to the wrong seat"
                assert points == sum(value(key, card) for card in cards), "the trick was miscounted"
                trick, lead = [], winner


def colors_are_followed(playout: Playout, random: Random) -> None:
    """Who holds the color led plays it; only the bird on top is free (1988, Playing; Rook Bird Card)."""
    key = playout.game.about.key
    for step in playout.steps:
        if isinstance(step.action, Play) and (table := playout.game.table_view(step.before)).trick:
            trump = Color.parse(next(fact.text for fact in table.facts if fact.label == "Trump"))
            cards = [card for _, card in table.trick.plays]
            if cards and suit(step.action.card, trump) != suit(cards[0], trump):
                held = {suit(card, trump) for card in step.before.hands[step.seat]}
                free = key == "kentucky" and step.action.card.is_bird
                assert free or suit(cards[0], trump) not in held, "a revoke"


def the_last_trick_takes_the_nest(playout: Playout, random: Random) -> None:
    """In Kentucky Discard the taker of the last trick wins the nest; elsewhere nobody sees it again."""
    key, last = playout.game.about.key, -1
    for event in playout.events:
        if isinstance(event, TrickTaken):
            last = event.winner
        if isinstance(event, NestWon):
            assert (key, event.winner) == ("kentucky", last), "the nest went to the wrong seat"
            assert event.points == sum(value(key, card) for card in event.cards)


def views_count_right(playout: Playout, random: Random) -> None:
    """Counts on the table are those of the cards, and a seat sees its own hand and its own question."""
    for state in playout.states:
        table = playout.game.table_view(state)
        decisions = playout.game.decisions(state)
        assert table.asked == tuple(seat for seat in decisions if seat != CHANCE), "the wrong seat is asked"
        assert [info.cards for info in table.seats] == [len(hand) for hand in state.hands], "miscounted hands"
        assert sum(info.tricks for info in table.seats) == len(state.taken), "miscounted tricks"
        assert sum(zone.hidden for zone in table.zones) in (0, len(state.nest)), "a miscounted nest"
        assert not any(zone.shown for zone in table.zones), "the nest is on show"
        for seat in SEATS:
            view = playout.game.seat_view(state, seat)
            assert (view.table, view.seat) == (table, seat), "the view of another table or seat"
            assert view.hand == state.hands[seat] == CardSet.of(view.order), "not this seat's hand"
            assert view.decision == decisions.get(seat), "not this seat's question"


def nothing_shows_a_card(playout: Playout, random: Random) -> None:
    """No ``repr`` of what may hold secrets names a card, so that no log or traceback can leak."""
    names = {str(card) for card in CARDS}
    for step in playout.steps:
        shown: list[object] = [step.after, *(playout.game.seat_view(step.after, seat) for seat in SEATS)]
        shown += [event for event in step.events if isinstance(event, Secret)]
        if isinstance(step.action, Play | Discard | Deal):
            shown.append(step.action)
        if isinstance(step.decision, ChooseCard | ChooseCards):
            shown.append(step.decision._replace(reason=""))  # which may speak of the Rook in general
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
    captured_points_add_up,
    scores_follow_the_bid,
    bids_rise,
    tricks_go_to_the_highest,
    colors_are_followed,
    the_last_trick_takes_the_nest,
    views_count_right,
    nothing_shows_a_card,
)


# --- what the laws ask ---------------------------------------------------------------------------


def is_refused(playout: Playout, step: Step, seat: int, action: Action) -> bool:
    """Whether an answer to the question of a step is refused, with a sentence."""
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
    few = list(islice(step.decision.answers(), 100)) if step.seat != CHANCE else []
    return [*few, *(step.decision.sample(random) for _ in range(5))]


def strangers(random: Random) -> list[Any]:
    """Actions that seldom fit, and things that are no actions at all."""
    card = random.choice(CARDS)
    five = tuple(random.sample(CARDS, 5))
    return [
        PASS,
        Bid(random.randrange(0, 210)),
        Bid(5 * random.randrange(0, 42)),
        Bid(75, random.choice(list(Color))),
        Bid(-5),
        Bid(10**30),
        Play(card),
        random.choice(TRUMPS),
        Discard(five),
        Discard(five[:1]),
        Discard((card, card, card, card, card)),
        Discard(()),
        Deal(five),
        Deal(CARDS),
        Deal((*CARDS[:40], CARDS[0])),
    ]


def garbage() -> list[Any]:
    """What a careless caller might pass; Python does not check types."""
    wrong: Any = None
    return [
        None,
        7,
        "bid 75",
        Bid(wrong),
        Bid("75"),  # type: ignore[arg-type]
        Bid(75.0),  # type: ignore[arg-type]
        Bid(True),
        Play(wrong),
        Play(13),  # type: ignore[arg-type]
        Play("R14"),  # type: ignore[arg-type]
        NameTrump(wrong),
        NameTrump(2),  # type: ignore[arg-type]
        NameTrump("green"),  # type: ignore[arg-type]
        Discard(wrong),
        Discard((1, 2, 3, 4, 5)),  # type: ignore[arg-type]
        Discard(list(CARDS[:5])),  # type: ignore[arg-type]
        Discard(([],)),  # type: ignore[arg-type]
        Deal(wrong),
        Deal(tuple(range(41))),  # type: ignore[arg-type]
    ]


def scores(playout: Playout) -> list[DealScored]:
    """The scores of all deals."""
    return [event for event in playout.events if isinstance(event, DealScored)]


def value(key: str, card: Card) -> int:
    """The points of a card, from the rule book's table of counters."""
    if card.is_bird:
        return 20
    return {5: 5, 10: 10, 14: 10, 1: 15 if key == "one_high" else 0}.get(card.rank, 0)


def suit(card: Card, trump: Color) -> Color:
    """The color a card counts as: the bird is a trump."""
    return trump if card.color is None else card.color


def highest(key: str, trick: list[tuple[int, Card]], trump: Color) -> int:
    """The seat that takes a trick."""
    led = suit(trick[0][1], trump)

    def strength(play: tuple[int, Card]) -> tuple[bool, bool, float]:
        card = play[1]
        rank = card.rank + (14 if key == "one_high" and card.rank == 1 else 0)
        if card.is_bird:
            rank = 99 if key == "kentucky" else 0
        return suit(card, trump) == trump, suit(card, trump) == led, rank

    return max(trick, key=strength)[0]
