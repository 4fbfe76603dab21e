"""Playing a match: the hand and every answer, by button and by command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from discord import app_commands

from bot.errors import NotSeated, NotYourTurn, Refused
from bot.shown import ShownTable
from cogs.front import channel_of, front, front_of
from cogs.replies import answer_privately
from cogs.ui.answers import label_of, needs_care, options_of
from cogs.ui.controls import Control
from cogs.ui.hand_panel import NO_SUCH_CARDS
from cogs.ui.items import MENU_LIMIT, Interaction, note
from cogs.ui.modals import bid_modal
from cogs.ui.more_panel import more_panel
from cogs.ui.table_panel import trick_text
from cogs.ui.words import Look, count, look_of, notation, plain_names_of
from cogs.wishes import LABEL_LIMIT
from rules.actions import PASS, Action, Bid, Discard, NameTrump, Pass, Play, parse_action
from rules.cards import Card, parse_cards
from rules.decisions import ChooseCard, ChooseCards, ChooseNumber, Decision
from rules.views import SeatView

if TYPE_CHECKING:
    from bot.client import RookeryBot

HAVE_COMMANDS: Final = (Bid, Pass, Discard, NameTrump, Play)
NOT_AN_ANSWER: Final = "That is not one of the answers now. Press *My hand* and choose again."
NO_BID: Final = "A bid is a whole number, such as 75."
NO_TRICK: Final = "No trick has been taken in this deal yet."
NO_REVIEW: Final = "At this table a trick that is over is not shown again: the house rules say so."


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


async def press_pick(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer with what was picked in a menu."""
    action = _parse(values[0] if values else "")
    press = press_sure if needs_care(action) else press_do
    await press(interaction, control._replace(argument=str(action)), ())


