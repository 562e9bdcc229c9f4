"""How long a dealer must wait for patrons: before contributions are closed, and for their values.

A dealer who contributes alone and closes at once shuts the patrons out. If that dealer also knew
the sealed order, they could search for a contribution that gives an order of their choice. And who
does not reveal a value is barred from the next shoes: a dealer who retired the shoe at once would
shut out patrons who had no time to.
"""

from collections.abc import Set

from punto.floor.host import Host
from punto.journal.codec import decode_events
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.table import events as e
from punto.table.shared_order import READING
from punto.table.shoe_events import patron_of_key


def check_wait(
    host: Host, store: Store, table: str, seated: Set[str], set_ms: int, now_ms: int
) -> None:
    """Refuse to close before the set time while a seated patron has not contributed.

    Every seated patron counts: the dealer may have a patron's account too.
    """
    shoe = host.look(table).state.shoe
    if shoe is None or not shoe.is_order_open or shoe.contributions_closed:
        return
    if seated <= {patron_of_key(each.contributor) for each in shoe.contributions}:
        return
    left_ms = _left_ms(store, table, set_ms, now_ms)
    if left_ms > 0:
        raise Refused(
            Reason.CONTRIBUTION_NEEDED,
            "Patrons at the table may still contribute: wait {seconds} s, then close.",
            clause=READING,
            seconds=-(-left_ms // 1000),
        )


def check_reveal_wait(host: Host, store: Store, table: str, set_ms: int, now_ms: int) -> None:
    """Refuse to retire a shoe while patrons still have time to reveal their values."""
    shoe = host.look(table).state.shoe
    if shoe is None or not shoe.is_order_open or not shoe.contributions_closed:
        return
    if not any(patron_of_key(each) for each in shoe.unrevealed):
        return
    left_ms = _left_ms(store, table, set_ms, now_ms, e.ContributionsClosed)
    if left_ms > 0:
        raise Refused(
            Reason.CONTRIBUTION_NEEDED,
            "Contributors may still reveal their values: wait {seconds} s, then retire the shoe.",
            clause=READING,
            seconds=-(-left_ms // 1000),
        )


def _left_ms(
    store: Store, table: str, set_ms: int, now_ms: int, since: type[e.Event] = e.ShoeLoaded
) -> int:
    """How much of the set time is left since an event of the shoe in use."""
    with store.begin_read() as transaction:
        for entry in transaction.backwards(table):
            left_ms = set_ms - (now_ms - entry.at_ms)
            is_begin = any(isinstance(each, since) for each in decode_events(entry))
            if left_ms <= 0 or is_begin:  # a stream's times never run backwards
                # If the clock was set far back, the times do not show how long it has been.
                return left_ms if left_ms <= 2 * set_ms else 0
    return 0
