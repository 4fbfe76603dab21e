"""Names from outside, made fit to be shown."""

from __future__ import annotations

import pytest

from bot.text import clean, distinct


def test_a_name_is_one_line_of_so_many_characters() -> None:
    assert clean("  Ann\n\tof the\u2028Hill ", 32) == "Ann of the Hill"
    assert clean("x" * 40, 32) == "x" * 32
    assert clean("a\ud800", 32) == "a\ufffd"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Bob", "Bob", "Bob"], ["Bob", "Bob (2)", "Bob (3)"]),
        (["Bob", "Bob (2)", "Bob"], ["Bob", "Bob (2)", "Bob (3)"]),
        (["", ""], ["", ""]),
        (["x" * 32, "x" * 32], ["x" * 32, "x" * 28 + " (2)"]),
    ],
)
def test_two_of_one_name_are_told_apart(names: list[str], shown: list[str]) -> None:
    assert distinct(names, 32) == shown
    assert all(len(name) <= 32 for name in shown)
