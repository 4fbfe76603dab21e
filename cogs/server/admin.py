"""Commands for a server's managers.

A server can change Discord's default permissions, so every command checks them too.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.common.text import clean, in_markdown
from bot.condition import condition_of, told
from bot.models.endings import Ending, Managed
from bot.models.stored_settings import AuditEntry
from bot.table.desk.open_tables import Quarantined
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.framework.extension import ADMIN, Commands, Extension, Topic
from cogs.framework.interactions import called, channel_of, guild_of, person_of, screens, seat_at, table_at
from cogs.framework.permissions import SHOWS, May, Who
from cogs.framework.replies import answer_all, answer_privately
from cogs.table.ended_panel import capitalized_mention, mention_or_someone
from cogs.ui.items import TROUBLE, Interaction, note, panel
from cogs.ui.rights import lacking
from cogs.ui.words import REASON_LIMIT, name_of, safe_name, safe_reason

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

DAMAGED: Final = (
    "This channel's table is damaged and can't be shown. It's kept as it is.\n"
    "A server manager can bring it back with `/rook-admin repair`. It then goes on from its last good play.\n"
    "`/rook-admin close` closes it instead and makes room for another table."
)

RESUMED: Final = "It goes on from its last good play. If a deal was lost, the dealer deals again."
DID: Final[Mapping[Managed, str]] = {
    Managed.CLOSED: "closed the table",
    Managed.RULED: "ruled",
    Managed.REMOVED: "removed a player",
    Managed.REPAIRED: "repaired the table",
}

ACT_LIMIT: Final = NAME_LIMIT + REASON_LIMIT + 60
"""Characters of one act: a ruling, the player it is against, and the reason."""


def _audit_panel(acts: Sequence[AuditEntry], page: int) -> ui.LayoutView:
    """A page of managers' acts, in the order given; says so if there are none."""
    lines = [f"### What managers did · page {page}", *map(_line, acts)]
    if not acts:
        lines.append("Nothing is listed here.")
    return panel(ui.TextDisplay("\n".join(lines)))


def _line(act: AuditEntry) -> str:
    why = f": {in_markdown(act.reason, ACT_LIMIT)}" if act.reason else ""
    did = DID[act.what] if act.removed is None else f"removed {mention_or_someone(act.removed)}"
    return f"<t:{round(act.at)}:f> · table {act.table_id} · {capitalized_mention(act.user_id)} {did}{why}"


@app_commands.command(name="close", description="Close the table of this channel at once")
@app_commands.describe(reason="Reason (everyone sees it)")
@app_commands.checks.has_permissions(manage_guild=True)
async def close(
    interaction: Interaction, reason: app_commands.Range[str, 1, REASON_LIMIT] | None = None
) -> None:
    """Close the channel's table: a lobby, a match (without a winner) or a damaged table."""
    tables, channel_id, user_id = interaction.client.app.tables, channel_of(interaction), interaction.user.id
    why = clean(reason or "", REASON_LIMIT)
    table_id = await tables.damaged.close(guild_of(interaction), channel_id, user_id, why)
    if table_id is None:
        table_id = (await tables.close_table(channel_id, Ending.MANAGER, user_id, why)).id
    await _say(interaction, "closed this table", table_id, why)


@app_commands.command(name="remove", description="Remove a player from the table of this channel")
@app_commands.describe(
    player="Who. In a match, a computer plays for them", reason="Reason (everyone sees it)"
)
@app_commands.checks.has_permissions(manage_guild=True)
async def remove(
    interaction: Interaction,
    player: discord.User,
    reason: app_commands.Range[str, 1, REASON_LIMIT] | None = None,
) -> None:
    """Remove a player from a lobby, or have a computer play for them to the end of the match."""
    table, why = await table_at(interaction), clean(reason or "", REASON_LIMIT)
    seat = seat_at(table, player)
    await interaction.client.app.tables.presence.remove(
        table.place.channel_id, player.id, person_of(interaction), why
    )
    await _say(interaction, f"removed **{name_of(seat)}** from this table", table.id, why)


