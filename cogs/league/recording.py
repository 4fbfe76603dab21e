"""Matches with real cards: a player records one, and another side confirms it within a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands, ui

from bot.common.background import Repeated
from bot.common.errors import Refused, StoreError
from bot.common.text import clean
from bot.league.evenings import check_by_matches
from bot.league.paper.people import mentioned
from bot.league.paper.unclear import NO_ANSWERS, Answers, Unclear, from_argument
from bot.league.paper.values import Lapsed, Typed, Unconfirmed
from bot.models.stored_league import League
from cogs.framework.extension import LEAGUE, OPENS_FORM_KEY, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, guild_of, screens, screens_of
from cogs.framework.leagues import WHICH, complete_league, league_of
from cogs.framework.members import named_members
from cogs.framework.permissions import SHOWS, Who, always
from cogs.framework.replies import answer_in_place, answer_privately
from cogs.league.access import check_is_open, league_pressed, organizes
from cogs.league.paper_panel import (
    FORM_LIMIT,
    denied_panel,
    lapsed_panel,
    record_form,
    recorded_panel,
    unclear_panel,
    unconfirmed_panel,
)
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import NO_MENTIONS, TROUBLE, Interaction
from cogs.ui.modals import form, text_field
from cogs.ui.refusals import Refusals, edit_anywhere, is_refusal
from cogs.ui.words import REASON_LIMIT

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RECORDED_IN: Final = 3600.0
"""Seconds in which a user may record at most ``MOST_RECORDED`` matches."""
MOST_RECORDED: Final = 20
WAITS: Final = (
    "That match waits to be confirmed already: https://discord.com/channels/{}\n"
    "If it was another one, give its date with the time of day, like 2026-11-22 19:30."
)
RETRY_AFTER: Final = 60.0
"""Seconds until a retry after the database or Discord failed."""
PLAYERS: Final = "Who played, partners next to each other: Ann, Ben, Cleo, Dan"
POINTS: Final = "The final points of each side: 310 245. Leave it out to give them deal by deal"


@app_commands.command(
    name="record",
    description="Record a league match you played with real cards",
    extras={OPENS_FORM_KEY: True},
)
@app_commands.describe(
    players=PLAYERS,
    points=POINTS,
    date="When, like 2026-11-22 (default: today)",
    winner="Only if the points don't say who won: a player",
    league=WHICH,
)
@app_commands.autocomplete(league=complete_league)
async def record(
    interaction: Interaction,
    players: app_commands.Range[str, 1, FORM_LIMIT] | None = None,
    points: app_commands.Range[str, 1, FORM_LIMIT] | None = None,
    date: app_commands.Range[str, 1, 40] | None = None,
    winner: app_commands.Range[str, 1, 100] | None = None,
    league: str | None = None,
) -> None:
    """Record a match, or show the form if players or points are missing."""
    found = await league_of(interaction, league)
    if players is None or points is None:
        await _show_form(interaction, found, players or "", points or "")
    else:
        await _record(interaction, found, Typed(players, points, date or "", winner or ""))


async def press_write(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form to record a match with real cards."""
    await _show_form(interaction, await league_pressed(interaction, control))


async def _show_form(interaction: Interaction, league: League, players: str = "", points: str = "") -> None:
    season = await interaction.client.app.league.leagues.open_season(league)
    check_by_matches(league, season)
    await answer_of(interaction).show_form(record_form(league, season, players, points))


