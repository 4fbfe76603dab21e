"""The role for a season's winners, if both the user who closes the season and the bot may give it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

from bot.common.errors import Refused
from bot.common.text import has_account
from bot.league.standings_pages import Named
from cogs.framework.interactions import guild_of
from cogs.ui.items import TROUBLE, Interaction

NOT_YOURS: Final = "Choose a role you can give: that takes Manage Roles, and a role of yours above it."
NOT_MINE: Final = "I can't give that role. I need Manage Roles, and my own role above it."
NO_ROLE: Final = "That role is gone. Close the season without one."


def check_role(interaction: Interaction, role: discord.Role) -> None:
    """Check that both the user and the bot may give a role.

    Raises:
        Refused: one of them may not.
    """
    # Otherwise closing a season would be a way around Manage Roles. An interaction's own permissions will not
    # do: in a channel the same bit means Manage Permissions.
    who, own = interaction.user, role.guild.me
    if not isinstance(who, discord.Member) or not _may_give(who, role):
        raise Refused(NOT_YOURS)
    if role.managed or role.is_default() or not _may_give(own, role):
        raise Refused(NOT_MINE)


def _may_give(who: discord.Member, role: discord.Role) -> bool:
    """Whether a member may give a role: the owner, or Manage Roles with a higher role."""
    is_owner = role.guild.owner_id == who.id
    return is_owner or (who.guild_permissions.manage_roles and role < who.top_role)


def role_of(interaction: Interaction, role_id: int) -> discord.Role:
    """The role of an id, if the user and the bot may give it.

    Raises:
        Refused: it no longer exists, or one of them may not.
    """
    guild = interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if role is None:
        raise Refused(NO_ROLE)
    check_role(interaction, role)
    return role


async def give_to_winners(interaction: Interaction, winners: Sequence[Named], role: discord.Role) -> str:
    """Give a role to a season's winners, except forgotten ones; returns a sentence on the outcome."""
    app, guild_id = interaction.client.app, guild_of(interaction)
    people = [user_id for one in winners for user_id in one.entry if has_account(user_id)]
    failed = 0
    for user_id in people:
        try:
            async with app.delivery.outgoing.turn(asyncio.get_running_loop().time(), guild_id):
                await interaction.client.http.add_role(guild_id, user_id, role.id, reason="Won a season")
        except TROUBLE:
            failed += 1
    if not people:
        return f"No one got <@&{role.id}>."
    if failed:
        done = f"{len(people) - failed} of {len(people)} winners got <@&{role.id}>."
        return f"{done} Give it to the others yourself."
    return f"The winners got <@&{role.id}>."
