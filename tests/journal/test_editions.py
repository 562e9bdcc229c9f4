"""Journals that earlier editions of Punto wrote are read, proved, and go on.

`editions/schema-N.journal.gz` was written by the last edition of schema N: rounds, a correction, a
void, an adjustment, and a past that is in `schema-N.archive.gz`.
"""

import gzip
from pathlib import Path

import pytest

from punto.floor.host import Host
from punto.journal.archive import unpacked
from punto.journal.openings import Openings
from punto.journal.store import Store
from punto.journal.verify import Verification
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Reason
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from tests.floor.tables import DEALER, bet, play_round, shuffled

EDITIONS = Path(__file__).parent / "editions"
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.journal"
    path.write_bytes(gzip.decompress((EDITIONS / "schema-1.journal.gz").read_bytes()))
    path.chmod(0o600)
    return path


def faults(path: Path, archived: Openings | None = None) -> tuple[list[str], Openings]:
    store = Store(str(path))
    with store.reading() as reading:
        proof = Verification(reading, archived=archived)
        found = [str(fault) for fault in proof.faults()]
        ends = proof.ends()
    store.close()
    return found, ends


def test_it_is_proved_as_it_lies(old: Path) -> None:
    with unpacked(EDITIONS / "schema-1.archive.gz") as archive:
        found, ends = faults(archive, Openings())
    assert found == []
    assert faults(old, ends)[0] == []


def test_it_goes_on_in_the_schema_of_today(old: Path) -> None:
    store = Store(str(old))
    store.create()
    host = Host(store)
    assert host.halted == {}
    state = host.state("t2")
    assert state.configuration is not None
    assert state.configuration.approval_cents is None
    assert [stake.cents for stake in state.round.stakes.values()] == [3000]  # type: ignore[union-attr]
    # What was answered before is answered again, though more is said in a command today.
    again = c.Report(Irregularity.FOREIGN_CARDS, note="a red back", by=BOSS)
    assert len(host.ask("t2", "void", again)) == 2
    other = c.Report(Irregularity.FOREIGN_CARDS, note="a blue back", by=BOSS)
    told = host.submit("t2", "void", other).result()
    assert told.refused is not None
    assert told.refused.reason is Reason.ID_USED_BEFORE
    host.ask("t2", "now", again)
    play_round(host, "t2", iter(shuffled(11)), [bet(1, 2000)])
    host.ask_cage("limits-2", cage.SetLimits(Limits(approval_cents=1), "two people", by=BOSS))
    host.ask("t2", "bet", c.OpenBetting(by=DEALER))
    host.stop()
    with store.reading() as reading:
        schemas = [entry.schema for entry in reading.entries("t2")]
        assert schemas == sorted(schemas)
        assert set(schemas) == {1, 2}
    store.close()
    assert faults(old)[0] == []
