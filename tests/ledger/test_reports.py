"""Reports match the entries: statements, trial balance, shifts, meters, payouts."""

from fractions import Fraction
from random import Random

import pytest

from punto.ledger.accounts import CAGE, VOUCHERS, bank, drop, held, patron
from punto.ledger.cage import commands as c
from punto.ledger.meters import Meter, against_edges, meters
from punto.ledger.payouts import Action, payouts, tray_cents, tray_change_cents
from punto.ledger.postings import postings
from punto.ledger.shifts import DAY_MS, Shift, TableDay, shifts, win_of_days
from punto.ledger.stakes import stakes_of
from punto.ledger.statements import Entry, balances_of, statement, trial_balance_of
from punto.ledger.transfers import Purpose, Transfer, changes
from punto.refusals import Refused
from punto.table.configuration import Funding
from punto.table.scripts import play_script
from tests.envelope import Given
from tests.ledger.books import TABLE
from tests.ledger.cage import BOSS, Cage
from tests.ledger.sequences import play
from tests.ledger.statement_oracle import added_up
from tests.ledger.test_cage import anything


def dated(transfers: list[Transfer]) -> list[Entry]:
    return [Entry(1000 * place, transfer) for place, transfer in enumerate(transfers)]


def test_a_statement_runs_from_what_was_there_to_what_is() -> None:
    entries = dated(
        [
            Transfer(CAGE, patron("seat1"), 900, Purpose.CREDITS),
            Transfer(CAGE, patron("seat2"), 100, Purpose.CREDITS),
            Transfer(patron("seat1"), held("t1"), 500, Purpose.STAKE, 7, "tie"),
            Transfer(patron("seat1"), VOUCHERS, 150, Purpose.VOUCHER_ISSUED),
        ]
    )
    whole = statement(patron("seat1"), 250, reversed(entries))
    assert whole == added_up(patron("seat1"), entries)
    assert [(line.change_cents, line.balance_cents) for line in whole.lines] == [
        (900, 900),
        (-500, 400),
        (-150, 250),
    ]
    assert (whole.before_cents, whole.after_cents) == (0, 250)
    part = statement(patron("seat1"), 250, reversed(entries), since_ms=2000, until_ms=3000)
    assert (part.before_cents, part.after_cents) == (900, 400)
    assert [(line.stake, line.wager, line.other) for line in part.lines] == [(7, "tie", held("t1"))]


@pytest.mark.parametrize("seed", range(12))
def test_every_report_agrees_with_the_books(seed: int) -> None:
    books = play(seed)
    entries = dated(books.moved)
    found = {account: cents for account, cents in balances_of(entries).items() if cents}
    assert found == {account: cents for account, cents in books.balances.items() if cents}
    trial = trial_balance_of(found)
    assert trial.difference_cents == 0
    assert trial.above_cents == sum(cents for cents in found.values() if cents > 0)
    for account, cents in found.items():
        found_back = statement(account, cents, reversed(entries))
        assert found_back == added_up(account, entries)
        assert found_back.before_cents == 0
        times = (3000, 9000)
        assert statement(account, cents, reversed(entries), *times) == added_up(
            account, entries, *times
        )
    counted = list(meters(books.moved, TABLE).values())
    stakes = stakes_of(books.moved).values()
    assert sum(meter.handle_cents for meter in counted) == sum(s.counted_cents for s in stakes)
    assert sum(meter.win_cents for meter in counted) == -sum(s.profit_cents for s in stakes)
    assert sum(meter.win_cents for meter in counted) == found.get(bank(TABLE), 0)
    assert meters(books.moved, "another") == {}
    for each in shifts(entries):
        assert (each.number, each.win_cents) == (0, found.get(bank(TABLE), 0))
        assert each.handle_cents == sum(meter.handle_cents for meter in counted)


def test_a_trial_balance_that_is_off_says_by_how_much() -> None:
    assert trial_balance_of({CAGE: -100, bank("t1"): 90, held("t1"): 0}).difference_cents == -10


