"""Scanners that are unplugged, garbled, silent or endless: real ttys, FIFOs and sockets."""

import os
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from punto.floor.devices import Device, ShuffledShoe, TypedCards, open_device
from punto.floor.devices.lines import Line, file_line, serial_line, tcp_line
from punto.refusals import Reason, Refused

QUICK = {"wait_s": 0.4, "finish_s": 0.2}


def refused(cards: TypedCards) -> Refused:
    """The one sentence, which comes soon."""
    began = monotonic()
    with pytest.raises(Refused) as refusal:
        cards.draw()
    assert monotonic() - began < 10
    assert refusal.value.sentence.endswith(".")
    assert "\n" not in refusal.value.sentence
    return refusal.value


class Scanner:
    """The far end of a real pseudo-terminal, under a name that can be plugged in again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.master = -1
        self.plug_in()

    def plug_in(self) -> None:
        self.master, self._slave = os.openpty()
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._slave))

    def send(self, data: bytes) -> None:
        os.write(self.master, data)

    def unplug(self) -> None:
        if self.master >= 0:
            os.close(self._slave)
            os.close(self.master)
            self.path.unlink()
            self.master = -1


@pytest.fixture
def scanner(tmp_path: Path) -> Iterator[Scanner]:
    scanner = Scanner(tmp_path / "ttyUSB0")
    yield scanner
    scanner.unplug()


def soon(act: Callable[[], object], after_s: float = 0.1) -> Thread:
    def run() -> None:
        sleep(after_s)
        act()

    thread = Thread(target=run)
    thread.start()
    return thread


def test_a_serial_line_is_raw_and_at_its_speed(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 19200, wait_s=10, finish_s=2))
    sending = soon(lambda: scanner.send(b"2c\r10H\r\nas\n"))
    assert [cards.draw() for _ in range(3)] == ["2C", "TH", "AS"]
    sending.join()
    iflag, oflag, cflag, lflag, ispeed, ospeed, _ = termios.tcgetattr(scanner.master)
    assert (oflag, lflag) == (0, 0), "nothing is echoed or interpreted"
    assert iflag & (termios.ICRNL | termios.IXON) == 0
    assert cflag & termios.CSIZE == termios.CS8
    assert (ispeed, ospeed) == (termios.B19200, termios.B19200)
    cards.close()


def test_what_was_scanned_before_anybody_asked_is_not_dealt(scanner: Scanner) -> None:
    scanner.send(b"KH\n")
    cards = TypedCards(serial_line(str(scanner.path), 9600, wait_s=10, finish_s=2))
    sending = soon(lambda: scanner.send(b"2C\n"))
    assert cards.draw() == "2C"
    sending.join()
    cards.close()


def test_a_scanner_that_is_unplugged_is_told_and_found_again(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 9600, wait_s=5, finish_s=1))
    sending = soon(lambda: scanner.send(b"2C\n"))
    assert cards.draw() == "2C"
    sending.join()
    pulling = soon(scanner.unplug)
    assert "has gone away: plug it in again" in refused(cards).sentence
    pulling.join()
    assert "cannot be reached (no such file or directory)" in refused(cards).sentence
    scanner.plug_in()
    sending = soon(lambda: scanner.send(b"5D\n"))
    assert cards.draw() == "5D"
    sending.join()
    cards.close()


def test_a_line_lost_half_way_is_scanned_again(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 9600, wait_s=5, finish_s=1))

    def break_off() -> None:
        scanner.send(b"1")
        sleep(0.1)
        scanner.unplug()

    breaking = soon(break_off)
    refusal = refused(cards)
    assert "broke off in the middle of a line: scan the card again" in refusal.sentence
    breaking.join()
    scanner.plug_in()
    sending = soon(lambda: scanner.send(b"KD\n"))
    assert cards.draw() == "KD", "not 1KD"
    sending.join()
    cards.close()


def test_a_scanner_that_never_ends_its_lines(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 9600, wait_s=5, finish_s=0.2))
    sending = soon(lambda: scanner.send(b"2C"))
    refusal = refused(cards)
    assert "sent '2C' and no end of line: set it to send Enter after a card" in refusal.sentence
    sending.join()
    sending = soon(lambda: scanner.send(b"5D\n"))
    assert cards.draw() == "5D", "the refused line is discarded"
    sending.join()
    cards.close()


def test_a_flood_without_an_end_fills_no_memory_and_ends(tmp_path: Path) -> None:
    cards = TypedCards(file_line("/dev/zero", **QUICK))
    assert "sends without ending its lines" in refused(cards).sentence
    assert "No card came from /dev/zero" in refused(cards).sentence
    cards.close()
    flood = tmp_path / "flood"
    flood.write_bytes(b"9" * 100_000 + b"\n2C\n")
    cards = TypedCards(file_line(str(flood), **QUICK))
    assert "sends without ending its lines" in refused(cards).sentence
    assert cards.draw() == "2C"
    cards.close()


def test_garbage_is_told_as_such_and_the_next_card_comes(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 9600, wait_s=5, finish_s=1))
    sending = soon(lambda: scanner.send(b"\xff\xf3\x80\n\x00\n7S\n"))
    assert "sent what is not text: check its speed" in refused(cards).sentence
    assert refused(cards).reason is Reason.UNREADABLE_CARD
    assert cards.draw() == "7S"
    sending.join()
    cards.close()


def test_silence_ends_in_a_sentence(scanner: Scanner) -> None:
    cards = TypedCards(serial_line(str(scanner.path), 9600, **QUICK))
    refusal = refused(cards)
    assert refusal.reason is Reason.CARD_MISSING
    assert "for 0.4 seconds: scan the next one" in refusal.sentence
    cards.close()


def test_a_device_that_is_no_serial_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("2C\n")
    assert "is not a serial line" in refused(TypedCards(serial_line(str(path), 9600))).sentence


def test_a_fifo_takes_one_writer_after_the_other(tmp_path: Path) -> None:
    fifo = tmp_path / "cards"
    os.mkfifo(fifo)
    cards = TypedCards(file_line(str(fifo), wait_s=10, finish_s=1))
    found: list[str] = []
    for code in ("2C", "5D", "3H", "AH"):
        writing = soon(lambda code=code: fifo.write_text(f"{code}\n"), 0.02)  # type: ignore[misc]
        found.append(cards.draw())
        writing.join()
    assert found == ["2C", "5D", "3H", "AH"]
    writing = soon(lambda: fifo.write_text("K"), 0.02)
    assert "broke off" in refused(cards).sentence
    writing.join()
    writing = soon(lambda: fifo.write_text("9S\n"), 0.02)
    assert cards.draw() == "9S"
    writing.join()
    cards.close()


def test_a_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "cards"
    path.write_text("2C\n\n5D\n")
    cards = open_device(f"typed:{path}", 8)
    assert [cards.draw(), cards.draw()] == ["2C", "5D"]
    with pytest.raises(Refused, match="the input has ended"):
        cards.draw()
    cards.close()


def test_standard_input() -> None:
    script = (
        "from punto.floor.devices import open_device\n"
        "from punto.refusals import Refused\n"
        "cards = open_device('typed', 8)\n"
        "try:\n"
        "    while True: print(cards.draw())\n"
        "except Refused as refusal: print(refusal.sentence)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script],
        input="2C\n10h\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert said.splitlines() == ["2C", "TH", "No card came after line 2: the input has ended."]


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(10)
        yield listening


def test_a_box_on_the_network_is_reached_lost_and_reached_again(server: socket.socket) -> None:
    port = server.getsockname()[1]
    cards = TypedCards(tcp_line("127.0.0.1", port, wait_s=5, finish_s=1))

    def serve(data: bytes) -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(data)

    serving = soon(lambda: serve(b"2C\r\n5"), 0)
    assert cards.draw() == "2C"
    assert "broke off" in refused(cards).sentence
    serving.join()
    serving = soon(lambda: serve(b"5D\n"), 0)
    assert cards.draw() == "5D"
    assert "has gone away" in refused(cards).sentence
    serving.join()
    server.close()
    assert "connection refused" in refused(cards).sentence
    cards.close()


def test_a_connection_that_is_reset_is_refused(server: socket.socket) -> None:
    cards = TypedCards(tcp_line("127.0.0.1", server.getsockname()[1], wait_s=5, finish_s=1))

    def reset() -> None:
        connection, _ = server.accept()
        linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        sleep(0.1)
        connection.close()

    resetting = soon(reset, 0)
    assert "has gone away" in refused(cards).sentence
    resetting.join()
    cards.close()


def test_closing_wakes_who_waits(server: socket.socket) -> None:
    cards = TypedCards(tcp_line("127.0.0.1", server.getsockname()[1]))
    closing = soon(cards.close)
    assert "was closed" in refused(cards).sentence
    closing.join()
    assert "was closed" in refused(cards).sentence


def test_no_descriptor_is_left_behind(scanner: Scanner) -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for _ in range(5):
        line = serial_line(str(scanner.path), 9600, wait_s=0.01, finish_s=0.01)
        refused(TypedCards(line))
        line.close()
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


def test_a_device_is_named_by_one_text(tmp_path: Path) -> None:
    shoe = ShuffledShoe(4)
    opened = shoe.reveal()
    record = tmp_path / "shoe"
    record.write_text(f"# of Sunday\nsalt {opened.salt}\n{' '.join(opened.order)}\n")
    saved: list[str] = []
    devices: dict[str, Device] = {
        text: open_device(text, 4, save=lambda seal, order, salt: saved.append(seal))
        for text in (
            "shuffled",
            "typed",
            "serial:/dev/ttyUSB0",
            "serial:/dev/ttyUSB0@115200",
            "tcp://10.0.0.5:4001",
            "tcp://[::1]:4001",
            f"recorded:{record}",
        )
    }
    assert saved == [devices["shuffled"].commitment]
    again = devices[f"recorded:{record}"]
    assert again.commitment == shoe.commitment
    assert again.draw() == opened.order[0]
    for device in devices.values():
        device.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "oracle",
        "Shuffled",
        "shuffled:8",
        "serial:",
        "serial",
        "typed:",
        "tcp://",
        "tcp://host",
        "tcp://host:99999",
        "tcp://host:0",
        "tcp://host:4001/path",
        "tcp:host:4001",
        "recorded:",
        "udp://host:4001",
        "x" * 5000,
    ],
)
def test_what_names_no_device_is_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(Refused, match="name one as shuffled, typed") as refusal:
        open_device(text, 8)
    assert refusal.value.reason is Reason.UNKNOWN_DEVICE
    assert len(refusal.value.sentence) < 250


@pytest.mark.parametrize("text", ["serial:/dev/ttyUSB0@fast", "serial:/dev/ttyUSB0@12345"])
def test_a_speed_that_no_serial_line_has_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"a speed of 1200, .* not"):
        open_device(text, 8)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "record"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Refused, match="cannot be read as a recorded shoe"):
        open_device(f"recorded:{path}", 8)


def test_lines_come_however_the_bytes_are_cut() -> None:
    for size in (1, 2, 3, 7):
        reading, writing = os.pipe()
        data = b"2C\r\n5D\n10H\rAS\n"
        for begin in range(0, len(data), size):
            os.write(writing, data[begin : begin + size])
        os.close(writing)
        cards = TypedCards(Line("a pipe", lambda fd=reading: fd, reopens=False))  # type: ignore[misc]
        assert [cards.draw() for _ in range(4)] == ["2C", "5D", "TH", "AS"]
        cards.close()
