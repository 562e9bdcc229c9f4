"""The data of reports: transfers within a period, and meters beside the exact edges."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache

from punto.journal.read_transaction import Moved, ReadTransaction
from punto.ledger.documents import TableMeter
from punto.ledger.meters import Meter, against_edges, count
from punto.ledger.shifts import table_of
from punto.ledger.statements import Entry
from punto.table.configuration import Configuration, law_of

Times = tuple[int, int | None]  # start (inclusive) and end (exclusive), in milliseconds
ALWAYS: Times = (0, None)


def moved_within(moved: Iterator[Moved], times: Times) -> Iterator[Moved]:
    since_ms, until_ms = times
    for each in moved:
        if since_ms <= each.at_ms and (until_ms is None or each.at_ms < until_ms):
            yield each


def entries_within(moved: Iterator[Moved], times: Times) -> Iterator[Entry]:
    return (Entry(each.at_ms, each.transfer) for each in moved_within(moved, times))


def table_entries(
    transaction: ReadTransaction, tables: Collection[str] | None = None, times: Times = ALWAYS
) -> Iterator[Entry]:
    """The transfers that concern these tables, or any table."""
    for entry in entries_within(transaction.moved(), times):
        if tables is None or table_of(entry.transfer) in tables:
            yield entry


def table_meters(
    transaction: ReadTransaction, tables: Collection[str] | None = None, times: Times = ALWAYS
) -> Iterator[TableMeter]:
    """The meters of each table, separately for each edition and number of decks."""
    wanted = [each for each in transaction.streams() if tables is None or each in tables]
    dealt = {table: _dealt(transaction.settings(table)) for table in wanted}
    found: dict[tuple[str, str, int], dict[str, Meter]] = {}
    for each in moved_within(transaction.moved(), times):
        if each.transfer.wager and each.stream in dealt:
            at_time = (each.stream, *dealt[each.stream](each.number))
            count(found.setdefault(at_time, {}), each.transfer)
    for (table, edition, decks), meters in sorted(found.items()):
        for comparison in against_edges(meters, _edges(edition, decks)):
            yield TableMeter(table, edition.partition("@")[0], decks, comparison)


def _dealt(settings: list[tuple[int, Configuration]]) -> Callable[[int], tuple[str, int]]:
    """A function from a table's entry number to its edition and number of decks there."""
    numbers = [number for number, _ in settings]

    def at(number: int) -> tuple[str, int]:
        _, configuration = settings[bisect_right(numbers, number) - 1]
        return law_of(configuration).ref, configuration.decks

    return at


@lru_cache(maxsize=64)
def _edges(edition: str, decks: int) -> dict[str, Fraction]:
    """The exact edge of every wager, at the start of a whole shoe."""
    from punto.odds.composition import Composition  # late: most callers need no arrays
    from punto.odds.distribution import distribution
    from punto.odds.price import prices
    from punto.rules.games import find_game

    found = prices(distribution(Composition.of_decks(decks)), find_game(edition).wagers)
    return {each.wager.id: each.house_edge for each in found}
