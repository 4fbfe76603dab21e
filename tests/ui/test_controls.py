"""The data of a control: written into a custom id and read from it again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.controls import (
    BUTTON,
    CUSTOM_ID_LIMIT,
    KINDS,
    Control,
    Verb,
    base36,
)
from cogs.ui.items import TableButton
from rules.core.actions import Discard, parse_action
from rules.core.cards import CARDS, FACES
from tests.strategies import actions

controls = st.builds(
    Control,
    st.sampled_from(Verb),
    st.integers(0, 36**12 - 1),
    st.integers(0, 36**8 - 1),
    st.text(st.characters(exclude_characters=":", exclude_categories=["Cs"]), max_size=60),
)


@given(controls, st.sampled_from(KINDS))
def test_every_control_reads_back_from_its_custom_id(control: Control, kind: str) -> None:
    assert Control.read(control.custom_id(kind)) == control


@given(controls, st.sampled_from(KINDS))
def test_id_of_one_kind_is_not_read_as_another(control: Control, kind: str) -> None:
    custom_id = control.custom_id(kind)
    assert [other for other in KINDS if Control.read(custom_id, (other,))] == [kind]


@given(actions)
def test_every_answer_of_a_button_reads_back(action: object) -> None:
    if isinstance(action, Discard) and len(action.cards) > 12:
        return  # more than any nest holds
    control = Control(Verb.ANSWER, 2**40, 999, str(action))
    if len(str(action)) > 70:
        return  # an act of chance, which no button carries
    read = Control.read(control.custom_id(BUTTON))
    assert read is not None
    assert parse_action(read.argument) == action


def test_largest_nest_at_oldest_table_fits_an_id() -> None:
    two_decks = CARDS[: 2 * FACES]  # no game with a nest has three
    widest = sorted(two_decks, key=lambda card: -len(str(card)))[:12]
    control = Control(Verb.ANSWER, 36**6, 36**4, str(Discard(tuple(widest))))
    assert len(control.custom_id(BUTTON)) <= CUSTOM_ID_LIMIT


def test_overlong_id_is_refused_before_discord() -> None:
    with pytest.raises(ValueError, match="characters"):
        Control(Verb.ANSWER, 1, 1, "x" * 100).custom_id(BUTTON)


@pytest.mark.parametrize(
    "custom_id", ["", "rk1", "rk1:", "rk1:do:1:1", "rk1:DO:1:1:", "rk1:dance:1:1:", "rk2:do:1:1:", "x" * 100]
)
def test_other_text_is_not_read_as_a_control(custom_id: str) -> None:
    assert Control.read(custom_id) is None


def test_custom_ids_of_old_messages_are_still_read() -> None:
    sent = (
        "do sure pick lay group otherbid bid hand last more sheet again call rules redeal takeback leave "
        "cancel agree sit fill add remove start options section option choose othervalue value askcode code "
        "book"
    )
    assert set(Verb) >= set(sent.split())
    assert Control.read("rk1:do:1z:a:play R14") == Control(Verb.ANSWER, 71, 10, "play R14")


async def test_control_and_button_repr_hide_their_card() -> None:
    control = Control(Verb.ANSWER, 71, 10, "play R14")
    for thing in (control, [control], TableButton(control, "R14")):
        assert "R14" not in repr(thing)


@given(st.integers(0, 10**18))
def test_numbers_are_written_in_base_36(number: int) -> None:
    assert int(base36(number), 36) == number
