"""Commands and buttons of evenings: join, leave, start, end, own table, scores."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final

from discord import app_commands, ui

from bot.common.errors import Refused
from bot.evening.joining import OVER, check_host
from bot.evening.shown import ShownEvening
from bot.league.evenings import evening_for
from bot.models.credits import Competing
from cogs.evening.boards import boards_of
from cogs.evening.pages import deal_sheet_panel, score_panel, scores_panel, where_text
from cogs.evening.starting import check_place, open_evening
from cogs.evening.words import TITLES
from cogs.framework.extension import NIGHT, Commands, Extension, Press, Topic
from cogs.framework.interactions import (
    channel_of,
    guild_of,
    number_chosen,
    number_in,
    person_of,
    show_privately,
)
from cogs.framework.leagues import season_entered
from cogs.framework.permissions import SHOWS, Who, always
from cogs.framework.replies import answer_privately
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, Handler, Interaction

POSTED_AGAIN: Final = "-# The board is posted again in <#{channel}>."


@app_commands.command(name="join", description="Join this channel's evening. Late is fine")
async def join(interaction: Interaction) -> None:
    """Add the user to the channel's evening."""
    await _join(interaction, _here(interaction))


@app_commands.command(name="leave", description="Leave this channel's evening. You keep your score")
async def leave(interaction: Interaction) -> None:
    """Take the user out of the evening; at a running table a computer plays their deal to its end."""
    await _leave(interaction, _here(interaction))


@app_commands.command(name="start", description="Start this channel's evening (host)")
async def start(interaction: Interaction) -> None:
    """Start the channel's evening, for its host or a manager."""
    await _start(interaction, _here(interaction))


@app_commands.command(name="end", description="End this channel's evening after this round (host)")
async def end(interaction: Interaction) -> None:
    """End the evening after this round, or call off one not started; for managers, also a damaged one."""
    evenings = interaction.client.app.evenings
    if await evenings.end_damaged(channel_of(interaction), may_manage=_may_manage(interaction)):
        await answer_privately(interaction, "The evening that couldn't be read is called off.")
    else:
        await _end(interaction, _here(interaction))


@app_commands.command(name="score", description="Score a table as it stands, if it's stuck (host)")
@app_commands.describe(table="The table's number on the board")
async def score(interaction: Interaction, table: app_commands.Range[int, 1, 30]) -> None:
    """Score an unfinished table by the deals it has finished, for the host or a manager."""
    await _score(interaction, _here(interaction), table)


@app_commands.command(name="board", description="Show the scores of this channel's evenings")
@app_commands.describe(evening="Which evening (default: the newest)")
async def board(interaction: Interaction, evening: int | None = None) -> None:
    """Show an evening's scores (default: the newest), and have its board reposted if others deleted it."""
    evenings, channel_id = interaction.client.app.evenings, channel_of(interaction)
    if evening is None:
        evening = await evenings.newest(channel_id)
    shown = await evenings.shown(evening)
    _check_channel(interaction, shown)
    panel = scores_panel(shown, 1)
    if boards_of(interaction).post_again(shown.id):
        panel.add_item(ui.TextDisplay(POSTED_AGAIN.format(channel=shown.place.channel_id)))
    await answer_privately(interaction, panel)


@board.autocomplete("evening")
async def complete_evening(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete choices of the channel's evenings by a part of their title and day, newest first."""
    heads = await interaction.client.app.evenings.listed(channel_of(interaction))
    found = [(f"{TITLES[one.kind]}, {_day(one.created_at)}", one.id) for one in heads]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=name[:CHOICE_LIMIT], value=number)
        for name, number in found
        if wanted in f"{name} {number}".casefold()
    ]


def _day(at: float) -> str:
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment:%B} {moment.day}, {moment.year}"


