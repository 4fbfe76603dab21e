"""Before a match: who sits where and what is played, all as pure functions of a table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.errors import HostOnly, MatchRunning, NotSeated, Refused
from bot.play import lobby
from bot.play.lobby import EMPTY, Change
from bot.store.stored import SeatRecord, Status, TableRecord
from rules.catalog import GAMES
from rules.core.protocol import InvalidOption
from tests.bot.people import ANN, BEN, CLEO, DAN, EVE

KIND = "steady"


def table(*people: lobby.Person | None, status: Status = Status.LOBBY, game: str = "kentucky") -> TableRecord:
    """A table whose host is Ann; None is an empty seat, and so are the last ones."""
    seats = [EMPTY if one is None else SeatRecord(one.id, one.name) for one in people]
    return TableRecord(
        id=1,
        guild_id=501,
        channel_id=601,
        host_id=ANN.id,
        game=game,
        options={},
        seats=(*seats, *(EMPTY,) * (4 - len(seats))),
        status=status,
        revision=1,
        message_id=None,
        created_at=1.7e9,
    )


def names(record: TableRecord) -> list[str]:
    """Who sits where; a computer's name is in brackets."""
    return [f"({who.name})" if who.computer else who.name for who in record.seats]


def test_the_first_empty_seat_is_taken_unless_one_is_named() -> None:
    assert names(lobby.sit(table(ANN, None, BEN), CLEO)) == ["Ann", "Cleo", "Ben", ""]
    assert names(lobby.sit(table(ANN), CLEO, 3)) == ["Ann", "", "", "Cleo"]


def test_somebody_who_sits_moves_and_leaves_the_old_seat_empty() -> None:
    assert names(lobby.sit(table(ANN, BEN), BEN, 3)) == ["Ann", "", "", "Ben"]


def test_a_person_who_takes_a_computers_seat_swaps_with_it_or_sends_it_away() -> None:
    with_computers = lobby.add_computers(table(ANN, BEN), ANN.id, KIND, number=None)
    rosie, jack = with_computers.seats[2].name, with_computers.seats[3].name

    assert names(lobby.sit(with_computers, BEN, 3)) == ["Ann", f"({jack})", f"({rosie})", "Ben"]
    assert names(lobby.sit(with_computers, CLEO, 3)) == ["Ann", "Ben", f"({rosie})", "Cleo"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param(partial(lobby.sit, person=ANN), "already sit on seat 1", id="sits already"),
        pytest.param(partial(lobby.sit, person=ANN, seat=0), "already sit there", id="own seat"),
        pytest.param(partial(lobby.sit, person=CLEO, seat=1), "Somebody sits there", id="taken seat"),
        pytest.param(partial(lobby.sit, person=CLEO, seat=4), "seats 1 to 4", id="no such seat"),
        pytest.param(partial(lobby.sit, person=CLEO, seat=-1), "seats 1 to 4", id="a seat below the first"),
        pytest.param(partial(lobby.swap, user_id=ANN.id, first=1, second=1), "two different", id="same seat"),
        pytest.param(
            partial(lobby.swap, user_id=ANN.id, first=0, second=7), "1 to 4", id="swap with nothing"
        ),
        pytest.param(
            partial(lobby.choose_seats, user_id=ANN.id, number=5), "is for 4 players", id="too many"
        ),
        pytest.param(
            partial(lobby.add_computers, user_id=ANN.id, kind=KIND, number=3),
            "1 to 2",
            id="too many computers",
        ),
        pytest.param(
            partial(lobby.add_computers, user_id=ANN.id, kind=KIND, number=0), "1 to 2", id="no computers"
        ),
        pytest.param(partial(lobby.remove_computer, user_id=ANN.id), "No computer sits", id="no computer"),
        pytest.param(partial(lobby.start, user_id=ANN.id), "2 seats are empty", id="start with empty seats"),
        pytest.param(
            partial(lobby.set_computers, user_id=ANN.id, kind=KIND, number=0),
            "0 already",
            id="as many already",
        ),
    ],
)
def test_what_is_not_possible_is_refused_with_the_reason(change: Change, why: str) -> None:
    with pytest.raises(Refused, match=why):
        change(table(ANN, BEN))


def test_nobody_sits_down_at_a_full_table() -> None:
    with pytest.raises(Refused, match="Every seat is taken"):
        lobby.sit(table(ANN, BEN, CLEO, DAN), EVE)
    with pytest.raises(Refused, match="Every seat is taken"):
        lobby.add_computers(table(ANN, BEN, CLEO, DAN), ANN.id, KIND, number=None)


