"""Reports on journals of growing length, and stakes while reports are read in a loop.

`python -m bench.reports --events 100000 1000000 10000000 --folder FOLDER` measures SQLite and
PostgreSQL in one run; journals that are in the folder already are used again.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from sys import setswitchinterval
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep, time

from bench.books import postgresql
from bench.clock import Row, percentile
from bench.large_journals import DAY_EVENTS, DAY_MS, write_large
from punto.floor.host import Host
from punto.journal.people.people import Kind, Person
from punto.journal.queries.account_history import statement_page
from punto.journal.queries.luck import By, luck_report
from punto.journal.queries.pace import dealer_paces, table_paces
from punto.journal.queries.reports import accounts_sum, table_days, table_meters, table_shifts
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.ledger.accounts import bank, drop, patron
from punto.ledger.statements import trial_balance_of
from punto.rules.staff import Position
from punto.table import commands as c
from punto.web.server import SWITCH_INTERVAL_S
from punto.web.views.rounds import RoundFilter, rounds_before
from tests.envelope import Given
from tests.floor.tables import CREDITS, DEALER, bet, fund, opened
from tests.submission import ask, submit

LENGTHS = (100_000, 1_000_000)
REPEATS = 15
STAKES_A_SECOND = 100
STAKES = 100  # in a row, alone and beside a reader in turns
TURNS = 5
SEATS = 50
CREDITS_CENTS = 10_000_000
PAGE = 100
SUPERVISOR = Person("pit", Kind.STAFF, Position.PIT_MANAGER, ("*",))

Read = Callable[[ReadTransaction], object]


def reports() -> dict[str, Read]:
    """Every report, as its route and command read it."""
    seat = patron("seat1")
    filters = {
        "": RoundFilter(),
        ", outcome": RoundFilter(outcome="tie"),
        ", void": RoundFilter(outcome="void"),
        ", wager": RoundFilter(wager="tie"),
        ", patron": RoundFilter(patron="seat7"),
        ", patron that there is not": RoundFilter(patron="nobody"),
        ", all three": RoundFilter(outcome="banker", wager="banker", patron="seat3"),
        ", a period long ago": RoundFilter(since_ms=DAY_MS, until_ms=2**42),
    }
    found: dict[str, Read] = {
        "bank of a table": lambda t: (
            t.balances([bank("t1"), drop("t1")]),
            list(table_shifts(t, ("t1",))),
        ),
        "meters": lambda t: list(table_meters(t)),
        "meters of a day": lambda t: list(table_meters(t, None, _last_day(t))),
        "win by day, a month": lambda t: table_days(t, None, _last_month(t)),
        "shifts": lambda t: list(table_shifts(t)),
        "statement, a page": lambda t: statement_page(t, seat, limit=PAGE),
        "statement of a bank, a page": lambda t: statement_page(t, bank("t2"), limit=PAGE),
        "statement of a day, a page": lambda t: statement_page(t, seat, *_last_day(t), limit=PAGE),
        "luck by table": lambda t: luck_report(t, None, (0, None)),
        "luck of a day": lambda t: luck_report(t, None, _last_day(t)),
        "luck by wager": lambda t: luck_report(t, None, (0, None), By.WAGER),
        "luck by patron": lambda t: luck_report(t, None, (0, None), By.PATRON),
        "luck by dealer": lambda t: luck_report(t, None, (0, None), By.DEALER),
        "luck by month, the last": lambda t: luck_report(t, None, _last_month(t), By.MONTH),
        "luck by month, all there are": lambda t: luck_report(t, None, (0, None), By.MONTH),
        "pace by table": lambda t: list(table_paces(t)),
        "pace by dealer": lambda t: list(dealer_paces(t)),
        "balances": lambda t: t.balances(),
        "trial balance": lambda t: trial_balance_of(t.balances()),
        "sum of accounts": accounts_sum,
    }
    for name, wanted in filters.items():
        found[f"rounds{name}"] = partial(_rounds, wanted)
    return found


def _rounds(wanted: RoundFilter, transaction: ReadTransaction) -> object:
    return rounds_before(transaction, "t1", None, 20, wanted, SUPERVISOR)


def _last_day(transaction: ReadTransaction) -> tuple[int, int]:
    last = _last_ms(transaction)
    return last - DAY_MS, last


def _last_month(transaction: ReadTransaction) -> tuple[int, int]:
    last = _last_ms(transaction)
    return last - 31 * DAY_MS, last + 1


def _last_ms(transaction: ReadTransaction) -> int:
    entry = transaction.entry("t1", transaction.head("t1").number)
    assert entry is not None
    return entry.at_ms


def measure(stores: Sequence[Store]) -> dict[str, list[float]]:
    """The best time of each report on each store, in seconds: others on the machine only add to it.

    Stores take turns, so that a slow spell of the machine affects all.
    """
    found = {}
    for name, read in reports().items():
        took: list[list[float]] = [[] for _ in stores]
        for _ in range(REPEATS):
            for store, times in zip(stores, took, strict=True):
                start = perf_counter()
                with store.begin_read() as transaction:
                    read(transaction)
                times.append(perf_counter() - start)
        found[name] = [min(times) for times in took]
    return found


def stakes_beside_readers(store: Store) -> list[Row]:
    """Latencies of stakes at a steady rate, alone and while every report is read in a loop.

    In turns, so that a slow spell of the machine affects both; with the server's own setting of
    how long a thread may hold the interpreter.
    """
    setswitchinterval(SWITCH_INTERVAL_S)
    host, table = Host(store), f"bench{int(time())}"
    opened(host, table, CREDITS)
    fund(host, *(f"seat{seat}" for seat in range(1, SEATS + 1)), cents=CREDITS_CENTS)
    ask(host, table, "bench-open", Given(c.OpenBetting(), DEALER))
    alone: list[float] = []
    beside: list[float] = []
    reports_read = 0
    for turn in range(TURNS):
        alone += _latencies(host, table, f"alone{turn}")
        with _reader(store) as read:
            beside += _latencies(host, table, f"beside{turn}")
        reports_read += read[0]
    host.stop()
    what = f"stakes at {STAKES_A_SECOND} a second beside {reports_read} reports"
    return [(what, _described(beside), _described(alone), _ratio(beside, alone))]


def _latencies(host: Host, table: str, name: str) -> list[float]:
    took: list[float] = []
    began = perf_counter()
    for number in range(STAKES):
        sleep(max(0.0, began + number / STAKES_A_SECOND - perf_counter()))
        start = perf_counter()
        wager = ("player", "banker", "tie")[number % 3]
        asked = bet(number % SEATS + 1, 1000, wager)
        assert submit(host, table, f"{name}-{number}", asked).result().refused is None
        took.append(perf_counter() - start)
    return took


@contextmanager
def _reader(store: Store) -> Iterator[list[int]]:
    stopped, count = Event(), [0]

    def read_on() -> None:
        while not stopped.is_set():
            for read in reports().values():
                with store.begin_read() as transaction:
                    read(transaction)
                count[0] += 1
                if stopped.is_set():
                    return

    thread = Thread(target=read_on)
    thread.start()
    try:
        yield count
    finally:
        stopped.set()
        thread.join()


def _described(took: list[float]) -> str:
    return f"{percentile(took, 50) * 1000:.1f} ms (p50), {percentile(took, 99) * 1000:.1f} ms (p99)"


def _ratio(one: list[float], other: list[float]) -> str:
    return f"{percentile(one, 99) / percentile(other, 99):.2f}"


def rows(
    lengths: tuple[int, ...] = LENGTHS, only: str = "", folder: Path | None = None
) -> Iterator[Row]:
    """Measure on SQLite, and on PostgreSQL if available; the baseline is the shortest journal."""
    with TemporaryDirectory(dir=Path.cwd()) as temporary:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        if only != "postgresql":
            yield from _on(
                "SQLite", lengths, place, lambda length: str(place / f"{length}.journal")
            )
        if only == "sqlite":
            return
        with postgresql(str(place)) as address:
            if address:
                found = partial(database, address)
                yield from _on("PostgreSQL", lengths, place, lambda length: found(f"r{length}"))


def database(address: str, name: str) -> str:
    """A database of its own on the private server."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", (name,)
        ).fetchone():
            connection.execute(f"CREATE DATABASE {name}")
    return address.replace("/postgres?", f"/{name}?")


