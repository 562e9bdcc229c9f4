"""Plan: what is staked in each round, for how long, and when the session ends before that."""

from dataclasses import dataclass

from punto.messages import Amount, Message
from punto.refusals import Reason, Refused
from punto.risk.result import RoundResult

ROUNDS_MAX = 10_000_000
STEPS_MAX = 20


@dataclass(frozen=True)
class Plan:
    """A betting plan. Amounts are in minor units; None means no such limit.

    `multiples` is a progression: the session starts with the first multiple of the stakes, takes
    the next one after a round that lost money, and goes back to the first after a round that won.
    A round that neither won nor lost changes nothing. After the last multiple comes the first.
    A flat plan has the single multiple 1.
    """

    result: RoundResult
    rounds: int
    bankroll: int | None = None
    stop_loss: int | None = None
    stop_win: int | None = None
    multiples: tuple[int, ...] = (1,)
    table_max: int | None = None  # no stake together is ever larger

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise _unreadable(
                Message.of(
                    "A session has 1 to {most:,} rounds, not {rounds:,}.",
                    most=ROUNDS_MAX,
                    rounds=self.rounds,
                )
            )
        for amount, name in (
            (self.bankroll, "The bankroll"),
            (self.stop_loss, "The stop-loss"),
            (self.stop_win, "The stop-win"),
            (self.table_max, "The table maximum"),
        ):
            if amount is not None and amount <= 0:
                raise _unreadable(Message.of("{name} must be more than zero.", name=name))
        if not 1 <= len(self.multiples) <= STEPS_MAX or min(self.multiples) < 1:
            raise _unreadable(
                Message.of(
                    "A progression has 1 to {most} multiples, each 1 or more.", most=STEPS_MAX
                )
            )
        if self.bankroll is not None and self.bankroll < self.stake(0):
            raise _unreadable(
                Message.of(
                    "The bankroll does not cover the first stake of {stake}.",
                    stake=Amount(self.stake(0)),
                )
            )
        if self.table_max is not None and self.table_max < self.result.staked:
            raise _unreadable(
                Message.of(
                    "Bets of {staked} are above the table maximum of {maximum}.",
                    staked=Amount(self.result.staked),
                    maximum=Amount(self.table_max),
                )
            )

    @property
    def is_flat(self) -> bool:
        return len(self.multiples) == 1

    @property
    def has_stops(self) -> bool:
        return any(each is not None for each in (self.bankroll, self.stop_loss, self.stop_win))

    def multiple(self, step: int) -> int:
        """The multiple of the stakes at a step of the progression, as the table maximum allows."""
        wanted = self.multiples[step]
        if self.table_max is None:
            return wanted
        return min(wanted, self.table_max // self.result.staked)

    def stake(self, step: int) -> int:
        return self.result.staked * self.multiple(step)


def _unreadable(message: Message) -> Refused:
    return Refused.of(Reason.UNREADABLE_REQUEST, message)
