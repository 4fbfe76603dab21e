"""How a match ends, in words: target, going out, games, ends at once, limits, and changes of seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.bidding import deck
from rules.bidding.variant import Variant
from rules.bidding.words.common import at_stake, sentences, spelled, the_bid, the_bidder
from rules.bidding.words.partners import calls_two
from rules.core.words import capitalized, counted, listed, signed

_BIDDER: Final = "a bidder who has just made the bid"


def end(variant: Variant) -> str:
    """The section on the end: target, games, ends at once, time and deal limits, and changes of seats."""
    return sentences(
        (
            _goal(variant),
            _games(variant),
            *at_once(variant),
            *_time_limit(variant),
            _longest(variant),
            _seats(variant),
        )
    )


def wins(variant: Variant) -> str:
    """A sentence on what wins a match, or each game of several."""
    if variant.deals is not None:
        count = "One deal" if variant.deals == 1 else f"{variant.deals} deals"
        tie = "on a tie another deal is played" if variant.extra_deal else "a tie is shared"
        return f"{count}. The {_higher(variant)} total wins, and {tie}."
    if variant.target_checked == "each_trick":
        return f"First to {variant.target:,} points wins, even in the middle of a deal."
    return f"First to {variant.target:,} points at the end of a deal wins."


def _goal(variant: Variant) -> str:
    if variant.deals is not None:
        uncounted = "" if variant.all_pass == "counted" else "A deal thrown in does not count."
        return sentences((wins(variant), uncounted))
    stopped = _stopped(variant) if variant.target_checked == "each_trick" else ""
    return sentences((wins(variant), stopped, star(variant), going_out(variant), _several(variant)))


def _several(variant: Variant) -> str:
    """Who wins if several reach the target in one deal, and what a tie among them does."""
    tie = "another deal is played" if variant.tie == "another_deal" else "they share the win"
    higher = _higher(variant)
    match variant.going_out:
        case "higher":
            both = "both" if higher == "higher" else "several players"
            return f"If {both} get there in the same deal, the {higher} total wins. On a tie {tie}."
        case "own_bid" if not deck.wins_by_partners_bid(variant):
            return ""
        case "own_bid_or_set" if _rivals(variant) == 2:
            return ""
        case "own_bid_or_set":
            return f"Of several, the {higher} total wins. On a tie {tie}."
        case "own_bid" if calls_two(variant):
            return f"If several of them get there, the highest total wins. On a tie {tie}."
        case "own_bid":
            return f"Of the two, the higher total wins. On a tie {tie}."
        case "bidder_first":
            return f"Otherwise the {higher} total wins. On a tie {tie}."


def _higher(variant: Variant) -> str:
    return "higher" if _rivals(variant) == 2 else "highest"


def _stopped(variant: Variant) -> str:
    """What counts toward the target in the middle of a deal, and what a deal that stops there scores."""
    uncounted = ["the nest"] if deck.has_nest(variant) and variant.nest_to != "nobody" else []
    uncounted += ["the last trick"] if variant.last_trick else []
    without = f" without {listed(uncounted)}" if uncounted else ""
    most = _most_when_stopped(variant) if variant.majority else ""
    made = "reaches" if variant.exact_makes else "is more than"
    sold = variant.auction == "sale"
    short = "Whoever still owes some" if sold else "A bid still short"
    lost = "Whoever can no longer take it" if sold else "One that can no longer be made"
    failed = f" {lost} has failed." if variant.version > 1 else ""
    return (
        f"What {the_bidder(variant)} takes counts only once it {made} {the_bid(variant)}. The deal "
        f"stops there. What was taken is scored{without}. {short} scores 0 and loses nothing.{failed}{most}"
    )


def _most_when_stopped(variant: Variant) -> str:
    """When most tricks count in a stopped deal. Version 1: as the tricks stood."""
    if variant.version == 1:
        return " The points for most tricks go by the tricks taken so far."
    return " The points for most tricks count only once no one else can get them."


def _rivals(variant: Variant) -> int:
    """How many play against each other for the match: two sides, or every player."""
    return 2 if deck.partners_win_together(variant) else variant.seats[-1]


def going_out(variant: Variant) -> str:
    """A sentence on who may win at the target; empty if any side may."""
    if variant.deals is not None:
        return ""
    if only := may_win(variant):
        return f"But {only}. Everyone else plays on."
    if variant.going_out != "bidder_first":
        return ""
    or_partner = f", or {_partner(variant)}," if deck.wins_by_partners_bid(variant) else ""
    return f"{capitalized(_BIDDER)}{or_partner} wins ahead of the others."


def _partner(variant: Variant) -> str:
    return "a partner" if calls_two(variant) else "the partner"


def star(variant: Variant) -> str:
    """The rule on bids made before the end, as sentences; empty without one."""
    if not variant.winner_made_bid:
        return ""
    if deck.partners_win_together(variant):
        return "A side that makes a bid of its own gets a star. No one wins at the target without one."
    return "Making a bid of your own gets you a star. No one wins at the target without one."


def may_win(variant: Variant) -> str:
    """Who alone may win at the target, as the end of a sentence; empty if any side may."""
    match variant.going_out:
        case "own_bid":
            or_partner = f", or {_partner(variant)}," if deck.wins_by_partners_bid(variant) else ""
            return f"only {_BIDDER}{or_partner} can win"
        case "own_bid_or_set" if deck.partners_win_together(variant):
            return "only a side that has just made its bid, or set the others, can win"
        case "own_bid_or_set" if variant.teams == "solo":
            return f"only {_BIDDER}, or someone who set the bidder, can win"
        case "own_bid_or_set":
            return "only a player whose side has just made its bid, or set the others, can win"
        case _:
            return ""


def _games(variant: Variant) -> str:
    if variant.games == 1:
        return ""
    wins = spelled(variant.games // 2 + 1)
    return f"That is one game. The match is the best of {spelled(variant.games)}: {wins} games win it."


def at_once(variant: Variant) -> Iterator[str]:
    """Sentences on what ends a game before the target."""
    stake = at_stake(variant)
    if variant.shoot:
        yield f"A moon declared for the {stake} wins or loses it in that deal."
    if variant.lose_at is not None:
        yield f"A total of {signed(variant.lose_at)} or less loses the {stake} at once."
    if variant.lead_wins is not None:
        yield f"A lead of {signed(variant.lead_wins)} points wins the {stake} at once."


def _time_limit(variant: Variant) -> Iterator[str]:
    if variant.minutes is None:
        return
    yield f"Time is up after {variant.minutes} minutes. The deal being played is then the last."
    if variant.games > 1:
        yield "Whoever is ahead after it takes that game, and the most games win. A tie is shared."
    else:
        yield "Whoever is ahead after it wins, and a tie is shared."
    if variant.auction == "highest" and variant.all_pass != "dealer_must_bid":
        yield "If everyone passes, it isn't dealt again."
    if variant.misdeal_claim != "no":
        yield "A misdeal is dealt again even then."


def _longest(variant: Variant) -> str:
    most = counted(variant.max_deals, "deal")
    in_a_row = f"{most} in a row without a bid" if variant.all_pass == "thrown_in" else ""
    if variant.deals is not None:
        return f"After {in_a_row} the match ends anyway." if in_a_row else ""
    ended = f"After {most}{f', or {in_a_row},' if in_a_row else ''} the match ends anyway."
    if variant.games == 1:
        return ended
    return f"{ended} Whoever is ahead takes that game, and the most games win."


def _seats(variant: Variant) -> str:
    every = (
        "every deal"
        if variant.seat_change_every == 1
        else f"every {spelled(variant.seat_change_every)} deals"
    )
    match variant.seat_change:
        case "swap" if variant.seats != (4,):
            first = ("first", "second")[variant.swap_first]
            return (
                f"After {every} one side changes seats and the other stays. Each of its players moves to the "
                f"side's next seat. The side of the {first} seat moves first, and then the sides take turns."
            )
        case "swap":
            pair = ("Seats 1 and 3", "Seats 2 and 4")[variant.swap_first]
            return (
                f"After {every} one pair swaps seats and the other stays. {pair} swap first, "
                "and then the pairs take turns."
            )
        case "rotate":
            return f"After {every} partners change, so everyone plays with everyone."
        case _:
            return ""
