"""Import of a league's results from a spreadsheet, and their export as a file."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from io import BytesIO
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import Refused, StoreError
from bot.league.evenings import check_by_matches
from bot.league.files import Checked, Form, ids_in
from bot.league.paper.reading import MOST_BYTES
from bot.league.paper.unclear import from_argument
from bot.models.stored_league import League
from cogs.framework.extension import LEAGUE, Commands, Extension, Press, Topic
from cogs.framework.interactions import number_chosen
from cogs.framework.leagues import WHICH, complete_league, league_name, league_of
from cogs.framework.members import named_members
from cogs.framework.permissions import ORGANIZING, SHOWS
from cogs.framework.replies import answer_privately, sentence_for
from cogs.framework.rule_choices import fixed_choices
from cogs.league.access import check_organizer, league_pressed, organized, organized_pressed, organizes
from cogs.league.file_panel import (
    FORMS,
    MINE,
    checked_panel,
    export_form,
    import_form,
    imported_panel,
    not_imported_panel,
    rest_of,
    storing_panel,
)
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.modals import attached_file
from rules.core.words import counted

log = logging.getLogger(__name__)

TOLD_EVERY: Final = 2.0
"""Seconds between two edits that show an import's progress."""
FILES_IN: Final = 60.0
"""Seconds in which a user imports or exports at most ``MOST_FILES`` files."""
MOST_FILES: Final = 5
RESULTS_OF: Final = {"season": "everything of the season (organizers)", MINE: "what you played"}
OFTEN: Final = "You gave or got several files a moment ago."
NO_FILE: Final = "Nothing was attached. Press *Import* again and attach a CSV file."
NOT_FETCHED: Final = "Discord didn't hand over the file. Nothing was imported. Attach it again."
NO_FORM: Final = "Files come as CSV or JSON. Choose one of them."


@app_commands.command(name="import", description="Check a CSV file of results, then import it (organizers)")
@app_commands.describe(file="A CSV file. The format is that of /league export", league=WHICH)
@app_commands.autocomplete(league=complete_league)
async def import_results(
    interaction: Interaction, file: discord.Attachment, league: str | None = None
) -> None:
    """Check an organizer's file and show what it would import into the open season; nothing is stored."""
    await _check_file(interaction, await organized(interaction, league), file)


