"""Rotating partners on the real manager and store."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningEnding, EveningKind
from tests.evening.party import CHANNEL, Party, people

ROTATING = EveningKind.ROTATING


async def partnerships(party: Party) -> Counter[frozenset[int | None]]:
    """Number of deals in which each two of the seats were partners."""
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    found = Counter[frozenset[int | None]]()
    for played in evening.rounds:
        [table] = played.tables
        assert table.score is not None
        for pair in (table.seats[::2], table.seats[1::2]):
            found[frozenset(pair)] += table.score.deals
    return found


async def test_twelve_deals_partner_everyone_equally(party: Party) -> None:
    """SV-42."""
    await party.open(4, ROTATING, deals=4)
    shown = await party.start()
    assert [table.channel_id for table in shown.tables] == [CHANNEL], "it is played in the channel itself"
    while not shown.is_over:
        shown = await party.play_round()
    four = [person.id for person in people(4)]
    assert await partnerships(party) == dict.fromkeys(map(frozenset, combinations(four, 2)), 4)
    evening = await EveningStore(party.database).evening(party.id)
    assert evening is not None
    points = sum(sum(t.score.points) for played in evening.rounds for t in played.tables if t.score)
    assert sum(line.total for line in shown.lines) == 2 * points
    assert (len(shown.lines), shown.ended) == (4, EveningEnding.PLAYED)


async def test_computer_fills_in_and_gives_its_seat_to_a_latecomer(party: Party) -> None:
    await party.open(3, ROTATING)
    await party.start()
    [late] = people(1, first=2001)
    await party.evenings.join(party.id, late)
    shown = await party.play_round()
    assert None not in shown.tables[0].seats
    await party.evenings.leave(party.id, 1002)
    shown = await party.play_round()
    assert shown.tables[0].seats.count(None) == 1
    shown = await party.play_round()
    found = await partnerships(party)
    assert sum(deals for pair, deals in found.items() if late.id in pair) == 2
    assert max(found.values()) == 1, "nobody has a partner twice, or the computer in their seat"
    assert len(shown.lines) == 4
