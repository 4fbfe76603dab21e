"""What follows a scored deal: the next one, perhaps in other seats, another game, or the end of the match."""

from __future__ import annotations

from rules.core.decisions import Seat
from rules.core.events import CutShort, EndedAtOnce, Event, GameWon, MatchWon
from rules.core.match import Match
from rules.core.outcome import Outcome, Ranking, outcome_of
from rules.core.quick import new
from rules.core.seating import STAY, SeatChange, next_deal
from rules.core.winning import Goal, are_rivals, best, must_end, seats_of


def after_deal(
    match: Match,
    winners: tuple[Seat, ...] | None,
    goal: Goal,
    change: SeatChange = STAY,
    at_once: EndedAtOnce | None = None,
) -> tuple[Match, tuple[Event, ...]]:
    """The match after a deal that was booked and looked at; ``winners`` as of this game of it.

    Of a match of several games the totals begin anew with each, and most games won win it. ``at_once`` is
    what has ended this game, where that is neither its target nor its last deal.
    """
    if winners is None:
        return next_deal(match, change)
    if goal.best_of > 1:
        games = tuple(
            [won + (set(side) <= set(winners)) for won, side in zip(match.games, match.sides, strict=True)]
        )
        match = match._replace(games=games)
        if max(games) <= goal.best_of // 2 and not must_end(match, goal):
            fresh = match._replace(totals=(0,) * len(match.totals), played=0)
            following, moved = next_deal(fresh, change)
            shared = are_rivals(match, winners)
            told: tuple[Event, ...] = (GameWon(winners, games, shared), *moved)
            return following, told if at_once is None else (at_once, *told)
        winners = seats_of(match, best(games, match.rivals))
    won = MatchWon(winners, match.totals, are_rivals(match, winners))
    causes = [cause for cause in (at_once, _cut_short(match, goal, at_once)) if cause is not None]
    return new(Match, (*match[:-1], winners)), (*causes, won)


def as_it_stands(match: Match, goal: Goal) -> tuple[Match, tuple[Event, ...]]:
    """The match ended without another deal, because time is up: whoever is ahead wins."""
    return after_deal(match, seats_of(match, best(match.totals, match.rivals)), goal)


def _cut_short(match: Match, goal: Goal, at_once: EndedAtOnce | None) -> CutShort | None:
    """Why a match is over that might have gone on; None where it has had as many deals or games as it should.

    Of a match of several games, what ends one at once leaves others to be played.
    """
    is_whole = goal.deals is not None and match.played >= goal.deals
    is_decided = at_once is not None and (goal.best_of == 1 or max(match.games) > goal.best_of // 2)
    if not must_end(match, goal) or is_whole or is_decided:
        return None
    games = match.games if goal.best_of > 1 else ()
    return CutShort(None if match.time_is_up else match.scored, games)


def concluded(match: Match, ranking: Ranking = Ranking.MOST) -> Outcome | None:
    """How a match ended; None while it goes on."""
    if match.winners is None:
        return None
    return outcome_of(ranking.among(match.seats), match.winners, match.standing(), match.rivals)
