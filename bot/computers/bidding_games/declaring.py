"""The declarer's choices before the play, and the dealer's sale in Cordova."""

from __future__ import annotations

from statistics import fmean
from typing import Final, NamedTuple

from bot.computers.bidding_games.bidding import eagerness
from bot.computers.bidding_games.nest import choose_discard
from bot.computers.bidding_games.prospects import Prospect, known_to, prospect
from bot.computers.bidding_games.trumps import best_color, cards_to_call, trumps_to_compare
from bot.computers.memory import Memory
from rules.bidding.deck import least_to_make, total_of
from rules.bidding.nest import Allowed
from rules.bidding.variant import Variant
from rules.core.actions import Action, AskPartner, CallPartner, Discard, Fold, GiveLead, Keep, NameTrump, Sell
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseCards, Seat

HOPELESS: Final = 0.07
"""A bid made in at most this share of deals is given up, if folding costs at most as much as failing."""
DOUBTFUL: Final = 0.5
"""A declarer asks for trump at the price of a higher bid only below this chance to make the bid without."""
SHORT: Final = 3
"""The partner names trump if the declarer's best color is less than 1 / ``SHORT`` of the hand."""


def lay(memory: Memory, decision: ChooseCards) -> Action:
    """The discard; or a fold, if that is offered and cheap, and the bid is hopeless."""
    setup, heard = memory.setup, memory.heard
    named = setup.variant.trump != "after_nest"
    outlook = prospect(known_to(memory), heard.card_order) if named else best_outlook(memory)
    options = [option.action for option in decision.otherwise]
    chance = outlook.chance(memory.owed)
    if Fold() in options and _is_cheap(setup.variant) and chance <= HOPELESS:
        return Fold()
    ranking = setup.ranking(outlook.trump)
    return Discard(choose_discard(setup, ranking, memory.hand, _allowed(decision), decision.most))


def _is_cheap(variant: Variant) -> bool:
    """Whether folding costs the bid and scores the opponents zero: then failing costs at least as much."""
    loses_all = variant.failure == "set_back" or variant.forfeit
    return loses_all and variant.fold == "opponents_nothing"


def discards(memory: Memory, decision: ChooseCards) -> dict[Discard, Prospect]:
    """Each trump's discard with the best prospect among the trumps that share it."""
    known, heard, setup = known_to(memory), memory.heard, memory.setup
    allowed = _allowed(decision)
    orders = [heard.card_order]
    if setup.variant.trump == "after_nest":
        orders = trumps_to_compare(memory)
    found: dict[Discard, Prospect] = {}
    for order in orders:
        discard = Discard(choose_discard(setup, setup.ranking(order), memory.hand, allowed, decision.most))
        outlook = prospect(known, order)
        if discard not in found or outlook.mean > found[discard].mean:
            found[discard] = outlook
    return found


def _allowed(decision: ChooseCards) -> Allowed:
    return Allowed(decision.cards, decision.few, decision.few_most if decision.few else 0, decision.before)


def best_outlook(memory: Memory) -> Prospect:
    """The prospect of the trump with the highest mean take."""
    trumps = trumps_to_compare(memory)
    known = known_to(memory, len(trumps))
    return max((prospect(known, trump) for trump in trumps), key=lambda outlook: outlook.mean)


def name_trump(memory: Memory, options: list[Action]) -> Action:
    """The trump to name, or a request that the partner names it if the declarer's colors are short.

    A partner who is asked names a color in which the highest card wins. Where asking raises the bid, only a
    declarer who would hardly make it asks.
    """
    color = best_color(memory)
    if memory.seat != memory.declarer:
        return NameTrump(color.trump, color.lowest_wins)
    outlook = best_outlook(memory)
    best = outlook.trump
    length = (memory.hand & memory.setup.ranking(color).trumps).bit_count()
    asks = AskPartner() in options and best.trump is not None and not best.lowest_wins
    if memory.setup.variant.trump_by == "partner_for_five":
        asks = asks and outlook.chance(memory.owed) < DOUBTFUL
    if asks and SHORT * length < memory.hand.bit_count():
        return AskPartner()
    return NameTrump(best.trump, best.lowest_wins)


