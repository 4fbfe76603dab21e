"""The nest and the trump: what the declarer lays away, then the color he names."""

from __future__ import annotations

from typing import Final

from rules.actions import TRUMPS, Action, Discard, NameTrump, is_sound
from rules.cards import CardSet
from rules.decisions import ChooseCards, ChooseOption, Decisions, Option, Seat
from rules.events import DiscardSeen, Event, NestLaid, Secret, TrumpNamed
from rules.protocol import IllegalAction
from rules.tricks.dealing import leader
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State

COLORS: Final = tuple(Option(trump.color.word.capitalize(), trump) for trump in TRUMPS)


def buriable(setup: Setup, hand: CardSet) -> CardSet:
    """The cards of a hand that may be laid in the nest.

    Where no counter may be buried and too few other cards are held, the cheapest counters join
    them (R-15); equally cheap ones may be chosen from where nothing else must go.
    """
    if setup.variant.bury == "any":
        return hand
    plain = CardSet(hand & ~setup.counters)
    missing = setup.variant.nest - len(plain)
    if missing <= 0:
        return plain
    value = setup.value
    counters = sorted(CardSet(hand & setup.counters), key=value.__getitem__)
    limit = value[counters[missing - 1]]
    forced = len(plain) > 0 or value[counters[0]] < limit
    joining = counters[:missing] if forced else [card for card in counters if value[card] == limit]
    return CardSet(plain | CardSet.of(joining))


def decide_discard(setup: Setup, state: State) -> Decisions:
    """Lay as many cards into the nest as were taken up."""
    return {state.turn: _question(setup, state)}


def apply_discard(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Lay the cards away.

    Raises:
        IllegalAction: a wrong number of cards, a card not held, or a counter where none may be.
    """
    question = _question(setup, state)
    if not isinstance(action, Discard) or not question.accepts(action):
        raise IllegalAction(_refusal(question, action))
    laid = CardSet.of(action.cards)
    hands = list(state.hands)
    hands[seat] = CardSet(hands[seat] & ~laid)
    after = state._replace(phase=Phase.TRUMP, hands=tuple(hands), nest=laid)
    return after, (NestLaid(seat, len(laid)), Secret(seat, DiscardSeen(seat, action.cards)))


def decide_trump(_setup: Setup, state: State) -> Decisions:
    """Name one of the four colors."""
    return {state.turn: ChooseOption(state.turn, "Name the trump color", COLORS)}


def apply_trump(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Name the trump; the play begins.

    Raises:
        IllegalAction: not a color.
    """
    if not isinstance(action, NameTrump) or not is_sound(action):
        raise IllegalAction("Name the trump first: red, yellow, green or black.")
    after = state._replace(
        phase=Phase.PLAY,
        turn=leader(setup, state.match.dealer, seat),
        ranking=setup.rankings[action.color],
    )
    return after, (TrumpNamed(seat, action.color),)


def _question(setup: Setup, state: State) -> ChooseCards:
    hand = state.hands[state.turn]
    count = setup.variant.nest
    return ChooseCards(
        hand=state.turn,
        ask=f"Lay {count} card{'s' if count > 1 else ''} in the nest",
        cards=buriable(setup, hand),
        held=hand,
        least=count,
        most=count,
        reason="" if setup.variant.bury == "any" else "No counter may be left in the nest.",
    )


def _refusal(question: ChooseCards, action: Action) -> str:
    cards = "one card" if question.most == 1 else f"{question.most} different cards"
    if not isinstance(action, Discard) or not is_sound(action):
        return f"Lay exactly {cards} in the nest."
    if not len(set(action.cards)) == len(action.cards) == question.most:
        return f"Lay exactly {cards} in the nest."
    if any(card not in question.held for card in action.cards):
        return f"You can only lay away cards you hold: choose {cards} of your hand."
    return question.reason
