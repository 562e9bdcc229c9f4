"""A table's win: by shift, from opener to closer, and by gaming day."""

from collections.abc import Iterable
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.accounts import Account, Kind, bank
from punto.ledger.stakes import FIGURES
from punto.ledger.statements import Entry
from punto.ledger.transfers import Purpose, Transfer

DAY_MS = 86_400_000
EPOCH_ORDINAL = date(1970, 1, 1).toordinal()


class Shift(Struct, frozen=True):
    """A table between one opener and the next; number 0 is the time before any opener.

    The win from play is `play_cents`. Counts are authoritative, so the win of a shift is that plus
    any amount counted over or short.
    """

    table: str
    number: int
    opened_ms: int
    closed_ms: int | None = None  # None while open, or if the closer was zero
    opener_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    closer_cents: int = 0
    drop_cents: int = 0  # as counted, or as recorded until the box is counted
    handle_cents: int = 0  # stakes that counted
    play_cents: int = 0
    variance_cents: int = 0  # of tray and box, negative if short
    adjusted_cents: int = 0

    @property
    def win_cents(self) -> int:
        return self.play_cents + self.variance_cents + self.adjusted_cents

    @property
    def counted_win_cents(self) -> int:
        """Return the win computed from counts alone: the same, once a shift is closed."""
        out = self.closer_cents + self.credits_cents + self.drop_cents
        return out - self.opener_cents - self.fills_cents


class TableDay(Struct, frozen=True):
    """A table's figures for one gaming day."""

    day: str
    table: str
    drop_cents: int
    handle_cents: int
    win_cents: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing counted on that day."""
        return not (self.drop_cents or self.handle_cents or self.win_cents)


def shifts(entries: Iterable[Entry]) -> tuple[Shift, ...]:
    """Return every shift by table and number; an entry belongs to the last shift opened."""
    current: dict[str, Shift] = {}
    done: list[Shift] = []
    for entry in entries:
        table = table_of(entry.transfer)
        if not table:
            continue
        now = current.get(table)
        if entry.transfer.purpose is Purpose.OPENER:
            if now is not None:
                done.append(now)
            now = Shift(table, now.number + 1 if now else 1, entry.at_ms)
        elif now is None:
            now = Shift(table, 0, entry.at_ms)
            if add_to_shift(now, entry) == now:
                continue  # a stake that is still pending, say, counts for nothing yet
        current[table] = add_to_shift(now, entry)
    return tuple(sorted((*done, *current.values()), key=lambda each: (each.table, each.number)))


def win_of_days(entries: Iterable[Entry], day_starts_ms: int = 0) -> tuple[TableDay, ...]:
    """Return drop, handle and win by gaming day and table, each entry on the day it was made.

    A shift may last for weeks where no chips are counted, so days are not sums of shifts.
    """
    days: dict[tuple[str, str], Shift] = {}
    for entry in entries:
        table = table_of(entry.transfer)
        if table:
            key = (gaming_day(entry.at_ms, day_starts_ms), table)
            days[key] = add_to_shift(days.get(key) or Shift(table, 0, entry.at_ms), entry)
    found = (
        TableDay(day, table, each.drop_cents, each.handle_cents, each.win_cents)
        for (day, table), each in sorted(days.items())
    )
    return tuple(each for each in found if not each.is_empty)


def gaming_day(at_ms: int, starts_ms: int = 0) -> str:
    """Return the gaming day of a time, if days start `starts_ms` after midnight UTC.

    >>> gaming_day(1_700_000_000_000), gaming_day(1_700_000_000_000, starts_ms=DAY_MS - 1)
    ('2023-11-14', '2023-11-13')
    """
    return date.fromordinal(EPOCH_ORDINAL + (at_ms - starts_ms) // DAY_MS).isoformat()


def table_of(transfer: Transfer) -> str:
    """Return the table of a transfer, or an empty string if it has none."""
    for account in (transfer.source, transfer.target):
        if Kind(account.kind) in (Kind.BANK, Kind.HELD, Kind.DROP, Kind.CHIPS):
            return account.owner
    return ""


def add_to_shift(shift: Shift, entry: Entry) -> Shift:
    """Return a shift with one more entry of its table added."""
    transfer = entry.transfer
    into_bank = _into(bank(shift.table), transfer)
    match transfer.purpose:
        case Purpose.OPENER:
            return replace(shift, opener_cents=shift.opener_cents + into_bank)
        case Purpose.FILL:
            return replace(shift, fills_cents=shift.fills_cents + into_bank)
        case Purpose.CREDIT:
            return replace(shift, credits_cents=shift.credits_cents - into_bank)
        case Purpose.CLOSER:
            closer = shift.closer_cents - into_bank
            return replace(shift, closer_cents=closer, closed_ms=entry.at_ms)
        case Purpose.DROP:
            return replace(shift, drop_cents=shift.drop_cents + transfer.cents)
        case Purpose.VARIANCE if into_bank:
            return replace(shift, variance_cents=shift.variance_cents + into_bank)
        case Purpose.VARIANCE:
            over = _into(Account(Kind.DROP.value, shift.table), transfer)
            variance, drop = shift.variance_cents + over, shift.drop_cents + over
            return replace(shift, variance_cents=variance, drop_cents=drop)
        case Purpose.ADJUSTMENT:
            return replace(shift, adjusted_cents=shift.adjusted_cents + into_bank)
        case purpose if purpose in FIGURES:
            figure, sign = FIGURES[purpose]
            counted = sign * transfer.cents if figure in ("lost_cents", "returned_cents") else 0
            return replace(
                shift,
                handle_cents=shift.handle_cents + counted,
                play_cents=shift.play_cents + into_bank,
            )
        case _:
            return shift  # chips for cash, or a correction between a patron's own accounts


def _into(account: Account, transfer: Transfer) -> int:
    if transfer.target == account:
        return transfer.cents
    return -transfer.cents if transfer.source == account else 0
