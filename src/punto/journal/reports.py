"""What reports are made of: transfers within a time, and meters beside the exact edges."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache

from punto.journal.reading import Moved, Reading
from punto.ledger.documents import TableMeter
from punto.ledger.meters import Meter, against_edges, count
from punto.ledger.shifts import table_of
from punto.ledger.statements import Entry
from punto.table.configuration import Configuration

Times = tuple[int, int | None]  # from one, up to and without the other, in milliseconds
ALWAYS: Times = (0, None)


def moved_within(moved: Iterator[Moved], times: Times) -> Iterator[Moved]:
    since_ms, until_ms = times
    for each in moved:
        if since_ms <= each.at_ms and (until_ms is None or each.at_ms < until_ms):
            yield each


def entries_within(moved: Iterator[Moved], times: Times) -> Iterator[Entry]:
    return (Entry(each.at_ms, each.transfer) for each in moved_within(moved, times))


def table_entries(
    reading: Reading, tables: Collection[str] | None = None, times: Times = ALWAYS
) -> Iterator[Entry]:
    """The transfers that are about these tables, or about any."""
    for entry in entries_within(reading.moved(), times):
        if tables is None or table_of(entry.transfer) in tables:
            yield entry


def table_meters(
    reading: Reading, tables: Collection[str] | None = None, times: Times = ALWAYS
) -> Iterator[TableMeter]:
    """Meters of each table, apart for each game and number of decks that it dealt."""
    wanted = [each for each in reading.streams() if tables is None or each in tables]
    dealt = {table: _dealt(reading.settings(table)) for table in wanted}
    found: dict[tuple[str, str, int], dict[str, Meter]] = {}
    for each in moved_within(reading.moved(), times):
        if each.transfer.wager and each.stream in dealt:
            at_time = (each.stream, *dealt[each.stream](each.number))
            count(found.setdefault(at_time, {}), each.transfer)
    for (table, game, decks), meters in sorted(found.items()):
        for comparison in against_edges(meters, _edges(game, decks)):
            yield TableMeter(table, game, decks, comparison)


def _dealt(settings: list[tuple[int, Configuration]]) -> Callable[[int], tuple[str, int]]:
    """Which game a table dealt, from how many decks, at an entry of its own."""
    numbers = [number for number, _ in settings]

    def at(number: int) -> tuple[str, int]:
        _, configuration = settings[bisect_right(numbers, number) - 1]
        return configuration.game, configuration.decks

    return at


@lru_cache(maxsize=64)
def _edges(game: str, decks: int) -> dict[str, Fraction]:
    """The exact edge of every wager, off the top of a whole shoe."""
    from punto.odds.composition import Composition  # late: arrays are not needed by most
    from punto.odds.law import law
    from punto.odds.price import prices
    from punto.rules.games import find_game

    found = prices(law(Composition.of_decks(decks)), find_game(game).wagers)
    return {each.wager.id: each.house_edge for each in found}
