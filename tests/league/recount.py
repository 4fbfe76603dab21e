"""Standings, leaderboard and ratings of a club, counted from rows of deals, players and rulings.

The rules are implemented a second time here, as simply as can be: no league arithmetic, service or stored
figure is used. Ratings are openskill's, as the bot's are.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

from tests.application.ledger import Rows

Entry = tuple[int, ...]

FAMILIES: Final = {
    "kentucky": "bidding",
    "regular_1988": "bidding",
    "golden10_1988": "tricks",
    "match": "matching",
    "cribbage": "counting",
}
NO_EXCUSE: Final = ("manager", "deserted", "forgotten")
"""Ends of matches by which a player who had left has lost."""
BETA: Final = 4 * 25 / 6
MODEL: Final = PlackettLuce(mu=25.0, sigma=25 / 3, beta=BETA)


@dataclass(frozen=True)
class Match:
    """A match that counts, read from its rows."""

    id: int
    at: float
    game: str
    season: int
    ranking: str
    is_counted: bool
    broken_off: bool
    is_excused: bool
    """Whether the players who had left are not to blame for the end."""
    leaving: str | None
    is_ruled: bool
    """Whether it was played to its end, with points set by an organizer."""
    holders: dict[int, int | None]
    """By seat, the player who ended most of its deals."""
    sides: dict[int, tuple[int, ...]]
    """The seats of each side."""
    away: frozenset[int]
    """The seats with an absent player at the end."""
    points: dict[int, int]
    """By side, the sum of its deals, or the organizer's correction."""
    merits: dict[int, int]
    """By side, higher is better."""
    left_with: dict[int, int]
    """By seat of those who left, the sum of their side's deals until then."""
    pairs: dict[int, Entry]
    """By side, the pair it was played for."""
    is_of_no_deal: bool
    """Whether it was lost by leaving before a deal was scored."""

    def place(self, side: int) -> int:
        """A side's place."""
        return 1 + sum(merit > self.merits[side] for merit in self.merits.values())

    def has_left(self, seat: int) -> bool:
        """Whether the player on a seat left and so lost the match."""
        return seat in self.away and not self.is_ruled and not (self.broken_off and self.is_excused)

    @property
    def left(self) -> set[int]:
        """The sides that a player has left."""
        return {side for side, seats in self.sides.items() if any(map(self.has_left, seats))}

    def rank(self, side: int) -> int:
        """A side's place with all sides that were left sharing the last one."""
        stayed = [merit for other, merit in self.merits.items() if other not in self.left]
        return 1 + (len(stayed) if side in self.left else sum(one > self.merits[side] for one in stayed))

    def points_of(self, side: int, seats: Iterable[int]) -> int:
        """Points of the side of some seats; a leaver gets at most the points at leaving."""
        sign = -1 if self.ranking == "fewest" else 1
        known = [self.points[side], *(self.left_with[seat] for seat in seats if self.has_left(seat))]
        return min(known, key=lambda points: sign * points)


class Earned(NamedTuple):
    """A credit of an entry of a season."""

    verdict: str
    points: int | None = None
    against: frozenset[Entry] = frozenset()
    is_forfeit: bool = False
    has_left: bool = False


class Line(NamedTuple):
    """A line of the standings."""

    place: int | None
    value: Fraction | None
    played: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    points: int


