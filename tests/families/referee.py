"""The referee: reads the record of a match, line by line, and says what breaks the family's rules.

It imports nothing of the engine. A record is a list of lines, plain dictionaries; ``recording`` tells their
kinds. Where a player is asked, the line before the answer has every answer that was offered: the referee
wants exactly the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.families.cards import (
    COLOR_OF,
    dealt,
    deck,
    discard_offer,
    legal,
    legal_discard,
    may_ask_again,
    must_deal_again,
    points,
    total,
    winner,
)
from tests.families.reading import Reading, Stopped
from tests.families.rules import BY_PRESET
from tests.families.scoring import Match, Played, Scored, score
from tests.oracle.lines import Disagreement, Line

STEP = 5
SWAP_EVERY = 4
"""Deals after which a pair of the Kentucky Discard swaps seats."""


def judge(record: Iterable[dict[str, Any]]) -> list[str]:
    """What is wrong with a record: the first broken rule as a sentence; empty if there is none.

    A record may stop after any line: a match need not be played to its end.
    """
    referee = Referee(record)
    try:
        while not referee.reader.at_end():
            referee.read_deal()
    except Disagreement as fault:
        return [str(fault)]
    return []


class Referee(Reading):
    """Follows one match: who sits where, who deals, what everyone holds, and the totals."""

    def __init__(self, record: Iterable[dict[str, Any]]) -> None:
        super().__init__(record)
        first = self.reader.take("match")
        self.family = BY_PRESET[first.data["family"]]
        self.order = list(range(first.whole("seats")))
        """The seats clockwise."""
        if len(self.order) not in self.family.players:
            first.fail("the family plays with other numbers of players")
        opposite = self.family.partners.kind == "opposite"
        lines = [self.order[0::2], self.order[1::2]] if opposite else [[seat] for seat in self.order]
        self.match = Match(self.family, lines, [0] * len(lines))
        self.dealer: int | None = None
        self.passed_out = 0
        """Deals passed out in a row."""
        self.over = False
        # One deal:
        self.hands: dict[int, list[str]] = {}
        self.nest: list[str] = []
        self.trump = ""
        self.deal = Played(-1, 0, [])

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    # The deal ---------------------------------------------------------------------------------------------

    def read_deal(self) -> None:
        """One deal, from the cards to its score, or as far as the record has it."""
        try:
            if self.dealer is None:
                self._draw()
            self._deal_out()
            if self._misdeal():
                return
            if not self._bid():
                self._pass_out()
                return
            self._declare()
            self._play()
            self._score()
        except Stopped:
            pass

    def _draw(self) -> None:
        """Each draws a card, the highest deals; those who tie draw again."""
        drawing = list(self.order)
        while len(drawing) > 1:
            line = self.take("draw")
            drawn: dict[str, str] = line.data["cards"]
            if sorted(map(int, drawn)) != drawing or not set(drawn.values()) <= set(deck(self.family.cards)):
                line.fail(f"a card of the deck is drawn by each of {drawing}")
            numbers = {seat: int(drawn[str(seat)][1:]) for seat in drawing}
            drawing = [seat for seat in drawing if numbers[seat] == max(numbers.values())]
        self.dealer = drawing[0]

    def _deal_out(self) -> None:
        assert self.dealer is not None
        line = self.take("deal")
        line.same("dealer", self.dealer)
        if self.over:
            line.fail("the match is over")
        shuffled = line.cards("cards")
        if sorted(shuffled) != sorted(deck(self.family.cards)):
            line.fail("this is not the family's deck")
        self.hands = dealt(self.family, shuffled, self.dealer, self.order)
        self.nest = self.hands.pop(-1)
        for seat, hand in self.hands.items():
            given = line.data["hands"][str(seat)]
            if sorted(given) != sorted(hand):
                line.fail(f"seat {seat} was dealt {hand}")
        line.same("nest", self.nest)

    def _misdeal(self) -> bool:
        """Is a hand dealt again because it must be?"""
        bad = [seat for seat, hand in self.hands.items() if must_deal_again(self.family.cards, hand)]
        if not bad:
            return False
        for seat in bad:
            self._dealt_again(seat)
        return True

    def _dealt_again(self, seat: int) -> None:
        """A hand is shown, and the same dealer deals again."""
        line = self.take("misdealt")
        line.same("seat", seat)
        self.same_cards(line, self.hands[seat])

    def _bid(self) -> bool:
        """The bidding. Returns whether there is a bidder; a hand may be shown and dealt again."""
        assert self.dealer is not None
        cap = total(self.family.cards) // STEP * STEP
        high, bidder, called = 0, -1, set[int]()
        turn, active = self.left_of(self.dealer), list(self.order)
        while True:
            least = high + STEP if high else self.family.bids.least
            offered = {f"bid {points}" for points in range(least, cap + 1, STEP)}
            if not (turn == self.dealer and not high and self._dealer_must()):
                offered.add("pass")
            if turn not in called and may_ask_again(self.family.cards, self.hands[turn]):
                offered.add("misdeal")
            called.add(turn)
            line = self.answer(turn, offered, "bid", "pass", "misdeal")
            following = self._next(turn, active)
            if line.kind() == "misdeal":
                self._dealt_again(turn)
                return False
            if line.kind() == "bid":
                high, bidder = int(line.data["answer"].split()[1]), turn
            else:
                active.remove(turn)
            if high and (high == cap or active == [bidder]):
                self._won(bidder, high)
                return True
            if not active:
                return False
            turn = following if following != bidder else self._next(bidder, active)

    def _dealer_must(self) -> bool:
        """Must the dealer bid if no one else has?"""
        rule = self.family.bids.all_pass
        return rule == "dealer_must" or (rule == "next_dealer" and self.passed_out >= len(self.order))

    def _next(self, seat: int, active: list[int]) -> int:
        following = self.left_of(seat)
        while following not in active:
            following = self.left_of(following)
        return following

    def _won(self, bidder: int, points: int) -> None:
        line = self.take("won")
        line.same("seat", bidder)
        line.same("points", points)
        self.passed_out = 0
        opposite = self.family.partners.kind == "opposite"
        sides = [self.order[0::2], self.order[1::2]] if opposite else [[seat] for seat in self.order]
        self.deal = Played(bidder, points, [list(side) for side in sides])

    def _pass_out(self) -> None:
        """No one bid, or a hand is dealt again by the same dealer."""
        assert self.dealer is not None
        if self.comes("passed_out"):
            self.take("passed_out")
            self.passed_out += 1
            self.dealer = self.left_of(self.dealer)
            if self.time_is_up:
                self._end(self.match.leaders())
        elif not self.comes("deal"):
            self.take("passed_out", "deal")

    # The nest, trump and partners -------------------------------------------------------------------------

    def _declare(self) -> None:
        if self.family.bids.trump_first:
            self._name_trump()
            self._exchange()
        else:
            self._exchange()
            if not self.deal.given_up:
                self._name_trump()
        if self.family.partners.kind == "called" and not self.deal.given_up:
            self._call()

    def _exchange(self) -> None:
        """The bidder takes the nest and discards as many, or gives up."""
        family, bidder, nest = self.family, self.deal.bidder, self.nest
        if family.nest.turned_up:
            self.same_cards(self.take("turned"), nest)
        taken = self.take("nest")
        taken.same("seat", bidder)
        self.same_cards(taken, nest)
        hand = self.hands[bidder]
        hand += nest
        count = len(nest)
        asked = self.take("asked")
        asked.same("seat", bidder)
        asked.same("number", count)
        offered = discard_offer(family, hand, self.trump, count)
        if set(asked.cards("cards")) != offered:
            asked.fail(f"{sorted(offered)} may be discarded, not {sorted(asked.cards('cards'))}")
        asked.same("answers", ["fold"] if family.nest.give_up else [])
        line = self.take("discard", "fold")
        line.same("seat", bidder)
        if line.kind() == "fold":
            if not family.nest.give_up:
                line.fail("the bidder may not give up")
            self.deal.given_up = True
            return
        laid = line.data["answer"].split()[1:]
        if len(set(laid)) != count or not set(laid) <= set(hand):
            line.fail(f"{count} cards of the hand are discarded")
        if not legal_discard(family, hand, laid, self.trump):
            line.fail("a counter may not be discarded now")
        told = self.take("laid")
        told.same("seat", bidder)
        told.same("number", count)
        if sorted(told.cards("shown")) != self._shown(laid):
            told.fail(f"{self._shown(laid)} lie face up")
        told.same("counters", self._told(laid))
        self.hands[bidder] = [card for card in hand if card not in laid]
        self.deal.discard = laid

    def _shown(self, laid: list[str]) -> list[str]:
        """The discarded cards that lie face up."""
        if self.family.nest.discards != "counters_shown":
            return []
        return sorted(card for card in laid if points(self.family.cards, card))

    def _told(self, laid: list[str]) -> bool | None:
        """What all are told: whether counters are discarded, or only that they are; None for nothing."""
        has_counters = any(points(self.family.cards, card) for card in laid)
        if self.family.nest.told:
            return has_counters
        return True if has_counters and self.family.nest.discards == "counters_for_trumps" else None

    def _name_trump(self) -> None:
        """The bidder names trump; by agreement the partner may, for five more each time it is handed on."""
        bidder, cap = self.deal.bidder, total(self.family.cards) // STEP * STEP
        colors = {f"trump {name}" for name in COLOR_OF if name != "none" or self.family.bids.no_color}
        asks = {"ask"} if self.family.bids.five_for_partner and self.deal.bid + STEP <= cap else set()
        line = self.answer(bidder, colors | asks, "trump", "ask")
        if line.kind() == "ask":
            self.deal.bid += STEP
            partner = next(
                seat for side in self.deal.sides if bidder in side for seat in side if seat != bidder
            )
            back = {"ask"} if self.deal.bid + STEP <= cap else set()
            line = self.answer(partner, colors | back, "trump", "ask")
            if line.kind() == "ask":
                self.deal.bid += STEP
                line = self.answer(bidder, colors, "trump")
        self.trump = COLOR_OF[line.data["answer"].split()[1]]

    def _call(self) -> None:
        """The bidder calls cards: their holders are partners; with the own cards alone, where that is so."""
        rules, bidder = self.family.partners, self.deal.bidder
        everything = deck(self.family.cards)
        own = [] if rules.alone else self.hands[bidder] + self.deal.discard
        together, called = {bidder}, set[str]()
        for _ in range(rules.called[len(self.order)]):
            offered = {f"call {card}" for card in everything if card not in own and card not in called}
            card = str(self.answer(bidder, offered, "call").data["answer"]).split()[1]
            called.add(card)
            together |= {seat for seat, hand in self.hands.items() if card in hand}
        others = [seat for seat in sorted(self.order) if seat not in together]
        self.deal.sides = [sorted(together), others]

    # The play and the score -------------------------------------------------------------------------------

    def _play(self) -> None:
        if self.deal.given_up:
            return
        assert self.dealer is not None
        leads = {"left": self.left_of(self.dealer), "dealer": self.dealer, "bidder": self.deal.bidder}
        seat, cards = leads[self.family.partners.leads], self.family.cards
        while any(self.hands.values()):
            players, trick = [seat], list[str]()
            while len(players) < len(self.order):
                players.append(self.left_of(players[-1]))
            for player in players:
                allowed = legal(cards, self.hands[player], trick, self.trump)
                line = self.answer(player, {f"play {one}" for one in allowed}, "play")
                card = str(line.data["answer"]).split()[1]
                self.hands[player].remove(card)
                trick.append(card)
            seat = players[winner(cards, trick, self.trump)]
            line = self.take("trick")
            line.same("winner", seat)
            line.same("cards", trick)
            line.same("points", sum(points(cards, card) for card in trick))
            self.deal.winners.append(seat)
            self.deal.tricks.append(trick)

    def _score(self) -> None:
        """Compare the score of the deal, and what follows: the next dealer, or the end."""
        assert self.dealer is not None
        result = score(self.family, self.deal)
        line = self.take("score")
        line.same("bidder", self.deal.bidder)
        line.same("bid", self.deal.bid)
        line.same("made", result.made)
        gained = self.match.book(self.deal, result)
        line.same("scored", gained)
        line.same("totals", self.match.totals)
        self._same_takes(line, result)
        won = self.match.winners(self.deal, result, time_is_up=self.time_is_up)
        if won is not None:
            self._end(won)
            return
        at = self.order.index(self.dealer)
        if self.family.partners.kind == "opposite" and len(self.order) == 4:
            self._swap()
        self.dealer = self.order[(at + 1) % len(self.order)]

    def _same_takes(self, line: Line, result: Scored) -> None:
        takes = [
            [counters, tricks]
            for rows in self.match.lines
            for side, counters, tricks in zip(self.deal.sides, result.counters, result.tricks, strict=True)
            if rows[0] in side
        ]
        line.same("takes", takes)

    def _swap(self) -> None:
        """After every four deals one pair of partners swaps seats, and only then."""
        due = self.match.scored % SWAP_EVERY == 0
        if not due and not self.comes("seats"):
            return
        line = self.take("seats")
        seats: list[int] = line.data["order"]
        moved = [at for at in range(4) if seats[at] != self.order[at]]
        if not due or moved not in ([0, 2], [1, 3]) or sorted(seats) != sorted(self.order):
            line.fail("one pair swaps seats after every four deals")
        self.order = seats

    def _end(self, won: list[int]) -> None:
        line = self.take("end")
        line.same("winners", won)
        line.same("totals", self.match.totals)
        self.over = True
        if not self.reader.at_end():
            self.take("nothing")