def test_the_host_arranges_partners_by_swapping_seats() -> None:
    assert names(lobby.swap(table(ANN, BEN, CLEO), ANN.id, 1, 2)) == ["Ann", "Cleo", "Ben", ""]
    assert names(lobby.swap(table(ANN, BEN, CLEO), ANN.id, 0, 3)) == ["", "Ben", "Cleo", "Ann"]


def test_the_host_who_leaves_hands_the_table_on() -> None:
    left = lobby.stand_up(table(ANN, BEN, CLEO), ANN.id)

    assert (left.host_id, names(left)) == (BEN.id, ["", "Ben", "Cleo", ""])
    assert lobby.stand_up(table(ANN, BEN), BEN.id).host_id == ANN.id


def test_the_table_closes_when_the_last_person_leaves() -> None:
    with_computers = lobby.add_computers(table(ANN), ANN.id, KIND, number=2)

    assert lobby.stand_up(with_computers, ANN.id).status is Status.CANCELLED


def test_somebody_who_does_not_sit_cannot_leave() -> None:
    with pytest.raises(NotSeated):
        lobby.stand_up(table(ANN), EVE.id)


def test_computers_take_empty_seats_under_names_of_their_own() -> None:
    full = lobby.add_computers(table(ANN, None, BEN), BEN.id, KIND, number=None)

    assert [who.computer for who in full.seats] == [None, KIND, None, KIND]
    assert len({who.name for who in full.seats}) == 4


def test_a_person_called_like_a_computer_keeps_the_name() -> None:
    rosie = lobby.Person(7, "Rosie")

    full = lobby.add_computers(table(rosie), ANN.id, KIND, number=None)

    assert names(full).count("Rosie") == 1
    assert "(Rosie)" not in names(full)


def test_the_last_computer_is_removed_unless_one_is_named() -> None:
    full = lobby.add_computers(table(ANN), ANN.id, KIND, number=None)

    assert [who.is_empty for who in lobby.remove_computer(full, ANN.id).seats] == [False, False, False, True]
    assert [who.is_empty for who in lobby.remove_computer(full, ANN.id, 1).seats] == [
        False,
        True,
        False,
        False,
    ]
    with pytest.raises(Refused, match="No computer sits there"):
        lobby.remove_computer(full, ANN.id, 0)


@pytest.mark.parametrize(("before", "after"), [(0, 3), (3, 1), (2, 0), (1, 2)])
def test_so_many_computers_sit_as_are_asked_for(before: int, after: int) -> None:
    record = lobby.add_computers(table(ANN), ANN.id, KIND, number=before) if before else table(ANN)

    changed = lobby.set_computers(record, ANN.id, KIND, after)

    assert sum(who.computer is not None for who in changed.seats) == after


def test_a_new_table_is_for_four_where_the_game_allows_it() -> None:
    for key, number in (("kentucky", 4), ("regular_old", 4), ("boston_three", 3), ("partnership_six", 6)):
        opened = lobby.new_table(501, 601, ANN, key, {}, None, 1.7e9)
        assert len(opened.seats) == number
        assert names(opened)[0] == "Ann"
        assert (opened.status, opened.revision, opened.options) == (Status.LOBBY, 0, {})
    assert len(lobby.new_table(501, 601, ANN, "regular_old", {}, 8, 1.7e9).seats) == 8
    with pytest.raises(Refused, match=r"is for 4 or 6 players\."):
        lobby.new_table(501, 601, ANN, "dixie_1988", {}, 5, 1.7e9)
    with pytest.raises(Refused, match=r"is for 3 to 8 players\."):
        lobby.new_table(501, 601, ANN, "regular_old", {}, 9, 1.7e9)


def test_a_name_is_kept_as_one_line_that_can_be_stored() -> None:
    broken = lobby.Person(ANN.id, "Ann \ud83d\n the\x00 great\u2028! " + "x" * 40)
    kept = lobby.sit(table(None), broken).seats[0].name
    assert kept == ("Ann \N{REPLACEMENT CHARACTER} the great ! " + "x" * 40)[:32].strip()
    family = lobby.Person(ANN.id, "👨‍👩‍👧 Müller")
    assert lobby.sit(table(None), family).seats[0].name == "👨‍👩‍👧 Müller"


