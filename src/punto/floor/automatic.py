"""A table that deals itself, at a pace that people can follow."""

from collections.abc import Callable

from punto.floor.countdown import Countdown
from punto.floor.dealer import AUTOMATIC, Dealer, Load
from punto.floor.devices import Device
from punto.floor.host import Host
from punto.floor.kept import Kept, begun
from punto.floor.pace import Pace
from punto.floor.turns import LOOK_MS
from punto.journal.failures import Conflict
from punto.journal.sealed import SealedShoes
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.prompt import Prompt, Step
from punto.table.state import State

Seated = Callable[[str], bool]  # whether anybody is at a table, as `Presence.seated` tells


class AutomaticTable:
    """One table dealt by software; `turn` does its next thing.

    Every command is for the table just as it was seen, under an id made from that: given twice,
    or by two dealers at once, it happens once, and a card is never dealt to a table that has moved
    on. What the table refused is not asked again until something has changed there.

    Any number of processes may each have one of these for the same table. Whoever sees that another
    one deals waits a little longer than that one does; so it goes at its pace, and when the one who
    deals is gone the next goes on.
    """

    def __init__(
        self,
        host: Host,
        table: str,
        load: Load,
        countdown: Countdown,
        seated: Seated,
        *,
        pace: Pace,
        seals: SealedShoes | None = None,
        device: Device | None = None,
    ) -> None:
        self._host = host
        self._table = table
        self._countdown = countdown
        self._seated = seated
        self._pace = pace
        self._dealer = Dealer(self._ask, self._see, load, device=device, seals=seals)
        self._kept: Kept[State] = begun(table)
        self._refused_at: int | None = None  # the entry after which asking again is of no use
        self._known: int | None = None  # the last entry that was made or seen here

    def turn(self) -> int:
        """Do the next thing, if it is the dealer's to do; how long to wait before the next."""
        seen = self._host.look(self._table)
        if seen.head.number == self._refused_at:
            return LOOK_MS
        known, self._known = self._known, seen.head.number
        if known not in (None, seen.head.number) and seen.actor == AUTOMATIC.id:
            return self._others_pause(seen.state) + LOOK_MS
        left_ms = self._countdown.left_ms()
        done = self._dealer.step(seated=self._seated(self._table), betting_over=left_ms == 0)
        return min(LOOK_MS, left_ms or LOOK_MS) if done is None else self._pause(done)

    def _see(self) -> State:
        self._kept = self._host.look(self._table)
        if self._kept.head.number != self._known and self._kept.actor == AUTOMATIC.id:
            raise Conflict("Another dealer was first this moment.")
        return self._kept.state

    def _ask(self, command: c.Command) -> None:
        head = self._kept.head
        if isinstance(command, c.CloseBetting) and not self._countdown.over(head.seq):
            raise Conflict("Betting was opened anew.")
        try:
            self._host.ask(self._table, f"automatic-{head.number}", command, after=head.number)
        except Refused as refusal:
            if refusal.reason is Reason.ID_USED_BEFORE:  # another dealer had this turn
                raise Conflict(refusal.sentence) from None
            self._refused_at = head.number + 1
            raise
        self._known = head.number + 1

    def _others_pause(self, state: State) -> int:
        """The longest that the other one may be waiting now."""
        if state.round is None:
            return self._pace.outcome_ms
        return max(self._pace.card_ms, self._pace.call_ms)

    def _pause(self, done: Prompt) -> int:
        match done.step:
            case Step.DRAW | Step.EXPOSE:
                return self._pace.card_ms
            case Step.ANNOUNCE_OUTCOME:
                return self._pace.outcome_ms
            case _:
                return self._pace.call_ms
