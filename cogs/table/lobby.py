"""Commands and buttons of the lobby: open a table, sit, leave, add computers, set up, start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import MatchRunning, NoTable
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import LobbyChange
from bot.table.lobby.choosing import (
    ChooseAll,
    ChooseAllowed,
    ChooseCounted,
    ChooseRules,
    ChooseSeats,
    ChooseTurnTime,
)
from bot.table.lobby.seating import AddComputers, RemoveComputer, Sit, StandUp
from bot.table.match.standing_in import STAND_IN
from bot.table.opening import WantedTable
from cogs.framework.extension import OWN_TABLES, ROOK, TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import (
    change_pressed,
    channel_of,
    guild_of,
    is_private,
    number_in,
    person_of,
    screens,
    show_panel_at,
    table_at,
)
from cogs.framework.permissions import FILLING, LEAVING, OPENING, SETTLING, SHOWS, SITTING, May, Who
from cogs.framework.replies import answer_privately
from cogs.framework.rule_choices import complete_game, complete_rules, wanted_rules
from cogs.table.computers_panel import LEVEL_CHOICES
from cogs.table.more import more_of
from cogs.table.opening import PLACES, THREAD, check_permissions, open_in_thread, open_table, send_first_hand
from cogs.table.options import show_page
from cogs.table.options_panel import settled_panel
from cogs.table.questions_panel import WHO, WHOLE
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.match_kind import SAID, USUAL

TURNS: Final[list[app_commands.Choice[int]]] = [
    app_commands.Choice(name=USUAL, value=0),
    *(app_commands.Choice(name=f"A turn may take {said}", value=hours) for hours, said in SAID.items()),
]
"""Times for a turn as choices of a command."""


@app_commands.command(name="new", description="Open a table in this channel")
@app_commands.describe(
    game="Type part of a name, a number of players, or: partners",
    rules="A code, named house rules, or this server's saved rules",
    level="Fill the empty seats with computers this strong",
    counted="Counted on the leaderboard, or casual (default: this server's setting)",
    place="Where the table is (default: this server's setting)",
)
@app_commands.choices(place=PLACES)
@app_commands.choices(level=LEVEL_CHOICES)
@app_commands.autocomplete(game=complete_game, rules=complete_rules)
async def new(
    interaction: Interaction,
    game: str | None = None,
    rules: str | None = None,
    level: str | None = None,
    counted: bool | None = None,
    place: str | None = None,
) -> None:
    """Open a table here or in a thread of its own; here the answer is the table message."""
    played = await wanted_rules(interaction, game, rules)
    settled = await interaction.client.app.server.management.settings(guild_of(interaction))
    wanted = WantedTable(played.game, played.options, counted=counted, level=level)
    if place == THREAD or (place is None and settled.in_threads):
        await open_in_thread(interaction, wanted, is_asked=place is not None)
    else:
        await open_table(interaction, wanted)


@app_commands.command(name="table", description="Show the table again at the bottom")
async def table(interaction: Interaction) -> None:
    """Post the table message again at the bottom of the channel."""
    shown, app = await table_at(interaction), interaction.client.app
    check_permissions(interaction)
    why = "The table was shown again a moment ago."
    with app.delivery.cooldowns.doing(("table", shown.place.channel_id), app.settings.repost_every, why):
        screens(interaction).messages.show(shown, repost=True)
    await answer_privately(interaction, "Here's the table again.")


@app_commands.command(name="leave", description="Leave the table. In a match a computer plays for you")
async def leave(interaction: Interaction) -> None:
    """Leave the lobby; in a match a computer takes over, or the match waits if no player is left."""
    await _leave(interaction, None)


@app_commands.command(name="setup", description="Choose the game and its rules (host)")
@app_commands.describe(
    game="Another game: type part of a name, a number of players, or: partners",
    seats="Number of players",
    rules="A code, named house rules, or this server's saved rules",
    counted="Counted on the leaderboard, or casual",
    turns="How long a turn may take",
    hints="Whether players may ask what a computer would do",
    phrases="Whether players may say phrases such as Nice bid",
)
@app_commands.choices(turns=TURNS)
@app_commands.autocomplete(game=complete_game, rules=complete_rules)
async def setup_(
    interaction: Interaction,
    game: str | None = None,
    seats: app_commands.Range[int, 1, 8] | None = None,
    rules: str | None = None,
    counted: bool | None = None,
    turns: int | None = None,
    hints: bool | None = None,
    phrases: bool | None = None,
) -> None:
    """Apply the given changes, then show the private panel of options."""
    tables, shown, user_id = interaction.client.app.tables, await table_at(interaction), interaction.user.id
    changes: list[LobbyChange] = []
    if game is not None or rules is not None:
        wanted = await wanted_rules(interaction, game, rules)
        changes.append(ChooseRules(user_id, wanted.game, wanted.options))
    if seats is not None:
        changes.append(ChooseSeats(user_id, seats))
    if counted is not None:
        changes.append(ChooseCounted(user_id, counted))
    if turns is not None:
        changes.append(ChooseTurnTime(user_id, turns))
    allowed = shown.talk.allowed.but(hints, phrases)
    if allowed != shown.talk.allowed:
        changes.append(ChooseAllowed(user_id, allowed))
    if changes:
        shown = await tables.lobbies.change_lobby(shown.place.channel_id, ChooseAll(user_id, tuple(changes)))
    await _show_options(interaction, shown, WHOLE if changes else WHO)


@app_commands.command(name="start", description="Start the match (host)")
async def start(interaction: Interaction) -> None:
    """Start the match; the answer is the hand of the player who started it."""
    with screens(interaction).hands.answering(interaction):
        begun = await interaction.client.app.tables.lobbies.start(
            channel_of(interaction), interaction.user.id
        )
        await send_first_hand(interaction, begun)


async def press_sit(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the button's seat; without one, any seat, even if the button is stale."""
    if control.argument:
        changed = await _change(interaction, control, Sit(person_of(interaction), number_in(control)))
    else:
        changed = await _change(interaction, control, Sit(person_of(interaction)), is_current=False)
    if changed.is_playing:
        await send_first_hand(interaction, changed)


