"""Seating of a round by the kind of evening, and a stored round as a progressive party's rules take it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.evening import duplicate, progressive
from bot.evening.progressive import Round, Score
from bot.models.credits import Entrant
from bot.models.evening_kinds import EveningKind, Guest, Sitting
from bot.models.stored_evenings import EveningRecord, EveningRound

QUARTETS: Final = ((0, 1, 2, 3), (0, 3, 1, 2), (0, 2, 3, 1))
"""Seating of four players (0 to 3) by round: each is the partner of each of the others.

The rule book of 1988 has it, in its Additional Comments 3.
"""


def together(order: Sequence[int], pairs: Iterable[Entrant]) -> list[int]:
    """``order`` with its complete ``pairs`` first, sorted by their earlier partner, then the others."""
    here = {who: number for number, who in enumerate(order)}
    complete = [pair for pair in pairs if all(who in here for who in pair)]
    complete.sort(key=lambda pair: min(here[who] for who in pair))
    coupled = dict.fromkeys(who for pair in complete for who in pair)
    return [*coupled, *(who for who in order if who not in coupled)]


def first_round(evening: EveningRecord, order: Sequence[int]) -> Round:
    """The first round, guests seated in the given order."""
    if evening.kind is EveningKind.PROGRESSIVE:
        return progressive.first_round(order, computers_fill=evening.computers_fill)
    guests: list[Guest] = list(order)
    if evening.kind is EveningKind.ROTATING:
        first, second, third, fourth = [*guests, None, None, None][:4]
        return Round(((first, second, third, fourth),))
    if len(guests) % 2:
        guests.append(None)
    return Round(duplicate.seated(list(zip(guests[::2], guests[1::2], strict=True))))


def following_round(evening: EveningRecord, pairs: Sequence[Entrant] = ()) -> Round | None:
    """The round after the last, new ``pairs`` together; None if too few are left for a progressive party."""
    last, here = evening.rounds[-1], [guest.user_id for guest in evening.here]
    # A guest who rests in a duplicate evening waits for a seat; in others a rest is regular.
    waiting = last.rests if evening.kind is EveningKind.DUPLICATE else ()
    coming = [guest for guest in here if guest not in last.people or guest in waiting]
    match evening.kind:
        case EveningKind.PROGRESSIVE:
            played = [as_played(one) for one in evening.rounds]
            leaving = last.people.difference(here)
            try:
                return progressive.next_round(
                    played, computers_fill=evening.computers_fill, leaving=leaving, coming=coming
                )
            except ValueError:
                return None
        case EveningKind.ROTATING:
            return Round((_rotated(last.tables[0].seats, len(evening.rounds), here, coming),))
        case EveningKind.DUPLICATE:
            left, number = last.people.difference(here), len(evening.rounds) + 1
            sittings = [table.seats for table in last.tables]
            return Round(*duplicate.moved(sittings, number, leaving=left, coming=coming, pairs=pairs))


def as_played(played: EveningRound) -> Round:
    """Convert a stored round to a ``progressive.Round``; without scores until every table has one."""
    scores = [table.score for table in played.tables]
    known = tuple(Score(score.points, 1 if score.cut else 0) for score in scores if score is not None)
    return Round(tuple(table.seats for table in played.tables), played.rests, known if played.is_over else ())


def _rotated(seats: Sitting, rounds: int, here: Sequence[int], coming: Sequence[int]) -> Sitting:
    """The next seating of four players; newcomers take computers' seats."""
    by_player: list[Guest] = [None] * 4
    late = iter(coming)
    for player, who in zip(QUARTETS[rounds - 1], seats, strict=True):
        by_player[player] = who if who in here else None
    by_player = [next(late, None) if who is None else who for who in by_player]
    first, second, third, fourth = (by_player[player] for player in QUARTETS[rounds])
    return first, second, third, fourth
