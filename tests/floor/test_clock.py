"""The clock never goes back, and changes of the system time are detected."""

from punto.floor.clock import JUMP_MS, Clock, ClockChange

NS = 1_000_000


class Machine:
    """A machine's two clocks, and how long it takes to read one."""

    def __init__(self) -> None:
        self.wall_ms, self.passed_ms, self.reading_ms = 1_000_000, 50, 0

    def go(self, by_ms: int) -> None:
        self.wall_ms += by_ms
        self.passed_ms += by_ms

    def clock(self) -> Clock:
        def wall() -> int:
            self.go(self.reading_ms)
            return self.wall_ms * NS

        return Clock(wall, lambda: self.passed_ms * NS)


def test_time_stands_still_while_the_clock_is_set_back_and_the_change_is_reported() -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock.now_ms() == 1_000_000
    machine.go(400)
    machine.wall_ms -= 60_000
    assert clock.now_ms() == 1_000_000
    assert clock.take_changes() == [ClockChange(1_000_000, 1_000_400, 940_400)]
    assert clock.take_changes() == []
    machine.go(60_000)
    assert clock.now_ms() == 1_000_400
    assert clock.take_changes() == []


def test_a_step_on_is_told_and_a_clock_kept_right_is_not() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.now_ms()
    machine.wall_ms += JUMP_MS - 1
    clock.now_ms()
    assert clock.take_changes() == []
    machine.wall_ms += JUMP_MS
    assert clock.now_ms() == 1_000_000 + 2 * JUMP_MS - 1
    assert [change.set_to_ms - change.was_ms for change in clock.take_changes()] == [
        2 * JUMP_MS - 1
    ]


def test_a_process_that_was_stopped_while_it_looked_says_nothing_false() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.now_ms()
    machine.reading_ms = 5_000
    clock.now_ms()
    machine.reading_ms = 0
    clock.now_ms()
    assert clock.take_changes() == []