class Call(NamedTuple):
    """A card that may be called, and what the declaring side would take."""

    card: Card
    outlook: Prospect
    is_alone: bool = False


def call_partner(memory: Memory, decision: ChooseCard) -> Action:
    """The call with the highest mean take; where playing alone earns more, with the highest mean score."""
    variant, bonus = memory.setup.variant, memory.setup.alone_bonus
    owed = memory.owed
    lost = memory.heard.bidding.bid * (variant.failure in ("set_back", "deducted"))

    def score(call: Call) -> float:
        times, more = (1 + variant.alone_doubles, bonus) if call.is_alone else (1, 0)
        return fmean(take * times + more if take >= owed else -lost for take in call.outlook.takes)

    compared = calls(memory, decision)
    has_prize = any(call.is_alone for call in compared)
    return CallPartner(max(compared, key=score if has_prize else lambda call: call.outlook.mean).card)


def calls(memory: Memory, decision: ChooseCard) -> list[Call]:
    """The calls compared: the highest card the hand lacks of each suit, and an own one where that pays."""
    heard, own = memory.heard, memory.hand | memory.discarded
    before = tuple(heard.called)
    cards = cards_to_call(memory.ranking, own, decision.cards)
    alone = _calls_of_own(memory, own, decision)
    known = known_to(memory, len(cards) + bool(alone))
    found = [Call(card, prospect(known, heard.card_order, calls=(*before, card))) for card in cards]
    if alone:
        found.append(
            Call(alone[0], prospect(known, heard.card_order, calls=(*before, *alone)), is_alone=True)
        )
    return found


def _calls_of_own(memory: Memory, own: int, decision: ChooseCard) -> tuple[Card, ...]:
    """The cards of its own by which a declarer plays alone: discards first; empty if that earns no more."""
    setup, called = memory.setup, memory.heard.called
    if not (setup.alone_bonus or setup.variant.alone_doubles) or any(not own >> card & 1 for card in called):
        return ()
    power, suit = memory.ranking.power, memory.ranking.suit
    cards = sorted(
        CardSet(own & decision.cards),
        key=lambda card: (not memory.discarded >> card & 1, power[suit[card]][card]),
    )
    return tuple(cards[: setup.called_cards - len(called)])


def give_lead(memory: Memory, options: list[Action]) -> Action:
    """The first leader with the best prospect; the first option if equal."""
    heard, trump = memory.heard, memory.heard.card_order
    leads = [option for option in options if isinstance(option, GiveLead)]
    known = known_to(memory, len(leads))
    return max(leads, key=lambda lead: prospect(known, trump, calls=tuple(heard.called), leader=lead.to).mean)


class Sale(NamedTuple):
    """The worth of keeping and of selling to a bidder, in points over the others' average."""

    buyer: Seat
    price: int
    keeping: float
    selling: float


def sell_or_keep(memory: Memory, options: list[Action]) -> Action:
    """Sell to the highest bidder unless keeping is worth more points over the others' average."""
    sale = worth_of_sale(memory, options)
    return Keep() if sale.keeping > sale.selling else Sell(sale.buyer)


def worth_of_sale(memory: Memory, options: list[Action]) -> Sale:
    """The highest bidder and bid; worth of keeping or selling trump in points over the others' average."""
    offers = {sale.to: memory.heard.bidding.bids[sale.to] for sale in options if isinstance(sale, Sell)}
    buyer, price = max(offers.items(), key=lambda offer: offer[1])
    total, others = total_of(memory.setup.variant, memory.setup.seats), len(memory.order) - 1
    outlook = best_outlook(memory)
    # One's own prospects are judged as soberly as in an auction.
    taken = min(total, outlook.mean + min(0.0, eagerness(memory)) * outlook.spread)
    owed = least_to_make(memory.setup.variant, price)
    kept = taken - (1 - outlook.chance(owed)) * price
    keeping = kept - (total - taken) / others
    # The buyer is expected to take about the bid; the rest is shared.
    rest = max(0, total - price) / (others + 1)
    return Sale(buyer, price, keeping, price + rest - (total - rest) / others)
