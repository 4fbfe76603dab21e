"""Remarks of computers with a persona on a finished deal: seldom, on public events, never twice."""

from __future__ import annotations

from random import Random

import pytest

from bot.models.endings import Allowed
from bot.models.stored_tables import SeatRecord, Settled, TableRecord
from bot.table.desk.phrases import EVERY, Remark, remark_on
from bot.table.lobby.seating import AddComputers
from rules.core.events import DealScored, DealStarted, Event, MatchWon
from rules.core.scores import ContractScore, SideScore
from tests.table.lobby.test_lobby import table
from tests.table.people import ANN, BEN, CHANNEL, answer, begin, until
from tests.table.stage import Stage

AT = 1_700_000_000.0
HERE = AddComputers(ANN.id, None, None).applied_to(table(ANN))._replace(id=EVERY)
"""Ann with Jack, Pearl and Amos; Pearl is her partner."""


def scored(
    declarer: int, *, made: bool = True, deal: int = EVERY, partners: tuple[int, ...] = (), **how: object
) -> DealScored:
    sides = tuple(SideScore(seats, 100, 100) for seats in ((0, 2), (1, 3)))
    contract = ContractScore(declarer, 120, None, made, 0, partners)
    return DealScored(deal, 0, sides, contract._replace(**how))  # type: ignore[arg-type]


def heard(*events: Event, record: TableRecord = HERE) -> tuple[int, Remark] | None:
    said = remark_on(record, events, AT)
    assert said is None or (said.user_id is None and said.at == AT)
    return None if said is None else (said.seat, Remark(said.phrase))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        pytest.param(scored(1), (1, Remark.MADE), id="its own bid made"),
        pytest.param(scored(3, made=False), (3, Remark.SET), id="its own bid failed"),
        pytest.param(scored(1)._replace(dealer=1), None, id="a dealer who perhaps never bid"),
        pytest.param(scored(1, made=False)._replace(dealer=1), None, id="a dealer set"),
        pytest.param(scored(1, bid=0), None, id="trump named without a bid"),
        pytest.param(scored(0), (2, Remark.PARTNER), id="its partner's bid made"),
        pytest.param(scored(0, made=False), None, id="nothing of a partner who was set"),
        pytest.param(scored(0, partners=(3,)), (3, Remark.PARTNER), id="the partner that was called"),
        pytest.param(scored(1, folded=True), None, id="given up"),
        pytest.param(scored(1, stopped=True), None, id="neither made nor lost"),
        pytest.param(scored(1, revoked_by=0), None, id="a revoke ended it"),
        pytest.param(scored(1)._replace(contract=None), None, id="no bid"),
    ],
)
def test_computer_remarks_on_its_own_or_its_partners_bid(
    event: DealScored, expected: tuple[int, Remark] | None
) -> None:
    assert heard(event) == expected


def test_computer_remarks_on_a_fixed_quarter_of_deals() -> None:
    said = [deal for deal in range(1, 13) if heard(scored(1, deal=deal))]
    assert said == [4, 8, 12]
    other = HERE._replace(id=EVERY + 1)
    assert [deal for deal in range(1, 13) if heard(scored(1, deal=deal), record=other)] == [3, 7, 11]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(HERE._replace(allowed=Allowed(phrases=False)), id="phrases are off"),
        pytest.param(HERE._replace(settled=Settled.COMPUTERS), id="of a league or an earlier deal"),
        pytest.param(
            HERE.with_seat(0, SeatRecord(ANN.id, "Ann", computer="champion")), id="nobody is there to hear it"
        ),
        pytest.param(HERE.with_seat(1, SeatRecord(None, "Ruby", "champion")), id="nobody in particular"),
        pytest.param(HERE.with_seat(1, SeatRecord(BEN.id, "Ben", computer="champion")), id="a stand-in"),
    ],
)
def test_no_remark_without_phrases_players_or_persona(record: TableRecord) -> None:
    assert heard(scored(1, made=False), record=record) is None


@pytest.mark.parametrize("event", [DealStarted(5, 0), MatchWon((0, 2), (500, 200))])
def test_no_remark_comes_after_the_next_deal_or_match_end(event: Event) -> None:
    assert heard(scored(1), event) is None


async def test_remark_stays_until_the_next_deal_and_a_restart_drops_it(
    stage: Stage,
) -> None:
    async with stage.open(pace=0, deal_pause=30) as app:
        await begin(app.tables, ANN, BEN, kind="family", target=1000)
        [here] = app.tables.desk.live_tables
        random = Random(4)

        async def rests_or_waits() -> bool:
            return here.clock.is_between_deals or bool(
                (await app.tables.reading.shown(CHANNEL)).turn.waiting_for
            )

        deals = 0
        while not here.said:
            if here.clock.is_between_deals:
                await app.tables.play.next_deal(CHANNEL, ANN.id)
            while not here.clock.is_between_deals:
                await until(app.tables, rests_or_waits)
                if not here.clock.is_between_deals:
                    await answer(app.tables, random)
            deals += 1
            assert not here.said or (here.record.id + deals) % EVERY == 0
        [said] = (await app.tables.reading.shown(CHANNEL)).talk.said
        assert (said.user_id, type(said.phrase)) == (None, Remark)
    async with stage.open(deal_pause=30) as app:
        shown = await app.tables.reading.shown(CHANNEL)
        assert shown.match.deal_end, "the table still rests after that deal"
        assert shown.talk.said == ()
