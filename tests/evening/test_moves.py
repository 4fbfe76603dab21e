"""The end of a progressive round: who moves, who stays, how a tie is cut, and what players read of it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.evening.progressive import Move, Round, Score, moves
from bot.evening.seating import as_played, following_round
from bot.models.evening_kinds import EveningKind, Sitting
from bot.models.stored_evenings import EveningRecord, EveningRound, EveningTable, TableScore
from cogs.evening.pages import where_text
from cogs.evening.panel import evening_panel
from tests.ui.evenings import FIRST, an_evening, begun, shown_as

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")
TABLES: tuple[Sitting, ...] = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


def after(*scores: TableScore, names: tuple[str, ...] = NAMES) -> EveningRecord:
    """A progressive evening in its second round, after a first one with these scores at its tables."""
    evening = begun(an_evening(EveningKind.PROGRESSIVE, names))
    tables = zip(evening.rounds[0].tables, scores, strict=True)
    played = EveningRound(tuple(replace(table, score=score) for table, score in tables))
    evening = replace(evening, rounds=(played,))
    following = following_round(evening)
    assert following is not None
    seated = tuple(
        EveningTable(number, seats, 700 + number, 90 + number)
        for number, seats in enumerate(following.tables, 1)
    )
    return replace(evening, rounds=(played, EveningRound(seated, following.rests)))


def board(evening: EveningRecord) -> str:
    """The text of the evening's board."""
    items = evening_panel(shown_as(evening)).walk_children()
    return "\n".join(item.content for item in items if isinstance(item, discord.ui.TextDisplay))


def test_losers_of_the_head_table_go_to_the_lowest_and_other_winners_move_up() -> None:
    scores = (Score((85, 35)), Score((40, 80)), Score((60, 60), cut=1))
    assert moves(Round(TABLES, (), scores)) == (
        Move(1, 3, (2, 4), (1, 3), is_cut=False),
        Move(2, 1, (6, 8), (5, 7), is_cut=False),
        Move(3, 2, (10, 12), (9, 11), is_cut=True),
    )


def test_board_tells_who_stays_who_moves_and_that_a_tie_was_cut() -> None:
    evening = after(TableScore((85, 35), 0, 4), TableScore((40, 80), 0, 4), TableScore((60, 60), 1, 4))
    told = board(evening)
    assert "### After round 1" in told
    assert "-# Table 1: Ann & Cleo stay. Ben & Dan go down to table 3." in told
    assert "-# Table 2: Flo & Hal move up to table 1. Eve & Gus stay." in told
    assert "-# Table 3: a tie, decided by a cut. Jo & Lou move up to table 2. Ivy & Kim stay." in told
    for move in moves(as_played(evening.rounds[0])):
        assert set(move.moving) <= set(evening.rounds[1].tables[move.to - 1].seats)
        assert set(move.staying) <= set(evening.rounds[1].tables[move.table - 1].seats)


@pytest.mark.parametrize(
    ("who", "told"),
    [
        (0, "You won at table 1, so you stay."),
        (1, "You lost at table 1, so you go down."),
        (5, "You won at table 2, so you move up."),
        (4, "You lost at table 2, so you stay."),
        (9, "You tied and won the cut at table 3, so you move up."),
        (8, "You tied and lost the cut at table 3, so you stay."),
    ],
)
def test_my_table_tells_a_player_how_they_came_there(who: int, told: str) -> None:
    evening = after(TableScore((85, 35), 0, 4), TableScore((40, 80), 0, 4), TableScore((60, 60), 1, 4))
    assert where_text(shown_as(evening), FIRST + who).startswith(f"{told} Round 2: you play at table ")


def test_one_table_only_changes_partners() -> None:
    evening = after(TableScore((60, 60), 0, 4), names=NAMES[:4])
    assert "Table 1: everyone stays, and partners change." in board(evening)
    assert where_text(shown_as(evening), FIRST).startswith("Round 2: you play at table 1")


def test_sign_up_tells_the_whole_rule() -> None:
    told = board(an_evening(EveningKind.PROGRESSIVE, NAMES))
    assert "The winners at a table add 50 each and move up a table." in told
    assert "At table 1 the winners stay, and the losers go down to the lowest table." in told
    assert "On a tie the cards are cut: the higher cut wins the table, without the 50." in told
