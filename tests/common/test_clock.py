"""The bot's clock for waits: counts elapsed time, however the machine's clock is set."""

from __future__ import annotations

import pytest

from bot.common.clock import GRACE, Clock

START = 1.7e9


class Machine:
    """A fake machine with a settable clock."""

    def __init__(self, calendar: float = START) -> None:
        self.calendar, self.elapsed = calendar, 50.0

    def let_pass(self, seconds: float, shown: float | None = None) -> None:
        """Advance elapsed time by ``seconds``, and the displayed time by ``shown`` if given."""
        self.elapsed += seconds
        self.calendar += seconds if shown is None else shown


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> Clock:
    clock = Clock(lambda: machine.calendar, lambda: machine.elapsed)
    assert clock() == START
    return clock


@pytest.mark.parametrize("step", [-3600, 3600, 86_400, -1, 1])
def test_clock_change_moves_no_wait(machine: Machine, clock: Clock, step: float) -> None:
    end = clock() + 180
    machine.let_pass(100)
    machine.calendar += step
    assert (end - clock(), clock.today(), clock.shown(end)) == (80, START + 100 + step, START + 180 + step)
    assert clock.counted(clock.shown(end)) == end
    machine.let_pass(80)
    assert clock() == end


@pytest.mark.parametrize("step", [-12, 12])
def test_time_shown_right_after_a_clock_change_goes_by_the_new_calendar(
    machine: Machine, clock: Clock, step: float
) -> None:
    """Bug: it went by the calendar of the last call, seconds before the change."""
    machine.calendar += step
    assert clock.shown(START + 180) == START + 180 + step
    machine.calendar += step
    assert clock.counted(START + 180 + 2 * step) == START + 180


def test_clock_set_right_again_shows_the_calendar(machine: Machine, clock: Clock) -> None:
    machine.calendar -= 3600
    assert clock() == START
    machine.calendar += 3600
    assert clock() == clock.today() == START


def test_small_drift_of_the_clock_is_followed(machine: Machine, clock: Clock) -> None:
    for _ in range(100):
        machine.let_pass(60, shown=60.1)
        clock()
    assert clock() == clock.today() == machine.calendar


def test_clock_that_was_never_set_is_followed_once_it_is() -> None:
    machine = Machine(calendar=0)
    clock = Clock(lambda: machine.calendar, lambda: machine.elapsed)
    clock()
    machine.calendar = START
    assert clock() == clock.today() == START


def test_time_of_a_suspended_machine_counts_for_no_wait(machine: Machine, clock: Clock) -> None:
    end = clock() + 180
    machine.let_pass(0, shown=8 * 3600)
    assert end - clock() == 180


def test_injected_time_is_used_unchanged() -> None:
    machine = Machine()
    clock = Clock.of(lambda: machine.calendar)
    assert clock() == START
    machine.calendar += 86_400
    assert clock() == START + 86_400
    assert Clock.of(clock) is clock


def test_waits_end_three_minutes_after_people_can_answer_again(machine: Machine, clock: Clock) -> None:
    began = clock()
    machine.let_pass(1000)
    assert clock.since(60) == clock() - 60
    clock.resume()
    assert clock.prolonged(began + 60, began) == clock() + GRACE
    assert clock.prolonged(began + 5000, began) == began + 5000
    assert clock.prolonged(clock() + 60, clock()) == clock() + 60, "it began only now"
    assert clock.since(60) == 0, "nothing has waited for too long"
    machine.let_pass(GRACE)
    assert clock.since(60) == clock() - 60
