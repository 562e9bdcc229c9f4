"""Luck by table, day, shift, shoe, wager or person, from running totals."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import NamedTuple

import sqlalchemy as sa

from punto.journal.codec import decode_events
from punto.journal.entry_index import IndexKind
from punto.journal.projections.fold import PLAY
from punto.journal.projections.lookup import (
    NEVER,
    bank_key,
    last_before_position,
    last_before_time,
    person_between,
    play_between,
    positions_before_time,
    read_bank,
    read_play,
    shift_starts,
    subjects,
)
from punto.journal.queries.reports import Times, day_bounds, game_played, tables_of
from punto.journal.queries.round_stakes import (
    Rounds,
    Span,
    large_rounds,
    person_rounds,
    span_rounds,
)
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entry_index, totals
from punto.ledger.book_reports import check_period
from punto.ledger.shifts import gaming_day
from punto.ledger.totals import (
    QUARTER_MS,
    LawTotals,
    PlayTotals,
    read_law_key,
    subtract_play,
    sum_play,
)
from punto.refusals import Reason, Refused
from punto.risk.luck import LawMoments, Luck, assess, is_dominated, law_moments
from punto.risk.result import RoundResult
from punto.table import events as e

EXACT_ROUNDS_MAX = 30  # convolved; of more, the largest if they dominate, or none
CONVOLVED_MAX = 80  # in one report: the total, then the rows that the fewest rounds dominate
SEARCHED_MAX = 1_000  # rounds read to find the largest; of more, they are searched for
PERSON_ROUNDS_MAX = 300  # the last ones of a person, read to find the largest
LARGEST_MAX = 30
GROUPS_MAX = 100  # shifts or shoes of a table, the last ones of a period


class By(StrEnum):
    """What a luck report has a row for each of."""

    TABLE = "table"
    DAY = "day"
    MONTH = "month"  # the last one is the month to date
    YEAR = "year"
    SHIFT = "shift"
    SHOE = "shoe"
    WAGER = "wager"
    PATRON = "patron"
    DEALER = "dealer"


PERIODS = {By.DAY: 10, By.MONTH: 7, By.YEAR: 4}  # how much of a date names them
PEOPLE = {By.PATRON: "patron:", By.DEALER: "dealer:"}  # how their subjects begin


class Group(NamedTuple):
    """A row of a luck report."""

    name: str
    luck: Luck


class Part(NamedTuple):
    """What is asked about: a part of the play, and where its rounds are."""

    name: str
    play: PlayTotals
    spans: tuple[Span, ...] = ()
    wager: str = ""  # only stakes on it
    person: str = ""  # only stakes of this patron or in this dealer's rounds: a subject of totals


def luck_report(
    transaction: ReadTransaction,
    tables: Sequence[str] | None,
    times: Times,
    by: By = By.TABLE,
    starts_ms: int = 0,
    person: str = "",
) -> tuple[list[Group], Group]:
    """A row for each group, and one for all of them together."""
    check_period(*times)
    if person and by not in PEOPLE:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A name is a patron's or a dealer's: ask for luck by patron or by dealer.",
        )
    wanted = tables_of(transaction, tables)
    laws = Laws(transaction, wanted)
    usual = laws.usual_hold()
    if person or by in PEOPLE:
        _check_quarters(times)
    parts = list(_parts(transaction, wanted, times, by, starts_ms, person))
    # Wagers and patrons share rounds, so the whole has covariances that the parts have not; and
    # dealers share the spans that their rounds are in. Not every shift or shoe has a row, and days
    # may be many: the whole is read by table.
    whole = parts if person else _by_table(transaction, wanted, times)
    spans = tuple(span for part in whole for span in part.spans)
    only = PEOPLE[by] + person if person and by in PEOPLE else ""
    everything = Part("all", sum_play(part.play for part in whole), spans, person=only)
    total = Group("all", laws.luck(everything, usual))
    shown = [part for part in parts if part.play.rounds]
    order = sorted(range(len(shown)), key=lambda place: _equal_rounds(shown[place].play))
    lucks = {place: laws.luck(shown[place], usual) for place in order}
    return [Group(part.name, lucks[place]) for place, part in enumerate(shown)], total


def _parts(
    transaction: ReadTransaction,
    tables: Sequence[str],
    times: Times,
    by: By,
    starts_ms: int,
    person: str,
) -> Iterator[Part]:
    match by:
        case By.TABLE:
            yield from _by_table(transaction, tables, times)
        case By.WAGER:
            yield from _by_wager(_by_table(transaction, tables, times))
        case By.DAY | By.MONTH | By.YEAR:
            yield from _by_period(transaction, tables, times, by, starts_ms)
        case By.SHIFT | By.SHOE:
            find = _shoes if by is By.SHOE else _shifts
            for table in tables:
                span = _span(transaction, table, times)
                yield from _between(transaction, find(transaction, table, span.until), span)
        case By.PATRON | By.DEALER:
            yield from _by_person(transaction, tables, times, PEOPLE[by], person)


def _by_table(transaction: ReadTransaction, tables: Sequence[str], times: Times) -> list[Part]:
    plays = play_between(transaction.connection, tables, *times)
    return [
        Part(table, play, (_span(transaction, table, times),))
        for table, play in zip(tables, plays, strict=True)
    ]


def _by_wager(parts: Sequence[Part]) -> Iterator[Part]:
    whole = sum_play(part.play for part in parts)
    spans = tuple(span for part in parts for span in part.spans)
    for wager in dict.fromkeys(each for law in whole.laws.values() for each in law.handle):
        laws = {
            key: LawTotals(
                {wager: law.handle[wager]},
                {wager: law.win[wager]},
                {f"{wager} {wager}": law.products[f"{wager} {wager}"]},
                law.fourth,  # of all stakes: at least that of these
            )
            for key, law in whole.laws.items()
            if law.handle.get(wager)
        }
        if laws:
            yield Part(wager, PlayTotals(whole.rounds, laws=laws), spans, wager)


def _by_period(
    transaction: ReadTransaction, tables: Sequence[str], times: Times, by: By, starts_ms: int
) -> Iterator[Part]:
    """Gaming days, or the months or years that they are in; two queries for all of them."""
    bounds = day_bounds(transaction, tables, times, starts_ms)
    begun: dict[str, int] = {}
    for bound in bounds[:-1]:
        begun.setdefault(gaming_day(bound, starts_ms)[: PERIODS[by]], bound)
    marks = [*begun.values(), *bounds[-1:]]
    keys = [(table, PLAY, mark) for mark in marks for table in tables]
    plays = [read_play(each) for each in last_before_time(transaction.connection, keys)]
    positions = positions_before_time(transaction.connection, keys)
    several = len(tables)
    for number, name in enumerate(begun):
        at = range(number * several, (number + 1) * several)
        played = sum_play(subtract_play(plays[each + several], plays[each]) for each in at)
        spans = tuple(
            Span(table, positions[each], positions[each + several])
            for table, each in zip(tables, at, strict=True)
        )
        yield Part(name, played, spans)


def _between(
    transaction: ReadTransaction, marks: list[tuple[str, int]], whole: Span
) -> Iterator[Part]:
    """The play between marks, each a name and a position, as far as it is within a period."""
    bounds = [min(max(at, whole.after + 1), whole.until + 1) for _, at in marks]
    bounds.append(whole.until + 1)
    keys = [(whole.table, PLAY, bound) for bound in bounds]
    found = [read_play(each) for each in last_before_position(transaction.connection, keys)]
    for (name, _), (low, high), (before, after) in zip(
        marks, pairwise(bounds), pairwise(found), strict=True
    ):
        span = Span(whole.table, low - 1, high - 1)
        yield Part(f"{whole.table}/{name}", subtract_play(after, before), (span,))


def _shifts(transaction: ReadTransaction, table: str, until: int) -> list[tuple[str, int]]:
    """The last shifts that began up to a position; 0 is what was played before the first."""
    starts = shift_starts(transaction.connection, table, GROUPS_MAX, until)
    keys = [(*bank_key(table), each.position + 1) for each in starts]
    banks = last_before_position(transaction.connection, keys)
    numbers = [str(read_bank(table, bank).number) for bank in banks]
    found = [(number, each.position) for number, each in zip(numbers, starts, strict=True)]
    return found if len(found) == GROUPS_MAX else [("0", 0), *found]


def _shoes(transaction: ReadTransaction, table: str, until: int) -> list[tuple[str, int]]:
    """The last shoes that were loaded up to a position."""
    query = (
        sa.select(entry_index.c.number, entry_index.c.position)
        .where(
            entry_index.c.stream == table,
            entry_index.c.kind == IndexKind.SHOE.value,
            entry_index.c.position <= until,
        )
        .order_by(entry_index.c.number.desc())
        .limit(GROUPS_MAX)
    )
    rows = transaction.connection.execute(query).all()
    names = [shoe_loaded(transaction, table, row.number) for row in rows]
    return [(name, row.position) for name, row in zip(names, rows, strict=True)][::-1]


def shoe_loaded(transaction: ReadTransaction, table: str, number: int) -> str:
    """The name of the shoe that an entry loaded."""
    entry = transaction.entry(table, number)
    events = decode_events(entry) if entry is not None else ()
    return next((each.shoe for each in events if isinstance(each, e.ShoeLoaded)), str(number))


def _by_person(
    transaction: ReadTransaction, tables: Sequence[str], times: Times, prefix: str, name: str
) -> Iterator[Part]:
    connection = transaction.connection
    if name:
        names = {prefix + name}
    else:
        names = {each for table in tables for each in subjects(connection, table, prefix)}
    for subject in sorted(names):
        plays = person_between(connection, subject, tables, *times)
        spans = tuple(
            _span(transaction, table, times)
            for table, play in zip(tables, plays, strict=True)
            if play.rounds
        )
        yield Part(subject.removeprefix(prefix), sum_play(plays), spans, person=subject)


def _check_quarters(times: Times) -> None:
    if any(each is not None and each % QUARTER_MS for each in times):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A person's figures are kept by the quarter of an hour: give such times.",
        )


def _span(transaction: ReadTransaction, table: str, times: Times) -> Span:
    low, high = (
        0 if bound is None else _position_before(transaction, table, bound) for bound in times
    )
    return Span(table, low, NEVER if times[1] is None else high)


def _position_before(transaction: ReadTransaction, table: str, at_ms: int) -> int:
    query = (
        sa.select(totals.c.position)
        .where(totals.c.stream == table, totals.c.subject == PLAY, totals.c.at_ms < at_ms)
        .order_by(totals.c.at_ms.desc(), totals.c.position.desc())
        .limit(1)
    )
    return transaction.connection.execute(query).scalar() or 0


class Laws:
    """The laws that tables were played by, with their exact moments."""

    def __init__(self, transaction: ReadTransaction, tables: Sequence[str]) -> None:
        self._transaction = transaction
        self._tables = tables
        self._found: dict[str, LawMoments] = {}
        self._convolved = 0  # rounds so far

    def moments(self, key: str) -> LawMoments:
        if key not in self._found:
            edition, decks = read_law_key(key)
            games = (game_played(self._transaction, table, edition) for table in self._tables)
            self._found[key] = law_moments(next(game for game in games if game), decks)
        return self._found[key]

    def theory(self, play: PlayTotals) -> tuple[Fraction, Fraction]:
        """The exact theoretical win and its variance."""
        win = variance = Fraction(0)
        for key, law in play.laws.items():
            moments = self.moments(key)
            win += moments.theoretical_cents(law.handle)
            variance += moments.variance(law.products)
        return win, variance

    def usual_hold(self) -> Fraction | None:
        """The theoretical hold of everything ever staked at these tables."""
        plays = play_between(self._transaction.connection, self._tables, 0, None)
        whole = sum_play(plays)
        handle = whole.handle_cents
        return self.theory(whole)[0] / handle if handle else None

    def luck(self, part: Part, usual_hold: Fraction | None) -> Luck:
        """A part of the play beside its theory."""
        win, variance = self.theory(part.play)
        largest, is_whole = self._largest(part)
        return assess(
            part.play.rounds,
            part.play.handle_cents,
            part.play.win_cents,
            win,
            variance,
            largest=largest,
            is_whole=is_whole,
            usual_hold=usual_hold,
        )

    def _largest(self, part: Part) -> tuple[list[RoundResult], bool]:
        """The rounds to convolve: all if they are few, the largest if they dominate, or none."""
        play = part.play
        if not part.spans or not play.handle_cents or self._convolved >= CONVOLVED_MAX:
            return [], True
        if play.rounds > EXACT_ROUNDS_MAX and not is_dominated(*_powers(play)):
            return [], True
        if part.person:
            found = person_rounds(self._transaction, part.spans, part.person, PERSON_ROUNDS_MAX)
        elif play.rounds <= SEARCHED_MAX:
            found = span_rounds(self._transaction, part.spans, part.wager)
        else:
            found = large_rounds(self._transaction, part.spans, LARGEST_MAX, part.wager)
        if any(cents < 0 for _, stakes in found for cents in stakes.values()):
            return [], True  # a round before was voided: it cancels one that is not among these
        staked = sum(sum(stakes.values()) for _, stakes in found)
        is_complete = staked == play.handle_cents
        is_whole = is_complete and len(found) <= EXACT_ROUNDS_MAX
        if not is_whole:
            found = _dominating(found, None if is_complete else _powers(play))
        self._convolved += len(found)
        return [self.moments(key).result(stakes) for key, stakes in found], is_whole


def _dominating(rounds: Rounds, powers: tuple[int, int] | None) -> Rounds:
    """The largest rounds, as many as dominate; `powers` are of all, None if these are all."""
    staked = [sum(stakes.values()) for _, stakes in rounds]
    square, fourth = powers or (sum(each**2 for each in staked), sum(each**4 for each in staked))
    found: Rounds = []
    for place in sorted(range(len(rounds)), key=lambda place: -staked[place])[:LARGEST_MAX]:
        if not is_dominated(square, fourth):
            break
        found.append(rounds[place])
        square, fourth = square - staked[place] ** 2, fourth - staked[place] ** 4
    return found


def _powers(play: PlayTotals) -> tuple[int, int]:
    """The sums of the squares and of the fourth powers of the stakes of each round."""
    square = 0
    for law in play.laws.values():
        for pair, product in law.products.items():
            one, other = pair.split(" ")
            square += (1 if one == other else 2) * product
    return square, sum(law.fourth for law in play.laws.values())


def _equal_rounds(play: PlayTotals) -> float:
    """As how many rounds of equal stakes these are: few where few rounds dominate."""
    square, fourth = _powers(play)
    return square * square / fourth if fourth > 0 else inf
