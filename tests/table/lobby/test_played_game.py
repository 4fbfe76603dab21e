"""A table plays its game by the rules version it began with."""

from __future__ import annotations

from bot.models.stored_tables import TableRecord
from bot.table.desk.present import replace_record
from bot.table.desk.table import Table, shown_table
from bot.table.lobby.before_match import Person
from bot.table.lobby.choosing import ChooseOptions, ChooseSeats
from bot.table.opening import WantedTable, new_table
from bot.table.turns.time_limit import NO_LIMIT
from rules.core.protocol import OptionValue

ANN = Person(1, "Ann")
CALLED: dict[str, OptionValue] = {"panjandrum_free": True}


def table(version: int, options: dict[str, OptionValue] = CALLED) -> TableRecord:
    """A table of Panjandrum, stored by a bot with this version of its rules."""
    record = new_table(1, 2, ANN, WantedTable("panjandrum_1988", options=options, seats=4), at=0.0)
    return record._replace(rules_version=version)


def test_new_table_has_the_present_version() -> None:
    assert new_table(1, 2, ANN, WantedTable("panjandrum_1988", seats=4), at=0.0).rules_version == 2
    assert new_table(1, 2, ANN, WantedTable("kentucky", seats=4), at=0.0).rules_version == 2


def test_options_of_an_older_version_keep_their_meaning() -> None:
    """R-62: since the second version givers choose by default."""
    assert Table(table(1)).match.game.changes() == {**CALLED, "giver_chooses": False}
    assert Table(table(2)).match.game.changes() == CALLED
    assert shown_table(Table(table(1)), NO_LIMIT).rules.changes == {**CALLED, "giver_chooses": False}


def test_another_option_or_number_of_players_changes_only_itself() -> None:
    agreed = ChooseOptions(ANN.id, {"players_max": 6}).applied_to(table(1))
    assert agreed.rules_version == 2
    assert agreed.options == {**CALLED, "giver_chooses": False, "players_max": 6}
    assert ChooseSeats(ANN.id, 5).applied_to(table(1)).rules_version == 1


def test_table_takes_over_another_version_of_the_same_options() -> None:
    played = Table(table(1))
    replace_record(played, table(2))
    assert played.match.game.changes() == CALLED
