"""An independent account of a table's money, event by event: for tests only."""

from collections import Counter
from fractions import Fraction

from msgspec import Struct

from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.configuration import Configuration, Funding
from punto.table.state import State
from tests.rules.oracle import pays, play

OPEN, WITHDRAWN, SETTLED, VOIDED, REVERSED = "open", "withdrawn", "settled", "voided", "reversed"
VALUES = {rank: value for value, rank in enumerate("A23456789", 1)} | dict.fromkeys("TJQK", 0)


class Held(Struct):
    """A stake and what has become of it."""

    patron: str
    wager: str
    cents: int
    round: int
    fate: str = OPEN
    line: e.Paid | None = None


class Books:
    """Every stake there ever was, what each patron has, and who was under the minimum."""

    def __init__(self) -> None:
        self.stakes: dict[int, Held] = {}
        self.balances: Counter[str] = Counter()
        self.house = 0
        self.config: Configuration | None = None
        self.configs: dict[int, Configuration] = {}
        self.round = 0
        self.warned: set[str] = set()
        self.warned_before: dict[int, set[str]] = {}

    def record(self, events: tuple[e.Event, ...]) -> None:
        """Follow the events of one command; none may leave a reversed stake unresolved."""
        for event in events:
            self._follow(event)
        assert all(held.fate != REVERSED for held in self.stakes.values())
        assert sum(self.balances.values()) + self.house + self.held_cents() == 0

    def held_cents(self) -> int:
        return sum(held.cents for held in self.stakes.values() if held.fate in (OPEN, REVERSED))

    def agree_with(self, state: State) -> None:
        """The stakes on the table are those not resolved yet, to the cent."""
        on_table = state.round.stakes if state.round else {}
        mine = {number: held for number, held in self.stakes.items() if held.fate == OPEN}
        assert set(mine) == set(on_table)
        for number, held in mine.items():
            stake = on_table[number]
            assert (held.patron, held.wager, held.cents) == (
                stake.patron,
                stake.wager,
                stake.cents,
            )

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.TableOpened(configuration=config) | e.ConfigurationChanged(configuration=config):
                self.config = config
            case e.BettingOpened(round=number):
                assert self.config is not None
                self.round = number
                self.configs[number] = self.config
                self.warned_before[number] = set(self.warned)
            case e.StakePlaced():
                assert event.stake not in self.stakes
                self.stakes[event.stake] = Held(event.patron, event.wager, event.cents, self.round)
                self.balances[event.patron] -= event.cents
            case e.StakeChanged(stake=number, cents=cents):
                held = self._open(number)
                self.balances[held.patron] += held.cents - cents
                held.cents = cents
            case e.StakeWithdrawn(stake=number):
                held = self._open(number)
                assert (event.patron, event.cents) == (held.patron, held.cents)
                self.balances[held.patron] += held.cents
                held.fate = WITHDRAWN
            case e.SettlementReversed(round=number, lines=lines):
                assert lines == tuple(
                    held.line for held in self._of(number, SETTLED) if held.line is not None
                )
                for line in lines:
                    self._pay(line, REVERSED, sign=-1)
            case e.RoundSettled():
                self._settle(event)
            case e.RoundVoided(round=number, lines=lines):
                due = OPEN if number == self.round and self._of(number, OPEN) else REVERSED
                assert [line.cents for line in lines] == [
                    held.cents for held in self._of(number, due)
                ]
                for line in lines:
                    assert (line.result, line.profit_cents) == (Result.VOID, 0)
                    self._pay(line, VOIDED)

    def _settle(self, event: e.RoundSettled) -> None:
        due = self._of(event.round, REVERSED if event.corrects else OPEN)
        assert len(event.lines) == len(due)
        warned = set(self.warned_before[event.round]) if event.corrects else self.warned
        config = self.configs[event.round]
        before = frozenset(warned)
        for line, held in zip(event.lines, due, strict=True):
            self._check(line, held, config, event.cards, before)
            self._pay(line, SETTLED)
            if self._uses_one_time(line, config):
                warned.add(line.patron)
        assert tuple(sorted(warned)) == event.under_minimum
        if event.corrects:
            self.warned = warned | {
                held.patron
                for held in self.stakes.values()
                if held.round > event.round
                and held.line is not None
                and self._uses_one_time(held.line, self.configs[held.round])
            }

    @staticmethod
    def _uses_one_time(line: e.Paid, config: Configuration) -> bool:
        """Paid or collected below the minimum, which a push is not."""
        under = line.cents < config.limits[line.wager].min_cents
        return under and line.result in (Result.WIN, Result.LOSE)

    def _check(
        self,
        line: e.Paid,
        held: Held,
        config: Configuration,
        cards: tuple[str, ...],
        warned: frozenset[str],
    ) -> None:
        """One line against an independent statement of the law and of the limits."""
        assert (line.patron, line.wager, line.cents) == (held.patron, held.wager, held.cents)
        at_risk = held.cents
        limits = config.limits[held.wager]
        under = config.funding is Funding.CHIPS and held.cents < limits.min_cents
        if under and held.patron in warned:
            assert (line.result, line.returned_cents) == (Result.RETURNED, held.cents)
            return
        if config.funding is Funding.CHIPS:
            at_risk = min(at_risk, limits.max_cents)
        values = [VALUES[code[0]] for code in cards]
        won = play((*values, *values)[:6])
        assert won[2] + won[3] == len(cards)
        paid = pays(config.game, held.wager, [code[0] for code in cards], won)
        if paid is None:
            assert (line.result, line.profit_cents) == (Result.LOSE, -at_risk)
        elif paid == "push":
            assert (line.result, line.profit_cents) == (Result.PUSH, 0)
        else:
            assert line.result is Result.WIN
            assert line.profit_cents == at_risk * Fraction(str(paid))

    def _pay(self, line: e.Paid, fate: str, sign: int = 1) -> None:
        held = self.stakes[line.stake]
        assert held.fate in ((SETTLED,) if fate == REVERSED else (OPEN, REVERSED))
        assert line.returned_cents == line.cents + line.profit_cents >= 0
        self.balances[held.patron] += sign * line.returned_cents
        self.house -= sign * line.profit_cents
        held.fate, held.line = fate, line

    def _open(self, number: int) -> Held:
        held = self.stakes[number]
        assert held.fate == OPEN
        return held

    def _of(self, number: int, fate: str) -> list[Held]:
        return [held for held in self.stakes.values() if (held.round, held.fate) == (number, fate)]
