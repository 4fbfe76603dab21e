"""Tables to draw, without a bot: states of matches as the public sees them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from discord import ui

from bot.common.lazy import Lazy
from bot.models.stored_tables import Status
from bot.table.desk.shown import (
    ShownHand,
    ShownMatch,
    ShownPlace,
    ShownSeat,
    ShownTable,
    ShownTurn,
    shown_rules,
)
from bot.table.lobby.lining_up import partners_of
from bot.table.turns.ahead import Plan
from cogs.hand.notes import ShownNotes
from cogs.hand.panel import hand_panel
from cogs.ui.controls import BUTTON, HAND_EXTRAS
from rules.catalog import find_game
from rules.core.actions import Action
from rules.core.decisions import CHANCE, CLOCK, Decision, Decisions, Seat
from rules.core.events import DealScored
from rules.core.protocol import Game, OptionValue
from rules.core.scores import ContractScore, SideScore
from rules.core.views import SeatView

EVERYONE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
NAMES = EVERYONE[:4]
SEATS = len(NAMES)


class Moment(NamedTuple):
    """A state of a match."""

    game: Game[Any]
    state: Any

    @property
    def asked(self) -> tuple[Seat, Decision]:
        """The first asked seat and its question."""
        decisions = self.game.decisions(self.state)
        seat = min((seat for seat in decisions if seat >= 0), default=CLOCK)
        return seat, decisions[seat]


def match(key: str, seed: int, seats: int | None = None, **options: OptionValue) -> Iterator[Moment]:
    """Every state of a random match in which a seat or the clock is asked, and the one after the last.

    Without ``seats`` it is for four, or as many as the game is for.
    """
    game, random = find_game(key).with_options(options), Random(seed)
    state = game.start(seats or seats_of(key))
    while decisions := game.decisions(state):
        seat = who_acts(decisions, random)
        if seat != CHANCE:
            yield Moment(game, state)
        state, _ = game.apply(state, seat, decisions[seat].sample(random))
    yield Moment(game, state)


def who_acts(decisions: Decisions, random: Random) -> Seat:
    """The seat that acts next; of several chance first, else any asked seat, sometimes the clock."""
    if len(decisions) == 1 or CHANCE in decisions:
        return min(decisions, key=lambda seat: seat != CHANCE)
    people = [seat for seat in decisions if seat >= 0]
    return CLOCK if CLOCK in decisions and random.random() < 0.1 else random.choice(people)


def seats_of(key: str) -> int:
    """Four, or the number of seats of a game that is not for four."""
    seats = find_game(key).about.seats
    return SEATS if SEATS in seats else seats[0]


def first(key: str, kind: type, seats: int | None = None, **options: OptionValue) -> Moment:
    """The first state in which a kind of question is asked."""
    return next(moment for moment in match(key, 1, seats, **options) if isinstance(moment.asked[1], kind))


def shown(moment: Moment, names: Sequence[str] = EVERYONE) -> ShownTable:
    """The table of a match as the public sees it."""
    game, state = moment
    view = game.table_view(state)
    names = names[: len(view.seats)]
    return ShownTable(
        id=1,
        place=ShownPlace(guild_id=2, channel_id=3, message_id=4),
        host_id=10,
        revision=5,
        status=Status.PLAYING if game.outcome(state) is None else Status.FINISHED,
        seats=tuple(ShownSeat(seat, 10 + seat, name, computer=False) for seat, name in enumerate(names)),
        rules=shown_rules(game),
        match=ShownMatch(Lazy.known(view)),
        turn=ShownTurn(view.asked, view.asked),
    )


def lobby(key: str = "kentucky", names: Sequence[str | None] = (None,) * SEATS) -> ShownTable:
    """A lobby; None is an empty seat."""
    table = shown(next(match(key, 1, len(names))))
    seats = tuple(
        ShownSeat(seat, None if name is None else 10 + seat, name or "", computer=False)
        for seat, name in enumerate(names)
    )
    sides = partners_of(find_game(key), len(names))
    return table._replace(
        seats=seats,
        match=table.match._replace(seen=None),
        turn=table.turn._replace(asked=(), waiting_for=()),
        status=Status.LOBBY,
        lobby=table.lobby._replace(sides=sides),
    )


def with_sheet(table: ShownTable, deals: int, scored: int) -> ShownTable:
    """The table after so many deals in which each side scored so much."""
    view = table.view
    assert view is not None
    seats = len(view.seats)
    sheet = tuple(
        DealScored(
            number,
            number % seats,
            tuple(SideScore(side.seats, scored, scored * number) for side in view.totals),
            ContractScore(number % seats, 120, None, number % 2 == 0, 0),
        )
        for number in range(1, deals + 1)
    )
    totals = tuple(side._replace(total=scored * deals) for side in view.totals)
    return table.with_view(view._replace(sheet=sheet, totals=totals))


def menus(view: ui.LayoutView) -> list[dict[str, Any]]:
    """The menus of a drawn message."""
    return [part for part in parts(view) if part["type"] == 3]


def parts(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Every component of a drawn message."""
    return list(_walk(components(view)))


def components(view: ui.LayoutView) -> list[dict[str, Any]]:
    """A drawn message as Discord gets it."""
    drawn: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return drawn


def text(view: ui.LayoutView) -> str:
    """All text of a drawn message."""
    return "\n".join(part["content"] for part in parts(view) if "content" in part)


def labels(view: ui.LayoutView) -> list[str]:
    """Labels of its buttons."""
    return [part["label"] for part in parts(view) if part["type"] == 2]


def answers(view: ui.LayoutView) -> list[str]:
    """Labels of a hand's buttons that answer its question."""
    others = tuple(f"{BUTTON}:{verb}:" for verb in HAND_EXTRAS)
    buttons = (part for part in parts(view) if part["type"] == 2)
    return [part["label"] for part in buttons if not part["custom_id"].startswith(others)]


def bare(label: str) -> str:
    """The label of a card's button without the marks of counters."""
    return re.sub(" •", "", label)


def check_limits(view: ui.LayoutView) -> None:
    """Check a drawn message against Discord's limits."""
    every = parts(view)
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(every) <= 40
    assert len(text(view)) <= 4000
    assert all(part["content"] for part in every if "content" in part)
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    assert all(1 <= len(label) <= 80 for label in labels(view))
    for menu in menus(view):
        values = [option["value"] for option in menu["options"]]
        assert 1 <= len(values) <= 25
        assert len(values) == len(set(values))
        assert menu["max_values"] <= len(values)


def _walk(level: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in level:
        yield part
        yield from _walk(part.get("components", ()))


def drawn_hand(
    table: ShownTable, view: SeatView, draft: Action | None = None, plan: Plan | None = None
) -> ui.LayoutView:
    """The hand message of a view, with an answer not confirmed yet or a plan."""
    return hand_panel(ShownHand(table, Lazy.known(view), plan), ShownNotes(draft=draft))
