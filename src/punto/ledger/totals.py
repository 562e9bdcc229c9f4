"""Running totals: what the play and the bank of a table have come to, as whole numbers.

Every total counts from the first entry on, so any period is a difference of two totals. Stakes are
summed by wager, and so are the products of the stakes of each round: with the exact odds these
sums give the theoretical win and its variance, without reading a round again.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.cage import events as cage
from punto.ledger.cage.postings import postings as post_cage
from punto.ledger.postings import counted_cents
from punto.ledger.shifts import Shift, add_to_shift, table_of
from punto.ledger.statements import Entry
from punto.ledger.transfers import Purpose
from punto.table import events as e
from punto.table.configuration import law_of
from punto.table.state import State

QUARTER_MS = 900_000  # totals of a person are kept by the quarter of an hour

Stakes: TypeAlias = dict[str, tuple[int, int]]  # by wager: the cents that counted, the table's win


class LawTotals(Struct, array_like=True):
    """Play under one edition with one number of decks."""

    handle: dict[str, int] = {}  # by wager: the stakes that counted
    win: dict[str, int] = {}  # by wager: the table's win
    products: dict[str, int] = {}  # by two wagers: the products of the stakes of each round
    fourth: int = 0  # the fourth powers of each round's stakes: large where a few rounds dominate


class PlayTotals(Struct, array_like=True):
    """The play at a table, or a person's part in it, since the first entry."""

    rounds: int = 0  # settled
    voided: int = 0
    stakes: int = 0  # that counted
    first_ms: int = 0  # when the first stake counted; 0 if none has
    laws: dict[str, LawTotals] = {}  # by edition and decks, as `tiger@2/8`

    @property
    def handle_cents(self) -> int:
        return sum(sum(law.handle.values()) for law in self.laws.values())

    @property
    def win_cents(self) -> int:
        return sum(sum(law.win.values()) for law in self.laws.values())


class Played(Struct, frozen=True):
    """What one event changes: a round settled, voided, or its settlement reversed."""

    law: str
    sign: int  # -1 if a settlement is reversed
    is_void: bool
    stakes: int
    table: Stakes
    people: dict[str, tuple[int, Stakes]]  # by subject: how many stakes, and which; also the dealer


def law_key(edition: str, decks: int) -> str:
    """Name the law of a round: the edition and the number of decks.

    >>> law_key("tiger@2", 8)
    'tiger@2/8'
    """
    return f"{edition}/{decks}"


def read_law_key(key: str) -> tuple[str, int]:
    """Return the edition and the number of decks.

    >>> read_law_key("tiger@2/8")
    ('tiger@2', 8)
    """
    edition, _, decks = key.rpartition("/")
    return edition, int(decks)


def patron_subject(patron_id: str) -> str:
    return f"patron:{patron_id}"


def dealer_subject(dealer: str) -> str:
    return f"dealer:{dealer}"


Settlement: TypeAlias = e.RoundSettled | e.RoundVoided | e.SettlementReversed


def played(state: State, events: Iterable[object]) -> Iterator[Played]:
    """What the events of a table's entry change; `state` is the table before the entry."""
    for event in events:
        if not isinstance(event, Settlement):
            continue
        is_settlement = not isinstance(event, e.RoundVoided)
        lines = event.lines if is_settlement else ()
        table: Stakes = {}
        people: dict[str, tuple[int, Stakes]] = {}
        count = 0
        for line in lines:
            counted = counted_cents(line)
            if not counted:
                continue
            count += 1
            own_count, own = people.setdefault(patron_subject(line.patron), (0, {}))
            _add_line(own, line.wager, counted, -line.profit_cents)
            people[patron_subject(line.patron)] = own_count + 1, own
            _add_line(table, line.wager, counted, -line.profit_cents)
        dealer = _dealer_of_round(state, event)
        if dealer:
            people[dealer_subject(dealer)] = count, table
        sign = -1 if isinstance(event, e.SettlementReversed) else 1
        law = _law_of_round(state, event)
        yield Played(law, sign, not is_settlement, count, table, people)


def _add_line(stakes: Stakes, wager: str, counted: int, win: int) -> None:
    before = stakes.get(wager, (0, 0))
    stakes[wager] = before[0] + counted, before[1] + win


def _dealer_of_round(state: State, event: Settlement) -> str:
    if isinstance(event, e.SettlementReversed):
        rounds = (each for each in state.finished if each.number == event.round)
        return next((each.dealer for each in rounds), "")
    return event.dealer


def _law_of_round(state: State, event: Settlement) -> str:
    """The law of a round: a correction of a finished round goes by the settings of its time."""
    config = state.configuration
    if isinstance(event, e.SettlementReversed) or event.corrects:
        for finished in state.finished:
            if finished.number == event.round:
                config = finished.configuration
    return "" if config is None else law_key(law_of(config).ref, config.decks)


