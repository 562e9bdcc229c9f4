"""`python -m tests.web.frozen_node JOURNAL PORT FILE`: a node that stops itself during a commit.

When FILE holds a number N, the next commit of its writer stops the process (SIGSTOP) before the
N-th step of it: a statement that is sent, or the end of the transaction.
"""

import os
import sys
from pathlib import Path
from signal import SIGSTOP
from threading import current_thread
from typing import Any

import sqlalchemy as sa

from punto.journal.store import Store
from punto.web.app import make_app
from punto.web.server import listen, opened, server_of


class Freezing:
    """Counts the steps of a commit, and stops the process before the one that is asked for."""

    def __init__(self, engine: sa.Engine, file: Path) -> None:
        self._file = file
        self._step = 0
        sa.event.listen(engine, "begin", self._began)
        sa.event.listen(engine, "before_cursor_execute", self._executes)
        sa.event.listen(engine, "commit", self._commits)

    def _began(self, _: sa.Connection) -> None:
        if current_thread().name == "journal-writer":
            self._step = 0

    def _executes(self, *_: Any) -> None:
        self._go_on("statement")

    def _commits(self, _: sa.Connection) -> None:
        self._go_on("commit")

    def _go_on(self, what: str) -> None:
        if current_thread().name != "journal-writer":
            return
        if self._file.exists():
            if self._step == int(self._file.read_text()):
                self._file.unlink()
                os.kill(os.getpid(), SIGSTOP)
            elif what == "commit":
                self._file.unlink()  # there is no such step: go on, and say so by its absence
        self._step += 1


def serve(journal: str, port: int, file: str) -> None:
    with listen(port) as listening, opened(journal) as (casino, _):
        store: Store = casino.store
        Freezing(store.engine, Path(file))
        server_of(make_app(casino)).run(sockets=[listening])


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
