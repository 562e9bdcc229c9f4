"""Records the engine's decisions: `make decisions`."""

# ruff: noqa: T201  (it is there to print)

import gzip
import sys

from punto.journal.decisions import DECISION_VERSION, RELEASED_VERSION
from tests.decisions.cage import cage_commands
from tests.decisions.recorded import (
    AT_CAGE,
    COMMANDS,
    SEQUENCES,
    advice,
    changed,
    decided,
    encode_all,
    record,
    recorded,
)
from tests.table.sequences import attack, opened


def main() -> int:
    """Record the digests of the current version; a released one takes new scripts alone.

    With --commands the sequences are made anew first, for a version that is not released.
    """
    before, released = recorded(), DECISION_VERSION <= RELEASED_VERSION
    if "--commands" in sys.argv and not released:
        _record_commands()
    now = decided()
    names = changed(before, now)
    if names and released:
        print(advice(names))
        return 1
    record(now)
    print(f"Version {DECISION_VERSION}: {len(now)} digests, {len(names)} of them changed.")
    return 0


def _record_commands() -> None:
    found = []
    for seed in range(SEQUENCES):
        table, chance = opened(seed)
        attack(table, chance)
        found.append(b'"sequence-%03d":%b' % (seed, encode_all(table.commands)))
    found += [b'"cage-%d":%b' % (seed, encode_all(cage_commands(seed))) for seed in range(AT_CAGE)]
    COMMANDS.write_bytes(gzip.compress(b"{" + b",".join(found) + b"}", 9, mtime=0))


if __name__ == "__main__":
    sys.exit(main())
