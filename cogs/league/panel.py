"""The message of a league, and the messages on creating, scoring and closing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.league.evenings import is_by_evenings
from bot.models.credits import Competing, Named
from bot.models.stored_league import League, Season, SeasonEntry, Unfinished
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.league.roster_panel import entry_line
from cogs.league.words import (
    LENGTHS,
    NO_ONE_PLAYED,
    game_line,
    how_played,
    league_button,
    league_page,
    organizers_text,
    scoring_lines,
    season_button,
    won_line,
)
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel, rows_of
from rules.core.words import counted

SHOWN: Final = 10
"""Lines of the standings, or players who joined, shown on the message."""


class LeagueNow(NamedTuple):
    """A league, a season and its figures, as the league's message shows them."""

    league: League
    season: Season
    roster: Sequence[SeasonEntry]
    standings: Sequence[str] = ()
    """Text lines of the top of the standings; empty before the first result."""
    played: int = 0
    """Number of finished matches."""
    winners: Sequence[Named] = ()
    """The winners of a closed season; empty while that can change."""


def league_panel(now: LeagueNow) -> ui.LayoutView:
    """The message of a league: game, scoring, top of the standings (else who joined), and buttons."""
    league, season = now.league, now.season
    competing = [entry for entry in now.roster if entry.left_at is None]
    title = f"## 🏅 {league_name(league)} · Season {season.number}"
    lines = [title, game_line(league), f"-# {scoring_lines(league, season)[0]} {_end(season)}"]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), ui.Separator()]
    if now.standings:
        won = [won_line(season, now.winners)] if now.winners else []
        parts.append(ui.TextDisplay("\n".join([*won, *now.standings])))
    elif competing:
        shown = [entry_line(entry) for entry in competing[:SHOWN]]
        more = [f"-# and {len(competing) - SHOWN} more"] if len(competing) > SHOWN else []
        parts.append(ui.TextDisplay("\n".join(["**Joined**", *shown, *more])))
    else:
        parts.append(
            ui.TextDisplay("No one has joined yet. Be the first." if season.is_open else NO_ONE_PLAYED)
        )
    matches = "" if is_by_evenings(season) else f" · matches: {now.played:,}"
    how = how_played(season) if season.is_open else "these standings are final"
    parts.append(ui.TextDisplay(f"-# {league.competing.capitalize()}: {len(competing)}{matches} · {how}"))
    parts += rows_of(_buttons(league, season))
    return panel(*parts, color=LEAGUE_COLOR)


def _buttons(league: League, season: Season) -> list[TableButton]:
    """The buttons of a league's message; only an open season has those to join and to play."""
    join = "Find a partner" if league.competing is Competing.PAIRS else "Join"
    play = "Open an evening" if is_by_evenings(season) else "Open a table"
    first = [
        TableButton(
            Control(Verb.LEAGUE_JOIN, league.id, 0), join, style=discord.ButtonStyle.success, emoji="🏅"
        )
    ]
    return [
        *(first if season.is_open else []),
        season_button(season, Verb.LEAGUE_STANDINGS, "Standings"),
        season_button(season, Verb.LEAGUE_SCHEDULE, "Schedule"),
        season_button(season, Verb.LEAGUE_RESULTS, "Results"),
        season_button(season, Verb.LEAGUE_SCORING, "How it counts"),
        *([league_button(league, Verb.LEAGUE_PLAY, play)] if season.is_open else []),
        league_button(league, Verb.LEAGUE_MORE, "More"),
    ]


def created_panel(league: League, season: Season) -> ui.LayoutView:
    """The settings of a new league, and the next step for its organizer."""
    lines = [
        f"### {league_name(league)} is open",
        game_line(league),
        *_listed(league, season),
        f"- {_end(season) or 'The season goes on until you close it.'}",
        f"- It's organized by {organizers_text(league.organizer_role)}.",
        "",
        "**Next:** post it in the channel of the league, so that people can join. "
        f"Then {how_played(season)}.",
    ]
    post = league_button(league, Verb.LEAGUE_POST, "Post it here", style=discord.ButtonStyle.success)
    return league_page(lines, ui.ActionRow(post))


