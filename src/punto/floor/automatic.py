"""An automatic table: deals itself as fast as people can follow."""

from collections.abc import Callable

from punto.floor.clock import Clock
from punto.floor.countdown import Countdown
from punto.floor.dealer import AUTOMATIC, Dealer, Load, taken_back
from punto.floor.dealing_times import DealingTimes
from punto.floor.devices import Device
from punto.floor.host import Host
from punto.floor.stream import StreamState, new_stream
from punto.floor.submission import Submission
from punto.floor.worker import LOOK_MS
from punto.journal.errors import Conflict
from punto.journal.sealed_shoes import SealedShoes
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.dealers import taken_over_by
from punto.table.people import Machine
from punto.table.prompt import Prompt, Step, next_step
from punto.table.state import State

REST_MS = 1_000  # between looks at a table that does not deal itself now

Seated = Callable[[str], bool]  # whether anyone is at a table: `Presence.seated`


class AutomaticTable:
    """One table dealt by software; `turn` takes its next step.

    Every command names the entry it was based on and takes its id from it: sent twice, or by two
    dealers at once, it happens once, and no card is dealt to a table that has moved on. A refused
    command is not repeated until something has changed at the table.

    Any number of processes may run one for the same table. One that sees another deal waits a
    little longer than that one's pauses, so dealing is no slower, and when the active dealer dies
    the next takes over. While a person has taken the table over, all of them wait; one who takes
    no step for a while has gone away, and is signed off. A patron who has the device or a hand and
    does nothing with it gives it back after a while too.
    """

    def __init__(
        self,
        host: Host,
        table: str,
        load: Load,
        countdown: Countdown,
        seated: Seated,
        *,
        dealing_times: DealingTimes,
        seals: SealedShoes | None = None,
        device: Device | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._host = host
        self._table = table
        self._countdown = countdown
        self._seated = seated
        self._dealing_times = dealing_times
        self._clock = clock or Clock()
        self._phase = ("", False, 0)  # of contributions: shoe, whether closed, since when
        self._dealer = Dealer(self._give, self._see, load, device=device, seals=seals)
        self._stream: StreamState[State] = new_stream(table)
        self._refused_at: int | None = None  # the last event when a command was refused
        self._known: int | None = None  # the last event made or seen by this dealer
        self._patron: tuple[object, int] | None = None  # how the hands stand, and since when
        self._persons_step = (0, 0)  # while a person deals: their last entry, and since when

    def turn(self) -> int:
        """Take the next step, if it is the dealer's; return how many ms to wait after it."""
        seen = self._host.look(self._table)
        if seen.head.seq == self._refused_at:
            return LOOK_MS
        config = seen.state.configuration
        if config is None or config.card_source is not CardSource.AUTOMATIC:
            return self._rest(seen)
        if taken_over_by(seen.state):
            self._take_back(seen)
            return LOOK_MS
        known, self._known = self._known, seen.head.seq
        if known not in (None, seen.head.seq) and seen.actor == AUTOMATIC.id:
            return self._others_pause(seen.state) + LOOK_MS
        left_ms = self._countdown.left_ms()
        seated = self._seated(self._table)
        if not seated:
            self._phase = ("", False, 0)
        done = self._dealer.step(
            seated=seated,
            betting_over=left_ms == 0,
            contributing_over=self._is_contributing_over(seen.state),
            patron_over=self._is_patron_over(seen.state),
        )
        return min(LOOK_MS, left_ms or LOOK_MS) if done is None else self._pause(done)

    def _rest(self, seen: StreamState[State]) -> int:
        """Wait while the table is closed or others deal it; a seal of ours is still opened."""
        config = seen.state.configuration
        if config is not None and config.card_source is CardSource.PHYSICAL:
            self._known = seen.head.seq
            if seen.state.round is None:
                self._dealer.step(seated=False)
        return REST_MS

    def _take_back(self, seen: StreamState[State]) -> None:
        """Sign off a person who has taken the table over, once nothing has happened for long."""
        now_ms = self._clock.steady_ms()
        if self._persons_step[0] != seen.last_non_stake_entry:  # patrons' stakes keep no one there
            self._persons_step = (seen.last_non_stake_entry, now_ms)
        if now_ms - self._persons_step[1] >= self._dealing_times.away_ms:
            self._stream = seen
            self._give(c.SignOffDealer(), AUTOMATIC)

    def _is_contributing_over(self, state: State) -> bool:
        """Whether the time for contributing to a shoe, or for revealing the values, is over."""
        shoe = state.shoe
        if shoe is None or not shoe.is_order_open:
            return True
        now_ms = self._clock.steady_ms()
        closed = shoe.contributions_closed
        if self._phase[:2] != (shoe.id, closed):
            self._phase = (shoe.id, closed, now_ms)
        set_ms = self._dealing_times.revealing_ms if closed else self._dealing_times.contributing_ms
        return now_ms - self._phase[2] >= set_ms

    def _is_patron_over(self, state: State) -> bool:
        """Whether a patron who has the device or a hand has taken no step for too long.

        The cards show the steps: a refused command is none.
        """
        play = state.round
        if play is None or taken_back(next_step(state)) is None:
            self._patron = None
            return False
        now_ms = self._clock.steady_ms()
        stands = (play.number, play.cards, state.device, play.handlers)
        if self._patron is None or self._patron[0] != stands:
            self._patron = (stands, now_ms)
        return now_ms - self._patron[1] >= self._dealing_times.patron_ms

    def _see(self) -> State:
        self._stream = self._host.look(self._table)
        if self._stream.head.seq != self._known and self._stream.actor == AUTOMATIC.id:
            raise Conflict("Another dealer was faster.")
        return self._stream.state

    def _give(self, command: c.Command, by: Machine) -> None:
        head = self._stream.head
        if isinstance(command, c.CloseBetting) and not self._countdown.is_over(head.seq):
            raise Conflict("Betting was opened again.")
        number = head.number
        try:
            done = self._host.submit_and_wait(
                Submission(self._table, f"automatic-{number}", by, command, after=number)
            )
        except Refused as refusal:
            if refusal.reason is Reason.ID_USED_BEFORE:  # another dealer took this step
                raise Conflict(refusal.sentence) from None
            self._refused_at = head.seq
            raise
        self._known = done[-1].seq if done else head.seq

    def _others_pause(self, state: State) -> int:
        """The longest pause that the other dealer may be taking now."""
        if state.round is None:
            return self._dealing_times.outcome_ms
        return max(self._dealing_times.card_ms, self._dealing_times.call_ms)

    def _pause(self, done: Prompt) -> int:
        match done.step:
            case Step.DRAW | Step.EXPOSE:
                return self._dealing_times.card_ms
            case Step.ANNOUNCE_OUTCOME:
                return self._dealing_times.outcome_ms
            case _:
                return self._dealing_times.call_ms
