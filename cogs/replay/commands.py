"""Commands and controls of replays: a user's history, and each deal step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.pictures.values import TablePicture
from bot.replay.match import Replay
from bot.replay.moments import picture_of
from cogs.framework.extension import OWN_TABLES, TABLE, Commands, Extension, Press, Topic
from cogs.framework.interactions import called, channel_of, guild_of, number_chosen, show_privately
from cogs.framework.permissions import OPENING, SHOWS
from cogs.framework.replies import answer_all, complete_answer, complete_side_message
from cogs.replay.history_panel import history_panel
from cogs.replay.panel import (
    OUT_OF_DATE,
    StepAddress,
    deal_name,
    deals_panel,
    sent_panel,
    shuffle_panel,
    step_panel,
)
from cogs.replay.words import step_name
from cogs.table.opening import open_table
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.words import safe_name

SENT_IN: Final = 60.0
"""Seconds in which a user may send ``MOST_SENT`` deals to the channel."""
MOST_SENT: Final = 3
SENT_OFTEN: Final = "You've sent several deals in a short time."


@app_commands.command(name="history", description="Look back at the matches you played here")
async def history(interaction: Interaction) -> None:
    """Show the first page of the user's matches in this server, newest first."""
    await _show_history(interaction, 0)


async def press_history(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a page of the user's matches."""
    await _show_history(interaction, control.revision)


async def press_replay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show privately the deals of a match of the button or menu; if it has only one, that deal's cards."""
    replay = await replay_for(interaction, number_chosen(values, 15) if values else control.table_id)
    if len(replay.deals) == 1:
        await _show_deal(interaction, replay, 0)
    else:
        await show_privately(interaction, deals_panel(replay, control.revision))


async def press_deal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the cards of the deal chosen in the menu."""
    replay = await replay_for(interaction, control.table_id)
    await _show_deal(interaction, replay, number_chosen(values, 5))


async def press_step(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a step of a deal; its picture, if wanted, follows when it is drawn."""
    at = StepAddress.read(control)
    await _show_step(interaction, await replay_for(interaction, control.table_id), at)


async def press_shuffle(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the check of a deal's shuffle."""
    replay = await replay_for(interaction, control.table_id)
    if control.revision >= len(replay.seeds):
        raise Refused(OUT_OF_DATE)
    await show_privately(interaction, shuffle_panel(replay, control.revision))


async def press_send(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Post a step of a deal the user played, in the channel it was played in; the picture follows."""
    app, at, by = interaction.client.app, StepAddress.read(control), safe_name(called(interaction.user))
    replay = await replay_for(interaction, control.table_id)
    await app.replay.replays.check_may_send(replay, channel_of(interaction), interaction.user.id)
    replay = replay._replace(table=replay.table._replace(faces=app.delivery.card_faces.shown))
    with app.delivery.cooldowns.doing(("send", interaction.user.id), SENT_IN, SENT_OFTEN, most=MOST_SENT):
        await answer_all(interaction, sent_panel(replay, at, by), replay.table.id)
    picture = await app.delivery.pictures.of(_drawing(interaction, replay, at))
    if picture is not None:
        await complete_answer(interaction, sent_panel(replay, at, by, picture), picture)


async def _show_deal(interaction: Interaction, replay: Replay, place: int) -> None:
    """Show the cards of a deal, with a picture unless the user wants cards in words."""
    in_words = interaction.client.app.people.settings.sees_words(interaction.user.id)
    await _show_step(interaction, replay, StepAddress(place, 0, has_picture=not in_words))


async def _show_step(interaction: Interaction, replay: Replay, at: StepAddress) -> None:
    """Show a step; its picture follows, unless the user looks at something else by then."""
    await show_privately(interaction, step_panel(replay, at))
    if not at.has_picture:
        return
    picture = await interaction.client.app.delivery.pictures.of(_drawing(interaction, replay, at))
    if picture is not None:
        await complete_side_message(interaction, step_panel(replay, at, picture), picture)


def _drawing(interaction: Interaction, replay: Replay, at: StepAddress) -> TablePicture:
    """The picture of a step, with the user's seat at the bottom if they had one."""
    table, moment = replay.at(at.place, at.step)
    own = table.seat_of(interaction.user.id)
    finding = f"{deal_name(replay, moment.place)} · {step_name(moment)}"
    return picture_of(moment, [seat.name for seat in table.seats], finding, 0 if own is None else own.seat)


async def _show_history(interaction: Interaction, page: int) -> None:
    found = await interaction.client.app.stats.histories.page(
        guild_of(interaction), interaction.user.id, page
    )
    await show_privately(interaction, history_panel(found))


async def replay_for(interaction: Interaction, table_id: int) -> Replay:
    """A match's replay, with the card faces the user chose; raises ``Refused`` if they may not see it."""
    app, user_id = interaction.client.app, interaction.user.id
    replay = await app.replay.replays.of(table_id, guild_of(interaction), channel_of(interaction), user_id)
    return replay._replace(table=app.people.settings.seen_by(user_id, replay.table))


async def press_play(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open a table in the channel on which a deal is played again."""
    replay = await replay_for(interaction, control.table_id)
    replays, user_id = interaction.client.app.replay.replays, interaction.user.id
    await open_table(interaction, await replays.table_to_replay(replay, control.revision, user_id))


class History(Extension):
    """The command and controls of match histories and replays."""

    typed: ClassVar = (Commands(TABLE, Topic.STATS, SHOWS, (history,)),)
    presses: ClassVar = {
        Verb.HISTORY: Press(press_history, SHOWS),
        Verb.REPLAY: Press(press_replay, SHOWS),
        Verb.REPLAY_DEAL: Press(press_deal, SHOWS),
        Verb.REPLAY_STEP: Press(press_step, SHOWS),
        Verb.SEND_DEAL: Press(press_send, SHOWS),
        Verb.PLAY_DEAL: Press(press_play, OPENING, OWN_TABLES),
        Verb.SHUFFLE: Press(press_shuffle, SHOWS),
    }


setup = History.setup
