"""Check the record of a match, line by line, against the rule book."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from .auction import Auction
from .cards import COLORS, color_of, discard_fault, left_of, pack
from .play import first_leader, legal_cards, trick_winner
from .rows import ROWS, Row, unknown
from .scoring import Trick, deal_scores, match_over, match_winners, trick_value


class Disagreement(Exception):
    """The record says something the rule book does not."""


@dataclass
class Line:
    """One line of the record and its number."""

    number: int
    data: dict[str, Any]

    def fail(self, sentence: str) -> NoReturn:
        """Disagree with this line."""
        raise Disagreement(f"line {self.number}: {sentence}")

    def kind(self) -> str:
        """The type of the line."""
        return str(self.data.get("type"))

    def whole(self, name: str) -> int:
        """A field that holds a whole number."""
        value = self.data.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(f"{name} should be a whole number, it is {value!r}")
        return value

    def cards(self, name: str) -> list[str]:
        """A field that holds a list of cards."""
        return card_list(self, name, self.data.get(name))

    def same(self, name: str, expected: object) -> None:
        """Compare a field with what it should be; True is not 1 and 1 is not True."""
        value = self.data.get(name)
        if value != expected or type(value) is not type(expected):
            self.fail(f"{self.kind()}: {name} should be {expected!r}, the record says {value!r}")


def card_list(line: Line, name: str, value: object) -> list[str]:
    """The value as a list of strings."""
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        line.fail(f"{name} should be a list of cards, it is {value!r}")
    return list(value)


class Reader:
    """The lines of the record, read one after the other."""

    def __init__(self, lines: Iterable[str | dict[str, Any]]) -> None:
        self.lines: list[Line] = []
        self.at = 0
        for number, text in enumerate(lines, start=1):
            line = parse(number, text)
            if line is not None and line.kind() != "draw":
                self.lines.append(line)

    def at_end(self) -> bool:
        """Have all lines been read?"""
        return self.at >= len(self.lines)

    def take(self, *kinds: str) -> Line:
        """The next line, which must be of one of these types."""
        wanted = " or ".join(kinds)
        if self.at_end():
            raise Disagreement(f"after the last line: the record stops where a {wanted} line should come")
        line = self.lines[self.at]
        if line.kind() not in kinds:
            line.fail(f"a {wanted} line should come here, the record has {line.kind()!r}")
        self.at += 1
        return line


def parse(number: int, text: str | dict[str, Any]) -> Line | None:
    """One line of text as a Line; None for an empty one."""
    if isinstance(text, dict):
        return Line(number, text)
    if not text.strip():
        return None
    try:
        data = json.loads(text)
    except ValueError:
        raise Disagreement(f"line {number}: this is not JSON") from None
    if not isinstance(data, dict):
        raise Disagreement(f"line {number}: this is not a JSON object")
    return Line(number, data)


@dataclass
class Match:
    """What is known of the match between two deals."""

    row: Row
    target: int
    deals: int | None
    max_deals: int
    moon: int
    totals: list[int] = field(default_factory=list)
    dealings: int = 0  # deals dealt, thrown-in ones too
    played: int = 0  # deals played out
    thrown_in: int = 0  # deals thrown in one after the other just now
    dealer: int | None = None  # the last one

    def over(self) -> bool:
        """Is it over?"""
        return match_over(self.totals, self.played, self.target, self.deals, self.max_deals)


@dataclass
class Deal:
    """What is known of the deal being played."""

    row: Row
    dealer: int
    hands: list[list[str]]
    nest: list[str]
    declarer: int = -1
    bid: int = 0
    trump: str = ""
    tricks: list[Trick] = field(default_factory=list)


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
    while not match.over():
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
    """The first line: the game and its options."""
    line = reader.take("rules")
    key = line.data.get("key")
    if not isinstance(key, str) or key not in ROWS:
        line.fail(f"the oracle does not know the game {key!r}")
    row = ROWS[key]
    line.same("seats", row["seats"])
    given = line.data.get("options")
    if not isinstance(given, dict):
        line.fail("options are missing")
    defaults = {"target": row["target"], "deals": None, "max_deals": 200, "moon": 0}
    options = Line(line.number, {**defaults, **given})
    return Match(
        row=row,
        target=options.whole("target"),
        deals=None if options.data["deals"] is None else options.whole("deals"),
        max_deals=options.whole("max_deals"),
        moon=options.whole("moon"),
        totals=[0 for _ in row["sides"]],
    )


def read_deal(reader: Reader, match: Match) -> None:
    """One deal from its deal line to its score line (or to the line that throws it in)."""
    row = match.row
    deal = read_dealing(reader, match)
    auction = read_auction(reader, match, deal)
    if auction.declarer is None:
        reader.take("passed_out")
        match.thrown_in += 1
    else:
        deal.declarer = auction.declarer
        deal.bid = auction.high
        if row["trump"] != "after":
            raise unknown("trump", row["trump"])
        read_nest(reader, deal)
        read_trump(reader, deal)
        read_tricks(reader, deal)
        match.totals = read_score(reader, match, deal)
        match.played += 1
        match.thrown_in = 0
    match.dealings += 1
    match.dealer = deal.dealer


def read_dealing(reader: Reader, match: Match) -> Deal:
    """The deal line: its number, the dealer, the size of every hand, every card of the pack once."""
    row = match.row
    line = reader.take("deal")
    line.same("deal", match.dealings + 1)
    dealer = line.whole("dealer")
    if dealer not in range(row["seats"]):
        line.fail(f"there is no seat {dealer} to deal")
    if match.dealer is not None:
        line.same("dealer", left_of(match.dealer, row))
    given = line.data.get("hands")
    if not isinstance(given, dict) or sorted(given) != [str(seat) for seat in range(row["seats"])]:
        line.fail("hands should hold one hand for each seat")
    hands = [card_list(line, f"the hand of seat {seat}", given[str(seat)]) for seat in range(row["seats"])]
    for seat, hand in enumerate(hands):
        if len(hand) != row["hand"]:
            line.fail(f"seat {seat} was dealt {len(hand)} cards, not {row['hand']}")
    nest = line.cards("nest")
    if len(nest) != row["nest"]:
        line.fail(f"the nest was dealt {len(nest)} cards, not {row['nest']}")
    check_pack(line, hands, nest, row)
    return Deal(row=row, dealer=dealer, hands=hands, nest=nest)


def check_pack(line: Line, hands: list[list[str]], nest: list[str], row: Row) -> None:
    """Hands and nest are the pack, each card once."""
    dealt = Counter(nest)
    for hand in hands:
        dealt.update(hand)
    whole = Counter(pack(row))
    if dealt != whole:
        extra = " ".join(sorted((dealt - whole).elements()))
        missing = " ".join(sorted((whole - dealt).elements()))
        line.fail(f"the cards dealt are not the pack: too many {extra or '-'}, missing {missing or '-'}")


def read_auction(reader: Reader, match: Match, deal: Deal) -> Auction:
    """The bids and passes."""
    auction = Auction(row=deal.row, dealer=deal.dealer, thrown_in=match.thrown_in)
    while not auction.over():
        line = reader.take("bid", "pass")
        seat = line.whole("seat")
        call = line.whole("points") if line.kind() == "bid" else None
        fault = auction.fault(seat, call)
        if fault is not None:
            line.fail(fault)
        auction.say(seat, call)
    return auction


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
    line = reader.take("discard")
    line.same("seat", deal.declarer)
    cards = line.cards("cards")
    fault = discard_fault(hand, cards, deal.row)
    if fault is not None:
        line.fail(fault)
    for card in cards:
        hand.remove(card)
    deal.hands[deal.declarer] = hand
    deal.nest = cards


def read_trump(reader: Reader, deal: Deal) -> None:
    """The declarer names one of the four colors."""
    line = reader.take("trump")
    line.same("seat", deal.declarer)
    color = line.data.get("color")
    if color not in COLORS:
        line.fail(f"{color!r} is not a color")
    deal.trump = str(color)


def read_tricks(reader: Reader, deal: Deal) -> None:
    """All tricks; who takes one leads to the next."""
    leader = first_leader(deal.dealer, deal.declarer, deal.row)
    for _ in range(deal.row["hand"]):
        leader = read_trick(reader, deal, leader)


def read_trick(reader: Reader, deal: Deal, leader: int) -> int:
    """One trick; returns the seat that takes it."""
    played: list[tuple[int, str]] = []
    seat = leader
    for _ in range(deal.row["seats"]):
        played.append((seat, read_play(reader, deal, seat, played)))
        seat = left_of(seat, deal.row)
    cards = [card for _, card in played]
    winner = trick_winner(played, deal.trump, deal.row)
    line = reader.take("trick")
    line.same("winner", winner)
    line.same("cards", cards)
    line.same("points", trick_value(cards, deal.row))
    deal.tricks.append((winner, cards))
    return winner


def read_play(reader: Reader, deal: Deal, seat: int, played: list[tuple[int, str]]) -> str:
    """One card, by the right seat, from its hand, and legal."""
    line = reader.take("play")
    line.same("seat", seat)
    line.same("by", seat)
    line.same("from", "hand")
    card = line.data.get("card")
    hand = deal.hands[seat]
    if not isinstance(card, str) or card not in hand:
        line.fail(f"seat {seat} played {card}, which is not in his hand: {' '.join(hand)}")
    led = played[0][1] if played else None
    legal = legal_cards(hand, led, deal.trump, deal.row)
    if card not in legal:
        asked = color_of(led, deal.trump) if led else "any color"
        line.fail(f"seat {seat} may not play {card} where {asked} was led; he may play {' '.join(legal)}")
    hand.remove(card)
    return card


def read_score(reader: Reader, match: Match, deal: Deal) -> list[int]:
    """The score line; returns the new totals."""
    score = deal_scores(deal.tricks, deal.nest, deal.declarer, deal.bid, deal.row, moon=match.moon)
    line = reader.take("score")
    line.same("declarer", deal.declarer)
    line.same("bid", deal.bid)
    line.same("made", score["made"])
    given = line.data.get("sides")
    if not isinstance(given, list) or len(given) != len(score["sides"]):
        line.fail(f"there should be {len(score['sides'])} sides")
    totals: list[int] = []
    for i, side in enumerate(score["sides"]):
        total = match.totals[i] + side["scored"]
        check_side(line, given[i], {**side, "total": total})
        totals.append(total)
    return totals


def check_side(line: Line, given: object, expected: dict[str, object]) -> None:
    """Compare every number of one side."""
    if not isinstance(given, dict):
        line.fail(f"a side should be an object, it is {given!r}")
    part = Line(line.number, {"type": f"score of side {expected['seats']}", **given})
    for name, value in expected.items():
        part.same(name, value)


def read_end(reader: Reader, match: Match) -> None:
    """The match line, which is the last."""
    if not reader.at_end() and reader.lines[reader.at].kind() == "deal":
        reader.lines[reader.at].fail(f"the match is over at {match.totals}, but the record deals again")
    line = reader.take("match")
    winners = line.data.get("winners")
    expected = match_winners(match.totals, match.row)
    if not isinstance(winners, list) or sorted(winners, key=str) != expected:
        line.fail(f"the winners are {expected}, the record says {winners!r}")
    line.same("totals", match.totals)
    if not reader.at_end():
        reader.lines[reader.at].fail("the match is over, nothing may follow")


def skip_deal(reader: Reader, match: Match, start: int) -> bool:
    """After a disagreement: go on at the next deal or match line; False if there is none.

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
    """Take over what the record says of a deal."""
    match.dealings = lines[0].whole("deal")
    match.dealer = lines[0].whole("dealer")
    for line in lines:
        if line.kind() == "passed_out":
            match.thrown_in += 1
        if line.kind() == "score":
            sides = line.data.get("sides")
            if not isinstance(sides, list) or len(sides) != len(match.totals):
                line.fail("the score cannot be read")
            if not all(isinstance(side, dict) for side in sides):
                line.fail("the score cannot be read")
            match.totals = [Line(line.number, side).whole("total") for side in sides]
            match.played += 1
            match.thrown_in = 0
