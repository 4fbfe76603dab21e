"""Random records: players who choose among everything the oracle allows.

They show that a record the oracle would have written agrees with it, and give tests a place to plant faults.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from .auction import Auction, names_color
from .cards import COLORS, deck
from .cut import cut_side
from .deal_record import Deal
from .dealing import deal_out
from .draw_pile import after_drawing, drawable
from .dummy import Place, callable_cards, has_spare_hand, who_chooses
from .games import ROWS, row_for
from .nest import discardable
from .play import first_place, legal_cards, trick_winner, turn_order
from .rows import Row
from .scoring import cut_needed, deal_scores, match_over, match_winners, trick_value

Json = dict[str, Any]


@dataclass
class Writer:
    """The record so far, the game and the dice."""

    row: Row
    rng: random.Random
    talk: float  # chance of a bid at each turn
    moon: int
    record: list[Json] = field(default_factory=list)

    def write(self, kind: str, **fields: object) -> None:
        """One more line."""
        self.record.append({"type": kind, **fields})


def make_record(
    key: str, seed: int, *, seats: int | None = None, talk: float = 0.3, **options: Any
) -> list[Json]:
    """The record of a whole match."""
    row = row_for(key, seats or ROWS[key]["seats"])
    chosen = {"target": row["target"], "deals": None, "max_deals": 200, "moon": 0, **options}
    writer = Writer(row, random.Random(seed), talk, chosen["moon"])
    writer.write("rules", key=key, seats=row["seats"], options=chosen)
    totals = [0 for _ in row["sides"]]
    dealer, played, thrown_in, number = writer.rng.randrange(row["seats"]), 0, 0, 0
    while not match_over(totals, played, chosen["target"], chosen["deals"], chosen["max_deals"]):
        number += 1
        deal = write_dealing(writer, dealer, number)
        auction = write_auction(writer, deal, thrown_in)
        if auction.declarer is None and not row["sale"]:
            writer.write("passed_out")
            thrown_in += 1
        else:
            write_declaring(writer, deal, auction)
            write_tricks(writer, deal)
            write_cut(writer, deal)
            totals = write_score(writer, deal, totals)
            played, thrown_in = played + 1, 0
        dealer = (dealer + 1) % row["seats"]
    writer.write("match", winners=match_winners(totals, row), totals=totals)
    return writer.record


def write_dealing(writer: Writer, dealer: int, number: int) -> Deal:
    """Shuffle and deal."""
    row = writer.row
    cards = deck(row)
    writer.rng.shuffle(cards)
    dealt = deal_out(cards, dealer, row)
    more: Json = {}
    if has_spare_hand(row):
        more["dummy"] = list(dealt.dummy)
    if row["battery"]:
        both = enumerate(dealt.batteries)
        more["batteries"] = {str(seat): {"up": list(one.up), "down": list(one.down)} for seat, one in both}
    if row["pile"]:
        more["pile"] = list(dealt.pile)
    if row["odd"]:
        more["odd"] = row["odd"]
    shown = {str(seat): list(hand) for seat, hand in enumerate(dealt.hands)}
    writer.write("deal", deal=number, dealer=dealer, hands=shown, nest=list(dealt.nest), **more)
    return Deal(row, dealer, dealt.hands, dealt.nest, dealt.dummy, dealt.batteries, dealt.pile)


def write_auction(writer: Writer, deal: Deal, thrown_in: int) -> Auction:
    """Bids a little above the last one, or passes."""
    auction = Auction(deal.row, deal.dealer, thrown_in)
    while not auction.over():
        seat = auction.turn
        color = writer.rng.choice(sorted(deal.row["caps"])) if names_color(deal.row) else None
        bids = auction.bids(color)
        if not bids or (auction.may_pass() and writer.rng.random() > writer.talk):
            writer.write("pass", seat=seat)
            auction.say(seat, None)
        else:
            bid = writer.rng.choice(bids[:2])
            named = {} if color is None else {"color": color}
            writer.write("bid", seat=seat, points=bid, **named)
            auction.say(seat, bid, color)
    return auction


def write_declaring(writer: Writer, deal: Deal, auction: Auction) -> None:
    """Sale, nest, trump, partner."""
    deal.bid = auction.high
    if deal.row["sale"]:
        write_sale(writer, deal, auction)
    else:
        assert auction.declarer is not None
        deal.declarer = auction.declarer
    if deal.row["trump"] == "bid":
        deal.trump = str(auction.color)
        return
    deal.trump = writer.rng.choice(COLORS)
    if deal.row["trump"] == "before":
        writer.write("trump", seat=deal.declarer, color=deal.trump)
    write_nest(writer, deal)
    if deal.row["trump"] == "after":
        writer.write("trump", seat=deal.declarer, color=deal.trump)
    if deal.row["teams"] == "called":
        card = writer.rng.choice(callable_cards(deck(deal.row), deal.hands[deal.declarer], deal.nest))
        deal.partners = [[card in hand for hand in deal.hands].index(True)]
        writer.write("partner", seat=deal.declarer, card=card)


def write_sale(writer: Writer, deal: Deal, auction: Auction) -> None:
    """Sell or keep, as the coin falls."""
    deal.declarer = deal.dealer
    if auction.declarer is None:
        return
    if writer.rng.random() < 0.5:
        writer.write("sell", seat=deal.dealer, to=auction.declarer, points=auction.high)
        deal.seller, deal.declarer = deal.dealer, auction.declarer
    else:
        writer.write("keep", seat=deal.dealer, points=auction.high)


def write_nest(writer: Writer, deal: Deal) -> None:
    """Take the nest up and discard as many cards."""
    row, hand, nest = deal.row, deal.hands[deal.declarer], deal.nest
    if not nest:
        return
    writer.write("nest", seat=deal.declarer, took=list(nest))
    if row["discards"] == "two_own":
        own = writer.rng.randrange(3)
        discarded = writer.rng.sample(hand, own) + writer.rng.sample(nest, row["nest"] - own)
    else:
        discarded = writer.rng.sample(discardable(hand + nest, row), row["nest"])
    deal.hands[deal.declarer] = [card for card in hand + nest if card not in discarded]
    deal.nest = discarded
    writer.write("discard", seat=deal.declarer, cards=list(discarded))


def write_tricks(writer: Writer, deal: Deal) -> None:
    """Any legal card; in Tennessee any of the two cards to draw."""
    row = deal.row
    leader = first_place(deal.dealer, deal.declarer, row)
    for _ in range(row["hand"] + row["pile"] // 2):
        played: list[tuple[Place, str]] = []
        for place in turn_order(leader, deal.dealer, deal.declarer, row):
            held = deal.held_at(place)
            if place[1] == "dummy" and row["dummy"] == "blind":
                card = held[0]
            else:
                card = writer.rng.choice(legal_cards(held, played[0][1] if played else None, deal.trump, row))
            deal.lay(place, card)
            played.append((place, card))
            by = who_chooses(place, deal.dealer, deal.declarer, row)
            writer.write("play", seat=place[0], by=by, **{"from": place[1]}, card=card)
        leader = trick_winner(played, deal.trump, row)
        cards = [card for _, card in played]
        value = trick_value(cards, row, deal.trump)
        writer.write("trick", winner=leader[0], **{"from": leader[1]}, cards=cards, points=value)
        deal.tricks.append((leader[0], cards))
        if deal.pile:
            write_drawing(writer, deal, leader[0])


def write_drawing(writer: Writer, deal: Deal, winner: int) -> None:
    """The winner draws one of the two cards, the other player the other one."""
    taken: str | None = None
    for seat in (winner, 1 - winner):
        choice = drawable(deal.pile, taken)
        taken = writer.rng.choice(sorted(choice))
        deal.hands[seat].append(choice[taken])
        writer.write("draw", seat=seat, **{"from": taken}, card=choice[taken])
    deal.pile = after_drawing(deal.pile)


def write_cut(writer: Writer, deal: Deal) -> None:
    """Cut until the sides differ."""
    if not cut_needed(deal.tricks, deal.row):
        return
    while deal.cut is None:
        cards = [writer.rng.choice(deck(deal.row)) for _ in range(deal.row["seats"])]
        for seat, card in enumerate(cards):
            writer.write("cut", seat=seat, card=card)
        deal.cut = cut_side(cards, deal.row)


def write_score(writer: Writer, deal: Deal, totals: list[int]) -> list[int]:
    """The score of the deal; returns the new totals."""
    score = deal_scores(
        deal.tricks,
        deal.nest,
        deal.declarer,
        deal.bid,
        deal.row,
        trump=deal.trump,
        odd=deal.odd_cards(),
        partners=deal.partners,
        cut=deal.cut,
        seller=deal.seller,
        moon=writer.moon,
    )
    after = [total + side["scored"] for total, side in zip(totals, score["sides"], strict=True)]
    sides = [{**side, "total": total} for side, total in zip(score["sides"], after, strict=True)]
    more = {} if score["dummy"] is None else {"dummy": score["dummy"]}
    writer.write("score", declarer=deal.declarer, bid=deal.bid, made=score["made"], sides=sides, **more)
    return after
