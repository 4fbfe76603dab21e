"""A match with real cards: players, points, and the places that the game's rules give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from bot.common.errors import Refused
from bot.common.text import NAMELESS, in_markdown
from bot.league.paper.unclear import Answers, Doubt, Question, settled
from bot.models.endings import Ending
from bot.models.stored_league import PlayedMatch
from bot.models.stored_results import DealPlayer, DealResult, DealSide, MatchPlayer, MatchResult, Results
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from bot.table.lobby.before_match import NAME_LIMIT, Person
from bot.table.lobby.lining_up import sides_of
from rules.catalog import game_with
from rules.codes import code_of, decode
from rules.core.decisions import Seat
from rules.core.outcome import Ranking, SideTotal, outcome_of
from rules.core.protocol import Game
from rules.core.winning import MOST_DEALS
from rules.core.words import counted, signed

MOST_POINTS: Final = 99_999
"""More points than any match can have."""


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A match with real cards: players by seat, final points and points of deals by side, time, winner."""

    players: tuple[Person, ...]
    """By seat, with the names they had then."""
    at: float
    """When it was played, in epoch seconds."""
    totals: tuple[int, ...]
    """Points by side; places instead (1 for the winners) in a game decided by cards."""
    deals: tuple[tuple[int, ...], ...] = ()
    """Points by deal and side; empty if only the final points are known."""
    winner: int | None = None
    """The side that won regardless of points; None if points decide."""
    is_broken_off: bool = False
    """Whether the match was broken off, without a winner."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A league's game with its house rules and number of seats."""

    game: Game[Any]
    seats: int
    sides: tuple[tuple[Seat, ...], ...]
    """Seats by side."""

    @property
    def ranking(self) -> Ranking:
        """How the game's winner is decided with this number of seats."""
        return self.game.about.ranking.among(self.seats)

    def by_side(self, players: Sequence[Person]) -> tuple[tuple[Person, ...], ...]:
        """Players by side, from players by seat."""
        return tuple(tuple(players[seat] for seat in seats) for seats in self.sides)

    def by_seat(self, sides: Sequence[Sequence[Person]]) -> tuple[Person, ...]:
        """Players by seat, from players by side; partners are seated as the game has it."""
        return tuple(
            player
            for _, player in sorted(
                (seat, player)
                for seats, players in zip(self.sides, sides, strict=True)
                for seat, player in zip(seats, players, strict=True)
            )
        )


@lru_cache(maxsize=64)
def league_game(rules: str, seats: int) -> LeagueGame:
    """The game of the code of a league's rules; raises ``InvalidOption`` if this version does not play it."""
    game = game_with(*decode(rules))
    return LeagueGame(game, seats, sides_of(game, seats))


def check(result: PaperResult, playing: LeagueGame) -> None:
    """Raise ``Refused``, with the reason, if a result is not possible in the game."""
    if playing.ranking is Ranking.SOLVED:
        raise Refused("That game is played alone, so no one could confirm it.")
    if len({one.id for one in result.players}) < len(result.players):
        raise Refused("Someone is named twice. Each player has one seat.")
    if len(result.deals) > MOST_DEALS:
        raise Refused(f"A match has at most {counted(MOST_DEALS, 'deal')}.")
    if any(abs(points) > MOST_POINTS for line in (*result.deals, result.totals) for points in line):
        raise Refused(f"No one scores more than {MOST_POINTS:,} points. Check for typos.")
    if playing.ranking is Ranking.CARDS:
        _check_places(result)
    elif result.deals and result.totals != added_up(result.deals):
        raise Refused("The deals don't add up to the final points.")
    if result.winner is not None and result.winner not in range(len(result.totals)):
        raise Refused(f"There's no side {result.winner + 1}.")


def _check_places(result: PaperResult) -> None:
    if result.deals:
        raise Refused("Cards decide that game. Give the place of each side, and no deals.")
    expected = [1 + sum(other < place for other in result.totals) for place in result.totals]
    if list(result.totals) != expected:
        raise Refused("Cards decide that game. Give the place of each side: 1 for the winner, then 2, 3.")
    first = [side for side, place in enumerate(result.totals) if place == 1]
    if result.winner is not None and first != [result.winner]:
        raise Refused("The places and the winner don't agree. Correct one of them.")