def scoring_panel(league: League, season: Season, own: Sequence[str] = ()) -> ui.LayoutView:
    """How a season is scored, then ``own``: the lines on the user's own place."""
    lines = [f"### {league_name(league)} · How it counts", *_listed(league, season), *own]
    return league_page(lines)


def next_season_panel(league: League) -> ui.LayoutView:
    """The question how long a league's next season lasts."""
    buttons = [
        league_button(league, Verb.LEAGUE_NEXT, label, argument=str(weeks))
        for weeks, label in LENGTHS.items()
    ]
    text = f"### The next season of {league_name(league)}\nHow long does it last?"
    return league_page([text], *rows_of(buttons))


def close_panel(
    league: League, season: Season, unfinished: Unfinished, role_id: int | None = None
) -> ui.LayoutView:
    """The question whether to close a season, with its unfinished matches and the winners' role, if any."""
    role = "" if role_id is None else f"The winners get <@&{role_id}>. "
    carried = "" if is_by_evenings(season) else ", with ratings carried over in part"
    lines = [
        f"### Close season {season.number} of {league_name(league)}?",
        "Its standings are final then: nothing played or ruled later changes them. "
        f"{role}`/league manage` starts the next one{carried}.",
        *_unfinished(unfinished),
    ]
    yes = TableButton(
        Control(Verb.LEAGUE_CLOSE, season.id, 0, "" if role_id is None else str(role_id)),
        "Close the season",
        style=discord.ButtonStyle.danger,
    )
    role_for_them = season_button(season, Verb.LEAGUE_ASK_WINNERS, "A role for the winners")
    return league_page(lines, ui.ActionRow(yes, role_for_them))


def _unfinished(found: Unfinished) -> list[str]:
    """Lines on a season's unfinished matches, evenings and disputes; empty if there are none."""
    told = (
        (found.to_play, "match", "On the schedule", "What isn't played by then counts for no one."),
        (found.playing, "match", "Being played", "What isn't over by then doesn't count."),
        (found.unconfirmed, "match", "With real cards", "What isn't confirmed by then doesn't count."),
        (found.evenings, "evening", "Under way", "What isn't over by then doesn't count."),
        (found.disputed, "dispute", "Not ruled on", "What isn't ruled on by then counts as it stands."),
    )
    lines = [f"- {where}: {counted(number, what)}. {then}" for number, what, where, then in told if number]
    return ["**Not over yet**", *lines] if lines else []


def closed_panel(
    league: League, season: Season, winners: Sequence[Named] | None, role: str = ""
) -> ui.LayoutView:
    """The message after closing a season; ``role`` is the sentence on the winners' role.

    ``winners`` is None while they cannot be computed.
    """
    told = (
        [
            "The bot's database couldn't work out its standings just now. "
            "`/league show what:standings` has them soon."
        ]
        if winners is None
        else [won_line(season, winners), "Its standings are final."]
    )
    lines = [
        f"### Season {season.number} of {league_name(league)} is closed",
        *told[:-1],
        f"{told[-1]} {role}".strip(),
        "**Next:** start the next season when you like. Everyone joins it again.",
    ]
    start = league_button(
        league, Verb.LEAGUE_NEXT, "Start the next season", style=discord.ButtonStyle.success
    )
    return league_page(lines, ui.ActionRow(start))


def _listed(league: League, season: Season) -> list[str]:
    return [f"- {line}" for line in scoring_lines(league, season)]


def _end(season: Season) -> str:
    if season.closed_at is not None:
        return f"Season closed <t:{round(season.closed_at)}:D>."
    return "" if season.ends_at is None else f"Ends <t:{round(season.ends_at)}:R>."