class Recount:
    """All figures computed from the rows of a database of either kind."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.matches = sorted(self._matches(), key=lambda match: (match.at, match.id))
        self.seasons: dict[int, dict[str, Any]] = {}
        for season, league, scoring, who, computers in self._rows(
            """SELECT seasons.id, league_id, scoring, entrants, computers
            FROM seasons JOIN leagues ON leagues.id = league_id ORDER BY seasons.id"""
        ):
            told = json.loads(scoring)
            self.seasons[season] = {**told, "league": league, "who": who, "computers": computers}

    # Matches ----------------------------------------------------------------------------------------

    def _matches(self) -> Iterator[Match]:
        for row in self._rows(
            """SELECT matches.table_id, finished_at, matches.game, season_id, ranking, matches.counted,
                broken_off, matches.leaving, ended, season_matches.points
            FROM matches JOIN season_matches USING (table_id) JOIN tables ON tables.id = matches.table_id
            WHERE state <> 'void'"""
        ):
            yield self._match(*row)

    def _match(
        self,
        table: int,
        at: float,
        game: str,
        season: int,
        ranking: str,
        counted: int,
        broken_off: int,
        leaving: str | None,
        ended: str | None,
        corrected: str | None,
    ) -> Match:
        players = self._rows(
            """SELECT seat, side, user_id, computer, points, place, left_with FROM match_players
            WHERE table_id = ?""",
            table,
        )
        held = defaultdict[int, list[int | None]](list)
        for seat, user in self._rows(
            "SELECT seat, user_id FROM deal_players WHERE table_id = ? ORDER BY deal", table
        ):
            held[seat].append(user)
        scored = Counter[int]()
        so_far = defaultdict[int, list[int]](lambda: [0])
        has_deals = False
        for side, points in self._rows(
            "SELECT side, scored FROM deal_sides WHERE table_id = ? ORDER BY deal", table
        ):
            scored[side] += points
            so_far[side].append(scored[side])
            has_deals = True
        sides = defaultdict[int, list[int]](list)
        for seat, side, *_ in players:
            sides[side].append(seat)
        totals = {side: scored[side] for side in sides}
        if not has_deals:  # of a match with real cards perhaps only the end is known
            totals = {side: points for _, side, _, _, points, *_ in players}
            if ranking == "cards":
                totals = {side: -(place or 0) for _, side, _, _, _, place, _ in players}
        changed = {int(side): points for side, points in json.loads(corrected or "{}").items()}
        sign = -1 if ranking == "fewest" else 1
        finals = {**totals, **changed}
        away = frozenset(seat for seat, _, user, computer, *_ in players if user and computer)
        assert leaving == ("forfeit" if ended != "recorded" else None)
        left_with = {seat: points for seat, *_, points in players if seat in away}
        for seat, side, *_ in players:
            assert seat not in away or left_with[seat] in so_far[side], "left with what a deal had come to"
        return Match(
            *(table, at, game, season, ranking, bool(counted), bool(broken_off), ended not in NO_EXCUSE),
            leaving=leaving,
            is_ruled=corrected is not None and not broken_off,
            holders={
                seat: Counter(held[seat] or [user]).most_common(1)[0][0] for seat, _, user, *_ in players
            },
            sides={side: tuple(seats) for side, seats in sides.items()},
            away=away,
            points=finals,
            merits={side: sign * points for side, points in finals.items()},
            left_with=left_with,
            pairs={
                side: (first, second)
                for side, first, second in self._rows(
                    "SELECT side, first, second FROM season_sides WHERE table_id = ?", table
                )
            },
            is_of_no_deal=bool(broken_off) and leaving is not None and not has_deals,
        )

    # Credits of a match -----------------------------------------------------------------------------

    def _entries(self, match: Match, who: str) -> Iterator[tuple[Entry, int, tuple[int, ...]]]:
        """The entries of a match, single players or pairs, with their side and seats."""
        for side, seats in match.sides.items():
            if who == "pairs":
                yield match.pairs[side], side, seats
                continue
            for seat in seats:
                holder = match.holders[seat]
                if holder is not None:
                    yield (holder,), side, (seat,)

    def _given(self, match: Match, who: str, abandoned: str) -> Iterator[tuple[Entry, Earned]]:
        entries = list(self._entries(match, who))
        leavers = {entry for entry, _, seats in entries if any(map(match.has_left, seats))}
        loyal = match.sides.keys() - match.left
        has_points = match.ranking in ("most", "fewest")
        is_draw = len(match.sides) > 1 and len(set(match.merits.values())) == 1
        for entry, side, seats in entries:
            has_left = entry in leavers
            against = frozenset(other for other, theirs, _ in entries if theirs != side)
            points = match.points_of(side, seats) if has_points and not match.is_of_no_deal else None
            if match.broken_off and (abandoned == "void" or (abandoned == "as it stood" and not has_points)):
                continue
            if match.broken_off and abandoned == "leavers lose":
                if has_left:
                    yield entry, Earned("lost", None, against, has_left=True)
                elif loyal == {side} and len(match.sides) > 1:
                    yield entry, Earned("won", None, against)
            elif has_left:
                yield entry, Earned("lost", points, against, has_left=True)
            elif side in match.left:
                if match.place(side) == 1 and not is_draw:
                    yield entry, Earned("won", points, against)  # a partner who stayed
            else:
                drawn = is_draw and not match.left
                verdict = "drawn" if drawn else "won" if match.rank(side) == 1 else "lost"
                yield entry, Earned(verdict, points, against)

    def _forfeits(self, season: int) -> Iterator[tuple[Entry, Earned]]:
        for *ids, absent in self._rows(
            """SELECT home_first, home_second, away_first, away_second, forfeited FROM fixtures
            WHERE season_id = ? AND forfeited IS NOT NULL AND number NOT IN (
                SELECT fixture FROM season_matches JOIN matches USING (table_id)
                WHERE season_matches.season_id = fixtures.season_id AND fixture IS NOT NULL
                    AND state <> 'void'
            )""",
            season,
        ):
            home, away = (tuple(one for one in some if one) for some in (ids[:2], ids[2:]))
            for own, other, side in ((home, away, "home"), (away, home, "away")):
                against = frozenset({other} if absent != "both" else ())
                yield own, Earned("lost" if absent in (side, "both") else "won", None, against, True)

    # Standings --------------------------------------------------------------------------------------

    def table(self, season: int) -> dict[Entry, Line]:
        """The standings of a season."""
        terms = self.seasons[season]
        given: dict[Entry, list[Earned]] = {
            (first, second) if second else (first,): []
            for first, second in self._rows(
                "SELECT first, second FROM season_entries WHERE season_id = ?", season
            )
        }
        for match in self.matches:
            if match.season != season or (None in match.holders.values() and not terms["computers"]):
                continue
            for entry, one in self._given(match, terms["who"], terms["abandoned"]):
                if entry in given:
                    given[entry].append(one)
        for entry, one in self._forfeits(season):
            given[entry].append(one)
        ratings = self.ratings(f"season {season}") if terms["method"] == "rating" else {}
        values = {entry: _value(terms, own, ratings.get(entry)) for entry, own in given.items()}
        left: set[Entry] = {
            (first, second) if second else (first,)
            for first, second in self._rows(
                "SELECT first, second FROM season_entries WHERE season_id = ? AND left_at IS NOT NULL", season
            )
        }
        left |= {
            entry
            for entry, own in given.items()
            if own and all(one.verdict == "lost" and (one.has_left or one.is_forfeit) for one in own)
        }  # whose every match was lost by leaving or staying away
        places = dict(
            _placed(terms, {entry: value for entry, value in values.items() if entry not in left}, given)
        )
        return {
            entry: Line(
                places.get(entry),
                values[entry],
                played=sum(not one.is_forfeit for one in own),
                won=sum(one.verdict == "won" for one in own),
                drawn=sum(one.verdict == "drawn" for one in own),
                lost=sum(one.verdict == "lost" for one in own),
                forfeits=sum(one.is_forfeit and one.verdict == "lost" for one in own),
                points=sum(one.points or 0 for one in own),
            )
            for entry, own in given.items()
        }

    def leaders(self) -> dict[int, tuple[int, int, int, int]]:
        """Counted matches each player has won, drawn, lost and left, as their seasons count them."""
        found = defaultdict[int, Counter[str]](Counter)
        for match in self.matches:
            if match.is_counted:
                for (player,), one in self._given(match, "players", self.seasons[match.season]["abandoned"]):
                    found[player][one.verdict] += 1
                    found[player]["left"] += one.has_left
        return {player: (own["won"], own["drawn"], own["lost"], own["left"]) for player, own in found.items()}

    def bids(self) -> dict[int, tuple[int, int]]:
        """Each player's bids as declarer in counted matches, and how many were made."""
        counted = ", ".join(str(match.id) for match in self.matches if match.is_counted) or "NULL"
        return {
            who: (bids, made)
            for who, bids, made in self._rows(
                f"""SELECT user_id, COUNT(*), SUM(made) FROM deals
                JOIN deal_players ON deal_players.table_id = deals.table_id
                    AND deal_players.deal = deals.deal AND seat = declarer
                WHERE deals.table_id IN ({counted}) AND user_id IS NOT NULL AND computer IS NULL
                GROUP BY user_id"""
            )
        }

    # Ratings ----------------------------------------------------------------------------------------

    def boards(self) -> set[str]:
        """The rating boards in use."""
        rated = [match for match in self.matches if _is_rated(match)]
        return {f"family {FAMILIES[one.game]}" for one in rated} | {f"season {one.season}" for one in rated}

    def ratings(self, board: str) -> dict[Entry, tuple[float, float, int]]:
        """Mean, spread and matches of every player and pair, after all matches of a board in order."""
        kind, _, which = board.partition(" ")
        before = self._carried_over(int(which)) if kind == "season" else {}
        found: dict[Entry, tuple[float, float, int]] = {}
        for match in self.matches:
            key = FAMILIES[match.game] if kind == "family" else str(match.season)
            if key != which or not _is_rated(match):
                continue
            sides = [tuple((match.holders[seat],) for seat in seats) for seats in match.sides.values()]
            ranks = [float(match.rank(side)) for side in match.sides]
            spared = {
                (match.holders[seat],)
                for side in match.left
                for seat in match.sides[side]
                if not match.has_left(seat)
            }
            camps: list[tuple[Sequence[Any], set[Any]]] = [(sides, spared)]
            if all(len(side) == 2 for side in sides):
                camps.append(([(tuple(sorted(one for [one] in side if one)),) for side in sides], set()))
            for playing, untouched in camps:
                old = [[found.get(e) or before.get(e) or (25.0, 25 / 3, 0) for e in side] for side in playing]
                new = [
                    MODEL.rate([[MODEL.rating(m, s) for m, s, _ in side] for side in old], ranks=order)
                    for order in _orders(ranks)
                ]
                for side, (entries, olds) in enumerate(zip(playing, old, strict=True)):
                    for seat, (entry, (_, _, matches)) in enumerate(zip(entries, olds, strict=True)):
                        ways = [way[side][seat] for way in new]
                        mean, spread = (
                            sum(sums) / len(ways)
                            for sums in zip(*((w.mu, w.sigma) for w in ways), strict=True)
                        )
                        if entry not in untouched:
                            found[entry] = (mean, spread, matches + 1)
        return found

    def _carried_over(self, season: int) -> dict[Entry, tuple[float, float, int]]:
        """Three quarters of a season's final rating, with more uncertainty."""
        league = self.seasons[season]["league"]
        earlier = [one for one, terms in self.seasons.items() if terms["league"] == league and one < season]
        if not earlier:
            return {}
        return {
            entry: (25 + 0.75 * (mean - 25), sqrt(0.75**2 * spread**2 + (1 - 0.75**2) * (25 / 3) ** 2), 0)
            for entry, (mean, spread, _) in self.ratings(f"season {max(earlier)}").items()
        }


