"""Answers that have no command of their own: named ones, melds, and public calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.table.desk.shown import ShownHand
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
    table_at,
)
from cogs.framework.parsing import NO_SUCH_CARDS, fits, held, read_group
from cogs.framework.permissions import ANSWERING, SHOWS
from cogs.ui.answer_buttons import label_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, Interaction
from cogs.ui.news import plain
from cogs.ui.words import look_of, notation
from rules.core.actions import SHOUT, Action, Bid, Discard, NameTrump, Pass, Play
from rules.core.cards import CardSet, parse_cards
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseNumber, Decision, Option, options_of

NOTHING_TO_CALL: Final = "There's nothing to call now."
MELDS_SEARCHED: Final = 2000
"""Melds searched for each autocomplete."""


async def press_call(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Answer for the presser's seat by a button of the table message. Only a failure is reported."""
    hand, action = await answer_pressed(interaction, control)
    hands = screens(interaction).hands
    hands.refresh(hand.table, [interaction.user.id])
    await hands.acknowledge(interaction, hand, action)


async def press_group(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the hand with the cards chosen so far and the melds they can make."""
    hand = await asked(interaction, control)
    chosen = read_group(control, values, hand.view.decision)
    await screens(interaction).hands.redraw(interaction, hand, chosen)


@app_commands.command(name="answer", description="Answer any other question you're asked")
@app_commands.describe(choice="One of the choices in your hand, or the cards of a meld")
async def answer(interaction: Interaction, choice: str) -> None:
    """Answer the question with one of its choices, the cards of a meld, or a typed action."""
    await table_at(interaction)
    who = await interaction.client.app.tables.reading.hand(channel_of(interaction), interaction.user.id)
    action = dict(_answers(who)).get(choice) or _meld(who, choice)
    await act(interaction, action or parse(notation(choice)))


@app_commands.command(name="call", description="Call: doubt, slap, or anything else you can call now")
async def call(interaction: Interaction) -> None:
    """Call (doubt, slap …), or refuse if no call is possible now."""
    decision = await decision_of(interaction)
    if decision is not None and not decision.accepts(SHOUT):
        raise Refused(NOTHING_TO_CALL)
    await act(interaction, SHOUT)


@answer.autocomplete("choice")
async def _complete_answer(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    who, wanted = await hand_of(interaction), notation(typed).lower().split()
    if who is None:
        return []
    fitting = (name for name, _ in _answers(who) if fits(notation(name), wanted))
    return [app_commands.Choice(name=name, value=name) for name in islice(fitting, MENU_LIMIT)]


def _answers(who: ShownHand) -> Iterator[tuple[str, Action]]:
    """Label and action of each answer that has no command of its own."""
    table, decision = who.table, who.view.decision
    if decision is None:
        return
    look = look_of(table)
    actions = [option.action for option in options_of(decision) if not _has_command(decision, option)]
    if isinstance(decision, ChooseCard):
        by_card = [decision.actions[card] for card in decision.cards]
        actions += [action for action in by_card if not isinstance(action, Play | Discard)]
    for action in actions:
        yield label_of(table, who.view, action)[:CHOICE_LIMIT], action
    if isinstance(decision, ChooseGroup):
        for action in islice(decision.grouping.answers(), MELDS_SEARCHED):
            cards = CardSet.of(getattr(action, "cards", ()))
            shown = " ".join(look.name(card) for card in cards)
            yield (
                f"{shown}: {plain(table, table.rules.words.answer(who.view, action))}"[:CHOICE_LIMIT],
                action,
            )


def _has_command(decision: Decision, option: Option) -> bool:
    """Whether `/rook bid`, `trump` or `pass` gives this answer; `pass` does so only in an auction."""
    is_auction = isinstance(decision, ChooseNumber)
    return isinstance(option.action, Bid | NameTrump) or (is_auction and isinstance(option.action, Pass))


def _meld(who: ShownHand, typed: str) -> Action | None:
    """The meld of typed cards, or None without any; raises ``Refused`` if they make no meld, or several."""
    decision = who.view.decision
    if not isinstance(decision, ChooseGroup):
        return None
    try:
        cards = held(parse_cards(notation(typed)), decision.cards)
    except ValueError:
        return None
    readings = decision.grouping.readings(CardSet.of(cards))
    if len(readings) == 1:
        return readings[0].action
    if readings:
        labels = (who.table.rules.words.answer(who.view, option.action) for option in readings)
        choices = " · ".join(plain(who.table, label) for label in labels)
        raise Refused(f"Those cards could be more than one thing: {choices}. Choose one from the list.")
    raise Refused(plain(who.table, who.table.rules.words.reason(who.view)) or NO_SUCH_CARDS)


class Answering(Extension):
    """Commands and controls for answers that have no command of their own."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, ANSWERING, (answer, call)),)
    presses: ClassVar = {
        Verb.CALL: Press(press_call, ANSWERING),
        Verb.GROUP: Press(press_group, SHOWS),
    }


setup = Answering.setup
