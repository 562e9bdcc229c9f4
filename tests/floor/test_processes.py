"""Several processes ask one table the same things at once: each is done once, and told alike."""

import subprocess
import sys

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.table import commands as c
from tests.floor.tables import DEALER, opened

PROCESSES, COMMANDS = 3, 40
ASKING = f"""
import sys
from punto.floor.host import Host
from punto.journal.store import Store
from tests.floor.tables import stake
store = Store(sys.argv[1])
host = Host(store)
waiting = [host.submit("t1", f"same{{n}}", stake(f"seat{{n % 8}}", position=n % 8 + 1))
           for n in range({COMMANDS})]
for future in waiting:
    told = future.result()
    print(told.refused.reason.value if told.refused else [each.seq for each in told.records])
host.stop()
store.close()
"""


def test_the_same_ids_from_several_processes(journal: str, store: Store) -> None:
    host = Host(store)
    opened(host, "t1")
    host.ask("t1", "bets", c.OpenBetting(by=DEALER))
    asking = [
        subprocess.Popen([sys.executable, "-c", ASKING, journal], stdout=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    answers = [process.communicate(timeout=120)[0].decode().splitlines() for process in asking]
    host.stop()
    assert [process.returncode for process in asking] == [0] * PROCESSES
    assert len(answers[0]) == COMMANDS
    assert all(each == answers[0] for each in answers)
    with store.reading() as reading:
        assert [str(fault) for fault in verify(reading)] == []
        assert reading.head("t1").number == 3 + COMMANDS
