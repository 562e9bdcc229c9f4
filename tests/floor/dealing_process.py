"""A process that deals sealed shoes until it kills itself at a chosen moment.

Run by the tests of sealed shoes: `python -m tests.floor.dealing_process JOURNAL MOMENT NTH
[skipping]`; at the moment `never` it deals until a shoe has been opened after it began.
"""

import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import NoReturn

from msgspec.structs import replace

from punto.floor.automatic import AutomaticTable
from punto.floor.countdown import Countdown
from punto.floor.dealing_times import DealingTimes
from punto.floor.devices import ShuffledShoe, shuffled
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.floor.worker import Retrying
from punto.journal.codec import Recorded
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration
from punto.table.shared_order import dealt_order
from tests.envelope import Given
from tests.floor.tables import MANAGER, configuration
from tests.submission import ask

TABLE = "t1"
AT_ONCE = DealingTimes(
    betting_ms=0, card_ms=0, call_ms=0, contributing_ms=0, revealing_ms=0, outcome_ms=0
)

# Before or after which command it is over; `sealed` is between the seal and LoadShoe.
MOMENTS: dict[str, tuple[str, type[c.Command]]] = {
    "loaded": ("after", c.LoadShoe),
    "contributing": ("before", c.CloseContributions),
    "contributed": ("after", c.CloseContributions),
    "burning": ("before", c.BurnCards),
    "burned": ("after", c.BurnCards),
    "drawn": ("before", c.DrawCard),
    "dealt": ("after", c.DrawCard),
    "announcing": ("before", c.AnnounceOutcome),
    "retired": ("after", c.RetireShoe),
    "opening": ("before", c.RevealShoe),
    "opened": ("after", c.RevealShoe),
}


def short_shoes() -> Configuration:
    """Half of four decks is dealt, after a burn."""
    config = replace(configuration(source=CardSource.AUTOMATIC), decks=4, burn=True)
    return replace(config, cut_cards_from_end=4 * 52 // 2)


class DoomedHost(Host):
    """Kills its process before or after the nth command of a kind."""

    moment = "never"
    nth = 1
    opened = 0

    def submit_and_wait(self, submission: Submission) -> tuple[Recorded, ...]:
        command = submission.command
        when, kind = MOMENTS.get(self.moment, ("", type(None)))
        if isinstance(command, kind):
            self.nth -= 1
        if isinstance(command, kind) and not self.nth and when == "before":
            die()
        records = super().submit_and_wait(submission)
        if isinstance(command, kind) and not self.nth and when == "after":
            die()
        self.opened += isinstance(command, c.RevealShoe)
        return records


class DoomedSeals(SealedShoes):
    """Kills its process once a shoe is sealed, before the seal is published."""

    doomed = False

    def save(self, commitment: str, order: tuple[str, ...], salt: str) -> None:
        super().save(commitment, order, salt)
        if self.doomed:
            die()


def one_further(sealed: Sequence[str], seed: str) -> tuple[str, ...]:
    """The mistake that must be found: the cards come one place further on after a restart."""
    first, *rest = dealt_order(sealed, seed)
    return (*rest, first)


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it cannot come to this")


def main() -> None:
    """Deal until killed, or until a shoe was opened."""
    journal, moment, nth, *rest = sys.argv[1:]
    store = Store(journal)
    store.create()
    host = DoomedHost(store)
    host.moment, host.nth = moment, int(nth)
    if host.state(TABLE).configuration is None:
        ask(host, TABLE, "open", Given(c.OpenTable(short_shoes()), MANAGER))
    if rest:
        shuffled.dealt_order = one_further  # type: ignore[attr-defined]
    seals = DoomedSeals(store, TABLE)
    seals.doomed = moment == "sealed"
    countdown = Countdown(host, store, TABLE, AT_ONCE.betting_ms)
    load = partial(ShuffledShoe, save=seals.save)
    table = AutomaticTable(
        host, TABLE, load, countdown, lambda _: True, dealing_times=AT_ONCE, seals=seals
    )
    turn = Retrying(TABLE, table.turn, lambda _, sentence: sys.exit(sentence))
    for number in count():
        turn()
        if number == 0:
            sys.stdout.write("begun\n")
            sys.stdout.flush()
        if moment == "never" and host.opened:
            break
    host.stop()
    store.close()


if __name__ == "__main__":
    main()
