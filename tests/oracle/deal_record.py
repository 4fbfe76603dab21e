"""Checks of a record up to the first lead: dealing, auction, sale, nest, trump, partner."""

from collections import Counter
from dataclasses import dataclass, field

from .auction import Auction, names_color
from .batteries import Battery
from .cards import COLORS, deck, left_of
from .dealing import Dealt, hand_size
from .dummy import Place, callable_cards, camps, has_spare_hand
from .lines import Line, Reader, card_list, card_lists
from .nest import discard_fault, is_barred
from .rows import Row
from .scoring import Trick


@dataclass
class Deal:
    """The facts read so far of the present deal."""

    row: Row
    dealer: int
    hands: list[list[str]]
    nest: list[str]
    dummy: list[str] = field(default_factory=list)  # the hand without a person
    batteries: list[Battery] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    declarer: int = -1
    bid: int = 0
    trump: str = ""
    partner: int | None = None  # called by his card
    seller: int | None = None  # the dealer, if he sold
    lowest_wins: bool = False
    leader: int | None = None  # the player the declarer let lead
    folded: bool = False
    shot: bool = False
    tricks: list[Trick] = field(default_factory=list)
    cut: int | None = None  # the side that cut higher

    def held_at(self, place: Place) -> list[str]:
        """The cards that lie ready to be played from a place."""
        seat, zone = place
        if zone == "battery":
            return self.batteries[seat].exposed()
        return self.dummy if seat == len(self.hands) else self.hands[seat]

    def lay(self, place: Place, card: str) -> None:
        """Take a played card away from its place."""
        seat, zone = place
        if zone == "battery":
            self.batteries[seat].play(card)
        else:
            self.held_at(place).remove(card)

    def odd_cards(self) -> list[str]:
        """The cards left in the hands after the last trick."""
        return [card for hand in (*self.hands, self.dummy) for card in hand]


def read_dealing(reader: Reader, row: Row, number: int, dealer: int | None) -> Deal:
    """The deal line: its number, the dealer, every size, every card of the deck once."""
    line = reader.take("deal")
    line.same("deal", number)
    if dealer is not None:
        line.same("dealer", dealer)
    dealer = line.whole("dealer")
    if dealer not in range(row["seats"]):
        line.fail(f"there is no seat {dealer} to deal")
    dealt = Dealt(hands=card_lists(line, "hands", row["seats"]), nest=line.cards("nest"))
    for seat, hand in enumerate(dealt.hands):
        check_size(line, f"seat {seat}", hand, hand_size(seat, dealer, row))
    check_size(line, "the nest", dealt.nest, row["nest"])
    sizes = [hand_size(seat, dealer, row) for seat in range(row["seats"])]
    if odd := sum(size - min(sizes) for size in sizes):
        line.same("odd", odd)
    else:
        line.absent("odd")
    read_dummy(line, dealt, row)
    read_batteries(line, dealt, row)
    read_pile(line, dealt, row)
    check_deck(line, dealt, row)
    return Deal(
        row=row,
        dealer=dealer,
        hands=dealt.hands,
        nest=dealt.nest,
        dummy=dealt.dummy,
        batteries=dealt.batteries,
        pile=dealt.pile,
    )


def check_size(line: Line, who: str, cards: list[str], size: int) -> None:
    """The right number of cards was dealt."""
    if len(cards) != size:
        line.fail(f"{who} was dealt {len(cards)} cards, not {size}")


def read_dummy(line: Line, dealt: Dealt, row: Row) -> None:
    """The hand of a dummy that no person holds."""
    if not has_spare_hand(row):
        line.absent("dummy")
        return
    dealt.dummy = line.cards("dummy")
    check_size(line, "the dummy", dealt.dummy, hand_size(row["seats"], line.whole("dealer"), row))


def read_batteries(line: Line, dealt: Dealt, row: Row) -> None:
    """The two batteries, five cards up and five down each."""
    if not row["battery"]:
        line.absent("batteries")
        return
    given = line.data.get("batteries")
    if not isinstance(given, dict) or sorted(given) != ["0", "1"]:
        line.fail("batteries should hold one battery for each seat")
    for seat in range(2):
        battery = given[str(seat)]
        if not isinstance(battery, dict):
            line.fail(f"the battery of seat {seat} should be an object, it is {battery!r}")
        up = card_list(line, f"the open battery of seat {seat}", battery.get("up"))
        down = card_list(line, f"the covered battery of seat {seat}", battery.get("down"))
        check_size(line, f"the open battery of seat {seat}", up, row["battery"])
        check_size(line, f"the covered battery of seat {seat}", down, row["battery"])
        dealt.batteries.append(Battery(up=up, down=down))


def read_pile(line: Line, dealt: Dealt, row: Row) -> None:
    """The drawing pile."""
    if not row["pile"]:
        line.absent("pile")
        return
    dealt.pile = line.cards("pile")
    check_size(line, "the pile", dealt.pile, row["pile"])


