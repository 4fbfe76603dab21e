"""Table messages under load: as many edits as Discord takes, each table in its turn."""

from __future__ import annotations

from tests.bench.outgoing import outgoing, with_crowd


def test_at_300_presses_a_second_no_global_limit_is_hit_and_no_edit_is_five_seconds_late() -> None:
    lateness, busiest = outgoing()
    assert lateness.holds, str(lateness)
    assert busiest.holds, str(busiest)


def test_250_tables_of_one_server_make_another_servers_table_hardly_later() -> None:
    lateness, busiest = with_crowd()
    assert lateness.holds, str(lateness)
    assert busiest.holds, str(busiest)
