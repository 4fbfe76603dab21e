"""The usual answers to the questions of the bidding games: combinations of options that people play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.bidding import deck
from rules.bidding.house import forms
from rules.bidding.house.offered import BY_KEY
from rules.bidding.house.row import unlabelled
from rules.bidding.notation import read_numbers
from rules.bidding.variant import Variant
from rules.bidding.words import bidding
from rules.bidding.words.common import by_players, ranges
from rules.core.cards import BIRD, Card, Color, card
from rules.core.protocol import OptionValue
from rules.core.words import counted, signed, uncapitalized

Values = Mapping[str, OptionValue]
"""Options by key."""
ONES: Final = "1:15 5:5 10:10 14:10"
USUAL_NEST: Final = 5


class Topic(NamedTuple):
    """A question: its options, usual answers that fit a variant, and an answer in words, with a card."""

    key: str
    asked: str
    options: tuple[str, ...]
    usual: Callable[[Variant], Iterator[Values]]
    said: Callable[[Variant], str]
    card: Callable[[Variant], Card]


def value_of(variant: Variant, key: str) -> OptionValue:
    """The value of an option."""
    return forms.option_value(variant, BY_KEY[key])


def label_of(variant: Variant, key: str) -> str:
    """The label of an option's value."""
    value = value_of(variant, key)
    return next((choice.label for choice in BY_KEY[key].choices if choice.value == value), unlabelled(value))


# Which cards -------------------------------------------------------------------------------------------

_DECKS: Final = (
    ("5-14", 14, True),
    ("5-14", 14, False),
    ("1,5-14", 1, True),
    ("1,5-14", 1, False),
    ("1-14", 1, True),
    ("1-14", 14, True),
    ("1-14", 1, False),
    ("1-14", 14, False),
    ("1,5,9-14", 1, True),
    ("4-14", 14, True),
    ("1-13", 14, True),
)
"""Numbers, the highest of them, and whether the bird is in the deck."""


def _decks(variant: Variant) -> Iterator[Values]:
    for numbers, high, has_bird in _DECKS:
        rook = "none" if not has_bird else "top" if variant.rook == "none" else variant.rook
        new = {"numbers": read_numbers(numbers), "numbers_with": {}, "rook": rook}
        nest = _nest(variant, variant.model_copy(update=new))
        if nest is not None:
            yield {"numbers": numbers, "high": high, "rook": rook, "nest": nest}


def _nest(variant: Variant, new: Variant) -> OptionValue:
    """The size nearest to five that deals a new deck evenly, by number of players; None without one."""
    if not deck.has_nest(variant):
        return 0
    sizes = {}
    for seats in new.seats:
        cards, hands = len(deck.cards_of(new, seats)), deck.dealt_hands(new, seats)
        fitting = deck.even_nests(cards, hands)
        if not fitting:
            return None
        sizes[seats] = min(fitting, key=lambda size: abs(size - USUAL_NEST))
    usual = sizes[new.seats[0]]
    others = " ".join(f"{seats}:{size}" for seats, size in sizes.items() if size != usual)
    return f"{usual} {others}" if others else usual


def _deck_said(variant: Variant) -> str:
    bird = " and the bird" if variant.rook != "none" else ", no bird"
    nest = by_players(variant, lambda seats: deck.nest_size(variant, seats))
    said = f"{ranges(variant.numbers)}{bird}"
    if 1 in variant.numbers:
        said += f", the {_highest(variant)} high"
    return said + (f", a nest of {nest}" if deck.has_nest(variant) else "")


def _deck_card(variant: Variant) -> Card:
    return card(Color.RED, _highest(variant))


def _highest(variant: Variant) -> int:
    return 1 if variant.high == 1 else max(variant.numbers)


# What counts -------------------------------------------------------------------------------------------

_COUNTS: Final = ("5:5 10:10 14:10", "5:5 10:10 13:10", ONES, "1:20 5:5 10:10 14:10", "1:15 5:5 10:10 13:10")
_ON_TOP: Final = ((0, 0), (20, 0), (0, 20), (10, 0))
"""Points for the last trick and for most tricks."""


def _counts(variant: Variant) -> Iterator[Values]:
    birds = ({},) if variant.rook == "none" else ({"rook_points": 20}, {"rook_points": 0})
    for bird in birds:
        for last, most in _ON_TOP if bird.get("rook_points", 20) else _ON_TOP[:1]:
            for counters in _COUNTS:
                yield {"counters": counters, **bird, "last_trick": last, "majority": most}


def _counts_said(variant: Variant) -> str:
    said = [f"{number}s {points}" for number, points in sorted(variant.counters.items()) if points]
    said += [f"the bird {variant.rook_points}"] if variant.rook != "none" else []
    said += [f"the last trick {variant.last_trick}"] if variant.last_trick else []
    said += [f"most tricks {variant.majority}"] if variant.majority else []
    return f"{', '.join(said)}: {by_players(variant, lambda seats: deck.total_of(variant, seats))} in all"


def _counts_card(variant: Variant) -> Card:
    best = max(variant.counters, key=lambda number: (variant.counters[number], number), default=14)
    return card(Color.BLACK, best)