def _written(name: str, store: Store, length: int, place: Path) -> None:
    """Write a journal, unless an earlier run has."""
    mark = place / f"{length}.{name.lower()}"
    if mark.exists():
        return
    start = perf_counter()
    write_large(store, length, min(length, DAY_EVENTS))
    took_s = perf_counter() - start
    print(f"{name}, {length:,} events: written in {took_s:.0f} s", file=sys.stderr)
    mark.touch()


def _on(
    name: str, lengths: tuple[int, ...], place: Path, journal_of: Callable[[int], str]
) -> Iterator[Row]:
    stores = [Store(journal_of(length)) for length in lengths]
    for store, length in zip(stores, lengths, strict=True):
        _written(name, store, length, place)
    took = measure(stores)
    for index, length in enumerate(lengths):
        yield from [
            (
                f"{report}, {length:,} events, {name}",
                f"{times[index] * 1000:.1f} ms",
                f"{times[0] * 1000:.1f} ms ({lengths[0]:,} events)",
                f"{times[index] / times[0]:.2f}",
            )
            for report, times in took.items()
        ]
    for store, length in zip(stores, lengths, strict=True):
        what, *beside = stakes_beside_readers(store)[0]
        yield f"{what}, {length:,} events, {name}", beside[0], beside[1], beside[2]
        store.close()


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--events", type=int, nargs="+", default=list(LENGTHS))
    parser.add_argument("--only", choices=("", "sqlite", "postgresql"), default="")
    parser.add_argument("--folder", type=Path, help="where journals stay for the next run")
    given = parser.parse_args()
    for line in rows(tuple(given.events), given.only, given.folder):
        print(" | ".join(line), flush=True)
