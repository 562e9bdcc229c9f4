"""The books on the network: equal to `punto ledger`, and visible only to authorised people."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.openapi.spec import Example
from msgspec.structs import astuple

from punto import __version__
from punto.floor.dealer import VIRTUAL_SHOE
from punto.ledger.book_reports import Heading, print_time
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import Range
from punto.table.shoes import seal
from punto.web.api.banks import BankView
from punto.web.api.ledger import ReportView
from punto.web.api.luck import LuckView
from punto.web.api.patrons import CreditsView
from punto.web.api.people import AccountView
from punto.web.api.settings import ConfigurationView
from punto.web.api.vouchers import VouchersView
from punto.web.app import make_app
from punto.web.views.rounds import PlayedView
from tests.envelope import Given
from tests.floor.tables import VALUE
from tests.table.order_oracle import digest, mixed
from tests.web.books_place import ORDER, ROUNDS, SALT, Place, plain
from tests.web.served import (
    PASSWORD,
    REFUSAL_FIELDS,
    SetClock,
    served,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, clock = tmp_path_factory.mktemp("books"), SetClock()
    with served(folder, clock=clock) as (casino, address):
        yield Place(casino, address, folder, clock)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("ledger/balances", ("balances",)),
        ("ledger/trial-balance", ("trial",)),
        ("ledger/statement?account=patron:seat1", ("statement", "patron:seat1")),
        ("ledger/statement?account=bank:t1", ("statement", "bank:t1")),
        ("ledger/statement?account=cage", ("statement", "cage")),
        ("ledger/win", ("win",)),
        ("meters", ("meters",)),
        ("meters?table=t1", ("meters", "", "t1")),
    ],
)
def test_a_report_is_what_the_command_line_prints(
    place: Place, path: str, words: tuple[str, ...]
) -> None:
    shown = place.get("gaming-shift-manager", path, ReportView)
    assert plain(shown) == place.printed(*words)
    assert shown.rows


@pytest.mark.parametrize(("since", "until"), [(5, 9), (0, 3), (9, 10**9), (8, 8)])
def test_a_statement_within_a_time_begins_and_ends_as_the_books_did(
    place: Place, since: int, until: int
) -> None:
    began = 1_800_000_000_000
    times = f"since_ms={began + since * 1000}&until_ms={began + until * 1000}"
    path = f"ledger/statement?account=patron:seat1&{times}"
    shown = place.get("gaming-shift-manager", path, ReportView)
    every = place.get("gaming-shift-manager", "ledger/statement?account=patron:seat1", ReportView)
    lines = [row for row in every.rows if row["time"]]
    within = [
        row for row in lines if since <= (int(row["time"][17:19]) - lines_begin(lines)) < until
    ]
    assert list(shown.rows[1:]) == within
    before = lines[lines.index(within[0]) - 1]["balance_cents"] if within and since else None
    if before is not None:
        assert shown.rows[0]["balance_cents"] == before


def lines_begin(lines: list[Any]) -> int:
    """The second in which the first credits were bought."""
    return int(lines[0]["time"][17:19])


def test_a_bank_tells_its_shifts_and_what_it_holds(place: Place) -> None:
    shown = place.get("pit-supervisor", "tables/t1/bank", BankView)
    assert shown.open
    (row,) = place.printed("shifts", "", "t1")["rows"]
    assert shown.shifts == (row,)
    assert row["opener_cents"] == 500_000
    assert shown.balance_cents == place.printed("statement", "bank:t1")["rows"][-1]["balance_cents"]
    assert not place.get("pit-supervisor", "tables/t2/bank", BankView).open


def test_meters_and_wins_are_of_tables_of_ones_own(place: Place) -> None:
    assert place.get("elsewhere", "meters", ReportView).rows == ()
    assert place.get("elsewhere", "ledger/win", ReportView).rows == ()
    for path in ("meters?table=t1", "tables/t1/bank", "tables/t1/configuration"):
        assert place.no("elsewhere", path) is Reason.NOT_AUTHORISED
    for account in ("bank:t1", "held:t1", "claims:t1:seat1", "drop:t1", "chips:t1"):
        path = f"ledger/statement?account={account}"
        assert place.no("elsewhere", path) is Reason.NOT_AUTHORISED
    assert place.no("elsewhere", "ledger/statement?account=pocket:x") is Reason.UNKNOWN_ACCOUNT
    assert place.no("elsewhere", "ledger/statement?account=patron:%00") is Reason.UNKNOWN_ACCOUNT
    assert place.no("elsewhere", "ledger/statement?account=patron:no") is Reason.UNKNOWN_ACCOUNT
    assert place.no("pit-supervisor", "tables/t9/bank") is Reason.UNKNOWN_TABLE


def test_a_configuration_is_there_before_a_stake(place: Place) -> None:
    shown = place.get("seat1", "tables/t1/configuration", ConfigurationView)
    assert shown.open
    assert shown.configuration.limits["tie"] == Range(1_000, 1_000_000)


def test_credits_and_statements_are_a_patrons_own(place: Place) -> None:
    mine = place.get("seat1", "patrons/seat1/credits", CreditsView)
    assert mine.credits_cents == place.get("seat1", "me", dict[str, Any])["credits_cents"]
    assert place.get("pit-supervisor", "patrons/seat1/credits", CreditsView) == mine
    own = place.get("seat1", "patrons/seat1/statement", ReportView)
    assert own.rows[-1]["balance_cents"] == mine.credits_cents
    whole = place.get("gaming-shift-manager", "patrons/seat1/statement", ReportView)
    assert whole.rows == own.rows
    for path in ("patrons/seat2/credits", "patrons/seat2/statement", "patrons/nobody/credits"):
        assert place.no("seat1", path) is Reason.NOT_YOURS
    assert place.no("dealer", "patrons/seat1/credits") is Reason.NOT_AUTHORISED
    assert place.no("pit-manager", "patrons/seat1/statement") is Reason.NOT_AUTHORISED
    assert place.no("gaming-shift-manager", "patrons/dealer/credits") is Reason.UNKNOWN_PERSON


def test_patrons_are_found_by_name_in_pages_and_no_balance_is_told(place: Place) -> None:
    def names(query: str) -> list[str]:
        found = place.get("dealer", f"patrons?{query}", list[AccountView])
        return [each.name for each in found]

    assert names("") == ["seat1", "seat2"]
    assert names("find=seat1") == ["seat1"]
    assert names("limit=1") == ["seat1"]
    assert names("limit=1&after=seat1") == ["seat2"]
    assert names("find=%25") == names("find=S") == []
    text = place.people["dealer"].http.get("/api/v1/patrons").text
    assert "credits" not in text
    assert "secret" not in text


def test_vouchers_are_told_without_their_codes(place: Place) -> None:
    code = place.people["seat1"].cash_out("seat1", 2_500)
    place.people["seat2"].cash_out("seat2", 1_000)
    mine = place.get("seat1", "vouchers", VouchersView)
    assert (mine.count, mine.cents) == (1, 2_500)
    every = place.people["pit-supervisor"].http.get("/api/v1/vouchers")
    assert every.json()["cents"] == 3_500
    with place.casino.store.begin_read() as transaction:
        seals = str(place.casino.cage().vouchers)
        assert transaction.head("cage").number
    assert code not in every.text
    assert not any(seal_ in every.text for seal_ in place.casino.cage().vouchers), seals


def test_rounds_are_found_by_what_is_looked_for(place: Place) -> None:
    every = list(range(ROUNDS, 0, -1))
    assert place.rounds("dealer") == every
    assert place.rounds("dealer", "outcome=void") == [7]
    won = {
        outcome: place.rounds("dealer", f"outcome={outcome}")
        for outcome in ("player", "banker", "tie", "void")
    }
    assert sorted((n for found in won.values() for n in found), reverse=True) == every
    assert place.rounds("dealer", "wager=tie") == [n for n in every if n % 2]
    assert place.rounds("dealer", "patron=seat2") == [n for n in every if n % 2]
    assert place.rounds("dealer", "patron=seat2&wager=player") == []
    began = 1_800_000_000_000
    within = f"since_ms={began + 4_000}&until_ms={began + 9_000}"
    assert place.rounds("dealer", within) == [8, 7, 6, 5, 4]
    assert place.rounds("dealer", f"until_ms={began}") == []
    assert place.rounds("dealer", f"since_ms={began + 10**9}") == []


def test_a_patron_looks_for_rounds_of_their_own(place: Place) -> None:
    assert place.rounds("seat2", "patron=seat2") == [n for n in range(ROUNDS, 0, -1) if n % 2]
    assert (
        place.rounds("seat1", "wager=tie") == []
    )  # that others staked on it is not seat1's to know
    assert place.no("seat1", "tables/t1/rounds?patron=seat2") is Reason.NOT_YOURS
    for query in ("outcome=x", "before=-1", "before=99999999999999999999", "limit=0"):
        assert place.no("seat1", f"tables/t1/rounds?{query}") is Reason.UNREADABLE_REQUEST
    for number in ("0", "99", "99999999999999999999999"):
        assert place.no("seat1", f"tables/t1/rounds/{number}") is Reason.NOTHING_THERE


def test_a_sealed_round_is_not_corrected_and_the_seal_opens_at_the_end(place: Place) -> None:
    """The last test of this place: it retires the shoe."""
    manager = place.people["pit-manager"]
    fix = c.CorrectRound(ROUNDS, place.corrected, "the tape")
    place.clock.at_ms += 60_000
    with pytest.raises(Refused) as refusal:
        manager.give("t1", fix)
    assert refusal.value.reason is Reason.NOT_THE_CARD_SOURCE
    line = place.people["seat1"].rounds("t1", limit=1)[0]
    assert (line.number, line.corrected) == (ROUNDS, False)
    played = place.get("seat1", f"tables/t1/rounds/{ROUNDS}", PlayedView)
    types = [event.type for event in played.events]
    assert (types[0], types[-1]) == ("betting-opened", "round-settled")
    assert played.shoe is not None
    assert not played.shoe.revealed
    assert played.shoe.order == ()
    roads = place.get("seat1", "tables/t1/statistics", dict[str, int])
    assert roads["rounds"] == ROUNDS - 1
    dealer = place.people["dealer"]
    dealer.give("t1", c.RetireShoe())
    place.ask("t1", Given(c.RevealShoe("sealed", ORDER, SALT), VIRTUAL_SHOE))
    place.ask("t1", Given(c.LoadShoe("next", commitment=seal(ORDER, "next")), VIRTUAL_SHOE))
    proved = place.get("seat1", "tables/t1/rounds/3", PlayedView).shoe
    assert proved is not None
    assert proved.revealed
    assert seal(proved.order, proved.salt) == proved.commitment
    assert [astuple(each) for each in proved.contributions] == [
        (digest(VALUE), VALUE, "staff", False)
    ]
    due = mixed(proved.order, proved.commitment, proved.shoe, [VALUE])
    assert len(proved.cards) > 40
    assert list(proved.cards) == due[: len(proved.cards)]
    assert place.get("seat1", "tables/t1/statistics", dict[str, int])["rounds"] == 0


ODD = ("", "%00", "%C3%A9", "a" * 500, "-1", "1e9", "9" * 30, "%25", "'", "t1%20t2", "..%2Fx")
QUERIES = {
    "ledger/statement": ("account", "since_ms", "until_ms"),
    "reports/luck": ("by", "table", "name", "since_ms", "until_ms", "day_starts_ms"),
    "reports/pace": ("by", "target"),
    "events": ("after", "limit"),
    "ledger/win": ("since_ms", "until_ms", "day_starts_ms"),
    "meters": ("table", "since_ms", "until_ms"),
    "patrons": ("find", "guests", "after", "limit"),
    "significant-events": ("kind", "table", "actor", "since_ms", "until_ms", "before", "limit"),
    "tables/t1/rounds": ("before", "limit", "since_ms", "outcome", "wager", "patron"),
}


@pytest.mark.parametrize("path", QUERIES)
def test_whatever_is_asked_oddly_is_answered_in_one_shape(place: Place, path: str) -> None:
    client = place.people["assistant-casino-manager"]
    for name in QUERIES[path]:
        for value in ODD:
            told = client.http.get(f"/api/v1/{path}?{name}={value}")
            assert told.status_code < 500, (name, value, told.text)
            if told.status_code != 200:
                assert set(told.json()) == REFUSAL_FIELDS


def test_odd_names_in_a_path_are_nobodys_and_no_tables(place: Place) -> None:
    client = place.people["assistant-casino-manager"]
    for value in ODD[1:]:
        for path in ("patrons/X/credits", "patrons/X/statement", "tables/X/bank"):
            told = client.http.get(f"/api/v1/{path.replace('X', value)}")
            assert told.status_code == 404, (path, value, told.text)
        for path in ("approvals/X/approve", "approvals/X/decline", "people/X/disable"):
            told = client.http.post(f"/api/v1/{path.replace('X', value)}", json={})
            assert told.status_code == 404, (path, value, told.text)
    wanted = {"name": "odd", "password": PASSWORD, "position": 1}
    for table in ("\0", "t1 t2", "é", ""):
        told = client.http.post("/api/v1/staff", json=wanted | {"tables": [table]})
        assert told.status_code == 400, (table, told.text)


OFFICE = ("ledger", "patrons", "approvals", "significant events")


def test_every_route_of_the_office_has_an_example_of_its_shape(place: Place) -> None:
    """An example that is not what the route answers would teach the wrong thing."""
    shown = 0
    for route in make_app(place.casino).routes:
        for handler in getattr(route, "route_handlers", ()):
            for spec in (handler.responses or {}).values():
                for example in spec.examples or ():
                    assert isinstance(example, Example)
                    made = msgspec.convert(example.value, spec.data_container)
                    assert plain(made) == example.value, handler.summary
                    shown += 1
    assert shown >= 14
    document = place.people["seat1"].get("/schema/openapi.json", dict[str, Any])
    for path, methods in document["paths"].items():
        for operation in methods.values():
            if set(operation.get("tags", ())) & set(OFFICE):
                content = operation["responses"]["200"]["content"]["application/json"]
                assert content["examples"], path


@pytest.mark.parametrize(
    "path",
    [
        *("ledger/balances", "ledger/trial-balance", "ledger/statement?account=cage&"),
        *("ledger/win?", "meters?", "patrons/seat1/statement?"),
        *("reports/luck?", "reports/pace", "reports/pace?by=dealer"),
    ],
)
def test_every_report_says_what_made_it_when_and_of_what_time(place: Place, path: str) -> None:
    shape = LuckView if "luck" in path else ReportView
    shown = place.get("gaming-shift-manager", path, shape).heading
    made = print_time(place.casino.clock.now_ms())
    assert shown == Heading(__version__, made, None, None, "UTC")
    if path.endswith(("?", "&")):
        times = "since_ms=1800000001000&until_ms=1800000009000"
        shown = place.get("gaming-shift-manager", path + times, shape).heading
        since, until = (print_time(1_800_000_000_000 + each) for each in (1000, 9000))
        assert shown == Heading(__version__, made, since, until, "UTC")
        last = place.get("gaming-shift-manager", f"{path}until_ms={2**53}", shape).heading
        assert last.until == "9999-12-31T23:59:59.999Z"
