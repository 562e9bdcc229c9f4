"""Accounts that changed lately, as a commit sees them: a session that has ended gives no command.

A socket does not look its session up for every command, so that an account that was disabled, moved
or given a new password at another node may still seem to be as it was. Each commit therefore reads
which accounts have changed since the last one, and looks up the sessions of those alone, once and
together.
"""

from collections.abc import Callable, Iterable
from time import monotonic

from punto.floor.submission import Submission
from punto.journal.people.account_changes import (
    SessionAccount,
    accounts_of_sessions,
    changed_since,
    last_change,
)
from punto.journal.people.people import ALL_TABLES
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.table.people import Staff

CHECKED_S = 60.0  # after a change: longer than sessions are cached and commands wait


class ChangedAccounts:
    """The accounts that changed within the last minute, by any process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: int | None = None  # the number of the last change read
        self._changed_s: dict[str, float] = {}  # by account, in the order of time
        self._since: dict[str, dict[str, SessionAccount]] = {}  # sessions read after the change

    def read(self, transaction: ReadTransaction, submissions: Iterable[Submission] = ()) -> None:
        """Read what has changed since this was called before, and these commands' sessions."""
        if self._last is None:  # no session was read before this process began
            self._last = last_change(transaction)
            return
        now_s = self._clock()
        for number, key in changed_since(transaction, self._last):
            self._last = max(self._last, number)
            self._changed_s.pop(key, None)
            self._changed_s[key] = now_s
            self._since.pop(key, None)
        while self._changed_s:
            oldest = next(iter(self._changed_s))
            if self._changed_s[oldest] > now_s - CHECKED_S:
                break
            del self._changed_s[oldest]
            self._since.pop(oldest, None)
        sessions = (each.session for each in submissions if each.session is not None)
        wanted = {
            each.token: each.person
            for each in sessions
            if each.person in self._changed_s and each.token not in self._since.get(each.person, {})
        }
        for token, account in accounts_of_sessions(transaction, wanted).items():
            self._since.setdefault(wanted[token], {})[token] = account

    def check(self, submission: Submission) -> None:
        """Refuse a command whose session has ended, or whose account is another one by now."""
        session = submission.session
        if session is None or session.person not in self._changed_s:
            return
        account = self._since.get(session.person, {}).get(session.token)
        if account is None or account.is_disabled or not _is_same(account, submission):
            raise Refused(Reason.NOT_SIGNED_IN, "The account has changed: sign in again.")


def _is_same(account: SessionAccount, submission: Submission) -> bool:
    """Whether an account is the one that gives a command, in its position and at its table."""
    by = submission.by
    if account.id != by.id or not isinstance(by, Staff):
        return account.id == by.id
    is_there = submission.stream in (*account.tables, CAGE) or ALL_TABLES in account.tables
    return by.position is account.position and is_there