async def press_fill(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Seat computers on all empty seats."""
    await _change(interaction, control, AddComputers(interaction.user.id, None, None))


async def press_add(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Seat one computer."""
    await _change(interaction, control, AddComputers(interaction.user.id, None, 1))


async def press_remove(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Empty the highest-numbered seat a computer has; refuse if no computer sits at the table."""
    await _change(interaction, control, RemoveComputer(interaction.user.id))


async def press_start(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Start the match, redraw the table message, and send the presser's hand."""
    begun = await interaction.client.app.tables.lobbies.start(
        channel_of(interaction), interaction.user.id, table_id=control.table_id, revision=control.revision
    )
    await screens(interaction).messages.redraw(interaction, begun)
    await send_first_hand(interaction, begun)


async def press_options(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the first page of *Set up*; to users who don't decide the options, only the chosen ones."""
    await _show_options(interaction, await table_at(interaction, control))


async def press_leave(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Leave the lobby; in a match a computer takes over, or the match waits if no player is left."""
    await _leave(interaction, control)


async def press_again(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open a table like the button's: same game, options, seats, kind and turn time."""
    last = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    await open_table(interaction, WantedTable.like(last))


async def _change(
    interaction: Interaction, control: Control, change: LobbyChange, *, is_current: bool = True
) -> ShownTable:
    """Change the lobby and answer by redrawing the pressed message: the table message or *More*.

    With ``is_current`` a control of an older revision is refused.
    """
    changed = await change_pressed(interaction, control, change, is_current=is_current)
    if is_private(interaction):
        await show_panel_at(interaction, changed, await more_of(interaction, changed))
    else:
        await screens(interaction).messages.redraw(interaction, changed)
    screens(interaction).hand_tokens.promise(interaction, changed)
    return changed


async def _show_options(interaction: Interaction, shown: ShownTable, page: str = WHO) -> None:
    """Show a page of *Set up* to players who decide the options, and the chosen options to others."""
    if not shown.in_lobby:
        raise MatchRunning
    decides = interaction.client.app.tables.lobbies.decides
    if await decides(shown.place.channel_id, interaction.user.id):
        await show_page(interaction, shown, page)
    else:
        await show_panel_at(interaction, shown, settled_panel(shown))


async def _leave(interaction: Interaction, control: Control | None) -> None:
    """Leave the lobby or the match; the answer says what happens to the seat."""
    tables, user_id = interaction.client.app.tables, interaction.user.id
    shown = await table_at(interaction, control)
    if shown.in_lobby:
        await tables.lobbies.change_lobby(
            shown.place.channel_id,
            StandUp(user_id),
            table_id=shown.id,
            revision=control.revision if control else None,
        )
    else:
        await tables.presence.leave(shown.place.channel_id, user_id, STAND_IN)
    await answer_privately(interaction, await _leave_text(interaction))


async def _leave_text(interaction: Interaction) -> str:
    try:
        table = await table_at(interaction)
    except NoTable:
        return "You left, and the table is closed."
    if table.is_playing and table.waits_for_people and interaction.client.app.settings.pause_after:
        return "You left, and the match waits. *My hand* takes your seat back."
    if table.is_playing:
        return "You left, and a computer plays for you. *My hand* takes your seat back."
    return "You left the table."


class Lobby(Extension):
    """Commands and controls to open a table, seat players and start the match."""

    typed: ClassVar = (
        Commands(ROOK, Topic.LOBBY, OPENING, (new,), OWN_TABLES),
        Commands(ROOK, Topic.TABLE, May(lobby=Who.ANYONE, match=Who.ANYONE), (table,)),
        Commands(ROOK, Topic.TABLE, LEAVING, (leave,)),
        Commands(ROOK, Topic.LOBBY, SETTLING, (start,)),
        Commands(TABLE, Topic.LOBBY, SETTLING, (setup_,)),
    )
    presses: ClassVar = {
        Verb.SIT: Press(press_sit, SITTING),
        Verb.FILL: Press(press_fill, FILLING),
        Verb.ADD: Press(press_add, FILLING),
        Verb.REMOVE: Press(press_remove, FILLING),
        Verb.START: Press(press_start, SETTLING),
        Verb.OPTIONS: Press(press_options, SHOWS),
        Verb.LEAVE: Press(press_leave, LEAVING),
        Verb.AGAIN: Press(press_again, OPENING, OWN_TABLES),
    }


setup = Lobby.setup
