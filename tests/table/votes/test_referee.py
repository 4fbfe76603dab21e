"""Rulings and agreed votes: stored, announced, on the score sheet, kept over a restart."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.common.errors import NoTable, NotSeated, NotStarted, Refused, Stale
from bot.models.stored_tables import LogEntry, Status
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import Update
from bot.table.manager import GameManager
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.core.actions import PASS, EndForRenege, Fault, Penalize, Redeal
from rules.core.decisions import REFEREE, ChooseCard
from rules.core.events import DealStarted, Ruled
from rules.core.protocol import IllegalAction
from tests.table.people import ANN, BEN, CHANNEL, CLEO, DAN, EVE, FOUR, answer, asked, begin, seat
from tests.table.troubled import TroubledDatabase, disk_full, open_troubled

REDEAL = Proposal("redeal")
JUDGE = EVE.id
"""A person who sits at no table, and manages the server."""


async def test_penalty_is_deducted_and_listed_on_the_sheet_with_its_reason(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR)
    heard: list[Update] = []
    manager.desk.listen(heard.append)

    ruled = await manager.play.rule(CHANNEL, JUDGE, Penalize(1, 40, "table talk"))

    assert ruled.view is not None
    assert [side.total for side in ruled.view.totals] == [0, -40]
    line = Ruled(1, 1, -40, Fault.TABLE_TALK, (0, -40))
    assert ruled.view.sheet == (line,)
    assert heard[0].events == (line,)
    assert (await TableStore(database).log(table.id))[-1] == LogEntry(
        ruled.revision,
        REFEREE,
        JUDGE,
        "penalty 1 40 table talk",
        manager.desk.live_tables[0].clock.changed_at,
    )
    assert ruled.turn.waiting_for == table.turn.waiting_for


async def test_redealt_deal_starts_over_and_scores_for_neither_side(
    manager: GameManager, database: TroubledDatabase
) -> None:
    await begin(manager, *FOUR)
    await answer(manager, Random(1))
    heard: list[Update] = []
    manager.desk.listen(heard.append)

    again = await manager.play.rule(CHANNEL, JUDGE, Redeal())

    assert any(isinstance(event, DealStarted) for event in heard[0].events)
    assert again.view is not None
    assert {seat.cards for seat in again.view.seats} == {9}
    assert again.view.trick is None
    assert again.turn.due_at is None
    assert await ResultStore(database).deals(again.id) == []


async def test_rulings_are_kept_over_a_restart(
    manager: GameManager, database: TroubledDatabase, path: Path
) -> None:
    await begin(manager, *FOUR)
    await manager.play.rule(CHANNEL, JUDGE, Penalize(2, 40, "wrong discard"))
    await manager.play.rule(CHANNEL, JUDGE, Redeal(next_dealer=True))
    await answer(manager, Random(1))
    now = await manager.reading.shown(CHANNEL)
    await database.close()
    reopened = await open_troubled(path)
    again = GameManager(reopened)
    await again.resume()
    assert await again.reading.shown(CHANNEL) == now
    await reopened.close()


async def test_rulings_of_the_rule_book_are_offered_and_possible(manager: GameManager) -> None:
    await begin(manager, *FOUR)
    while sum(seat.tricks for seat in (await manager.reading.shown(CHANNEL)).view.seats) < 2:  # type: ignore[union-attr, misc]
        await answer(manager, Random(1))
    actions = [option.action for option in await manager.reading.rulings(CHANNEL)]
    assert {type(action) for action in actions} == {Penalize, Redeal, EndForRenege}
    table = await manager.reading.shown(CHANNEL)
    assert table.view is not None
    labels = [table.rules.words.ruling(table.view, action) for action in actions]
    assert "Table talk by {0}: 40 off" in labels

    revoke = next(action for action in actions if isinstance(action, EndForRenege))
    ended = await manager.play.rule(CHANNEL, JUDGE, revoke)
    assert ended.view is not None
    assert ended.view.deal == 2


async def test_match_ended_by_a_ruling_leaves_its_result(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    while not isinstance(
        (await manager.reading.hand(CHANNEL, asked(await manager.reading.shown(CHANNEL)))).view.decision,
        ChooseCard,
    ):
        await answer(manager, Random(1))
    over = await manager.play.rule(CHANNEL, JUDGE, EndForRenege(0))

    assert over.status is Status.FINISHED
    match = await ResultStore(database).match(table.id)
    assert match is not None
    assert [one.user_id for one in match.players if one.won] == [BEN.id, DAN.id]


@pytest.mark.parametrize(
    "action", [PASS, Penalize(7, 40, "x"), Penalize(0, 0, "x"), Penalize(0, 5000, "x"), EndForRenege(0)]
)
async def test_ruling_not_possible_now_is_refused(manager: GameManager, action: object) -> None:
    table = await begin(manager, *FOUR)
    with pytest.raises(IllegalAction):
        await manager.play.rule(CHANNEL, JUDGE, action)  # type: ignore[arg-type]
    assert await manager.reading.shown(CHANNEL) == table


async def test_ruling_without_a_match_is_refused(manager: GameManager) -> None:
    with pytest.raises(NoTable):
        await manager.play.rule(CHANNEL, JUDGE, Redeal())
    await seat(manager, *FOUR)
    with pytest.raises(NotStarted):
        await manager.play.rule(CHANNEL, JUDGE, Redeal())
    with pytest.raises(NotStarted):
        await manager.reading.rulings(CHANNEL)


async def test_unstorable_ruling_was_not_made(manager: GameManager, database: TroubledDatabase) -> None:
    table = await begin(manager, *FOUR)
    database.troubles = [disk_full()]
    with pytest.raises(Exception, match="disk is full"):
        await manager.play.rule(CHANNEL, JUDGE, Penalize(1, 40, "table talk"))
    assert await manager.reading.shown(CHANNEL) == table


async def test_ruling_does_not_return_a_player_who_is_away(manager: GameManager) -> None:
    """The referee's seat is a number below 0, which must not index a list of seats from its end."""
    await begin(manager, *FOUR)
    for person in FOUR:
        await manager.presence.leave(CHANNEL, person.id, "random")
    ruled = await manager.play.rule(CHANNEL, JUDGE, Penalize(1, 40, "table talk"))
    assert all(one.is_away for one in ruled.seats)