def check_deck(line: Line, dealt: Dealt, row: Row) -> None:
    """All that was dealt is the deck, each card once."""
    parts = [*dealt.hands, dealt.nest, dealt.dummy, dealt.pile]
    for battery in dealt.batteries:
        parts += [battery.up, battery.down]
    there = Counter(card for cards in parts for card in cards)
    whole = Counter(deck(row))
    if there != whole:
        extra = " ".join(sorted((there - whole).elements()))
        missing = " ".join(sorted((whole - there).elements()))
        line.fail(f"the cards dealt are not the pack: too many {extra or '-'}, missing {missing or '-'}")


def in_sight(deal: Deal) -> list[str]:
    """The cards that lie face up during the auction."""
    shown = [card for battery in deal.batteries for card in battery.up]
    if deal.row["nest_shown"] == "top_card":
        shown += deal.nest[-1:]
    return shown + deal.pile[:1]


def read_call(reader: Reader, deal: Deal, auction: Auction) -> bool:
    """A call of a house rule: a hold, a declared moon or a misdeal; returns whether there was one."""
    if reader.at_end() or reader.lines[reader.at].kind() not in ("hold", "shoot", "misdeal"):
        return False
    line = reader.take("hold", "shoot", "misdeal")
    line.same("seat", auction.turn)
    hand = deal.hands[auction.turn]
    if line.kind() == "hold":
        if not auction.may_hold():
            line.fail(f"seat {auction.turn} may not hold")
        auction.hold()
    elif line.kind() == "shoot":
        if not deal.row["shoot"]:
            line.fail("no moon may be declared")
        auction.shoot()
    else:
        if not auction.may_claim(hand, in_sight(deal)) or sorted(line.cards("cards")) != sorted(hand):
            line.fail(f"seat {auction.turn} may not claim a misdeal")
        auction.misdealt = True
    return True


def read_auction(reader: Reader, deal: Deal, thrown_in: int) -> Auction:
    """The bids and passes."""
    auction = Auction(row=deal.row, dealer=deal.dealer, thrown_in=thrown_in)
    while not auction.over():
        if read_call(reader, deal, auction):
            continue
        line = reader.take("bid", "pass")
        seat = line.whole("seat")
        call = None
        color = None
        if line.kind() == "bid":
            call = line.whole("points")
            if names_color(deal.row):
                color = str(line.data.get("color"))
            else:
                line.absent("color")
        fault = auction.fault(seat, call, color)
        if fault is not None:
            line.fail(fault)
        auction.say(seat, call, color)
    return auction


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
            line.fail(f"the dealer may not sell to seat {deal.declarer}")
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
    line = reader.take("discard", "fold") if deal.row["fold"] != "no" else reader.take("discard")
    line.same("seat", deal.declarer)
    if line.kind() == "fold":
        deal.folded = True
        return True
    cards = line.cards("cards")
    fault = discard_fault(hand, cards, deal.row, deal.nest, deal.trump)
    if fault is not None:
        line.fail(fault)
    for card in cards:
        hand.remove(card)
    deal.hands[deal.declarer] = hand
    deal.nest = cards
    return True


def read_trump(reader: Reader, deal: Deal) -> None:
    """The declarer names one of the four colors; by house rules none, with the lowest winning, or asks."""
    names = deal.declarer
    if deal.row["trump_by"] == "or_partner":
        line = reader.take("ask", "trump")
        if line.kind() == "ask":
            names = (deal.declarer + 2) % 4
            line.same("seat", deal.declarer)
            line.same("to", names)
        else:
            reader.at -= 1
    line = reader.take("trump")
    line.same("seat", names)
    color = line.data.get("color")
    if color not in COLORS and (color != "none" or deal.row["no_trump"] == "no"):
        line.fail(f"{color!r} is not a color")
    deal.trump = str(color)
    deal.lowest_wins = bool(line.data.get("lowest_wins"))
    if deal.lowest_wins and deal.row["no_trump"] != "reversed":
        line.fail("the lowest card may not win")


def read_partner(reader: Reader, deal: Deal) -> None:
    """High Card Partner: the declarer names a card, and its holder is his partner."""
    if deal.row["teams"] != "called":
        return
    line = reader.take("partner")
    line.same("seat", deal.declarer)
    card = line.data.get("card")
    if card not in callable_cards(
        deck(deal.row), deal.hands[deal.declarer], deal.nest, deal.row["partner_card"]
    ):
        line.fail(f"{card} is in no other hand, so its holder cannot be the partner")
    deal.partner = deal.declarer
    for seat, hand in enumerate(deal.hands):
        if card in hand:
            deal.partner = seat


def read_lead(reader: Reader, deal: Deal) -> None:
    """House rules: the declarer leads, or has the player at his left or his partner lead."""
    if deal.row["lead"] not in ("bidder_or_left", "bidder_or_partner"):
        return
    line = reader.take("lead")
    line.same("seat", deal.declarer)
    mates = next(side for side in camps(deal.declarer, deal.partner, deal.row) if deal.declarer in side)
    if deal.row["lead"] == "bidder_or_left":
        mates = [deal.declarer, left_of(deal.declarer, deal.row)]
    deal.leader = line.whole("to")
    if deal.leader not in mates or deal.leader >= deal.row["seats"]:
        line.fail(f"seat {deal.leader} may not lead")
