"""Checks of a record up to the end of the auction."""

from collections import Counter
from dataclasses import dataclass, field

from .auction import Auction, is_again, names_color
from .batteries import Battery
from .cards import deck
from .dealing import Dealt, hand_size
from .dummy import Place, has_spare_hand
from .lines import Line, Reader, card_list, card_lists
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
    partners: list[int] = field(default_factory=list)  # by card named: its holder, the declarer for his own
    seller: int | None = None  # the dealer, if he sold
    lowest_wins: bool = False  # does the lowest card take a trick?
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


def read_shown_hand(reader: Reader, deal: Deal, auction: Auction) -> bool:
    """House rule: was a hand shown without being asked, before the bidding, so that all is dealt again?"""
    if not deal.row["misdeal_must"]:
        return False
    for seat in [(deal.dealer + 1 + i) % deal.row["seats"] for i in range(deal.row["seats"])]:
        if is_again(deal.hands[seat], in_sight(deal), deal.row):
            line = reader.take("misdeal")
            line.same("seat", seat)
            line.same_cards("cards", deal.hands[seat])
            auction.misdealt = True
            return True
    return False


def read_call(reader: Reader, deal: Deal, auction: Auction) -> bool:
    """A call of a house rule: a hold, a declared moon or a misdeal; returns whether there was one."""
    if reader.next_kind() not in ("hold", "shoot", "misdeal"):
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
        if not auction.may_claim(hand, in_sight(deal)):
            line.fail(f"seat {auction.turn} may not claim a misdeal")
        line.same_cards("cards", hand)
        auction.misdealt = True
    return True


def read_auction(reader: Reader, deal: Deal, thrown_in: int) -> Auction:
    """The bids and passes."""
    auction = Auction(row=deal.row, dealer=deal.dealer, thrown_in=thrown_in)
    if read_shown_hand(reader, deal, auction):
        return auction
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
