"""The points of each side so far are shown if every seat has seen the tricks, and reveal no secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.bidding.phases import Phase
from rules.catalog import BIDDING_GAMES
from rules.core.events import TrickTaken
from rules.core.views import TableView
from tests.ui.tables import Moment, match

KEYS = sorted(BIDDING_GAMES)


def in_play(key: str, **options: Any) -> Iterator[tuple[Moment, TableView]]:
    """The moments of a deal in which cards are played."""
    for moment in match(key, 4, deals=1, **options):
        view = moment.game.table_view(moment.state)
        if view.phase in {Phase.PLAY, Phase.TAKE}:
            yield moment, view


@pytest.mark.parametrize("key", KEYS)
def test_points_shown_are_those_of_the_tricks_played(key: str) -> None:
    seen = 0
    for moment, view in in_play(key):
        tricks: tuple[TrickTaken, ...] = moment.state.taken
        assert sum(side.points for side in view.taken) == sum(trick.points for trick in tricks)
        for side in view.taken:
            if len(side.seats) == 1 and len(view.taken) == len(view.seats):
                own = [trick.points for trick in tricks if trick.winner == side.seats[0]]
                assert side.points == sum(own)
        seen += bool(tricks)
    assert seen > 0


def test_secret_partners_are_shown_with_separate_points() -> None:
    """1988, High Card Partner: with a secret partner, until the called card is played (R-42)."""
    secret = [
        view
        for _, view in in_play("high_card_partner", partner_shown="on_play")
        if all(info.side is None for info in view.seats)
    ]
    assert secret
    assert all(len(side.seats) == 1 for view in secret for side in view.taken)


def test_points_are_hidden_where_tricks_may_not_be_seen_again() -> None:
    assert not any(view.taken for _, view in in_play("kentucky", trick_review="never"))


def test_declarers_side_is_first_and_shown_against_the_bid() -> None:
    moment, view = next((moment, view) for moment, view in in_play("kentucky") if len(moment.state.taken) > 3)
    contract = moment.state.contract
    ours = next(side for side in view.taken if contract.declarer in side.seats)
    theirs = next(side for side in view.taken if side != ours)
    assert moment.game.words.taken(view) == (
        f"{{{ours.seats[0]}}} & {{{ours.seats[1]}}} {ours.points} of {contract.bid} · "
        f"{{{theirs.seats[0]}}} & {{{theirs.seats[1]}}} {theirs.points}"
    )
