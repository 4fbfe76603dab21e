"""A player's private message: the hand and the question asked now, as buttons or menus."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from discord import ui

from bot.table.desk.shown import ShownHand, ShownTable
from cogs.hand.ahead import ahead_rows, ahead_text
from cogs.hand.bids import bid_rows
from cogs.hand.claims import may_claim, must_be_sure
from cogs.hand.hints import hint_text
from cogs.hand.nest_choice import nest_rows, nest_text
from cogs.hand.notes import ShownNotes
from cogs.table.away_panel import away_buttons, away_text
from cogs.table.panel import TEXT_ROOM, deal_lines, who_won
from cogs.table.recap import ENDS, ended_lines, next_deal_button, next_deal_text
from cogs.table.rematch_lines import rematch_button
from cogs.table.trick_lines import last_trick_line, named_trick_text, trick_now
from cogs.ui.answer_buttons import confirmation, option_button, option_rows
from cogs.ui.card_choices import PHONE_ROW, card_rows, marks_line
from cogs.ui.controls import Verb
from cogs.ui.group_choices import group_rows, group_text
from cogs.ui.items import TableButton, TableSelect, in_blocks, note, panel, rows_of, table_button
from cogs.ui.news import news, said
from cogs.ui.words import hand_name, look_of, name_of, names_of
from cogs.ui.zones import hand_zones, pile_cards, rows_text
from rules.core.actions import Action, Discard
from rules.core.cards import Card, CardSet
from rules.core.decisions import (
    ChooseCard,
    ChooseCards,
    ChooseGroup,
    ChooseNumber,
    Decision,
    Seat,
    options_of,
)
from rules.core.outcome import Outcome
from rules.core.views import SeatView
from rules.core.words import Called, listed, signed, together

HAND_COLOR: Final = 0x1565C0
YOUR_HAND: Final = "Your hand"
"""Title of a hand at a table."""
BROKEN_OFF: Final = f"### {YOUR_HAND}\nThe match is over."
"""Text of a hand after its match was ended early: without its cards."""


def hand_panel(hand: ShownHand, notes: ShownNotes, title: str = YOUR_HAND) -> ui.LayoutView:
    """A seat's hand message: cards, question and controls; between deals or after the match the result.

    Cards that can answer are buttons; other hands on the table are text below. A seat that is asked sees
    the rows on the table here too. A seat that a computer has is asked nothing: its player sees what
    happened, and the way back.
    """
    table, view, plan = hand.table, hand.view, hand.plan
    done, advice, draft, _ = notes
    if view.table.outcome is not None:
        return _match_over(table, view.table.outcome, done)
    if not table.is_playing:
        return note(BROKEN_OFF)
    if table.is_between_deals:
        return _between_deals(table, view, done)
    if table.seats[view.seat].is_away:
        view, draft, plan = view._replace(decision=None), None, None
    question, rows = _question(table, view, draft)
    if draft is None or isinstance(draft, Discard):
        rows = _with_extras(rows, _extra_buttons(table, view, notes))
    if view.decision is None:
        question = "\n".join(filter(None, (question, ahead_text(table, plan))))
        rows = (*ahead_rows(table, view, plan), *rows)
    if advice is not None:
        question += f"\n{hint_text(table, view, advice)}"
    headline = "\n".join(filter(None, (_headline(table, view, title), done)))
    own = "\n".join(look_of(table).lines(view.order))
    other = _other_hand_asked(view) is not None
    below = [f"**Your own hand**\n{own}"] if own and other and _are_buttons(view) else []
    asked = {view.decision.hand} if rows and view.decision else set()
    below += hand_zones(table, view.table, without={view.seat, *asked})
    zones = (*view.zones, *(view.table.zones if view.decision else ()))
    room = TEXT_ROOM - sum(map(len, (headline, own, question, *below)))
    cards = ["" if _are_buttons(view) else own, rows_text(table, zones, room)]
    *above, last = filter(None, (headline, *cards))
    blocks = [*above, f"{last}\n{question}"]
    return panel(*in_blocks(blocks), *rows, *in_blocks(below, rule_first=True), color=HAND_COLOR)


def _with_extras(rows: Sequence[ui.ActionRow[Any]], extras: Sequence[TableButton]) -> list[ui.ActionRow[Any]]:
    """Rows with extra buttons after them: in the last row if a phone has room for all of them there."""
    last = rows[-1].children if rows else []
    if not 0 < len(last) + len(extras) <= PHONE_ROW or any(isinstance(item, TableSelect) for item in last):
        return [*rows, *rows_of(extras)]
    return [*rows[:-1], ui.ActionRow(*last, *extras)]


def _extra_buttons(table: ShownTable, view: SeatView, notes: ShownNotes) -> list[TableButton]:
    """*Hint* (unless it shows one), *Claim the rest*, *Take back* and *Say …*, if allowed now."""
    buttons = []
    if view.decision is not None and table.has_hints and notes.advice is None:
        buttons.append(table_button(table, Verb.HINT, "Hint", emoji="💡"))
    if may_claim(table, view) and (notes.is_claim_sure or not must_be_sure(table)):
        buttons.append(table_button(table, Verb.CLAIM, "Claim the rest", emoji="🙌"))
    if view.seat in table.voting.may_take_back:
        buttons.append(table_button(table, Verb.TAKE_BACK, "Take back", emoji="↩️"))
    return [*buttons, *_phrases_buttons(table)]


def _phrases_buttons(table: ShownTable) -> list[TableButton]:
    """The button that opens the phrases; an empty list if the table doesn't allow them."""
    return [table_button(table, Verb.PHRASES, "Say …", emoji="💬")] if table.has_phrases else []


