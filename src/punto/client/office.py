"""What the office is asked: accounts, approvals, the books, and what matters."""

from collections.abc import Sequence
from urllib.parse import urlencode

from punto.client.connection import Connection, path_to
from punto.rules.staff import Position
from punto.web.approval_routes import ApprovalView, Approved
from punto.web.bank_routes import BankView, ConfigurationView, PayoutsView
from punto.web.guidance_routes import Guidance
from punto.web.ledger_routes import ReportView, VouchersView
from punto.web.patron_routes import CreditsView
from punto.web.people_routes import AccountView
from punto.web.pit_routes import PitView, SettingsView
from punto.web.protection_routes import Protection
from punto.web.significant import EventsPage, SignificantEvent

Asked = str | int | None  # what is narrowed down to; None is everything


class Office(Connection):
    """The part of a house that keeps its records."""

    # Accounts

    def change_password(self, name: str, password: str) -> AccountView:
        """A new password for somebody, who is signed out."""
        return self.post(path_to("people", name, "password"), {"password": password}, AccountView)

    def change_staff(self, name: str, position: Position, tables: Sequence[str]) -> AccountView:
        """Another position, other tables."""
        body = {"position": position, "tables": tables}
        return self.post(path_to("staff", name), body, AccountView)

    def patrons(self, find: str = "", **narrowed: Asked) -> list[AccountView]:
        """Patrons whose names begin so; `guests`, `after`, `limit`."""
        return self.get(_query(path_to("patrons"), find=find, **narrowed), list[AccountView])

    def credits_of(self, patron: str) -> str:
        return self.get(path_to("patrons", patron, "credits"), CreditsView).credits

    # A second person

    def approvals(self) -> list[ApprovalView]:
        """What waits for a second person."""
        return self.get(path_to("approvals"), list[ApprovalView])

    def approve(self, request: str) -> Approved:
        """Do what somebody asked for, as the second person."""
        return self.post(path_to("approvals", request, "approve"), {}, Approved)

    def decline(self, request: str) -> ApprovalView:
        return self.post(path_to("approvals", request, "decline"), {}, ApprovalView)

    # The books; times are `since_ms` and `until_ms`

    def balances(self) -> ReportView:
        return self.get(path_to("ledger", "balances"), ReportView)

    def trial_balance(self) -> ReportView:
        return self.get(path_to("ledger", "trial-balance"), ReportView)

    def statement(self, account: str, **times: Asked) -> ReportView:
        """Every entry of an account, as patron:seat1, bank:t1 or cage."""
        path = _query(path_to("ledger", "statement"), account=account, **times)
        return self.get(path, ReportView)

    def win(self, **times: Asked) -> ReportView:
        """Drop, handle, win and hold day by day."""
        return self.get(_query(path_to("ledger", "win"), **times), ReportView)

    def patron_statement(self, patron: str, **times: Asked) -> ReportView:
        return self.get(_query(path_to("patrons", patron, "statement"), **times), ReportView)

    def vouchers(self) -> VouchersView:
        """Those that nobody has brought yet; never a code."""
        return self.get(path_to("vouchers"), VouchersView)

    def meters(self, table: str | None = None, **times: Asked) -> ReportView:
        """Handle, win and hold of every wager beside its exact edge."""
        return self.get(_query(path_to("meters"), table=table, **times), ReportView)

    def bank(self, table: str) -> BankView:
        """A table's bank, shift by shift."""
        return self.get(path_to("tables", table, "bank"), BankView)

    def payouts(self, table: str) -> PayoutsView:
        """What the dealer takes and pays for the last round, in order."""
        return self.get(path_to("tables", table, "payouts"), PayoutsView)

    def configuration(self, table: str) -> ConfigurationView:
        return self.get(path_to("tables", table, "configuration"), ConfigurationView)

    # What matters

    def significant_events(self, **narrowed: Asked) -> EventsPage:
        """By `kind`, `table`, `actor`, times; `before` turns the page."""
        return self.get(_query(path_to("significant-events"), **narrowed), EventsPage)

    def alerts(self) -> list[SignificantEvent]:
        """What nobody in the pit has acknowledged yet."""
        return self.get(path_to("alerts"), list[SignificantEvent])

    def acknowledge(self, event: str) -> SignificantEvent:
        """Say that one has seen it."""
        path = path_to("significant-events", event, "acknowledge")
        return self.post(path, {}, SignificantEvent)

    # The consoles

    def pit(self) -> PitView:
        """Every table of one's own at once, and what of the pit is one's own to see."""
        return self.get(path_to("pit"), PitView)

    def settings(self, table: str) -> SettingsView:
        """What of a table may be set anew, and by whom."""
        return self.get(path_to("tables", table, "settings"), SettingsView)

    def protection(self, table: str) -> Protection:
        """The exact edge of each wager for the remaining shoe."""
        return self.get(path_to("tables", table, "protection"), Protection)

    def irregularities(self, table: str) -> Guidance:
        """What can be reported at a table now, and the case in hand."""
        return self.get(path_to("tables", table, "irregularities"), Guidance)

    def call_pit(self, table: str, irregularity: str | None = None, note: str = "") -> None:
        """Ask for the pit at a table."""
        body = {"irregularity": irregularity, "note": note}
        self.post(path_to("tables", table, "calls"), body, dict[str, bool])


def _query(path: str, **narrowed: Asked) -> str:
    """A path with what it is narrowed down to."""
    said = urlencode({name: each for name, each in narrowed.items() if each not in (None, "")})
    return f"{path}?{said}" if said else path