@app_commands.command(name="repair", description="Bring a damaged table back, from its last good play")
@app_commands.checks.has_permissions(manage_guild=True)
async def repair(interaction: Interaction) -> None:
    """Restore the channel's damaged table to its last good action; repost it and tell the channel."""
    table = await interaction.client.app.tables.damaged.repair(channel_of(interaction), interaction.user.id)
    screens(interaction).messages.show(table, repost=True)
    await _say(interaction, f"brought this table back. {RESUMED}", table.id)


@app_commands.command(name="audit", description="What managers did at this server's tables")
@app_commands.describe(page="Which page (default: the newest)")
@app_commands.checks.has_permissions(manage_guild=True)
async def audit(interaction: Interaction, page: app_commands.Range[int, 1, 1000] = 1) -> None:
    """Show a page of what managers did at the server's tables, newest first."""
    acts = await interaction.client.app.server.management.audit(guild_of(interaction), page)
    await answer_privately(interaction, _audit_panel(acts, page))


@app_commands.command(name="status", description="How the bot is, and what went wrong")
@app_commands.checks.has_permissions(manage_guild=True)
async def status(interaction: Interaction) -> None:
    """Show the bot's health on all servers, and the permissions it lacks in this channel."""
    bot = interaction.client
    condition = await condition_of(bot.app, bot.shards_away)
    lines = ["### The bot, on all its servers", *told(condition, lambda at: f"<t:{round(at)}:R>")]
    lines += ["### In this channel", *(lacking(interaction) or ["I have every permission I need here."])]
    await answer_privately(interaction, "\n".join(lines))


async def _say(interaction: Interaction, what: str, table_id: int, why: str = "") -> None:
    """Post what a manager has done at the channel's table, and why if a reason is given."""
    done = f"{what}: {safe_reason(why)}" if why else what
    said = f"🛡️ **{safe_name(called(interaction.user))}** {done.removesuffix('.')}."
    await answer_all(interaction, note(said), table_id)


class Admin(Extension):
    """The managers' commands, and the notices of damaged tables."""

    typed: ClassVar = (
        Commands(
            ADMIN, Topic.MANAGING, May(lobby=Who.MANAGER, match=Who.MANAGER, damaged=Who.MANAGER), (close,)
        ),
        Commands(ADMIN, Topic.MANAGING, May(lobby=Who.MANAGER, match=Who.MANAGER), (remove,)),
        Commands(ADMIN, Topic.MANAGING, May(damaged=Who.MANAGER), (repair,)),
        Commands(ADMIN, Topic.MANAGING, SHOWS, (audit, status)),
    )

    def __init__(self, bot: RookeryBot) -> None:
        super().__init__(bot)
        self._notices = Background()

    async def cog_load(self) -> None:
        """Register the commands, and listen for tables found to be damaged."""
        await super().cog_load()
        self._stop_listening = self._bot.app.tables.desk.waking.on_quarantine(self._schedule_notice)

    async def cog_unload(self) -> None:
        """Stop listening, finish the notices and unregister the commands."""
        self._stop_listening()
        await self._notices.finish()
        await super().cog_unload()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Post a notice for each damaged table that has none yet."""
        for damaged in self._bot.app.tables.reading.quarantined_tables():
            await self._post_notice(damaged)

    def _schedule_notice(self, damaged: Quarantined) -> None:
        if self._bot.is_ready():
            self._notices.begin(self._post_notice(damaged))

    async def _post_notice(self, damaged: Quarantined) -> None:
        app = self._bot.app
        try:
            if not await app.maintenance.upkeep.has_told_of(damaged.id):
                await self._bot.get_partial_messageable(damaged.channel_id).send(view=note(DAMAGED))
                await app.maintenance.upkeep.note_told_of(damaged.id)
        except TROUBLE as error:
            log.warning("a channel could not be told of its table (%s)", type(error).__name__)
        except StoreError as error:
            log.error("the store refused: %s", error)


setup = Admin.setup