def _between_deals(table: ShownTable, view: SeatView, done: str) -> ui.LayoutView:
    """The hand message between deals: the last deal's score, and the button that deals the next.

    The table has the whole recap.
    """
    score = [event for event in table.match.deal_end if isinstance(event, ENDS)]
    ended = "\n".join(filter(None, (f"### {YOUR_HAND}", done, *ended_lines(table, score))))
    own = table.seats[view.seat]
    told = news(table, view.table), away_text(table, own), next_deal_text(table, view.table)
    rows = rows_of([*away_buttons(table, own), next_deal_button(table), *_phrases_buttons(table)])
    return panel(*in_blocks([ended, *told]), *rows, color=HAND_COLOR)


def _match_over(table: ShownTable, outcome: Outcome, done: str) -> ui.LayoutView:
    """The hand message of a match that is over: a line, for the table shows the result, and *Rematch*."""
    head = "\n".join(
        filter(None, (f"### {YOUR_HAND}", done, f"The match is over. {who_won(table, outcome)}"))
    )
    return panel(ui.TextDisplay(head), *rows_of(rematch_button(table)), color=HAND_COLOR)


def _are_buttons(view: SeatView) -> bool:
    """Whether the cards asked for are on buttons, so that text would repeat them."""
    decision = view.decision
    if isinstance(decision, ChooseCards):
        return True
    if not isinstance(decision, ChooseCard):
        return False
    return decision.hand != view.seat or decision.held == view.hand


def _other_hand_asked(view: SeatView) -> int | None:
    """The hand that is asked about, or None if it is the seat's own."""
    decision = view.decision
    return None if decision is None or decision.hand == view.seat else decision.hand


def _headline(table: ShownTable, view: SeatView, title: str) -> str:
    if table.match.deal_end:  # the next deal is not dealt yet
        return "\n".join([f"### {title}", *ended_lines(table, table.match.deal_end)])
    asked = _other_hand_asked(view)
    other = "" if asked is None else f" · now {hand_name(table, asked)}"
    lines = [" · ".join((f"### {title}{other}", *_partner(table, view))), *_score(table, view)]
    lines += deal_lines(table, view.table, _side_namer(view.seat, len(view.table.taken)))
    lines += [*_bids(table, view), *_tricks(table, view)]
    lines += [
        f"-# {said(table, table.rules.words.zone(pile).name)}: {pile_cards(table, pile) or 'nothing'}"
        for pile in view.zones
        if not pile.is_row
    ]
    return "\n".join([*lines, *_face_down(view), *marks_line(table, view, _cards_asked(view))])


def _cards_asked(view: SeatView) -> Collection[Card]:
    """Cards on the buttons or in the menus of the question."""
    match view.decision:
        case ChooseCard() | ChooseCards() as decision:
            return decision.held
        case ChooseGroup() as decision:
            return decision.cards
    return ()


def _partner(table: ShownTable, view: SeatView) -> list[str]:
    """The fact that names the seat's partners; an empty list while partners are unknown."""
    sides = {info.seat: info.side for info in view.table.seats}
    own, names = sides.get(view.seat), names_of(table)
    if own is None:
        return []
    mates = [names[seat] for seat, side in sides.items() if side == own and seat != view.seat]
    return [f"Partner{'s' if len(mates) > 1 else ''} {listed(mates)}"] if mates else []


def _bids(table: ShownTable, own: SeatView) -> list[str]:
    """A line with each seat's bid and the dealer; an empty list once cards are played."""
    view = own.table
    if table.rules.about.kind != "bidding" or view.trick or view.last_trick:
        return []
    told = [
        f"{_called(table, own, info.seat)}: {', '.join(said(table, note.text) for note in notes)}"
        for info in view.seats
        if (notes := table.rules.words.notes(view, info.seat))
    ]
    return [" · ".join(told)] if told else []


def _called(table: ShownTable, view: SeatView, seat: Seat) -> str:
    return "You" if seat == view.seat else name_of(table.seats[seat])


