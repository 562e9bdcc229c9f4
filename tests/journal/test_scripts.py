"""Every round script, written to a journal as it is played, passes verify."""

from pathlib import Path

import pytest

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.ledger.script_purses import ScriptPurses
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Actor, Staff
from punto.table.scripts import play_script
from punto.table.scripts.stage import Stage
from tests.envelope import Given
from tests.floor.tables import fund, ids
from tests.submission import ask, submit

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
SCRIPTS = sorted((Path(__file__).parent.parent / "rounds").rglob("*.round"))


def test_scripts_recorded_are_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path / "scripts.journal"))
    store.create()
    given: list[Given] = []
    give = Stage.give

    def noting(stage: Stage, command: c.Command, by: Actor) -> tuple[e.Event, ...]:
        if not stage.is_rehearsal:
            given.append(Given(command, by))
        return give(stage, command, by)

    monkeypatch.setattr(Stage, "give", noting)
    host = Host(store)
    ask(
        host,
        CAGE,
        "limits",
        Given(cage.SetLimits(Limits(purchase_cents_max=10**11), why="test"), BOSS),
    )
    fund(host, *(f"seat{number}" for number in range(1, 30)), cents=10**11)
    waiting = []
    for script in SCRIPTS:
        given.clear()
        play_script(script.read_text(encoding="utf-8"), ScriptPurses())
        table = f"{script.parent.name}-{script.stem}"
        waiting += [submit(host, table, f"c{next(ids)}", command) for command in given]
    receipts = [future.result() for future in waiting]
    host.stop()
    assert len(receipts) > 2000
    assert host.halted == {}
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
    store.close()
