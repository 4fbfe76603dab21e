"""Hints: what a computer would do with a hand, and why, in one or two sentences; by button and by command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from discord import app_commands

from bot.computers.hints import reasons
from bot.table.desk.shown import ShownTable
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, screens, table_at
from cogs.framework.permissions import SHOWS
from cogs.hand.other_hint_words import other_reason_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.news import said
from rules.core.actions import Action, Bid, CallPartner, Discard, Keep, NameTrump, Play, Sell, Take
from rules.core.cards import Color
from rules.core.views import SeatView
from rules.core.words import colored, counted, gained, listed, shown, shown_all, who

COMPARED: Final = 3
"""Best answers listed with their expected points."""
BEST: Final = 3
"""Highest trumps named in a hand's strength."""


def hint_text(table: ShownTable, view: SeatView, advice: reasons.Advice) -> str:
    """The advised answer and its reason; if answers were compared by points, a line for each best one."""
    answer, reason = imperative(table, view, advice.action), reason_text(advice.reason)
    lines = [f"💡 **{said(table, answer)}** {said(table, reason)}"]
    if any(one.points is not None for one in advice.ranked):
        compared = (_compared(table, view, one) for one in advice.ranked[:COMPARED])
        lines += [f"-# {said(table, line)}" for line in compared]
    return "\n".join(lines)


def _compared(table: ShownTable, view: SeatView, one: reasons.Ranked) -> str:
    """An answer and its expected points, as a template."""
    answer = imperative(table, view, one.action).rstrip(".")
    return answer if one.points is None else f"{answer}: {expected_text(one)}"


def expected_text(one: reasons.Ranked) -> str:
    """A template: what an answer is worth, or what its bidder takes and how often the bid is made."""
    points = 0 if one.points is None else one.points
    if isinstance(one.action, Take | Sell | Keep):
        return f"worth {gained(points)}"
    named = "" if one.is_own else "whoever named trump " if one.is_sale else "the bidder "
    if one.chance is None:
        return f"{named}takes about {counted(points, 'point')}"
    return f"{named}takes about {points}, makes it {one.chance}% of the time"


def imperative(table: ShownTable, view: SeatView, action: Action) -> str:
    """An answer in the imperative, as a template: ``Bid 75``."""
    match action:
        case Play(card):
            return f"{table.rules.words.advised(card)}."
        case Bid():
            return f"Bid {table.rules.words.answer(view, action)}."
        case NameTrump(color, False) if color is not None:
            return f"Name {colored(color)} trump."
        case CallPartner(card):
            return f"Call {shown(card)}."
        case Discard(cards) if cards:
            return f"Discard {shown_all(cards)}."
        case _:
            return f"{table.rules.words.answer(view, action)}."


def reason_text(reason: reasons.Reason) -> str:  # noqa: PLR0911 - one branch for each reason
    """The reason of an advice as one or two sentences, as a template."""
    match reason:
        case reasons.NoChoice():
            return "There's no other choice."
        case reasons.Judged(choices):
            return f"Of {choices} choices, this one looks best." if choices else "This looks best."
        case reasons.Strength():
            return f"{_strength(reason)}."
        case reasons.Worth():
            return _worth(reason)
        case reasons.EveryTrick(deals):
            return f"The computer tried {counted(deals, 'likely deal')}, and this hand took every trick."
        case reasons.Discarding(worth, empty):
            return " ".join((_worth(worth), *_empty(empty)))
        case reasons.TriedOut(cards, deals):
            return (
                f"The computer tried {cards} cards in {counted(deals, 'likely deal')}, and this one did best."
            )
        case reasons.Cheapest(points):
            least = f"counts only {counted(points, 'point')}" if points else "counts nothing"
            return f"It {least}, and other cards you could play count more."
        case reasons.Sold() | reasons.Drawn() | reasons.NotDealtYet():
            return _of_settled(reason)
        case reasons.Takes() | reasons.PartnerTakes() | reasons.Lost() | reasons.DrawsTrumps():
            return _of_trick(reason)
        case _:
            return other_reason_text(reason)


