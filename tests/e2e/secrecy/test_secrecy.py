"""No user learns a hidden card from messages, offers, refusals or logs.

Cards that an onlooker cannot see are dealt again at many moments of many matches; the text that the
onlooker can read must stay exactly the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from bot.common.errors import Refused
from bot.common.lazy import Lazy
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.delivery.store import HandMessageStore
from bot.table.desk.shown import ShownHand
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import Sit
from bot.table.manager import GameManager
from bot.table.opening import WantedTable
from cogs.framework import interactions
from cogs.framework.replies import sentence_for
from cogs.hand import typed_moves
from cogs.table.posting import panel_of
from cogs.table.score_sheet import score_sheet
from cogs.table.trick_lines import named_trick_text
from cogs.table.watch_panel import watch_panel
from rules.core.actions import PLAYS, Action, Bid, Discard, NameTrump, Pass
from rules.core.cards import CARDS, Color
from rules.core.decisions import ChooseCards, ChooseOption, Seat
from rules.core.protocol import IllegalAction
from tests.e2e.players import Club
from tests.redeal import redeal
from tests.ui.tables import NAMES, SEATS, Moment, components, drawn_hand, match, shown

MATCHES, FEWER, EVERY, PARTS = 100, 30, 19, 5


def moments(key: str, matches: range) -> Iterator[Moment]:
    """Sampled states of random matches of two deals, by their seeds."""
    for seed in matches:
        for step, moment in enumerate(match(key, seed, deals=2), start=seed):
            kinds = {type(decision) for decision in moment.game.decisions(moment.state).values()}
            rare = not kinds or (seed % 4 == 0 and kinds & {ChooseCards, ChooseOption})
            if rare or step % EVERY == 0:
                yield moment


def table_panel(moment: Moment, seat: Seat | None) -> object:
    return components(panel_of(shown(moment)))


def watched(moment: Moment, seat: Seat | None) -> object:
    return components(watch_panel(shown(moment)))


def sheet(moment: Moment, seat: Seat | None) -> object:
    return components(score_sheet(shown(moment)))


def last_trick(moment: Moment, seat: Seat | None) -> object:
    table = shown(moment)
    view = table.view
    return view and view.last_trick and named_trick_text(table, view, view.last_trick)


def hand(moment: Moment, seat: Seat | None) -> object:
    if seat is None:
        return None
    view = moment.game.seat_view(moment.state, seat)
    table = shown(moment)
    drawn = [components(drawn_hand(table, view))]
    if isinstance(view.decision, ChooseCards):
        chosen = Discard(tuple(view.decision.cards)[: view.decision.most])
        drawn.append(components(drawn_hand(table, view, chosen)))
    return drawn


class Asking:
    """Stands in for an interaction: its user, and the manager that is asked."""

    def __init__(self, moment: Moment, seat: Seat | None) -> None:
        self.moment = moment
        self.seat = seat

    async def seen(self) -> ShownHand | None:
        if self.seat is None:
            return None
        view = self.moment.game.seat_view(self.moment.state, self.seat)
        return ShownHand(shown(self.moment), Lazy.known(view))


def run(coroutine: Any) -> Any:
    """The result of a coroutine that never suspends."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


def offers(moment: Moment, seat: Seat | None) -> object:
    asking: Any = Asking(moment, seat)
    complete: Any = typed_moves._complete_move
    with ExitStack() as stack:
        for module in (interactions, typed_moves):
            stack.enter_context(patch.object(module, "hand_of", Asking.seen))
        return [
            [(choice.name, choice.value) for choice in run(complete(asking, typed))]
            for typed in ("", "1", "R", "g")
        ]


ATTEMPTS: tuple[Action, ...] = (
    Pass(),
    Bid(70),
    Bid(71),
    Bid(500),
    Bid(70, Color.RED),
    NameTrump(Color.RED),
    *PLAYS,
    Discard(CARDS[:5]),
    Discard(CARDS[10:15]),
    Discard((CARDS[0],)),
    Discard(()),
)


def refusals(moment: Moment, seat: Seat | None) -> object:
    """The sentence for every attempt, without its further effects."""
    if seat is None:
        return None
    sentences = []
    for action in ATTEMPTS:
        try:
            moment.game.apply(moment.state, seat, action)
        except IllegalAction as error:
            sentences.append(sentence_for(error))
        else:
            sentences.append("allowed")
    return sentences


