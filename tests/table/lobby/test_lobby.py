"""Before a match: seats and options. Each change is a value that computes the next table."""

from __future__ import annotations

import pytest

from bot.common.clock import Clock
from bot.common.errors import HostOnly, MatchRunning, NotSeated, Refused
from bot.models.stored_tables import SeatRecord, Status, TableRecord
from bot.table.lobbies import Hosts
from bot.table.lobby.before_match import EMPTY, CloseLobby, LobbyChange, Person, started
from bot.table.lobby.choosing import ChooseGame, ChooseOptions, ChooseRules, ChooseSeats
from bot.table.lobby.seating import AddComputers, RemoveComputer, SetComputers, Sit, StandUp, Swap
from bot.table.opening import WantedTable, new_table
from rules.catalog import GAMES
from rules.core.protocol import InvalidOption
from tests.table.people import ANN, BEN, CLEO, DAN, EVE

KIND = "steady"


def table(*people: Person | None, status: Status = Status.LOBBY, game: str = "kentucky") -> TableRecord:
    """A table with host Ann; None is an empty seat, and so are the last ones."""
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
    """Names of the seats; a computer's name is in brackets."""
    return [f"({who.name})" if who.computer else who.name for who in record.seats]


def test_first_empty_seat_is_taken_unless_one_is_named() -> None:
    assert names(Sit(CLEO).applied_to(table(ANN, None, BEN))) == ["Ann", "Cleo", "Ben", ""]
    assert names(Sit(CLEO, 3).applied_to(table(ANN))) == ["Ann", "", "", "Cleo"]


def test_seated_player_moves_and_leaves_the_old_seat_empty() -> None:
    assert names(Sit(BEN, 3).applied_to(table(ANN, BEN))) == ["Ann", "", "", "Ben"]


def test_player_taking_a_computers_seat_swaps_or_removes_it() -> None:
    with_computers = AddComputers(ANN.id, KIND, None).applied_to(table(ANN, BEN))
    rosie, jack = with_computers.seats[2].name, with_computers.seats[3].name

    assert names(Sit(BEN, 3).applied_to(with_computers)) == ["Ann", f"({jack})", f"({rosie})", "Ben"]
    assert names(Sit(CLEO, 3).applied_to(with_computers)) == ["Ann", "Ben", f"({rosie})", "Cleo"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param(Sit(ANN), "already in seat 1", id="sits already"),
        pytest.param(Sit(ANN, 0), "already in that seat", id="own seat"),
        pytest.param(Sit(CLEO, 1), "That seat is taken", id="taken seat"),
        pytest.param(Sit(CLEO, 4), "seats 1 to 4", id="no such seat"),
        pytest.param(Sit(CLEO, -1), "seats 1 to 4", id="a seat below the first"),
        pytest.param(Swap(ANN.id, 1, 1), "two different", id="same seat"),
        pytest.param(Swap(ANN.id, 0, 7), "1 to 4", id="swap with nothing"),
        pytest.param(ChooseSeats(ANN.id, 5), "is for 4 players", id="too many"),
        pytest.param(
            AddComputers(ANN.id, KIND, 3),
            "Only 2 seats are empty",
            id="too many computers",
        ),
        pytest.param(AddComputers(ANN.id, KIND, 0), "Only 2 seats are empty", id="no computers"),
        pytest.param(RemoveComputer(ANN.id), "No computer is at", id="no computer"),
        pytest.param(
            SetComputers(ANN.id, KIND, 0),
            "0 already",
            id="as many already",
        ),
    ],
)
def test_impossible_change_is_refused_with_the_reason(change: LobbyChange, why: str) -> None:
    with pytest.raises(Refused, match=why):
        change.applied_to(table(ANN, BEN))


def test_match_begins_when_no_seat_is_empty() -> None:
    assert started(table(ANN, BEN, CLEO, DAN), ANN.id).status is Status.PLAYING
    with pytest.raises(Refused, match=r"2 seats are empty\. Wait for players or add computers\."):
        started(table(ANN, BEN), ANN.id)
    with pytest.raises(HostOnly):
        started(table(ANN, BEN, CLEO, DAN), BEN.id)
    with pytest.raises(MatchRunning):
        started(table(ANN, BEN, CLEO, DAN, status=Status.PLAYING), ANN.id)


def test_joining_a_full_table_is_refused_with_what_to_do() -> None:
    with pytest.raises(Refused, match=r"Every seat is taken\. `/table wait`"):
        Sit(EVE).applied_to(table(ANN, BEN, CLEO, DAN))
    with pytest.raises(Refused, match=r"Every seat is taken\. Ask the host to remove a computer"):
        Sit(EVE).applied_to(AddComputers(ANN.id, KIND, None).applied_to(table(ANN, BEN)))
    with pytest.raises(Refused, match="Every seat is taken"):
        AddComputers(ANN.id, KIND, None).applied_to(table(ANN, BEN, CLEO, DAN))


