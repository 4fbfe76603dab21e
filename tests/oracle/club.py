"""Club, a second time: a naive reading of the 1988 booklet that shares no code with the engine.

It reads the acts of a match, each a seat and a line of text (seat -1 is chance), and the scores that were
booked, and says where the book disagrees. Ids such as R-67 are those of the register of ambiguities. A card
is a string: "R14", "R14'" for the second deck, "Rook".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from .lines import Disagreement

CHANCE = -1
BIRDIES_NEEDED = 2


@dataclass
class Side:
    """The melds and Rooks of partners in one deal."""

    melds: list[list[str]] = field(default_factory=list)
    rooks: int = 0
    opened: bool = False


@dataclass
class Turn:
    """The acts of a player in the present turn."""

    seat: int
    started: bool = False
    """True once the player has drawn, or taken the pile for good."""
    laying: bool = False
    wants_pile: bool = False
    took_pile: bool = False
    staged: dict[int, list[str]] = field(default_factory=dict)
    laid: list[str] = field(default_factory=list)
    worth: int = 0
    """Points that count toward a first play."""


@dataclass
class Deal:
    """One deal on the table."""

    hands: list[list[str]]
    stock: list[str]
    pile: list[str]
    sides: list[Side]
    turn: Turn
    first_turns: set[int]
    """Seats without a turn so far."""
    stops: set[int] = field(default_factory=set)
    """Seats with a wild card that stops the pile until their next turn."""


def face(card: str) -> str:
    return card.rstrip("'")


def number(card: str) -> int:
    return 0 if face(card) == "Rook" else int(face(card)[1:])


def wild(card: str) -> bool:
    """5. Wild Cards: all number 1 or 2 cards."""
    return number(card) in (1, 2)


def value(cards: list[str]) -> int:
    """6. Card Values: 10 points, wild cards 20; a Rook counts only by rule 14 (R-68)."""
    return sum(0 if number(card) == 0 else 20 if wild(card) else 10 for card in cards)


def kind(meld: list[str]) -> str:
    """The kind of a meld: "sequence", "set", or "" for neither (5, 7 and 9)."""
    numbers = sorted(number(card) for card in meld)
    colors = {card[0] for card in meld}
    if len(meld) < 3 or 0 in numbers:
        return ""
    if len(colors) == 1 and numbers[0] >= 4 and numbers == list(range(numbers[0], numbers[0] + len(meld))):
        return "sequence"
    natural = [card for card in meld if not wild(card)]
    return "set" if len(natural) >= 2 and len({number(card) for card in natural}) == 1 else ""


def birdie(meld: list[str]) -> int:
    """11 and 13: the points of a meld as a Birdie, 0 if it is none."""
    natural = sum(not wild(card) for card in meld)
    if len(meld) < 7 or not kind(meld):
        return 0
    if kind(meld) == "sequence":
        return 1200
    if natural == len(meld):
        return 800
    return 400 if natural >= 4 else 0


def opening(total: int, over_3000: int = 160) -> int:
    """7: the points a side's first play needs; over 150 is 160, unless agreed otherwise (R-64)."""
    if total < 2000:
        return 50
    return 100 if total <= 3000 else over_3000


def count_birdies(side: Side) -> int:
    return sum(birdie(meld) > 0 for meld in side.melds)


def side_score(side: Side, left: list[str], is_out: bool) -> int:
    """13 to 15: going out, Birdies, Rooks, and the cards melded less those held."""
    rooks = {0: 0, 1: 200, 2: 500, 3: 1000}[side.rooks] if count_birdies(side) >= BIRDIES_NEEDED else 0
    melded = [card for meld in side.melds for card in meld]
    birdies = sum(birdie(meld) for meld in side.melds)
    return 200 * is_out + birdies + rooks + value(melded) - value(left)


def sides_of(seats: int, threes: bool = False) -> list[list[int]]:
    """Partners sit opposite each other; six are three pairs, or two threes (R-65)."""
    number_of_sides = 2 if threes or seats == 4 else 3
    return [list(range(side, seats, number_of_sides)) for side in range(number_of_sides)]


