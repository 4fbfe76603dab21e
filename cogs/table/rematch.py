"""Commands and buttons of rematches: the same players in the same seats, or with other partners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import NoTable, Refused
from bot.league.evenings import check_by_matches
from bot.models.stored_league import League, Season
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import PEOPLE_ONLY, LobbyChange
from bot.table.lobby.keeping import OpenSeats, OtherPartners
from bot.table.lobby.seating import Sit
from bot.table.opening import WantedTable
from cogs.framework.extension import OWN_TABLES, TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import change_pressed, channel_of, person_of, screens
from cogs.framework.permissions import FILLING, REMATCHING, SETTLING
from cogs.framework.replies import answer_privately
from cogs.table.opening import open_for_season, open_table, send_first_hand
from cogs.table.rematch_lines import OUTSIDE, kept_seats, league_question, waiting_line
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

NOT_YOURS: Final = "You didn't play in that match. `/rook new` opens a table of your own."
NOT_OVER: Final = "No match here was played to its end, so there is no rematch. `/rook new` opens a table."


@app_commands.command(name="rematch", description="Play the last match here again with the same people")
async def rematch(interaction: Interaction) -> None:
    """Take the seat kept for the user in the channel's lobby; else open a rematch of the last match."""
    if await _take_kept_seat(interaction):
        return
    tables, channel_id = interaction.client.app.tables, channel_of(interaction)
    await _rematch_of(interaction, await tables.reading.shown(channel_id, finished=True))


async def press_rematch(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the seat kept for the presser in the channel's lobby; else rematch the button's match."""
    if await _take_kept_seat(interaction):
        return
    last = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    await _rematch_of(interaction, last, control.argument)


async def press_other_partners(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Move all players but the first on by one seat, so that partners change; for the host."""
    await _settle_pressed(interaction, control, OtherPartners(interaction.user.id))


async def press_open_seats(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the seats kept for a rematch to everyone, for the host and seated players."""
    await _settle_pressed(interaction, control, OpenSeats(interaction.user.id))


async def _take_kept_seat(interaction: Interaction) -> bool:
    """Take the seat kept for the user in the channel's lobby; returns whether there was one.

    Raises ``Refused`` if the user sits in that rematch already.
    """
    try:
        lobby = await interaction.client.app.tables.reading.shown(channel_of(interaction))
    except NoTable:
        return False
    if not lobby.in_lobby:
        return False
    if kept_seats(lobby) and lobby.seat_of(interaction.user.id) is not None:
        raise Refused(f"You're in already. {_waiting_text(lobby)}")
    own = next((seat for seat in lobby.seats if seat.kept and seat.kept.id == interaction.user.id), None)
    if own is None:
        return False
    sit = Sit(person_of(interaction), own.seat)
    table = await interaction.client.app.tables.lobbies.change_lobby(
        lobby.place.channel_id, sit, table_id=lobby.id
    )
    if table.is_playing:
        await send_first_hand(interaction, table)
    else:
        await answer_privately(interaction, f"You're in. {_waiting_text(table)}")
        screens(interaction).hand_tokens.promise(interaction, table)
    return True


def _waiting_text(lobby: ShownTable) -> str:
    """A sentence for seated players on what a rematch waits for."""
    if not lobby.may_count:
        return PEOPLE_ONLY
    return waiting_line(lobby) if kept_seats(lobby) else "A seat is open. The host starts the match."


async def _rematch_of(interaction: Interaction, last: ShownTable, answer: str = "") -> None:
    """Open a rematch; with computers on all other seats, it starts at once.

    A league match first needs an ``answer`` whether the rematch is for the league; without one, the user is
    asked. Raises ``Refused`` if the match is not over, the user was not in it, or the channel has a table.
    """
    if last.view is None or last.view.outcome is None:
        raise Refused(NOT_OVER)
    user_id = interaction.user.id
    if not any(user_id in {seat.user_id, seat.kept and seat.kept.id} for seat in last.seats):
        raise Refused(NOT_YOURS)
    place = None if answer == OUTSIDE else await _league_of(interaction, last)
    if place is not None and not answer:
        await answer_privately(interaction, league_question(last.id, *place))
        return
    try:
        if place is not None:
            opened = await open_for_season(interaction, *place, rematch_of=last.id)
        else:
            opened = await open_table(interaction, WantedTable.like(last)._replace(rematch_of=last.id))
    except Refused:
        if await _take_kept_seat(interaction):  # another player opened it just before
            return
        raise
    if not any(seat.is_empty for seat in opened.seats):
        tables = interaction.client.app.tables
        begun = await tables.lobbies.start(
            opened.place.channel_id, user_id, table_id=opened.id, revision=opened.revision
        )
        await send_first_hand(interaction, begun)


async def _league_of(interaction: Interaction, last: ShownTable) -> tuple[League, Season] | None:
    """The league and open season for a rematch; None if the match or a rematch can't be of a league."""
    if last.kind.season is None:
        return None
    leagues = interaction.client.app.league.leagues
    try:
        league = await leagues.by_id(last.place.guild_id, last.kind.season.league_id)
        season = await leagues.open_season(league)
        check_by_matches(league, season)
    except Refused:
        return None
    return league, season


async def _settle_pressed(interaction: Interaction, control: Control, change: LobbyChange) -> None:
    """Change the lobby and answer by redrawing the pressed table message."""
    changed = await change_pressed(interaction, control, change)
    await screens(interaction).messages.redraw(interaction, changed)


class Rematches(Extension):
    """Commands and buttons for a rematch, its partners and its free seats."""

    typed: ClassVar = (Commands(TABLE, Topic.LOBBY, REMATCHING, (rematch,), OWN_TABLES),)
    presses: ClassVar = {
        Verb.REMATCH: Press(press_rematch, REMATCHING, OWN_TABLES),
        Verb.OTHER_PARTNERS: Press(press_other_partners, SETTLING),
        Verb.OPEN_SEATS: Press(press_open_seats, FILLING),
    }


setup = Rematches.setup