def test_the_host_makes_the_table_larger_or_smaller_and_whoever_sits_moves_up() -> None:
    four = table(ANN, None, BEN, game="regular_old")
    assert names(lobby.choose_seats(four, ANN.id, 6)) == ["Ann", "", "Ben", "", "", ""]
    assert names(lobby.choose_seats(four, ANN.id, 3)) == ["Ann", "", "Ben"]
    last = table(ANN, None, None, BEN, game="regular_old")
    assert names(lobby.choose_seats(last, ANN.id, 3)) == ["Ann", "Ben", ""]
    full = table(ANN, BEN, CLEO, DAN, game="regular_old")
    with pytest.raises(Refused, match="4 sit here already"):
        lobby.choose_seats(full, ANN.id, 3)
    with pytest.raises(Refused, match="is for 3 to 8 players"):
        lobby.choose_seats(four, ANN.id, 9)


def test_house_rules_that_allow_other_numbers_make_the_table_fit() -> None:
    three = lobby.choose_options(table(ANN, BEN, game="kentucky"), ANN.id, {"teams": "solo", "seats": "3"})
    assert names(three) == ["Ann", "Ben", ""]
    with pytest.raises(Refused, match="has no room for 4 players"):
        lobby.choose_rules(table(ANN, BEN, CLEO, DAN), ANN.id, "boston_three", {})


def test_another_game_begins_with_the_options_of_its_book() -> None:
    record = replace(table(ANN, BEN), options={"deals": 4})

    changed = lobby.choose_game(record, ANN.id, "one_high")

    assert (changed.game, changed.options, names(changed)) == ("one_high", {}, ["Ann", "Ben", "", ""])
    assert set(GAMES) >= {"kentucky", "one_high"}


def test_only_options_that_differ_from_the_book_are_kept() -> None:
    changed = lobby.choose_options(table(ANN), ANN.id, {"deals": 4})
    assert changed.options == {"deals": 4}

    assert lobby.choose_options(changed, ANN.id, {"deals": None}).options == {}


def test_options_and_games_that_do_not_exist_are_refused_in_words() -> None:
    with pytest.raises(InvalidOption, match="no option “luck”"):
        lobby.choose_options(table(ANN), ANN.id, {"luck": True})
    with pytest.raises(InvalidOption, match="There is no game “whist”"):
        lobby.choose_game(table(ANN), ANN.id, "whist")


@pytest.mark.parametrize(
    "change",
    [
        partial(lobby.swap, first=0, second=1),
        partial(lobby.choose_game, key="one_high"),
        partial(lobby.choose_options, values={"deals": 4}),
        lobby.start,
        lobby.cancel,
    ],
)
def test_what_the_host_decides_nobody_else_can(change: Change) -> None:
    full = table(ANN, BEN, CLEO, DAN)

    with pytest.raises(HostOnly):
        change(full, user_id=BEN.id)  # type: ignore[call-arg]
    change(full, user_id=ANN.id)  # type: ignore[call-arg]


def test_somebody_who_only_watches_brings_no_computers() -> None:
    with pytest.raises(NotSeated):
        lobby.add_computers(table(ANN), EVE.id, KIND, number=1)
    with pytest.raises(NotSeated):
        lobby.remove_computer(table(ANN), EVE.id)


def test_a_manager_of_the_server_closes_any_lobby() -> None:
    assert lobby.cancel(table(ANN), EVE.id, may_manage=True).status is Status.CANCELLED


@pytest.mark.parametrize("status", [Status.PLAYING, Status.FINISHED, Status.CANCELLED])
@pytest.mark.parametrize(
    "change",
    [
        partial(lobby.sit, person=EVE),
        partial(lobby.swap, user_id=ANN.id, first=0, second=1),
        partial(lobby.stand_up, user_id=ANN.id),
        partial(lobby.add_computers, user_id=ANN.id, kind=KIND, number=None),
        partial(lobby.remove_computer, user_id=ANN.id),
        partial(lobby.choose_game, user_id=ANN.id, key="one_high"),
        partial(lobby.choose_options, user_id=ANN.id, values={}),
        partial(lobby.start, user_id=ANN.id),
        partial(lobby.cancel, user_id=ANN.id, may_manage=True),
    ],
)
def test_once_the_match_has_begun_the_lobby_is_over(change: Change, status: Status) -> None:
    with pytest.raises(MatchRunning):
        change(table(ANN, BEN, CLEO, DAN, status=status))


def test_no_function_changes_the_table_it_was_given() -> None:
    record = table(ANN, BEN)
    before = replace(record, options=dict(record.options))

    lobby.sit(record, CLEO)
    lobby.choose_options(record, ANN.id, {"deals": 4})
    lobby.add_computers(record, ANN.id, KIND, number=None)

    assert record == before
