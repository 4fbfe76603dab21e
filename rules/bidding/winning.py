"""Who has won a bidding match: by the target, a declared moon, a losing total or a lead."""

from __future__ import annotations

from rules.bidding.setup import Setup
from rules.core.decisions import Seat
from rules.core.events import AtOnce, DealScored, EndedAtOnce, NotWon, WhyNotWon
from rules.core.match import Match, Rivals
from rules.core.scores import ContractScore
from rules.core.winning import at_target, best, is_last_deal, seats_of, settled


def ended_at_once(setup: Setup, match: Match, last: ContractScore) -> EndedAtOnce | None:
    """The event of a declared moon, else a losing total, else a lead that ends the game; None without one."""
    variant, totals, everyone = setup.variant, match.totals, match.rivals
    if last.shot:
        return EndedAtOnce(AtOnce.MOON, (last.declarer,))
    if variant.lose_at is not None:
        lost = [camp for camp in everyone if totals[camp[0]] <= variant.lose_at]
        if lost:
            return EndedAtOnce(AtOnce.LOSING_TOTAL, seats_of(match, lost))
    if variant.lead_wins is not None and _lead(_totals(totals, everyone)) >= variant.lead_wins:
        return EndedAtOnce(AtOnce.LEAD, seats_of(match, best(totals, everyone)))
    return None


def winners_of(setup: Setup, match: Match, last: ContractScore) -> tuple[Seat, ...] | None:
    """The winning seats after a scored deal; None if the game continues with another deal."""
    winning = _winning(setup, match, last)
    return None if winning is None else seats_of(match, winning)


def _winning(setup: Setup, match: Match, last: ContractScore) -> Rivals | None:
    totals, everyone = match.totals, match.rivals
    ended = ended_at_once(setup, match, last)
    if ended is not None and ended.cause is AtOnce.MOON:
        shooters = _declaring(setup, match, last)
        return shooters if last.made else best(totals, [camp for camp in everyone if camp not in shooters])
    if ended is not None and ended.cause is AtOnce.LOSING_TOTAL:
        standing = [camp for camp in everyone if match.sides[camp[0]][0] not in ended.seats]
        return best(totals, standing or everyone)
    if ended is not None:
        return best(totals, everyone)
    # Only a completed deal counts, a tie at the target is played on, and a number of deals
    # replaces the target (1988, Additional Comments 2). Scored dummies are no rivals: they cannot win.
    goal = setup.goal
    if is_last_deal(match, goal):
        return settled(match, goal, everyone)
    arrived = _with_star(setup, match, at_target(match, goal))
    return settled(match, goal, _may_go_out(setup, match, arrived, last))


def starred(match: Match) -> frozenset[int]:
    """Indexes of the sides that have made a bid of their own in the present game (house rule).

    Not those of a called partner or of one for a single deal: the bid was another player's.
    """
    lines = [line.contract for line in match.sheet if isinstance(line, DealScored)]
    bidders = {line.declarer for line in lines[len(lines) - match.played :] if line and line.made}
    camps = [camp for camp in match.rivals if any(bidders & set(match.sides[side]) for side in camp)]
    return frozenset(side for camp in camps for side in camp)


def _with_star(setup: Setup, match: Match, arrived: Rivals) -> Rivals:
    """The groups that may win as far as stars go: all, or those with a bid of their own made."""
    if not arrived or not setup.variant.winner_made_bid:
        return arrived
    stars = starred(match)
    return [camp for camp in arrived if camp[0] in stars]


def not_won(setup: Setup, match: Match, last: ContractScore) -> NotWon | None:
    """The event of a side at the target in a match that continues; None with no side there.

    Also of a tie after the last of a number of deals.
    """
    if is_last_deal(match, setup.goal):
        return NotWon(WhyNotWon.TIE, seats_of(match, best(match.totals, match.rivals)))
    arrived = at_target(match, setup.goal)
    if not arrived:
        return None
    starred_there = _with_star(setup, match, arrived)
    if not starred_there:
        return NotWon(WhyNotWon.NO_STAR, seats_of(match, arrived))
    may = _may_go_out(setup, match, starred_there, last)
    return NotWon(WhyNotWon.TIE if may else WhyNotWon.GOING_OUT, seats_of(match, may or starred_there))


def _totals(totals: tuple[int, ...], among: Rivals) -> list[int]:
    return [totals[camp[0]] for camp in among]


def _lead(totals: list[int]) -> int:
    most, second = sorted(totals, reverse=True)[:2]
    return most - second


def _may_go_out(setup: Setup, match: Match, arrived: Rivals, last: ContractScore) -> Rivals:
    """The groups at the target that may win: all; only with a bid made; or those with a bid made first.

    With ``own_bid_or_set`` those that won the deal: the bidder's if the bid was made, else the others.
    """
    if setup.variant.going_out == "higher":
        return arrived
    declaring = _declaring(setup, match, last)
    if setup.variant.going_out == "own_bid_or_set":
        return [camp for camp in arrived if (camp in declaring) == last.made]
    bidders = [camp for camp in arrived if last.made and camp in declaring]
    return bidders if bidders or setup.variant.going_out == "own_bid" else arrived


def _declaring(setup: Setup, match: Match, last: ContractScore) -> Rivals:
    side = {last.declarer, *last.partners}
    if setup.variant.teams == "partners":
        side = set(match.order[match.order.index(last.declarer) % 2 :: 2])
    return [camp for camp in match.rivals if any(side & set(match.sides[unit]) for unit in camp)]
