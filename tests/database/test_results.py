"""Deals and matches load as recorded, on every store."""

from dataclasses import replace

import pytest

from bot.common.errors import StoreError
from bot.database.database import Conflict, Database
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    MatchResult,
    Reason,
    Results,
)
from bot.models.stored_tables import LogEntry
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.core.outcome import Ranking
from tests.database.samples import (
    ANN,
    BEN,
    HOME,
    deal,
    entries,
    match,
    new_table,
    plain_deal,
    player,
    sitting,
    stored_tables,
)

BID = DealResult(
    deal=1,
    dealer=2,
    at=1.7e9 + 1 / 3,
    sides=(
        DealSide(
            (0, 2), 140, 140, 120, 9, 20, (Reason("counters", 9, 120), Reason("most “tricks” 🐦", 1, 20))
        ),
        DealSide((1, 3), -60, -60, 60, 4, 0),
    ),
    players=(
        DealPlayer(0, ANN, None),
        DealPlayer(1, None, "steady"),
        DealPlayer(2, 2**63 - 1, "steady"),
        DealPlayer(3, BEN, None),
    ),
    contract=Contract(2, 120, "B", True, 15, 0, 30, folded=False, shot=True, second_partner=3),
)
FOLDED = replace(
    BID,
    deal=2,
    contract=Contract(
        3, 70, None, made=False, nest_points=-5, partner=None, sold_for=0, folded=True, shot=False
    ),
)
PLAIN = plain_deal(3, *BID.players)
MATCH = MatchResult(
    guild_id=HOME,
    game="kentucky",
    rules_code="1000-4DAG-9",
    edition="1988",
    rules_version=3,
    ranking=Ranking.MOST,
    players=(
        MatchPlayer(0, 0, ANN, "Ann “14” Ünal", None, 300, 1, won=True),
        MatchPlayer(1, 1, None, "Computer", "steady", -40, 2, won=False),
        MatchPlayer(2, 0, 2**63 - 1, "", "steady", 300, 1, won=True),
        MatchPlayer(3, 1, BEN, "Ben", None, -40, None, won=False),
    ),
    finished_at=1.7e9 + 9,
    seats=4,
)


async def test_deals_with_and_without_a_contract_load_as_recorded(database: Database) -> None:
    table, other = await new_table(database, channel_id=1), await new_table(database, channel_id=2)
    await TableStore(database).append(table.id, entries(1), results=Results((BID, FOLDED)))
    await TableStore(database).append(other.id, entries(1), results=Results((deal(1),)))
    await TableStore(database).append(table.id, entries(2), results=Results((PLAIN,)))

    assert await ResultStore(database).deals(table.id) == [BID, FOLDED, PLAIN]
    assert await ResultStore(database).deals(other.id) == [deal(1)]
    assert await ResultStore(database).deals(99) == []


async def test_match_loads_with_its_start_and_the_stores_counts(
    database: Database,
) -> None:
    table = await new_table(database)
    assert await ResultStore(database).match(table.id) is None
    deals = (BID, replace(BID, deal=2), replace(PLAIN, players=sitting(ANN, None, None, BEN)))
    await TableStore(database).append(
        table.id, [LogEntry(1, -1, None, "deal", 1.6e9)], results=Results(deals[:1])
    )
    await TableStore(database).append(
        table.id, [LogEntry(2, 0, ANN, "pass", 1.65e9)], results=Results(deals[1:], MATCH)
    )

    stood_in = tuple(
        replace(player, stand_in_deals=2) if player.is_away else player for player in MATCH.players
    )
    assert [player.is_away for player in stood_in] == [False, False, True, False]
    assert await ResultStore(database).match(table.id) == replace(
        MATCH, players=stood_in, started_at=1.6e9, deals=3
    )


async def test_match_of_unknown_rules_has_no_code(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(
        table.id, entries(1), results=Results(match=replace(MATCH, rules_code=None))
    )

    ended = await ResultStore(database).match(table.id)
    assert ended is not None
    assert ended.rules_code is None


@pytest.mark.parametrize("again", [Results((BID,)), Results(match=MATCH)])
async def test_result_is_recorded_once_and_a_repeat_rolls_back_its_entries(
    database: Database, again: Results
) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1), results=Results((BID,), MATCH))

    with pytest.raises(Conflict):
        await TableStore(database).append(
            table.id, entries(2), results=again, table=table._replace(revision=9)
        )
    assert await TableStore(database).log(table.id) == entries(1)
    assert await stored_tables(database) == [table]


async def test_table_never_opened_has_no_results(database: Database) -> None:
    for results in (Results((BID,)), Results(match=match(player(ANN, won=True)))):
        with pytest.raises(StoreError):
            await TableStore(database).append(99, (), results=results)
    assert await ResultStore(database).deals(99) == []
    assert await ResultStore(database).match(99) is None