def _empty(colors: Sequence[Color]) -> Iterator[str]:
    if colors:
        emptied = listed([colored(color) for color in colors], "or")
        yield f"You keep no {emptied}, so you can trump {'them' if len(colors) > 1 else 'it'}."


def _strength(strength: reasons.Strength) -> str:
    low = ", lowest wins" if strength.lowest_wins else ""
    if strength.trump is None and not strength.trumps:
        return f"No color{low}"
    number = counted(len(strength.trumps), "trump") if strength.trumps else "no trumps"
    best = f" with {shown_all(strength.trumps[:BEST])}" if strength.trumps else ""
    return f"{colored(strength.trump, capital=True)}{low}: {number}{best}"


def _worth(worth: reasons.Worth) -> str:
    what = "naming trump" if worth.is_sale else "as the bidder"
    about = f"{_strength(worth.strength)}. That's about {counted(worth.points, 'point')} {what}"
    if worth.needed is not None:
        return f"{about}, and the next bid is {worth.needed}."
    if worth.bidder is not None:
        return f"{about}, but {who(worth.bidder)} is your partner and has the high bid."
    if worth.margin is not None:
        bid, spread = worth.margin
        return f"{about}, give or take {spread}. That cuts it too close for a bid of {bid}."
    if worth.by_score:
        return f"{about}, but at this score winning the match matters more."
    return f"{about}."


def _of_settled(reason: reasons.Sold | reasons.Drawn | reasons.NotDealtYet) -> str:
    match reason:
        case reasons.Sold(price, keeping, selling):
            kept = f"Next to the others' average, keeping trump is worth {gained(keeping)}"
            return f"{kept}, and selling it for {price} is worth {gained(selling)}."
        case reasons.Drawn(up, unseen):
            return f"The card that shows is worth {up} to you, and an unseen card about {unseen}."
        case reasons.NotDealtYet():
            return "No one has a card yet, so it favors no one."


def _of_trick(reason: reasons.Takes | reasons.PartnerTakes | reasons.Lost | reasons.DrawsTrumps) -> str:
    match reason:
        case reasons.Takes(points):
            return f"No opponent can beat it. The trick has {counted(points, 'point')} so far."
        case reasons.PartnerTakes(hand, points):
            given = f"this card adds {counted(points, 'point')}" if points else "save your good cards"
            if hand is None:
                return f"Your own card takes this trick for sure, so {given}."
            return f"This trick goes to {who(hand)} for sure, so {given}."
        case reasons.Lost(points):
            if points:
                given = counted(points, "point")
                return f"This trick is lost for sure, and this card gives away only {given}."
            return "This trick is lost for sure, so play a card that counts nothing."
        case reasons.DrawsTrumps(own, theirs):
            held = f"up to {counted(theirs, 'trump')}"
            return f"It pulls trump: {held} may be out against you, and this hand has {own}."


async def press_hint(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Redraw the pressed hand with a hint."""
    hint = await interaction.client.app.learn.hints.hint(
        channel_of(interaction), interaction.user.id, control.table_id, control.revision
    )
    await screens(interaction).hands.advise(interaction, hint.hand, hint.advice)


@app_commands.command(name="hint", description="What a computer would do with your hand, and why")
async def hint(interaction: Interaction) -> None:
    """Show the user's hand with the answer a computer would give, and why."""
    with screens(interaction).hands.answering(interaction):
        table = await table_at(interaction)
        await press_hint(interaction, Control(Verb.HINT, table.id, table.revision), ())


class Hinting(Extension):
    """The command and button for a hint."""

    typed: ClassVar = (Commands(ROOK, Topic.MATCH, SHOWS, (hint,)),)
    presses: ClassVar = {Verb.HINT: Press(press_hint, SHOWS)}


setup = Hinting.setup
