"""The back office: accounts, approvals, the books, significant events and consoles."""

from collections.abc import Sequence
from urllib.parse import urlencode

from punto.client.connection import Connection, path_to
from punto.journal.queries.luck import By
from punto.journal.queries.pace_rows import PaceBy
from punto.rules.staff import Position
from punto.web.api.approvals import ApprovalView, Approved
from punto.web.api.banks import BankView
from punto.web.api.event_log import EventLog
from punto.web.api.guidance import Guidance
from punto.web.api.ledger import ReportView
from punto.web.api.luck import LuckView
from punto.web.api.patrons import CreditsView
from punto.web.api.payouts import PayoutsView
from punto.web.api.people import AccountView
from punto.web.api.pit import PitView
from punto.web.api.protection import Protection
from punto.web.api.settings import ConfigurationView, SettingsView
from punto.web.api.vouchers import VouchersView
from punto.web.views.audit import EventsPage, SignificantEvent
from punto.web.views.calls import CallView

Filter = str | int | None  # a filter value; None for no filter


class BackOffice(Connection):
    """Back-office requests of the client."""

    # Accounts

    def change_password(self, name: str, password: str) -> AccountView:
        """Set someone's password, which signs them out."""
        return self.post(path_to("people", name, "password"), {"password": password}, AccountView)

    def reset_second_factor(self, name: str) -> AccountView:
        """Reset the second factor of a member of staff, who then sets up another."""
        return self.post(path_to("people", name, "second-factor", "reset"), {}, AccountView)

    def change_staff(self, name: str, position: Position, tables: Sequence[str]) -> AccountView:
        """Change the position and tables of a member of staff."""
        body = {"position": position, "tables": tables}
        return self.post(path_to("staff", name), body, AccountView)

    def patrons(self, find: str = "", **narrowed: Filter) -> list[AccountView]:
        """List patrons by name prefix; filters `guests`, `after`, `limit`."""
        return self.get(_query(path_to("patrons"), find=find, **narrowed), list[AccountView])

    def credits_of(self, patron: str) -> int:
        """Return a patron's credits, in minor units of the casino's currency."""
        return self.get(path_to("patrons", patron, "credits"), CreditsView).credits_cents

    # A second person

    def approvals(self) -> list[ApprovalView]:
        """List the requests that wait for a second person."""
        return self.get(path_to("approvals"), list[ApprovalView])

    def approve(self, request: str) -> Approved:
        """Approve a request as the second person."""
        return self.post(path_to("approvals", request, "approve"), {}, Approved)

    def decline(self, request: str) -> ApprovalView:
        return self.post(path_to("approvals", request, "decline"), {}, ApprovalView)

    # The books; times are `since_ms` and `until_ms`

    def balances(self) -> ReportView:
        return self.get(path_to("ledger", "balances"), ReportView)

    def trial_balance(self) -> ReportView:
        return self.get(path_to("ledger", "trial-balance"), ReportView)

    def statement(self, account: str, **times: Filter) -> ReportView:
        """Return every entry of an account such as patron:seat1, bank:t1 or cage."""
        path = _query(path_to("ledger", "statement"), account=account, **times)
        return self.get(path, ReportView)

    def win(self, **times: Filter) -> ReportView:
        """Return drop, handle, win and hold by gaming day."""
        return self.get(_query(path_to("ledger", "win"), **times), ReportView)

    def patron_statement(self, patron: str, **times: Filter) -> ReportView:
        return self.get(_query(path_to("patrons", patron, "statement"), **times), ReportView)

    def vouchers(self) -> VouchersView:
        """List the open vouchers, without their codes."""
        return self.get(path_to("vouchers"), VouchersView)

    def luck(self, by: By = By.TABLE, **narrowed: Filter) -> LuckView:
        """Return actual and theoretical win; filters `table`, `name`, `day_starts_ms` and times."""
        return self.get(_query(path_to("reports", "luck"), by=by, **narrowed), LuckView)

    def pace(self, by: PaceBy = PaceBy.TABLE, target: int | None = None) -> ReportView:
        """Return rounds an hour of each table beside a target, and where the time goes."""
        return self.get(_query(path_to("reports", "pace"), by=by, target=target), ReportView)

    def events(self, after: int = 0, limit: int = 200) -> EventLog:
        """Return what happened after a position; the answer's `after` is the next one."""
        return self.get(_query(path_to("events"), after=after, limit=limit), EventLog)

    def meters(self, table: str | None = None, **times: Filter) -> ReportView:
        """Return handle, win and hold of every wager with its exact edge."""
        return self.get(_query(path_to("meters"), table=table, **times), ReportView)

    def bank(self, table: str) -> BankView:
        """Return a table's bank by shift."""
        return self.get(path_to("tables", table, "bank"), BankView)

    def payouts(self, table: str) -> PayoutsView:
        """Return what the dealer takes and pays for the last round, in order."""
        return self.get(path_to("tables", table, "payouts"), PayoutsView)

    def configuration(self, table: str) -> ConfigurationView:
        return self.get(path_to("tables", table, "configuration"), ConfigurationView)

    # Significant events

    def significant_events(self, **narrowed: Filter) -> EventsPage:
        """List significant events by `kind`, `table`, `actor` and time; `before` is the cursor."""
        return self.get(_query(path_to("significant-events"), **narrowed), EventsPage)

    def alerts(self) -> list[SignificantEvent]:
        """List the alerts that the pit has not acknowledged."""
        return self.get(path_to("alerts"), list[SignificantEvent])

    def acknowledge(self, event: str) -> SignificantEvent:
        """Acknowledge an alert."""
        path = path_to("significant-events", event, "acknowledge")
        return self.post(path, {}, SignificantEvent)

    # The consoles

    def pit(self) -> PitView:
        """Return all tables the caller is assigned to, and the pit data they may see."""
        return self.get(path_to("pit"), PitView)

    def calls(self) -> list[CallView]:
        """List the held tables that the caller may resolve."""
        return self.get(path_to("calls"), list[CallView])

    def settings(self, table: str) -> SettingsView:
        """Return the table settings that may be changed, and by whom."""
        return self.get(path_to("tables", table, "settings"), SettingsView)

    def protection(self, table: str) -> Protection:
        """Return the exact edge of each wager for the remaining shoe."""
        return self.get(path_to("tables", table, "protection"), Protection)

    def irregularities(self, table: str) -> Guidance:
        """Return the irregularities that can be reported now, and the open case."""
        return self.get(path_to("tables", table, "irregularities"), Guidance)

    def call_pit(self, table: str, irregularity: str | None = None, note: str = "") -> None:
        """Call the pit to a table."""
        body = {"irregularity": irregularity, "note": note}
        self.post(path_to("tables", table, "calls"), body, dict[str, bool])


def _query(path: str, **narrowed: Filter) -> str:
    """Return a path with its filters as query parameters."""
    said = urlencode({name: each for name, each in narrowed.items() if each not in (None, "")})
    return f"{path}?{said}" if said else path
