"""What alerts the pit: which significant events do, and from which amount or time on.

An alert stays in the pit's list until it is acknowledged (`floor/acknowledgements.py`); all other
significant events can be looked up. A kind is given to an entry in `journal/entry_index.py`, and to
what is in no entry in `journal/notices.py`.
"""

from collections.abc import Container

from punto.journal.entry_index import IndexKind
from punto.journal.notices import NoticeKind
from punto.journal.queries.audit import LARGE_WIN

LARGE_WIN_CENTS = 1_000_000  # 10,000.00 won by one patron in one round
UNOPENED_MS = 600_000  # a retired shoe's seal is not opened by then
REPORT_FILED = "report-filed"  # an irregularity that calls the person who may resolve it

ALERT_KINDS = frozenset(
    each.value
    for each in (
        IndexKind.VOID,
        IndexKind.CORRECTION,
        IndexKind.ADJUSTMENT,
        IndexKind.VARIANCE,
        IndexKind.DENIED,
        IndexKind.BROKEN_SEAL,
        IndexKind.CONTRIBUTION_MISSING,
        IndexKind.CARD_SOURCE,
        IndexKind.SHOE_ABANDONED,
        NoticeKind.LOCKED_OUT,
        NoticeKind.CLOCK_CHANGED,
        NoticeKind.TABLE_HALTED,
        NoticeKind.SEAL_UNOPENED,
        NoticeKind.BEHIND_TARGET,
        NoticeKind.APPROVAL_DECLINED,
        NoticeKind.PIT_CALLED,
    )
) | {LARGE_WIN}


# These can be caused again and again by anyone at work, or even by strangers: listed last.
OFTEN = frozenset(
    (IndexKind.DENIED.value, NoticeKind.LOCKED_OUT.value, NoticeKind.PIT_CALLED.value)
)


def is_alert(kind: str, events: Container[str] = ()) -> bool:
    """Whether a significant event of this kind, with events of these types, alerts the pit."""
    return kind in ALERT_KINDS or REPORT_FILED in events
