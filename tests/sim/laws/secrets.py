"""Law: no user reads a card in another hand, unless all players have seen it there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cogs.ui.controls import Verb
from rules.core.actions import CallPartner
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, Seat
from tests.cards_read import cards_in
from tests.rules.said import news, said
from tests.sim.messages import Message, Panel

if TYPE_CHECKING:
    from tests.sim.laws.ledger import Account, Moment

_ENDED = re.compile(r"\*\*(Deal \d+|Misdeal)\*\*")
"""The start of a message on a finished deal; its cards have been shuffled since."""
_DEAL = re.compile(r"(?:-#|###)(?: Analysis ·| The shuffle ·)? Deal (\d+)\b")
"""The deal number on a panel, of a present or past deal."""


TELLING = 3
"""Cards in each hand needed to identify a deal; fewer can be alike in other deals."""
_SHEET = re.compile(r"### Deal \d+ of \d+\n")
_DAILY = "### Daily deal "
_SEAT = re.compile(r"\*\*Seat (\d)\*\* · (.*)")
_OWN_WORDS = re.compile(r"“[^”]*” is not a card: write R14, Y5, G10, B1 … or Rook\.")
"""The error on a typed card, with examples of cards."""


def leaks(account: Account, message: Message) -> Iterator[str]:
    """Cards on a message that its reader must not know."""
    cards = on_panel(message.panel)
    if not cards or not account.is_open:
        return
    moments = _drawn_at(account, message.panel)
    if not moments:
        return
    reader = None if message.reader is None else account.record.seat_of(message.reader)
    for moment in reversed(moments):
        if not cards:
            return
        cards &= _hidden(account, moment, reader)
    if cards and (cards := cards - _seen(account)):
        who = "everybody" if message.reader is None else f"seat {reader}"
        yield f"{who} can read {sorted(cards)}: {message.panel.text}"


def is_sheet(panel: Panel) -> bool:
    """Whether a panel is the sheet of a duplicate deal finished at all tables."""
    return _SHEET.match(panel.text) is not None


def is_daily(panel: Panel) -> bool:
    """Whether a panel is of a daily deal, which has no table."""
    return panel.text.startswith(_DAILY)


def early_sheets(accounts: Iterable[Account], panel: Panel) -> Iterator[str]:
    """Problems of a sheet with a deal that a table still plays, found by its hands."""
    told = {int(seat) - 1: cards_in(line) for seat, line in _SEAT.findall(panel.text)}
    for account in accounts:
        if not account.is_open or not account.recent:
            continue
        moment = account.recent[-1]
        hands = moment.hands
        if min(map(len, hands), default=0) < TELLING or not _hidden(account, moment, None):
            continue
        if all(hand <= told.get(seat, set()) for seat, hand in enumerate(hands)):
            yield f"table {account.record.id} still plays it: {panel.text}"


def on_panel(panel: Panel) -> set[str]:
    """All cards on a panel: in its text, on buttons and in menus."""
    found = cards_in(_OWN_WORDS.sub("", panel.text))
    options = any(one.control.verb is Verb.OPTION for one in panel.all_controls)
    for label in panel.labels:  # "Rook" is also the name of an option
        found |= {label} if label == "Rook" and not options else _on_label(label)
    return found


@lru_cache(maxsize=10_000)
def _on_label(label: str) -> frozenset[str]:
    """The cards on a label, cached since labels repeat."""
    return frozenset(cards_in(label))


def _drawn_at(account: Account, panel: Panel) -> Sequence[Moment]:
    """The moments at which a panel may have been drawn; empty for one of an earlier deal."""
    own = [one.control for one in panel.all_controls]
    named = _DEAL.search(panel.text)
    if _ENDED.match(panel.text) or (named is not None and int(named[1]) != account.deal_number):
        return ()
    revision = max((control.revision for control in own), default=0)
    if revision:
        moment = account.at_revision(revision)
        return () if moment is None else (moment,)
    return account.recent


def _hidden(account: Account, moment: Moment, reader: Seat | None) -> frozenset[str]:
    """The cards in hands at a moment that a reader must not know."""
    if reader not in moment.hidden:
        moment.hidden[reader] = frozenset(_worked_out(account, moment, reader))
    return moment.hidden[reader]


def _worked_out(account: Account, moment: Moment, reader: Seat | None) -> set[str]:
    if moment.views is None:
        game, table = account.game, account.game.table_view(moment.state)
        seats = range(len(account.record.seats))
        moment.views = [game.seat_view(moment.state, seat, table) for seat in seats]
        moment.hands = [_held(tuple(view.hand)) for view in moment.views]
    hidden = set[str]().union(*(hand for seat, hand in enumerate(moment.hands) if seat != reader))
    if reader is not None:
        own = moment.views[reader]
        hidden -= moment.hands[reader] | names(card for zone in own.zones for card in zone.shown)
        if isinstance(own.decision, ChooseCard):
            hidden -= {str(call.card) for call in own.decision.answers() if isinstance(call, CallPartner)}
            hidden -= names(own.decision.held)
    return hidden


def _seen(account: Account) -> set[str]:
    """The cards all players have seen in the present deal."""
    for moment in account.deal[account.looked_at :]:
        account.seen |= _lying_open(account, moment)
    account.looked_at = len(account.deal)
    return account.seen


def _lying_open(account: Account, moment: Moment) -> set[str]:
    table, words = account.game.table_view(moment.state), account.game.words
    cards = names(card for zone in table.zones for card in zone.shown)
    tricks = (table.trick, table.last_trick)
    cards |= names(card for trick in tricks if trick is not None for _, card in trick.plays)
    cards |= {word.rstrip(",") for line in words.lines(table) for word in said(line.text).split()}
    return cards | cards_in(" ".join(news(account.game, table)))


@lru_cache(maxsize=1024)
def _held(hand: tuple[Card, ...]) -> frozenset[str]:
    """The cards of a hand by name, cached since hands repeat."""
    return frozenset(names(hand))


def names(cards: Iterable[Card]) -> set[str]:
    """The printed names of cards."""
    return {str(card.face) for card in cards}
