"""Disputes by players, and rulings by organizers: on a match or evening, who stayed away, who is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Literal

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.common.text import clean
from bot.common.typed_numbers import points_in
from bot.league.evenings import NO_POINTS as NO_POINTS_OF_EVENINGS
from bot.league.evenings import EveningResult, is_by_evenings
from bot.league.results import SeasonResult
from bot.models.stored_league import Absent, League, MatchState
from cogs.framework.extension import LEAGUE, Commands, Extension, Press, Topic
from cogs.framework.interactions import number_chosen, number_in, reason_typed
from cogs.framework.leagues import WHICH, complete_league, league_name, league_of
from cogs.framework.permissions import ORGANIZING, SHOWS, Who, always
from cogs.framework.replies import answer_privately
from cogs.framework.rule_choices import fixed_choices
from cogs.league.access import (
    check_is_open,
    check_organizer,
    league_pressed,
    organized,
    organized_pressed,
    organizes,
)
from cogs.league.choices import complete_disputed, complete_ruled
from cogs.league.fixtures_panel import SIDES, absent_form, names_by_entrant
from cogs.league.results_panel import (
    Ruling,
    evening_details,
    evening_line,
    evening_panel_of,
    match_details,
    match_panel,
    ruling_form,
)
from cogs.league.words import agreeing, named, result_line
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.modals import REASON, form, reason_field
from cogs.ui.words import REASON_LIMIT
from rules.core.words import uncapitalized

MATCH: Final = "Which match or evening: its number in /league show what:results"
SAID: Final[Mapping[Ruling, str]] = {
    Ruling.DISPUTE: "is disputed. It counts until an organizer rules on it.",
    Ruling.VOID: "is void. `/league rule what:restore` brings it back.",
    Ruling.RESTORE: "counts.",
}
LEADS_TO: Final[Mapping[Ruling, MatchState]] = {
    Ruling.DISPUTE: MatchState.DISPUTED,
    Ruling.VOID: MatchState.VOID,
    Ruling.RESTORE: MatchState.COUNTS,
}
POINTS: Final = "The points of every side, in the order of the seats: 500 320"
PLAYED_NOW: Final = "It's being played right now. Once it's over, its result counts instead."
NO_PLAYER: Final = "Say who comes out: `player`."
NO_MATCH: Final = "Say which match: `match`. Choose from the list."
NO_POINTS: Final = "Type the points of every side, like `500 320`."


@app_commands.command(name="dispute", description="Ask the organizers to rule on what you played")
@app_commands.describe(match=MATCH, reason=REASON, league=WHICH)
@app_commands.autocomplete(match=complete_disputed)
@app_commands.autocomplete(league=complete_league)
async def dispute(
    interaction: Interaction,
    match: int,
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    league: str | None = None,
) -> None:
    """Dispute a match or evening; it counts until an organizer rules on it."""
    found = await league_of(interaction, league)
    await _rule(interaction, found, match, reason, Ruling.DISPUTE)


@app_commands.command(name="rule", description="Rule on a match, an evening or a player (organizers)")
@app_commands.describe(
    what="forfeit: someone stayed away. restore: a void or disputed result counts, a corrected one as played",
    reason=REASON,
    match="Which match or evening: choose from the list",
    absent="Forfeit: who stayed away",
    points=f"Correct: {uncapitalized(POINTS)}",
    player="Remove: who. A partner comes out, too",
    league=WHICH,
)
@app_commands.choices(absent=fixed_choices(SIDES))
@app_commands.autocomplete(match=complete_ruled)
@app_commands.autocomplete(league=complete_league)
async def rule(
    interaction: Interaction,
    what: Literal["forfeit", "void", "restore", "correct", "remove"],
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    match: int | None = None,
    absent: str | None = None,
    points: app_commands.Range[str, 1, 60] | None = None,
    player: discord.User | None = None,
    league: str | None = None,
) -> None:
    """Rule on a result, on who stayed away, or take a player out of the season, for an organizer."""
    found = await organized(interaction, league)
    if what == "remove":
        if player is None:
            raise Refused(NO_PLAYER)
        await _remove(interaction, found, player.id, reason)
    elif match is None:
        raise Refused(NO_MATCH)
    elif what == "forfeit":
        await _rule_absent(interaction, found, match, absent or "", reason)
    elif what == "correct":
        await _correct(interaction, found, match, points or "", reason)
    else:
        await _rule(interaction, found, match, reason, Ruling(what))


async def _correct(interaction: Interaction, league: League, match: int, points: str, reason: str) -> None:
    app, user_id, why = interaction.client.app, interaction.user.id, clean(reason, REASON_LIMIT)
    if is_by_evenings(await app.league.leagues.season(league)):
        raise Refused(NO_POINTS_OF_EVENINGS)
    _, found = await app.league.results.find(league, match)
    typed = points_in(points, len(found.sides))
    if typed is None:
        raise Refused(NO_POINTS)
    corrected = await app.league.results.correct(league, match, typed, user_id, why)
    await _say_ruled(interaction, league, corrected, "counts with these points.")


async def _rule(interaction: Interaction, league: League, number: int, reason: str, ruling: Ruling) -> None:
    """Dispute, void or restore a match or, where the season is scored by evenings, an evening."""
    app, why = interaction.client.app, clean(reason, REASON_LIMIT)
    is_of_evenings = is_by_evenings(await app.league.leagues.season(league))
    results = app.league.evenings if is_of_evenings else app.league.results
    ruled = await results.rule(league, number, LEADS_TO[ruling], interaction.user.id, why)
    await _say_ruled(interaction, league, ruled, SAID[ruling])


async def _say_ruled(
    interaction: Interaction, league: League, ruled: SeasonResult | EveningResult, said: str
) -> None:
    if isinstance(ruled, EveningResult):
        heading, result, about = f"Evening {ruled.evening.id}", evening_line(ruled), evening_details(ruled)
    else:
        app = interaction.client.app
        season = await app.league.leagues.season(league)
        names = names_by_entrant(await app.league.rosters.of(season))
        heading = f"Match {ruled.match.table_id}"
        result, about = result_line(ruled, names), match_details(ruled, season)
    await answer_privately(interaction, f"{heading} of {league_name(league)} {said}\n{result}\n-# {about}")


async def _rule_absent(
    interaction: Interaction, found: League, which: int | str, absent: str, reason: str
) -> None:
    """Store who stayed away from a scheduled match, or "none" to take such a ruling back.

    ``which`` is the match's number, or its key.

    Raises:
        Refused: ``absent`` is no choice, or the schedule does not allow the ruling.
    """
    if absent not in SIDES:
        raise Refused("Choose who stayed away.")
    app, why = interaction.client.app, clean(reason, REASON_LIMIT)
    who = Absent(absent) if absent in set(Absent) else None
    ruled = await app.league.schedules.forfeit(found, which, who, interaction.user.id, why)
    season = await app.league.leagues.season(found)
    names = names_by_entrant(await app.league.rosters.of(season))
    sides = {Absent.HOME: (ruled.home,), Absent.AWAY: (ruled.away,), Absent.BOTH: (ruled.home, ruled.away)}
    away = " and ".join(named(one, names[one]) for one in sides.get(who, ())) if who else ""
    match = f"Match {ruled.number} of the schedule"
    said = f"{match} is forfeited by {away}." if who else f"{match} is open again: no one stayed away."
    is_played = who is not None and await app.league.schedules.is_under_way(season, ruled)
    await answer_privately(interaction, f"{said} {PLAYED_NOW}" if is_played else said)


async def _remove(interaction: Interaction, found: League, user_id: int, reason: str) -> None:
    """Remove a player, with a fixed partner, from a league's open season."""
    why, rosters = clean(reason, REASON_LIMIT), interaction.client.app.league.rosters
    entry = await rosters.take_out(found, user_id, interaction.user.id, why)
    who, play = named(entry.entrant, entry.names), agreeing(entry.entrant, "play")
    await answer_privately(interaction, f"In {league_name(found)}, {who} no longer {play}. Results stay.")


