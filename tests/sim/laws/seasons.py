"""Law: a season's standings equal a naive count of its stored matches and evenings.

Each counted match is read from its stored seats, without the ledger and its arithmetic.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.database.database import Database
from bot.evening.store.evenings import EveningStore
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.rosters import RosterStore
from bot.league.store.tables import SeasonTableStore
from bot.models.credits import Competing, Entrant
from bot.models.evening_kinds import EveningKind
from bot.models.stored_league import Absent, League, MatchState, SeasonMatch
from bot.models.stored_results import MatchPlayer, MatchResult
from bot.models.stored_tables import Settled
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore
from tests.sim.reading import at_once

PAIR: Final = 2
MOST: Final = 10_000
"""More lines and matches than there are."""
WON, DRAWN, LOST = "won", "drawn", "lost"


class Sums(NamedTuple):
    """The sums of an entrant: from their line, or counted from their matches."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0

    def plus(self, verdict: str | None, points: int, played: int = 1) -> Sums:
        """The sums with a further match."""
        return Sums(
            self.played + played,
            self.won + (verdict == WON),
            self.drawn + (verdict == DRAWN),
            self.lost + (verdict == LOST),
            self.points + points,
        )


def wrong_season(season_id: int, database: Database) -> Iterator[str]:
    """Differences between an open season's standings and its matches."""
    counted = at_once(_counted(database, season_id))
    lines = at_once(SeasonTableStore(database).season_lines(season_id, 0, MOST))
    shown = {
        line.who.entrant: Sums(line.played, line.won, line.drawn, line.lost, line.points) for line in lines
    }
    if shown != counted:
        other = {who for who in {*shown, *counted} if shown.get(who) != counted.get(who)}
        told = [f"{who}: {shown.get(who)}, counted {counted.get(who)}" for who in sorted(other)]
        yield f"season {season_id}: {'; '.join(told)}"


async def _counted(database: Database, season_id: int) -> dict[Entrant, Sums]:
    sums = {entry.entrant: Sums() for entry in await RosterStore(database).roster(season_id)}
    season = await LeagueStore(database).season(season_id)
    assert season is not None
    league = await LeagueStore(database).league(season.league_id)
    assert league is not None
    abandoned = str(json.loads(season.scoring)["abandoned"])
    for of_season in await SeasonMatchStore(database).newest_matches(season_id, MOST, 0):
        match = await ResultStore(database).match(of_season.table_id)
        if match is None or of_season.state is MatchState.VOID:
            continue
        holders = await _holders(database, of_season.table_id, match)
        if None in holders.values() and not await _may_have_computers(database, of_season.table_id, league):
            continue
        for who, verdict, points in _given(match, of_season, holders, league, abandoned):
            if who in sums:
                sums[who] = sums[who].plus(verdict, points)
    for evening_id in await SeasonEveningStore(database).evenings_of_season(season_id):
        for who, points in (await _of_evening(database, evening_id, league)).items():
            if who in sums:
                sums[who] = sums[who].plus(None, points)
    played = await SeasonPlaceStore(database).played_fixtures(season_id)
    for fixture in [
        one for one in await SeasonPlaceStore(database).schedule(season_id) if one.number not in played
    ]:
        for who, other, absent in (
            (fixture.home, fixture.away, {Absent.HOME, Absent.BOTH}),
            (fixture.away, fixture.home, {Absent.AWAY, Absent.BOTH}),
        ):
            if fixture.absent in absent and who in sums:
                sums[who] = sums[who].plus(LOST, 0, played=0)
            if fixture.absent in absent and fixture.absent is not Absent.BOTH and other in sums:
                sums[other] = sums[other].plus(WON, 0, played=0)
    return sums


async def _of_evening(database: Database, evening_id: int, league: League) -> Counter[Entrant]:
    """Each entrant's match points in deals that another table of the evening played too.

    If a place needs a share of the deals, the lower of the scores with and without deals ended by a computer.
    """
    evening = await EveningStore(database).evening(evening_id)
    assert evening is not None
    assert evening.season is not None
    may_have_computers = evening.season.computers
    points, own = Counter[Entrant](), Counter[Entrant]()
    for of_round in evening.rounds if evening.kind is EveningKind.DUPLICATE else ():
        if not of_round.is_over:
            continue
        tables = [one for one in of_round.tables if may_have_computers or None not in one.seats]
        played = [
            (one.seats, deal)
            for one in tables
            if one.table_id is not None
            for deal in await ResultStore(database).deals(one.table_id)
            if deal.deal <= evening.deals
        ]
        for seats, deal in played:
            same = [other for _, other in played if (other.deal, other.dealer) == (deal.deal, deal.dealer)]
            if len(same) > 1:
                away = {one.user_id for one in deal.players if one.computer is not None}
                for side in deal.sides:
                    people = sorted(who for seat in side.seats if (who := seats[seat]) is not None)
                    for entrant in _competing(people, league):
                        points[entrant] += side.scored
                        own[entrant] += 0 if away.intersection(entrant) else side.scored
    return Counter(
        {one: min(own[one], total) if evening.least_share else total for one, total in points.items()}
    )


