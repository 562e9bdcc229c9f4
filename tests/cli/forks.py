"""Processes forked from one that has imported all of Punto, so that no test loads it again.

Each is a process of its own with arguments, environment, folder, files and exit code of its own.
Where the imports of Punto are what is tested, it is forked from one that has imported libraries
alone. What only a new interpreter can show is tried with `fresh` in `tests/cli/run.py`.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, recv_fds, send_fds, socket, socketpair
from tempfile import TemporaryFile
from threading import Lock
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
REQUEST_MAX = 100_000  # bytes of arguments and environment
RUN_S = 300.0
LATE = (  # what commands import when they run
    "alembic.command",
    "matplotlib.figure",
    "punto.cli.road_view",
    "punto.ledger.script_purses",
    "punto.table.scripts",
    "punto.web.app",
    "punto.web.server",
    "rich.console",
    "tests.floor.tables",
    "tests.submission",
)
LIBRARIES = (  # what takes long to load and is not Punto's
    "alembic.command",
    "cyclopts",
    "httpx",
    "litestar",
    "msgspec",
    "numba",
    "rich.console",
    "sqlalchemy",
    "uvicorn",
)


class Forked:
    """A process that was forked: what `subprocess.Popen` gives of one that was started."""

    def __init__(self, answers: socket) -> None:
        """`answers` brings its number, and how it ended."""
        self._answers = answers
        self.returncode: int | None = None
        answers.settimeout(RUN_S)
        self.pid = int(answers.recv(100))

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code once it has ended; `TimeoutError` if it has not by then."""
        if self.returncode is None:
            self._answers.settimeout(timeout)
            self.returncode = int(self._answers.recv(100))
            self._answers.close()
        return self.returncode

    def poll(self) -> int | None:
        """Its exit code, or nothing while it runs."""
        with suppress(BlockingIOError):
            self.wait(0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Forks:
    """A process that forks, started when the first command is wanted."""

    def __init__(self, loads: str = "everything") -> None:
        """`loads` is what it has imported: everything, or libraries alone."""
        self._loads = loads
        self._lock = Lock()
        self._channel: socket | None = None

    def run(
        self, arguments: tuple[str, ...], stdin: bytes, environment: dict[str, str]
    ) -> tuple[int, bytes, bytes]:
        """The exit code of a command, and what it printed."""
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            files = [each.fileno() for each in (given, out, err)]
            code = self.start("punto", arguments, environment, files).wait(RUN_S)
            out.seek(0)
            err.seek(0)
            return code, out.read(), err.read()

    def start(
        self, module: str, arguments: Sequence[str], environment: dict[str, str], files: list[int]
    ) -> Forked:
        """A module run as a program with these as its standard input, output and error."""
        request = json.dumps([module, arguments, environment, str(Path.cwd())]).encode()
        assert len(request) <= REQUEST_MAX
        ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        with theirs, self._lock:
            channel = self._channel or self._started()
            send_fds(channel, [request], [*files, theirs.fileno()])
        return Forked(ours)

    def _started(self) -> socket:
        ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.forks", str(theirs.fileno()), self._loads],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                cwd=ROOT,
            )

        def stop() -> None:
            ours.close()  # it ends with all that it has forked
            process.wait(RUN_S)

        atexit.register(stop)
        self._channel = ours
        return ours


def serve(channel: socket, loads: str) -> None:
    """Fork for each request until nobody asks any more."""
    gc.disable()
    if loads == "everything":
        import_commands()
    else:
        for name in LIBRARIES:
            import_module(name)
        assert not any(name.partition(".")[0] == "punto" for name in sys.modules)
    gc.enable()
    gc.collect()
    gc.freeze()  # a child's collector leaves alone what it shares with us
    assert threading.active_count() == 1, "a fork would copy held locks, and hang"
    while True:
        request, files, _, _ = recv_fds(channel, REQUEST_MAX, 4)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass  # one that has watched over another to its end
        if not request:
            os.killpg(0, signal.SIGKILL)  # whoever still runs, and us
        if not os.fork():
            channel.close()
            watch_over(json.loads(request), files)
        for each in files:
            os.close(each)


def watch_over(request: list[Any], files: list[int]) -> NoReturn:
    """Fork the process itself; tell its number, and how it ends."""
    *streams, answers = files
    child = os.fork()
    if not child:
        os.close(answers)
        module, arguments, environment, folder = request
        become(module, arguments, environment, folder, streams)
    for each in streams:
        os.close(each)
    with suppress(OSError), socket(fileno=answers) as asked:  # who asked may have gone
        asked.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        asked.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def import_commands() -> None:
    """All that takes long to load, the kernels of simulations too; nothing here starts a thread."""
    from punto.cli import COMMANDS
    from punto.sim.deal_rules import Dealing
    from punto.sim.tally import tally_block

    for name in COMMANDS:
        import_module(f"punto.cli.{name}")
    for name in LATE:
        import_module(name)
    tally_block(Dealing(), 1, 0, 1)


def become(
    module: str,
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    files: list[int],
) -> NoReturn:
    """Go on as `python -m MODULE` with these arguments, and end as an interpreter does.

    Only what it would then throw away, module by module, is left to the system: that takes longer
    than most commands.
    """
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, each in enumerate(files):
        os.dup2(each, number)
        os.close(each)
    sys.argv[1:] = arguments
    code: object = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    with socket(fileno=int(sys.argv[1])) as asked:
        serve(asked, sys.argv[2])