# Agreement ------------------------------------------------------------------------------------------


async def test_deal_is_dealt_again_once_all_present_agree(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, ANN, BEN, CLEO)
    await manager.presence.leave(CHANNEL, CLEO.id, "random")
    with pytest.raises(NotSeated):
        await manager.votes.agree(CHANNEL, EVE.id, REDEAL)
    hand = (await manager.reading.hand(CHANNEL, BEN.id)).view.hand

    asked_for = await manager.votes.agree(CHANNEL, ANN.id, REDEAL)
    assert asked_for.voting.votes[REDEAL].yes == {ANN.id}
    again = await manager.votes.agree(CHANNEL, BEN.id, REDEAL, revision=asked_for.revision)

    assert again.voting.votes == {}
    assert (await manager.reading.hand(CHANNEL, BEN.id)).view.hand != hand
    ruling = next(entry for entry in await TableStore(database).log(table.id) if entry.seat == REFEREE)
    assert (ruling.action, ruling.user_id) == ("redeal", None)


@pytest.mark.parametrize("is_ruled", [False, True])
async def test_answer_to_the_old_cards_is_refused_for_the_new(
    manager: GameManager, *, is_ruled: bool
) -> None:
    """The question reads the same, but the player who bids for the old cards has not seen the new."""
    table = await begin(manager, *FOUR)
    bidder, before = asked(table), table.revision
    if is_ruled:
        await manager.play.rule(CHANNEL, JUDGE, Redeal())
    else:
        for person in FOUR:
            await manager.votes.agree(CHANNEL, person.id, REDEAL)
    again = await manager.reading.shown(CHANNEL)
    assert asked(again) == bidder, "the same player deals again"
    with pytest.raises(Stale):
        await manager.play.act(CHANNEL, bidder, PASS, table_id=table.id, revision=before)
    await manager.play.act(CHANNEL, bidder, PASS, table_id=table.id, revision=again.revision)


async def test_votes_to_end_and_to_redeal_are_separate(manager: GameManager) -> None:
    await begin(manager, ANN, BEN)
    await manager.votes.agree(CHANNEL, ANN.id, Proposal("end"))
    both = await manager.votes.agree(CHANNEL, BEN.id, REDEAL)
    assert both.is_playing
    assert {one: vote.yes for one, vote in both.voting.votes.items()} == {
        Proposal("end"): {ANN.id},
        REDEAL: {BEN.id},
    }


async def test_agree_button_is_stale_once_the_table_has_moved_on(manager: GameManager) -> None:
    await begin(manager, *FOUR)
    asked_for = await manager.votes.agree(CHANNEL, ANN.id, REDEAL)
    await answer(manager, Random(1))
    with pytest.raises(Stale):
        await manager.votes.agree(CHANNEL, BEN.id, REDEAL, revision=asked_for.revision)


async def test_no_vote_is_open_before_a_deal(manager: GameManager) -> None:
    await seat(manager, *FOUR)
    with pytest.raises(Refused):
        await manager.votes.agree(CHANNEL, ANN.id, REDEAL)
