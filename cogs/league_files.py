"""A league's results as files: taken in from a spreadsheet, given out to whoever may see them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.services.season_files import MOST_BYTES, Checked, Form, ids_in
from cogs.extension import Extension
from cogs.groups import LEAGUE
from cogs.league import WHICH
from cogs.league_access import (
    check_organizer,
    complete_league,
    league_of,
    league_pressed,
    organized,
    organizes,
)
from cogs.members import named_members
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.league_words import league_name
from cogs.ui.season_file_panel import (
    all_problems,
    checked_panel,
    has_more,
    imported_panel,
    matches_text,
    storing_panel,
)
from rules.core.words import counted

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

TOLD_EVERY: Final = 2.0
"""Seconds between two times at which it is said how far an import has come."""
FILES_IN: Final = 60.0
"""Seconds in which a person gives or gets so many files."""
MOST_FILES: Final = 5
EVERYTHING: Final = "season"
OWN: Final = "mine"
WHAT: Final = [
    app_commands.Choice(name="everything of the season (organizers)", value=EVERYTHING),
    app_commands.Choice(name="what you played", value=OWN),
]
FORMS: Final = [
    app_commands.Choice(name="CSV, for spreadsheets", value=Form.CSV.value),
    app_commands.Choice(name="JSON, for programs", value=Form.JSON.value),
]
OFTEN: Final = "You gave or got several files a moment ago."


@app_commands.command(name="import", description="Check a CSV file of results, then import it (organizers)")
@app_commands.describe(file="A CSV file. The format is that of /league export", league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def take_in(interaction: Interaction, file: discord.Attachment, league: str | None = None) -> None:
    """Hold a file against the season, and say what is wrong in which line; nothing is stored yet."""
    app, found = interaction.client.app, await organized(interaction, league)
    if file.size > MOST_BYTES:
        raise Refused(f"The file is too large. {MOST_BYTES // 1000:,} kB is the most. Split it.")
    with app.cooldowns.doing(("files", interaction.user.id), FILES_IN, OFTEN, most=MOST_FILES):
        season = await app.leagues.open_season(found)
        await interaction.response.defer(ephemeral=True, thinking=True)
        content = await file.read()
        known = {user_id for entry in await app.rosters.of(season) for user_id in entry.entrant}
        others = await named_members(interaction, ids_in(content), known)
        checked = await app.season_files.check(found, content, others)
    await answer_privately(interaction, checked_panel(checked))
    await _attach_problems(interaction, checked)


async def press_import(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the matches of a file that was checked."""
    app = interaction.client.app
    league = await league_pressed(interaction, control)
    check_organizer(interaction, league)
    await interaction.response.edit_message(view=storing_panel())
    progress = Progress(interaction)
    try:
        done = await app.season_files.take_in(league, control.revision, interaction.user.id, progress.tell)
    finally:
        await progress.end()
    await interaction.edit_original_response(view=imported_panel(done))
    await _attach_problems(interaction, done)


@app_commands.command(name="export", description="Get the results of a league as a file")
@app_commands.describe(
    what="Which results (default: yours, or all of them if you organize the league)",
    form="CSV or JSON (default: CSV)",
    season="Which season (default: the newest)",
    league=WHICH,
)
@app_commands.choices(what=WHAT, form=FORMS)
@app_commands.autocomplete(league=complete_league)
async def give_out(
    interaction: Interaction,
    what: str | None = None,
    form: str = Form.CSV.value,
    season: int | None = None,
    league: str | None = None,
) -> None:
    """Give somebody a file, to them alone."""
    app, found = interaction.client.app, await league_of(interaction, league)
    is_all = organizes(interaction, found) if what is None else what == EVERYTHING
    if is_all:
        check_organizer(interaction, found)
    with app.cooldowns.doing(("files", interaction.user.id), FILES_IN, OFTEN, most=MOST_FILES):
        wanted = await app.leagues.season(found, season)
        await interaction.response.defer(ephemeral=True, thinking=True)
        person = None if is_all else interaction.user.id
        given = await app.season_files.give_out(found, wanted, Form(form), person)
    if not given.number:
        what = "evening" if given.is_of_evenings else "match"
        raise Refused(f"There's no such {what} in season {wanted.number} of {league_name(found)} yet.")
    held = counted(given.number, "evening") if given.is_of_evenings else matches_text(given.number)
    said = f"{held} of {league_name(found)}, season {wanted.number}."
    await interaction.followup.send(
        said, file=discord.File(BytesIO(given.content), given.name), ephemeral=True
    )


class Progress:
    """Says in the message of a long import how far it has come, seldom enough for Discord."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.time() + TOLD_EVERY
        self._at_work: asyncio.Task[None] | None = None

    def tell(self, done: int, number: int) -> None:
        """So many matches are written."""
        is_busy = self._at_work is not None and not self._at_work.done()
        if not is_busy and self._loop.time() >= self._next:
            self._next = self._loop.time() + TOLD_EVERY
            self._at_work = asyncio.create_task(self._show(done, number))

    async def end(self) -> None:
        """Wait for what is being said, so that nothing is said after the end."""
        if self._at_work is not None:
            await self._at_work

    async def _show(self, done: int, number: int) -> None:
        try:
            await self._interaction.edit_original_response(view=storing_panel(done, number))
        except TROUBLE as error:
            log.info("how far an import has come could not be said (%s)", type(error).__name__)


async def _attach_problems(interaction: Interaction, checked: Checked) -> None:
    """Give every problem as a file where a message has no room for them."""
    if has_more(checked):
        file = discord.File(BytesIO(all_problems(checked)), "problems.txt")
        await interaction.followup.send("Every problem of the file.", file=file, ephemeral=True)


class LeagueFiles(Extension):
    """Files of seasons."""

    groups: ClassVar = {LEAGUE: (take_in, give_out)}
    presses: ClassVar = {Verb.LEAGUE_IMPORT: press_import}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(LeagueFiles(bot))
