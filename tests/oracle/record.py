"""Check the record of a match, line by line, against the rule book."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .auction import Auction
from .called import Called, read_called
from .cards import left_of
from .deal_record import Deal, read_auction, read_dealing, read_nest, read_partners, read_sale, read_trump
from .ends import Ends, hear, must_bid_after, read_ends, winning_sides
from .games import ROWS, row_for, seat_counts
from .house import House, read_house, read_shown_hand, row_of_house
from .house_rows import with_house_rules
from .lines import Disagreement, Line, Reader
from .rows import Row, unknown
from .scoring import DealScore, deal_scores
from .stopping import is_stopped, stopped_scores
from .trick_record import read_cut, read_tricks


@dataclass
class Match:
    """The facts read so far of the match, between two deals."""

    row: Row
    ends: Ends
    moon: int
    own_moon: bool  # must the declarer's own hand take all the tricks?
    all_points: int
    called: Called
    each_trick: bool  # is the target looked at after each trick?
    house: House = field(default_factory=House)
    totals: list[int] = field(default_factory=list)
    dealings: int = 0  # deals dealt, thrown-in ones too
    played: int = 0  # deals played out
    thrown_in: int = 0  # deals thrown in one after the other just now
    dealer: int | None = None  # the last one
    same_dealer: bool = False  # does he deal again, because of a hand that was shown?

    def winners(self) -> list[int] | None:
        """The sides that have won; None while it continues."""
        return winning_sides(self.totals, self.played, self.thrown_in, self.ends)

    def stopping(self, deal: Deal) -> bool:
        """Does the deal stop after the tricks taken so far?"""
        if not self.each_trick or self.ends.deals is not None:
            return False
        return is_stopped(self.totals, score_so_far(deal), self.ends.target)


def score_so_far(deal: Deal) -> DealScore:
    """The score of a deal that stops now."""
    return stopped_scores(
        deal.tricks,
        deal.declarer,
        deal.bid,
        deal.row,
        trump=deal.trump,
        partners=deal.partners,
        called=deal.called,
        seller=deal.seller,
    )


def check_record(
    lines: Iterable[str | dict[str, Any]], complete: bool = True, house: Mapping[str, object] | None = None
) -> list[str]:
    """The disagreements of the rule book with a record: sentences, none if it agrees.

    `house` are the house rules agreed on, apart from those the record's own first line tells.

    After a disagreement the rest of that deal is skipped and its result is taken from the record.  With
    `complete` false the record may stop between two deals.
    """
    try:
        reader = Reader(lines)
        match = read_rules(reader, house or {})
    except Disagreement as fault:
        return [str(fault)]
    faults: list[str] = []
    while match.winners() is None:
        if reader.at_end() and not complete:
            return faults
        start = reader.at
        try:
            read_deal(reader, match)
        except Disagreement as fault:
            faults.append(str(fault))
            if not skip_deal(reader, match, start):
                return faults
    if reader.at_end() and not complete:
        return faults
    try:
        read_end(reader, match)
    except Disagreement as fault:
        faults.append(str(fault))
    return faults


def read_rules(reader: Reader, house: Mapping[str, object]) -> Match:
    """The first line: the game, the number of people and the options."""
    line = reader.take("rules")
    key = line.data.get("key")
    if not isinstance(key, str) or key not in ROWS:
        line.fail(f"the oracle does not know the game {key!r}")
    seats = line.whole("seats")
    if seats not in seat_counts(key):
        line.fail(f"{key} is not for {seats} people")
    row = with_house_rules(row_for(key, seats), house)
    given = line.data.get("options")
    if not isinstance(given, dict):
        line.fail("options are missing")
    defaults = {"target": row["target"], "deals": None, "max_deals": 200, "moon": 0, "all_points": 0}
    checked = given.get("target_checked", "deal_end")
    if checked not in ("deal_end", "each_trick"):
        raise unknown("target_checked", checked)
    options = Line(line.number, {**defaults, **given})
    row = row_of_house(row, given)
    return Match(
        row=row,
        ends=read_ends(options),
        moon=options.whole("moon"),
        own_moon=given.get("moon_by", "side") == "declarer",
        all_points=options.whole("all_points"),
        called=read_called(options.data, seats),
        each_trick=checked == "each_trick",
        house=read_house(given),
        totals=[0 for _ in row["sides"]],
    )


def read_deal(reader: Reader, match: Match) -> None:
    """One deal from its deal line to its score line (or to the line that throws it in)."""
    next_dealer = None if match.dealer is None else left_of(match.dealer, match.row)
    if match.same_dealer:
        next_dealer = match.dealer
    deal = read_dealing(reader, match.row, match.dealings + 1, next_dealer)
    deal.called = match.called
    deal.house = match.house
    match.dealings += 1
    match.dealer = deal.dealer
    match.same_dealer = read_shown_hand(reader, deal.hands, deal.dealer, deal.house, deal.row)
    if match.same_dealer:
        return
    auction = read_auction(reader, deal, must_bid_after(match.thrown_in, match.ends))
    if auction is None:
        match.same_dealer = True
    elif auction.declarer is None and not match.row["sale"]:
        reader.take("passed_out")
        match.thrown_in += 1
        match.played += match.ends.all_pass == "counted"
    else:
        read_declaring(reader, deal, auction)
        stopped = read_tricks(reader, deal, match.stopping)
        if not stopped:
            read_cut(reader, deal)
        match.totals = read_score(reader, match, deal, stopped=stopped)
        match.played += 1
        match.thrown_in = 0


def read_declaring(reader: Reader, deal: Deal, auction: Auction) -> None:
    """Read the lines between the auction and the first lead."""
    if deal.row["sale"]:
        read_sale(reader, deal, auction)
    else:
        assert auction.declarer is not None
        deal.declarer = auction.declarer
        deal.bid = auction.high
    if deal.row["trump"] == "before":
        read_trump(reader, deal)
        read_nest(reader, deal)
    elif deal.row["trump"] == "after":
        read_nest(reader, deal)
        read_trump(reader, deal)
    elif deal.row["trump"] == "bid":
        deal.trump = str(auction.color)
    else:
        raise unknown("trump", deal.row["trump"])
    read_partners(reader, deal)


def played_score(match: Match, deal: Deal) -> DealScore:
    """The score of a deal that was played out."""
    return deal_scores(
        deal.tricks,
        deal.nest,
        deal.declarer,
        deal.bid,
        deal.row,
        trump=deal.trump,
        odd=deal.odd_cards(),
        partners=deal.partners,
        called=deal.called,
        cut=deal.cut,
        seller=deal.seller,
        moon=match.moon,
        own_moon=match.own_moon,
        all_points=match.all_points,
    )


def read_score(reader: Reader, match: Match, deal: Deal, *, stopped: bool) -> list[int]:
    """The score line; returns the new totals."""
    score = score_so_far(deal) if stopped else played_score(match, deal)
    line = reader.take("score")
    line.same("declarer", deal.declarer)
    line.same("bid", deal.bid)
    line.same("made", score["made"])
    hear(match.ends, deal.declarer, deal.partners, score["made"], match.row)
    given = line.data.get("sides")
    if not isinstance(given, list) or len(given) != len(score["sides"]):
        line.fail(f"there should be {len(score['sides'])} sides")
    totals: list[int] = []
    for i, side in enumerate(score["sides"]):
        total = match.totals[i] + side["scored"]
        check_part(line, f"score of side {side['seats']}", given[i], {**side, "total": total})
        totals.append(total)
    if score["dummy"] is None:
        line.absent("dummy")
    else:
        check_part(line, "score of the dummy", line.data.get("dummy"), {**score["dummy"]})
    return totals


def check_part(line: Line, name: str, given: object, expected: dict[str, object]) -> None:
    """Compare every number of one side, or of the dummy."""
    if not isinstance(given, dict):
        line.fail(f"{name} should be an object, it is {given!r}")
    part = Line(line.number, {**given, "type": name})
    for field_name, value in expected.items():
        part.same(field_name, value)


def read_end(reader: Reader, match: Match) -> None:
    """The match line, which is the last."""
    if not reader.at_end() and reader.lines[reader.at].kind() == "deal":
        reader.lines[reader.at].fail(f"the match is over at {match.totals}, but the record deals again")
    line = reader.take("match")
    winners = line.data.get("winners")
    expected = sorted(seat for side in match.winners() or [] for seat in match.row["sides"][side])
    if not isinstance(winners, list) or sorted(winners, key=str) != expected:
        line.fail(f"the winners are {expected}, the record says {winners!r}")
    line.same("totals", match.totals)
    if not reader.at_end():
        reader.lines[reader.at].fail("the match is over, nothing may follow")


def skip_deal(reader: Reader, match: Match, start: int) -> bool:
    """After a disagreement: skip to the next deal or match line; False if there is none.

    Number, dealer and totals of the skipped deal are taken from the record, so that one fault is told once.
    """
    first = reader.lines[start] if start < len(reader.lines) else None
    if first is None or first.kind() != "deal":
        return False
    end = start + 1
    while end < len(reader.lines) and reader.lines[end].kind() not in ("deal", "match"):
        end += 1
    if end == len(reader.lines):
        return False
    try:
        believe(match, reader.lines[start:end])
    except Disagreement:
        return False
    reader.at = end
    return True


def believe(match: Match, lines: list[Line]) -> None:
    """Take the result of a deal from the record."""
    match.same_dealer = any(line.kind() == "misdeal" for line in lines)
    match.dealings = lines[0].whole("deal")
    match.dealer = lines[0].whole("dealer")
    for line in lines:
        if line.kind() == "passed_out":
            match.thrown_in += 1
            match.played += match.ends.all_pass == "counted"
        if line.kind() == "score":
            sides = line.data.get("sides")
            if not isinstance(sides, list) or len(sides) != len(match.totals):
                line.fail("the score cannot be read")
            if not all(isinstance(side, dict) for side in sides):
                line.fail("the score cannot be read")
            match.totals = [Line(line.number, side).whole("total") for side in sides]
            hear(match.ends, line.whole("declarer"), [], bool(line.data.get("made")), match.row)
            match.played += 1
            match.thrown_in = 0
