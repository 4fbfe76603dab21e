"""Words for evenings: titles, facts, endings, names and scores."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final

from bot.common.text import in_markdown
from bot.evening.progressive import Move
from bot.evening.shown import ShownEvening
from bot.evening.standing import Line
from bot.league.service import NAME_LIMIT as LEAGUE_LIMIT
from bot.models.evening_kinds import EveningEnding, EveningKind, EveningStatus
from cogs.ui.figure_words import percent_to_a_tenth
from cogs.ui.words import safe_name
from rules.core.words import counted, signed

TITLES: Final[Mapping[EveningKind, str]] = {
    EveningKind.PROGRESSIVE: "Progressive Rook",
    EveningKind.ROTATING: "Rotating partners",
    EveningKind.DUPLICATE: "Duplicate Rook",
}
HOW: Final[Mapping[EveningKind, str]] = {
    EveningKind.PROGRESSIVE: (
        "The winners at a table add 50 each and move up a table. The losers stay, and partners change. "
        "At table 1 the winners stay, and the losers go down to the lowest table. "
        "On a tie the cards are cut: the higher cut wins the table, without the 50."
    ),
    EveningKind.ROTATING: "Four players. You play with each of the others in turn, and keep your own score.",
    EveningKind.DUPLICATE: "The same deals at every table. You're compared with those who held your cards.",
}
ENDED: Final[Mapping[EveningEnding | None, str]] = {
    None: "The evening is over.",
    EveningEnding.PLAYED: "The evening is over. All rounds are played.",
    EveningEnding.HOST: "The evening is over. The host or a manager ended it.",
    EveningEnding.CALLED_OFF: "The host or a manager called this evening off.",
    EveningEnding.NOT_STARTED: "The evening is over: no one started it within a day.",
    EveningEnding.NO_PLAYERS: "The evening is over. Too few were left, or no one played.",
    EveningEnding.NO_CHANNEL: "The evening ended with its channel.",
    EveningEnding.NO_SERVER: "The evening ended when the bot left the server.",
}
NOT_PLAYED: Final[Mapping[EveningEnding | None, str]] = {
    EveningEnding.PLAYED: "The evening is over. No deal was played, so no one has won.",
    EveningEnding.HOST: (
        "The evening is over. The host or a manager ended it. No deal was played, so no one has won."
    ),
    EveningEnding.NO_PLAYERS: "The evening is over. No deal was played, so no one has won.",
}
"""How an evening ended in which no deal was scored, where that differs from ``ENDED``."""
COMPUTER: Final = "🤖"


def title_line(evening: ShownEvening) -> str:
    """The title of an evening's kind, as the heading of its messages."""
    return f"## {TITLES[evening.kind]}"


def ended_line(evening: ShownEvening) -> str:
    """The sentence on how an evening ended, with or without scores."""
    endings = ENDED if evening.lines else {**ENDED, **NOT_PLAYED}
    return endings[evening.ended]


NO_TWO_TABLES: Final = "no two tables of a round are without computers"
TWO_TABLES: Final = (
    "⚠️ It won't count there with these players: it takes two tables without computers. "
    "Have 8 players, or 10 and more."
)


def facts_line(evening: ShownEvening) -> str:
    """Game, deals, rounds, computers, partners, least share, and the season the evening counts in."""
    facts = [evening.about.title, f"{counted(evening.rounds.deals, 'deal')} a table"]
    facts.append(counted(evening.rounds.most, "round"))
    if not evening.terms.computers_fill:
        facts.append("players left over rest in turn and score the average")
    elif evening.kind is not EveningKind.ROTATING:
        facts.append("computers fill empty seats")
    if evening.kind is EveningKind.DUPLICATE:
        facts.append(_partners(evening))
    if evening.terms.least_share:
        facts.append(f"a place needs {evening.terms.least_share}% of the deals")
    line = f"-# {' · '.join(facts)}"
    if evening.terms.season is None:
        return line
    league = in_markdown(evening.terms.season.league, LEAGUE_LIMIT)
    if evening.terms.is_too_late:
        over = f"🏅 Season {evening.terms.season.number} of {league} has closed"
        return f"{line}\n{over}, so this evening doesn't count there."
    season = f"{league}, season {evening.terms.season.number}"
    if evening.terms.needs_people and evening.status is not EveningStatus.SIGN_UP:
        verb = "Doesn't count" if evening.is_over else "Doesn't count so far"
        return f"{line}\n🏅 {verb} in {season}: {NO_TWO_TABLES}."
    counts = f"{line}\n🏅 Counts in {season}.{_way_in(evening)}"
    return f"{counts}\n{TWO_TABLES}" if evening.terms.needs_people else counts