def test_host_arranges_partners_by_swapping_seats() -> None:
    assert names(Swap(ANN.id, 1, 2).applied_to(table(ANN, BEN, CLEO))) == ["Ann", "Cleo", "Ben", ""]
    assert names(Swap(ANN.id, 0, 3).applied_to(table(ANN, BEN, CLEO))) == ["", "Ben", "Cleo", "Ann"]


def test_host_who_leaves_hands_the_table_on() -> None:
    left = StandUp(ANN.id).applied_to(table(ANN, BEN, CLEO))

    assert (left.host_id, names(left)) == (BEN.id, ["", "Ben", "Cleo", ""])
    assert StandUp(BEN.id).applied_to(table(ANN, BEN)).host_id == ANN.id


def test_table_closes_when_the_last_person_leaves() -> None:
    with_computers = AddComputers(ANN.id, KIND, 2).applied_to(table(ANN))

    assert StandUp(ANN.id).applied_to(with_computers).status is Status.CANCELLED


def test_player_without_a_seat_cannot_leave() -> None:
    with pytest.raises(NotSeated):
        StandUp(EVE.id).applied_to(table(ANN))


def test_computers_take_empty_seats_under_names_of_their_own() -> None:
    full = AddComputers(BEN.id, KIND, None).applied_to(table(ANN, None, BEN))

    assert [who.computer for who in full.seats] == [None, KIND, None, KIND]
    assert len({who.name for who in full.seats}) == 4


def test_player_named_like_a_computer_keeps_the_name() -> None:
    rosie = Person(7, "Rosie")

    full = AddComputers(ANN.id, KIND, None).applied_to(table(rosie))

    assert names(full).count("Rosie") == 1
    assert "(Rosie)" not in names(full)


def test_last_computer_is_removed_unless_one_is_named() -> None:
    full = AddComputers(ANN.id, KIND, None).applied_to(table(ANN))

    assert [who.is_empty for who in RemoveComputer(ANN.id).applied_to(full).seats] == [
        False,
        False,
        False,
        True,
    ]
    assert [who.is_empty for who in RemoveComputer(ANN.id, 1).applied_to(full).seats] == [
        False,
        True,
        False,
        False,
    ]
    with pytest.raises(Refused, match="no computer in that seat"):
        RemoveComputer(ANN.id, 0).applied_to(full)


@pytest.mark.parametrize(("before", "after"), [(0, 3), (3, 1), (2, 0), (1, 2)])
def test_requested_number_of_computers_is_seated(before: int, after: int) -> None:
    record = AddComputers(ANN.id, KIND, before).applied_to(table(ANN)) if before else table(ANN)

    changed = SetComputers(ANN.id, KIND, after).applied_to(record)

    assert sum(who.computer is not None for who in changed.seats) == after


def test_request_for_too_many_computers_names_the_empty_seats() -> None:
    """Computers already seated count toward the number asked for, not toward the empty seats."""
    with pytest.raises(Refused, match=r"Only 2 seats are empty\."):
        SetComputers(ANN.id, KIND, 4).applied_to(AddComputers(ANN.id, KIND, 1).applied_to(table(ANN)))


def test_new_table_is_for_four_where_the_game_allows_it() -> None:
    for key, number in (("kentucky", 4), ("regular_old", 4), ("boston_three", 3), ("partnership_six", 6)):
        opened = new_table(501, 601, ANN, WantedTable(key), 1.7e9)
        assert len(opened.seats) == number
        assert names(opened)[0] == "Ann"
        assert (opened.status, opened.revision, opened.options) == (Status.LOBBY, 0, {})
    assert len(new_table(501, 601, ANN, WantedTable("regular_old", seats=8), 1.7e9).seats) == 8
    with pytest.raises(Refused, match=r"is for 4 or 6 players\."):
        new_table(501, 601, ANN, WantedTable("dixie_1988", seats=5), 1.7e9)
    with pytest.raises(Refused, match=r"is for 3 to 8 players\."):
        new_table(501, 601, ANN, WantedTable("regular_old", seats=9), 1.7e9)


def test_name_is_kept_as_one_line_that_can_be_stored() -> None:
    broken = Person(ANN.id, "Ann \ud83d\n the\x00 great\u2028! " + "x" * 40)
    kept = Sit(broken).applied_to(table(None)).seats[0].name
    assert kept == ("Ann \N{REPLACEMENT CHARACTER} the great ! " + "x" * 40)[:32].strip()
    family = Person(ANN.id, "👨‍👩‍👧 Müller")
    assert Sit(family).applied_to(table(None)).seats[0].name == "👨‍👩‍👧 Müller"


def test_host_resizes_the_table_and_seated_players_move_up() -> None:
    four = table(ANN, None, BEN, game="regular_old")
    assert names(ChooseSeats(ANN.id, 6).applied_to(four)) == ["Ann", "", "Ben", "", "", ""]
    assert names(ChooseSeats(ANN.id, 3).applied_to(four)) == ["Ann", "", "Ben"]
    last = table(ANN, None, None, BEN, game="regular_old")
    assert names(ChooseSeats(ANN.id, 3).applied_to(last)) == ["Ann", "Ben", ""]
    full = table(ANN, BEN, CLEO, DAN, game="regular_old")
    with pytest.raises(Refused, match="4 sit here already"):
        ChooseSeats(ANN.id, 3).applied_to(full)
    with pytest.raises(Refused, match="is for 3 to 8 players"):
        ChooseSeats(ANN.id, 9).applied_to(four)


