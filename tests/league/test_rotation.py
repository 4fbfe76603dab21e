"""Rotating partners: after twelve hands every player has played four with each of the others (1988)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.evening.opening import DEALS, ROUNDS
from bot.evening.seating import QUARTETS
from bot.evening.standing import standing
from bot.models.evening_kinds import EveningKind, EveningStatus
from bot.models.stored_evenings import EveningGuest, EveningRecord, EveningRound, EveningTable, TableScore
from tests.league.played import ANN, BEN, CLEO, DAN

FOUR = (ANN, BEN, CLEO, DAN)


def test_three_rounds_of_four_deals_are_four_with_each_partner() -> None:
    """SV-42."""
    assert (ROUNDS[EveningKind.ROTATING], DEALS) == (3, 4)
    partners = Counter(frozenset(pair) for sitting in QUARTETS for pair in (sitting[::2], sitting[1::2]))
    assert partners == dict.fromkeys(map(frozenset, combinations(range(4), 2)), 1)


@given(st.lists(st.tuples(st.integers(-720, 720), st.integers(-720, 720)), min_size=3, max_size=3))
def test_each_individual_score_is_recorded_separately(points: list[tuple[int, int]]) -> None:
    sittings = [(FOUR[one], FOUR[two], FOUR[three], FOUR[four]) for one, two, three, four in QUARTETS]
    played = list(zip(sittings, points, strict=True))
    evening = EveningRecord(
        id=1,
        guild_id=2,
        channel_id=3,
        host_id=ANN,
        kind=EveningKind.ROTATING,
        status=EveningStatus.OVER,
        game="kentucky",
        options={},
        deals=4,
        most_rounds=3,
        created_at=1.7e9,
        guests=tuple(EveningGuest(player, str(player)) for player in FOUR),
        rounds=tuple(
            EveningRound((EveningTable(1, sitting, table_id=4, score=TableScore(scored, 0, 4)),))
            for sitting, scored in played
        ),
    )
    totals = {line.guest.user_id: line.total for line in standing(evening, {}, {})}
    assert totals == {
        player: sum(scored[sitting.index(player) % 2] for sitting, scored in played) for player in FOUR
    }