async def press_match(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the chosen match or evening with its ruling buttons."""
    app = interaction.client.app
    league = await league_pressed(interaction, control)
    number, may = number_chosen(values, 15), organizes(interaction, league)
    async with app.stats.moments.of(league.guild_id):
        if is_by_evenings(await app.league.leagues.season(league)):
            season, evening = await app.league.evenings.find(league, number)
            view = evening_panel_of(league, season, evening, organizes=may)
        else:
            season, found = await app.league.results.find(league, number)
            names = names_by_entrant(await app.league.rosters.of(season))
            view = match_panel(league, season, found, names, organizes=may)
    await answer_privately(interaction, view)


async def press_ask_ruling(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for a dispute to any user, or that for another ruling to organizers only."""
    league = await league_pressed(interaction, control)
    ruling = _ruling(control)
    if ruling is not Ruling.DISPUTE:
        check_organizer(interaction, league)
    is_evening = is_by_evenings(await interaction.client.app.league.leagues.season(league))
    what = "evening" if is_evening else "match"
    await answer_of(interaction).show_form(ruling_form(league, control.revision, ruling, what))


async def submit_dispute(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Dispute the button's match or evening, for the typed reason."""
    league = await league_pressed(interaction, control)
    await _rule(interaction, league, control.revision, reason_typed(values), Ruling.DISPUTE)


async def submit_ruling(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Void or restore a match or an evening, or correct a match."""
    league = await organized_pressed(interaction, control)
    ruling, reason = _ruling(control), reason_typed(values)
    if ruling is Ruling.CORRECT:
        await _correct(interaction, league, control.revision, "".join(values[:1]), reason)
    else:
        await _rule(interaction, league, control.revision, reason, ruling)


async def press_ask_removal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for the reason of removing the chosen player or pair."""
    league = await organized_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    chosen = str(number_chosen(values, 20))
    reason = Control(Verb.LEAGUE_OUT, league.id, control.revision, chosen)
    await answer_of(interaction).show_form(form("Take out", reason, reason_field()))


async def submit_removal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Remove the button's player, with a fixed partner, from its season if that is open, for an organizer."""
    league = await organized_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    await _remove(interaction, league, number_in(control), reason_typed(values))


async def press_ask_absent(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for who stayed away from the chosen match, and why it is ruled so."""
    league = await organized_pressed(interaction, control)
    app = interaction.client.app
    season = await app.league.leagues.open_season(league)
    match = await app.league.schedules.unplayed(season, "".join(values[:1]))
    names = names_by_entrant(await app.league.rosters.of(season))
    await answer_of(interaction).show_form(absent_form(league, season, match, names))


async def submit_absent(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the ruling on who stayed away from a match."""
    league = await organized_pressed(interaction, control)
    who = "".join(values[:1])
    await _rule_absent(interaction, league, control.argument, who, reason_typed(values[1:]))


def _ruling(control: Control) -> Ruling:
    try:
        return Ruling(control.argument)
    except ValueError:
        raise Refused("There's no such ruling. `/league show what:results` shows the matches.") from None


class LeagueRulings(Extension):
    """Commands and controls for disputes and rulings."""

    typed: ClassVar = (
        Commands(LEAGUE, Topic.LEAGUE, always(Who.OF_MATCH), (dispute,)),
        Commands(
            LEAGUE,
            Topic.ORGANIZING,
            ORGANIZING,
            (rule,),
            by_choice=dict.fromkeys(("forfeit", "void", "restore", "correct", "remove"), ORGANIZING),
        ),
    )
    presses: ClassVar = {
        Verb.LEAGUE_MATCH: Press(press_match, SHOWS),
        Verb.LEAGUE_ASK_RULING: Press(press_ask_ruling, SHOWS),
        Verb.LEAGUE_DISPUTE: Press(submit_dispute, always(Who.OF_MATCH), LEAGUE.look_up),
        Verb.LEAGUE_RULE: Press(submit_ruling, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_OUT: Press(press_ask_removal, SHOWS),
        Verb.LEAGUE_OUT: Press(submit_removal, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_ABSENT: Press(press_ask_absent, SHOWS),
        Verb.LEAGUE_ABSENT: Press(submit_absent, ORGANIZING, LEAGUE.look_up),
    }


setup = LeagueRulings.setup