def _score(table: ShownTable, view: SeatView) -> list[str]:
    """The fact with the match's score, the seat's own side first; an empty list for a side alone."""
    totals = sorted(view.table.totals, key=lambda side: view.seat not in side.seats)
    called = _side_namer(view.seat, len(totals))
    score = " · ".join(f"{said(table, called(side.seats))} {signed(side.total)}" for side in totals)
    return [f"Score: {score}"] if len(totals) > 1 else []


def _side_namer(own: Seat, sides: int) -> Called:
    """Names sides as the seat reads them (``you``, ``they``): a phone has no room for all players' names."""

    def called(seats: Sequence[Seat]) -> str:
        if own in seats:
            return "you"
        return "they" if sides == 2 and len(seats) > 1 else together(seats)

    return called


def _tricks(table: ShownTable, view: SeatView) -> list[str]:
    """Lines with the trick and the one before it; why the deal was dealt again, before any."""
    trick, last = trick_now(view.table), view.table.last_trick
    if trick is None:
        again = table.match.dealt_again
        return [] if again is None else ended_lines(table, [again], is_lone=True)
    before = [last_trick_line(table, last, view.seat)] if last is not None and trick != last else []
    return [named_trick_text(table, view.table, trick, view.seat), *before]


def _face_down(view: SeatView) -> list[str]:
    """A line with the number of the seat's face-down cards; an empty list if it may see its hand."""
    number = next(info.cards for info in view.table.seats if info.seat == view.seat)
    return [f"Your cards are face down: 🎴\N{NO-BREAK SPACE}{number}"] if number and not view.hand else []


def _question(
    table: ShownTable, view: SeatView, draft: Action | None
) -> tuple[str, Sequence[ui.ActionRow[Any]]]:
    """The question with the reason why some cards can't be chosen, and the controls that answer it."""
    decision, own = view.decision, table.seats[view.seat]
    if own.is_away:
        return away_text(table, own), rows_of(away_buttons(table, own))
    if decision is None:
        return _waiting(table, view), ()
    chosen = draft.cards if isinstance(draft, Discard) else ()
    if isinstance(decision, ChooseGroup):
        asked = f"**{said(table, table.rules.words.question(view))}**"
        lines = [asked, *group_text(table, view, decision, chosen)]
        return "\n".join(lines), group_rows(table, view, decision, chosen)
    if isinstance(decision, ChooseCards) and (draft is None or isinstance(draft, Discard)):
        lines = [*_asked(table, view, decision), *nest_text(table, view, decision, chosen)]
        return "\n".join(lines), nest_rows(table, view, decision, chosen)
    if draft is not None:
        asking, row = confirmation(table, view, decision, draft)
        return asking, (row,)
    return "\n".join(_asked(table, view, decision)), _controls(table, view, decision)


def _asked(table: ShownTable, view: SeatView, decision: Decision) -> list[str]:
    """Lines with the question, and the reason why the seat must bid or some cards can't be chosen."""
    lines = [f"## {said(table, table.rules.words.question(view))}"]
    if _is_limited(decision):
        lines += [f"-# {said(table, reason)}"] if (reason := table.rules.words.reason(view)) else []
    return lines


def _is_limited(decision: Decision) -> bool:
    if not isinstance(decision, ChooseCard | ChooseCards):
        return isinstance(decision, ChooseNumber)
    few = isinstance(decision, ChooseCards) and bool(decision.few)
    return few or decision.cards != decision.held


def _waiting(table: ShownTable, view: SeatView) -> str:
    if not view.table.asked:
        return said(table, table.rules.words.prompt(view.table)) or "One moment …"
    asked = listed([name_of(table.seats[seat]) for seat in view.table.asked])
    if view.table.hand is None:
        return f"Waiting for {asked} …"
    hand = "your hand" if view.table.hand == view.seat else hand_name(table, view.table.hand)
    return f"Waiting for {asked} to play from {hand} …"


def _controls(table: ShownTable, view: SeatView, decision: Decision) -> list[ui.ActionRow[Any]]:
    look, options = look_of(table), options_of(decision)
    if isinstance(decision, ChooseCard):
        zones = [zone for zone in view.table.zones if zone.seat == decision.hand]
        covering = {card for zone in zones for card in zone.covering}
        return card_rows(table, view, decision, _in_order(view, decision), covering)
    if isinstance(decision, ChooseNumber):
        return bid_rows(table, decision, look, [option_button(table, view, option) for option in options])
    return option_rows(table, view, options)


def _in_order(view: SeatView, decision: ChooseCard) -> Sequence[Card]:
    """The cards asked about in the order they are shown elsewhere, else by color, highest first."""
    known = [view.order, *(zone.shown for zone in view.table.zones)]
    return next(
        (order for order in known if CardSet.of(order) == decision.held),
        tuple(sorted(decision.held, key=lambda card: (not card.is_bird, card.color or 0, -card.rank))),
    )
