"""Every golden script, written to a journal as it is played, is proved by verify."""

from pathlib import Path

import pytest

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Staff
from punto.table.scripts import play_script
from punto.table.scripts.stage import Stage
from tests.floor.tables import fund, ids

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
SCRIPTS = sorted((Path(__file__).parent.parent / "rounds").rglob("*.round"))


def test_scripts_recorded_are_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path / "scripts.journal"))
    store.create()
    given: list[c.Command] = []
    give = Stage.give

    def noting(stage: Stage, command: c.Command) -> tuple[e.Event, ...]:
        given.append(command)
        return give(stage, command)

    monkeypatch.setattr(Stage, "give", noting)
    host = Host(store)
    host.ask_cage("limits", cage.SetLimits(Limits(purchase_cents_max=10**11), why="test", by=BOSS))
    fund(host, *(f"seat{number}" for number in range(1, 30)), cents=10**11)
    waiting = []
    for script in SCRIPTS:
        given.clear()
        play_script(script.read_text(encoding="utf-8"))
        table = f"{script.parent.name}-{script.stem}"
        waiting += [host.submit(table, f"c{next(ids)}", command) for command in given]
    told = [future.result() for future in waiting]
    host.stop()
    assert len(told) > 2000
    assert host.halted == {}
    with store.reading() as reading:
        # One script seals a few cards only, which no shoe could be: verify is right to say so.
        assert [str(fault) for fault in verify(reading)] == [
            "rapid-no-commission-sealed_shoe entry 17: shoe first did not hold 8 whole decks"
        ]
    store.close()