async def press_open(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Schedule a retry for the tables that could not be opened, and tell the user so."""
    evening_id = await _of(interaction, control)
    boards_of(interaction).try_again(evening_id)
    await answer_privately(interaction, "I'm trying again. The board shows what comes of it.")


async def press_mine(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Tell the user privately their table, partner and opponents this round, or why they don't play."""
    shown = await interaction.client.app.evenings.shown(await _of(interaction, control))
    await answer_privately(interaction, where_text(shown, interaction.user.id))


async def press_scores(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of all scores; the control carries its number."""
    shown = await interaction.client.app.evenings.shown(await _of(interaction, control))
    await show_privately(interaction, scores_panel(shown, number_in(control)))


async def press_deals(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a duplicate deal privately, once every table has finished it; the control carries its number."""
    app, evening_id = interaction.client.app, await _of(interaction, control)
    async with app.stats.moments.of(guild_of(interaction)):
        sheet = await app.evenings.deal_sheet(evening_id, number_in(control))
        shown = await app.evenings.shown(evening_id)
    await show_privately(interaction, deal_sheet_panel(shown, sheet))


async def press_ask_score(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the host or a manager the menu of unfinished tables to score; refuse others."""
    shown = await interaction.client.app.evenings.shown(await _of(interaction, control))
    check_host(shown.host_id, interaction.user.id, may_manage=_may_manage(interaction))
    await answer_privately(interaction, score_panel(shown))


async def press_score(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Score the chosen table by the deals it has finished, unless the control's round is over."""
    evening_id = await _of(interaction, control)
    await _score(interaction, evening_id, number_chosen(values, 5), number_in(control))


async def press_another(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open an evening like the message's; for a league's the user has to be in its open season."""
    app = interaction.client.app
    wanted = await app.evenings.like(await _of(interaction, control))
    if wanted.season is not None:
        league = await app.league.leagues.by_id(guild_of(interaction), wanted.season.league_id)
        season = await season_entered(interaction, league)
        draws = wanted.draws_pairs if league.competing is Competing.PLAYERS else None
        again = evening_for(league, season, deals=wanted.deals, rounds=wanted.rounds, draws_pairs=draws)
        wanted = again._replace(least_share=wanted.least_share)
    await open_evening(interaction, wanted)


def _on_message(act: Callable[[Interaction, int], Awaitable[None]]) -> Handler:
    """The handler that does to its message's evening what a command does to the channel's."""

    async def press(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        await act(interaction, await _of(interaction, control))

    return press


async def _join(interaction: Interaction, evening_id: int) -> None:
    """Add the user to an evening; once it has started, they play from the next round on."""
    shown = await interaction.client.app.evenings.join(evening_id, person_of(interaction))
    late = f" {where_text(shown, interaction.user.id)}" if interaction.user.id in shown.guests.late else ""
    await answer_privately(interaction, f"You've joined.{late}")


async def _leave(interaction: Interaction, evening_id: int) -> None:
    shown = await interaction.client.app.evenings.leave(evening_id, interaction.user.id)
    kept = " You keep your score, and a computer plays your deal to its end." if shown.rounds.number else ""
    if shown.rounds.number and shown.terms.least_share:
        kept += f" What it wins isn't yours. A place needs {shown.terms.least_share}% of the deals."
    await answer_privately(interaction, f"You've left.{kept}")


async def _start(interaction: Interaction, evening_id: int) -> None:
    evenings = interaction.client.app.evenings
    shown = await evenings.shown(evening_id)
    check_place(interaction, shown.kind)
    await evenings.start(evening_id, interaction.user.id, may_manage=_may_manage(interaction))
    await answer_privately(interaction, "The evening has started. *My table* says where you play.")


async def _end(interaction: Interaction, evening_id: int) -> None:
    evenings = interaction.client.app.evenings
    shown = await evenings.end(evening_id, interaction.user.id, may_manage=_may_manage(interaction))
    told = "The evening is called off." if shown.is_over else "The evening ends with this round."
    await answer_privately(interaction, told)


async def _score(interaction: Interaction, evening_id: int, number: int, of_round: int | None = None) -> None:
    evenings, may_manage = interaction.client.app.evenings, _may_manage(interaction)
    await answer_of(interaction).load()
    await evenings.score(evening_id, number, interaction.user.id, may_manage=may_manage, of_round=of_round)
    await answer_privately(interaction, f"Table {number} is scored as it stands.")


def _here(interaction: Interaction) -> int:
    """The id of the evening of the channel or thread."""
    return interaction.client.app.evenings.here(channel_of(interaction))


async def _of(interaction: Interaction, control: Control) -> int:
    """The id of the evening a control belongs to; raises ``Refused`` if it is not of this channel."""
    shown = await interaction.client.app.evenings.shown(control.table_id)
    _check_channel(interaction, shown)
    boards_of(interaction).note_pressed(shown, interaction.message)
    return shown.id


def _check_channel(interaction: Interaction, shown: ShownEvening) -> None:
    threads = {table.channel_id for table in shown.tables}
    if channel_of(interaction) not in {shown.place.channel_id, *threads}:
        raise Refused(OVER)


def _may_manage(interaction: Interaction) -> bool:
    return interaction.permissions.manage_guild


class Evenings(Extension):
    """Commands and controls of evenings."""

    typed: ClassVar = (
        Commands(NIGHT, Topic.EVENING, always(Who.COMPANY), (join,)),
        Commands(NIGHT, Topic.EVENING, always(Who.GUEST), (leave,)),
        Commands(NIGHT, Topic.EVENING, always(Who.EVENING_HOST), (start, end, score)),
        Commands(NIGHT, Topic.EVENING, SHOWS, (board,)),
    )
    presses: ClassVar = {
        Verb.JOIN_EVENING: Press(_on_message(_join), always(Who.COMPANY), NIGHT.look_up),
        Verb.LEAVE_EVENING: Press(_on_message(_leave), always(Who.GUEST), NIGHT.look_up),
        Verb.START_EVENING: Press(_on_message(_start), always(Who.EVENING_HOST), NIGHT.look_up),
        Verb.END_EVENING: Press(_on_message(_end), always(Who.EVENING_HOST), NIGHT.look_up),
        Verb.OPEN_EVENING_TABLES: Press(press_open, SHOWS),
        Verb.MY_EVENING_TABLE: Press(press_mine, SHOWS),
        Verb.EVENING_SCORES: Press(press_scores, SHOWS),
        Verb.EVENING_DEALS: Press(press_deals, SHOWS),
        Verb.ASK_SCORE_EVENING: Press(press_ask_score, SHOWS),
        Verb.SCORE_EVENING: Press(press_score, always(Who.EVENING_HOST), NIGHT.look_up),
        Verb.ANOTHER_EVENING: Press(press_another, always(Who.COMPANY), NIGHT.look_up),
    }


setup = Evenings.setup
