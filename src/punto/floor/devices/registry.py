"""Devices by name: the text that says what a table is dealt from."""

from pathlib import Path
from urllib.parse import urlsplit

from punto.floor.devices.device import Device
from punto.floor.devices.lines import SPEEDS, file_line, serial_line, standard_input, tcp_line
from punto.floor.devices.recorded import RecordedShoe
from punto.floor.devices.shuffled import Save, ShuffledShoe
from punto.floor.devices.typed import TypedCards
from punto.refusals import Reason, Refused

FORMS = (
    "shuffled",
    "typed",
    "typed:FILE",
    "serial:/dev/ttyUSB0@9600",
    "tcp://HOST:PORT",
    "recorded:FILE",
)
BAUD = 9600


def open_device(text: str, decks: int, save: Save | None = None) -> Device:
    """Open the device that a text names; refused, with the possible forms, if it names none.

    >>> open_device("typed", 8).commitment
    ''
    >>> open_device("oracle", 8)
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: There is no device 'oracle': name one as shuffled, typed, typed:FILE, \
serial:/dev/ttyUSB0@9600, tcp://HOST:PORT, recorded:FILE.
    """
    kind, _, where = text.partition(":")
    match kind:
        case "shuffled" if not where:
            return ShuffledShoe(decks, save=save)
        case "typed" if not where and text == "typed":
            return TypedCards(standard_input())
        case "typed" if where:
            return TypedCards(file_line(where))
        case "serial" if where:
            path, _, baud = where.partition("@")
            return TypedCards(serial_line(path, _speed(baud)))
        case "tcp":
            host, port = _address(text)
            return TypedCards(tcp_line(host, port))
        case "recorded" if where:
            return read_record(Path(where))
        case _:
            raise _unknown(text)


def read_record(path: Path) -> RecordedShoe:
    """Read a recorded shoe: codes in order, `#` before a comment, and `salt …` if it was sealed.

    The record of a shoe whose seal was opened deals the same cards under the same seal.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Refused(
            Reason.UNKNOWN_DEVICE,
            "{path} cannot be read as a recorded shoe: check the file.",
            path=path,
        ) from None
    split = [line.partition("#")[0].split() for line in lines]
    salt = next((words[1] for words in split if len(words) == 2 and words[0] == "salt"), "")
    codes = [word for words in split if words[:1] != ["salt"] for word in words]
    return RecordedShoe(codes, salt)


def _speed(baud: str) -> int:
    speed = int(baud) if baud.isascii() and baud.isdigit() else 0 if baud else BAUD
    if speed not in SPEEDS:
        known = tuple(SPEEDS)
        raise Refused(
            Reason.UNKNOWN_DEVICE,
            "A serial line has a speed of {known}, not {baud!r}.",
            known=known,
            baud=baud[:20],
        )
    return speed


def _address(text: str) -> tuple[str, int]:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _unknown(text) from None
    if not host or not port or parts.path or parts.query:
        raise _unknown(text)
    return host, port


def _unknown(text: str) -> Refused:
    return Refused(
        Reason.UNKNOWN_DEVICE,
        "There is no device {text!r}: name one as {forms}.",
        text=text[:60],
        forms=FORMS,
    )