async def submit_record(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Record the match typed into the form."""
    league = await league_pressed(interaction, control)
    await check_is_open(interaction, league, control.revision)
    players, points, date, winner = (*values, "", "", "", "")[:4]
    await _record(interaction, league, Typed(players, points, date, winner))


async def press_meant(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Record an ambiguous match as the user meant it, or ask the next question if it is still ambiguous."""
    league = await league_pressed(interaction, control)
    typed = interaction.client.app.league.paper_matches.asked(league, control.revision, interaction.user.id)
    await _record(interaction, league, typed, from_argument(control.argument))


async def press_confirm(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Confirm a recorded match, so that it counts."""
    unconfirmed = await _unconfirmed(interaction, control)
    matches = interaction.client.app.league.paper_matches
    user_id, may = interaction.user.id, organizes(interaction, unconfirmed.league)
    message_id = unconfirmed.message_id if interaction.message is None else interaction.message.id
    recorded = await matches.confirm(unconfirmed, user_id, organizes=may, message_id=message_id)
    try:
        await answer_in_place(interaction, recorded_panel(recorded))
    except TROUBLE:
        screens(interaction).correct_past()
        raise
    if message_id is not None:
        try:
            await interaction.client.app.delivery.shown_messages.mark_past_correct(message_id)
        except StoreError as error:
            log.warning("a message will be shown once more: %s", error)


async def press_deny(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for what is wrong with an unconfirmed match, unless it is confirmed or gone by now."""
    await _unconfirmed(interaction, control)
    why = text_field("What isn't right (everyone sees it)", most=REASON_LIMIT)
    denial = Control(Verb.PAPER_WHY, control.table_id, 0)
    await answer_of(interaction).show_form(form("Not right", denial, why))


async def submit_denial(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Withdraw an unconfirmed match for a typed reason, which its message then shows, and delete it."""
    unconfirmed = await _unconfirmed(interaction, control)
    reason = clean("".join(values[:1]), REASON_LIMIT)
    if not reason:
        raise Refused("Say what isn't right, so that they can correct it.")
    matches, user_id = interaction.client.app.league.paper_matches, interaction.user.id
    await matches.take_back(unconfirmed, user_id, organizes=organizes(interaction, unconfirmed.league))
    try:
        await answer_in_place(interaction, denied_panel(unconfirmed, user_id, reason))
    except TROUBLE:
        matches.look_again()
        raise
    await matches.forget(unconfirmed.id)


async def _unconfirmed(interaction: Interaction, control: Control) -> Unconfirmed:
    return await interaction.client.app.league.paper_matches.find(guild_of(interaction), control.table_id)


async def _record(
    interaction: Interaction, league: League, typed: Typed, answers: Answers = NO_ANSWERS
) -> None:
    """Record a match and post it for confirmation; if it is ambiguous, ask the user how it is meant."""
    app, user_id = interaction.client.app, interaction.user.id
    others = await named_members(interaction, mentioned(typed.players + typed.winner))
    may = organizes(interaction, league)
    try:
        with app.delivery.cooldowns.doing(
            ("record", user_id), RECORDED_IN, "You recorded many matches.", most=MOST_RECORDED
        ):
            unconfirmed = await app.league.paper_matches.record(
                league, typed, user_id, others, organizes=may, answers=answers
            )
    except Unclear as unclear:
        number = app.league.paper_matches.ask(league, typed, user_id)
        await answer_privately(interaction, unclear_panel(league, number, unclear, answers))
        return
    if await _is_posted(interaction.client, unconfirmed):
        raise Refused(WAITS.format(f"{league.guild_id}/{unconfirmed.channel_id}/{unconfirmed.message_id}"))
    try:
        message_id = await answer_of(interaction).send(unconfirmed_panel(unconfirmed), is_private=False)
    except TROUBLE:
        await app.league.paper_matches.forget(unconfirmed.id)
        raise
    await app.league.paper_matches.place(unconfirmed, channel_of(interaction), message_id)


async def _is_posted(bot: RookeryBot, unconfirmed: Unconfirmed) -> bool:
    """Whether the message to confirm a match is there (it is redrawn); False before it is sent."""
    if unconfirmed.message_id is None:
        return False
    place = (unconfirmed.channel_id or 0, unconfirmed.message_id)
    try:
        await _edit(bot, unconfirmed.league, place, unconfirmed_panel(unconfirmed))
    except TROUBLE as error:
        return not isinstance(error, discord.NotFound)
    return True


async def _edit(bot: RookeryBot, league: League, place: tuple[int, int], view: ui.LayoutView) -> None:
    """Edit the message of an unconfirmed match, by its channel's and its own id."""
    message = bot.get_partial_messageable(place[0]).get_partial_message(place[1])
    edit = partial(message.edit, view=view, allowed_mentions=NO_MENTIONS)
    async with bot.app.delivery.outgoing.turn(asyncio.get_running_loop().time(), league.guild_id):
        await edit_anywhere(bot, place[0], edit)


class LeagueRecords(Extension):
    """Commands and controls for matches with real cards; unconfirmed ones expire."""

    typed: ClassVar = (Commands(LEAGUE, Topic.LEAGUE, always(Who.OF_MATCH_OR_ORGANIZER), (record,)),)
    presses: ClassVar = {
        Verb.LEAGUE_WRITE: Press(press_write, SHOWS),
        Verb.LEAGUE_RECORD: Press(submit_record, always(Who.OF_MATCH_OR_ORGANIZER), LEAGUE.look_up),
        Verb.PAPER_CONFIRM: Press(press_confirm, always(Who.OTHER_SIDE), LEAGUE.look_up),
        Verb.PAPER_DENY: Press(press_deny, SHOWS),
        Verb.PAPER_WHY: Press(submit_denial, always(Who.OF_MATCH_OR_ORGANIZER), LEAGUE.look_up),
        Verb.PAPER_MEANT: Press(press_meant, always(Who.OF_MATCH_OR_ORGANIZER), LEAGUE.look_up),
    }

    def __init__(self, bot: RookeryBot) -> None:
        super().__init__(bot)
        self._expiry = Repeated(self._expire_unconfirmed)

    @property
    def _refused(self) -> Refusals:
        """Channels where Discord refused to edit the message of an expired match."""
        return screens_of(self._bot).records_refused

    async def cog_load(self) -> None:
        """Register the controls, and start expiring unconfirmed matches."""
        await super().cog_load()
        self._expiry.now()
        self._stop_listening = self._bot.app.league.paper_matches.on_lapsed(self._expiry.now)

    async def cog_unload(self) -> None:
        """Stop expiring matches, and unregister the controls."""
        self._stop_listening()
        await self._expiry.close()
        await super().cog_unload()

    async def _expire_unconfirmed(self) -> float:
        """Delete matches unconfirmed for a day, edit their messages; returns seconds to the next run."""
        await self._bot.wait_until_ready()
        await self._bot.app.duty.begun.wait()  # a spare leaves them to the process that serves their servers
        try:
            if await self._end_lapsed():
                return max(1.0, await self._bot.app.league.paper_matches.until_due())
        except StoreError as error:
            log.warning("expired matches with real cards could not be deleted: %s", error)
        return RETRY_AFTER

    async def _end_lapsed(self) -> bool:
        """Edit the messages of expired matches and delete their rows; returns whether all are done."""
        matches, is_done = self._bot.app.league.paper_matches, True
        for lapsed in await matches.lapsed():
            if self._refused.may_try(lapsed.channel_id) and await self._show_lapsed(lapsed):
                await matches.forget(lapsed.id)
            else:
                is_done = False
        return is_done

    async def _show_lapsed(self, lapsed: Lapsed) -> bool:
        """Edit an expired match's message; returns False if that must be retried."""
        try:
            place = (lapsed.channel_id, lapsed.message_id)
            await _edit(self._bot, lapsed.league, place, lapsed_panel(lapsed))
        except discord.NotFound:
            log.info("a match that lapsed has no message any more")
        except TROUBLE as error:
            if is_refusal(error):
                self._refused.note(lapsed.channel_id)
            log.info("a match that lapsed could not be shown so (%s)", type(error).__name__)
            return False  # the old message may name a user who is forgotten later
        self._refused.end(lapsed.channel_id)
        return True


setup = LeagueRecords.setup
