"""Commands for a server's saved rules, and the defaults of its new tables."""

from __future__ import annotations

from typing import ClassVar, Final

from discord import app_commands, ui

from bot.common.errors import Refused
from bot.computers.levels import LEVELS
from bot.models.endings import CHOICES, Leaving
from bot.server.house_rules import NAME_LIMIT, HouseRules, Wanted
from bot.table.lobby.computers import usual_level
from cogs.framework.extension import Commands, Extension
from cogs.framework.groups import ADMIN, Group, Topic
from cogs.framework.interactions import channel_of, guild_of
from cogs.framework.permissions import MANAGING, SHOWS
from cogs.framework.replies import answer_privately, sentence_for
from cogs.framework.rule_choices import choices, complete_rules
from cogs.server.rules_panel import place_text, server_rules_texts
from cogs.table.computers_panel import LEVEL_CHOICES
from cogs.table.thread_tables import PLACES, THREAD
from cogs.ui.items import Interaction, panel
from cogs.ui.match_kind import CASUAL, COUNTED, LEAVING
from cogs.ui.words import safe_name
from rules.catalog import find_game
from rules.core.protocol import InvalidOption

CANNOT: Final = "can't be played"


RULES: Final = Group("rules", "Rules of this server by name", look_up="/rook-admin rules list", parent=ADMIN)


@app_commands.command(name="save", description="Save rules under a name, for /rook new rules:")
@app_commands.describe(
    name="A name of up to 32 characters",
    rules="A code, named house rules, or a game (default: this table's rules)",
)
@app_commands.autocomplete(rules=complete_rules)
@app_commands.checks.has_permissions(manage_guild=True)
async def save(
    interaction: Interaction, name: app_commands.Range[str, 1, NAME_LIMIT], rules: str | None = None
) -> None:
    """Save rules (default: the current or last table's), or replace those of the same name."""
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    if rules is None:
        table = await interaction.client.app.tables.reading.shown(channel_of(interaction), finished=True)
        wanted = Wanted(table.rules.about.key, table.rules.changes, table.rules.about.title)
    else:
        wanted = await house.find(guild_id, rules)
    before = await house.named(guild_id, name)
    saved = await house.save(guild_id, name, wanted)
    title = find_game(saved.game).about.title
    told = f"Saved **{safe_name(saved.name)}**: {title}, `{saved.code}`."
    if before is not None and before.code != saved.code:
        told += f" Its code was `{before.code}` until now."
    await answer_privately(interaction, told)


@app_commands.command(name="remove", description="Remove saved rules")
@app_commands.describe(name="Their name")
@app_commands.checks.has_permissions(manage_guild=True)
async def remove(interaction: Interaction, name: str) -> None:
    """Delete saved rules by their name; if they were the default, the bot's own is used again."""
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    removed = await house.remove(guild_id, name)
    told = f"**{safe_name(removed.name)}** is removed. Its code was `{removed.code}`."
    if removed.was_default:
        usual = await house.usual(guild_id)
        told += f" It was the default, so `/rook new` plays **{safe_name(usual.name)}** here again."
    await answer_privately(interaction, told)


@app_commands.command(name="default", description="Set this server's default game")
@app_commands.describe(rules="Saved rules, a code, named house rules, or a game (default: Kentucky)")
@app_commands.autocomplete(rules=complete_rules)
@app_commands.checks.has_permissions(manage_guild=True)
async def default(interaction: Interaction, rules: str | None = None) -> None:
    """Set the server's default game; without rules, reset it to the bot's default."""
    usual = await interaction.client.app.server.house_rules.settle(guild_of(interaction), rules)
    await answer_privately(
        interaction, f"`/rook new` now plays **{safe_name(usual.name)}** here, `{usual.code}`."
    )


