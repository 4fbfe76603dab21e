"""House rules that contradict each other, each with the sentence that says so.

A variant without conflicts can be played with every number of players it is for. Sentences name options by
their labels, in quotation marks, and say what would fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from typing import Final

from rules.bidding import deck
from rules.bidding.house.forms import DEFAULTS, option_value
from rules.bidding.house.needs import Need, has_two_sides, is_barred
from rules.bidding.house.offered import OFFERED
from rules.bidding.house.row import Row
from rules.bidding.variant import Variant
from rules.core.cards import Color
from rules.core.words import listed

MOST_HELD: Final = 24
"""Cards in one hand, the nest included: more cannot be shown and chosen from on a phone."""
FEWEST_HELD: Final = 4
FEWEST_FOR_TWO: Final = 5
"""Players of a game in which two partners are called: two are left to play against the three."""
SELDOM: Final = 1_000_000
"""Deals in which a hand must come at least once for a rule on it to have an effect."""


def conflict(variant: Variant) -> str | None:
    """The first contradiction in a variant, as a sentence; None if it can be played."""
    return next((sentence for check in _CHECKS for sentence in check(variant)), None)


def unmet(variant: Variant, row: Row) -> Need | None:
    """The first condition of an option that the variant does not meet; None if it meets all."""
    return next((need for need in row.needs if not need.is_met(variant)), None)


def _needs(variant: Variant) -> Iterator[str]:
    """Options set to a value that has no effect without another option."""
    for row in OFFERED:
        need = unmet(variant, row) if row.needs and option_value(variant, row) != DEFAULTS[row.key] else None
        if need is not None and need.words:
            yield f"“{row.label}” {need.words}."


def _who_plays(variant: Variant) -> Iterator[str]:
    """Numbers of players that do not fit the kind of partners."""
    if not variant.seats:
        yield "No one could play: “Players” needs a number from 2 to 8."
    for seats in variant.seats:
        if variant.teams == "partners" and (seats % 2 or seats < 4):
            yield f"“Partners” on two sides need an even number of “Players” from four up, not {seats}."
        if variant.teams == "called" and seats < 4:
            yield f"“Partners” by a called card need four “Players” or more, not {seats}."
        if variant.teams == "called" and seats < FEWEST_FOR_TWO and deck.called_cards(variant, seats) > 1:
            yield f"Two “Partners called” need five “Players” or more: with {seats} it is three against one."
        if variant.teams == "dummy" and seats != 3:
            yield f"“Partners” with a dummy are for three “Players”, not {seats}."
    if variant.teams in ("called", "dummy") and variant.credit == "side":
        yield "“Partners” who change in every deal need “Who keeps score” set to each player."
    if variant.seat_change == "rotate" and variant.credit == "side":
        yield "If everyone plays with everyone (“Changing seats”), set “Who keeps score” to each player."
    if variant.seat_change == "rotate" and variant.seats != (4,):
        yield "“Changing seats” so that everyone plays with everyone is for four “Players”."
    if variant.teams == "called" and variant.packs > 1:
        yield "“Partners” by a called card need one deck: with two “Decks” two players might hold it."


def _dummies(variant: Variant) -> Iterator[str]:
    """Dummies that do not fit partners, players or first lead."""
    teams, dummy, lead = variant.teams, variant.dummy, variant.first_lead
    if (teams == "dummy") != (dummy in ("opposite", "south")):
        yield "“Partners” with a dummy and a “Dummy” that is an extra open hand go together: both or neither."
    if dummy in ("dealers_partner", "declarers_partner") and (teams != "partners" or variant.seats != (4,)):
        yield "A “Dummy” that is someone's partner needs four “Players” and “Partners” on two sides."
    if dummy == "blind" and (teams != "solo" or variant.seats != (2,)):
        yield "A “Dummy” that lies face down is for two “Players”, without “Partners”."
    if dummy != "none" and variant.extra != "none":
        yield "A “Dummy” does not go with “Cards on the table”: choose one of the two."
    if dummy == "dealers_partner" and lead not in ("left_of_dealer", "dealer"):
        yield (
            "The dealer's partner is the “Dummy” and must not have the “First lead”. Let the dealer lead, "
            "or the player to the left."
        )
    if dummy == "declarers_partner" and lead not in ("left_of_declarer", "declarer", "declarer_or_left"):
        yield (
            "The bidder's partner is the “Dummy” and must not have the “First lead”. Let the bidder lead, "
            "or the player to the left."
        )
    if dummy == "blind" and variant.majority and variant.majority_tie == "cut":
        yield "A “Dummy” that lies face down can't cut on a “Tie for most tricks”."


def _deck(variant: Variant) -> Iterator[str]:
    """Options about numbers that are not in the deck, with some number of players."""
    decks = [variant.numbers_with.get(seats, variant.numbers) for seats in variant.seats]
    if not all(decks):
        yield "“Numbers” must leave some cards in the deck."
    if variant.high == 1 and any(1 not in numbers for numbers in decks):
        yield "“Highest number” is the 1, but “Numbers” leave it out of the deck."
    for number, points in sorted(variant.counters.items()):
        if points and any(number not in numbers for numbers in decks):
            yield f"“Counters” give points to the {number}, but “Numbers” leave it out of the deck."
    if variant.red_one and variant.second_bird == "R1":
        yield "The red 1 can't be both the “Red 1” and the “Baby bird”. Choose another card for one of them."
    for seats in variant.seats if variant.misdeal_claim == "only_numbers" else ():
        cards, held = deck.cards_of(variant, seats), deck.hand_size(variant, seats)
        fitting = sum(deck.fits_misdeal(variant, one) for one in cards)
        if seats * comb(fitting, held) * SELDOM < comb(len(cards), held):
            yield (
                f"A “Misdeal” by numbers: {fitting} cards have the “Misdeal numbers”. A hand of {held} of "
                f"them would come less than once in {SELDOM:,} deals. Choose more numbers."
            )
    if variant.trump_counters and variant.no_trump != "no":
        yield "If only trump counts (“Colors that count”), a deal with “No color” would have no points."


def _deal(variant: Variant) -> Iterator[str]:
    """Cards that cannot be dealt evenly, or hands too small or too large."""
    if variant.extra != "none":
        yield from _cards_on_the_table(variant)
        return
    for seats in variant.seats:
        cards, nest = len(deck.cards_of(variant, seats)), deck.nest_size(variant, seats)
        hands = deck.dealt_hands(variant, seats)
        if nest and (cards - nest) % hands:
            yield (
                f"A “Nest” of {nest} leaves {max(cards - nest, 0)} of {cards} cards, which "
                f"{_sharing(variant, seats)} cannot share evenly: choose a “Nest” of "
                f"{_even_nests(cards, hands)}."
            )
        size = -(-(cards - nest) // hands)
        if (cards - nest) // hands < FEWEST_HELD:
            yield (
                f"{cards} cards (“Numbers”, “Decks”) less a “Nest” of {nest} are too few for "
                f"{seats} “Players”: each needs {FEWEST_HELD}."
            )
        if size + nest > MOST_HELD:
            yield (
                f"{cards} cards (“Numbers”, “Decks”, “Rook”) are too many for {seats} “Players”. {size} in a "
                f"hand and {nest} in the “Nest” are more than {MOST_HELD}."
            )


def _cards_on_the_table(variant: Variant) -> Iterator[str]:
    if variant.seats != (2,) or variant.teams != "solo":
        yield "“Cards on the table” are for two “Players”, without “Partners”."
        return
    if variant.nest_dealt == "interleaved":
        yield "“Cards on the table” are dealt after the hands, so “Nest dealt” must be last."
    if variant.packs > 1:
        yield "“Cards on the table” are dealt from one deck: choose one of the “Decks”."
    if variant.hand is None:
        yield "“Cards on the table” need a number of “Cards each”."
        return
    cards, nest = len(deck.cards_of(variant, 2)), deck.nest_size(variant, 2)
    rest = cards - nest - 2 * variant.hand
    counted = f"{cards} cards less a “Nest” of {nest} and {variant.hand} “Cards each”"
    if variant.extra == "batteries" and (variant.hand, rest) != (deck.BATTERY, 2 * deck.BATTERY):
        yield f"“Cards on the table”: batteries and hands have ten cards each. But {counted} leave {rest}."
    if variant.extra == "draw_pile" and (rest < 2 or rest % 2):
        yield f"“Cards on the table”: a pile to draw from must be even. But {counted} leave {rest}."
    if variant.hand + nest > MOST_HELD:
        yield f"“Cards each” and the “Nest” are more than {MOST_HELD} cards in one hand."


def _sharing(variant: Variant, seats: int) -> str:
    return f"{seats} “Players”" + (" and a “Dummy”" if deck.dealt_hands(variant, seats) > seats else "")


def _even_nests(cards: int, hands: int) -> str:
    """The nest sizes that leave an even deal, as text; "none" too, because odd cards are allowed then."""
    return listed(["none", *map(str, deck.even_nests(cards, hands))], "or")


def _bids(variant: Variant) -> Iterator[str]:
    """Auctions without a possible opening bid, or bids that can never be made."""
    opening, step = deck.opening_of(variant), variant.bid_step
    for seats in variant.seats:
        total = max(deck.totals_of(variant, seats))
        if opening > total - (not variant.exact_makes):
            exactly = "" if variant.exact_makes else ", and an “Exact bid” fails"
            yield (
                f"A “Lowest bid” of {opening} (“Bid step” {step}) could never be made: all the points of a "
                f"deal are {total}{exactly}."
            )
        caps = deck.caps_of(variant, seats)
        cap = max(caps[color] for color in deck.colors_of(variant))
        if opening > cap:
            yield f"The “Lowest bid” ({opening}, “Bid step” {step}) is above the “Highest bid” ({cap})."
        elif variant.trump_by == "partner_for_five" and opening + deck.FOR_TRUMP > cap:
            yield (
                f"“Naming trump” for {deck.FOR_TRUMP} more on the bid needs a “Highest bid” ({cap}) so much "
                f"above the “Lowest bid” ({opening})."
            )


def _auctions(variant: Variant) -> Iterator[str]:
    """Ways to bid and to name trump that exclude each other."""
    if variant.auction == "sale":
        if variant.teams != "solo":
            yield "An “Auction” in which the dealer sells is for everyone for themselves (“Partners”)."
        if variant.first_bidder == "dealer":
            yield "A dealer who sells does not bid in the “Auction”: the “First bidder” is another."
        if variant.trump == "with_bid":
            yield "“Trump named” with the bid does not go with an “Auction” in which the dealer sells."
        if variant.going_out != "higher":
            yield "“Going out” by your bid does not go with an “Auction” in which the dealer sells."
    if variant.trump == "before_nest" and not deck.has_nest(variant):
        yield "“Trump named” before the nest needs a “Nest”."
    if variant.trump == "with_bid" and deck.may_reverse(variant):
        yield "“Trump named” with the bid can't also let the lowest card win (“No color”)."
    if variant.shoot and variant.target_checked == "each_trick":
        yield "“Moon for the match” needs every trick, so “Target checked” can't stop a deal early."


def _discards(variant: Variant) -> Iterator[str]:
    """Contradictions about the discard, and about the score when the bidder gives up."""
    if variant.nest_is_trick and variant.trick_points:
        yield "“Nest as a trick” does not go with “Trick points”: the nest is worth none."
    if variant.fold == "opponents_all" and not has_two_sides(variant):
        yield "“Giving up” all the points to the others needs “Partners” on two sides, or two “Players”."
    if variant.fold == "opponents_all" and variant.trump == "after_nest" and deck.differs_by_trump(variant):
        yield (
            "All the points of a deal depend on its trump here. “Giving up” all of them to the others needs "
            "“Trump named” before the nest."
        )
    if variant.bury_counters == "for_trumps":
        if variant.trump == "after_nest":
            yield "“Discarding counters” instead of trumps needs “Trump named” before the nest."
        if variant.bury_trumps == "no":
            yield "“Discarding counters” instead of trumps needs “Discarding trumps” to be allowed."
        if variant.exchange is not None:
            yield (
                "“Discarding counters” instead of trumps does not go with a limit on “Own cards in the "
                "discard”."
            )
    if variant.bury_impossible == "redeal":
        yield from _redeals(variant)


def _redeals(variant: Variant) -> Iterator[str]:
    """Dealing again for too few cards to discard would happen too often."""
    for seats in variant.seats:
        cards, nest = deck.cards_of(variant, seats), deck.nest_size(variant, seats)
        allowed = min(sum(not is_barred(variant, one, trump) for one in cards) for trump in Color)
        if variant.bury_trumps == "no":
            allowed = allowed * 3 // 4
        held = deck.hand_size(variant, seats) + nest
        if allowed * held < 2 * nest * len(cards):
            yield (
                "Dealing again for “Too few to discard” would seldom end. Choose a smaller “Nest”, or let "
                "more cards be discarded (“Discarding counters”, “Discarding trumps”)."
            )


def _leads(variant: Variant) -> Iterator[str]:
    """First leads that no player could have, or that would tell a secret partner."""
    if variant.first_lead != "declarer_or_partner":
        return
    if variant.teams not in ("partners", "called"):
        yield "The “First lead” of a partner needs “Partners” on two sides, or by a called card."
    if variant.teams == "called" and variant.partner_shown == "on_play":
        yield "The “First lead” of a called partner would give away who that is, against “Partner known”."


def _match(variant: Variant) -> Iterator[str]:
    """Matches that would not end, or in which one rule cancels another."""
    if variant.target is None and variant.deals is None:
        yield "A match needs a “Target” or a number of “Deals”."
    if variant.all_pass == "counted" and variant.deals is None:
        yield "A deal that everyone passes (“If everyone passes”) can count only with a number of “Deals”."
    if variant.deals is not None and variant.deals > variant.max_deals:
        yield f"{variant.deals} “Deals” are more than the “Most deals” ({variant.max_deals})."
    if variant.target_checked == "each_trick" and variant.going_out != "higher":
        yield "“Target checked” after each trick does not go with “Going out” by your bid."
    if variant.target_checked == "each_trick" and variant.winner_made_bid:
        yield "“Target checked” after each trick does not go with a “Star” for a bid made."
    if variant.going_out == "own_bid" and variant.winner_made_bid and not deck.wins_by_partners_bid(variant):
        yield "Who may win only by a bid (“Going out”) has a “Star” for it already: choose one of the two."


_CHECKS: Final[tuple[Callable[[Variant], Iterator[str]], ...]] = (
    _who_plays,
    _deck,
    _needs,
    _dummies,
    _deal,
    _bids,
    _auctions,
    _discards,
    _leads,
    _match,
)
