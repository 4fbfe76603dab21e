"""Actions of a seat, chance, the clock or the referee: frozen values with one line of text each.

``str(action)`` and ``parse_action`` are inverse; the text is what the log stores, what a button carries and
what tests speak: ``bid 75``, ``play R14``, ``discard G5 B6``. A ``repr`` shows no card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, Self, get_args

from rules.core.cards import CARDS, Card, Color, parse_cards

Bird = Literal["top", "ten_half", "low"]
"""The bird's rank among the trumps: above all, between 10 and 11, below all."""
DrawnFrom = Literal["up", "pile"]
"""Where a card is drawn from: the card face up, or the top of the pile."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in points. ``color``: the trump bid, in games with bids that name one, or None for "no color"."""

    points: int
    color: Color | None = None

    def __str__(self) -> str:
        return f"bid {self.points}" + ("" if self.color is None else f" {self.color.word}")


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid; the seat is out of the auction of this deal."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards discarded from the hand into the nest, in the order chosen."""

    cards: tuple[Card, ...] = field(repr=False)

    def __str__(self) -> str:
        return _with_cards("discard", self.cards)


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The trump named: a color, or None for "no color"; ``lowest_wins`` turns the ranks around."""

    color: Color | None
    lowest_wins: bool = False

    def __str__(self) -> str:
        word = "none" if self.color is None else self.color.word
        return f"trump {word}" + (" reversed" if self.lowest_wins else "")


@dataclass(frozen=True, slots=True)
class Play:
    """A card played from a hand."""

    card: Card = field(repr=False)

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Hold:
    """No bid over the partner's high bid, without dropping out of the auction."""

    def __str__(self) -> str:
        return "hold"


@dataclass(frozen=True, slots=True)
class Shoot:
    """A declaration, instead of a bid, to take every trick: it wins or loses the game at once."""

    def __str__(self) -> str:
        return "shoot"


@dataclass(frozen=True, slots=True)
class ClaimMisdeal:
    """A seat shows a hand without counters; the cards are dealt again."""

    def __str__(self) -> str:
        return "misdeal"


@dataclass(frozen=True, slots=True)
class NameBird:
    """The dealer chooses the bird's rank for this deal."""

    bird: Bird

    def __str__(self) -> str:
        return f"bird {self.bird}"


@dataclass(frozen=True, slots=True)
class Sell:
    """The dealer sells the right to name trump to the bidder in seat ``to``, for the points of that bid."""

    to: int

    def __str__(self) -> str:
        return f"sell {self.to}"


@dataclass(frozen=True, slots=True)
class Keep:
    """The dealer keeps the right to name trump."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Fold:
    """The declarer gives up the deal after seeing the nest, before the play."""

    def __str__(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class AskPartner:
    """The declarer asks the partner to name trump."""

    def __str__(self) -> str:
        return "ask"


@dataclass(frozen=True, slots=True)
class CallPartner:
    """The declarer calls a card; its holder becomes the partner."""

    card: Card

    def __str__(self) -> str:
        return f"call {self.card}"


@dataclass(frozen=True, slots=True)
class GiveLead:
    """The declarer chooses the seat that leads to the first trick."""

    to: int

    def __str__(self) -> str:
        return f"lead {self.to}"


@dataclass(frozen=True, slots=True)
class Take:
    """A card drawn after a trick; ``source`` is the face-up card or the top of the pile."""

    source: DrawnFrom

    def __str__(self) -> str:
        return f"take {self.source}"


@dataclass(frozen=True, slots=True)
class Say:
    """An answer in one word that only its game understands: ``turn``, ``done``, ``undo``."""

    word: str

    def __str__(self) -> str:
        return f"say {self.word}"


@dataclass(frozen=True, slots=True)
class Put:
    """Cards put on a numbered place of the table."""

    cards: tuple[Card, ...] = field(repr=False)
    place: int

    def __str__(self) -> str:
        return _with_cards(f"put {self.place}", self.cards)


@dataclass(frozen=True, slots=True)
class Capture:
    """Cards captured from the table with one card of the hand."""

    card: Card
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _with_cards("capture", (self.card, *self.cards))


@dataclass(frozen=True, slots=True)
class Shout:
    """A shout in a race: a doubt, a slap, a claim. The earliest ``stamp`` (in milliseconds) wins.

    The server stamps it on arrival; a stamp sent by a player is not trusted.
    """

    stamp: int = 0

    def __str__(self) -> str:
        return f"shout {self.stamp}" if self.stamp else "shout"


@dataclass(frozen=True, slots=True)
class Close:
    """The clock: the time to answer is over."""

    def __str__(self) -> str:
        return "close"


@dataclass(frozen=True, slots=True)
class CallTime:
    """The clock: the time limit of the match is reached; the deal under way is the last."""

    def __str__(self) -> str:
        return "time"


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance: the number picked, of a seat or of a deal."""

    number: int

    def __str__(self) -> str:
        return f"lot {self.number}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: one card drawn by each seat that draws for the deal, in seat order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _with_cards("draw", self.cards)


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the shuffled deck, in the order it is dealt."""

    cards: tuple[Card, ...] = field(repr=False)

    def __str__(self) -> str:
        return _with_cards("deal", self.cards)


@dataclass(frozen=True, slots=True)
class Cut:
    """Chance: one card cut by each seat, in seat order."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _with_cards("cut", self.cards)


