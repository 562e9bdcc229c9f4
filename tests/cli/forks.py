"""Processes of `punto` forked from one that has imported it all, so that no test loads it again.

Each is a process of its own with arguments, environment, folder, files and exit code of its own.
What only a new interpreter can show is tried with `fresh` in `tests/cli/run.py`.
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
from importlib import import_module
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, recv_fds, send_fds, socket, socketpair
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, NoReturn

ROOT = Path(__file__).parents[2]
REQUEST_MAX = 100_000  # bytes of arguments and environment
RUN_S = 300.0
LATE = (  # what commands import when they run
    "alembic.command",
    "matplotlib.figure",
    "punto.cli.road_view",
    "punto.ledger.script_purses",
    "punto.table.scripts",
    "rich.console",
)


class Forks:
    """A process that forks, started when the first command is wanted."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._channel: socket | None = None

    def run(
        self, arguments: tuple[str, ...], stdin: bytes, environment: dict[str, str]
    ) -> tuple[int, bytes, bytes]:
        """The exit code of a command, and what it printed."""
        asked = [arguments, environment, str(Path.cwd())]
        with self._lock, TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            code = self._ask(json.dumps(asked).encode(), [given, out, err])
            out.seek(0)
            err.seek(0)
            return code, out.read(), err.read()

    def _ask(self, request: bytes, files: list[IO[bytes]]) -> int:
        assert len(request) <= REQUEST_MAX
        channel = self._channel or self._started()
        send_fds(channel, [request], [each.fileno() for each in files])
        return int(channel.recv(100))

    def _started(self) -> socket:
        ours, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.cli.forks", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                cwd=ROOT,
            )

        def stop() -> None:
            ours.close()
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

        atexit.register(stop)
        ours.settimeout(RUN_S)
        self._channel = ours
        return ours


def serve(channel: socket) -> None:
    """Fork for each request until nobody asks any more."""
    import_commands()
    gc.collect()
    gc.freeze()  # a child's collector leaves alone what it shares with us
    while True:
        request, files, _, _ = recv_fds(channel, REQUEST_MAX, 3)
        if not request:
            return
        child = os.fork()
        if not child:
            channel.close()
            arguments, environment, folder = json.loads(request)
            become(arguments, environment, folder, files)
        for each in files:
            os.close(each)
        _, status = os.waitpid(child, 0)
        channel.send(str(os.waitstatus_to_exitcode(status)).encode())


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
    arguments: list[str], environment: dict[str, str], folder: str, files: list[int]
) -> NoReturn:
    """Go on as `python -m punto` with these arguments, and end as an interpreter does.

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
        runpy.run_module("punto", run_name="__main__", alter_sys=True)
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
        serve(asked)
