"""The computers of a lobby: their personas and levels."""

import pytest

from bot.common.errors import HostOnly, MatchRunning, Refused
from bot.computers.kinds import USUAL, persona_of
from bot.computers.levels import LEVELS
from bot.models.stored_tables import SeatRecord, Settled, Status, TableRecord
from bot.table.lobby.before_match import LobbyChange, Person
from bot.table.lobby.computers import (
    COMPUTER_NAMES,
    ChooseLevel,
    ChoosePersona,
    computers_named,
    level_at,
)
from bot.table.lobby.keeping import seats_for_rematch
from bot.table.lobby.seating import AddComputers, SetComputers, Sit
from tests.table.lobby.test_lobby import names, table
from tests.table.people import ANN, BEN, CLEO, DAN

FILLED = AddComputers(ANN.id, None, None).applied_to(table(ANN))


def kinds(record: TableRecord) -> list[str | None]:
    return [who.computer for who in record.seats]


def test_computers_are_seated_at_the_default_level_with_personas() -> None:
    assert names(FILLED) == ["Ann", "(Jack)", "(Pearl)", "(Amos)"]
    assert kinds(FILLED) == [None, f"{USUAL}/jack", f"{USUAL}/pearl", f"{USUAL}/amos"]


def test_host_sets_the_level_of_all_computers_and_personas_stay() -> None:
    chosen = ChooseLevel(ANN.id, "family").applied_to(FILLED)
    assert names(chosen) == names(FILLED)
    assert kinds(chosen) == [None, "family/jack", "family/pearl", "family/amos"]


def test_choosing_a_level_without_computers_seats_them() -> None:
    chosen = ChooseLevel(ANN.id, "champion").applied_to(table(ANN, BEN))
    assert names(chosen)[:2] == ["Ann", "Ben"]
    assert level_at(chosen) == "champion"
    assert not any(who.is_empty for who in chosen.seats)


def test_added_computer_plays_at_the_level_of_those_seated() -> None:
    one = AddComputers(ANN.id, None, 1).applied_to(table(ANN))
    two = AddComputers(ANN.id, None, 1).applied_to(ChooseLevel(ANN.id, "new").applied_to(one))
    assert kinds(two)[1:] == ["new/jack", "new/pearl", None]


def test_computers_from_before_levels_can_be_given_one() -> None:
    old = table(ANN).with_seat(1, SeatRecord(None, "Rosie", "steady"))
    assert level_at(old) == "champion"
    assert kinds(ChooseLevel(ANN.id, "family").applied_to(old))[1] == "family/rosie"


@pytest.mark.parametrize(
    ("change", "record", "why"),
    [
        pytest.param(ChooseLevel(BEN.id, "club"), table(ANN, BEN), "host", id="not the host"),
        pytest.param(ChooseLevel(ANN.id, "master"), FILLED, "new to the game, family", id="no such level"),
        pytest.param(ChooseLevel(ANN.id, "club"), table(ANN, BEN, CLEO, DAN), "no computer", id="no room"),
        pytest.param(
            ChooseLevel(ANN.id, "club"),
            table(ANN)._replace(settled=Settled.PEOPLE),
            "Only people",
            id="people only",
        ),
        pytest.param(
            ChooseLevel(ANN.id, "club"),
            table(ANN, game="golden10_1988"),
            "Golden 10 at one strength",
            id="a game that has one strength only",
        ),
        pytest.param(SetComputers(BEN.id, None, 1, "club"), table(ANN, BEN), "host", id="with a number"),
    ],
)
def test_level_is_refused_with_a_reason(change: LobbyChange, record: TableRecord, why: str) -> None:
    with pytest.raises((Refused, HostOnly), match=why):
        change.applied_to(record)


def test_host_chooses_who_sits_where_and_two_change_names() -> None:
    family = ChooseLevel(ANN.id, "family").applied_to(FILLED)
    hazel = ChoosePersona(ANN.id, 1, "hazel").applied_to(family)
    assert kinds(hazel) == [None, "family/hazel", "family/pearl", "family/amos"]
    assert names(hazel) == ["Ann", "(Hazel)", "(Pearl)", "(Amos)"]
    changed = ChoosePersona(ANN.id, 1, "amos").applied_to(hazel)
    assert kinds(changed) == [None, "family/amos", "family/pearl", "family/hazel"]
    assert ChoosePersona(ANN.id, 1, "amos").applied_to(changed) == changed
    ruby = family.with_seat(1, SeatRecord(None, "Ruby", "family"))
    assert kinds(ChoosePersona(ANN.id, 2, "rosie").applied_to(ruby))[1:3] == ["family", "family/rosie"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param(ChoosePersona(BEN.id, 2, "rosie"), "host", id="not the host"),
        pytest.param(ChoosePersona(ANN.id, 2, "ruby"), "Rosie, Jack", id="nobody like that"),
        pytest.param(ChoosePersona(ANN.id, 1, "rosie"), "no computer in that seat", id="a person"),
        pytest.param(ChoosePersona(ANN.id, 9, "rosie"), "1 to 4", id="no such seat"),
        pytest.param(ChoosePersona(ANN.id, 2, "jack"), "called Jack already", id="a player's name"),
    ],
)
def test_choice_of_who_sits_where_is_refused_with_a_reason(change: LobbyChange, why: str) -> None:
    jack = AddComputers(ANN.id, None, None).applied_to(table(ANN, Person(7, "Jack")))
    with pytest.raises((Refused, HostOnly), match=why):
        change.applied_to(jack)


def test_level_is_settled_before_the_match() -> None:
    with pytest.raises(MatchRunning):
        ChooseLevel(ANN.id, "club").applied_to(FILLED._replace(status=Status.PLAYING))


def test_number_and_level_of_computers_are_chosen_together() -> None:
    assert kinds(SetComputers(ANN.id, None, 2, "family").applied_to(FILLED))[1:] == [
        "family/jack",
        "family/pearl",
        None,
    ]
    assert level_at(SetComputers(ANN.id, None, 3, "family").applied_to(FILLED)) == "family"
    with pytest.raises(Refused, match="3 already"):
        SetComputers(ANN.id, None, 3).applied_to(FILLED)


def test_rematch_and_swapped_seat_keep_the_level() -> None:
    family = ChooseLevel(ANN.id, "family").applied_to(FILLED)
    assert kinds(family._replace(seats=seats_for_rematch(family.seats)))[1:] == kinds(family)[1:]
    assert kinds(Sit(ANN, 3).applied_to(family)) == ["family/amos", "family/jack", "family/pearl", None]


def test_no_two_computers_of_a_table_are_the_same_persona() -> None:
    seats = computers_named([SeatRecord(computer="club")] * 8)
    assert len({who.name for who in seats}) == 8
    personas = [persona_of(who.computer or "") for who in seats]
    assert len({one for one in personas if one}) == 6
    assert personas.count(None) == len(COMPUTER_NAMES) - 6


def test_computer_does_not_take_a_players_name() -> None:
    jack = Person(7, "Jack")
    full = AddComputers(ANN.id, None, None).applied_to(table(ANN, jack))
    assert [name for name in names(full) if "Jack" in name] == ["Jack"]


def test_every_level_can_be_stored_with_a_table() -> None:
    for level in LEVELS:
        chosen = ChooseLevel(ANN.id, level).applied_to(FILLED)
        assert level_at(chosen) == level
