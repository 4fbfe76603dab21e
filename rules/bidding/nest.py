"""The nest and the trump: the declarer's discard, and the trump named."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rules.bidding.deck import FOR_TRUMP
from rules.bidding.phases import Phase
from rules.bidding.ranking import Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import DealState, State, between_deals
from rules.bidding.variant import Variant
from rules.bidding.words.refusals import not_in_nest
from rules.core.actions import (
    NO_TRUMP,
    TRUMPS,
    Action,
    AskPartner,
    Discard,
    Fold,
    NameTrump,
    is_well_typed,
)
from rules.core.cards import NO_CARDS, CardSet
from rules.core.decisions import CHANCE, ChooseCards, ChooseOption, Decisions, Option, Seat
from rules.core.events import (
    CardsTurned,
    DiscardSeen,
    Event,
    Folded,
    NestLaid,
    NestSeen,
    NestTaken,
    PartnerAsked,
    PassedOut,
    Secret,
    TrumpNamed,
)
from rules.core.protocol import IllegalAction
from rules.core.quick import new

OR_ASK: Final = Option(AskPartner())
OR_FOLD: Final = Option(Fold(), needs_confirmation=True)


def take_up(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """The declarer takes the nest. House rule: with too few cards to discard, the same dealer deals again."""
    declarer = state.contract.declarer
    nest, bird, _, _, *rest = state.deal
    to_all = setup.variant.nest_shown == "after_bidding"
    deal = new(DealState, (NO_CARDS, bird, nest if to_all else NO_CARDS, nest, *rest))
    after = _exchanged(state, state.phase, declarer, state.hands[declarer] | nest, deal)
    turned = (CardsTurned("nest", None, setup.ordered(nest)),) if to_all else ()
    events = (NestTaken(declarer, setup.nest), *turned, Secret(declarer, NestSeen(declarer, nest)))
    if setup.variant.bury_impossible == "redeal" and not _free_of_counters(setup, after):
        again = between_deals(setup, Phase.DEAL, CHANCE, state.match)
        return again, (*events, PassedOut(state.match.deal, declarer))
    return after, events


def _exchanged(state: State, phase: Phase, seat: Seat, hand: int, deal: DealState) -> State:
    """The state after cards went from the nest to a hand, or back; that seat is asked next."""
    _, _, order, match, auction, contract, _, teams, ranking, held, *rest = state
    hands = list(held)
    hands[seat] = CardSet(hand)
    after = (phase, seat, order, match, auction, contract, deal, teams, ranking, tuple(hands), *rest)
    return new(State, after)


def discardable(setup: Setup, hand: int, barred: int, trump: Ranking) -> CardSet:
    """The cards of a hand that may be discarded to the nest: all but the ``barred`` ones, if enough are left.

    If too few are left, the cheapest barred cards join them (R-15); where equally cheap ones are more than
    needed, the player chooses.
    """
    plain = CardSet(hand & ~barred)
    missing = setup.nest - len(plain)
    if missing <= 0:
        return plain
    # Version 1: where counters of trump alone count, those of all colors were equally cheap.
    value = setup.unranked.value if setup.variant.version == 1 else setup.worth_under(trump)
    rest = sorted(CardSet(hand & barred), key=value.__getitem__)
    limit = value[rest[missing - 1]]
    forced = len(plain) > 0 or value[rest[0]] < limit
    joining = rest[:missing] if forced else [card for card in rest if value[card] == limit]
    return CardSet(plain | CardSet.of(joining))


class Allowed(NamedTuple):
    """Masks of the cards that may be discarded, and the limits of a ``ChooseCards``."""

    cards: int
    few: int = 0
    few_most: int = 0
    before: int = 0


def allowed_in_nest(setup: Setup, hand: int, found: int, trump: Ranking) -> Allowed:
    """What a declarer may discard of a hand that includes ``found``, the cards of the nest."""
    if setup.discards_freely:
        return new(Allowed, (hand, 0, 0, 0))
    variant, barred = setup.variant, barred_from_nest(setup, trump)
    cards = discardable(setup, hand, barred, trump) if barred else hand
    if variant.bury_counters == "for_trumps":
        counters = cards & setup.counters_under(trump)
        others = cards & ~(counters | trump.trumps)
        missing = setup.nest - others.bit_count()
        return Allowed(cards, counters, missing, others) if missing > 0 else Allowed(cards & ~counters)
    if variant.exchange is None:
        return Allowed(cards)
    # Barred cards from the nest cannot go back, so as many own cards may go instead.
    return Allowed(cards, hand & ~found, max(variant.exchange, (found & barred).bit_count()))


def barred_from_nest(setup: Setup, trump: Ranking) -> int:
    """Mask of the cards that may not be discarded: counters, trumps or the bird, by the game's options."""
    variant = setup.variant
    # Version 1: counters of every color, even where those of trump alone count.
    counters = setup.counters if variant.version == 1 else setup.counters_under(trump)
    barred = 0 if variant.bury_counters else int(counters)
    if variant.bury_trumps == "no" and trump.named:
        barred |= trump.trumps
    if not variant.bury_rook:
        barred |= setup.birds
    return barred


def decide_discard(setup: Setup, state: State) -> Decisions:
    """The declarer's decision: discard the nest's number of cards, or give up if the game allows it."""
    return {state.turn: _question(setup, state)}