def _competing(people: Sequence[int], league: League) -> list[Entrant]:
    """The entrants of two partners: each alone, or both as a pair."""
    if league.competing is Competing.PLAYERS:
        return [(one,) for one in people]
    return [(people[0], people[1])] if len(people) == PAIR else []


async def _holders(database: Database, table_id: int, match: MatchResult) -> dict[int, int | None]:
    """By seat, the user who ended most deals; without deals, the user there at the end."""
    ended = defaultdict[int, list[int | None]](list)
    for deal in sorted(await ResultStore(database).deals(table_id), key=lambda one: one.deal):
        for player in deal.players:
            ended[player.seat].append(player.user_id)
    return {one.seat: Counter(ended[one.seat] or [one.user_id]).most_common(1)[0][0] for one in match.players}


async def _may_have_computers(database: Database, table_id: int, league: League) -> bool:
    """Whether computers were allowed at a table; for real cards, whether the league allows them now."""
    settled = await SeasonPlaceStore(database).settled_at(table_id)
    return league.computers if settled is None else settled is Settled.COMPUTERS


def _given(
    match: MatchResult,
    of_season: SeasonMatch,
    holders: dict[int, int | None],
    league: League,
    abandoned: str,
) -> Iterator[tuple[Entrant, str | None, int]]:
    """The entrants of a match with their verdict and points."""
    has_points = match.ranking.keeps_points
    if match.broken_off and (abandoned == "void" or (abandoned == "as it stood" and not has_points)):
        return
    totals = {one.side: one.points for one in match.players}
    if has_points and of_season.points is not None:
        totals.update(of_season.points)
    places = _places(match, totals, is_corrected=of_season.points is not None)
    entrants = list(_entries(match, of_season, holders, league))
    leavers = {who for who, seats, _ in entrants if any(_has_left(match, one, who, places) for one in seats)}
    standing = {one.side for one in match.players} - {side for who, _, side in entrants if who in leavers}
    for who, seats, side in entrants:
        if match.broken_off and abandoned == "leavers lose":
            if who in leavers:
                yield who, LOST, 0
            elif standing == {side} and len(places) > 1:
                yield who, WON, 0
        elif match.broken_off or not match.counted or any(one.counts for one in seats):
            verdict = LOST if who in leavers else _verdict(places, side)
            left_with = [one.left_with for one in seats if who in leavers and not match.broken_off]
            known = [totals[side], *(points for points in left_with if points is not None)]
            yield who, verdict, min(known, key=match.ranking.merit) if has_points else 0


def _entries(
    match: MatchResult, of_season: SeasonMatch, holders: dict[int, int | None], league: League
) -> Iterator[tuple[Entrant, list[MatchPlayer], int]]:
    """The entrants of a match with their seats and side."""
    for side in sorted({one.side for one in match.players}):
        seats = [one for one in match.players if one.side == side]
        if league.competing is Competing.PLAYERS:
            for seat in seats:
                holder = holders[seat.seat]
                if holder is not None:
                    yield (holder,), [seat], side
            continue
        pair = of_season.plays_for.get(side)
        if pair is None:
            people = sorted(one for one in (holders[seat.seat] for seat in seats) if one is not None)
            pair = tuple(people) if len(people) == len(seats) == 2 else None
        if pair is not None:
            yield pair, seats, side


def _has_left(match: MatchResult, player: MatchPlayer, who: Entrant, places: dict[int, int | None]) -> bool:
    """Whether an entrant lost by leaving: in an unfinished match, or with a win taken away."""
    is_own = len(who) > 1 or player.user_id in who
    is_taken_away = places[player.side] == 1 and not player.won  # a correction does not restore the win
    return is_own and player.is_away and player.counts and (match.broken_off or is_taken_away)


def _places(match: MatchResult, totals: dict[int, int], *, is_corrected: bool) -> dict[int, int | None]:
    """The place of each side, by points if they were corrected or no place is stored."""
    is_known = all(one.place is not None for one in match.players)
    if (is_known and not is_corrected) or not match.ranking.keeps_points:
        return {one.side: one.place for one in match.players}
    merits = {side: match.ranking.merit(points) for side, points in totals.items()}
    return {side: 1 + sum(other > own for other in merits.values()) for side, own in merits.items()}


def _verdict(places: dict[int, int | None], side: int) -> str:
    if len(places) > 1 and len(set(places.values())) == 1:
        return DRAWN
    return WON if places[side] == 1 else LOST
