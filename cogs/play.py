"""Playing a match: the hand and every answer, by button and by command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.errors import NotSeated, NotYourTurn, Refused
from bot.shown import ShownTable
from cogs.front import channel_of, front, front_of
from cogs.replies import answer_privately
from cogs.ui.controls import Control
from cogs.ui.hand_panel import NO_SUCH_CARDS
from cogs.ui.items import Interaction, TableButton, note, panel, rows_of
from cogs.ui.modals import bid_modal
from cogs.ui.table_panel import trick_text
from cogs.ui.words import card_text
from rules.actions import PASS, PLAYS, Action, Bid, Discard, NameTrump, parse_action
from rules.cards import Card, Color, parse_cards
from rules.decisions import ChooseCard, ChooseCards, ChooseNumber, Decision

if TYPE_CHECKING:
    from bot.client import RookeryBot

CHOICES = 25


# Presses ------------------------------------------------------------------------------------------


async def press_hand(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the hand: in a new private message, or redrawn in the one that was pressed."""
    desk = front(interaction)
    table = desk.table_at(interaction, control)
    with desk.hands.answering(interaction):
        table = await _come_back(interaction, table)
        if control.argument:
            await desk.hands.redraw(interaction, table)
        else:
            await desk.hands.send(interaction, table)


async def press_do(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer the question with the button's action and redraw the hand in the same reply."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await desk.manager.act(
            channel_of(interaction),
            interaction.user.id,
            _parse(control.argument),
            table_id=control.table_id,
            revision=control.revision,
        )
        await desk.hands.redraw(interaction, table)


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the cards picked for the nest and ask for a confirmation."""
    desk = front(interaction)
    table, decision = _asked(interaction, control)
    try:
        chosen = parse_cards(" ".join(values))
    except ValueError:
        raise Refused(NO_SUCH_CARDS) from None
    if not isinstance(decision, ChooseCards) or not decision.accepts(Discard(chosen)):
        raise Refused(NO_SUCH_CARDS)
    with desk.hands.answering(interaction):
        await desk.hands.redraw(interaction, table, chosen)


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for a bid the buttons do not offer."""
    _, decision = _asked(interaction, control)
    if not isinstance(decision, ChooseNumber):
        raise NotYourTurn
    await interaction.response.send_modal(bid_modal(control._replace(verb="bid"), decision))


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid what was typed into the modal."""
    points = values[0].strip() if values else ""
    if not (points.isascii() and points.isdigit()):
        raise Refused("A bid is a whole number, such as 75.")
    await press_do(interaction, control._replace(argument=f"bid {points}"), ())


async def press_last(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the trick just finished."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction, control))


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show what else can be done at a table."""
    table = front(interaction).table_at(interaction, control)
    buttons = [
        TableButton(Control("rules", table.id, 0), "Rules"),
        TableButton(Control("leave", table.id, table.revision), "Leave"),
        TableButton(
            Control("cancel", table.id, table.revision),
            "End the match",
            style=discord.ButtonStyle.danger,
        ),
    ]
    text = (
        "### More\n**Leave**: a computer plays on for you; *My hand* takes the seat back.\n"
        "**End the match**: without a winner, when everybody agrees."
    )
    await answer_privately(interaction, panel(discord.ui.TextDisplay(text), *rows_of(buttons)))


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="hand", description="Show your hand, for you alone")
async def hand(interaction: Interaction) -> None:
    """Show the hand in a new private message."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await _come_back(interaction, desk.table_at(interaction))
        await desk.hands.send(interaction, table)


@app_commands.command(name="bid", description="Bid so many points")
@app_commands.describe(points="How many points")
async def bid(interaction: Interaction, points: int) -> None:
    """Bid."""
    await _act(interaction, Bid(points))


@app_commands.command(name="pass", description="Pass: no bid in this deal")
async def pass_(interaction: Interaction) -> None:
    """Pass."""
    await _act(interaction, PASS)


@app_commands.command(name="discard", description="Lay cards in the nest")
@app_commands.describe(cards="The cards, such as: G5 B6 R7")
async def discard(interaction: Interaction, cards: str) -> None:
    """Lay cards away."""
    try:
        chosen = parse_cards(cards.replace(",", " "))
    except ValueError as error:
        raise Refused(str(error)) from None
    await _act(interaction, Discard(chosen))


@app_commands.command(name="trump", description="Name the trump color")
@app_commands.describe(color="The color")
async def trump(interaction: Interaction, color: str) -> None:
    """Name trump."""
    try:
        named = Color.parse(color)
    except ValueError as error:
        raise Refused(str(error)) from None
    await _act(interaction, NameTrump(named))


@app_commands.command(name="play", description="Play a card")
@app_commands.describe(card="The card, such as: R14")
async def play(interaction: Interaction, card: str) -> None:
    """Play a card."""
    try:
        chosen = Card.parse(card)
    except ValueError as error:
        raise Refused(str(error)) from None
    await _act(interaction, PLAYS[chosen])


@app_commands.command(name="last-trick", description="Show the trick just finished")
async def last_trick(interaction: Interaction) -> None:
    """Show the last trick."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction))