@app_commands.command(
    name="counted", description="Set whether new tables here are counted, and what leaving means"
)
@app_commands.describe(
    usual="Whether new tables count, unless the host says otherwise",
    leaving="What leaving a counted match for good means",
)
@app_commands.choices(
    usual=[
        app_commands.Choice(name=CASUAL, value="casual"),
        app_commands.Choice(name=COUNTED, value="counted"),
    ],
    leaving=[app_commands.Choice(name=LEAVING[one], value=one) for one in CHOICES],
)
@app_commands.checks.has_permissions(manage_guild=True)
async def counted(interaction: Interaction, usual: str | None = None, leaving: str | None = None) -> None:
    """Set whether new tables are counted and what leaving costs; values not given stay."""
    management, guild_id = interaction.client.app.server.management, guild_of(interaction)
    settled = await management.settings(guild_id)
    if usual is not None:
        settled = settled._replace(counted=usual == "counted")
    if leaving in set(CHOICES):
        settled = settled._replace(leaving=Leaving(leaving))
    await management.settle(guild_id, settled)
    mark = COUNTED if settled.counted else CASUAL
    told = f"New tables here: **{mark}**. When a match is counted: {LEAVING[settled.leaving]}"
    await answer_privately(interaction, told)


@app_commands.command(name="place", description="Set where new tables here open")
@app_commands.describe(usual="Where new tables open, unless the host says otherwise")
@app_commands.choices(usual=PLACES)
@app_commands.checks.has_permissions(manage_guild=True)
async def place(interaction: Interaction, usual: str) -> None:
    """Set whether the server's new tables open in threads."""
    management, guild_id = interaction.client.app.server.management, guild_of(interaction)
    settled = await management.settings(guild_id)
    settled = settled._replace(in_threads=usual == THREAD)
    await management.settle(guild_id, settled)
    where = place_text(settled)
    await answer_privately(interaction, f"New tables here open {where}, unless the host says otherwise.")


@app_commands.command(name="computers", description="Set how strong computers play here")
@app_commands.describe(level="How strong, unless the host says otherwise")
@app_commands.choices(level=LEVEL_CHOICES)
@app_commands.checks.has_permissions(manage_guild=True)
async def computers(interaction: Interaction, level: str) -> None:
    """Set the default level of computers at the server's tables."""
    management, guild_id = interaction.client.app.server.management, guild_of(interaction)
    settled = (await management.settings(guild_id))._replace(level=level)
    await management.settle(guild_id, settled)
    usual = LEVELS[usual_level(settled)].title
    await answer_privately(
        interaction, f"Computers here now play as **{usual}**, unless the host says otherwise."
    )


@app_commands.command(name="list", description="Show this server's saved rules and how new tables start")
@app_commands.checks.has_permissions(manage_guild=True)
async def list_(interaction: Interaction) -> None:
    """Show the server's saved rules and its defaults."""
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    settings = await interaction.client.app.server.management.settings(guild_id)
    saved, out_of_date = list[Wanted](), list[str]()
    for rules in await house.saved(guild_id):
        try:
            saved.append(await house.find(guild_id, rules.name))
        except (Refused, InvalidOption) as error:
            out_of_date.append(f"**{safe_name(rules.name)}** · {sentence_for(error)}")
    for page in server_rules_texts(settings, await _usual(house, guild_id), saved, out_of_date):
        await answer_privately(interaction, panel(ui.TextDisplay(page)))


@remove.autocomplete("name")
async def _complete_name(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    saved = {rules.name for rules in await house.saved(guild_id)}
    return choices(offer for offer in await house.offers(guild_id, typed) if offer.value in saved)


async def _usual(house: HouseRules, guild_id: int) -> str:
    """The server's default game in one line, or why it cannot be played."""
    try:
        wanted = await house.usual(guild_id)
    except (Refused, InvalidOption) as error:
        return f"**{CANNOT}** · {sentence_for(error)}"
    title = find_game(wanted.game).about.title
    told = [f"**{safe_name(wanted.name)}**", *([] if wanted.name == title else [title]), f"`{wanted.code}`"]
    return " · ".join(told)


class ServerRules(Extension):
    """The commands for a server's own rules."""

    typed: ClassVar = (
        Commands(RULES, Topic.MANAGING, MANAGING, (save, remove, default, counted, place, computers)),
        Commands(RULES, Topic.MANAGING, SHOWS, (list_,)),
    )


setup = ServerRules.setup
