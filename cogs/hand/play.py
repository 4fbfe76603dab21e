"""Buttons and commands of a match: show the hand, bid, discard, name trump, play a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import NoTable, NotStarted, NotYourTurn, Refused, TableOver
from bot.table.desk.shown import ShownHand, ShownTable
from cogs.framework.extension import Commands, Extension, Press
from cogs.framework.groups import ROOK, Topic
from cogs.framework.interactions import (
    act,
    answer_pressed,
    asked,
    channel_of,
    decision_of,
    hand_of,
    parse,
    screens,
    show_panel_at,
    show_privately,
    table_at,
)
from cogs.framework.parsing import bid_words, fits, held, read, read_bid, read_bid_form, read_cards, read_nest
from cogs.framework.permissions import ANSWERING, PLAYING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.table.more_panel import more_of
from cogs.table.panel import result_text
from cogs.table.trick_lines import trick_text
from cogs.ui.answer_buttons import needs_care
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, Interaction, note
from cogs.ui.modals import bid_modal
from cogs.ui.news import plain
from cogs.ui.words import Look, look_of, notation
from rules.core.actions import PASS, PLAYS, Action, Bid, Discard, NameTrump, Play
from rules.core.cards import Card, parse_cards
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, options_of
from rules.core.words import counted

NOT_AN_ANSWER: Final = "That isn't one of the choices now. Open *My hand* and choose again."
NO_TRICK: Final = "No trick has been taken in this deal yet."
NO_REVIEW: Final = "This table's house rules don't allow looking back at a trick."


async def press_hand(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Take the seat back and show the hand (with an argument in place), or the result of a past match."""
    try:
        hand = await _come_back(interaction, control)
    except (NoTable, TableOver):
        if not await _answer_with_result(interaction, control):
            raise
        return
    hands = screens(interaction).hands
    await (hands.redraw(interaction, hand) if control.argument else hands.send(interaction, hand))


