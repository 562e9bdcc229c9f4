"""Round scripts, written to a journal as they are played, pass verify."""

from pathlib import Path

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.rules.staff import Position
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.tables import fund, ids
from tests.rounds.played import covering, played
from tests.submission import ask, submit

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


def test_scripts_recorded_are_proved(tmp_path: Path) -> None:
    """Those with every kind of step of every game."""
    store = Store(str(tmp_path / "scripts.journal"))
    store.create()
    host = Host(store)
    ask(
        host,
        CAGE,
        "limits",
        Given(cage.SetLimits(Limits(purchase_cents_max=10**11), why="test"), BOSS),
    )
    fund(host, *(f"seat{number}" for number in range(1, 30)), cents=10**11)
    waiting = []
    for script in covering():
        table = f"{script.parent.name}-{script.stem}"
        for step in played(script):
            given = Given(step.command, step.by)
            waiting.append(submit(host, table, f"c{next(ids)}", given))
    receipts = [future.result() for future in waiting]
    host.stop()
    assert len(receipts) > 2000
    assert host.halted == {}
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
    store.close()
