"""Files that a command writes: the target is checked before long work, the write is atomic."""

import os
from collections.abc import Collection
from pathlib import Path

from punto.refusals import Reason, Refused

PRIVATE = 0o600  # for what a house would not show: its money and its people


def check_target(text: str, endings: Collection[str]) -> Path:
    """Return the target path; refuse one that cannot be written or has another ending.

    >>> check_target("sheet.txt", (".html", ".pdf"))
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: 'sheet.txt' must end in .html or .pdf.
    """
    path = Path(text)
    *others, last = endings
    if path.suffix.lower() not in endings:
        raise Refused(
            Reason.UNWRITABLE_FILE,
            "{text!r} must end in {others} or {last}.",
            text=text[:80],
            others=others,
            last=last,
        )
    try:
        if path.is_dir():
            raise Refused(
                Reason.UNWRITABLE_FILE, "{text!r} is a directory, not a file.", text=text[:80]
            )
        if not path.parent.is_dir():
            raise Refused(
                Reason.UNWRITABLE_FILE,
                "There is no directory {parent!r} to write into.",
                parent=str(path.parent)[:80],
            )
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    if not os.access(path.parent, os.W_OK):
        raise Refused(
            Reason.UNWRITABLE_FILE,
            "You may not write into {parent!r}.",
            parent=str(path.parent)[:80],
        )
    return path


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write to a temporary file, then rename it; a failure leaves the old file in place.

    With the mode `PRIVATE` no other account of this machine reads it.
    """
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.part")
    try:
        try:
            file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
            with os.fdopen(file, "wb") as opened:
                opened.write(data)
            beside.replace(path.resolve())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> Refused:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return Refused(
        Reason.UNWRITABLE_FILE,
        "The file {path!r} cannot be written: {why}.",
        path=str(path)[:80],
        why=why,
    )
