"""Line input from scanners and keyboards: a file, a FIFO, a serial line or a TCP connection.

Every failure becomes a one-sentence refusal, every wait has a timeout, and an input that was lost
is opened again for the next line.
"""

import os
import select
import socket
import stat
import termios
from collections.abc import Callable
from threading import Lock
from time import monotonic

from punto.refusals import Reason, Refused

WAIT_S = 60.0  # for a card to be scanned
FINISH_S = 2.0  # for the rest of a line after its first bytes
CONNECT_S = 5.0
AT_ONCE = 4096  # bytes
SPEEDS = {
    speed: getattr(termios, f"B{speed}")
    for speed in (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400)
}

Connect = Callable[[], int]  # opens a descriptor to read from; OSError or Refused if it cannot


class Line:
    """Reads lines from a descriptor, with timeouts; one thread reads, any may close."""

    def __init__(
        self,
        name: str,
        connect: Connect,
        *,
        reopens: bool = True,
        wait_s: float = WAIT_S,
        finish_s: float = FINISH_S,
    ) -> None:
        """`reopens` says that an end is an interruption, unlike the end of a file."""
        self._name = name
        self._connect = connect
        self._reopens = reopens
        self._wait_s = wait_s
        self._finish_s = finish_s
        self._descriptor: int | None = None
        self._read = b""
        self._skipping = False  # the rest of a line that was too long
        self._closed = False
        self._bell: tuple[int, int] | None = None  # a pipe that wakes a waiting reader
        self._lock = Lock()

    def readline(self, limit: int, /) -> str:
        """The next line; refused if no complete one comes in time. Empty at the end of a file."""
        with self._lock:
            deadline = monotonic() + self._wait_s
            while True:
                found, end, rest = self._read.partition(b"\n")
                if end:
                    self._read = rest
                    if self._skipping:
                        self._skipping = False
                        continue
                    return self._decode(found)
                if len(self._read) >= limit:
                    self._too_long()
                if not self._receive(deadline):
                    return ""

    def close(self) -> None:
        """Wake a waiting reader, and read no more."""
        self._closed = True
        if self._bell is not None:
            os.write(self._bell[1], b"!")
        with self._lock:
            self._hang_up()
            for each in self._bell or ():
                os.close(each)
            self._bell = None

    def _receive(self, deadline: float) -> bool:
        """Wait for some bytes; False at the end of a file."""
        if not self._closed:
            self._bell = self._bell or os.pipe()
        descriptor = self._opened()
        assert self._bell is not None, "a line that is closed is not opened"
        begun = bool(self._read)
        left_s = self._finish_s if begun else deadline - monotonic()
        late = monotonic() > deadline + self._finish_s  # even if bytes keep arriving
        ready = not late and _wait((descriptor, self._bell[0]), max(0.0, left_s))
        if self._closed:
            raise self._closed_now()
        if not ready:
            raise self._unfinished() if begun else self._nothing()
        try:
            new = os.read(descriptor, AT_ONCE)
        except BlockingIOError:
            return True
        except OSError:
            new = b""  # unplugged, or the other side is gone
        if not new:
            return self._ended(descriptor)
        self._read += new.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return True

    def _opened(self) -> int:
        if self._closed:
            raise self._closed_now()
        if self._descriptor is None:
            try:
                self._descriptor = self._connect()
            except OSError as failure:
                why = (failure.strerror or str(failure) or "no answer").lower()
                raise Refused(
                    Reason.CARD_MISSING,
                    "{name} cannot be reached ({why}): check it, then scan the card.",
                    name=self._name,
                    why=why,
                ) from None
        return self._descriptor

    def _ended(self, descriptor: int) -> bool:
        """Handle the end of the input; False if it is the end of a file."""
        begun, self._read, self._skipping = bool(self._read), b"", False
        if _is_fifo(descriptor):
            # Opened again before it is closed, so that the next writer's bytes are not lost.
            self._descriptor = self._connect()
            os.close(descriptor)
        else:
            self._hang_up()
        if begun:
            raise Refused(
                Reason.UNREADABLE_CARD,
                "{name} broke off in the middle of a line: scan the card again.",
                name=self._name,
            )
        if not self._reopens:
            return False
        if self._descriptor is None:
            raise Refused(
                Reason.CARD_MISSING,
                "{name} has gone away: plug it in again, then scan the card.",
                name=self._name,
            )
        return True

    def _decode(self, line: bytes) -> str:
        try:
            return line.decode("ascii") + "\n"
        except UnicodeDecodeError:
            raise Refused(
                Reason.UNREADABLE_CARD,
                "{name} sent what is not text: check its speed, then scan the card again.",
                name=self._name,
            ) from None

    def _too_long(self) -> None:
        self._read = b""
        if not self._skipping:
            self._skipping = True
            raise Refused(
                Reason.UNREADABLE_CARD,
                "{name} sends without ending its lines: set it to send Enter after a card.",
                name=self._name,
            )

    def _unfinished(self) -> Refused:
        begun, self._read = self._read[:20].decode("ascii", "replace"), b""
        return Refused(
            Reason.UNREADABLE_CARD,
            "{name} sent {begun!r} and no end of line: set it to send Enter after a card.",
            name=self._name,
            begun=begun,
        )

    def _nothing(self) -> Refused:
        return Refused(
            Reason.CARD_MISSING,
            "No card came from {name} for {seconds} seconds: scan the next one.",
            name=self._name,
            seconds=f"{self._wait_s:g}",
        )

    def _closed_now(self) -> Refused:
        return Refused(Reason.CARD_MISSING, "{name} was closed.", name=self._name)

    def _hang_up(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def standard_input(**times: float) -> Line:
    """Standard input: typed or piped."""
    return Line("standard input", lambda: os.dup(0), reopens=False, **times)


def file_line(path: str, **times: float) -> Line:
    """A file, which ends, or a FIFO, which several writers may use in turn."""
    is_fifo = os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH110, PTH116
    return Line(path, lambda: os.open(path, os.O_RDONLY | os.O_NONBLOCK), reopens=is_fifo, **times)


def serial_line(path: str, baud: int, **times: float) -> Line:
    """A scanner on a serial line: eight bits, no parity, one stop bit, raw."""

    def connect() -> int:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            _make_raw(descriptor, SPEEDS[baud])
        except termios.error:
            os.close(descriptor)
            raise Refused(
                Reason.UNKNOWN_DEVICE, "{path} is not a serial line.", path=path
            ) from None
        return descriptor

    return Line(path, connect, reopens=True, **times)


def tcp_line(host: str, port: int, **times: float) -> Line:
    """A networked scanner, or a serial server, that accepts connections."""

    def connect() -> int:
        connection = socket.create_connection((host, port), timeout=CONNECT_S)
        connection.setblocking(False)
        # A device that was switched off sends nothing: probe it every few seconds.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3)):
            if hasattr(socket, option):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        return connection.detach()

    return Line(f"tcp://{host}:{port}", connect, reopens=True, **times)


def _make_raw(descriptor: int, speed: int) -> None:
    *_, characters = termios.tcgetattr(descriptor)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    control = termios.CS8 | termios.CREAD | termios.CLOCAL
    termios.tcsetattr(descriptor, termios.TCSANOW, [0, 0, control, 0, speed, speed, characters])
    termios.tcflush(descriptor, termios.TCIFLUSH)  # discard what was scanned too early


def _wait(descriptors: tuple[int, ...], wait_s: float) -> bool:
    """Whether any of them becomes readable within that time."""
    waiting = select.poll()
    for each in descriptors:
        waiting.register(each, select.POLLIN)
    return bool(waiting.poll(wait_s * 1000))


def _is_fifo(descriptor: int) -> bool:
    return stat.S_ISFIFO(os.fstat(descriptor).st_mode)
