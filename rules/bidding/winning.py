"""Who has won a bidding match: by the target, a declared moon, a losing total or a lead."""

from __future__ import annotations

from rules.bidding.setup import Setup
from rules.core.decisions import Seat
from rules.core.events import AtOnce, EndedAtOnce
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
    return settled(match, goal, _may_go_out(setup, match, at_target(match, goal), last))


def _totals(totals: tuple[int, ...], among: Rivals) -> list[int]:
    return [totals[camp[0]] for camp in among]


def _lead(totals: list[int]) -> int:
    most, second = sorted(totals, reverse=True)[:2]
    return most - second


def _may_go_out(setup: Setup, match: Match, arrived: Rivals, last: ContractScore) -> Rivals:
    """The groups at the target that may win: all; only with a bid made; or those with a bid made first."""
    if setup.variant.going_out == "higher":
        return arrived
    declaring = _declaring(setup, match, last)
    bidders = [camp for camp in arrived if last.made and camp in declaring]
    return bidders if bidders or setup.variant.going_out == "own_bid" else arrived


def _declaring(setup: Setup, match: Match, last: ContractScore) -> Rivals:
    side = {last.declarer, *last.partners}
    if setup.variant.teams == "partners":
        side = set(match.order[match.order.index(last.declarer) % 2 :: 2])
    return [camp for camp in match.rivals if any(side & set(match.sides[unit]) for unit in camp)]
