"""Checks of a record up to the first lead: dealing, auction, sale, nest, trump, partner."""

from collections import Counter
from dataclasses import dataclass, field

from .auction import Auction, names_color
from .batteries import Battery
from .called import Called
from .cards import deck
from .dealing import Dealt, hand_size
from .dummy import Place, has_spare_hand
from .house import House, check_told, for_trumps_fault, is_again, read_asking, read_told, same_cards
from .lines import Line, Reader, card_list, card_lists
from .nest import discard_fault
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
    lowest: bool = False  # does the lowest card win?
    partners: list[int] = field(default_factory=list)  # by card named: its holder, the declarer for his own
    called: Called = field(default_factory=Called)  # the rules about the cards named
    seller: int | None = None  # the dealer, if he sold
    tricks: list[Trick] = field(default_factory=list)
    cut: int | None = None  # the side that cut higher
    house: House = field(default_factory=House)

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
        return [card for hand in self.hands for card in hand]


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
    if row["odd"]:
        line.same("odd", row["odd"])
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
    check_size(line, "the dummy", dealt.dummy, row["hand"])


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


def read_auction(reader: Reader, deal: Deal, thrown_in: int) -> Auction | None:
    """The bids and passes; None if a hand was shown, so that the cards are dealt again."""
    auction = Auction(row=deal.row, dealer=deal.dealer, thrown_in=thrown_in)
    spoken: list[int] = []
    while not auction.over():
        line = reader.take("bid", "pass", "misdeal")
        seat = line.whole("seat")
        if line.kind() == "misdeal":
            read_claim(line, deal, seat, auction.turn, spoken)
            return None
        spoken.append(seat)
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


def read_claim(line: Line, deal: Deal, seat: int, turn: int, spoken: list[int]) -> None:
    """A player shows a hand that may be dealt again, at his first turn."""
    if seat != turn or seat in spoken or deal.house.must:
        line.fail(f"seat {seat} may not show a hand now")
    if not is_again(deal.hands[seat], deal.house, deal.row):
        line.fail(f"the hand of seat {seat} is not dealt again")
    same_cards(line, "cards", deal.hands[seat])


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
    line.same("points", auction.high)
    if line.kind() == "sell":
        line.same("to", auction.declarer)
        deal.declarer = auction.declarer
        deal.seller = deal.dealer


def read_nest(reader: Reader, deal: Deal) -> None:
    """The declarer takes the whole nest into his hand and discards as many cards."""
    if not deal.nest:
        return
    line = reader.take("nest")
    line.same("seat", deal.declarer)
    took = line.cards("took")
    if sorted(took) != sorted(deal.nest):
        line.fail(f"the nest is {' '.join(deal.nest)}, the record took {' '.join(took)}")
    hand = deal.hands[deal.declarer] + deal.nest
    told = read_told(reader)
    line = reader.take("discard")
    line.same("seat", deal.declarer)
    cards = line.cards("cards")
    fault = discard_fault(hand, cards, deal.row, deal.nest)
    if fault is None and deal.house.counters == "for_trumps":
        fault = for_trumps_fault(hand, cards, deal.trump, deal.row)
    if fault is not None:
        line.fail(fault)
    check_told(told, line, cards, deal.trump, deal.house, deal.row)
    for card in cards:
        hand.remove(card)
    deal.hands[deal.declarer] = hand
    deal.nest = cards


def read_trump(reader: Reader, deal: Deal) -> None:
    """The declarer names one of the four colors; by house rule "no color", and that the lowest card wins."""
    seat, deal.bid = read_asking(reader, deal.declarer, deal.bid, deal.house, deal.row)
    line = reader.take("trump")
    line.same("seat", seat)
    deal.trump, deal.lowest = str(line.data.get("color")), line.data.get("lowest_wins") is True
    named = f"{deal.trump} reversed" if deal.lowest else deal.trump
    if named not in deal.row["namable"]:
        line.fail(f"{named!r} is not a color")


def read_partners(reader: Reader, deal: Deal) -> None:
    """High Card Partner: the declarer names a card (or two), and its holder is his partner."""
    if deal.row["teams"] != "called":
        return
    own = deal.hands[deal.declarer] + deal.nest
    named: list[str] = []
    for _ in range(deal.called.cards):
        line = reader.take("partner")
        line.same("seat", deal.declarer)
        card = line.data.get("card")
        if card in own and not deal.called.own:
            line.fail(f"{card} is in no other hand, so its holder cannot be the partner")
        if card not in deck(deal.row):
            line.fail(f"{card} is in no other hand, nor in the deck")
        if card in named:
            line.fail(f"{card} was named before")
        named.append(str(card))
        holders = [seat for seat, hand in enumerate(deal.hands) if card in hand]
        deal.partners.append(holders[0] if holders else deal.declarer)
