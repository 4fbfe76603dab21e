"""Table messages under load: as many edits as Discord takes, each table in its turn."""

from __future__ import annotations

from tests.bench.outgoing import outgoing, with_crowd


def test_edits_keep_limits_and_deadlines_at_300_presses_a_second() -> None:
    lateness, busiest = outgoing()
    assert lateness.holds, str(lateness)
    assert busiest.holds, str(busiest)


def test_server_with_250_tables_hardly_delays_another_servers_table() -> None:
    lateness, busiest = with_crowd()
    assert lateness.holds, str(lateness)
    assert busiest.holds, str(busiest)
