"""Everything a house can be asked, each with the type of its answer."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from secrets import token_bytes
from typing import Any
from urllib.parse import urlencode

from punto.client.connection import check, path_to, read
from punto.client.office import Office
from punto.client.reader import ReaderLink
from punto.client.watching import PATIENCE_S, Follow, Watch
from punto.floor.reads import Read
from punto.journal.people import Duty
from punto.journal.played import Shoe
from punto.ledger.cage import commands as cage
from punto.ledger.cage.vouchers import write_code
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron
from punto.web.asking import sent
from punto.web.device_routes import DeviceKey, DeviceLine
from punto.web.felt_routes import WagerView
from punto.web.hands import HandsView
from punto.web.history import PlayedView, RoundLine
from punto.web.lobby_routes import LobbyView
from punto.web.people_routes import AccountView, SignedIn
from punto.web.pricing import ShoeOdds
from punto.web.pricing_routes import ConditionView, ShoeAsked
from punto.web.read_routes import Expected, ReadAnswer
from punto.web.shoe_marks import Statistics
from punto.web.table_routes import Done, TableLine
from punto.web.views import MeView, TableView

ME = Patron("")  # commands say nothing of their giver: that is whoever is signed in
Document = dict[str, Any]


class Client(Office):
    """One person's, or one device's, way to a house."""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Coming and going

    def sign_in(self, name: str, password: str) -> MeView:
        """Come in with an account; the token is kept here."""
        wanted = {"name": name, "password": password, "bearer": True}
        return self._come_in(path_to("sign-in"), wanted)

    def come_as_guest(self) -> MeView:
        """Come in as a guest, where the house has guests."""
        return self._come_in(path_to("guests"), {"bearer": True})

    def sign_out(self) -> None:
        self.post(path_to("sign-out"), {}, dict[str, bool])

    def me(self) -> MeView:
        return self.get(path_to("me"), MeView)

    def come_as_display(self, key: str) -> MeView:
        """Come in with a device's key, as a page on the wall does; a cookie stands for it then."""
        self.ask("GET", "/health")  # brings the token against forged requests along
        forged = {"x-csrftoken": self.http.cookies.get("csrftoken") or ""}
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

    def shoe_odds(self, game: str, asked: ShoeAsked) -> ShoeOdds:
        """Exact odds of any shoe, and of wagers one makes up."""
        return self.post(path_to("games", game, "odds"), asked, ShoeOdds)

    def conditions(self) -> list[ConditionView]:
        """What a wager that one makes up may ask about."""
        return self.get(path_to("conditions"), list[ConditionView])

    def wagers(self, game: str) -> list[WagerView]:
        """A game's pay table, line by line."""
        return self.get(path_to("games", game, "wagers"), list[WagerView])

    def hands(self, game: str, cards: str) -> HandsView:
        """Cards in the order dealt, read by the law."""
        path = f"{path_to('games', game, 'hands')}?{urlencode({'cards': cards})}"
        return self.get(path, HandsView)

    # Tables

    def lobby(self) -> LobbyView:
        """Every table as anybody may see it in passing."""
        return self.get(path_to("lobby"), LobbyView)

    def tables(self) -> list[TableLine]:
        return self.get(path_to("tables"), list[TableLine])

    def table(self, name: str) -> TableView:
        return self.get(path_to("tables", name), TableView)

    def roads(self, name: str) -> Document:
        return self.get(path_to("tables", name, "roads"), Document)

    def statistics(self, name: str) -> Statistics:
        return self.get(path_to("tables", name, "statistics"), Statistics)

    def rounds(self, name: str, before: int | None = None, limit: int = 20) -> list[RoundLine]:
        page = f"&before={before}" if before is not None else ""
        path = f"{path_to('tables', name, 'rounds')}?limit={limit}{page}"
        return self.get(path, list[RoundLine])

    def shoes(self, name: str) -> list[Shoe]:
        """The last shoes, with the rounds of each."""
        return self.get(path_to("tables", name, "shoes"), list[Shoe])

    def round(self, name: str, number: int) -> PlayedView:
        return self.get(path_to("tables", name, "rounds", number), PlayedView)

    def give(self, name: str, command: c.Command, key: str = "") -> Done:
        """Give a table's command; given again under the same key it is done once."""
        return self.give_plain(name, sent(command), key)

    def give_plain(self, name: str, command: Document, key: str = "") -> Done:
        """The same with a command as it goes over the wire: its name as `type`, and its fields."""
        path = path_to("tables", name, "commands")
        return self.post(path, command, Done, key=key or self.key())

    @contextmanager
    def watch(self, name: str, after: int | None = None) -> Iterator[Watch]:
        """A table, live, over one socket; `after` resumes behind an event's number."""
        query = f"?after={after}" if after is not None else ""
        with closing(Watch(self.socket(path_to("tables", name, "live") + query))) as watch:
            yield watch

    @contextmanager
    def follow(
        self, name: str, after: int | None = None, patience_s: float = PATIENCE_S
    ) -> Iterator[Follow]:
        """A table, live, through breaks, at any of the servers; patience is for none answering."""
        with closing(Follow(self, name, after, patience_s)) as follow:
            yield follow

    # Money

    def give_cage(self, command: cage.Command, *, code: str = "", key: str = "") -> list[Document]:
        """Give the cage's command; where it is about a voucher, `code` is the voucher's."""
        body = sent(command)
        if "code" in body:
            body["code"] = code
        return self.post(path_to("cage", "commands"), body, list[Document], key=key or self.key())

    def cash_out(self, patron: str, cents: int, key: str = "", code: str = "") -> str:
        """Credits become a voucher: its code, which is money and is kept nowhere else."""
        code = code or write_code(token_bytes(16))
        self.give_cage(cage.CashOut(patron, cents, "", by=ME), code=code, key=key)
        return code

    def redeem(self, patron: str, code: str, key: str = "") -> None:
        """A voucher becomes credits."""
        self.give_cage(cage.RedeemVoucher(patron, "", by=ME), code=code, key=key)

    def ticket(self, code: str) -> str:
        """A voucher as a ticket to be printed: an SVG picture for a receipt printer."""
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
        """Nobody comes in by this name any more, and whoever is in is out."""
        return self.post(path_to("people", name, "disable"), {}, AccountView)

    def enable(self, name: str) -> AccountView:
        """They may come in again; wrong passwords are forgiven."""
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
        """The number of this reader's next read; any will do where None."""
        return self.get(path_to("tables", table, "reads"), Expected).expected

    def send_reads(self, table: str, *reads: Read) -> list[ReadAnswer]:
        """An answer for each read up to the first refused; asking again is without harm."""
        path = path_to("tables", table, "reads")
        return read(self.ask("POST", path, {"reads": reads}, harmless=True), list[ReadAnswer])

    @contextmanager
    def reader(self, table: str) -> Iterator[ReaderLink]:
        """Reads over one socket."""
        socket = self.socket(path_to("tables", table, "reads", "live"))
        with closing(ReaderLink(socket)) as link:
            yield link

    # Those who run it

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
        self.ask("GET", "/health")  # brings the token against forged requests along
        forged = self.http.cookies.get("csrftoken") or ""
        signed_in = read(self.ask("POST", path, body, {"x-csrftoken": forged}), SignedIn)
        self.take(signed_in.token or "")
        return signed_in.me
