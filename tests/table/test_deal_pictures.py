"""The picture of a finished deal: the played cards only, rendered once in the background."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.delivery.pictures import Picture
from bot.pictures.values import Subject
from bot.table.desk.shown import ShownTable
from bot.table.match.deal_end import deal_end_after, deal_played, is_scored
from cogs.table.deal_pictures import DealPictures, played_picture
from cogs.table.posting import panel_of
from rules.catalog import find_game
from rules.core.decisions import CHANCE
from rules.core.events import CardPlayed, Event, TrickTaken
from tests.ui.tables import Moment, check_limits, parts, seats_of, shown, who_acts

GALLERY = 12
"""The type of a section with an accessory among Discord's components."""


class Painter:
    """A picture renderer that draws when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Subject] = []
        self.may_draw = asyncio.Event()

    async def of(self, subject: Subject) -> Picture | None:
        self.asked.append(subject)
        await self.may_draw.wait()
        return Picture(b"a picture", "What was played.")

    async def face(self, name: str) -> bytes | None:
        return None

    async def close(self) -> None:
        pass


def deal_over(key: str, seed: int = 5) -> tuple[ShownTable, list[Event]]:
    """A table at which a deal has just ended, and all events of that deal."""
    game, random, heard = find_game(key), Random(seed), list[Event]()
    state = game.start(seats_of(key))
    while not is_scored(heard):
        decisions = game.decisions(state)
        seat = who_acts(decisions, random)
        if seat == CHANCE:
            heard.clear()
        state, events = game.apply(state, seat, decisions[seat].sample(random))
        heard += events
    table = shown(Moment(game, state))
    return table._replace(
        match=table.match._replace(deal_end=deal_end_after((), heard), played=deal_played(game, heard))
    ), heard


def test_each_played_card_is_in_the_picture_once_and_no_other() -> None:
    table, heard = deal_over("kentucky")
    drawn = played_picture(table)
    there = [one for seat in drawn.seats for one in (*seat.hand, seat.played) if one is not None]
    assert sorted(there) == sorted(event.card for event in heard if isinstance(event, CardPlayed))
    assert [seat.name for seat in drawn.seats] == [seat.name for seat in table.seats]
    last = [event for event in heard if isinstance(event, TrickTaken)][-1]
    assert [seat.takes for seat in drawn.seats] == [seat == last.winner for seat in range(4)]
    assert drawn.trump is not None


@pytest.mark.parametrize(
    "key", ["three_handed_1914", "partnership_six", "regular_for_two", "panjandrum_1988"]
)
def test_only_a_table_of_four_hands_is_drawn(key: str) -> None:
    assert played_picture(deal_over(key)[0]).is_empty


def test_no_picture_is_drawn_during_a_deal_or_after_the_match() -> None:
    table, _ = deal_over("kentucky")
    assert played_picture(table._replace(match=table.match._replace(played=None))).is_empty
    assert played_picture(table._replace(status=table.status.FINISHED)).is_empty


async def test_picture_is_rendered_once_and_announced_when_ready() -> None:
    table, _ = deal_over("kentucky")
    painter, told = Painter(), asyncio.Queue[ShownTable]()
    pictures = DealPictures(painter, told.put_nowait)
    assert [pictures.of(table), pictures.of(table)] == [None, None]
    await asyncio.sleep(0)
    painter.may_draw.set()
    assert await asyncio.wait_for(told.get(), 5) == table
    picture = pictures.of(table)
    assert picture is not None
    assert len(painter.asked) == 1
    [gallery] = [part for part in parts(panel_of(table, picture)) if part["type"] == GALLERY]
    assert gallery["items"][0]["description"] == "What was played."
    check_limits(panel_of(table, picture))


async def test_picture_that_comes_too_late_is_dropped() -> None:
    table, _ = deal_over("kentucky")
    painter, told = Painter(), asyncio.Queue[ShownTable]()
    pictures = DealPictures(painter, told.put_nowait)
    other = deal_over("kentucky", 6)[0]._replace(id=table.id + 1)
    pictures.of(table)
    await asyncio.sleep(0)
    pictures.of(table._replace(match=table.match._replace(deal_end=(), played=None)))
    pictures.of(other)
    painter.may_draw.set()
    assert await asyncio.wait_for(told.get(), 5) == other
    assert told.empty()
