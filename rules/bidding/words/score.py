"""The points, what a bid brings or costs, and manners at the table, in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import (
    by_players,
    colors_by,
    each_baby,
    number_of,
    sentences,
    the_baby,
    the_bid,
    the_bidder,
)
from rules.bidding.words.partners import alone, calls_two
from rules.core.cards import Color
from rules.core.words import capitalized, counted, listed, signed


def points(variant: Variant) -> str:
    """The section on points: what cards and tricks count, and the total of a deal."""
    return sentences(
        (
            *values(variant),
            total(variant),
            _majority_tie(variant),
            _nest_trick(variant),
            moon(variant),
            _all_points(variant),
        )
    )


def values(variant: Variant) -> tuple[str, str, str]:
    """Texts on the numbers, on red 1 and bird, and on tricks; each is empty if none of these count."""
    return _counters(variant), _bird_and_red_one(variant), _tricks(variant)


def _counters(variant: Variant) -> str:
    """The numbers that count, grouped by value: ``10s and 14s count 10``."""
    by_value: dict[int, list[str]] = {}
    second = deck.second_bird(variant)
    for number, value in sorted(variant.counters.items()):
        if value:
            others = ["the red 1"] if number == 1 and variant.red_one else []
            others += [the_baby(variant)] if second is not None and second.rank == number else []
            but = f" other than {listed(others)}" if others else ""
            by_value.setdefault(value, []).append(f"{number}s{but}")
    said = [f"{listed(numbers)} count {value}" for value, numbers in by_value.items()]
    where = "Counters, in trump only" if variant.trump_counters else "Counters"
    return f"{where}: {', '.join(said)}." if said else ""


def _bird_and_red_one(variant: Variant) -> str:
    """What the red 1 and the birds count."""
    each = "each" if deck.red_ones(variant) > 1 else "the"
    said = [f"{each} red 1 counts {variant.red_one_points}"] if variant.red_one else []
    if variant.rook != "none":
        said.append(f"{'each' if variant.packs > 1 else 'the'} Rook counts {variant.rook_points}")
    if variant.second_bird != "none":
        said.append(f"{each_baby(variant)} counts {variant.second_bird_points}")
    return f"{capitalized(listed(said))}." if said else ""


def _tricks(variant: Variant) -> str:
    """What tricks count themselves."""
    said = []
    if isinstance(variant.trick_points, int) and variant.trick_points:
        said.append(f"every trick counts {variant.trick_points}")
    if variant.last_trick:
        said.append(f"the last trick counts {variant.last_trick}")
    if variant.majority:
        said.append(f"taking most tricks counts {variant.majority}")
    return sentences((_tricks_by_trump(variant), f"{capitalized(listed(said))}." if said else ""))


def _tricks_by_trump(variant: Variant) -> str:
    if isinstance(variant.trick_points, int):
        return ""
    return f"Every trick counts by its trump: {_by_trump(variant, partial(deck.trick_value, variant))}."


def _by_trump(variant: Variant, points: Callable[[Color | None], int]) -> str:
    """Points that differ by trump: ``20 with red, 10 with green or black``."""
    groups = colors_by(variant, points)
    return ", ".join(f"{signed(each)} with {listed(names, 'or')}" for each, names in groups)


def total(variant: Variant) -> str:
    """A sentence on the total points of a deal."""
    if not deck.differs_by_trump(variant):
        return f"That is {by_players(variant, lambda seats: signed(deck.total_of(variant, seats)))} in all."
    totals = by_players(variant, lambda seats: _by_trump(variant, partial(deck.total_of, variant, seats)))
    return f"In all: {totals}."


def _majority_tie(variant: Variant) -> str:
    if not variant.majority:
        return ""
    match variant.majority_tie:
        case "nobody":
            return "On a tie for most tricks, no one gets those points."
        case "defenders" if _has_two_sides(variant):
            return "On a tie for most tricks, the bidder's opponents get those points."
        case "defenders":
            return (
                f"If {the_bidder(variant)} and one other tie for most tricks, the other gets those "
                "points. On any other tie no one does."
            )
        case "cut" if variant.teams == "solo":
            cut = "every player cuts a card, and the highest cut of those tied gets the points"
        case "cut":
            cut = "every player cuts a card. Partners add theirs up, and the higher side gets the points"
    return f"On a tie for most tricks, {cut}. Tied cuts are cut again."


def _has_two_sides(variant: Variant) -> bool:
    """Whether two sides take the tricks: not three players alone, nor a dummy that plays for itself."""
    return variant.teams != "solo" or (variant.seats == (2,) and variant.dummy == "none")


def _nest_trick(variant: Variant) -> str:
    if not variant.nest_is_trick or not deck.has_nest(variant):
        return ""
    tricks = by_players(
        variant, lambda seats: deck.tricks_of(variant, seats) + (deck.nest_size(variant, seats) > 0)
    )
    return f"The nest counts as one more trick, with the last: {tricks} in all."


def moon(variant: Variant) -> str:
    """Sentences on the bonus for every trick, without a declaration; empty if there is none."""
    more = ["doubles the points"] if variant.moon_doubles else []
    more += [f"counts {variant.moon} more"] if variant.moon else []
    if not more:
        return ""
    named = " This is called shooting the moon." if variant.moon else ""
    alone = " with the bidder's own hand alone" if variant.moon_by == "declarer" else ""
    return f"Taking every trick{alone} {listed(more)}, but never helps make the bid.{named}"


def _all_points(variant: Variant) -> str:
    """A sentence on the bonus for every counter; empty if there is none."""
    if not variant.all_points:
        return ""
    nest = " Those in the nest go with it." if deck.has_nest(variant) and variant.nest_to != "nobody" else ""
    return (
        f"Taking all the counters counts {variant.all_points} more, even without every trick.{nest} It never "
        "helps make the bid."
    )


def score(variant: Variant) -> str:
    """The section on the score: bids made and failed, the records kept, and totals below zero."""
    return sentences((_made(variant), alone(variant), failed(variant), _records(variant), _zero(variant)))


def _made(variant: Variant) -> str:
    exact = "makes it" if variant.exact_makes else "is not enough"
    if variant.auction == "sale":
        return f"{taken(variant)} Taking exactly what is owed {exact}."
    return f"{taken(variant)} Taking exactly the bid {exact}. Points over the bid count too."


def taken(variant: Variant) -> str:
    """A sentence on who scores what if no bid fails."""
    if variant.auction == "sale":
        return "Everyone scores what they took."
    who = "Each player scores what they" if variant.teams == "solo" else "Each side scores what it"
    return f"{who} took."


def failed(variant: Variant) -> str:
    """Sentences on the cost of a failed bid, and on the score of the others then."""
    if variant.failure in {"opponents_doubled", "counters_only"}:
        return cost(variant, _without_tricks(variant)) + _spared(variant)
    return f"{cost(variant)} {capitalized(_others_score(variant))} theirs."


def cost(variant: Variant, without: str = "") -> str:
    """Sentences on the cost of a failed bid; ``without``: what is left out of the counters scored."""
    than = "less than" if variant.exact_makes else "no more than"
    lost = the_bid(variant)
    if variant.auction == "sale":
        less = f"A player who takes {than} is owed"
    elif variant.teams == "solo":
        less = f"A bidder who takes {than} the bid"
    else:
        less = f"A bidding side that takes {than} its bid"
    others_double = f"{_others_score(variant)} double"
    match variant.failure:
        case "set_back":
            return f"{less} goes set, scores nothing and loses {lost}."
        case "opponents_doubled":
            return f"{less} scores nothing, and {others_double}."
        case "counters_only":
            return f"{less} scores the counters alone{without}. {capitalized(others_double)}."
        case "deducted" if variant.forfeit:
            return f"{less} loses {lost}, and the points taken do not count."
        case "deducted":
            return f"{less} scores the points taken, less {lost}."


def _others_score(variant: Variant) -> str:
    is_alone = variant.seats == (2,) and variant.teams == "solo" and variant.auction != "sale"
    return "the opponent scores" if is_alone else "the others score"


def _without_tricks(variant: Variant) -> str:
    return ", without the points for tricks" if variant.trick_points else ""


def _spared(variant: Variant) -> str:
    return " What the dummy took is never doubled." if variant.dummy == "blind" else ""


def _records(variant: Variant) -> str:
    dummys = _dummys(variant)
    together = " Partners win and lose together." if deck.partners_win_together(variant) else ""
    match variant.teams:
        case "partners" if variant.credit == "each":
            return f"Each player keeps a score of what their side made or lost.{together}"
        case "called":
            return (
                "Everyone keeps their own score and writes down what their side made or lost. The bidder and "
                f"partner{'s' * calls_two(variant)} are one side, and everyone else is the other."
            )
        case "dummy":
            return (
                "Everyone keeps their own score. The dummy's partner writes down what both hands made or "
                f"lost. The other two each write down what they took together.{together}{dummys}"
            )
        case _:
            return dummys.strip()


def _dummys(variant: Variant) -> str:
    if variant.dummy not in deck.OWN_HAND_DUMMIES:
        return ""
    if variant.score_dummy:
        return " The dummy has a score of its own, but cannot win."
    return " What the dummy took is shown, but not ranked." if variant.dummy == "blind" else ""


def _zero(variant: Variant) -> str:
    if not variant.below_zero:
        return "No total goes below zero."
    return "Totals may go below zero." if _takes_off(variant) else ""


def _takes_off(variant: Variant) -> bool:
    """Whether anything takes points off: a failed bid, giving up, a referee."""
    fines = variant.penalties
    by_referee = fines.table_talk or fines.wrong_discard or fines.late_misdeal or fines.revoke
    return variant.failure in {"set_back", "deducted"} or variant.fold != "no" or bool(by_referee)


def at_the_table(variant: Variant) -> str:
    """The section on manners: what may be looked at or taken back, and a referee's penalties."""
    review = (
        "You may look at the last trick again, but no other."
        if variant.trick_review == "last"
        else ("You may not look back at a trick.")
    )
    shown = "Only the high bid is shown." if variant.bidding_shown == "last" else ""
    back = {
        "no": "",
        "until_next": "You may take back a card or a bid until the next player bids or plays.",
        "consent": "You may take back a card or a bid if most players agree.",
    }[variant.take_back]
    return sentences((review, shown, back, _penalties(variant)))


