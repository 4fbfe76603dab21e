"""The picture of the cards everyone played, shown with a deal's recap once it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.pictures import Picture, Pictures
from bot.pictures.values import NO_TABLE, TABLE_SEATS, TablePicture, TableSeat
from bot.table.desk.shown import ShownTable


@dataclass
class _Drawing:
    subject: TablePicture
    at_work: asyncio.Task[None] | None = None
    picture: Picture | None = None


class DealPictures:
    """Draws the last deal of each table once, in the background, and calls ``drawn`` when done."""

    def __init__(self, pictures: Pictures, drawn: Callable[[ShownTable], None]) -> None:
        self._pictures = pictures
        self._drawn = drawn
        self._drawings: dict[int, _Drawing] = {}

    def of(self, table: ShownTable) -> Picture | None:
        """The picture of the deal that has just ended; None if there is none or it is not drawn yet.

        The first call starts the drawing.
        """
        subject = played_picture(table)
        known = self._drawings.get(table.id)
        if known is not None and known.subject == subject:
            return known.picture
        self.drop_table(table.id)
        if not subject.is_empty:
            drawing = self._drawings[table.id] = _Drawing(subject)
            drawing.at_work = asyncio.create_task(self._draw(table, drawing))
        return None

    def drop_table(self, table_id: int) -> None:
        """Drop the picture of a table, and cancel a drawing under way."""
        drawing = self._drawings.pop(table_id, None)
        if drawing is not None and drawing.at_work is not None:
            drawing.at_work.cancel()

    def close(self) -> None:
        """Cancel all drawings and drop all pictures."""
        for table_id in tuple(self._drawings):
            self.drop_table(table_id)

    async def _draw(self, table: ShownTable, drawing: _Drawing) -> None:
        drawing.picture = await self._pictures.of(drawing.subject)
        drawing.at_work = None
        if drawing.picture is not None:
            self._drawn(table)


def played_picture(table: ShownTable) -> TablePicture:
    """The cards everyone played in the deal that has just ended, with the last trick in the middle.

    ``NO_TABLE`` unless four hands played the deal and its recap is shown.
    """
    view, played = table.view, table.match.played
    if not table.is_playing or view is None or view.outcome is not None or played is None:
        return NO_TABLE
    if not len(view.seats) == len(played.hands) == TABLE_SEATS:
        return NO_TABLE
    last = dict(zip(played.last.hands, played.last.cards, strict=True))
    seats = tuple(
        TableSeat(seat.name, hand, last.get(seat.seat), takes=seat.seat == played.last.winner)
        for seat, hand in zip(table.seats, played.hands, strict=True)
    )
    return TablePicture(
        f"Deal {view.deal}, as played · last trick", seats, played.trump, view.counters, view.blue
    )
