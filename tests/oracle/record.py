"""Check the record of a match, line by line, against the rule book."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .auction import Auction
from .cards import left_of
from .deal_record import Deal, read_auction, read_dealing
from .declaring_record import read_lead, read_nest, read_partners, read_sale, read_trump
from .dummy import camps
from .ending import at_once, at_target, best, rivals
from .games import ROWS, row_for, seat_counts
from .house import house_row
from .lines import Disagreement, Line, Reader
from .rows import Row, unknown
from .scoring import DealScore, deal_scores, given_up_scores
from .stopping import stopped_scores
from .trick_record import read_cut, read_tricks


@dataclass
class Match:
    """The facts read so far of the match, between two deals."""

    row: Row
    target: int | None
    deals: int | None
    max_deals: int
    moon: int
    each_trick: bool  # is the target looked at after each trick?
    order: list[int] = field(default_factory=list)  # who sits at each place: people by their first place
    totals: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)  # won by each record
    dealings: int = 0  # deals dealt, thrown-in ones too
    played: int = 0  # deals played out in this game
    scored: int = 0  # deals played out in the match
    thrown_in: int = 0  # deals thrown in one after the other just now
    dealer: int | None = None  # the next one, by his place
    winners: list[int] | None = None  # their places, once it is over
    starred: set[int] = field(default_factory=set)  # records of players with a bid of their own made

    def row_now(self) -> Row:
        """The row with the people who keep records at their present places."""
        places = {seat: place for place, seat in enumerate(self.order)}
        sides = [sorted(places.get(seat, seat) for seat in side) for side in self.row["sides"]]
        return {**self.row, "sides": sides}

    def give_star(self, declarer: int) -> None:
        """Note that this player has made a bid of his own."""
        person = self.order[declarer]
        self.starred |= {number for number, side in enumerate(self.row["sides"]) if person in side}

    def must_end(self) -> bool:
        """Is no other deal played, even on a tie?  Deals without a bid in a row end it, too."""
        silent = self.row["all_pass"] == "thrown_in" and self.thrown_in >= self.max_deals
        return silent or self.scored >= self.max_deals

    def end_once(self) -> bool:
        """Is this the last deal by its number?  By house rule a tie after the agreed deals is played off."""
        if self.must_end():
            return True
        tied = self.row["extra_deal"] and len(best(self.totals, rivals(self.row))) > 1
        return self.deals is not None and self.played >= self.deals and not tied

    def stopping(self, deal: Deal) -> bool:
        """Does the deal stop after the tricks taken so far?"""
        if not self.each_trick or self.deals is not None:
            return False
        score = score_so_far(deal)
        return bool(at_target(self.with_score(score), [], score["made"], self.target, self.row))

    def with_score(self, score: DealScore) -> list[int]:
        """The totals with a deal; by house rule none is below zero."""
        after = [total + side["scored"] for total, side in zip(self.totals, score["sides"], strict=True)]
        return after if self.row["below_zero"] else [max(total, 0) for total in after]


def score_so_far(deal: Deal) -> DealScore:
    """The score of a deal that stops now."""
    return stopped_scores(
        deal.tricks,
        deal.declarer,
        deal.bid,
        deal.row,
        trump=deal.trump,
        partners=deal.partners,
        seller=deal.seller,
    )


def check_record(lines: Iterable[str | dict[str, Any]], complete: bool = True) -> list[str]:
    """The disagreements of the rule book with a record: sentences, none if it agrees.

    After a disagreement the rest of that deal is skipped and its result is taken from the record.  With
    `complete` false the record may stop between two deals.
    """
    try:
        reader = Reader(lines)
        match = read_rules(reader)
    except Disagreement as fault:
        return [str(fault)]
    faults: list[str] = []
    while match.winners is None:
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


def read_rules(reader: Reader) -> Match:
    """The first line: the game, the number of people and the options."""
    line = reader.take("rules")
    key = line.data.get("key")
    if not isinstance(key, str) or key not in ROWS:
        line.fail(f"the oracle does not know the game {key!r}")
    seats = line.whole("seats")
    given, changed = line.data.get("options"), line.data.get("changed", [])
    if seats not in (seat_counts(key) if "seats" not in changed else range(2, 9)):
        line.fail(f"{key} is not for {seats} people")
    if not isinstance(given, dict):
        line.fail("options are missing")
    row = house_row(key, seats, given, changed) if changed else row_for(key, seats)
    defaults = {"target": row["target"], "deals": None, "max_deals": 200, "moon": 0}
    checked = given.get("target_checked", "deal_end")
    if checked not in ("deal_end", "each_trick"):
        raise unknown("target_checked", checked)
    options = Line(line.number, {**defaults, **given})
    match = Match(
        row=row,
        target=options.whole_or_none("target"),
        deals=options.whole_or_none("deals"),
        max_deals=options.whole("max_deals"),
        moon=options.whole("moon"),
        each_trick=checked == "each_trick",
        order=list(range(seats)),
        totals=[0 for _ in row["sides"]],
        games=[0 for _ in row["sides"]],
    )
    if match.end_once():
        match.winners = places_of(match, rivals(row))
    return match


def read_deal(reader: Reader, match: Match) -> None:
    """One deal from its deal line to its score line (or to the line that throws it in)."""
    row = match.row_now()
    bird = read_bird(reader, match)
    deal = read_dealing(reader, row, match.dealings + 1, match.dealer)
    deal.row = {**row, "rook_role": bird or row["rook_role"]}
    match.dealings += 1
    match.dealer = deal.dealer
    auction = read_auction(reader, deal, match.thrown_in)
    if auction.misdealt:
        return
    if auction.declarer is None and not row["sale"]:
        reader.take("passed_out")
        throw_in(reader, match)
        return
    match.thrown_in = 0
    if not read_declaring(reader, deal, auction):
        return
    stopped = not deal.folded and read_tricks(reader, deal, match.stopping)
    if not stopped and not deal.folded:
        read_cut(reader, deal)
    match.totals = read_score(reader, match, deal, stopped=stopped)
    match.played += 1
    match.scored += 1
    match.dealer = left_of(deal.dealer, row)
    made = reader.lines[reader.at - 1].data["made"]
    end_deal(reader, match, deal, made)


def throw_in(reader: Reader, match: Match) -> None:
    """A deal without a bid: it is dealt again; by house rule it counts as one of the deals agreed on."""
    assert match.dealer is not None
    match.thrown_in += 1
    if match.row["all_pass"] != "redeal_same":
        match.dealer = left_of(match.dealer, match.row)
    if match.row["all_pass"] == "counted":
        match.played += 1
        match.scored += 1
    won = best(match.totals, rivals(match.row)) if match.end_once() else []
    if match.row["all_pass"] == "counted" or won:
        end_game(reader, match, won)


def read_bird(reader: Reader, match: Match) -> str | None:
    """House rule: the dealer says how the bird ranks in this deal."""
    ranks = {"dealer_chooses": ("top", "low"), "dealer_chooses_any": ("top", "ten_half", "low")}
    if match.row["rook_role"] not in ranks:
        return None
    line = reader.take("bird")
    if match.dealer is not None:
        line.same("seat", match.dealer)
    if line.data.get("bird") not in ranks[match.row["rook_role"]]:
        line.fail(f"the bird may not be {line.data.get('bird')!r}")
    return str(line.data["bird"])


def end_deal(reader: Reader, match: Match, deal: Deal, made: bool) -> None:
    """The end of the match or of a game of it, or players who change seats."""
    row, everyone = match.row, rivals(match.row)
    side = next(camp for camp in camps(deal.declarer, deal.partners, deal.row) if deal.declarer in camp)
    seats = {match.order[place] for place in side if place < row["seats"]}
    declaring = [group for group in everyone if any(seats & {*row["sides"][number]} for number in group)]
    won = at_once(match.totals, declaring, made, deal.shot, row)
    if not won and match.end_once():
        won = best(match.totals, everyone)
    if made:
        match.give_star(deal.declarer)
    if not won and match.deals is None:
        starred = match.starred if row["winner_made_bid"] else None
        won = at_target(match.totals, declaring, made, match.target, row, starred)
    end_game(reader, match, won)


def end_game(reader: Reader, match: Match, won: list[list[int]]) -> None:
    """After a deal: the winners end the game, and perhaps the match; without one players may change seats."""
    row = match.row
    if not won:
        change_seats(match)
        return
    if row["games"] > 1:
        for group in won:
            for number in group:
                match.games[number] += 1
        if max(match.games) <= row["games"] // 2 and not match.must_end():
            line = reader.take("game")
            line.same("winners", places_of(match, won))
            line.same("games", match.games)
            match.totals, match.played, match.starred = [0 for _ in match.totals], 0, set()
            change_seats(match)
            return
        won = best(match.games, rivals(row))
    match.winners = places_of(match, won)


def places_of(match: Match, groups: list[list[int]]) -> list[int]:
    """Where the people of some groups sit."""
    seats = [seat for group in groups for number in group for seat in match.row["sides"][number]]
    return sorted(match.order.index(seat) for seat in seats)


def change_seats(match: Match) -> None:
    """After some deals one side changes seats, the sides by turns (R-28), or all but the first move on."""
    row = match.row
    if row["seat_change"] == "no" or match.scored % row["seat_change_every"]:
        return
    if row["seat_change"] == "rotate":
        first, second, third, fourth = match.order
        match.order = [first, fourth, second, third]
        return
    is_first = (match.scored // row["seat_change_every"] + row["swap_first"]) % 2
    places = range(0 if is_first else 1, row["seats"], 2)
    people = [match.order[place] for place in places]
    for place, person in zip(places, [people[-1], *people[:-1]], strict=True):
        match.order[place] = person


def read_declaring(reader: Reader, deal: Deal, auction: Auction) -> bool:
    """Read the lines between the auction and the first lead; false if the deal is dealt again."""
    deal.shot = auction.shot
    if deal.row["sale"]:
        read_sale(reader, deal, auction)
    else:
        assert auction.declarer is not None
        deal.declarer = auction.declarer
        deal.bid = auction.high
    if deal.row["trump"] == "before":
        read_trump(reader, deal)
    elif deal.row["trump"] == "bid":
        deal.trump = str(auction.color)
    elif deal.row["trump"] != "after":
        raise unknown("trump", deal.row["trump"])
    if not read_nest(reader, deal):
        return False
    if not deal.folded:
        if deal.row["trump"] == "after":
            read_trump(reader, deal)
        read_partners(reader, deal)
        read_lead(reader, deal)
    return True


def played_score(match: Match, deal: Deal) -> DealScore:
    """The score of a deal that was played out or given up."""
    if deal.folded:
        return given_up_scores(deal.declarer, deal.bid, deal.row, deal.trump, deal.partners, deal.seller)
    return deal_scores(
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
        moon=match.moon,
        shot=deal.shot,
    )


def read_score(reader: Reader, match: Match, deal: Deal, *, stopped: bool) -> list[int]:
    """The score line; returns the new totals."""
    score = score_so_far(deal) if stopped else played_score(match, deal)
    line = reader.take("score")
    line.same("declarer", deal.declarer)
    line.same("bid", deal.bid)
    line.same("made", score["made"])
    for name, is_so in (("folded", deal.folded), ("shot", deal.shot)):
        if is_so:
            line.same(name, True)
        else:
            line.absent(name)
    given = line.data.get("sides")
    if not isinstance(given, list) or len(given) != len(score["sides"]):
        line.fail(f"there should be {len(score['sides'])} sides")
    totals = match.with_score(score)
    for side, total, told in zip(score["sides"], totals, given, strict=True):
        check_part(line, f"score of side {side['seats']}", told, {**side, "total": total})
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
    expected = match.winners
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
    if reader.lines[end].kind() == "match":
        match.winners = places_of(match, best(match.totals, rivals(match.row)))
    reader.at = end
    return True


def believe(match: Match, lines: list[Line]) -> None:
    """Take the result of a deal from the record."""
    match.dealings = lines[0].whole("deal")
    match.dealer = lines[0].whole("dealer")
    if all(line.kind() != "misdeal" for line in lines):
        match.dealer = left_of(match.dealer, match.row)
    for line in lines:
        if line.kind() == "passed_out":
            match.thrown_in += 1
            match.played += match.row["all_pass"] == "counted"
            match.scored += match.row["all_pass"] == "counted"
        if line.kind() == "score":
            sides = line.data.get("sides")
            if not isinstance(sides, list) or len(sides) != len(match.totals):
                line.fail("the score cannot be read")
            if not all(isinstance(side, dict) for side in sides):
                line.fail("the score cannot be read")
            match.totals = [Line(line.number, side).whole("total") for side in sides]
            if line.data.get("made") is True:
                if (declarer := line.whole("declarer")) not in range(len(match.order)):
                    line.fail("no one sits there")
                match.give_star(declarer)
            match.played += 1
            match.scored += 1
            match.thrown_in = 0
