"""A match played with real cards: who sat where, what they scored, and what the game makes of that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.common.text import in_markdown
from bot.league.paper.unclear import Answers, Doubt, Question, settled
from bot.models.endings import Ending
from bot.models.stored import SeatRecord, Status, TableRecord
from bot.models.stored_league import PlayedMatch
from bot.models.stored_results import DealPlayer, DealResult, DealSide, MatchPlayer, MatchResult, Results
from bot.table.lobby.before_match import NAME_LIMIT
from bot.table.lobby.lining_up import sides_of
from rules.catalog import game_with
from rules.codes import code_of, decode
from rules.core.decisions import Seat
from rules.core.outcome import Ranking, SideTotal, outcome_of
from rules.core.protocol import Game
from rules.core.winning import MOST_DEALS
from rules.core.words import counted, signed

MOST_POINTS: Final = 99_999
"""Points that no match of any game comes near."""


class Sitting(NamedTuple):
    """Somebody who played, under the name they had."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PaperResult:
    """How a match went; everything is in the order of the seats or of the sides."""

    players: tuple[Sitting, ...]
    at: float
    """When it was played, in epoch seconds."""
    totals: tuple[int, ...]
    """Points by side; where cards decide, the places they came in, 1 for the winners."""
    deals: tuple[tuple[int, ...], ...] = ()
    """What each side scored, deal by deal; nothing where only the end is known."""
    winner: int | None = None
    """The side that won whatever the points are; None where they say who did."""
    is_broken_off: bool = False
    """Whether nobody has won."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """What a league plays, with so many seats."""

    game: Game[Any]
    seats: int
    sides: tuple[tuple[Seat, ...], ...]
    """The seats that keep a score together."""

    @property
    def ranking(self) -> Ranking:
        """What wins."""
        return self.game.about.ranking.among(self.seats)


@lru_cache(maxsize=64)
def league_game(rules: str, seats: int) -> LeagueGame:
    """What a league plays, from the code of its rules.

    Raises:
        InvalidOption: its rules cannot be played any more.
    """
    game = game_with(*decode(rules))
    return LeagueGame(game, seats, sides_of(game, seats))


def by_seat(playing: LeagueGame, sides: Sequence[Sequence[Sitting]]) -> tuple[Sitting, ...]:
    """Who sat where, from who was on which side: partners sit as the game has them sit."""
    return tuple(
        player
        for _, player in sorted(
            (seat, player)
            for seats, players in zip(playing.sides, sides, strict=True)
            for seat, player in zip(seats, players, strict=True)
        )
    )


def check(result: PaperResult, playing: LeagueGame) -> None:
    """Make sure that a match could have gone so.

    Raises:
        Refused: it could not; the sentence says why.
    """
    if playing.ranking is Ranking.SOLVED:
        raise Refused("That game is played alone, so no one could confirm it.")
    if len({one.user_id for one in result.players}) < len(result.players):
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
    """The points of each side after some deals."""
    return tuple(map(sum, zip(*deals, strict=True)))


def places_of(result: PaperResult, playing: LeagueGame) -> tuple[int | None, ...]:
    """Where each side came in, as the game ranks them; equals share a place. None where it was broken off."""
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
    """A match whose winner is who people say it is, where the points say that another side won.

    Raises:
        Unclear: it was not asked yet which of them is right.
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
    readings = (f"a win for {by_points}, as the points say", f"a win for {told}, who are named as the winner")
    by_answer = settled(Question(Doubt.WINNER, written, readings), answers)
    return result if by_answer else replace(result, winner=None)


def _names(result: PaperResult, playing: LeagueGame, sides: Sequence[int]) -> str:
    """Who played on some sides, safe to show."""
    seats = [seat for side in sides for seat in playing.sides[side]]
    return " & ".join(in_markdown(result.players[seat].name, NAME_LIMIT) for seat in seats)


def tellings(played: PlayedMatch, playing: LeagueGame) -> set[tuple[int | None, ...]]:
    """What may be told of a stored match as its points, corrected ones too: places, where cards decide."""
    if playing.ranking is Ranking.CARDS:
        return {played.places}
    return {played.points} if played.corrected is None else {played.points, played.corrected}


def as_table(
    result: PaperResult, playing: LeagueGame, guild_id: int, channel_id: int, recorder: int
) -> TableRecord:
    """The finished table that a match is stored as; the channel is where it was confirmed, 0 for nowhere."""
    game = playing.game
    return TableRecord(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=recorder,
        game=game.about.key,
        options=game.changes(),
        seats=tuple(SeatRecord(one.user_id, one.name) for one in result.players),
        status=Status.FINISHED,
        revision=0,
        message_id=None,
        created_at=result.at,
        rules_version=game.version,
        counted=True,
        ended=Ending.RECORDED,
    )


def as_results(result: PaperResult, playing: LeagueGame, guild_id: int) -> Results:
    """The match and its deals, recorded like those of a table."""
    places = places_of(result, playing)
    has_points = playing.ranking.keeps_points
    players = tuple(
        MatchPlayer(
            seat=seat,
            side=side,
            user_id=result.players[seat].user_id,
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
    """The deals: who dealt is not written down at home, so the deal is taken to pass from seat 1 on."""
    sat = tuple(DealPlayer(seat, one.user_id, None) for seat, one in enumerate(result.players))
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
    """A result as it waits to be confirmed: JSON."""
    players = [{"user_id": one.user_id, "name": one.name} for one in result.players]
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
    """A result that waits to be confirmed.

    Raises:
        ValueError, LookupError, TypeError: it is damaged.
    """
    stored = json.loads(text)
    return PaperResult(
        tuple(Sitting(int(one["user_id"]), str(one["name"])) for one in stored["players"]),
        float(stored["at"]),
        tuple(map(int, stored["totals"])),
        tuple(tuple(map(int, deal)) for deal in stored["deals"]),
        stored["winner"],
    )
