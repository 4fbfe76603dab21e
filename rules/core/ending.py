"""What follows a scored deal: the next deal, the next game of the match, or the end of the match."""

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
    """Continue or end a match after a scored deal; ``winners`` have won the present game, None if no one has.

    In a match of several games each game starts from totals of 0, and the side with most games wins.
    ``at_once`` is what ended this game if neither its target nor its last deal did.
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
            events: tuple[Event, ...] = (GameWon(winners, games, shared), *moved)
            return following, events if at_once is None else (at_once, *events)
        winners = seats_of(match, best(games, match.rivals))
    won = MatchWon(winners, match.totals, are_rivals(match, winners))
    causes = [cause for cause in (at_once, _cut_short(match, goal, at_once)) if cause is not None]
    return new(Match, (*match[:-1], winners)), (*causes, won)


def end_as_it_stands(match: Match, goal: Goal) -> tuple[Match, tuple[Event, ...]]:
    """End a match that must end: the sides ahead win the game; with several, most games decide."""
    return after_deal(match, seats_of(match, best(match.totals, match.rivals)), goal)


def _cut_short(match: Match, goal: Goal, at_once: EndedAtOnce | None) -> CutShort | None:
    """The event that tells why a match ended early; None if it had all its deals or games.

    A game ended at once decides the match only if it is the last one needed.
    """
    is_whole = goal.deals is not None and match.played >= goal.deals
    is_decided = at_once is not None and (goal.best_of == 1 or max(match.games) > goal.best_of // 2)
    if not must_end(match, goal) or is_whole or is_decided:
        return None
    games = match.games if goal.best_of > 1 else ()
    return CutShort(None if match.time_is_up else match.scored, games)


def match_outcome(match: Match, ranking: Ranking = Ranking.MOST) -> Outcome | None:
    """The winners and final places of a match; None while it is running."""
    if match.winners is None:
        return None
    return outcome_of(ranking.among(match.seats), match.winners, match.standing(), match.rivals)
