"""Several processes submit the same commands concurrently: each executes once, same answer."""

import subprocess
import sys

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import DEALER, opened
from tests.submission import ask

PROCESSES, COMMANDS = 3, 40
ASKING = f"""
import sys
from punto.floor.host import Host
from punto.journal.store import Store
from tests.floor.tables import stake
from tests.submission import submit
store = Store(sys.argv[1])
host = Host(store)
waiting = [submit(host, "t1", f"same{{n}}", stake(f"seat{{n % 8}}", position=n % 8 + 1))
           for n in range({COMMANDS})]
for future in waiting:
    receipt = future.result()
    refused, records = receipt.refused, receipt.records
    print(refused.reason.value if refused else [each.seq for each in records])
host.stop()
store.close()
"""


def test_the_same_ids_from_several_processes(journal: str, store: Store) -> None:
    host = Host(store)
    opened(host, "t1")
    ask(host, "t1", "bets", Given(c.OpenBetting(), DEALER))
    processes = [
        subprocess.Popen([sys.executable, "-c", ASKING, journal], stdout=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    answers = [process.communicate(timeout=120)[0].decode().splitlines() for process in processes]
    host.stop()
    assert [process.returncode for process in processes] == [0] * PROCESSES
    assert len(answers[0]) == COMMANDS
    assert all(each == answers[0] for each in answers)
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
        assert transaction.head("t1").number == 3 + COMMANDS