async def press_ask_import(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show an organizer the form to attach a file of results, unless the season is scored by evenings."""
    league = await organized_pressed(interaction, control)
    check_by_matches(league, await interaction.client.app.league.leagues.open_season(league))
    await answer_of(interaction).show_form(import_form(league))


async def submit_file(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Check the attached file for import into the open season."""
    league = await organized_pressed(interaction, control)
    file = attached_file(interaction)
    if file is None:
        raise Refused(NO_FILE)
    await _check_file(interaction, league, file)


async def _check_file(interaction: Interaction, league: League, file: discord.Attachment) -> None:
    """Show a file's problems, or offer to import it. Stores no match."""
    app = interaction.client.app
    if file.size > MOST_BYTES:
        raise Refused(f"The file is too large. {MOST_BYTES // 1000:,} kB is the most. Split it.")
    with app.delivery.cooldowns.doing(("files", interaction.user.id), FILES_IN, OFTEN, most=MOST_FILES):
        season = await app.league.leagues.open_season(league)
        await answer_of(interaction).load()
        try:
            content = await file.read()
        except TROUBLE:
            raise Refused(NOT_FETCHED) from None
        known = {user_id for entry in await app.league.rosters.of(season) for user_id in entry.entrant}
        others = await named_members(interaction, ids_in(content), known)
        checked = await app.league.files.check(league, content, others)
    await answer_privately(interaction, checked_panel(checked))
    await _attach_rest(interaction, checked)


async def press_meant(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Check a file again with the user's answers on how it is meant."""
    league = await organized_pressed(interaction, control)
    answers = from_argument(control.argument)
    try:
        checked = await interaction.client.app.league.files.answer(league, control.revision, answers)
    except (Refused, StoreError) as error:
        view = not_imported_panel(league, sentence_for(error, interaction.client.uses[control.verb]))
        await answer_of(interaction).edit(view)
        return
    await answer_of(interaction).edit(checked_panel(checked))
    await _attach_rest(interaction, checked)


async def press_import(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the matches of a checked file; a failure is shown in the pressed message."""
    app = interaction.client.app
    league = await organized_pressed(interaction, control)
    await answer_of(interaction).edit(storing_panel())
    progress = Progress(interaction)
    done = None
    try:
        answers = from_argument(control.argument)
        done = await app.league.files.import_file(
            league, control.revision, interaction.user.id, progress.tell, answers
        )
        view = imported_panel(done)
    except (Refused, StoreError) as error:
        view = not_imported_panel(league, sentence_for(error, interaction.client.uses[control.verb]))
    finally:
        await progress.end()
    await answer_of(interaction).change(view)
    if done is not None and not done.file.is_right:
        await _attach_rest(interaction, done)


@app_commands.command(name="export", description="Get the results of a league as a file")
@app_commands.describe(
    results="Whose results (default: yours, or all of them if you organize the league)",
    form="CSV or JSON (default: CSV)",
    season="Which season (default: the newest)",
    league=WHICH,
)
@app_commands.choices(results=fixed_choices(RESULTS_OF), form=fixed_choices(FORMS))
@app_commands.autocomplete(league=complete_league)
async def export_results(
    interaction: Interaction,
    results: str | None = None,
    form: str = Form.CSV.value,
    season: int | None = None,
    league: str | None = None,
) -> None:
    """Send a season's results privately: by default all to organizers; others get only their own."""
    found = await league_of(interaction, league)
    is_mine = not organizes(interaction, found) if results is None else results == MINE
    await _give(interaction, found, season, form, is_mine=is_mine)


async def press_ask_export(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for an export."""
    league = await league_pressed(interaction, control)
    await ask_export(interaction, league, is_mine=control.argument == MINE)


async def ask_export(interaction: Interaction, league: League, *, is_mine: bool) -> None:
    """Show the form for an export of the user's results or, to an organizer, of all results."""
    if not is_mine:
        check_organizer(interaction, league)
    seasons = await interaction.client.app.league.leagues.seasons(league)
    await answer_of(interaction).show_form(export_form(league, seasons, is_mine=is_mine))


async def submit_export(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Send the user the file chosen in the form."""
    league = await league_pressed(interaction, control)
    season, form = number_chosen(values, 5), "".join(values[1:2])
    await _give(interaction, league, season, form, is_mine=control.argument == MINE)


async def _give(
    interaction: Interaction, league: League, number: int | None, form: str, *, is_mine: bool
) -> None:
    """Send a season's results privately as a file: the user's own, or all to an organizer."""
    if not is_mine:
        check_organizer(interaction, league)
    if form not in set(Form):
        raise Refused(NO_FORM)
    app = interaction.client.app
    with app.delivery.cooldowns.doing(("files", interaction.user.id), FILES_IN, OFTEN, most=MOST_FILES):
        wanted = await app.league.leagues.season(league, number)
        await answer_of(interaction).load()
        person = interaction.user.id if is_mine else None
        given = await app.league.files.export_season(league, wanted, Form(form), person)
    if not given.number:
        who, what = (
            "You haven't" if is_mine else "No one has",
            "an evening" if given.is_of_evenings else "a match",
        )
        raise Refused(f"{who} finished {what} in season {wanted.number} of {league_name(league)}.")
    held = counted(given.number, "evening" if given.is_of_evenings else "match")
    said = f"{held} of {league_name(league)}, season {wanted.number}."
    await answer_of(interaction).send_file(said, discord.File(BytesIO(given.content), given.name))


class Progress:
    """Shows an import's progress in its message, at most every ``TOLD_EVERY`` seconds."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.time() + TOLD_EVERY
        self._at_work: asyncio.Task[None] | None = None

    def tell(self, done: int, number: int) -> None:
        """Show that ``done`` of ``number`` matches are stored, unless an edit is recent or in progress."""
        is_busy = self._at_work is not None and not self._at_work.done()
        if not is_busy and self._loop.time() >= self._next:
            self._next = self._loop.time() + TOLD_EVERY
            self._at_work = asyncio.create_task(self._show(done, number))

    async def end(self) -> None:
        """Wait for the edit in progress, so that none follows the result."""
        if self._at_work is not None:
            await self._at_work

    async def _show(self, done: int, number: int) -> None:
        try:
            await answer_of(self._interaction).change(storing_panel(done, number))
        except TROUBLE as error:
            log.info("how far an import has come could not be said (%s)", type(error).__name__)


async def _attach_rest(interaction: Interaction, checked: Checked) -> None:
    """Attach every problem, or every match as read, as a text file if the message shows only some."""
    rest = rest_of(checked)
    if rest is not None:
        await answer_of(interaction).send_file(*rest)


class LeagueFiles(Extension):
    """Commands and controls for import and export."""

    typed: ClassVar = (
        Commands(LEAGUE, Topic.ORGANIZING, SHOWS, (import_results,)),
        Commands(LEAGUE, Topic.LEAGUE, SHOWS, (export_results,)),
    )
    presses: ClassVar = {
        Verb.LEAGUE_ASK_IMPORT: Press(press_ask_import, SHOWS),
        Verb.LEAGUE_CHECK: Press(submit_file, SHOWS),
        Verb.LEAGUE_MEANT: Press(press_meant, SHOWS),
        Verb.LEAGUE_IMPORT: Press(press_import, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_EXPORT: Press(press_ask_export, SHOWS),
        Verb.LEAGUE_EXPORT: Press(submit_export, SHOWS),
    }


setup = LeagueFiles.setup
