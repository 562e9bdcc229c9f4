"""What tables, patrons and dealers have come to, counted again from the events alone."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct, field

from punto.journal.codec import Entry, decode_events
from punto.journal.projections.lookup import person_between, play_between, subjects
from punto.journal.queries.reports import table_days, table_meters, table_shifts
from punto.journal.read_transaction import ReadTransaction
from punto.ledger.meters import meters
from punto.ledger.shifts import shifts, win_of_days
from punto.ledger.statements import Entry as Moved
from punto.ledger.totals import PlayTotals
from punto.rules.settlement import Result
from punto.table import events as e


class Tally(Struct):
    """Rounds, stakes that counted, and by wager what was staked and what the house won."""

    rounds: int = 0
    voided: int = 0
    stakes: int = 0
    handle: Counter[str] = field(default_factory=Counter)
    win: Counter[str] = field(default_factory=Counter)


class RecountedTotals:
    """Takes every entry of the tables once, and holds the running totals to what they come to."""

    def __init__(self) -> None:
        self._tallies: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
        self._dealers: dict[tuple[str, int], str] = {}

    def take(self, entry: Entry) -> None:
        for event in decode_events(entry):
            match event:
                case e.RoundVoided(round=number, dealer=dealer):
                    self._dealers[entry.stream, number] = dealer
                    for subject in ("", f"dealer:{dealer}"):
                        self._tallies[entry.stream, subject].voided += 1
                case e.RoundSettled(round=number, dealer=dealer):
                    self._dealers[entry.stream, number] = dealer
                    self._add(entry.stream, number, event.lines, 1)
                case e.SettlementReversed(round=number):
                    self._add(entry.stream, number, event.lines, -1)
                case _:
                    pass

    def _add(self, table: str, number: int, lines: tuple[e.Paid, ...], sign: int) -> None:
        dealer = f"dealer:{self._dealers[table, number]}"
        counted = [line for line in lines if _counted(line)]
        whose = {"", dealer} | {f"patron:{line.patron}" for line in counted}
        for subject in whose:
            self._tallies[table, subject].rounds += sign
        for line in counted:
            for subject in ("", dealer, f"patron:{line.patron}"):
                tally = self._tallies[table, subject]
                tally.stakes += sign
                tally.handle[line.wager] += sign * _counted(line)
                tally.win[line.wager] -= sign * line.profit_cents

    def check(self, transaction: ReadTransaction, tables: tuple[str, ...]) -> None:
        """The stored totals of tables, patrons and dealers are these, and there are no others."""
        connection = transaction.connection
        for table, found in zip(tables, play_between(connection, tables, 0, None), strict=True):
            _compare(found, self._tallies[table, ""], table)
            known = {
                subject
                for prefix in ("patron:", "dealer:")
                for subject in subjects(connection, table, prefix)
            }
            due = {subject for stream, subject in self._tallies if stream == table and subject}
            assert known == due, f"{table}: people have totals who should not, or the reverse"
            for subject in known:
                (own,) = person_between(connection, subject, (table,), 0, None)
                _compare(own, self._tallies[table, subject], f"{table} {subject}")


def _compare(found: PlayTotals, tally: Tally, what: str) -> None:
    handle, win = Counter[str](), Counter[str]()
    for law in found.laws.values():
        handle.update(law.handle)
        win.update(law.win)
    assert (found.rounds, found.voided, found.stakes) == (
        tally.rounds,
        tally.voided,
        tally.stakes,
    ), f"{what}: rounds, voids or stakes are not what the entries come to"
    assert _without_zeros(handle) == _without_zeros(tally.handle), f"{what}: handle"
    assert _without_zeros(win) == _without_zeros(tally.win), f"{what}: win"


def _counted(line: e.Paid) -> int:
    """What was at risk: what was lost, what was paid by the odds, or all of a push."""
    match line.result:
        case Result.LOSE:
            return -line.profit_cents
        case Result.WIN:
            paid, per = line.pays.split(" to ")
            return int(Fraction(line.profit_cents) * Fraction(per) / Fraction(paid))
        case Result.PUSH:
            return line.cents
        case _:
            return 0


def _without_zeros(counts: Counter[str]) -> dict[str, int]:
    return {key: value for key, value in counts.items() if value}


def check_reports(transaction: ReadTransaction, tables: tuple[str, ...]) -> None:
    """Shifts, days and meters are what every transfer there ever was comes to."""
    moved = list(_moved(transaction))
    assert list(table_shifts(transaction, tables, limit=10**6)) == list(shifts(moved))
    assert table_days(transaction, tables) == list(win_of_days(moved))
    for table in tables:
        found: dict[str, list[int]] = {}
        for each in table_meters(transaction, (table,)):
            meter = each.comparison.meter
            sums = found.setdefault(meter.wager, [0, 0])
            sums[0] += meter.handle_cents
            sums[1] += meter.win_cents
        counted = meters((each.transfer for each in moved), table)
        due = {
            wager: [each.handle_cents, each.win_cents]
            for wager, each in counted.items()
            if each.handle_cents
        }
        assert {wager: sums for wager, sums in found.items() if sums[0]} == due, table


def _moved(transaction: ReadTransaction) -> Iterator[Moved]:
    for each in transaction.moved():
        yield Moved(each.at_ms, each.transfer)
