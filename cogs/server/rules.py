"""Commands for a server's saved rules, and the defaults of its new tables."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from discord import app_commands, ui

from bot.common.errors import Refused
from bot.computers.levels import LEVELS
from bot.models.endings import CHOICES, Leaving
from bot.models.stored_settings import ServerSettings
from bot.server.house_rules import NAME_LIMIT, HouseRules, Wanted
from bot.table.lobby.computers import usual_level
from cogs.framework.extension import ADMIN, Commands, Extension, Topic
from cogs.framework.interactions import channel_of, guild_of
from cogs.framework.permissions import MANAGING, SHOWS
from cogs.framework.replies import answer_privately, sentence_for
from cogs.framework.rule_choices import choices, complete_rules, fixed_choices
from cogs.table.computers_panel import LEVEL_CHOICES
from cogs.table.opening import PLACES, THREAD
from cogs.ui.items import Interaction, panel
from cogs.ui.match_kind import CASUAL, COUNTED, LEAVING
from cogs.ui.rules_panel import house_rules, in_pages
from cogs.ui.words import safe_name
from rules.catalog import find_game, game_with
from rules.core.protocol import InvalidOption

CANNOT: Final = "can't be played"
NO_NAME: Final = "Give the name, too: `name`."
NOTHING_SAVED: Final = (
    "Nothing is saved yet. `/rook-admin rules what:save` saves this table's rules under a name."
)


def _settings_text(settings: ServerSettings, usual: str) -> str:
    """How a server's new tables start; ``usual`` is the default game in a line."""
    place = "each in a thread of its own" if settings.in_threads else "in the channel"
    return "\n".join(
        (
            "### Rules of this server",
            f"Default: {usual}",
            f"New tables: **{COUNTED if settings.counted else CASUAL}**, {place}",
            f"When a match is counted: {LEAVING[settings.leaving]}",
            f"Computers: {LEVELS[usual_level(settings)].title}",
        )
    )


def _saved(wanted: Wanted) -> list[str]:
    """Two lines on saved rules: name and code, then what they change of the rule book."""
    game = game_with(wanted.game, wanted.options)
    changes = house_rules(wanted.game, game.options, game.changes())
    return [f"- **{safe_name(wanted.name)}** · `{wanted.code}`", f"-# {' · '.join(changes) or 'by the book'}"]


@app_commands.command(
    name="rules", description="Save, list and remove this server's rules, and set its default"
)
@app_commands.describe(
    what="What to do with them",
    name="The name to save rules under, or that of the rules to remove",
    rules="A code, named rules, or a game (to save: default this table's rules)",
)
@app_commands.autocomplete(rules=complete_rules)
@app_commands.checks.has_permissions(manage_guild=True)
async def rules_(
    interaction: Interaction,
    what: Literal["list", "save", "remove", "set default"],
    name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    rules: str | None = None,
) -> None:
    """List, save or remove the server's rules, or set its default game."""
    match what:
        case "list":
            await _list(interaction)
        case "set default":
            await _set_default(interaction, name if rules is None else rules)
        case _ if name is None:
            raise Refused(NO_NAME)
        case "save":
            await _save(interaction, name, rules)
        case "remove":
            await _remove(interaction, name)


@rules_.autocomplete("name")
async def _complete_name(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    saved = {rules.name for rules in await house.saved(guild_id)}
    return choices(offer for offer in await house.offers(guild_id, typed) if offer.value in saved)


@app_commands.command(name="settings", description="Show and change how new tables here start")
@app_commands.describe(
    counted="Whether new tables count, unless the host says otherwise",
    leaving="What leaving a counted match for good means",
    place="Where new tables open, unless the host says otherwise",
    level="How strong computers play, unless the host says otherwise",
)
@app_commands.choices(
    counted=fixed_choices({"casual": CASUAL, "counted": COUNTED}),
    leaving=fixed_choices({one: LEAVING[one] for one in CHOICES}),
    place=PLACES,
    level=LEVEL_CHOICES,
)
@app_commands.checks.has_permissions(manage_guild=True)
async def settings(
    interaction: Interaction,
    counted: str | None = None,
    leaving: str | None = None,
    place: str | None = None,
    level: str | None = None,
) -> None:
    """Change the defaults of the server's new tables that are given, and show them all."""
    management, guild_id = interaction.client.app.server.management, guild_of(interaction)
    settled = before = await management.settings(guild_id)
    if counted is not None:
        settled = settled._replace(counted=counted == "counted")
    if leaving in set(CHOICES):
        settled = settled._replace(leaving=Leaving(leaving))
    if place is not None:
        settled = settled._replace(in_threads=place == THREAD)
    if level is not None:
        settled = settled._replace(level=level)
    if settled != before:
        await management.set_settings(guild_id, settled)
    usual = await _usual(interaction.client.app.server.house_rules, guild_id)
    await answer_privately(interaction, _settings_text(settled, usual))


async def _save(interaction: Interaction, name: str, rules: str | None) -> None:
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


async def _remove(interaction: Interaction, name: str) -> None:
    """Delete saved rules by their name; if they were the default, the bot's own is used again."""
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    removed = await house.remove(guild_id, name)
    told = f"**{safe_name(removed.name)}** is removed. Its code was `{removed.code}`."
    if removed.was_default:
        usual = await house.usual(guild_id)
        told += f" It was the default, so `/rook new` plays **{safe_name(usual.name)}** here again."
    await answer_privately(interaction, told)


async def _set_default(interaction: Interaction, rules: str | None) -> None:
    """Set the server's default game; without rules, reset it to the bot's default."""
    usual = await interaction.client.app.server.house_rules.set_default(guild_of(interaction), rules)
    await answer_privately(
        interaction, f"`/rook new` now plays **{safe_name(usual.name)}** here, `{usual.code}`."
    )


async def _list(interaction: Interaction) -> None:
    """Show the server's defaults and, by game, its saved rules, in as many messages as they need."""
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    settings = await interaction.client.app.server.management.settings(guild_id)
    saved, out_of_date = list[Wanted](), list[str]()
    for rules in await house.saved(guild_id):
        try:
            saved.append(await house.find(guild_id, rules.name))
        except (Refused, InvalidOption) as error:
            out_of_date.append(f"**{safe_name(rules.name)}** · {sentence_for(error)}")
    blocks = [_settings_text(settings, await _usual(house, guild_id))]
    for key in dict.fromkeys(wanted.game for wanted in saved):
        about = find_game(key).about
        lines = [line for wanted in saved if wanted.game == key for line in _saved(wanted)]
        blocks.append("\n".join([f"**{about.title}** · {about.edition} rules", *lines]))
    blocks += out_of_date
    for page in in_pages(blocks if saved or out_of_date else [*blocks, NOTHING_SAVED]):
        await answer_privately(interaction, panel(ui.TextDisplay(page)))


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
        Commands(
            ADMIN,
            Topic.MANAGING,
            MANAGING,
            (rules_,),
            "/rook-admin rules",
            {"list": SHOWS, "save": MANAGING, "remove": MANAGING, "set default": MANAGING},
        ),
        Commands(ADMIN, Topic.MANAGING, MANAGING, (settings,), "/rook-admin settings"),
    )


setup = ServerRules.setup
