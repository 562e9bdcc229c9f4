"""Checkpoint files: read at start, and replaced atomically on every write."""

import os
from pathlib import Path

from punto.refusals import Reason, Refused
from punto.sim.checkpoint import Checkpoint, decode, encode
from punto.sim.run import Request


def read_checkpoint(path: Path, request: Request) -> Checkpoint:
    """Read the checkpoint of this simulation, or start one; refuse a file with other settings."""
    start = Checkpoint.at_start(request.dealing, request.rounds, request.seed)
    try:
        found = decode(path.read_bytes())
    except FileNotFoundError:
        write_checkpoint(path, start)  # fail now if the path cannot be written
        return start
    except OSError as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{path!r} cannot be read: {strerror}.",
            path=str(path)[:80],
            strerror=error.strerror,
        ) from None
    if (found.dealing, found.rounds, found.seed) != (request.dealing, request.rounds, request.seed):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The checkpoint {path!r} is of another simulation: {rounds:,} rounds,"
            " {decks} decks, cut {cut}, seed {seed}.",
            path=str(path)[:80],
            rounds=found.rounds,
            decks=found.dealing.decks,
            cut=found.dealing.cut,
            seed=found.seed,
        )
    return found


def read_seed(path: Path) -> int | None:
    """Return the seed of the simulation in a file, None if there is no file."""
    try:
        return decode(path.read_bytes()).seed
    except OSError:
        return None


def write_checkpoint(path: Path, point: Checkpoint) -> None:
    """Write a checkpoint atomically; a crash leaves the old one or the new one, complete."""
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(encode(point))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{path!r} cannot be written: {strerror}.",
            path=str(path)[:80],
            strerror=error.strerror,
        ) from None