class Fault(StrEnum):
    """A fault with a penalty in the rule books: table talk, a wrong discard, or a late misdeal."""

    TABLE_TALK = "table talk"
    WRONG_DISCARD = "wrong discard"
    LATE_MISDEAL = "late misdeal"


@dataclass(frozen=True, slots=True)
class Penalize:
    """The referee takes points off a seat's score."""

    seat: int
    points: int
    reason: str
    """The name of a ``Fault``, or text the referee typed."""

    @property
    def fault(self) -> Fault | str:
        """The reason as a ``Fault`` if it names one, else the text the referee typed."""
        return next((fault for fault in Fault if fault == self.reason), self.reason)

    def __str__(self) -> str:
        return f"penalty {self.seat} {self.points} {self.reason}"


@dataclass(frozen=True, slots=True)
class Redeal:
    """The referee voids the present deal; the same dealer deals again, or the next one."""

    next_dealer: bool = False

    def __str__(self) -> str:
        return "redeal next" if self.next_dealer else "redeal"


@dataclass(frozen=True, slots=True)
class EndForRenege:
    """The referee ends the deal for a renege of a seat."""

    seat: int

    def __str__(self) -> str:
        return f"revoke {self.seat}"


Ruling = Penalize | Redeal | EndForRenege
Action = (
    Bid
    | Pass
    | Hold
    | Shoot
    | ClaimMisdeal
    | NameBird
    | Sell
    | Keep
    | Discard
    | Fold
    | NameTrump
    | AskPartner
    | CallPartner
    | GiveLead
    | Play
    | Take
    | Say
    | Put
    | Capture
    | Shout
    | Close
    | CallTime
    | Lot
    | Draw
    | Deal
    | Cut
    | Ruling
)


class ByCard(tuple[Action, ...]):
    """One action for each card, indexed by card. Pickled as its variable's name, to keep messages small."""

    _name: str

    @classmethod
    def named(cls, name: str, make: Callable[[Card], Action]) -> Self:
        """Make an action for each card; ``name`` is the variable of this module that holds the result."""
        actions = cls(map(make, CARDS))
        actions._name = name
        return actions

    def __reduce__(self) -> str:
        return self._name


PASS: Final = Pass()
PLAYS: Final = ByCard.named("PLAYS", Play)
CALLS: Final = ByCard.named("CALLS", CallPartner)
TRUMPS: Final = tuple(NameTrump(color) for color in Color)
NO_TRUMP: Final = NameTrump(None)
TAKES: Final = (Take("up"), Take("pile"))
SHOUT: Final = Shout()
_WORD: Final = re.compile(r"[a-z]{1,20}")
_BIDS: Final = {points: Bid(points) for points in range(5, 365, 5)}


def bid(points: int, color: Color | None = None) -> Bid:
    """The bid of these points and color; usual bids are shared objects."""
    return (_BIDS.get(points) if color is None else None) or Bid(points, color)


def is_well_typed(action: object) -> bool:
    """Whether this is an action with fields of the declared types, which Python does not check."""
    check = _SOUND.get(type(action))
    return check is not None and check(action)


def parse_action(text: str) -> Action:
    """Read an action from its line of text.

    Raises:
        ValueError: the text is no action; the message says what is wrong with it.
    """
    known = _INTERNED.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    read = _READERS.get(verb)
    if read is None:
        raise ValueError("That isn't one of your choices.")
    return read(rest)


def _parse_bid(text: str) -> Bid:
    words = text.split()
    if not 1 <= len(words) <= 2:
        raise ValueError("A bid is a whole number, like 75.")
    number = _whole(words[0], "A bid is a whole number, like 75.")
    return Bid(number, Color.parse(words[1]) if len(words) == 2 else None)


def _parse_trump(text: str) -> NameTrump:
    word, _, end = text.lower().partition(" ")
    if end not in ("", "reversed"):
        raise ValueError("Name a color, or none; “reversed” after it lets the lowest card win.")
    color = None if word == "none" else Color.parse(word)
    if end:
        return NameTrump(color, lowest_wins=True)
    return NO_TRUMP if color is None else TRUMPS[color]


def _parse_bird(text: str) -> NameBird:
    for bird in get_args(Bird):
        if text == bird:
            return NameBird(bird)
    raise ValueError("The bird is top, ten_half or low.")


