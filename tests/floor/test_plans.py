"""A host's SQLite queries all use an index, so a long history slows nothing down."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.store import Store
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import CREDITS, DEALER, bet, fund, ids, opened, play_round, shuffled, stake
from tests.submission import ask, submit

GROWING = (
    "entries",
    "transfers",
    "entry_index",
    "accounts",
    "snapshots",
    "positions",
    "notices",
    "changes",
)


def test_no_commit_goes_through_a_table(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    host = Host(store)
    fund(host, *(f"seat{seat}" for seat in range(1, 8)))
    for number in range(6):
        opened(host, f"t{number}", CREDITS if number % 2 else "tiger")
    statements: dict[str, Any] = {}

    def note(_: Any, __: Any, statement: str, parameters: Any, *rest: object) -> None:
        statements[statement] = parameters[0] if isinstance(parameters, list) else parameters

    sa.event.listen(store.engine, "before_cursor_execute", note)
    for number in range(6):
        ask(host, f"t{number}", f"bet{next(ids)}", Given(c.OpenBetting(), DEALER))
    waiting = [
        submit(
            host,
            f"t{number}",
            f"stake{next(ids)}",
            bet(seat, 1000, "tie") if number % 2 else stake(f"seat{seat}", 1000, "tie", seat),
        )
        for seat in range(1, 8)
        for number in range(6)
    ]
    assert all(future.result().refused is None for future in waiting)
    follower = host.follow("t1", 3)
    assert follower.take(1.0)
    opened(host, "t9")
    play_round(host, "t9", iter(shuffled(4)), [stake("seat1", 1000, "tie")])
    host.look("t1")
    Host(store).stop()
    sa.event.remove(store.engine, "before_cursor_execute", note)
    host.stop()
    plans = {statement: plan(store, statement, values) for statement, values in statements.items()}
    store.close()
    assert len([each for each in plans if each.startswith("SELECT")]) > 8
    searched = {
        statement: lines
        for statement, lines in plans.items()
        for line in lines
        if line.startswith("SCAN") and line.split()[1] in GROWING and "USING" not in line
    }
    assert searched == {}


def plan(store: Store, statement: str, values: Any) -> list[str]:
    """How SQLite goes about it."""
    if not statement.lstrip().upper().startswith(("SELECT", "UPDATE", "INSERT", "DELETE")):
        return []
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        return [row[3] for row in rows]