def test_a_shifts_win_follows_from_its_counts() -> None:
    cage = Cage()
    cage.give(
        Given(c.OpenBank("t1", 50_000, "supervisor"), BOSS),
        Given(c.BuyChips("t1", 2_000), BOSS),
        Given(c.FillBank("t1", 10_000, "supervisor"), BOSS),
        Given(c.CreditBank("t1", 3_000, "supervisor"), BOSS),
    )
    cage.post(Transfer(CAGE, patron("seat1"), 900, Purpose.CREDITS))
    cage.post(Transfer(patron("seat1"), held("t1"), 900, Purpose.STAKE, 1, "tie"))
    cage.post(Transfer(held("t1"), bank("t1"), 900, Purpose.LOSS, 1, "tie"))
    cage.give(
        Given(c.CloseBank("t1", "supervisor", 55_850), BOSS),
        Given(c.CountDrop("t1", 2_020, "supervisor"), BOSS),
        Given(c.OpenBank("t1", 40_000, "supervisor"), BOSS),
    )
    first, second = shifts(dated(cage.moved))
    assert first == Shift(
        "t1",
        1,
        opened_ms=0,
        closed_ms=first.closed_ms,
        opener_cents=50_000,
        fills_cents=10_000,
        credits_cents=3_000,
        closer_cents=55_850,
        drop_cents=2_020,
        handle_cents=900,
        play_cents=900,
        variance_cents=-30,
    )
    assert first.win_cents == first.counted_win_cents == 870
    assert (second.number, second.opener_cents, second.closed_ms) == (2, 40_000, None)


@pytest.mark.parametrize("seed", range(10))
def test_every_closed_shift_won_what_its_counts_say(seed: int) -> None:
    """Adjustments aside, which are made between counts."""
    chance, cage = Random(seed), Cage()
    for _ in range(300):
        command = anything(cage.state.vouchers, chance)
        if isinstance(command, c.CountDrop) and command.table in cage.state.banks:
            continue  # a box is counted when its shift is over
        try:
            cage.give(command)
        except Refused:
            continue
        table = chance.choice(("t1", "t2"))
        if table in cage.state.banks:
            cage.post(Transfer(bank(table), patron("seat1"), 70, Purpose.WINNINGS, 1, "tie"))
    found = shifts(dated(cage.moved))
    assert len(found) > 4
    for each in found:
        follows = any((o.table, o.number) == (each.table, each.number + 1) for o in found)
        if follows and each.number:
            assert each.win_cents == each.counted_win_cents


def test_a_days_report_has_each_entry_on_its_day() -> None:
    def lost(at_ms: int, table: str, cents: int) -> Entry:
        return Entry(at_ms, Transfer(held(table), bank(table), cents, Purpose.LOSS, 1, "tie"))

    def won(at_ms: int, table: str, cents: int) -> Entry:
        return Entry(at_ms, Transfer(bank(table), patron("x"), cents, Purpose.WINNINGS, 1, "tie"))

    made = [
        Entry(5, Transfer(CAGE, drop("t1"), 30, Purpose.DROP)),
        lost(5, "t1", 100),
        won(DAY_MS - 1, "t1", 40),
        lost(9, "t2", 1),
        lost(DAY_MS, "t1", 5),
        Entry(DAY_MS, Transfer(CAGE, patron("x"), 900, Purpose.CREDITS)),
    ]
    assert win_of_days(made) == (
        TableDay("1970-01-01", "t1", 30, 100, 60),
        TableDay("1970-01-01", "t2", 0, 1, 1),
        TableDay("1970-01-02", "t1", 0, 5, 5),
    )
    assert win_of_days(made, day_starts_ms=6)[0].day == "1969-12-31"


def test_a_meter_stands_beside_its_exact_edge() -> None:
    found = {"tie": Meter("tie", 10_000, 1_500), "banker": Meter("banker")}
    tie, banker = against_edges(
        found, {"tie": Fraction(14, 100), "banker": Fraction(1, 100), "player": Fraction(1, 90)}
    )
    assert tie.meter.hold == Fraction(3, 20)
    assert (int(tie.expected_cents), int(tie.difference_cents)) == (1_400, 100)
    assert banker.meter.hold == banker.difference_cents == 0


def test_the_dealer_takes_before_paying_from_position_to_position() -> None:
    stage = play_script(
        "game tiger limits=50..500\nopen\n"
        "stake seat3 tiger 100\nstake seat1 banker 600\nstake seat2 player 700\n"
        "stake seat1 tie 50\nclose\ndraw 2C 5D 3H AH KD\nsettle seat3 tiger +1200"
    )
    finished = stage.state.finished[-1]
    found = payouts(finished)
    assert [(each.action, each.patron, each.wager, each.cents, each.pays) for each in found] == [
        (Action.TAKE, "seat1", "tie", 5_000, ""),
        (Action.TAKE, "seat2", "player", 50_000, ""),
        (Action.PAY, "seat1", "banker", 47_500, "0.95 to 1"),
        (Action.PAY, "seat3", "tiger", 120_000, "12 to 1"),
        (Action.LEAVE, "seat1", "banker", 60_000, ""),
        (Action.LEAVE, "seat2", "player", 20_000, ""),
        (Action.LEAVE, "seat3", "tiger", 10_000, ""),
    ]
    assert found[5].clause == "5.15"
    moved = changes(postings("t1", Funding.CHIPS, stage.events))
    assert tray_change_cents(found) == tray_cents(moved, "t1") == 55_000 - 167_500