async def press_sure(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask whether an answer is meant."""
    desk, action = front(interaction), _parse(control.argument)
    table, decision = _asked(interaction, control)
    if not decision.accepts(action):
        raise Refused(NOT_AN_ANSWER)
    with desk.hands.answering(interaction):
        await desk.hands.redraw(interaction, table, action)


async def press_lay(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the cards picked for the nest and ask for a confirmation."""
    desk = front(interaction)
    table, decision = _asked(interaction, control)
    try:
        chosen = Discard(parse_cards(" ".join(values)))
    except ValueError:
        raise Refused(NO_SUCH_CARDS) from None
    if not isinstance(decision, ChooseCards) or set(chosen.cards) - set(decision.cards):
        raise Refused(NO_SUCH_CARDS)
    if not decision.accepts(chosen):
        raise Refused(decision.reason if decision.few else NO_SUCH_CARDS)
    with desk.hands.answering(interaction):
        await desk.hands.redraw(interaction, table, chosen)


async def press_other_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask for a bid the buttons do not offer."""
    table, decision = _asked(interaction, control)
    if not isinstance(decision, ChooseNumber) or table.view is None:
        raise NotYourTurn
    modal = bid_modal(control._replace(verb="bid"), decision, look_of(table.view))
    await interaction.response.send_modal(modal)


async def submit_bid(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Bid what was typed into the modal."""
    _, decision = _asked(interaction, control)
    if not values or not values[0].strip().isdigit():
        raise Refused(NO_BID)
    action = read_bid(" ".join(values), decision)
    await press_do(interaction, control._replace(argument=str(action)), ())


async def press_last(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the trick just finished."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction, control))


async def press_more(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show what else can be done at a table."""
    table = front(interaction).table_at(interaction, control)
    await answer_privately(interaction, more_panel(table, table.seat_of(interaction.user.id)))


# Commands -----------------------------------------------------------------------------------------


@app_commands.command(name="hand", description="Show your hand, for you alone")
async def hand(interaction: Interaction) -> None:
    """Show the hand in a new private message."""
    desk = front(interaction)
    with desk.hands.answering(interaction):
        table = await _come_back(interaction, desk.table_at(interaction))
        await desk.hands.send(interaction, table)


@app_commands.command(name="bid", description="Bid so many points, and a color where a bid has one")
@app_commands.describe(points="How many points, such as: 75, or 120 red")
async def bid(interaction: Interaction, points: str) -> None:
    """Bid."""
    await _act(interaction, read_bid(points, _decision_of(interaction)))


@app_commands.command(name="pass", description="Pass: no bid in this deal")
async def pass_(interaction: Interaction) -> None:
    """Pass."""
    await _act(interaction, PASS)


@app_commands.command(name="discard", description="Lay cards in the nest")
@app_commands.describe(cards="The cards, such as: G5 B6 R7")
async def discard(interaction: Interaction, cards: str) -> None:
    """Lay cards away."""
    await _act(interaction, read("discard", cards))


@app_commands.command(name="trump", description="Name the trump color")
@app_commands.describe(color="The color, or none where that is played")
async def trump(interaction: Interaction, color: str) -> None:
    """Name trump."""
    await _act(interaction, read("trump", color))


@app_commands.command(name="play", description="Play a card")
@app_commands.describe(card="The card, such as: R14")
async def play(interaction: Interaction, card: str) -> None:
    """Play a card."""
    await _act(interaction, read("play", card))


@app_commands.command(name="answer", description="Answer anything else you are asked")
@app_commands.describe(choice="One of the answers on the buttons of your hand")
async def answer(interaction: Interaction, choice: str) -> None:
    """Answer a question that has no command of its own."""
    choices = dict(_answers(interaction))
    await _act(interaction, choices.get(choice) or _parse(notation(choice)))


@app_commands.command(name="last-trick", description="Show the trick just finished")
async def last_trick(interaction: Interaction) -> None:
    """Show the last trick."""
    await _show_last_trick(interaction, front(interaction).table_at(interaction))


# Autocomplete: only what this player may answer now -----------------------------------------------


@bid.autocomplete("points")
async def _complete_bid(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = _decision_of(interaction)
    if not isinstance(decision, ChooseNumber):
        return []
    bids = (action for action in decision.answers() if isinstance(action, Bid))
    texts = (bid_words(action, with_color=bool(decision.colors)) for action in bids)
    wanted = notation(typed).lower().split()
    fitting = (text for text in texts if _fits(text, wanted))
    return [app_commands.Choice(name=text, value=text) for text in islice(fitting, MENU_LIMIT)]


@play.autocomplete("card")
async def _complete_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    asking = _asking(interaction)
    decision = asking.view.decision if asking else None
    if asking is None or not isinstance(decision, ChooseCard):
        return []
    cards = [card for card in decision.cards if isinstance(decision.actions[card], Play)]
    return _card_choices((), cards, typed, look_of(asking.view.table))


@discard.autocomplete("cards")
async def _complete_discard(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    asking = _asking(interaction)
    decision = asking.view.decision if asking else None
    if asking is None or not isinstance(decision, ChooseCards):
        return []
    *before, last = typed.replace(",", " ").split(" ")
    try:
        chosen = parse_cards(notation(" ".join(before)))
    except ValueError:
        return []
    if len(chosen) >= decision.most or len(set(chosen)) < len(chosen):
        return []
    if any(card not in decision.cards for card in chosen):
        return []
    left = [card for card in decision.cards if card not in chosen]
    if sum(card in decision.few for card in chosen) >= decision.few_most:
        left = [card for card in left if card not in decision.few]
    return _card_choices(chosen, left, last, look_of(asking.view.table))


@trump.autocomplete("color")
async def _complete_trump(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    decision = _decision_of(interaction)
    options = options_of(decision) if decision is not None else ()
    named = [option for option in options if isinstance(option.action, NameTrump)]
    wanted = notation(typed).lower().split()
    return [
        app_commands.Choice(name=option.label, value=text)
        for option in named
        if _fits(text := str(option.action).removeprefix("trump "), wanted)
    ]


@answer.autocomplete("choice")
async def _complete_answer(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.lower().split()
    fitting = [name for name, _ in _answers(interaction) if _fits(name, wanted)]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:MENU_LIMIT]]


def _fits(text: str, wanted: Sequence[str]) -> bool:
    """Whether each word typed begins a word of the text."""
    words = text.lower().replace("\N{NO-BREAK SPACE}", " ").split()
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _card_choices(
    before: Sequence[Card], cards: Iterable[Card], typed: str, look: Look
) -> list[app_commands.Choice[str]]:
    wanted = typed.strip().lower()
    shown = [card for card in cards if look.name(card).lower().startswith(wanted)]
    return [
        app_commands.Choice(
            name="".join(f"{look.name(one)} " for one in before) + look.card(card),
            value=" ".join(map(str, (*before, card))),
        )
        for card in shown[:MENU_LIMIT]
    ]


def _answers(interaction: Interaction) -> list[tuple[str, Action]]:
    """The answers that have no command of their own, in words."""
    asking = _asking(interaction)
    decision = asking.view.decision if asking else None
    if asking is None or decision is None:
        return []
    names, look = plain_names_of(asking.table), look_of(asking.view.table)
    actions = [option.action for option in options_of(decision)]
    if isinstance(decision, ChooseCard):
        actions += [decision.actions[card] for card in decision.cards]
    return [
        (label_of(decision, action, names, look)[:LABEL_LIMIT], action)
        for action in actions
        if not isinstance(action, HAVE_COMMANDS)
    ]


class _Asking(NamedTuple):
    """Somebody at a table who types a command."""

    table: ShownTable
    view: SeatView


def _asking(interaction: Interaction) -> _Asking | None:
    """What the person who types sees; None for anybody who does not sit in a match."""
    manager, channel_id = front(interaction).manager, channel_of(interaction)
    try:
        view = manager.hand(channel_id, interaction.user.id)
        return _Asking(manager.shown(channel_id, finished=True), view)
    except Refused:
        return None


def _decision_of(interaction: Interaction) -> Decision | None:
    """What the person is asked now; None for anybody who is not."""
    asking = _asking(interaction)
    return asking.view.decision if asking else None


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


def read(verb: str, typed: str) -> Action:
    """Read what was typed into a command.

    Raises:
        Refused: it is no such answer; the sentence says what is wrong with it.
    """
    return _parse(f"{verb} {notation(typed)}")


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
    return _parse(f"bid {' '.join(words)}")


def bid_words(bid: Bid, *, with_color: bool) -> str:
    """A bid as it is typed: ``75``, ``120 red``, ``120 none``."""
    if not with_color:
        return str(bid.points)
    return f"{bid.points} {'none' if bid.color is None else bid.color.word}"


def _asked(interaction: Interaction, control: Control) -> tuple[ShownTable, Decision]:
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
        answer,
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