async def press_answer(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer the question with the button's action and redraw the hand in the same reply."""
    hand, action = await answer_pressed(interaction, control)
    await screens(interaction).hands.confirm(interaction, hand, action)


async def press_pick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer with the action picked in a menu, or first ask to confirm a costly one."""
    hand, action = await asked(interaction, control), parse(values[0] if values else "")
    if hand.view.decision is not None and needs_care(hand.view.decision, action):
        await _ask_confirmation(interaction, hand, action)
    else:
        await press_answer(interaction, control._replace(argument=str(action)), ())


async def press_confirm(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask to confirm the button's action."""
    await _ask_confirmation(interaction, await asked(interaction, control), parse(control.argument))


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the hand with the cards chosen for the discard."""
    hand = await asked(interaction, control)
    chosen = read_nest(control, values, hand.view.decision)
    await screens(interaction).hands.redraw(interaction, hand, chosen)


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the form for a bid that has no button."""
    hand = await asked(interaction, control)
    decision = hand.view.decision
    if not isinstance(decision, ChooseNumber):
        raise NotYourTurn
    modal = bid_modal(control._replace(verb=Verb.BID), decision, look_of(hand.table))
    await answer_of(interaction).show_form(modal)


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid the points, and the color if bids have one, typed into the form."""
    decision = (await asked(interaction, control)).view.decision
    action = read_bid_form(values, decision)
    await press_answer(interaction, control._replace(argument=str(action)), ())


async def press_next_deal(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Start the next deal and redraw the hand."""
    hand = await interaction.client.app.tables.play.next_deal(
        channel_of(interaction), interaction.user.id, table_id=control.table_id, revision=control.revision
    )
    await screens(interaction).hands.redraw(interaction, hand)


async def press_last_trick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the last finished trick, or say that there is none, or that it may not be seen again."""
    await _show_last_trick(interaction, await table_at(interaction, control))


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the private panel of further controls at a table."""
    table = await table_at(interaction, control)
    await show_panel_at(interaction, table, await more_of(interaction, table))


@app_commands.command(name="hand", description="Show your hand, only to you")
async def hand(interaction: Interaction) -> None:
    """Show the hand in a new private message; a computer that stood in gives the seat back."""
    hands = screens(interaction).hands
    with hands.answering(interaction):
        await hands.send(interaction, await _come_back(interaction, None))


@app_commands.command(name="bid", description="Bid points, and a color where the bid names one")
@app_commands.describe(points="Points, like 75 or 120 red")
async def bid(interaction: Interaction, points: str) -> None:
    """Bid points, with a color where the bid names one."""
    await act(interaction, read_bid(points, await decision_of(interaction)))


@app_commands.command(name="pass", description="Pass")
async def pass_(interaction: Interaction) -> None:
    """Pass instead of bidding."""
    await act(interaction, PASS)


@app_commands.command(name="discard", description="Discard cards to the nest")
@app_commands.describe(cards="The cards, like G5 B6 R7")
async def discard(interaction: Interaction, cards: str) -> None:
    """Discard cards."""
    await act(interaction, Discard(await _held(interaction, read_cards(cards))))


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
    (meant,) = await _held(interaction, (typed.card,))
    await act(interaction, PLAYS[meant])


@app_commands.command(name="last-trick", description="Show the last trick")
async def last_trick(interaction: Interaction) -> None:
    """Show the last finished trick, or say that there is none, or that it may not be seen again."""
    await _show_last_trick(interaction, await table_at(interaction))


@bid.autocomplete("points")
async def _complete_bid(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = await decision_of(interaction)
    if not isinstance(decision, ChooseNumber):
        return []
    bids = (action for action in decision.answers() if isinstance(action, Bid))
    texts = (bid_words(action, with_color=bool(decision.colors)) for action in bids)
    wanted = notation(typed).lower().split()
    fitting = (text for text in texts if fits(text, wanted))
    return [app_commands.Choice(name=text, value=text) for text in islice(fitting, MENU_LIMIT)]


@play.autocomplete("card")
async def _complete_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    own = await hand_of(interaction)
    decision = own.view.decision if own else None
    if own is None or not isinstance(decision, ChooseCard):
        return []
    cards = [card for card in decision.cards if isinstance(decision.actions[card], Play)]
    return _card_choices((), cards, typed, look_of(own.table))


@discard.autocomplete("cards")
async def _complete_discard(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    own = await hand_of(interaction)
    decision = own.view.decision if own else None
    if own is not None and isinstance(decision, ChooseCard):
        single = [card for card in decision.cards if isinstance(decision.actions[card], Discard)]
        return _card_choices((), single, typed, look_of(own.table))
    if own is None or not isinstance(decision, ChooseCards):
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
    return _card_choices(chosen, left, last, look_of(own.table))


@trump.autocomplete("color")
async def _complete_trump(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    own = await hand_of(interaction)
    if own is None or own.view.decision is None:
        return []
    named = [option for option in options_of(own.view.decision) if isinstance(option.action, NameTrump)]
    wanted = notation(typed).lower().split()
    return [
        app_commands.Choice(
            name=plain(own.table, own.table.rules.words.answer(own.view, option.action)), value=text
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
            name="".join(f"{look.name(one)} " for one in before) + look.spelled(card),
            value=" ".join(str(one.face) for one in (*before, card)),
        )
        for card in islice(shown, MENU_LIMIT)
    ]


async def _come_back(interaction: Interaction, control: Control | None) -> ShownHand:
    """The caller's hand. A player takes the seat back if a computer stood in."""
    table_id = control.table_id if control else None
    return await interaction.client.app.tables.presence.come_back(
        channel_of(interaction), interaction.user.id, table_id=table_id
    )


async def _answer_with_result(interaction: Interaction, control: Control) -> bool:
    """Answer with the result of a match that is over; returns False if the table has no result."""
    try:
        table = await interaction.client.app.tables.reading.recall(channel_of(interaction), control.table_id)
    except Refused:
        return False
    if table.view is None or table.view.outcome is None:
        return False
    await answer_privately(interaction, f"That match is over.\n{result_text(table, table.view.outcome)}")
    return True


async def _ask_confirmation(interaction: Interaction, hand: ShownHand, action: Action) -> None:
    """Redraw the hand with the question whether the action is meant; refuse an illegal one."""
    decision = hand.view.decision
    if decision is None or not decision.accepts(action):
        raise Refused(NOT_AN_ANSWER)
    await screens(interaction).hands.redraw(interaction, hand, action)


async def _held(interaction: Interaction, typed: Sequence[Card]) -> tuple[Card, ...]:
    """Typed cards matched to those asked for: of several decks, to the copies held."""
    decision = await decision_of(interaction)
    return held(typed, decision.cards) if isinstance(decision, ChooseCard | ChooseCards) else tuple(typed)


async def _show_last_trick(interaction: Interaction, table: ShownTable) -> None:
    view = table.view
    if view is None:
        raise NotStarted
    trick = view.last_trick
    if trick is None:
        taken = any(info.tricks for info in view.seats)
        await answer_privately(interaction, NO_REVIEW if taken else NO_TRICK)
        return
    text = f"### Last trick\n{trick_text(table, trick)}\n-# {counted(trick.points, 'point')}"
    await show_privately(interaction, note(text))


class Playing(Extension):
    """Commands and controls to show a hand and to bid, discard and play."""

    typed: ClassVar = (
        Commands(ROOK, Topic.MATCH, PLAYING, (hand,)),
        Commands(ROOK, Topic.MATCH, ANSWERING, (bid, pass_, discard, trump, play)),
        Commands(ROOK, Topic.MATCH, SHOWS, (last_trick,)),
    )
    presses: ClassVar = {
        Verb.HAND: Press(press_hand, PLAYING),
        Verb.ANSWER: Press(press_answer, ANSWERING),
        Verb.PICK: Press(press_pick, ANSWERING),
        Verb.CONFIRM: Press(press_confirm, SHOWS),
        Verb.LAY: Press(press_lay, SHOWS),
        Verb.OTHER_BID: Press(press_other_bid, SHOWS),
        Verb.BID: Press(submit_bid, ANSWERING),
        Verb.NEXT_DEAL: Press(press_next_deal, PLAYING),
        Verb.LAST_TRICK: Press(press_last_trick, SHOWS),
        Verb.MORE: Press(press_more, SHOWS),
    }


setup = Playing.setup