Show = Callable[[Moment, Seat | None], object]
SHOWN: tuple[Show, ...] = (table_panel, watched, sheet, last_trick, hand, offers, refusals)


def leaks(show: Show, sampled: Iterator[Moment], random: Random) -> list[str]:
    """Descriptions of texts that change for an onlooker once the hidden cards are dealt again."""
    found = []
    for moment in sampled:
        for onlooker in (None, *range(SEATS)):
            other = Moment(moment.game, redeal(moment.game, moment.state, onlooker, random))
            if show(moment, onlooker) != show(other, onlooker):
                found.append(f"{show.__name__} shows {onlooker} a hidden card in {moment.state!r}")
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", ["kentucky", "one_high"])
@pytest.mark.parametrize("show", SHOWN, ids=lambda show: show.__name__)
def test_messages_offers_and_refusals_reveal_no_hidden_card(show: Show, key: str, part: int) -> None:
    matches = range(FEWER if show in {offers, refusals} else MATCHES)[part::PARTS]
    assert leaks(show, moments(key, matches), Random(1)) == []


def leaking_panel(moment: Moment, seat: Seat | None) -> object:
    """A table panel that shows the first card of the next player's hand."""
    view = moment.game.seat_view(moment.state, (0 if seat is None else seat + 1) % SEATS)
    return [table_panel(moment, seat), [str(card) for card in view.order[:1]]]


def leaking_hand(moment: Moment, seat: Seat | None) -> object:
    """A hand that is longer when the partner holds the Rook."""
    partner = moment.game.seat_view(moment.state, (0 if seat is None else seat + 2) % SEATS)
    return [hand(moment, seat), any(card.is_bird for card in partner.hand)]


def leaking_refusal(moment: Moment, seat: Seat | None) -> object:
    """A refusal that depends on others' cards."""
    holder = moment.game.seat_view(moment.state, (0 if seat is None else seat + 1) % SEATS)
    return [f"{card} is held by another" for card in CARDS if card in holder.hand]


@pytest.mark.parametrize("show", [leaking_panel, leaking_hand, leaking_refusal])
def test_planted_leak_is_found(show: Show) -> None:
    assert leaks(show, moments("kentucky", range(3)), Random(1))


async def test_log_records_name_no_card_and_no_token(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in ("bot", "cogs", "rules"):
            logging.getLogger(name).setLevel(logging.DEBUG)
        await club.begin(deals=1)
        random = Random(7)
        while club.has_table:
            player = club.asked
            decision = player.decision
            assert decision is not None
            await player.press_id("rk1:do:1:1:play R99", on=player.hand())
            await club.others(player)[0].move("G10")
            await player.answer(club.sensible(decision, random))
        tokens = [hand.token for hand in await HandMessageStore(club.database).reachable_hands(0.0)]
    ours = [record for record in caplog.records if record.name.split(".")[0] in {"bot", "cogs", "rules"}]
    text = "\n".join(f"{record.getMessage()} {record.exc_info}" for record in ours)
    assert not [word for word in text.replace(",", " ").split() if word in {str(card) for card in CARDS}]
    assert not [token for token in tokens if token in text]


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
async def test_log_records_do_not_depend_on_hidden_cards(key: str, caplog: pytest.LogCaptureFixture) -> None:
    """Two tables that differ only in hidden cards, and the same attempts at both: the log is the same."""
    texts = []
    for seed in (1, 2):
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            database = await open_database(IN_MEMORY)
            manager = GameManager(database, random=Random(seed), now=lambda: 1000.0)
            await manager.lobbies.open_table(1, 2, Person(10, "Ann"), WantedTable(key))
            for number, name in enumerate(NAMES[1:], start=11):
                await manager.lobbies.change_lobby(2, Sit(Person(number, name)))
            await manager.lobbies.start(2, 10)
            for action in ATTEMPTS:
                if not isinstance(action, Pass | Bid):
                    for user in range(10, 14):
                        with pytest.raises((Refused, IllegalAction)):
                            await manager.play.act(2, user, action)
            await database.close()
        records = (
            record for record in caplog.records if record.name != "aiosqlite"
        )  # its records name memory addresses
        texts.append([record.getMessage() for record in records])
    assert texts[0] == texts[1]
