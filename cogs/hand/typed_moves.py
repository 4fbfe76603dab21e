"""The command that answers any question in typed words, with autocomplete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.table.desk.shown import ShownHand
from cogs.framework.extension import ROOK, Commands, Extension, Topic
from cogs.framework.interactions import (
    answer_with,
    channel_of,
    hand_of,
    parse,
    screens,
    table_at,
)
from cogs.framework.parsing import NO_SUCH_CARDS, bid_words, fits, held, read_bid, read_cards
from cogs.framework.permissions import ANSWERING
from cogs.ui.answer_buttons import label_of
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, Interaction
from cogs.ui.news import plain
from cogs.ui.words import Look, look_of, notation
from rules.core.actions import PASS, PLAYS, SHOUT, Action, Bid, Discard
from rules.core.cards import Card, CardSet, parse_cards
from rules.core.decisions import (
    ChooseCard,
    ChooseCards,
    ChooseGroup,
    ChooseNumber,
    Decision,
    Option,
    options_of,
)

CALL: Final = "call"
"""What is typed to call in a race."""
NOTHING_TO_CALL: Final = "There's nothing to call now."
MELDS_SEARCHED: Final = 2000
"""Melds searched for each autocomplete."""


@app_commands.command(name="play", description="Play a card, bid, pass, discard, call: whatever you're asked")
@app_commands.describe(move="Like R14, or 75, pass, red, doubt, or the cards to discard: G5 B6 R7")
async def play(interaction: Interaction, move: str) -> None:
    """Answer the question of the user's seat, or call in a race, with a choice or typed words."""
    await table_at(interaction)
    own = await interaction.client.app.tables.reading.hand(channel_of(interaction), interaction.user.id)
    hands, action = screens(interaction).hands, read_move(own, move)
    with hands.answering(interaction):
        await hands.confirm(interaction, await answer_with(interaction, action), action)


@play.autocomplete("move")
async def _complete_move(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    own = await hand_of(interaction)
    if own is None or own.view.decision is None:
        return []
    return list(islice(_offers(own, own.view.decision, typed), MENU_LIMIT))


def read_move(own: ShownHand, typed: str) -> Action:
    """The answer of a seat's question that typed words mean: a choice's label, or a card, a bid, a color.

    Where nothing is asked it is PASS, which the table refuses with the reason. Raises ``Refused``, with what
    is wrong, if they are no answer.
    """
    decision, said = own.view.decision, notation(typed)
    if said.lower() == CALL:
        if decision is not None and not decision.accepts(SHOUT):
            raise Refused(NOTHING_TO_CALL)
        return SHOUT
    if decision is None:
        return PASS
    by_words = dict(_named(own, decision))
    by_words |= {words: option.action for option in options_of(decision) for words in _words_of(option)}
    if isinstance(decision, ChooseCard):
        by_words |= {str(decision.actions[card]).lower(): decision.actions[card] for card in decision.cards}
    named = by_words.get(typed) or by_words.get(said.lower())
    if named is not None:
        return named
    match decision:
        case ChooseNumber():
            return read_bid(typed, decision)
        case ChooseCards():
            return Discard(held(read_cards(typed), decision.cards))
        case ChooseCard():
            return _with_card(decision, typed)
        case _:
            return _meld(own, typed) or parse(said)


def _words_of(option: Option) -> tuple[str, ...]:
    """An option's action as it is typed: with its verb, or without it as in ``red``."""
    text = str(option.action).lower()
    return text, text.partition(" ")[2] or text


def _with_card(decision: ChooseCard, typed: str) -> Action:
    """What is done with the typed card. One not asked for is played: the rules say why it may not be."""
    meant, *others = held(read_cards(typed), decision.cards) or (None,)
    if meant is None or others:
        raise Refused(NO_SUCH_CARDS)
    return decision.actions[meant] if meant in decision.cards else PLAYS[meant]


def _offers(own: ShownHand, decision: Decision, typed: str) -> Iterator[app_commands.Choice[str]]:
    """Choices that what was typed begins: named answers, bids, cards, melds."""
    wanted = notation(typed).lower().split()
    if isinstance(decision, ChooseNumber):
        for bid in decision.answers():
            text = bid_words(bid, with_color=bool(decision.colors)) if isinstance(bid, Bid) else ""
            if text and fits(text, wanted):
                yield app_commands.Choice(name=text, value=text)
    for label, _ in _named(own, decision):
        if fits(notation(label), wanted):
            yield app_commands.Choice(name=label, value=label)
    if isinstance(decision, ChooseCard):
        yield from _card_choices((), decision.cards, typed, look_of(own.table))
    if isinstance(decision, ChooseCards):
        yield from _discard_choices(decision, typed, look_of(own.table))


def _discard_choices(decision: ChooseCards, typed: str, look: Look) -> list[app_commands.Choice[str]]:
    """Choices of one more card to discard, after those typed."""
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
    return _card_choices(chosen, left, last, look)


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


def _named(own: ShownHand, decision: Decision) -> Iterator[tuple[str, Action]]:
    """Label and action of each answer that has words of its own, and of each meld."""
    table = own.table
    look = look_of(table)
    for option in options_of(decision):
        yield label_of(table, own.view, option.action)[:CHOICE_LIMIT], option.action
    if isinstance(decision, ChooseGroup):
        for action in islice(decision.grouping.answers(), MELDS_SEARCHED):
            cards = CardSet.of(getattr(action, "cards", ()))
            shown = " ".join(look.name(card) for card in cards)
            words = plain(table, table.rules.words.answer(own.view, action))
            yield f"{shown}: {words}"[:CHOICE_LIMIT], action


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


class TypedMoves(Extension):
    """The command that answers any question."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, ANSWERING, (play,)),)


setup = TypedMoves.setup
