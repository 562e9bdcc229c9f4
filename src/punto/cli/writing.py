"""Files that a command writes: checked before long work, and there whole or not at all."""

import os
from collections.abc import Collection
from pathlib import Path

from punto.refusals import Reason, Refused


def check_target(text: str, endings: Collection[str]) -> Path:
    """Where to write, if something can be written there; its ending says what.

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
            f"{text[:80]!r} must end in {', '.join(others)} or {last}.",
        )
    try:
        if path.is_dir():
            raise Refused(Reason.UNWRITABLE_FILE, f"{text[:80]!r} is a directory, not a file.")
        if not path.parent.is_dir():
            raise Refused(
                Reason.UNWRITABLE_FILE,
                f"There is no directory {str(path.parent)[:80]!r} to write into.",
            )
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    if not os.access(path.parent, os.W_OK):
        raise Refused(Reason.UNWRITABLE_FILE, f"You may not write into {str(path.parent)[:80]!r}.")
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the target, then put it in its place; a failure leaves what was there."""
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.part")
    try:
        try:
            with beside.open("xb") as file:
                file.write(data)
            beside.replace(path.resolve())
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> Refused:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return Refused(Reason.UNWRITABLE_FILE, f"The file {str(path)[:80]!r} cannot be written: {why}.")
