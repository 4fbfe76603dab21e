"""The nest and the trump: what the declarer lays away, then the color he names."""

from __future__ import annotations

from rules.actions import TRUMPS, Action, Discard, NameTrump
from rules.cards import CardSet
from rules.decisions import ChooseCards, ChooseOption, Decision, Option, Seat
from rules.events import DiscardSeen, Event, NestLaid, Secret, TrumpNamed
from rules.protocol import IllegalAction
from rules.tricks.dealing import leader
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State, first_play


def buriable(setup: Setup, hand: CardSet) -> CardSet:
    """The cards of a hand that may be laid in the nest.

    Where no counter may be buried and too few other cards are held, the cheapest counters join
    them (R-15).
    """
    if setup.variant.bury == "any":
        return hand
    plain = CardSet(hand & ~setup.counters)
    missing = setup.variant.nest - len(plain)
    if missing <= 0:
        return plain
    cheapest = sorted(CardSet(hand & setup.counters), key=lambda card: (setup.value[card], card))
    return CardSet(plain | CardSet.of(cheapest[:missing]))


def decide_discard(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Lay as many cards into the nest as were taken up."""
    declarer = _declarer(state)
    hand = CardSet(state.hands[declarer])
    count = setup.variant.nest
    return declarer, ChooseCards(
        hand=declarer,
        ask=f"Lay {count} card{'s' if count > 1 else ''} in the nest",
        cards=buriable(setup, hand),
        held=hand,
        number=count,
        reason="" if setup.variant.bury == "any" else "No counter may be left in the nest.",
    )


def apply_discard(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Lay the cards away.

    Raises:
        IllegalAction: a wrong number of cards, a card not held, or a counter where none may be.
    """
    _, decision = decide_discard(setup, state)
    assert isinstance(decision, ChooseCards)
    if not decision.accepts(action) or not isinstance(action, Discard):
        raise IllegalAction(_refusal(decision, action))
    laid = CardSet.of(action.cards)
    hands = list(state.hands)
    hands[seat] &= ~laid
    after = state._replace(phase=Phase.TRUMP, hands=tuple(hands), nest=laid)
    return after, (NestLaid(seat, len(laid)), Secret(seat, DiscardSeen(seat, action.cards)))


def decide_trump(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Name one of the four colors."""
    declarer = _declarer(state)
    options = tuple(Option(trump.color.word.capitalize(), trump) for trump in TRUMPS)
    return declarer, ChooseOption(declarer, "Name the trump color", options)


def apply_trump(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Name the trump; the play begins.

    Raises:
        IllegalAction: not a color.
    """
    if not isinstance(action, NameTrump):
        raise IllegalAction("Name the trump first: red, yellow, green or black.")
    first = leader(setup, state.match.dealer, seat)
    play = first_play(setup.rankings[action.color], first, setup.seats)
    return (
        state._replace(phase=Phase.PLAY, trump=action.color, play=play),
        (TrumpNamed(seat, action.color),),
    )


def _declarer(state: State) -> Seat:
    assert state.auction is not None
    return state.auction.declarer


def _refusal(decision: ChooseCards, action: Action) -> str:
    cards = "one card" if decision.number == 1 else f"{decision.number} different cards"
    if not isinstance(action, Discard) or len(set(action.cards)) != decision.number:
        return f"Lay exactly {cards} in the nest."
    if any(card not in decision.held for card in action.cards):
        return f"You can only lay away cards you hold: choose {cards} of your hand."
    return decision.reason