# Who leads, and the bird -------------------------------------------------------------------------------

_LEADS: Final = ("left_of_dealer", "declarer", "left_of_declarer", "dealer")
_BIRDS: Final = (("top", "any_time"), ("top", "as_trump"), ("ten_half", "as_trump"), ("low", "as_trump"))
_PLAYED: Final = {
    "any_time": "played at any time",
    "as_trump": "played like any trump",
    "any_color": "follows any color",
}


def _leads(variant: Variant) -> Iterator[Values]:
    if variant.rook == "none":
        yield from ({"first_lead": lead, "rook": "none"} for lead in _LEADS)
        return
    for rook, plays in _BIRDS:
        yield from ({"first_lead": lead, "rook": rook, "rook_plays": plays} for lead in _LEADS)


def _lead_said(variant: Variant) -> str:
    lead = label_of(variant, "first_lead")
    if variant.rook == "none":
        return lead
    return f"{lead}. {label_of(variant, 'rook')}, {_PLAYED[variant.rook_plays]}"


def _lead_card(variant: Variant) -> Card:
    return BIRD if variant.rook != "none" else card(Color.GREEN, max(variant.numbers))


# The bids ----------------------------------------------------------------------------------------------

_LOWEST: Final = (50, 60, 65, 70, 75, 80, 90, 100, 120)
_CAPPED: Final = ((100, 180), (100, 200), (70, 120), (65, 120))


def _bids(variant: Variant) -> Iterator[Values]:
    total = max(deck.totals_of(variant, variant.seats[0]))
    for all_pass in ("redeal_next", "dealer_must_bid"):
        for least in _LOWEST:
            yield {"min_bid": least, "max_bid": "total", "all_pass": all_pass}
        for least, most in _CAPPED:
            if most < total:
                yield {"min_bid": least, "max_bid": most, "all_pass": all_pass}


def _bids_said(variant: Variant) -> str:
    if variant.auction == "sale":
        return bidding.span(variant)
    passed = label_of(variant, "all_pass")
    return f"{bidding.span(variant)}. If everyone passes: {uncapitalized(passed)}"


def _bids_card(_: Variant) -> Card:
    return card(Color.YELLOW, 10)


# The end -----------------------------------------------------------------------------------------------

_ENDS: Final[tuple[Values, ...]] = (
    *({"target": target} for target in (150, 200, 250, 300, 400, 500, 700, 1000)),
    *({"deals": deals} for deals in (1, 4, 8, 12)),
    {"deals": 4, "minutes": 20},
    {"target": 500, "lose_at": -250},
    {"target": 500, "lose_at": -500},
    {"target": 1000, "lose_at": -1000},
    {"target": 300, "lead_wins": 300},
    {"target": 500, "lead_wins": 500},
    {"target": 500, "lead_wins": 1000},
    {"target": 300, "going_out": "bidder_first"},
    {"target": 500, "going_out": "bidder_first"},
    {"target": 500, "going_out": "own_bid"},
    {"target": 500, "going_out": "own_bid_or_set", "lead_wins": 1000},
)


def _ends(variant: Variant) -> Iterator[Values]:
    plain: Values = {"lose_at": None, "lead_wins": None, "minutes": None, "going_out": "higher"}
    for end in _ENDS:
        length = {"deals": None} if "target" in end else {"target": variant.target}
        yield {**plain, **length, **end}


def _end_said(variant: Variant) -> str:
    if variant.deals is not None:
        said = f"After {counted(variant.deals, 'deal')}"
    else:
        said = f"At {variant.target or 0:,} points"
    said += f" or {variant.minutes} minutes" if variant.minutes else ""
    said += f", or {variant.lead_wins:,} ahead" if variant.lead_wins else ""
    said += f"; {signed(variant.lose_at)} loses" if variant.lose_at else ""
    if variant.deals is None and variant.going_out != "higher":
        said += f". {label_of(variant, 'going_out')}"
    return said


def _end_card(_: Variant) -> Card:
    return card(Color.BLACK, 1)


TOPICS: Final = {
    topic.key: topic
    for topic in (
        Topic("cards", "Which cards?", ("numbers", "high", "rook", "nest"), _decks, _deck_said, _deck_card),
        Topic(
            "counts",
            "What counts?",
            ("counters", "rook_points", "last_trick", "majority"),
            _counts,
            _counts_said,
            _counts_card,
        ),
        Topic(
            "lead",
            "Who leads first, and what is the bird?",
            ("first_lead", "rook", "rook_plays"),
            _leads,
            _lead_said,
            _lead_card,
        ),
        Topic(
            "bids",
            "From what to what do you bid?",
            ("min_bid", "max_bid", "all_pass"),
            _bids,
            _bids_said,
            _bids_card,
        ),
        Topic(
            "end",
            "When is it over?",
            ("target", "deals", "minutes", "lose_at", "lead_wins", "going_out"),
            _ends,
            _end_said,
            _end_card,
        ),
    )
}
"""By key, in the order in which they are asked."""
