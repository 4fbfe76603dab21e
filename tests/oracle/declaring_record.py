"""Checks of a record from the end of the auction to the first lead: sale, nest, trump, partner."""

from .auction import Auction
from .cards import color_of, counter, deck, left_of
from .deal_record import Deal
from .dummy import callable_cards, camps
from .lines import Line, Reader
from .nest import discard_fault, is_barred

FIVE = 5


def read_sale(reader: Reader, deal: Deal, auction: Auction) -> None:
    """Cordova: the dealer sells the trump to the high bidder or keeps it, and then owes what was bid.

    "The dealer may sell for the number of points bid, or decline"; R-48: the highest bid.  Without a bid he
    names trump and owes nothing (R-50).
    """
    deal.declarer = deal.dealer
    deal.bid = auction.high
    if auction.declarer is None:
        return
    line = reader.take("sell", "keep")
    line.same("seat", deal.dealer)
    if line.kind() == "sell":
        offers = auction.bids_of if deal.row["sell_any"] else {auction.declarer: auction.high}
        deal.declarer = line.whole("to")
        if deal.declarer not in offers:
            line.fail(f"to should be one of {sorted(offers)}, the record says {deal.declarer}")
        deal.bid = offers[deal.declarer]
        deal.seller = deal.dealer
    line.same("points", deal.bid)


def read_nest(reader: Reader, deal: Deal) -> bool:
    """The declarer takes the whole nest into his hand and discards as many cards.

    Returns false, by house rules, for a deal that is dealt again because he has too few cards to discard.
    """
    if not deal.nest:
        return True
    line = reader.take("nest")
    line.same("seat", deal.declarer)
    took = line.cards("took")
    if sorted(took) != sorted(deal.nest):
        line.fail(f"the nest is {' '.join(deal.nest)}, the record took {' '.join(took)}")
    hand = deal.hands[deal.declarer] + deal.nest
    free = [card for card in hand if not is_barred(card, deal.row, deal.trump)]
    if deal.row["bury_impossible"] == "redeal" and len(free) < len(deal.nest):
        reader.take("passed_out")
        return False
    told = reader.take("laid") if reader.next_kind() == "laid" else None
    line = reader.take("discard", "fold") if deal.row["fold"] != "no" else reader.take("discard")
    line.same("seat", deal.declarer)
    if line.kind() == "fold":
        deal.folded = True
        return True
    cards = line.cards("cards")
    fault = discard_fault(hand, cards, deal.row, deal.nest, deal.trump)
    if fault is not None:
        line.fail(fault)
    check_told(told, line, cards, deal)
    for card in cards:
        hand.remove(card)
    deal.hands[deal.declarer] = hand
    deal.nest = cards
    return True


def check_told(told: Line | None, at: Line, cards: list[str], deal: Deal) -> None:
    """House rules: discarded trumps or counters lie face up; or it is said whether there are counters."""
    row, trump = deal.row, deal.trump
    counters = [card for card in cards if counter(card, row, trump)]
    trumps = [card for card in cards if trump and color_of(card, trump, row) == trump]
    shown = {*(counters if row["bury_counters"] == "shown" else [])}
    shown |= {*(trumps if row["trumps_shown"] else [])}
    says = row["nest_told"] or (row["bury_counters"] == "for_trumps" and bool(counters))
    if told is None:
        if shown or says:
            at.fail("no one was told of the counters in the discard")
        return
    if not shown and not says:
        told.fail("there is nothing to tell of the discard")
    told.same_cards("shown", [*shown])
    if says:
        told.same("has_counters", bool(counters))
    else:
        told.absent("has_counters")


def read_trump(reader: Reader, deal: Deal) -> None:
    """The declarer names a color; by house rules none, or that the lowest card wins, or the partner does."""
    seat = read_asking(reader, deal)
    line = reader.take("trump")
    line.same("seat", seat)
    deal.trump, deal.lowest_wins = str(line.data.get("color")), line.data.get("lowest_wins") is True
    named = f"{deal.trump} reversed" if deal.lowest_wins else deal.trump
    if named not in deal.row["namable"]:
        line.fail(f"{named!r} is not a color that may be named")


def read_asking(reader: Reader, deal: Deal) -> int:
    """Who names the trump: the declarer, or the partner he asks.

    House rule for five: asking costs five, and so does handing it back, but no bid is above the highest.
    """
    words = {"declarer": (0, 0), "or_partner": (1, 0), "partner_for_five": (2, FIVE)}
    times, price = words[deal.row["trump_by"]]
    seat, highest = deal.declarer, max(deal.row["caps"].values())
    for _ in range(times):
        if reader.next_kind() != "ask":
            break
        line = reader.take("ask")
        line.same("seat", seat)
        seat = (seat + 2) % 4
        line.same("to", seat)
        if price:
            deal.bid += price
            line.same("bid", deal.bid)
            if deal.bid > highest:
                line.fail(f"the trump may not be handed on for {deal.bid}")
        else:
            line.absent("bid")
    return seat


def read_partners(reader: Reader, deal: Deal) -> None:
    """High Card Partner: the declarer names a card (or two), and its holder is his partner."""
    if deal.row["teams"] != "called":
        return
    named: list[str] = []
    for _ in range(deal.row["called_cards"]):
        line = reader.take("partner")
        line.same("seat", deal.declarer)
        card = str(line.data.get("card"))
        if card not in callable_cards(
            deck(deal.row), deal.hands[deal.declarer], deal.nest, deal.row["partner_card"]
        ):
            line.fail(f"{card} is in no other hand, so its holder cannot be the partner")
        if card in named:
            line.fail(f"{card} was named before")
        named.append(card)
        holders = [seat for seat, hand in enumerate(deal.hands) if card in hand]
        deal.partners.append(holders[0] if holders else deal.declarer)


def read_lead(reader: Reader, deal: Deal) -> None:
    """House rules: the declarer leads, or has the player at his left or a partner lead."""
    if deal.row["lead"] not in ("bidder_or_left", "bidder_or_partner"):
        return
    line = reader.take("lead")
    line.same("seat", deal.declarer)
    mates = next(side for side in camps(deal.declarer, deal.partners, deal.row) if deal.declarer in side)
    if deal.row["lead"] == "bidder_or_left":
        mates = [deal.declarer, left_of(deal.declarer, deal.row)]
    deal.leader = line.whole("to")
    if deal.leader not in mates or deal.leader >= deal.row["seats"]:
        line.fail(f"seat {deal.leader} may not lead")
