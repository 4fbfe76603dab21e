"""Playing a match: the hand and every answer, by button and by command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from discord import app_commands

from bot.errors import NotSeated, NotYourTurn, Refused
from bot.play.shown import ShownTable
from cogs.acting import NOT_AN_ANSWER, act, answer_with, asked, asking, decision_of, fits, held, parse
from cogs.front import front, front_of
from cogs.replies import answer_privately
from cogs.ui.answer_buttons import needs_care
from cogs.ui.controls import Control
from cogs.ui.hand_panel import NO_SUCH_CARDS
from cogs.ui.items import MENU_LIMIT, Interaction, note
from cogs.ui.modals import bid_modal
from cogs.ui.more_panel import more_panel
from cogs.ui.news import plain
from cogs.ui.table_panel import trick_text
from cogs.ui.words import Look, count, look_of, notation
from rules.core.actions import PASS, PLAYS, Action, Bid, Discard, NameTrump, Play
from rules.core.cards import Card, parse_cards
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, Decision, options_of

if TYPE_CHECKING:
    from bot.client import RookeryBot

NO_BID: Final = "A bid is a whole number, like 75."
NO_TRICK: Final = "No trick has been taken in this deal yet."
NO_REVIEW: Final = "This table's house rules don't allow looking back at a trick."


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
        table = await answer_with(interaction, parse(control.argument), control)
        await desk.hands.redraw(interaction, table)


async def press_pick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer with what was picked in a menu."""
    action = parse(values[0] if values else "")
    _, decision = asked(interaction, control)
    press = press_sure if needs_care(decision, action) else press_do
    await press(interaction, control._replace(argument=str(action)), ())


