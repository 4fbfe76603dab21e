"""Replay messages: a match's deals, each deal step by step with all hands, and the check of its shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.common.errors import Refused
from bot.common.pages import place_on
from bot.delivery.pictures import Picture
from bot.replay.analysis import may_be_analysed
from bot.replay.deals import StepKind
from bot.replay.match import Replay
from bot.replay.moments import Moment, may_be_drawn, score_of
from bot.replay.play_again import can_play_again
from bot.table.desk.shown import ShownTable
from cogs.replay.words import happened, how_it_ended, step_name
from cogs.table.trick_lines import trick_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, TableSelect, in_blocks, page_buttons, panel, rows_of
from cogs.ui.news import said
from cogs.ui.stats_parts import gallery
from cogs.ui.words import Look, fitting, look_of, name_of, names_of
from cogs.ui.zones import hand_zones, rows_text
from rules.codes import code_of
from rules.core.cards import Card
from rules.core.views import Zone, ZoneKind
from rules.core.words import capitalized

REPLAY_COLOR: Final = 0x546E7A
DEALS_A_PAGE: Final = 8
ROWS_ROOM: Final = 900
"""Most characters of rows of cards on the table."""
BEFORE_THE_END: Final = "-# The cards just before the end:"
"""Heading of the cards in the last step of a game without tricks."""
OUT_OF_DATE: Final = "That button is out of date. `/table history` shows your matches."
AS_DEALT: Final = "✅ The seed gives the seal and this deck. The cards were dealt exactly like that."
OTHERWISE: Final = (
    "❌ The cards were **not** dealt like that. "
    "Something is wrong with this deal: tell whoever runs this bot."
)


class StepAddress(NamedTuple):
    """The deal and step a button leads to, both from 0, and whether with a picture."""

    place: int
    step: int
    has_picture: bool = False

    def control(self, table_id: int, name: str) -> Control:
        """A control that shows the step; ``name`` makes it unique in its message, as Discord requires."""
        marks = f"{name}.{self.step}{'p' * self.has_picture}"
        return Control(Verb.REPLAY_STEP, table_id, self.place, marks)

    def sending(self, table_id: int) -> Control:
        """The control that sends the step to the channel."""
        return self.control(table_id, "send")._replace(verb=Verb.SEND_DEAL)

    @classmethod
    def read(cls, control: Control) -> StepAddress:
        """The address in a control; raises ``Refused`` if it has none."""
        _, _, step = control.argument.partition(".")
        number = step.removesuffix("p")
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise Refused(OUT_OF_DATE)
        return cls(control.revision, int(number), step.endswith("p"))


def deals_panel(replay: Replay, page: int) -> ui.LayoutView:
    """A page of the finished deals of a match, with a menu to open one."""
    on = place_on(page, DEALS_A_PAGE, len(replay.deals))
    first = on.page * DEALS_A_PAGE
    places = range(len(replay.deals))[first : first + DEALS_A_PAGE]

    def draw(table: ShownTable) -> ui.LayoutView:
        lines = [
            f"**{deal_name(replay, place)}** · {how_it_ended(table, replay.deals[place])}" for place in places
        ]
        menu: ui.ActionRow[Any] = ui.ActionRow(
            TableSelect(
                Control(Verb.REPLAY_DEAL, table.id, 0),
                [discord.SelectOption(label=deal_name(replay, place), value=str(place)) for place in places],
                placeholder="Choose a deal to look at",
            )
        )
        return panel(
            ui.TextDisplay(f"### Replay · {table.rules.about.title}\n-# {_people(table)}"),
            ui.TextDisplay("\n".join(lines)),
            menu,
            *page_buttons(
                lambda to, mark: Control(Verb.REPLAY, table.id, to, mark), on, "Earlier deals", "Later deals"
            ),
            color=REPLAY_COLOR,
        )

    return fitting(draw, replay.at(len(replay.deals) - 1, 0)[0])


def _people(table: ShownTable) -> str:
    return " · ".join(name_of(seat) for seat in table.seats)


def deal_name(replay: Replay, place: int) -> str:
    """The name of a deal: its number, marked if an earlier deal has the same one."""
    number = replay.deals[place].number
    is_earlier_deal_again = any(deal.number == number for deal in replay.deals[:place])
    return f"Deal {number}{' (again)' if is_earlier_deal_again else ''}"


def step_panel(replay: Replay, at: StepAddress, picture: Picture | None = None) -> ui.LayoutView:
    """One step of a deal (events, trick, hands), with buttons to other steps."""
    table, moment = replay.at(at.place, at.step)
    address = at._replace(place=moment.place, step=moment.step)

    def draw(shown: ShownTable) -> ui.LayoutView:
        parts = in_blocks(_blocks(replay, shown, moment, has_picture=picture is not None))
        return panel(*parts, *gallery(picture), *_rows(replay, moment, address), color=REPLAY_COLOR)

    return fitting(draw, table)


def sent_panel(replay: Replay, at: StepAddress, by: str, picture: Picture | None = None) -> ui.LayoutView:
    """A step of a deal sent to the channel by the user named ``by``, with the end of the deal."""
    table, moment = replay.at(at.place, at.step)
    button = TableButton(at._replace(has_picture=False).control(table.id, "open"), "Step through it")

    def draw(shown: ShownTable) -> ui.LayoutView:
        head, *blocks = _blocks(replay, shown, moment, has_picture=picture is not None)
        ended = how_it_ended(shown, moment.deal)
        if moment.kind is not StepKind.SCORE:
            blocks.append(f"-# How it ended: {ended}")
        parts = in_blocks([f"-# {by} shows a deal\n{head}", *blocks])
        return panel(*parts, *gallery(picture), *rows_of([button]), color=REPLAY_COLOR)

    return fitting(draw, table)


def _blocks(replay: Replay, table: ShownTable, moment: Moment, *, has_picture: bool) -> list[str]:
    """A step in three blocks: head, events, cards. A picture replaces the hands: its alt text has them."""
    head = [f"### {deal_name(replay, moment.place)} · {step_name(moment)}", f"-# {_facts(table, moment)}"]
    told = [happened(table, moment)]
    if moment.trick is not None:
        worth = f"-# {table.rules.words.worth(moment.trick)}"
        told = [trick_text(table, moment.view, moment.trick), worth, *told]
    return [
        "\n".join(head),
        "\n".join(filter(None, told)),
        "\n".join(_cards_text(table, moment, has_picture=has_picture)),
    ]


def _cards_text(table: ShownTable, moment: Moment, *, has_picture: bool) -> list[str]:
    """All hands and the cards on the table; in the last step of a deal those before its last action."""
    lying = [*([] if has_picture else _hands(table, moment)), *_on_the_table(table, moment)]
    is_before = moment.kind is StepKind.PLAY and moment.is_before_last
    return [BEFORE_THE_END, *lying] if is_before and lying else lying


def _facts(table: ShownTable, moment: Moment) -> str:
    """The game, the bid and trump; after a trick, except the last, the points each side has taken."""
    words, scored = table.rules.words, score_of(moment.deal)
    facts = [said(table, f"{line.label} {line.text}".lstrip()) for line in words.lines(moment.view)]
    if moment.kind is StepKind.CARDS:
        facts = [_people(table)]
    elif moment.kind is StepKind.SCORE and (scored is None or scored.contract is None):
        facts = []  # the view is from before the last action, the score from after it
    taken = said(table, words.taken(moment.view))
    if taken and moment.kind is StepKind.TRICK and not moment.is_before_last:
        facts.append(f"Taken: {taken}")
    return " · ".join((table.rules.about.title, *facts))


def _hands(table: ShownTable, moment: Moment) -> list[str]:
    """The cards of each hand, below the player's name."""
    look, names = look_of(table), names_of(table)
    return [f"**{names[seat]}**\n{_held(look, hand)}" for seat, hand in enumerate(moment.hands) if hand]