def added_up(deals: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Final points by side, from points by deal."""
    return tuple(map(sum, zip(*deals, strict=True)))


def places_of(result: PaperResult, playing: LeagueGame) -> tuple[int | None, ...]:
    """Places by side, by points, the named winner, or cards; equals share one. All None if broken off."""
    if result.is_broken_off:
        return (None,) * len(result.totals)
    if playing.ranking is Ranking.CARDS:
        return result.totals
    merits = [playing.ranking.merit(total) for total in result.totals]
    won = [result.winner] if result.winner is not None else [
        side for side, merit in enumerate(merits) if merit == max(merits)
    ]  # fmt: skip
    totals = [SideTotal(seats, total) for seats, total in zip(playing.sides, result.totals, strict=True)]
    winners = [seat for side in won for seat in playing.sides[side]]
    rivals = [(side,) for side in range(len(totals))]
    standings = outcome_of(playing.ranking, winners, totals, rivals).standings
    place_of = {standing.seats: standing.place for standing in standings}
    return tuple(place_of[seats] for seats in playing.sides)


def with_settled_winner(result: PaperResult, playing: LeagueGame, answers: Answers) -> PaperResult:
    """The result, without its named winner if the points and the answer say that another side won.

    Raises ``Unclear`` if points and named winner disagree, and ``answers`` has no choice.
    """
    first = [
        side for side, place in enumerate(places_of(replace(result, winner=None), playing)) if place == 1
    ]
    if result.winner is None or not first or result.winner in first:
        return result
    by_points, told = (_names(result, playing, sides) for sides in (first, [result.winner]))
    written = ", ".join(
        f"{_names(result, playing, [side])} {signed(total)}" for side, total in enumerate(result.totals)
    )
    readings = (f"a win for {by_points} (by the points)", f"a win for {told} (named as the winner)")
    by_answer = settled(Question(Doubt.WINNER, written, readings), answers)
    return result if by_answer else replace(result, winner=None)


def _names(result: PaperResult, playing: LeagueGame, sides: Sequence[int]) -> str:
    """The players of some sides, escaped."""
    seats = [seat for side in sides for seat in playing.sides[side]]
    return " & ".join(in_markdown(result.players[seat].name, NAME_LIMIT) or NAMELESS for seat in seats)


def reported_points(played: PlayedMatch, playing: LeagueGame) -> set[tuple[int | None, ...]]:
    """The points a user may report for a stored match: as played or as corrected; places if cards decide."""
    if playing.ranking is Ranking.CARDS:
        return {played.places}
    return {played.points} if played.corrected is None else {played.points, played.corrected}


def as_table(
    result: PaperResult, playing: LeagueGame, guild_id: int, channel_id: int, recorder: int
) -> TableRecord:
    """The finished table a match is stored as; ``channel_id`` is where it was confirmed, 0 for an import."""
    game = playing.game
    return TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=recorder,
        game=game.about.key,
        options=game.changes(),
        seats=tuple(SeatRecord(one.id, one.name) for one in result.players),
        status=Status.FINISHED,
        revision=0,
        message_id=None,
        created_at=result.at,
        rules_version=game.version,
        counted=True,
        ended=Ending.RECORDED,
    )


def as_results(result: PaperResult, playing: LeagueGame, guild_id: int) -> Results:
    """The match and its deals as stored results."""
    places = places_of(result, playing)
    has_points = playing.ranking.keeps_points
    players = tuple(
        MatchPlayer(
            seat=seat,
            side=side,
            user_id=result.players[seat].id,
            name=result.players[seat].name,
            computer=None,
            points=result.totals[side] if has_points else 0,
            place=places[side],
            won=places[side] == 1,
        )
        for side, seats in enumerate(playing.sides)
        for seat in seats
    )
    game = playing.game
    match = MatchResult(
        guild_id=guild_id,
        game=game.about.key,
        rules_code=code_of(game),
        edition=game.about.edition,
        rules_version=game.version,
        ranking=playing.ranking,
        players=tuple(sorted(players, key=lambda player: player.seat)),
        finished_at=result.at,
        seats=playing.seats,
        broken_off=result.is_broken_off,
        started_at=result.at,
        deals=len(result.deals),
    )
    return Results(_deals(result, playing), match)


def _deals(result: PaperResult, playing: LeagueGame) -> tuple[DealResult, ...]:
    """The deals; the dealer is not recorded, so seat 1 is taken to deal first."""
    sat = tuple(DealPlayer(seat, one.id, None) for seat, one in enumerate(result.players))
    after = accumulate(result.deals, lambda one, other: tuple(map(sum, zip(one, other, strict=True))))
    return tuple(
        DealResult(
deal=number,
dealer=(number - 1) % playing.seats,
at=result.at,
sides=tuple(
                DealSide(seats, scored[side], totals[side]) for side, seats in enumerate(playing.sides)
            ),
players=sat,
)
        for number, (scored, totals) in enumerate(zip(result.deals, after, strict=True), 1)
    )  # fmt: skip


def written(result: PaperResult) -> str:
    """A result as JSON while it waits to be confirmed, without ``is_broken_off``: no typed one is."""
    players = [{"user_id": one.id, "name": one.name} for one in result.players]
    return json.dumps(
        {
            "players": players,
            "at": result.at,
            "totals": result.totals,
            "deals": result.deals,
            "winner": result.winner,
        }
    )


def read(text: str) -> PaperResult:
    """A result from its JSON.

    ValueError, LookupError, TypeError: the JSON is damaged.
    """
    stored = json.loads(text)
    return PaperResult(
        tuple(Person(int(one["user_id"]), str(one["name"])) for one in stored["players"]),
        float(stored["at"]),
        tuple(map(int, stored["totals"])),
        tuple(tuple(map(int, deal)) for deal in stored["deals"]),
        stored["winner"],
    )
