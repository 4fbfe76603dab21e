"""Matches played with real cards: the form to record one, and the message to confirm it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.common.text import FORMER_PLAYER, has_account
from bot.league.paper.unclear import Answers, Unclear
from bot.league.paper.values import Lapsed, Recorded, Score, Unconfirmed, goes_by_places, sides_in
from bot.models.stored_league import League, Season
from cogs.framework.leagues import league_name
from cogs.league.words import league_page, meant_buttons
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton
from cogs.ui.modals import form, text_field
from cogs.ui.words import safe_reason
from rules.core.words import capitalized, counted, signed

FORM_LIMIT: Final = 1000
"""The most characters in a field."""
SHOWN_DEALS: Final = 30
"""The most deals listed."""
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
POINTS: Final = (310, 245, 180, 120, 95, 60, 40, 15)
"""Example names and points for up to eight players, the most at a table."""
AGAIN: Final = "Its players can record it again with `/league record`."


def record_form(league: League, season: Season, players: str, points: str) -> ui.Modal:
    """The form for a match: players, points or places, date and, where points are kept, the winner."""
    sides = sides_in(league)
    everyone = "Both players" if league.seats == 2 else f"All {league.seats} players"
    partners = ", partners next to each other" if max(sides) > 1 else ""
    described = f"{everyone}{partners}, a comma between names or mentions"
    hint = ", ".join(NAMES[: league.seats])
    who = text_field("Players", described, value=players, hint=hint, most=FORM_LIMIT, is_long=True)
    date = text_field("Date", "Empty for today", hint="2026-11-22", required=False, most=40)
    number = len(sides)
    scored, *winner = _places(points, number) if goes_by_places(league) else _points(points, number)
    control = Control(Verb.LEAGUE_RECORD, league.id, season.id)
    return form("A match with real cards", control, who, scored, date, *winner)


def _points(points: str, sides: int) -> tuple[ui.Label[Any], ...]:
    """The fields for the points and the winner."""
    described = "One line with the final points of each side, or one line for each deal"
    hint = " ".join(map(str, POINTS[:sides]))
    unclear = "Only if the points don't say who won: 1 for the first side, or a player"
    return (
        text_field("Points", described, value=points, hint=hint, most=FORM_LIMIT, is_long=True),
        text_field("Winner", unclear, required=False, most=100),
    )


def _places(places: str, sides: int) -> tuple[ui.Label[Any], ...]:
    """The field for the places, in games without points; they say who won."""
    described = "Where each side came in: 1 for the winner, then 2, 3"
    hint = " ".join(map(str, range(1, sides + 1)))
    return (text_field("Places", described, value=places, hint=hint, most=FORM_LIMIT, is_long=True),)


def unclear_panel(league: League, number: int, unclear: Unclear, answers: Answers) -> ui.LayoutView:
    """The question how an ambiguous match is meant, with a button for each reading."""
    control = Control(Verb.PAPER_MEANT, league.id, number)
    buttons: ui.ActionRow[Any] = ui.ActionRow(*meant_buttons(control, unclear.question.doubt, answers))
    told = (
        f"### {league_name(league)} · Real cards\n{unclear}\nChoose how to read it. Nothing is recorded yet."
    )
    return league_page([told], buttons)


def unconfirmed_panel(unconfirmed: Unconfirmed) -> ui.LayoutView:
    """A match that waits for confirmation, with *Confirm* and *Not right*."""
    others = "on another side" if unconfirmed.is_by_player else "who played"
    asks = (
        f"{_who(unconfirmed.recorded_by)} recorded it. Someone {others}, or an organizer, confirms it. "
        f"If no one does, it lapses <t:{round(unconfirmed.lapses_at)}:R>."
    )
    buttons: ui.ActionRow[Any] = ui.ActionRow(
        TableButton(
            Control(Verb.PAPER_CONFIRM, unconfirmed.id, 0), "Confirm", style=discord.ButtonStyle.success
        ),
        TableButton(Control(Verb.PAPER_DENY, unconfirmed.id, 0), "Not right"),
    )
    told = [_heading(unconfirmed.league, unconfirmed.season), *_score_lines(unconfirmed.score), asks]
    return league_page(told, buttons)


def recorded_panel(recorded: Recorded) -> ui.LayoutView:
    """The message of a confirmed match: its scores, who recorded and confirmed it, or that it is void."""
    counts = f"It counts as match {recorded.table_id}."
    confirmed = "" if recorded.confirmed_by is None else f", {_who(recorded.confirmed_by)} confirmed it"
    said = f"**{f'Match {recorded.table_id} is void.' if recorded.is_void else counts}**"
    told = [
        *(_heading(recorded.league, recorded.season), *_score_lines(recorded.score)),
        f"{said} {capitalized(_who(recorded.recorded_by))} recorded it{confirmed}.",
    ]
    return league_page(told)


def denied_panel(unconfirmed: Unconfirmed, user_id: int, reason: str) -> ui.LayoutView:
    """The message of a rejected match, with the reason and without names."""
    # No row tracks this message any more, so names in it could not be scrubbed.
    points = unconfirmed.score.points
    score = [] if points is None else [" – ".join(map(signed, points))]
    told = [
        *(_heading(unconfirmed.league, unconfirmed.season), f"Played <t:{round(unconfirmed.result.at)}:D>"),
        *score,
        f"**It doesn't count.** {_denier(unconfirmed, user_id)} says it's not right: {safe_reason(reason)}",
        AGAIN,
    ]
    return league_page(told)


def _denier(unconfirmed: Unconfirmed, user_id: int) -> str:
    """The words for the user who rejects a match, without their name."""
    own = unconfirmed.side_of(user_id)
    if own is None:
        return "Whoever recorded it" if user_id == unconfirmed.recorded_by else "An organizer"
    if own == unconfirmed.side_of(unconfirmed.recorded_by):
        return "The side that recorded it"
    is_the_other = unconfirmed.is_by_player and len(unconfirmed.sides) == 2
    return "The other side" if is_the_other else "One of the sides"


def lapsed_panel(lapsed: Lapsed) -> ui.LayoutView:
    """The message of a match not confirmed in time, or before its season closed, without names."""
    # As in ``denied_panel``.
    why = (
        f"No one has confirmed it.\n{AGAIN}"
        if lapsed.season.is_open
        else "The season closed, and no one had confirmed it."
    )
    said = f"**It doesn't count.** {why}"
    return league_page([f"{_heading(lapsed.league, lapsed.season)}\n{said}"])


def _heading(league: League, season: Season) -> str:
    return f"### {league_name(league)} · Season {season.number} · Real cards"


def _who(user_id: int | None) -> str:
    """A mention, under which Discord shows the user's present name; a forgotten user is a former player."""
    return FORMER_PLAYER if user_id is None or not has_account(user_id) else f"<@{user_id}>"


def _score_lines(score: Score) -> list[str]:
    """Lines with the date, the sides with their points or places, and the deals."""
    is_draw = len(score.places) > 1 and set(score.places) == {1}
    lines = [f"Played <t:{round(score.at)}:D>{' · a draw' if is_draw else ''}"]
    for side, (people, place) in enumerate(zip(score.sides, score.places, strict=True)):
        worth = f"place {place}" if score.points is None else signed(score.points[side])
        told = f"{' & '.join(map(_who, people))}: {worth}"
        lines.append(f"**{told}** 🏆" if place == 1 and not is_draw else told)
    shown = score.deals[:SHOWN_DEALS]
    if shown:
        lines.append("-# Deals: " + "; ".join(" / ".join(map(signed, deal)) for deal in shown))
    if len(score.deals) > len(shown):
        lines.append(f"-# and {counted(len(score.deals) - len(shown), 'more deal')}")
    return lines