class Referee:
    """Follows a match act by act."""

    def __init__(self, seats: int, threes: bool = False, over_3000: int = 160) -> None:
        self.seats = seats
        self.over_3000 = over_3000
        self.partners = sides_of(seats, threes)
        self.totals = [0] * len(self.partners)
        self.scores: list[list[int]] = []
        self.drawing = list(range(seats))
        self.dealer = 0
        self.deal: Deal | None = None

    def side(self, seat: int) -> Side:
        assert self.deal is not None
        return self.deal.sides[self.side_number(seat)]

    def side_number(self, seat: int) -> int:
        return next(index for index, members in enumerate(self.partners) if seat in members)

    def follow(self, seat: int, text: str) -> None:
        """Carry out an act.

        Raises:
            Disagreement: the book does not allow it.
        """
        verb, _, rest = text.partition(" ")
        if seat == CHANCE and verb == "draw" and self.drawing:
            self.draw(rest.split())
        elif seat == CHANCE and verb == "deal" and not self.drawing and self.deal is None:
            self.lay_out(rest.split())
        else:
            self.play(seat, verb, rest.split())

    def draw(self, cards: list[str]) -> None:
        """2: players draw for high card; the tied draw again."""
        if len(cards) != len(self.drawing):
            raise Disagreement(f"{len(self.drawing)} draw for the deal, not {len(cards)}")
        highest = max(map(number, cards))
        self.drawing = [
            seat for seat, card in zip(self.drawing, cards, strict=True) if number(card) == highest
        ]
        if len(self.drawing) == 1:
            self.dealer = self.drawing.pop()

    def lay_out(self, cards: list[str]) -> None:
        """2: thirteen each, one at a time; Rooks are laid out and replaced (R-66); one card is turned up."""
        decks = self.seats // 2
        if sorted(cards) != sorted(
            name + "'" * deck
            for deck in range(decks)
            for name in ["Rook", *(color + str(one) for color in "RYGB" for one in range(1, 15))]
        ):
            raise Disagreement(f"the pack is not {decks} packs of 57 cards")
        order = [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        for place in range(13 * self.seats):
            hands[order[place % self.seats]].append(cards[place])
        stock = cards[13 * self.seats :]
        sides = [Side() for _ in self.partners]
        self.deal = Deal(hands, stock, [], sides, Turn(order[0]), set(order))
        for seat in order:
            held = [card for card in hands[seat] if face(card) == "Rook"]
            for rook in held:
                hands[seat].remove(rook)
                self.side(seat).rooks += 1
            for _ in held:
                self.draw_card(seat)
        while not self.deal.pile or number(self.deal.pile[-1]) <= 3:
            turned = stock.pop(0)
            if face(turned) == "Rook":
                stock.insert(len(stock) // 2, turned)
            else:
                self.deal.pile.append(turned)

    def draw_card(self, seat: int) -> None:
        """10: a Rook is laid out at once, and another card drawn."""
        assert self.deal is not None
        while self.deal.stock:
            card = self.deal.stock.pop(0)
            if face(card) != "Rook":
                self.deal.hands[seat].append(card)
                return
            self.side(seat).rooks += 1

    def play(self, seat: int, verb: str, words: list[str]) -> None:
        deal = self.deal
        if deal is None:
            raise Disagreement("there is nothing to be played before the deal")
        if seat != deal.turn.seat:
            raise Disagreement(f"it is the turn of seat {deal.turn.seat}")
        act = " ".join((verb, *words)) if verb in ("say", "take") else verb
        turn = deal.turn
        if act == "take pile" and not turn.started and not turn.laying:
            turn.started = True
            self.draw_card(seat)
            self.draw_card(seat)
        elif act == "say pile" and not turn.started and not turn.laying:
            self.want_pile(deal)
        elif act == "put" and not turn.started and not turn.laying:
            self.take_top(deal, int(words[0]), words[1:])
        elif act == "say meld" and turn.started and not turn.laying:
            turn.laying = True
        elif act == "put" and turn.laying:
            self.stage_cards(deal, int(words[0]), words[1:])
        elif act == "say over" and turn.laying:
            turn.laying, turn.wants_pile, turn.staged = False, False, {}
        elif act == "say down" and turn.laying:
            self.lay_melds(deal)
        elif act == "discard" and turn.started and not turn.laying:
            self.discard(deal, words)
        else:
            raise Disagreement("that cannot be done at this point of a turn")

    def may_pick_up(self, deal: Deal) -> str:
        """9: the top of the pile if it may be picked up. Both forms of it may be stopped (R-71)."""
        if not deal.pile:
            raise Disagreement("there is no card to pick up")
        if number(deal.pile[-1]) == 3:
            raise Disagreement("a 3 on top stops the next player from picking up the pile")
        if deal.stops:
            raise Disagreement("a wild card stops everybody for a round from picking up the pile")
        return deal.pile[-1]

    def want_pile(self, deal: Deal) -> None:
        """8: with two natural cards of the top card's number, and not on the first turn."""
        turn = deal.turn
        top = self.may_pick_up(deal)
        if turn.seat in deal.first_turns:
            raise Disagreement("nobody picks up the pile on his first turn")
        same = [card for card in deal.hands[turn.seat] if number(card) == number(top)]
        if wild(top) or len(same) < 2:
            raise Disagreement("two natural cards in hand must match the top card")
        turn.laying = turn.wants_pile = True

    def take_top(self, deal: Deal, place: int, cards: list[str]) -> None:
        """8: the top card alone, as a natural card on a natural set, or on a sequence; that is the turn."""
        top = self.may_pick_up(deal)
        melds = self.side(deal.turn.seat).melds
        if cards != [top]:
            raise Disagreement("only the top card may be picked up alone")
        if not 1 <= place <= len(melds):
            raise Disagreement("the side has no such meld")
        meld = melds[place - 1]
        if any(map(wild, [*meld, top])) or kind([*meld, top]) != kind(meld):
            raise Disagreement("the top card alone goes onto a natural set or a sequence only")
        meld.append(deal.pile.pop())
        self.end_turn(deal)

    def stage_cards(self, deal: Deal, place: int, cards: list[str]) -> None:
        turn, melds = deal.turn, self.side(deal.turn.seat).melds
        new = [number_ for number_ in turn.staged if number_ > len(melds)]
        if not 1 <= place <= len(melds) + len(new) + 1:
            raise Disagreement("melds are numbered one after another")
        at_hand = [*deal.hands[turn.seat], *(deal.pile[-1:] if turn.wants_pile else [])]
        used = [card for some in turn.staged.values() for card in some]
        if not cards or len({*cards, *used}) != len(cards) + len(used) or not {*cards} <= {*at_hand}:
            raise Disagreement("only cards in hand may be laid down, each once")
        turn.staged.setdefault(place, []).extend(cards)

    def lay_melds(self, deal: Deal) -> None:
        """7: all staged cards are laid on the table; each meld must then be right."""
        turn, side, hand = deal.turn, self.side(deal.turn.seat), deal.hands[deal.turn.seat]
        if not turn.staged:
            raise Disagreement("nothing is laid down")
        counts = not turn.took_pile  # cards laid after taking the pile count for no first play
        if turn.wants_pile:
            hand += self.take_pile(deal)
        for place, cards in sorted(turn.staged.items()):
            if place > len(side.melds):
                side.melds.append([])
            meld = side.melds[place - 1]
            meld += cards
            if not kind(meld):
                raise Disagreement(f"{' '.join(meld)} is neither a sequence nor a matched set")
            for card in cards:
                hand.remove(card)
            turn.laid += cards
            turn.worth += value(cards) * counts
        turn.started, turn.laying, turn.wants_pile, turn.staged = True, False, False, {}
        if not hand:
            self.end_turn(deal)

    def take_pile(self, deal: Deal) -> list[str]:
        """8: the top card lies in a matched set with two natural cards of the hand."""
        top = deal.pile[-1]
        with_top = next((cards for cards in deal.turn.staged.values() if top in cards), [])
        if sum(number(card) == number(top) for card in with_top) < 3:
            raise Disagreement("the top card must be played with two natural cards like it from the hand")
        deal.turn.took_pile = True
        taken, deal.pile = deal.pile, []
        return taken

    def discard(self, deal: Deal, cards: list[str]) -> None:
        """4 and 9: one card of the hand; a wild one stops the pile for a round."""
        seat = deal.turn.seat
        if len(cards) != 1 or cards[0] not in deal.hands[seat]:
            raise Disagreement("one card of the hand is discarded")
        deal.hands[seat].remove(cards[0])
        deal.pile.append(cards[0])
        if wild(cards[0]):
            deal.stops.add(seat)
        self.end_turn(deal)

    def end_turn(self, deal: Deal) -> None:
        """7, 9 and 12: check the turn as a whole, then pass to the next seat or end the deal."""
        turn, side = deal.turn, self.side(deal.turn.seat)
        is_out = not deal.hands[turn.seat]
        if turn.laid and not side.opened:
            needed = opening(self.totals[self.side_number(turn.seat)], self.over_3000)
            if turn.worth < needed:
                raise Disagreement(f"a first play of {turn.worth} is less than {needed}")
            side.opened = True
        if is_out and count_birdies(side) < BIRDIES_NEEDED:
            raise Disagreement("nobody goes out before his side has two Birdies (R-72)")
        if not is_out and any(number(card) == 3 for card in turn.laid):
            raise Disagreement("3s are melded only on the turn a player goes out")
        deal.first_turns.discard(turn.seat)
        if is_out or not deal.stock:
            self.score(deal, turn.seat if is_out else None)
            return
        deal.turn = Turn((turn.seat + 1) % self.seats)
        deal.stops.discard(deal.turn.seat)

    def score(self, deal: Deal, out: int | None) -> None:
        """13 to 15: the scores of all sides; the deal passes to the left."""
        scores = []
        for side, members in zip(deal.sides, self.partners, strict=True):
            left = [card for seat in members for card in deal.hands[seat]]
            scores.append(side_score(side, left, out in members))
        self.scores.append(scores)
        self.totals = [total + more for total, more in zip(self.totals, scores, strict=True)]
        self.dealer = (self.dealer + 1) % self.seats
        self.deal = None

    def is_over(self, target: int, deals: int | None, *, extra_deal: bool, shared: bool) -> bool:
        """16: the first to the target, where two are equal another deal (R-06); or so many deals."""
        is_clear = self.totals.count(max(self.totals)) == 1
        if deals is not None:
            return len(self.scores) >= deals and (is_clear or not extra_deal)
        return max(self.totals) >= target and (shared or is_clear)


def check_club(
    acts: Sequence[tuple[int, str]],
    booked: Sequence[Sequence[tuple[int, int]]],
    seats: int = 4,
    *,
    target: int = 5000,
    deals: int | None = None,
    extra_deal: bool = False,
    threes: bool = False,
    over_3000: int = 160,
    shared: bool = False,
) -> list[str]:
    """The disagreements of the book with a match: sentences, an empty list if it agrees.

    ``booked`` are the points and the total of each side, deal by deal. No act after a wrong one
    is looked at.
    """
    referee = Referee(seats, threes, over_3000)
    is_over = partial(referee.is_over, target, deals, extra_deal=extra_deal, shared=shared)
    for place, (seat, text) in enumerate(acts):
        where = f"Act {place} of deal {len(referee.scores) + 1}, “{text[:40]}” of seat {seat}:"
        if referee.scores and referee.deal is None and is_over():
            return [f"{where} the match is over."]
        try:
            referee.follow(seat, text)
        except Disagreement as wrong:
            return [f"{where} {wrong}."]
    found = []
    if referee.deal is not None or not referee.scores or not is_over():
        found.append("The record stops before the match is over.")
    if len(booked) != len(referee.scores):
        found.append(f"{len(booked)} deals are booked, {len(referee.scores)} were played.")
    totals = [0] * len(referee.partners)
    for deal, (told, scores) in enumerate(zip(booked, referee.scores, strict=False), start=1):
        totals = [total + more for total, more in zip(totals, scores, strict=True)]
        right = list(zip(scores, totals, strict=True))
        found += [
            f"Deal {deal}, side {side}: {given} is booked, the book has {meant}."
            for side, (given, meant) in enumerate(zip(told, right, strict=True))
            if tuple(given) != meant
        ]
    return found
