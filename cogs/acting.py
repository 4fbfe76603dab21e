"""What every answer needs, by button or by command: who asks, what is asked, and when it was given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from discord.utils import DISCORD_EPOCH

from bot.errors import NotYourTurn, Refused
from bot.play.shown import ShownTable
from cogs.front import channel_of, front
from cogs.ui.controls import Control
from cogs.ui.items import Interaction
from cogs.ui.news import said
from rules.core.actions import Action, parse_action
from rules.core.cards import Card, CardSet
from rules.core.decisions import Decision
from rules.core.protocol import IllegalAction
from rules.core.views import SeatView

NOT_AN_ANSWER: Final = "That isn't one of the choices now. Open *My hand* and choose again."


class Asking(NamedTuple):
    """Somebody at a table who types a command."""

    table: ShownTable
    view: SeatView


def asking(interaction: Interaction) -> Asking | None:
    """What the person who types sees; None for anybody who does not sit in a match."""
    manager, channel_id = front(interaction).manager, channel_of(interaction)
    try:
        view = manager.hand(channel_id, interaction.user.id)
        return Asking(manager.shown(channel_id, finished=True), view)
    except Refused:
        return None


def decision_of(interaction: Interaction) -> Decision | None:
    """What the person is asked now; None for anybody who is not."""
    who = asking(interaction)
    return who.view.decision if who else None


def asked(interaction: Interaction, control: Control) -> tuple[ShownTable, Decision]:
    """The question a control belongs to.

    Raises:
        Refused: it is another table's, an old one, or somebody else is asked.
    """
    desk = front(interaction)
    table = desk.table_at(interaction)
    desk.manager.check(table.channel_id, control.table_id, control.revision, interaction.user.id)
    decision = desk.manager.hand(table.channel_id, interaction.user.id).decision
    if decision is None:
        raise NotYourTurn
    return table, decision


def stamp_of(interaction: Interaction) -> int:
    """When Discord took a press or command, in milliseconds since the epoch: its id says so."""
    return (interaction.id >> 22) + DISCORD_EPOCH


async def answer_with(interaction: Interaction, action: Action, control: Control | None = None) -> ShownTable:
    """Answer the question asked of whoever pressed or typed; with a control, only the one it belongs to.

    Raises:
        Refused: not seated, not asked, too late, or the rules do not allow it.
    """
    desk = front(interaction)
    try:
        return await desk.manager.act(
            channel_of(interaction),
            interaction.user.id,
            action,
            table_id=control.table_id if control else None,
            revision=control.revision if control else None,
            stamp=stamp_of(interaction),
        )
    except IllegalAction as refusal:
        raise Refused(said(desk.table_at(interaction), str(refusal))) from None


async def act(interaction: Interaction, action: Action) -> None:
    """Answer by command and show the hand that is left."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await answer_with(interaction, action)
        await desk.hands.send(interaction, table)


def parse(text: str) -> Action:
    """Read an action.

    Raises:
        Refused: it is none; the sentence says what is wrong with it.
    """
    try:
        return parse_action(text)
    except ValueError as error:
        raise Refused(str(error)) from None


def held(typed: Iterable[Card], cards: CardSet) -> tuple[Card, ...]:
    """The cards somebody means who may hold copies of them: what is printed on a card is all one types."""
    left = list(cards)
    found: list[Card] = []
    for card in typed:
        alike = [one for one in left if one.face == card.face]
        found.append(card if card in left or not alike else alike[0])
        left = [one for one in left if one != found[-1]]
    return tuple(found)


def fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether each word typed begins a word of the text."""
    words = text.lower().replace("\N{NO-BREAK SPACE}", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted)
