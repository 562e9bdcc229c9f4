"""The data of reports, read from running totals: meters beside the exact edges, shifts, days."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import sqlalchemy as sa

from punto.journal.projections.fold import PLAY, Key
from punto.journal.projections.lookup import (
    NEVER,
    Marked,
    bank_key,
    first_times,
    last_before_position,
    last_before_time,
    play_between,
    read_bank,
    read_play,
    shift_starts,
)
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import accounts, totals
from punto.journal.streams import CAGE
from punto.ledger.book_reports import TableMeter
from punto.ledger.meters import Meter, against_edges
from punto.ledger.shifts import DAY_MS, Shift, TableDay, gaming_day
from punto.ledger.totals import Stands, difference, read_law_key, shift_between
from punto.refusals import Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.table.configuration import law_of

Times = tuple[int, int | None]  # start (inclusive) and end (exclusive), in milliseconds
ALWAYS: Times = (0, None)
SHIFTS_MAX = 30  # the last ones of a table; a year of three a day has a thousand
MILLION = 1_000_000


def tables_of(transaction: ReadTransaction, tables: Collection[str] | None) -> list[str]:
    """These tables, or all, as far as there are any entries of them."""
    every = (each for each in transaction.streams() if each != CAGE)
    return [each for each in every if tables is None or each in tables]


def table_meters(
    transaction: ReadTransaction, tables: Collection[str] | None = None, times: Times = ALWAYS
) -> Iterator[TableMeter]:
    """The meters of each table, separately for each edition and number of decks."""
    wanted = tables_of(transaction, tables)
    for table, play in zip(
        wanted, play_between(transaction.connection, wanted, *times), strict=True
    ):
        for key, law in sorted(play.laws.items()):
            edition, decks = read_law_key(key)
            meters = {
                wager: Meter(wager, handle, law.win[wager])
                for wager, handle in law.handle.items()
                if handle or law.win[wager]
            }
            edges = edges_of(game_played(transaction, table, edition), decks)
            for comparison in against_edges(meters, edges):
                yield TableMeter(table, edition.partition("@")[0], decks, comparison)


def game_played(transaction: ReadTransaction, table: str, edition: str) -> Game:
    """The game of an edition; a made-up one is found in the settings of its table."""
    try:
        return find_game(edition)
    except Refused:
        laws = (law_of(config) for _, config in transaction.settings(table))
        return next(law for law in laws if law.ref == edition)


def edges_of(game: Game, decks: int) -> dict[str, Fraction]:
    """The exact edge of every wager, at the start of a whole shoe."""
    if (game.ref, decks) not in _EDGES:
        _EDGES[game.ref, decks] = _priced(game, decks)
    return _EDGES[game.ref, decks]


_EDGES: dict[tuple[str, int], dict[str, Fraction]] = {}  # a name has one meaning


def _priced(game: Game, decks: int) -> dict[str, Fraction]:
    from punto.odds.composition import Composition  # late: most callers need no arrays
    from punto.odds.distribution import distribution
    from punto.odds.price import prices

    found = prices(distribution(Composition.of_decks(decks)), game.wagers)
    return {each.wager.id: each.house_edge for each in found}


def table_shifts(
    transaction: ReadTransaction,
    tables: Collection[str] | None = None,
    times: Times = ALWAYS,
    limit: int = SHIFTS_MAX,
) -> Iterator[Shift]:
    """The shifts of each table that were open within a period, or the last ones of all time."""
    most = limit if times == ALWAYS else None
    since_ms, until_ms = times[0], NEVER if times[1] is None else times[1]
    for table in tables_of(transaction, tables):
        starts = shift_starts(transaction.connection, table, most)
        bounds = [Marked(0, 0), *starts, Marked(NEVER, NEVER)]
        first = 1 if len(starts) == most else 0  # the shifts before these are left out
        wanted = [
            (begun, ended)
            for begun, ended in list(pairwise(bounds))[first:]
            if begun.at_ms < until_ms and since_ms < ended.at_ms
        ]
        keys = [
            key
            for bound in (each.position for pair in wanted for each in pair)
            for key in ((table, PLAY, bound), (*bank_key(table), bound))
        ]
        found = last_before_position(transaction.connection, keys)
        stands = [
            (read_play(play), read_bank(table, bank))
            for play, bank in zip(found[::2], found[1::2], strict=True)
        ]
        for before, after in zip(stands[::2], stands[1::2], strict=True):
            shift = shift_between(table, before, after)
            if shift is not None and _was_open(shift, since_ms, until_ms):
                yield shift


def _was_open(shift: Shift, since_ms: int, until_ms: int) -> bool:
    return shift.opened_ms < until_ms and (shift.closed_ms is None or since_ms <= shift.closed_ms)


def table_days(
    transaction: ReadTransaction,
    tables: Collection[str] | None = None,
    times: Times = ALWAYS,
    starts_ms: int = 0,
) -> list[TableDay]:
    """Drop, handle and win by gaming day and table; two lookups a day and table."""
    found: list[TableDay] = []
    for table in tables_of(transaction, tables):
        keys = ((table, PLAY), bank_key(table))
        begun = [each for each in first_times(transaction.connection, keys) if each is not None]
        if not begun:
            continue
        last = _last_time(transaction.connection, keys)
        bounds = _day_bounds(max(times[0], min(begun)), _end(times, last), starts_ms)
        wanted = [(*key, bound) for bound in bounds for key in keys]
        rows = last_before_time(transaction.connection, wanted)
        stands = [
            (read_play(play), read_bank(table, bank))
            for play, bank in zip(rows[::2], rows[1::2], strict=True)
        ]
        for bound, before, after in zip(bounds, stands, stands[1:], strict=False):
            day = _day(table, gaming_day(bound, starts_ms), before, after)
            found += [] if day.is_empty else [day]
    return sorted(found, key=lambda day: (day.day, day.table))


def accounts_sum(transaction: ReadTransaction) -> int:
    """The sum of all balances, added up by the database in two parts, so that none overflows."""
    cents = accounts.c.cents
    query = sa.select(sa.func.sum(cents.op("/")(MILLION)), sa.func.sum(cents.op("%")(MILLION)))
    millions, rest = transaction.connection.execute(query).one()
    return int(millions or 0) * MILLION + int(rest or 0)


def _day(table: str, day: str, before: Stands, after: Stands) -> TableDay:
    shift = difference(table, before, after)
    return TableDay(day, table, shift.drop_cents, shift.handle_cents, shift.win_cents)


def day_bounds(
    transaction: ReadTransaction, tables: Sequence[str], times: Times, starts_ms: int
) -> list[int]:
    """The start of what was played in a period, of every gaming day in it, and its end."""
    return _day_bounds(*period_played(transaction, tables, times), starts_ms)


def period_played(
    transaction: ReadTransaction, tables: Sequence[str], times: Times
) -> tuple[int, int]:
    """The part of a period in which rounds ended; both are the same if none did."""
    keys = [(table, PLAY) for table in tables]
    begun = [each for each in first_times(transaction.connection, keys) if each is not None]
    if not begun:
        return 0, 0
    last = _last_time(transaction.connection, keys)
    return max(times[0], min(begun)), _end(times, last)


def _day_bounds(first_ms: int, end_ms: int, starts_ms: int) -> list[int]:
    """The start of a period, of every gaming day in it, and its end; empty if it has no time."""
    if first_ms >= end_ms:
        return []
    next_day = ((first_ms - starts_ms) // DAY_MS + 1) * DAY_MS + starts_ms
    return [first_ms, *range(next_day, end_ms, DAY_MS), end_ms]


def _end(times: Times, last_ms: int) -> int:
    return last_ms + 1 if times[1] is None else min(times[1], last_ms + 1)


def _last_time(connection: sa.Connection, keys: Sequence[Key]) -> int:
    """The last time at which one of these totals changed."""
    found = (
        connection.execute(
            sa.select(sa.func.max(totals.c.at_ms)).where(
                totals.c.stream == stream, totals.c.subject == subject
            )
        ).scalar()
        for stream, subject in keys
    )
    return max(each or 0 for each in found)
