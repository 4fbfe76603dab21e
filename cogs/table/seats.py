"""The command that changes who sits where before a match."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.keeping import OpenSeats, OtherPartners
from bot.table.lobby.seating import LetBack, RemovePlayer, SetComputers, Swap
from cogs.framework.extension import TABLE, Commands, Extension, Topic
from cogs.framework.interactions import called, seat_at, table_at
from cogs.framework.permissions import FILLING, SETTLING
from cogs.framework.replies import answer_privately
from cogs.table.computers_panel import LEVEL_CHOICES
from cogs.ui.items import Interaction
from cogs.ui.words import safe_name

NOT_REMOVED: Final = "{player} hasn't been removed from this table."
NO_SEATS: Final = "Say which two seats: `first` and `second`."
NO_PLAYER: Final = "Say who: `player`."
NO_NUMBER: Final = "Say how many computers: `number`."


@app_commands.command(name="seats", description="Change who sits where before the match")
@app_commands.describe(
    what="What to change",
    first="Swap: one of the two seats",
    second="Swap: the other seat",
    player="Remove, let back: who",
    number="Computers: how many",
    level="Computers: how strong all of them play (host)",
)
@app_commands.choices(level=LEVEL_CHOICES)
async def seats(
    interaction: Interaction,
    what: Literal["swap", "other partners", "remove", "let back", "open kept seats", "computers"],
    first: app_commands.Range[int, 1, 8] | None = None,
    second: app_commands.Range[int, 1, 8] | None = None,
    player: discord.User | None = None,
    number: app_commands.Range[int, 0, 7] | None = None,
    level: str | None = None,
) -> None:
    """Change the seats of a lobby: its host may all of it, its players add computers and open seats."""
    user_id = interaction.user.id
    match what:
        case "swap":
            if first is None or second is None:
                raise Refused(NO_SEATS)
            await _change(interaction, Swap(user_id, first - 1, second - 1))
            told = f"Seats {first} and {second} are swapped."
        case "other partners":
            await _change(interaction, OtherPartners(user_id))
            told = "There are other partners now. Look at the table."
        case "open kept seats":
            await _change(interaction, OpenSeats(user_id))
            told = "Anyone can take the empty seats now."
        case "computers":
            if number is None:
                raise Refused(NO_NUMBER)
            await _change(interaction, SetComputers(user_id, None, number, level))
            seated = {0: "No computer sits", 1: "One computer sits"}.get(number, f"{number} computers sit")
            told = f"{seated} at the table."
        case _:
            if player is None:
                raise Refused(NO_PLAYER)
            told = await (_remove if what == "remove" else _let_back)(interaction, player)
    await answer_privately(interaction, told)


async def _remove(interaction: Interaction, player: discord.User) -> str:
    """Remove a player, who can't sit down again until the host lets them back; returns what to say."""
    seat, name = seat_at(await table_at(interaction), player), safe_name(called(player))
    await _change(interaction, RemovePlayer(interaction.user.id, seat.seat))
    return f"You removed {name} from the table. `/table seats what:let back` lets them sit down again."


async def _let_back(interaction: Interaction, player: discord.User) -> str:
    """Let a removed player sit down again, for the host; returns what to say.

    Raises:
        Refused: the player has not been removed.
    """
    shown, name = await table_at(interaction), safe_name(called(player))
    if player.id not in {one.id for one in shown.lobby.news.removed}:
        raise Refused(NOT_REMOVED.format(player=name))
    await _change(interaction, LetBack(interaction.user.id, player.id))
    return f"You let {name} back. They can take a seat now."


async def _change(interaction: Interaction, change: LobbyChange) -> None:
    shown = await table_at(interaction)
    await interaction.client.app.tables.lobbies.change_lobby(
        shown.place.channel_id, change, table_id=shown.id
    )


class Seats(Extension):
    """The command that changes seats."""

    typed: ClassVar = (
        Commands(
            TABLE,
            Topic.LOBBY,
            SETTLING,
            (seats,),
            by_choice={
                **dict.fromkeys(("swap", "other partners", "remove", "let back"), SETTLING),
                **dict.fromkeys(("open kept seats", "computers"), FILLING),
            },
        ),
    )


setup = Seats.setup