async def press_sure(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask whether an answer is meant."""
    desk, action = front(interaction), parse(control.argument)
    table, decision = asked(interaction, control)
    if not decision.accepts(action):
        raise Refused(NOT_AN_ANSWER)
    with desk.hands.answering(interaction):
        await desk.hands.redraw(interaction, table, action)


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the cards picked for the nest and ask for a confirmation."""
    desk = front(interaction)
    table, decision = asked(interaction, control)
    try:
        chosen = Discard(parse_cards(" ".join(values)))
    except ValueError:
        raise Refused(NO_SUCH_CARDS) from None
    if not isinstance(decision, ChooseCards) or set(chosen.cards) - set(decision.cards):
        raise Refused(NO_SUCH_CARDS)
    if not decision.accepts(chosen):
        view = desk.manager.hand(table.channel_id, interaction.user.id)
        raise Refused(plain(table, table.words.reason(view)) if decision.few else NO_SUCH_CARDS)
    with desk.hands.answering(interaction):
        await desk.hands.redraw(interaction, table, chosen)


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for a bid the buttons do not offer."""
    table, decision = asked(interaction, control)
    if not isinstance(decision, ChooseNumber) or table.view is None:
        raise NotYourTurn
    modal = bid_modal(control._replace(verb="bid"), decision, look_of(table.view))
    await interaction.response.send_modal(modal)


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid what was typed into the modal."""
    _, decision = asked(interaction, control)
    if not values or not values[0].strip().isdigit():
        raise Refused(NO_BID)
    action = read_bid(" ".join(values), decision)
    await press_do(interaction, control._replace(argument=str(action)), ())


async def press_last(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the last trick."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction, control))


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show what else can be done at a table."""
    table = front(interaction).table_at(interaction, control)
    await answer_privately(interaction, more_panel(table, table.seat_of(interaction.user.id)))


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="hand", description="Show your hand, only to you")
async def hand(interaction: Interaction) -> None:
    """Show the hand in a new private message."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await _come_back(interaction, desk.table_at(interaction))
        await desk.hands.send(interaction, table)


@app_commands.command(name="bid", description="Bid points, and a color where the bid names one")
@app_commands.describe(points="Points, like 75 or 120 red")
async def bid(interaction: Interaction, points: str) -> None:
    """Bid."""
    await act(interaction, read_bid(points, decision_of(interaction)))


@app_commands.command(name="pass", description="Pass")
async def pass_(interaction: Interaction) -> None:
    """Pass."""
    await act(interaction, PASS)


@app_commands.command(name="discard", description="Discard cards to the nest")
@app_commands.describe(cards="The cards, like G5 B6 R7")
async def discard(interaction: Interaction, cards: str) -> None:
    """Lay cards away."""
    await act(interaction, Discard(_held(interaction, read_cards(cards))))


@app_commands.command(name="trump", description="Name the trump color")
@app_commands.describe(color="The color, or none where the game allows it")
async def trump(interaction: Interaction, color: str) -> None:
    """Name trump."""
    await act(interaction, read("trump", color))


@app_commands.command(name="play", description="Play a card")
@app_commands.describe(card="The card, like R14")
async def play(interaction: Interaction, card: str) -> None:
    """Play a card."""
    typed = read("play", card)
    assert isinstance(typed, Play)
    (meant,) = _held(interaction, (typed.card,))
    await act(interaction, PLAYS[meant])


@app_commands.command(name="last-trick", description="Show the last trick")
async def last_trick(interaction: Interaction) -> None:
    """Show the last trick."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction))


# Autocomplete: only what this player may answer now -----------------------------------------------


@bid.autocomplete("points")
async def _complete_bid(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = decision_of(interaction)
    if not isinstance(decision, ChooseNumber):
        return []
    bids = (action for action in decision.answers() if isinstance(action, Bid))
    texts = (bid_words(action, with_color=bool(decision.colors)) for action in bids)
    wanted = notation(typed).lower().split()
    fitting = (text for text in texts if fits(text, wanted))
    return [app_commands.Choice(name=text, value=text) for text in islice(fitting, MENU_LIMIT)]


@play.autocomplete("card")
async def _complete_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    who = asking(interaction)
    decision = who.view.decision if who else None
    if who is None or not isinstance(decision, ChooseCard):
        return []
    cards = [card for card in decision.cards if isinstance(decision.actions[card], Play)]
    return _card_choices((), cards, typed, look_of(who.view.table))


@discard.autocomplete("cards")
async def _complete_discard(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    who = asking(interaction)
    decision = who.view.decision if who else None
    if who is not None and isinstance(decision, ChooseCard):
        single = [card for card in decision.cards if isinstance(decision.actions[card], Discard)]
        return _card_choices((), single, typed, look_of(who.view.table))
    if who is None or not isinstance(decision, ChooseCards):
        return []
    *before, last = typed.replace(",", " ").split(" ")
    try:
        chosen = held(parse_cards(notation(" ".join(before))), decision.cards)
    except ValueError:
        return []
    if len(chosen) >= decision.most or len(set(chosen)) < len(chosen):
        return []
    if any(card not in decision.cards for card in chosen):
        return []
    left = [card for card in decision.cards if card not in chosen]
    if sum(card in decision.few for card in chosen) >= decision.few_most:
        left = [card for card in left if card not in decision.few]
    return _card_choices(chosen, left, last, look_of(who.view.table))


@trump.autocomplete("color")
async def _complete_trump(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    who = asking(interaction)
    if who is None or who.view.decision is None:
        return []
    named = [option for option in options_of(who.view.decision) if isinstance(option.action, NameTrump)]
    wanted = notation(typed).lower().split()
    return [
        app_commands.Choice(
            name=plain(who.table, who.table.words.answer(who.view, option.action)), value=text
        )
        for option in named
        if fits(text := str(option.action).removeprefix("trump "), wanted)
    ]


def _card_choices(
    before: Sequence[Card], cards: Iterable[Card], typed: str, look: Look
) -> list[app_commands.Choice[str]]:
    wanted = notation(typed).lower().rstrip("'")
    shown = {
        card.face: None
        for card in cards
        if any(name.lower().startswith(wanted) for name in (look.name(card), str(card.face)))
    }
    return [
        app_commands.Choice(
            name="".join(f"{look.name(one)} " for one in before) + look.card(card),
            value=" ".join(str(one.face) for one in (*before, card)),
        )
        for card in islice(shown, MENU_LIMIT)
    ]


# Shared -------------------------------------------------------------------------------------------


async def _come_back(interaction: Interaction, table: ShownTable) -> ShownTable:
    """Take one's seat back from a computer that stood in."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    if not seat.is_away:
        return table
    return await front(interaction).manager.come_back(table.channel_id, interaction.user.id)


def read(verb: str, typed: str) -> Action:
    """Read what was typed into a command.

    Raises:
        Refused: it is no such answer; the sentence says what is wrong with it.
    """
    return parse(f"{verb} {notation(typed)}")


def read_cards(typed: str) -> tuple[Card, ...]:
    """Read the cards somebody typed.

    Raises:
        Refused: one of the words is none.
    """
    try:
        return parse_cards(notation(typed))
    except ValueError as error:
        raise Refused(str(error)) from None


def _held(interaction: Interaction, typed: Sequence[Card]) -> tuple[Card, ...]:
    """The cards somebody means, of those that are asked for."""
    decision = decision_of(interaction)
    return held(typed, decision.cards) if isinstance(decision, ChooseCard | ChooseCards) else tuple(typed)


def read_bid(typed: str, decision: Decision | None) -> Action:
    """Read a bid; where bids have a color it has to be said, "none" for no color.

    Raises:
        Refused: it is no bid, or its color is missing.
    """
    words = notation(typed).lower().split()
    has_colors = isinstance(decision, ChooseNumber) and bool(decision.colors)
    if has_colors and len(words) == 1 and words[0].isdigit():
        raise Refused(f"Say the color too: {words[0]} red, or {words[0]} none for no color.")
    if has_colors and words[1:] == ["none"]:
        words = words[:1]
    return parse(f"bid {' '.join(words)}")


def bid_words(bid: Bid, *, with_color: bool) -> str:
    """A bid as it is typed: ``75``, ``120 red``, ``120 none``."""
    if not with_color:
        return str(bid.points)
    return f"{bid.points} {'none' if bid.color is None else bid.color.word}"


async def _show_last_trick(interaction: Interaction, table: ShownTable) -> None:
    view = table.view
    trick = view.last_trick if view else None
    if view is None or trick is None:
        taken = view is not None and any(info.tricks for info in view.seats)
        await answer_privately(interaction, NO_REVIEW if taken else NO_TRICK)
        return
    text = f"### Last trick\n{trick_text(table, trick)}\n-# {count(trick.points, 'point')}"
    await answer_privately(interaction, note(text))


async def setup(bot: RookeryBot) -> None:
    """Add the commands and the handlers."""
    desk = front_of(bot)
    commands: list[app_commands.Command[Any, ..., Any]] = [
        hand,
        bid,
        pass_,
        discard,
        trump,
        play,
        last_trick,
    ]
    for command in commands:
        desk.rook.add_command(command)
    for verb, handler in (
        ("hand", press_hand),
        ("do", press_do),
        ("pick", press_pick),
        ("sure", press_sure),
        ("lay", press_lay),
        ("otherbid", press_other_bid),
        ("bid", submit_bid),
        ("last", press_last),
        ("more", press_more),
    ):
        desk.on_press(verb, handler)
