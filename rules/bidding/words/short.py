"""One line for a newcomer on each section of the rules, made from the values played by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words import bidding, deal, ending, partners, play, score
from rules.bidding.words.common import by_players, spelled, the_bidder
from rules.core.words import capitalized
from rules.in_short import LINE

_TAKES: Final = "The highest trump takes the trick, or the highest of that color."
_BIRDS: Final[Mapping[str, str]] = {
    "dealer_chooses": "Before each deal the dealer makes it the highest or the lowest trump.",
    "dealer_chooses_any": "The dealer makes it the highest trump, the lowest, or between the 10 and the 11.",
}
_COUNTERS: Final[Mapping[bool | str, str]] = {
    False: "No counter may be discarded.",
    "shown": "Counters in it lie face up.",
    "for_trumps": bidding.FOR_TRUMPS,
}
_IN_TURN: Final = "lies open after the first lead, and"


def short(variant: Variant, heading: str) -> str:
    """The one-line form of the section ``heading``; empty for a section newcomers do not need."""
    line = _LINES.get(heading)
    return line(variant) if line else ""


def _fitting(*sentences: str) -> str:
    """The first sentence, and as many of the others, in order of importance, as fit on the line."""
    said, *others = filter(None, sentences)
    for sentence in others:
        if len(said) + 1 + len(sentence) <= LINE:
            said += f" {sentence}"
    return said


def _players(variant: Variant) -> str:
    """Players and partners; empty with two players, and with a called partner, who has a line."""
    return "" if variant.teams == "called" or variant.seats == (2,) else deal.players(variant)


def _deal(variant: Variant) -> str:
    cards, *exceptions = deal.decks(variant)
    return _fitting(cards, _dealt(variant), *exceptions)


def _dealt(variant: Variant) -> str:
    hand = by_players(variant, lambda seats: deck.hand_size(variant, seats))
    nest = by_players(variant, lambda seats: deck.nest_size(variant, seats))
    if not (hand.isdigit() and nest.isdigit()):
        return ""
    more = " or one more" if any(deck.odd_cards(variant, seats) for seats in variant.seats) else ""
    battery = " and a battery of ten" if variant.extra == "batteries" else ""
    to_nest = "" if nest == "0" else f", the nest {'one' if nest == '1' else nest}"
    return f"Each player is dealt {hand} cards{more}{battery}{to_nest}."


def _bidding(variant: Variant) -> str:
    if variant.auction == "sale":
        return (
            "The others bid for the right to name trump. The dealer sells it or keeps it. "
            "Whoever has it must take the points bid."
        )
    who = "you" if variant.teams == "solo" else "your side"
    color = " and a color" if variant.trump == "with_bid" else ""
    bids = f"Bid the points {who} will take{color}, {bidding.span(variant)}."
    return _fitting(bids, _opens(variant), "A pass puts you out.", "The last player in has the bid.")


def _opens(variant: Variant) -> str:
    """Who bids first, and whether the dealer must bid."""
    must = variant.all_pass == "dealer_must_bid"
    if variant.first_bidder == "dealer":
        return f"The dealer bids first{' and must bid' if must else ''}."
    return "Left of the dealer bids first" + (", and the dealer must bid in the end." if must else ".")


def _nest(variant: Variant) -> str:
    who = "Whoever names trump" if variant.auction == "sale" else "The high bidder"
    taken = f"{who} takes the nest and discards {bidding.as_many(variant)}."
    barred = _COUNTERS.get(variant.bury_counters, "")
    own = ""
    if variant.exchange is not None:
        few = f"At most {spelled(variant.exchange)}" if variant.exchange else "None"
        own = f"{few} of them may come from the hand."
    return _fitting(taken, barred, own, _heir(variant))


def _heir(variant: Variant) -> str:
    if variant.nest_is_trick and variant.nest_to == "last_trick":
        return "The last trick takes the nest, as one more trick."
    return bidding.heir(variant) or "The discard is out of play."


def _trump(variant: Variant) -> str:
    named, none = bidding.named(variant), ""
    if variant.trump == "with_bid":
        none = "With no color there is no trump." if variant.no_trump != "no" else ""
    elif variant.no_trump == "yes":
        none = f"Or {the_bidder(variant)} plays without trump."
    elif variant.no_trump == "reversed":
        none = f"Or {the_bidder(variant)} plays without trump, or so that the lowest card wins."
    elif variant.no_trump == "reversed_alone":
        none = f"Or {the_bidder(variant)} plays without trump, and may then let the lowest card win."
    asked = ""
    if variant.trump_by == "partner_for_five":
        asked = f"Or their partner does, and the bid rises by {deck.FOR_TRUMP}."
    return _fitting(named, asked, none)


def _partner(variant: Variant) -> str:
    return _fitting(f"{partners.calling(variant)} for this deal.", partners.knowing(variant))


def _play(variant: Variant) -> str:
    best = "The 1 beats the 14." if variant.high == 1 else ""
    return _fitting("Follow the color led if you can.", _TAKES, best, _lead(variant))


def _lead(variant: Variant) -> str:
    """Who leads first; empty if the bidder may choose, which is too long for a line."""
    are_two = variant.seats == (2,)
    match variant.first_lead:
        case "left_of_dealer":
            return "The dealer's opponent leads." if are_two else "Left of the dealer leads first."
        case "left_of_declarer":
            return "The bidder's opponent leads." if are_two else "Left of the bidder leads first."
        case "dealer":
            return "The dealer leads first."
        case "declarer":
            return "The bidder leads first."
        case _:
            return ""


def _batteries(variant: Variant) -> str:
    free = "A battery need not follow." if variant.battery_free else ""
    return _fitting(
        "Each hand and battery plays a card to a trick.",
        "A covered card turns up once the one on it is played.",
        free,
    )


def _drawing(_: Variant) -> str:
    return "After each trick both draw. Whoever took it chooses: the card that shows, or the unseen one."


def _dummy(variant: Variant) -> str:
    match variant.dummy:
        case "dealers_partner":
            return f"The hand of the dealer's partner {_IN_TURN} the dealer plays it."
        case "declarers_partner":
            return f"The hand of the bidder's partner {_IN_TURN} the bidder plays it."
        case "opposite":
            return f"The dummy {_IN_TURN} the bidder plays it."
        case "south":
            return f"The dummy {_IN_TURN} the player in the second seat plays it."
        case _:
            return "The dummy plays its top card, unseen, whatever was led. It may take the trick."


def _rook(variant: Variant) -> str:
    place, plays = play.bird(variant)
    red = "Without a color it is a red card." if variant.rook_without_trump == "red" else ""
    return _fitting(_BIRDS.get(variant.rook, place), red, plays)


def _red_one(variant: Variant) -> str:
    card = "Each of the two" if deck.red_ones(variant) > 1 else "It"
    return f"{card} is the highest trump of all, whatever color is trump."


def _points(variant: Variant) -> str:
    counters, special, tricks = score.values(variant)
    if not isinstance(variant.trick_points, int):
        by_trump = {deck.trick_value(variant, trump) for trump in deck.colors_of(variant)}
        least, most = min(by_trump), max(by_trump)
        tricks = f"Every trick counts {f'{least} to {most}, by its trump' if least < most else most}."
    return _fitting(counters, special, tricks, _tie(variant), score.total(variant))


def _tie(variant: Variant) -> str:
    """Who gets the points for most tricks on a tie; empty if no one does."""
    if not variant.majority:
        return ""
    ties = {"defenders": "The bidder's opponents win a tie.", "cut": "On a tie, cut for it."}
    return ties.get(variant.majority_tie, "")


def _score(variant: Variant) -> str:
    return f"{score.taken(variant)} {score.cost(variant)}"


def _end(variant: Variant) -> str:
    star = "No one wins who has never made a bid." if variant.winner_made_bid else ""
    only = ending.may_win(variant)
    own = f"{capitalized(only)}." if only else ending.going_out(variant)
    games = f"The match is the best of {spelled(variant.games)} games." if variant.games > 1 else ""
    minutes = "" if variant.minutes is None else f"Time is up after {variant.minutes} minutes."
    return _fitting(ending.wins(variant), own, star, *ending.at_once(variant), games, minutes)


_LINES: Final[Mapping[str, Callable[[Variant], str]]] = {
    "Players": _players,
    "Deal": _deal,
    "Bidding": _bidding,
    "Nest": _nest,
    "Trump": _trump,
    "Partner": _partner,
    "Play": _play,
    "Batteries": _batteries,
    "Drawing": _drawing,
    "The dummy": _dummy,
    "The Rook": _rook,
    "The baby bird": play.baby_rank,
    "The red 1": _red_one,
    "Points": _points,
    "Score": _score,
    "End": _end,
}
