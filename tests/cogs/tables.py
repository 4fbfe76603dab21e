"""Tables to draw, without a bot: states of matches as everybody may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from discord import ui

from bot.shown import ShownSeat, ShownTable
from bot.store.records import Status
from rules.catalog import find_game
from rules.decisions import CHANCE, Decision, Seat
from rules.events import DealScored, SideScore
from rules.protocol import Game, OptionValue

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SEATS = len(NAMES)


class Moment(NamedTuple):
    """A state of a match."""

    game: Game[Any]
    state: Any

    @property
    def asked(self) -> tuple[Seat, Decision]:
        """Who is asked what."""
        ((seat, decision),) = self.game.decisions(self.state).items()
        return seat, decision


def match(key: str, seed: int, **options: OptionValue) -> Iterator[Moment]:
    """Every state of a random match in which somebody is asked, and the one after the last."""
    game, random = find_game(key).with_options(options), Random(seed)
    state = game.start(SEATS)
    while decisions := game.decisions(state):
        ((seat, decision),) = decisions.items()
        if seat != CHANCE:
            yield Moment(game, state)
        state, _ = game.apply(state, seat, decision.sample(random))
    yield Moment(game, state)


def first(key: str, kind: type, **options: OptionValue) -> Moment:
    """The first state in which a kind of question is asked."""
    return next(moment for moment in match(key, 1, **options) if isinstance(moment.asked[1], kind))


def shown(moment: Moment, names: Sequence[str] = NAMES) -> ShownTable:
    """The table of a match as everybody may know it."""
    game, state = moment
    view = game.table_view(state)
    return ShownTable(
        id=1,
        guild_id=2,
        channel_id=3,
        host_id=10,
        message_id=4,
        revision=5,
        status=Status.PLAYING if game.outcome(state) is None else Status.FINISHED,
        about=game.about,
        options=game.options,
        seats=tuple(ShownSeat(seat, 10 + seat, name, computer=False) for seat, name in enumerate(names)),
        view=view,
        waiting_for=view.asked,
        due_at=None,
        agreed_to_end=frozenset(),
    )


def lobby(key: str = "kentucky", names: Sequence[str | None] = (None,) * SEATS) -> ShownTable:
    """A lobby; None is an empty seat."""
    table = shown(next(match(key, 1)))
    seats = tuple(
        ShownSeat(seat, None if name is None else 10 + seat, name or "", computer=False)
        for seat, name in enumerate(names)
    )
    return table._replace(seats=seats, view=None, waiting_for=(), status=Status.LOBBY)


def with_sheet(table: ShownTable, deals: int, scored: int) -> ShownTable:
    """The table after so many deals in which each side scored so much."""
    assert table.view is not None
    sheet = tuple(
        DealScored(
            number,
            number % SEATS,
            number % SEATS,
            120,
            None,
            number % 2 == 0,
            0,
            tuple(SideScore(side, 0, 0, 0, scored, scored * number) for side in ((0, 2), (1, 3))),
        )
        for number in range(1, deals + 1)
    )
    totals = tuple(side._replace(total=scored * deals) for side in table.view.totals)
    return table._replace(view=table.view._replace(sheet=sheet, totals=totals))


def parts(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Every component of a drawn message."""
    return list(_walk(components(view)))


def components(view: ui.LayoutView) -> list[dict[str, Any]]:
    """A drawn message as Discord gets it."""
    drawn: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return drawn


def text(view: ui.LayoutView) -> str:
    """Everything written on a drawn message."""
    return "\n".join(part["content"] for part in parts(view) if "content" in part)


def labels(view: ui.LayoutView) -> list[str]:
    """What its buttons say."""
    return [part["label"] for part in parts(view) if part["type"] == 2]


def check_limits(view: ui.LayoutView) -> None:
    """A drawn message within Discord's limits."""
    every = parts(view)
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(every) <= 40
    assert len(text(view)) <= 4000
    assert len(ids) == len(set(ids))
    assert all(len(part.get("options", ())) <= 25 for part in every)


def _walk(level: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in level:
        yield part
        yield from _walk(part.get("components", ()))
