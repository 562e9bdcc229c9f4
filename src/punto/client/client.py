"""The client: every request of the API, each with the type of its answer."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlencode

import msgspec

from punto.client.back_office import BackOffice
from punto.client.connection import check, path_to, read
from punto.client.live import PATIENCE_S, Follow, Watch
from punto.client.reader import ReaderLink
from punto.client.school import SchoolRequests
from punto.floor.card_reads import Read
from punto.journal.people.people import Duty
from punto.journal.queries.rounds_of_table import Shoe
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.web.api.betting_sessions import SessionRequest
from punto.web.api.card_readers import Expected, ReadAnswer
from punto.web.api.devices import DeviceKey, DeviceLine
from punto.web.api.lobby import LobbyView
from punto.web.api.odds import ConditionView, OddsRequest
from punto.web.api.own_account import SecondFactorAnswer
from punto.web.api.paytables import WagerView
from punto.web.api.people import AccountView, SignedIn
from punto.web.api.play_guides import PlayGuideView
from punto.web.api.tables import Done, TableLine
from punto.web.api.vouchers import VoucherCode
from punto.web.live.frames import Push
from punto.web.views.betting_sessions import SessionView
from punto.web.views.hands import HandsView
from punto.web.views.mine import MeView, Mine
from punto.web.views.odds import ShoeOdds
from punto.web.views.roads import Statistics
from punto.web.views.rounds import PlayedView, RoundLine
from punto.web.views.table import TableView

Document = dict[str, Any]


class Client(BackOffice, SchoolRequests):
    """The client of one person or device."""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Sessions

    def sign_in(self, name: str, password: str, code: str = "") -> MeView:
        """Sign in with an account; the client stores the token.

        The code comes from an authenticator, if the account has a second factor.
        """
        wanted = {"name": name, "password": password, "bearer": True, "code": code}
        return self._come_in(path_to("sign-in"), wanted)

    def change_own_password(self, current: str, password: str) -> MeView:
        """Change the caller's own password, which ends all other sessions."""
        wanted = {"current": current, "password": password, "bearer": True}
        signed_in = self.post(path_to("me", "password"), wanted, SignedIn)
        self.take(signed_in.token or "")
        return signed_in.me

    def set_up_second_factor(self, name: str, password: str, code: str = "") -> SecondFactorAnswer:
        """Get a new authenticator secret; called with its first code, put it into force."""
        wanted = {"name": name, "password": password, "code": code}
        answer = self.ask("POST", path_to("second-factor"), wanted, self._unforged())
        return read(answer, SecondFactorAnswer)

    def sign_in_as_guest(self) -> MeView:
        """Sign in as a guest, if the server allows guests."""
        return self._come_in(path_to("guests"), {"bearer": True})

    def sign_out(self) -> None:
        self.post(path_to("sign-out"), {}, dict[str, bool])

    def me(self) -> MeView:
        return self.get(path_to("me"), MeView)

    def sign_in_as_display(self, key: str) -> MeView:
        """Sign in with a device's key, as a wall display does; a cookie replaces the key."""
        self.ask("GET", "/health")  # sets the CSRF token
        forged = {"x-csrftoken": self._forgery_token()}
        return read(self.ask("POST", path_to("displays"), {"key": key}, forged), MeView)

    # The law

    def games(self) -> list[Document]:
        return self.get(path_to("games"), list[Document])

    def game(self, game: str) -> Document:
        return self.get(path_to("games", game), Document)

    def clauses(self, game: str) -> list[Document]:
        return self.get(path_to("games", game, "clauses"), list[Document])

    def clause(self, game: str, clause: str) -> Document:
        return self.get(path_to("games", game, "clauses", clause), Document)

    def odds(self, game: str, decks: int = 8) -> Document:
        return self.get(f"{path_to('games', game, 'odds')}?decks={decks}", Document)

    def shoe_odds(self, game: str, request: OddsRequest) -> ShoeOdds:
        """Return exact odds for any shoe, including custom wagers."""
        return self.post(path_to("games", game, "odds"), request, ShoeOdds)

    def session(self, game: str, request: SessionRequest) -> SessionView:
        """Return the distribution of a betting plan's result, and the cost of programmes."""
        return self.post(path_to("games", game, "session"), request, SessionView)

    def conditions(self) -> list[ConditionView]:
        """List the conditions that a custom wager may use."""
        return self.get(path_to("conditions"), list[ConditionView])

    def wagers(self, game: str) -> list[WagerView]:
        """Return a game's pay table, line by line."""
        return self.get(path_to("games", game, "wagers"), list[WagerView])

    def play_guide(self, game: str) -> PlayGuideView:
        """Return how a game is played: card values, the table of play, examples."""
        return self.get(path_to("games", game, "how-to-play"), PlayGuideView)

    def hands(self, game: str, cards: str) -> HandsView:
        """Return the hands made by cards in the order dealt."""
        path = f"{path_to('games', game, 'hands')}?{urlencode({'cards': cards})}"
        return self.get(path, HandsView)

    # Tables

    def lobby(self) -> LobbyView:
        """List every table with its public information."""
        return self.get(path_to("lobby"), LobbyView)

    def tables(self) -> list[TableLine]:
        return self.get(path_to("tables"), list[TableLine])

    def table(self, name: str) -> TableView:
        """Return a table as all staff see it, or as everybody else does."""
        table = self._look(name).table
        assert table is not None, "both documents are there when one asks"
        return table

    def mine(self, name: str) -> Mine:
        """Return the caller's own part of a table: stakes, lines, credits, legal commands."""
        mine = self._look(name).mine
        assert mine is not None, "both documents are there when one asks"
        return mine

    def _look(self, name: str) -> Push:
        return self.get(path_to("tables", name), Push)

    def roads(self, name: str) -> Document:
        return self.get(path_to("tables", name, "roads"), Document)

    def statistics(self, name: str) -> Statistics:
        return self.get(path_to("tables", name, "statistics"), Statistics)

    def rounds(self, name: str, before: int | None = None, limit: int = 20) -> list[RoundLine]:
        page = f"&before={before}" if before is not None else ""
        path = f"{path_to('tables', name, 'rounds')}?limit={limit}{page}"
        return self.get(path, list[RoundLine])

    def shoes(self, name: str) -> list[Shoe]:
        """Return the last shoes, with the rounds of each."""
        return self.get(path_to("tables", name, "shoes"), list[Shoe])

    def round(self, name: str, number: int) -> PlayedView:
        return self.get(path_to("tables", name, "rounds", number), PlayedView)

    def give(self, name: str, command: c.Command, key: str = "") -> Done:
        """Send a command to a table; repeated under the same key it is executed once."""
        return self.give_plain(name, msgspec.to_builtins(command), key)

    def give_plain(self, name: str, command: Document, key: str = "") -> Done:
        """Send a command in wire form: its name as `type`, and its fields."""
        path = path_to("tables", name, "commands")
        return self.post(path, command, Done, key=key or self.key())

    @contextmanager
    def watch(self, name: str, after: int | None = None) -> Iterator[Watch]:
        """Watch a table over one socket; `after` resumes after an event's number."""
        query = f"?after={after}" if after is not None else ""
        with closing(Watch(self.socket(path_to("tables", name, "live") + query))) as watch:
            yield watch

    @contextmanager
    def follow(
        self, name: str, after: int | None = None, patience_s: float = PATIENCE_S
    ) -> Iterator[Follow]:
        """Watch a table across reconnects; give up when no server answers for `patience_s`."""
        with closing(Follow(self, name, after, patience_s)) as follow:
            yield follow

    # Money

    def give_cage(self, command: cage.Command, *, code: str = "", key: str = "") -> list[Document]:
        """Send a command to the cage; `code` is the code of the voucher concerned, if any."""
        body: Document = msgspec.to_builtins(command)
        if body.pop("seal", None) is not None:
            body["code"] = code
        return self.post(path_to("cage", "commands"), body, list[Document], key=key or self.key())

    def new_code(self) -> str:
        """Ask the house for the code of a new voucher."""
        return self.post(path_to("vouchers", "codes"), {}, VoucherCode).code

    def cash_out(self, patron: str, cents: int, key: str = "", code: str = "") -> str:
        """Exchange credits for a voucher; return its code, which is money and stored nowhere.

        To try again after a lost answer, give the same key and code.
        """
        code = code or self.new_code()
        self.give_cage(cage.CashOut(patron, cents, ""), code=code, key=key)
        return code

    def redeem(self, patron: str, code: str, key: str = "") -> None:
        """Exchange a voucher for credits."""
        self.give_cage(cage.RedeemVoucher(patron, ""), code=code, key=key)

    def ticket(self, code: str) -> str:
        """Return a voucher's ticket: an SVG picture for a receipt printer."""
        answer = self.ask("POST", path_to("vouchers", "ticket"), {"code": code}, harmless=True)
        check(answer)
        return answer.text

    # People and devices

    def staff(self) -> list[AccountView]:
        return self.get(path_to("staff"), list[AccountView])

    def add_staff(
        self, name: str, password: str, position: Position, tables: Sequence[str] = ()
    ) -> AccountView:
        body = {"name": name, "password": password, "position": position, "tables": tables}
        return self.post(path_to("staff"), body, AccountView)

    def add_patron(self, name: str, password: str) -> AccountView:
        return self.post(path_to("patrons"), {"name": name, "password": password}, AccountView)

    def disable(self, name: str) -> AccountView:
        """Disable an account and end its sessions."""
        return self.post(path_to("people", name, "disable"), {}, AccountView)

    def enable(self, name: str) -> AccountView:
        """Enable an account and clear its failed sign-ins."""
        return self.post(path_to("people", name, "enable"), {}, AccountView)

    def devices(self) -> list[DeviceLine]:
        return self.get(path_to("devices"), list[DeviceLine])

    def add_device(self, name: str, tables: Sequence[str], duty: Duty = Duty.DISPLAY) -> DeviceKey:
        body = {"name": name, "tables": tables, "duty": duty}
        return self.post(path_to("devices"), body, DeviceKey)

    def deal_virtually(self, table: str) -> Done:
        """Load the table's virtual shoe, or draw its next card."""
        return self.post(path_to("tables", table, "virtual-shoe"), {}, Done)

    # Card readers

    def expected_read(self, table: str) -> int | None:
        """Return the expected number of this reader's next read, None if any is accepted."""
        return self.get(path_to("tables", table, "reads"), Expected).expected

    def send_reads(self, table: str, *reads: Read) -> list[ReadAnswer]:
        """Send reads; return an answer for each up to the first refused. Retrying is safe."""
        path = path_to("tables", table, "reads")
        return read(self.ask("POST", path, {"reads": reads}, harmless=True), list[ReadAnswer])

    @contextmanager
    def reader(self, table: str) -> Iterator[ReaderLink]:
        """Open a socket for reads."""
        socket = self.socket(path_to("tables", table, "reads", "live"))
        with closing(ReaderLink(socket)) as link:
            yield link

    # Operations

    def health(self) -> Document:
        return self.get("/health", Document)

    def ready(self) -> Document:
        return self.get("/ready", Document)

    def metrics(self) -> str:
        answer = self.ask("GET", "/metrics")
        check(answer)
        return answer.text

    def _come_in(self, path: str, body: Document) -> MeView:
        self.http.headers.pop("Authorization", None)
        signed_in = read(self.ask("POST", path, body), SignedIn)
        self.take(signed_in.token or "")
        return signed_in.me

    def _unforged(self) -> dict[str, str]:
        """Return the CSRF header for a client that is not signed in."""
        self.ask("GET", "/health")  # sets the token
        return {"x-csrftoken": self._forgery_token()}

    def _forgery_token(self) -> str:
        """Return the CSRF token; over TLS its cookie has another name."""
        cookies = self.http.cookies
        return cookies.get("__Host-csrftoken") or cookies.get("csrftoken") or ""
