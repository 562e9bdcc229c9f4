"""Work for a pool's process, apart from the tests so that the process has little to import."""

import os
from time import process_time, sleep

from punto.refusals import Reason, Refused


def where() -> tuple[int, int]:
    return os.getpid(), os.nice(0)


def spin(limit_s: float) -> float:
    began = process_time()
    while process_time() - began < limit_s:
        pass
    return process_time() - began


def refuse() -> None:
    raise Refused(Reason.UNKNOWN_WAGER, "There is no such wager.", clause="tiger 3.5")


_prepared: list[int] = []


def prepare() -> None:
    sleep(1.0)
    _prepared.append(os.nice(0))


def prepared() -> list[int]:
    return _prepared