def _penalties(variant: Variant) -> str:
    fines = variant.penalties
    said = []
    if fines.table_talk:
        fine = the_bid(variant) if fines.table_talk == "bid" else fines.table_talk
        said.append(f"{fine} for table talk")
    if fines.wrong_discard:
        said.append(f"{fines.wrong_discard} for a wrong discard")
    if fines.late_misdeal:
        tricks = fines.misdeal_until_trick
        found = f"found after {number_of(tricks, 'trick')}" if tricks else "found after the deal"
        said.append(f"{fines.late_misdeal} for a misdeal {found}")
    off = f"A referee may take points off: {listed(said)}." if said else ""
    early = (
        f"A misdeal found before {number_of(fines.misdeal_until_trick, 'trick')} "
        f"{'is' if fines.misdeal_until_trick == 1 else 'are'} taken is dealt again by the next dealer."
        if fines.misdeal_until_trick
        else ""
    )
    return sentences((off, early, renege(variant)))


def renege(variant: Variant) -> str:
    """Sentences on the cost of a renege found too late; empty if there is none."""
    match variant.penalties.revoke:
        case None:
            return ""
        case "bid":
            owes = "owes" if variant.auction == "sale" else "made"
            lost = f"{the_bid(variant)}, no matter who {owes} it, "
            lost += "and the others score the counters they have taken"
        case points:
            lost = f"{counted(points, 'point')}, and the others gain as many"
    return (
        "A renege may be corrected until the next trick is taken. Found later, it ends the deal. "
        f"That side loses {lost}."
    )