def add_play(
    before: PlayTotals, change: Played, stakes: int, wagers: Stakes, at_ms: int
) -> PlayTotals:
    """Return the totals after one more change."""
    sign = change.sign
    after = PlayTotals(
        before.rounds + (0 if change.is_void else sign),
        before.voided + (1 if change.is_void else 0),
        before.stakes + sign * stakes,
        before.first_ms or (at_ms if wagers else 0),
        before.laws,
    )
    if wagers:
        law = before.laws.get(change.law) or LawTotals()
        after.laws = {**before.laws, change.law: _add_law(law, wagers, sign)}
    return after


def _add_law(before: LawTotals, wagers: Stakes, sign: int) -> LawTotals:
    handle, win, products = dict(before.handle), dict(before.win), dict(before.products)
    for wager, (counted, won) in wagers.items():
        handle[wager] = handle.get(wager, 0) + sign * counted
        win[wager] = win.get(wager, 0) + sign * won
    for one, other in combinations_with_replacement(sorted(wagers), 2):
        pair = f"{one} {other}"
        products[pair] = products.get(pair, 0) + sign * wagers[one][0] * wagers[other][0]
    whole = sum(counted for counted, _ in wagers.values())
    return LawTotals(handle, win, products, before.fourth + sign * whole**4)


def subtract_play(after: PlayTotals, before: PlayTotals) -> PlayTotals:
    """Return what was played between two totals."""
    return _combined(after, before, -1)


def sum_play(parts: Iterable[PlayTotals]) -> PlayTotals:
    """Return the sum of several totals, such as of several tables."""
    whole = PlayTotals()
    for part in parts:
        whole = _combined(whole, part, 1)
    return whole


def _combined(one: PlayTotals, other: PlayTotals, sign: int) -> PlayTotals:
    nothing = LawTotals()
    laws: dict[str, LawTotals] = {}
    for key in {**one.laws, **other.laws}:
        mine, theirs = one.laws.get(key, nothing), other.laws.get(key, nothing)
        laws[key] = LawTotals(
            _sums(mine.handle, theirs.handle, sign),
            _sums(mine.win, theirs.win, sign),
            _sums(mine.products, theirs.products, sign),
            mine.fourth + sign * theirs.fourth,
        )
    return PlayTotals(
        one.rounds + sign * other.rounds,
        one.voided + sign * other.voided,
        one.stakes + sign * other.stakes,
        0,
        laws,
    )


def _sums(one: Mapping[str, int], other: Mapping[str, int], sign: int) -> dict[str, int]:
    found = dict(one)
    for key, value in other.items():
        found[key] = found.get(key, 0) + sign * value
    return found


def banked(
    before: Mapping[str, Shift], event: cage.Event, at_ms: int
) -> Iterator[tuple[str, Shift, bool]]:
    """The banks that an event of the cage changes: table, totals after it, whether a shift began.

    The amounts of the totals count from the first entry on, also over several shifts.
    """
    now: dict[str, Shift] = {}
    began: set[str] = set()
    for transfer in post_cage(event):
        table = table_of(transfer)
        if not table:
            continue
        old = now.get(table) or before.get(table) or Shift(table, 0, at_ms)
        if transfer.purpose is Purpose.OPENER:
            old = replace(old, number=old.number + 1, opened_ms=at_ms, closed_ms=None)
            began.add(table)
        new = add_to_shift(old, Entry(at_ms, transfer))
        if new != old or table in began:
            now[table] = new
    for table, shift in now.items():
        yield table, shift, table in began


Stands: TypeAlias = tuple[PlayTotals, Shift]  # a table's play and bank at some moment


def difference(table: str, before: Stands, after: Stands) -> Shift:
    """Return a table's figures between two moments."""
    (play, bank), (later_play, later_bank) = before, after
    return Shift(
        table,
        later_bank.number,
        later_bank.opened_ms,
        later_bank.closed_ms,
        later_bank.opener_cents - bank.opener_cents,
        later_bank.fills_cents - bank.fills_cents,
        later_bank.credits_cents - bank.credits_cents,
        later_bank.closer_cents - bank.closer_cents,
        later_bank.drop_cents - bank.drop_cents,
        later_play.handle_cents - play.handle_cents,
        later_play.win_cents - play.win_cents,
        later_bank.variance_cents - bank.variance_cents,
        later_bank.adjusted_cents - bank.adjusted_cents,
    )


def shift_between(table: str, before: Stands, after: Stands) -> Shift | None:
    """Return a table's shift between two openers; None if nothing counted before the first one."""
    found = difference(table, before, after)
    if found.number:
        return found
    begun = [each for each in (after[0].first_ms, after[1].opened_ms) if each]
    return replace(found, opened_ms=min(begun)) if begun else None