def _held(look: Look, hand: Sequence[Card]) -> str:
    return look.cards(hand) if look.faces else " \N{EM SPACE}".join(look.lines(hand))


def _on_the_table(table: ShownTable, moment: Moment) -> list[str]:
    """The cards on the table: nest, dummy and public zones, without hands already shown."""
    if moment.kind is StepKind.SCORE:
        return []
    look = look_of(table)
    parts, laid = list[str](), moment.laid
    if laid.nest:
        pile = table.rules.words.zone(Zone(laid.kind or ZoneKind.NEST, None, (), 0))
        parts.append(f"**{capitalized(pile.name)}**\n{_held(look, laid.nest)}")
    if laid.dummy and moment.kind is not StepKind.TRICK:
        parts.append(f"**Dummy**\n{_held(look, laid.dummy)}")
    parts += hand_zones(table, moment.view, without={seat for seat, hand in enumerate(moment.hands) if hand})
    return [*parts, *filter(None, [rows_text(table, moment.view.zones, ROWS_ROOM)])]


def _rows(replay: Replay, moment: Moment, at: StepAddress) -> list[ui.ActionRow[Any]]:
    """The buttons of a step: to other steps and deals, and the actions on the deal."""
    table_id, last = replay.table.id, len(moment.deal.steps) - 1
    is_first, is_last = moment.step == 0, moment.step == last
    steps = [
        ("first", "First", at._replace(step=0), is_first),
        ("back", "Back", at._replace(step=max(moment.step - 1, 0)), is_first),
        ("next", "Next", at._replace(step=min(moment.step + 1, last)), is_last),
        ("last", "Last", at._replace(step=last), is_last),
    ]
    if moment.deals > 1:
        following = min(moment.place + 1, moment.deals - 1)
        steps.append(("deal", "Next deal", at._replace(place=following, step=0), following == moment.place))
    buttons = [
        TableButton(address.control(table_id, name), label, disabled=disabled)
        for name, label, address, disabled in steps
    ]
    more = list[TableButton]()
    if moment.deals > 1:
        more.append(TableButton(Control(Verb.REPLAY, table_id, moment.place // DEALS_A_PAGE), "All deals"))
    if may_be_drawn(moment):
        label = "Hide the picture" if at.has_picture else "Show a picture"
        turned = at._replace(has_picture=not at.has_picture)
        more.append(TableButton(turned.control(table_id, "picture"), label))
    if moment.kind in {StepKind.CARDS, StepKind.SCORE} and may_be_analysed(replay, moment.place):
        more.append(TableButton(Control(Verb.ANALYSIS, table_id, moment.place), "Analysis"))
    if moment.kind is StepKind.CARDS and replay.seeds:
        more.append(TableButton(Control(Verb.SHUFFLE, table_id, moment.place), "Check the shuffle"))
    more.append(TableButton(at.sending(table_id), "Send to the channel"))
    if can_play_again(replay, moment.place):
        more.append(TableButton(Control(Verb.PLAY_DEAL, table_id, moment.place), "Play it again"))
    return [*rows_of(buttons), *rows_of(more)]


def shuffle_panel(replay: Replay, place: int) -> ui.LayoutView:
    """The shuffle of a finished deal: its seal, seed and deck, and the command that checks them."""
    shuffle = replay.shuffle(place)
    server, table, number = shuffle.place
    command = (
        f"python -m bot verify --server {server} --table {table} --deal {number} --seal {shuffle.seal} "
        f"--seed {shuffle.seed} --rules {code_of(replay.game)} --seats {len(replay.table.seats)}"
    )
    return panel(
        ui.TextDisplay(
            f"### The shuffle · {deal_name(replay, place)}\n"
            f"The table showed this seal before the cards were dealt:\n`{shuffle.seal}`\n"
            f"Its seed, which no one could know until the deal was over:\n`{shuffle.seed}`"
        ),
        ui.Separator(),
        ui.TextDisplay(
            f"The deck it gives, in the order it was dealt:\n"
            f"```\n{' '.join(map(str, shuffle.cards))}\n```\n"
            f"{AS_DEALT if shuffle.is_as_dealt else OTHERWISE}"
        ),
        ui.Separator(),
        ui.TextDisplay(
            f"-# Anyone with a copy of the bot can check it with this command:\n```\n{command}\n```"
        ),
        *rows_of([TableButton(StepAddress(place, 0).control(table, "cards"), "Back to the deal")]),
        color=REPLAY_COLOR,
    )