def test_house_rules_for_other_numbers_resize_the_table() -> None:
    three = ChooseOptions(ANN.id, {"teams": "solo", "seats": "3"}).applied_to(
        table(ANN, BEN, game="kentucky")
    )
    assert names(three) == ["Ann", "Ben", ""]
    with pytest.raises(Refused, match="has no room for 4 players"):
        ChooseRules(ANN.id, "boston_three", {}).applied_to(table(ANN, BEN, CLEO, DAN))


def test_another_game_begins_with_the_options_of_its_rule_book() -> None:
    record = table(ANN, BEN)._replace(options={"deals": 4})

    changed = ChooseGame(ANN.id, "one_high").applied_to(record)

    assert (changed.game, changed.options, names(changed)) == ("one_high", {}, ["Ann", "Ben", "", ""])
    assert set(GAMES) >= {"kentucky", "one_high"}


def test_only_options_that_differ_from_the_rule_book_are_kept() -> None:
    changed = ChooseOptions(ANN.id, {"deals": 4}).applied_to(table(ANN))
    assert changed.options == {"deals": 4}

    assert ChooseOptions(ANN.id, {"deals": None}).applied_to(changed).options == {}


def test_unknown_options_and_games_are_refused_in_words() -> None:
    with pytest.raises(InvalidOption, match="no option “luck”"):
        ChooseOptions(ANN.id, {"luck": True}).applied_to(table(ANN))
    with pytest.raises(InvalidOption, match="There is no game “whist”"):
        ChooseGame(ANN.id, "whist").applied_to(table(ANN))


@pytest.mark.parametrize(
    ("by_another", "by_the_host"),
    [
        (Swap(BEN.id, 0, 1), Swap(ANN.id, 0, 1)),
        (ChooseGame(BEN.id, "one_high"), ChooseGame(ANN.id, "one_high")),
        (ChooseOptions(BEN.id, {"deals": 4}), ChooseOptions(ANN.id, {"deals": 4})),
        (CloseLobby(BEN.id), CloseLobby(ANN.id)),
    ],
)
def test_only_the_host_makes_the_hosts_decisions(by_another: LobbyChange, by_the_host: LobbyChange) -> None:
    full = table(ANN, BEN, CLEO, DAN)

    with pytest.raises(HostOnly):
        by_another.applied_to(full)
    by_the_host.applied_to(full)


def test_spectator_cannot_add_computers() -> None:
    with pytest.raises(NotSeated):
        AddComputers(EVE.id, KIND, 1).applied_to(table(ANN))
    with pytest.raises(NotSeated):
        RemoveComputer(EVE.id).applied_to(table(ANN))


def test_manager_of_the_server_closes_any_lobby() -> None:
    assert CloseLobby(EVE.id, may_manage=True).applied_to(table(ANN)).status is Status.CANCELLED


@pytest.mark.parametrize("status", [Status.PLAYING, Status.FINISHED, Status.CANCELLED])
@pytest.mark.parametrize(
    "change",
    [
        Sit(EVE),
        Swap(ANN.id, 0, 1),
        StandUp(ANN.id),
        AddComputers(ANN.id, KIND, None),
        RemoveComputer(ANN.id),
        ChooseGame(ANN.id, "one_high"),
        ChooseOptions(ANN.id, {}),
        CloseLobby(ANN.id, may_manage=True),
    ],
)
def test_lobby_is_over_once_the_match_has_begun(change: LobbyChange, status: Status) -> None:
    with pytest.raises(MatchRunning):
        change.applied_to(table(ANN, BEN, CLEO, DAN, status=status))


def test_no_change_mutates_the_table_passed_in() -> None:
    record = table(ANN, BEN)
    before = record._replace(options=dict(record.options))

    Sit(CLEO).applied_to(record)
    ChooseOptions(ANN.id, {"deals": 4}).applied_to(record)
    AddComputers(ANN.id, KIND, None).applied_to(record)

    assert record == before


def test_times_of_hosts_are_kept_no_longer_than_they_matter() -> None:
    """Bug: the time of every host was kept to the end of the process."""
    now = 1.7e9
    hosts = Hosts(600, Clock.of(lambda: now))
    for number in range(100):
        hosts.note_action(table(ANN, BEN)._replace(id=number), ANN.id)
        now += 60

    assert len(hosts._acted_at) == 10
    with pytest.raises(HostOnly):
        hosts.with_successor(table(ANN, BEN)._replace(id=99), BEN.id)
    assert hosts.with_successor(table(ANN, BEN)._replace(id=89), BEN.id).host_id == BEN.id
