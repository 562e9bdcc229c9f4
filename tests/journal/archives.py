"""Journals with shoes that are over, archived and proved."""

from itertools import count
from pathlib import Path

from punto.floor.host import Host
from punto.journal.archive.archive import (
    Archived,
    last_position,
    unpacked,
    write_archive,
)
from punto.journal.archive.openings import Openings
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import Verification
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.tables import (
    CREDITS,
    DEALER,
    MANAGER,
    bet,
    configuration,
    fund,
    ids,
    opened,
    play_round,
    play_sealed_shoe,
    set_source,
    shuffled,
    stake,
)
from tests.submission import ask

FAR = 10**15  # milliseconds: later than anything here
BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)
shoes = count(1)


def play(host: Host) -> None:
    """Two shoes of t1 that are over, credits played at t2, and then a shoe of t1 in use."""
    if host.state("t1").configuration is None:
        ask(host, "t1", "open", Given(c.OpenTable(configuration()), MANAGER))
        ask(host, CAGE, "bank", Given(cage.OpenBank("t1", 500_000, "supervisor"), BOSS))
        fund(host, "seat1")
        opened(host, "t2", CREDITS)
        play_round(host, "t2", iter(shuffled(9)), [bet(1, 2000, "tie")])
        ask(host, "t2", f"retire{next(ids)}", Given(c.RetireShoe(), DEALER))
    if host.state("t1").shoe is not None:
        ask(host, "t1", f"retire{next(ids)}", Given(c.RetireShoe(), DEALER))
    for _ in range(2):
        play_sealed_shoe(host, "t1", next(shoes), rounds=3)
    set_source(host, "t1", CardSource.PHYSICAL)
    ask(host, "t1", f"load{next(ids)}", Given(c.LoadShoe(f"shoe{next(shoes)}"), DEALER))
    play_round(host, "t1", iter(shuffled(5)), [stake("seat2", 3000)])


def archive(store: Store, path: Path) -> Archived:
    with store.begin_read() as transaction:
        return write_archive(transaction, last_position(transaction, FAR), path)


def faults(store: Store, archived: Openings | None = None) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in Verification(transaction, archived=archived).faults()]


def proved(path: Path, archived: Openings) -> Openings:
    """An archive without a fault; where it ends."""
    with unpacked(path) as plain:
        store = Store(str(plain))
        with store.begin_read() as transaction:
            proof = Verification(transaction, archived=archived, is_archive=True)
            assert [str(fault) for fault in proof.faults()] == []
            ends = proof.ends()
        store.close()
    return ends