def _parse_take(text: str) -> Take:
    for take in TAKES:
        if text == take.source:
            return take
    raise ValueError("Take the card that shows (up) or one from the pile.")


def _parse_say(text: str) -> Say:
    if not _WORD.fullmatch(text):
        raise ValueError("You can't say that at a table.")
    return Say(text)


def _parse_put(text: str) -> Put:
    place, _, cards = text.partition(" ")
    return Put(parse_cards(cards), _whole(place, "Cards are put on a place, which has a number."))


def _parse_capture(text: str) -> Capture:
    cards = parse_cards(text)
    if not cards:
        raise ValueError("Say which card of yours takes, and what.")
    return Capture(cards[0], cards[1:])


def _parse_shout(text: str) -> Shout:
    return Shout(_stamp(text)) if text else SHOUT


def _stamp(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise ValueError("A call is stamped with a time in milliseconds.")
    return int(text)


def _parse_penalty(text: str) -> Penalize:
    seat, points, reason = (*text.split(" ", 2), "", "", "")[:3]
    wrong = "A penalty needs a seat, points and a reason."
    return Penalize(_whole(seat, wrong), _whole(points, wrong), reason)


def _parse_redeal(text: str) -> Redeal:
    return Redeal(next_dealer=text == "next")


def _whole(text: str, otherwise: str = "That needs the number of a seat.") -> int:
    if not text.isascii() or not text.isdigit():
        raise ValueError(otherwise)
    return int(text[:9])


def _with_cards(verb: str, cards: tuple[Card, ...]) -> str:
    return " ".join((verb, *map(str, cards)))


_BARE: Final = (Pass, Hold, Shoot, ClaimMisdeal, Keep, Fold, AskPartner, Close, CallTime)


def _has_card(action: Play | CallPartner) -> bool:
    return type(action.card) is Card


def _has_cards(action: Discard | Draw | Deal | Cut | Put | Capture) -> bool:
    return type(action.cards) is tuple and set(map(type, action.cards)) <= {Card}


def _is_color(color: object) -> bool:
    return color is None or type(color) is Color


_SOUND: Final[dict[type, Callable[[Any], bool]]] = {
    Play: _has_card,
    CallPartner: _has_card,
    Discard: _has_cards,
    Draw: _has_cards,
    Deal: _has_cards,
    Cut: _has_cards,
    Bid: lambda bid: type(bid.points) is int and _is_color(bid.color),
    NameTrump: lambda name: type(name.lowest_wins) is bool and _is_color(name.color),
    NameBird: lambda name: name.bird in get_args(Bird),
    Take: lambda take: take.source in get_args(DrawnFrom),
    Say: lambda say: type(say.word) is str and _WORD.fullmatch(say.word) is not None,
    Put: lambda put: type(put.place) is int and put.place >= 0 and _has_cards(put),
    Capture: lambda capture: type(capture.card) is Card and _has_cards(capture),
    Shout: lambda shout: type(shout.stamp) is int and shout.stamp >= 0,
    Lot: lambda lot: type(lot.number) is int,
    Sell: lambda sell: type(sell.to) is int,
    GiveLead: lambda lead: type(lead.to) is int,
    EndForRenege: lambda revoke: type(revoke.seat) is int,
    Penalize: lambda act: type(act.seat) is int and type(act.points) is int and type(act.reason) is str,
    Redeal: lambda again: type(again.next_dealer) is bool,
    **dict.fromkeys(_BARE, lambda _: True),
}
_COMMON: Final[tuple[Action, ...]] = (
    *(bare() for bare in _BARE),
    *PLAYS,
    *TRUMPS,
    *TAKES,
    NO_TRUMP,
    SHOUT,
    *_BIDS.values(),
)
_INTERNED: Final = {str(action): action for action in _COMMON}
_READERS: Final[dict[str, Callable[[str], Action]]] = {
    "bid": _parse_bid,
    "trump": _parse_trump,
    "play": lambda text: PLAYS[Card.parse(text)],
    "discard": lambda text: Discard(parse_cards(text)),
    "bird": _parse_bird,
    "sell": lambda text: Sell(_whole(text)),
    "call": lambda text: CALLS[Card.parse(text)],
    "lead": lambda text: GiveLead(_whole(text)),
    "take": _parse_take,
    "say": _parse_say,
    "put": _parse_put,
    "capture": _parse_capture,
    "shout": _parse_shout,
    "lot": lambda text: Lot(_whole(text)),
    "draw": lambda text: Draw(parse_cards(text)),
    "deal": lambda text: Deal(parse_cards(text)),
    "cut": lambda text: Cut(parse_cards(text)),
    "penalty": _parse_penalty,
    "redeal": _parse_redeal,
    "revoke": lambda text: EndForRenege(_whole(text)),
}
