"""Addresses in controls of the statistics: read back as written, within Discord's limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.common.errors import Refused
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing
from cogs.ui.addresses import (
    Address,
    BoardAddress,
    Chart,
    RatingAddress,
    RecordAddress,
    read_address,
)
from cogs.ui.controls import BUTTON, CUSTOM_ID_LIMIT, Control, Verb
from rules.catalog import GAMES

LAST_ID = 2**63 - 1
"""The largest number Discord can give a user."""
LONGEST_GAME = max(GAMES, key=len)

ids = st.integers(1, LAST_ID)
entries = st.one_of(
    st.tuples(ids), st.lists(ids, min_size=2, max_size=2, unique=True).map(lambda two: tuple(sorted(two)))
)
periods = st.one_of(
    st.sampled_from([Period.EVER, Period.year(2026), Period.month(2026, 11)]),
    st.integers(1, 10**6).map(Period.season),
)
any_period = st.one_of(periods, st.sampled_from([Period.CASUAL, Period.COMPUTERS]))
games = st.sampled_from([Games.ALL, Games.family("bidding"), *map(Games.game, GAMES)])
records = st.builds(
    RecordAddress,
    st.lists(entries, min_size=1, max_size=2).map(tuple),
    any_period,
    games,
    st.sampled_from(Chart),
)
ratings = st.builds(RatingAddress, entries, season_id=st.one_of(st.none(), st.integers(1, 10**6)))
boards = st.builds(
    BoardAddress,
    st.sampled_from(Competing),
    st.sampled_from(Order),
    periods,
    games,
    st.integers(0, 999),
    st.integers(0, 999),
)


@given(st.one_of(records, ratings, boards))
def test_address_is_read_back_as_it_was_written(address: Address) -> None:
    assert read_address(str(address)) == address


@pytest.mark.parametrize("period", [Period.CASUAL, Period.COMPUTERS])
def test_no_control_leads_to_a_leaderboard_of_uncounted_matches(period: Period) -> None:
    with pytest.raises(Refused):
        read_address(str(BoardAddress(period=period)))


def test_longest_address_fits_a_control() -> None:
    couples = ((LAST_ID - 1, LAST_ID), (LAST_ID - 3, LAST_ID - 2))
    longest = RecordAddress(couples, Period.season(10**6), Games.game(LONGEST_GAME))
    assert len(Control(Verb.COUNTING, 0, 0, str(longest)).custom_id(BUTTON)) <= CUSTOM_ID_LIMIT
    assert len(str(longest)) <= 100, "it is the value of an option, too"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "..",
        "...",
        "a.ever.all",
        "a.never.all.f",
        "a.ever.game x y.f",
        "A.ever.all.f",
        "a-b-c.ever.all.f",
        "a~b.ever.all.f",
        "zzzzzzzzzzzzzz.ever.all.f",
        "é.ever.all.f",
    ],
)
def test_invalid_record_address_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="out of date"):
        RecordAddress.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "players.wins.ever.all.0",
        "all.wins.ever.all.0.0",
        "players.luck.ever.all.0.0",
        "players.wins.ever.all.-1.0",
        "players.wins.ever.all.0.٣",
        "x",
    ],
)
def test_invalid_leaderboard_page_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="out of date"):
        BoardAddress.read(text)


def test_leaderboard_without_an_address_covers_all() -> None:
    assert BoardAddress.read("") == BoardAddress()