def _way_in(evening: ShownEvening) -> str:
    """The command that enters a user in the evening's season; empty once the evening is over."""
    if evening.is_over:
        return ""
    if evening.has_fixed_pairs:
        return " `/league join` asks someone to be your partner."
    return " `/league join` puts you in."


def _partners(evening: ShownEvening) -> str:
    if evening.has_fixed_pairs:
        return "pairs of the league stay together"
    return "partners are drawn" if evening.terms.draws_pairs else "partners as you join"


def called(evening: ShownEvening, who: int | None) -> str:
    """A player's name, safe to show; the computer's mark for None."""
    return COMPUTER if who is None else safe_name(evening.guests.names[who])


def pair(evening: ShownEvening, seats: Iterable[int | None]) -> str:
    """The names of two partners, ``Ann & Ben``, with the computer's mark for a None."""
    return " & ".join(called(evening, who) for who in seats)


def scored_together(evening: ShownEvening) -> list[tuple[Line, tuple[int, ...]]]:
    """Each score with the ids of its player, or of partners with equal scores, best first.

    Partners of duplicate deals with the same score share one line and one place.
    """
    partner = {
        who: other
        for table in evening.tables
        for who, other in zip(table.seats, (*table.seats[2:], *table.seats[:2]), strict=True)
        if evening.kind is EveningKind.DUPLICATE and who is not None and other is not None
    }
    won = {
        line.guest.user_id: (line.matchpoints, line.possible, line.points, line.place is None)
        for line in evening.lines
    }
    found = dict[int, tuple[Line, tuple[int, ...]]]()
    for line in evening.lines:
        who = line.guest.user_id
        other = partner.get(who)
        if other is not None and other in found and won[other] == won[who]:
            found[other] = found[other][0], (other, who)
        else:
            found[who] = line, (who,)
    places = [line.place for line, _ in found.values() if line.place is not None]
    return [
        (line if line.place is None else line._replace(place=1 + bisect_left(places, line.place)), who)
        for line, who in found.values()
    ]


def move_line(evening: ShownEvening, move: Move) -> str:
    """Who moves and who stays after a round at a table, and that a tie was cut."""
    if move.to == move.table:
        return f"Table {move.table}: {'' if evening.guests.rests else 'everyone stays, and '}partners change."
    staying = _who_do(evening, move.staying, "stays", "stay")
    place = f"Table {move.table}: {'a tie, decided by a cut. ' if move.is_cut else ''}"
    if move.table == 1:
        return f"{place}{staying}. {_who_do(evening, move.moving, 'goes', 'go')} down to table {move.to}."
    return f"{place}{_who_do(evening, move.moving, 'moves', 'move')} up to table {move.to}. {staying}."


def _who_do(evening: ShownEvening, seats: Iterable[int | None], does: str, do: str) -> str:
    """The partners who play on, with a verb: ``Ann & Ben stay``, ``No one moves``."""
    there = [who for who in seats if who is None or who in evening.guests.here]
    there = [who for who in there if who not in evening.guests.rests]
    return f"{pair(evening, there) or 'No one'} {do if len(there) > 1 else does}"


def own_move(evening: ShownEvening, who: int) -> str:
    """How a player's last table ended and where that puts them; empty if no one could move."""
    for move in evening.rounds.moves:
        if who not in (*move.moving, *move.staying) or move.to == move.table:
            continue
        is_moving = who in move.moving
        how = "won" if is_moving == (move.table > 1) else "lost"
        said = f"You tied and {how} the cut" if move.is_cut else f"You {how}"
        goes = ("go down" if move.table == 1 else "move up") if is_moving else "stay"
        so = "" if who in evening.guests.rests else f", so you {goes}"
        return f"{said} at table {move.table}{so}. "
    return ""


def worth(evening: ShownEvening, line: Line) -> str:
    """The figure that decides a place: points, or in duplicate percent of match points, and the points."""
    if evening.kind is EveningKind.DUPLICATE:
        return f"**{percent(line)}** · {counted(line.points, 'point')}"
    return f"**{signed(line.total)}**"


def percent(line: Line) -> str:
    """The share of match points won: ``62.5%``; without a comparable deal, that there was none."""
    return percent_to_a_tenth(line.share) if line.possible else "not compared"


def place_of(line: Line) -> str:
    """A place: a medal for the first three, else the number; a dash for None."""
    if line.place is None:
        return "–"
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(line.place, f"{line.place}\\.")