# Autocomplete: only what this player may answer now -----------------------------------------------


@bid.autocomplete("points")
async def _complete_bid(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    decision = _decision_of(interaction)
    if not isinstance(decision, ChooseNumber):
        return []
    numbers = [number for number in decision.numbers if str(number).startswith(typed)]
    return [app_commands.Choice(name=str(number), value=number) for number in numbers[:CHOICES]]


@play.autocomplete("card")
async def _complete_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = _decision_of(interaction)
    if not isinstance(decision, ChooseCard):
        return []
    return _card_choices("", decision.cards, typed)


@discard.autocomplete("cards")
async def _complete_discard(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = _decision_of(interaction)
    if not isinstance(decision, ChooseCards):
        return []
    *before, last = typed.replace(",", " ").split(" ")
    try:
        chosen = parse_cards(" ".join(before))
    except ValueError:
        return []
    if len(chosen) >= decision.most or len(set(chosen)) < len(chosen):
        return []
    if any(card not in decision.cards for card in chosen):
        return []
    left = [card for card in decision.cards if card not in chosen]
    return _card_choices("".join(f"{card} " for card in chosen), left, last)


@trump.autocomplete("color")
async def _complete_trump(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = _decision_of(interaction)
    if decision is None:
        return []
    words = [action.color.word for action in decision.answers() if isinstance(action, NameTrump)]
    return [
        app_commands.Choice(name=word.capitalize(), value=word)
        for word in words
        if word.startswith(typed.strip().lower())
    ]


def _card_choices(before: str, cards: Iterable[Card], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.strip().lower()
    shown = [card for card in cards if str(card).lower().startswith(wanted)]
    return [
        app_commands.Choice(name=f"{before}{card_text(card)}", value=f"{before}{card}")
        for card in shown[:CHOICES]
    ]


def _decision_of(interaction: Interaction) -> Decision | None:
    """What the person is asked now; None for anybody who is not."""
    try:
        return front(interaction).manager.hand(channel_of(interaction), interaction.user.id).decision
    except Refused:
        return None


# Shared -------------------------------------------------------------------------------------------


async def _act(interaction: Interaction, action: Action) -> None:
    """Answer the question and show the hand that is left."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await desk.manager.act(channel_of(interaction), interaction.user.id, action)
        await desk.hands.send(interaction, table)


async def _come_back(interaction: Interaction, table: ShownTable) -> ShownTable:
    """Take one's seat back from a computer that stood in."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    if not seat.is_away:
        return table
    return await front(interaction).manager.come_back(table.channel_id, interaction.user.id)


def _parse(text: str) -> Action:
    try:
        return parse_action(text)
    except ValueError as error:
        raise Refused(str(error)) from None


def _asked(interaction: Interaction, control: Control) -> tuple[ShownTable, Decision]:
    """The question a control belongs to.

    Raises:
        Refused: it is another table's, an old one, or somebody else is asked.
    """
    desk = front(interaction)
    table = desk.table_at(interaction)
    desk.manager.check(table.channel_id, control.table_id, control.revision)
    decision = desk.manager.hand(table.channel_id, interaction.user.id).decision
    if decision is None:
        raise NotYourTurn
    return table, decision


async def _show_last_trick(interaction: Interaction, table: ShownTable) -> None:
    trick = table.view.last_trick if table.view else None
    if trick is None:
        await answer_privately(interaction, "No trick has been taken in this deal yet.")
        return
    text = f"### Last trick\n{trick_text(table, trick)}\n-# {trick.points} points"
    await answer_privately(interaction, note(text))


async def setup(bot: RookeryBot) -> None:
    """Add the commands and the handlers."""
    desk = front_of(bot)
    commands: list[app_commands.Command[Any, ..., Any]] = [hand, bid, pass_, discard, trump, play, last_trick]
    for command in commands:
        desk.rook.add_command(command)
    for verb, handler in (
        ("hand", press_hand),
        ("do", press_do),
        ("lay", press_lay),
        ("otherbid", press_other_bid),
        ("bid", submit_bid),
        ("last", press_last),
        ("more", press_more),
    ):
        desk.on_press(verb, handler)