def apply_discard(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Discard cards to the nest, or give up the deal.

    Raises:
        IllegalAction: a wrong number of cards, a card not held, or one that may not be discarded.
    """
    question = _question(setup, state)
    if isinstance(action, Fold) and question.accepts(action):
        folded = state._replace(phase=Phase.SCORE, deal=state.deal._replace(folded=True))
        return folded, (Folded(seat),)
    if not isinstance(action, Discard) or not question.accepts(action):
        raise IllegalAction(_refusal(setup.variant, question, action))
    laid = CardSet.of(action.cards)
    shown = laid & shown_in_nest(setup, state.ranking)
    _, bird, _, *rest = state.deal
    deal = new(DealState, (laid, bird, CardSet(shown), *rest))
    after = _exchanged(state, setup.after[Phase.DISCARD], seat, state.hands[seat] & ~laid, deal)
    told = NestLaid(
        seat, setup.nest, setup.ordered(shown) if shown else (), counters_told(setup, state.ranking, laid)
    )
    return after, (told, Secret(seat, DiscardSeen(seat, action.cards)))


def shown_in_nest(setup: Setup, trump: Ranking) -> int:
    """Mask of the cards that lie face up if they are discarded: trumps or counters, under house rules."""
    shown = trump.trumps if setup.variant.bury_trumps == "shown" else 0
    return shown | (setup.counters_under(trump) if setup.variant.bury_counters == "shown" else 0)


def counters_told(setup: Setup, trump: Ranking, laid: int) -> bool | None:
    """Whether counters are in a discard; None if no one is told. ``trump``: as it was at the discard."""
    variant = setup.variant
    if not variant.nest_told and variant.bury_counters != "for_trumps":
        return None
    has_counters = bool(laid & setup.counters_under(trump))
    return has_counters if has_counters or variant.nest_told else None


def decide_trump(setup: Setup, state: State) -> Decisions:
    """The decision to name trump; by option the declarer may ask the partner instead."""
    options = _trump_options(setup)
    if _may_ask(setup, state):
        options = (*options, OR_ASK)
    return {state.turn: ChooseOption(state.turn, options)}


def _may_ask(setup: Setup, state: State) -> bool:
    """Whether the seat may let its partner name trump: the declarer, or for points the asked partner too."""
    if setup.variant.trump_by == "partner_for_five":
        bid = state.contract.bid + FOR_TRUMP
        return bid <= min(setup.cap, state.auction.high + 2 * FOR_TRUMP)
    return setup.variant.trump_by == "or_partner" and state.turn == state.contract.declarer


@lru_cache(maxsize=256)
def _trump_options(setup: Setup) -> tuple[Option, ...]:
    return tuple(map(Option, trumps(setup)))


@lru_cache(maxsize=256)
def trumps(setup: Setup) -> tuple[NameTrump, ...]:
    """The trumps that may be named: colors and "no color", and by option some with the lowest winning."""
    none = () if setup.variant.no_trump == "no" else (NO_TRUMP,)
    colors = (*TRUMPS, *none)
    reversible = {"reversed": colors, "reversed_alone": none}.get(setup.variant.no_trump, ())
    return (*colors, *(NameTrump(name.color, lowest_wins=True) for name in reversible))


def apply_trump(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Name the trump, or ask the partner to, which by option raises the bid.

    Raises:
        IllegalAction: not a trump that may be named.
    """
    if isinstance(action, AskPartner) and decide_trump(setup, state)[seat].accepts(action):
        side = state.teams.sides[state.teams.side_of[seat]]
        partner = next(mate for mate in side if mate != seat)
        if setup.variant.trump_by == "or_partner":
            return state._replace(turn=partner), (PartnerAsked(seat, partner),)
        raised = state.contract._replace(bid=state.contract.bid + FOR_TRUMP)
        return state._replace(turn=partner, contract=raised), (PartnerAsked(seat, partner, raised.bid),)
    if not isinstance(action, NameTrump) or not is_well_typed(action) or action not in trumps(setup):
        raise IllegalAction("Name trump first: red, yellow, green or black.")
    phase, turn, order, match, auction, contract, deal, teams, _, *rest = state
    phase = setup.after[phase]
    ranking = setup.ranking(Order(action.color, deal.bird, action.lowest_wins))
    after = new(State, (phase, turn, order, match, auction, contract, deal, teams, ranking, *rest))
    return after, (TrumpNamed(seat, action.color, action.lowest_wins),)


def _free_of_counters(setup: Setup, state: State) -> bool:
    barred = barred_from_nest(setup, state.ranking)
    return len(CardSet(state.hands[state.turn] & ~barred)) >= setup.nest


def _question(setup: Setup, state: State) -> ChooseCards:
    hand, count = state.hands[state.turn], setup.nest
    cards, few, few_most, before = allowed_in_nest(setup, hand, state.deal.taken_up, state.ranking)
    otherwise = (OR_FOLD,) if setup.variant.fold != "no" else ()
    masks = CardSet(few), few_most, CardSet(before)
    return new(ChooseCards, (state.turn, CardSet(cards), hand, count, count, otherwise, *masks))


def _refusal(variant: Variant, question: ChooseCards, action: Action) -> str:
    cards = "one card" if question.most == 1 else f"{question.most} different cards"
    if not isinstance(action, Discard) or not is_well_typed(action):
        return f"Discard exactly {cards} to the nest."
    if not len(set(action.cards)) == len(action.cards) == question.most:
        return f"Discard exactly {cards} to the nest."
    if any(card not in question.held for card in action.cards):
        return f"You can only discard cards you hold. Choose {cards} from your hand."
    return not_in_nest(variant, question.few_most)
