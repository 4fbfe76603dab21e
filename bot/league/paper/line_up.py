"""Finds the entries a match with real cards counts for."""

from __future__ import annotations

from bot.common.errors import Refused
from bot.common.text import in_markdown
from bot.league.paper.people import Roster
from bot.league.paper.result import LeagueGame, PaperResult, Sitting
from bot.models.stored_league import Competing, Entrant
from bot.table.lobby.before_match import NAME_LIMIT
from bot.table.lobby.lining_up import LineUp


def lined_up(result: PaperResult, playing: LeagueGame, competing: Competing, roster: Roster) -> LineUp:
    """The pair of each side; in a league of players none, only the two who meet if just two play.

    Raises:
        Refused: no player competes, or a side has no pair or players of different pairs.
    """
    sides = [[result.players[seat] for seat in seats] for seats in playing.sides]
    if competing is Competing.PLAYERS:
        entrants = [roster.entrant_of(one.user_id, result.at) for one in result.players]
        known = frozenset(one for one in entrants if one is not None)
        if not known:
            raise Refused("No one of these players is in the season. `/league join` puts you in.")
        return LineUp({}, known if len(result.players) == len(known) == 2 else frozenset())
    plays_for = {number: _pair_of(side, roster, result.at) for number, side in enumerate(sides)}
    if len(set(plays_for.values())) < len(plays_for):
        raise Refused("Both players of one pair are on different sides. Check the partners.")
    return LineUp.of_pairs(plays_for)


def _pair_of(side: list[Sitting], roster: Roster, at: float) -> Entrant:
    """The pair of a side; a player who had left the season by then substitutes for one who had not."""
    together = tuple(sorted(one.user_id for one in side))
    if not roster.has_left(together, at):
        return together
    known = {entrant for one in side if (entrant := roster.entrant_of(one.user_id, at)) is not None}
    found = {entrant for entrant in known if not roster.has_left(entrant, at)} or known
    names = " and ".join(in_markdown(one.name, NAME_LIMIT) for one in side)
    if not found:
        raise Refused(f"{names} play for no pair of this season. One of its two players has to be there.")
    if len(found) > 1:
        raise Refused(f"{names} belong to different pairs. One of them may be a substitute, not both.")
    return found.pop()
