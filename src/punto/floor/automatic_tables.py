"""The automatic tables of the house: each is dealt from the moment that it is opened."""

from collections.abc import Callable
from contextlib import suppress

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.worker import Runner, Turn
from punto.journal.errors import Corrupt
from punto.table.configuration import CardSource
from punto.table.state import State

SEEN_MS = 500  # between looks at the tables that this process has seen
ALL_MS = 5_000  # between looks for those that another process has opened or changed

MakeTurn = Callable[[str], Turn]  # makes the automatic dealer of a table


class AutomaticTables:
    """Starts an automatic dealer for every table that is set to deal itself.

    It does so whenever and by whichever process the table was opened. Every process may run this:
    each card is dealt once (`AutomaticTable`). The dealer of a table that is closed or set to
    another card source waits until it deals itself again.
    """

    def __init__(self, host: Host, make_turn: MakeTurn, runner: Runner, clock: Clock) -> None:
        self._host = host
        self._make_turn = make_turn
        self._runner = runner
        self._clock = clock
        self._all_ms = clock.steady_ms()  # when to look at all tables next
        self._dealt: set[str] = set()

    def __contains__(self, table: object) -> bool:
        """Whether this process deals the table while it deals itself."""
        return table in self._dealt

    def turn(self) -> int:
        """Start the dealers that are missing; return how many ms until the next look."""
        now_ms = self._clock.steady_ms()
        is_due = now_ms >= self._all_ms
        for table in self._host.all_tables() if is_due else self._host.tables():
            if table not in self._dealt:
                with suppress(Corrupt):  # reported where the table is read
                    state = self._host.look(table).state if is_due else self._host.state(table)
                    self._start(table, state)
        if is_due:
            self._all_ms = now_ms + ALL_MS
        return SEEN_MS

    def _start(self, table: str, state: State) -> None:
        config = state.configuration
        if config is not None and config.card_source is CardSource.AUTOMATIC:
            self._dealt.add(table)
            self._runner.add(table, self._make_turn(table))