def _orders(ranks: Sequence[float]) -> Iterator[list[float]]:
    """Orders without ties: players who share a place take its ranks in turn, equally often."""
    for turn in range(12):
        order = []
        for index, rank in enumerate(ranks):
            equals = [other for other, same in enumerate(ranks) if same == rank]
            order.append(rank + (equals.index(index) + turn) % len(equals))
        yield order


def _is_rated(match: Match) -> bool:
    """Rated: a counted match between people only, played to its end, and not left by every side."""
    is_left = match.left == match.sides.keys()
    return match.is_counted and not match.broken_off and not is_left and None not in match.holders.values()


def _value(
    terms: dict[str, Any], own: list[Earned], rating: tuple[float, float, int] | None
) -> Fraction | None:
    with_points = [one.points for one in own if one.points is not None]
    if terms["method"] == "rating":
        return None if rating is None else Fraction(1500 + round((rating[0] - 25) * 15))
    if terms["method"] == "average":
        return Fraction(sum(with_points), len(with_points)) if with_points else None
    if not own:
        return None
    if terms["method"] == "total":
        return Fraction(sum(with_points))
    return Fraction(sum({"won": 2, "drawn": 1, "lost": 0}[one.verdict] for one in own))


def _placed(
    terms: dict[str, Any], values: dict[Entry, Fraction | None], given: dict[Entry, list[Earned]]
) -> Iterator[tuple[Entry, int]]:
    """Places of all entries: equal ones share a place, and the next place is skipped."""
    sign = -1 if terms["ranking"] == "fewest" and terms["method"] == "average" else 1
    ranked = {entry: sign * value for entry, value in values.items() if value is not None}
    groups = _split(ranked, ranked.__getitem__)
    for tie in terms["ties"]:
        groups = [part for group in groups for part in _untied(tie, terms, group, given)]
    place = 1
    for group in groups:
        for entry in group:
            yield entry, place
        place += len(group)


def _untied(
    tie: str, terms: dict[str, Any], group: list[Entry], given: dict[Entry, list[Earned]]
) -> list[list[Entry]]:
    def merit(entry: Entry) -> Fraction:
        own = given[entry]
        if tie == "wins":
            return Fraction(sum(one.verdict == "won" for one in own))
        if tie == "forfeits":
            return -Fraction(sum(one.is_forfeit and one.verdict == "lost" for one in own))
        if tie == "average":
            with_points = [one.points for one in own if one.points is not None]
            if not with_points:
                return Fraction(-(10**9))  # an entry without a value comes last
            average = Fraction(sum(with_points), len(with_points))
            return -average if terms["ranking"] == "fewest" else average
        return direct(entry)

    def direct(entry: Entry) -> Fraction:
        met = {one: [given_ for given_ in given[one] if given_.against & {*group}] for one in group}
        if not all(met.values()):
            return Fraction(0)
        won = sum({"won": 2, "drawn": 1, "lost": 0}[one.verdict] for one in met[entry])
        return Fraction(won, 2 * len(met[entry]))

    return _split(group, merit)


def _split(entries: Iterable[Entry], merit: Any) -> list[list[Entry]]:
    ordered = sorted(entries, key=merit, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, merit)]
