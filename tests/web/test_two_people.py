"""A second person must be a different one: each way around it is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.api.approvals import Approved
from punto.web.casino import Casino
from tests.envelope import Given
from tests.submission import ask as ask_host
from tests.web.served import PASSWORD, SetClock, caller, credits_table, open_session, served
from tests.web.test_approvals import LIMIT_CENTS, approve, ask, no, stake, waiting

OTHER = "another horse stapled"
HOUR_MS = 3_600_000
D, S, P, G, A = Position
DEALER = Staff("d", D)
MANAGER = Staff("m", A)


class Place:
    """A house with a round of 600.00 on t1 and on t2, and people who are let in by name."""

    def __init__(self, casino: Casino, address: str, clock: SetClock) -> None:
        self.casino, self.address, self.clock = casino, address, clock

    def open_session(self, name: str, position: Position, *tables: str) -> Client:
        return open_session(self.casino, self.address, name, position, *(tables or (ALL_TABLES,)))

    def sign_in(self, name: str, password: str = PASSWORD) -> Client:
        client = caller(self.address)
        client.sign_in(name, password)
        return client

    def wait(self, ms: int) -> None:
        self.clock.at_ms += ms


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with served(tmp_path, clock=clock) as (casino, address):
        configuration = replace(credits_table(), approval_cents=LIMIT_CENTS)
        ask_host(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 1_000_000), DEALER))
        for table in ("t1", "t2"):
            ask_host(casino.host, table, "open", Given(c.OpenTable(configuration), MANAGER))
            ask_host(casino.host, table, "load", Given(c.LoadShoe("first"), DEALER))
            stake(casino, table)
        yield Place(casino, address, clock)
        with casino.store.begin_read() as transaction:
            assert list(verify(transaction)) == []


def refused(client: Client, path: str, body: object) -> Refused:
    with pytest.raises(Refused) as told:
        client.post(f"/api/v1/{path}", body, dict[str, object])
    return told.value


def wanted(name: str, position: Position, *tables: str) -> dict[str, object]:
    return {"name": name, "password": PASSWORD, "position": position, "tables": tables}


def request_of(told: Refused) -> str:
    assert told.reason in (Reason.APPROVAL_NEEDED, Reason.WITNESS_NEEDED)
    return told.sentence.rpartition("request ")[2].rstrip(".")


# Accounts


@pytest.mark.parametrize("mine", Position)
def test_accounts_are_made_of_strictly_lower_positions_alone(place: Place, mine: Position) -> None:
    client = place.open_session("me", mine)
    for theirs in Position:
        told = refused(client, "staff", wanted(f"new-{theirs}", theirs, "t1") | {"password": ""})
        lower = theirs < mine and mine >= P
        assert (told.reason is not Reason.NOT_AUTHORISED) == lower, (mine, theirs)


@pytest.mark.parametrize("act", ["password", "disable", "enable", "move"])
def test_nobody_changes_an_equal_or_higher_account_or_their_own(place: Place, act: str) -> None:
    for position in (P, G, A):
        place.open_session(f"equal-{position}", position, "t1")
    client = place.open_session("me", P)
    for name in ("me", "equal-3", "equal-4", "equal-5"):
        assert change(client, name, act).reason is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("act", ["password", "disable", "enable", "move"])
def test_nobody_changes_staff_of_another_table(place: Place, act: str) -> None:
    place.open_session("theirs", D, "t2")
    place.open_session("everywhere", D, ALL_TABLES)
    place.open_session("nowhere", D, "none")
    client = place.open_session("me", A, "t1")
    for name in ("theirs", "nowhere"):
        assert change(client, name, act).reason is Reason.NOT_AUTHORISED
    if act != "disable":
        assert change(client, "everywhere", act).reason is Reason.NOT_AUTHORISED


def test_one_who_works_at_two_tables_is_disabled_by_either_and_reset_by_neither(
    place: Place,
) -> None:
    place.open_session("both", D, "t1", "t2")
    client = place.open_session("me", P, "t1")
    assert change(client, "both", "password").reason is Reason.NOT_AUTHORISED
    client.disable("both")


def change(client: Client, name: str, act: str) -> Refused:
    match act:
        case "password":
            return refused(client, f"people/{name}/password", {"password": OTHER})
        case "move":
            return refused(client, f"staff/{name}", {"position": 1, "tables": ["t1"]})
        case _:
            return refused(client, f"people/{name}/{act}", {})


def test_a_stranger_makes_no_account(place: Place) -> None:
    client = place.open_session("stranger", A, "none")
    assert refused(client, "staff", wanted("new", D)).reason is Reason.NOT_AUTHORISED
    assert refused(client, "staff", wanted("new", D, "t1")).reason is Reason.NOT_AUTHORISED


# A manager's account needs a second person


def test_a_manager_is_made_by_two(place: Place) -> None:
    first, second = place.open_session("first", A), place.open_session("second", G)
    request = request_of(refused(first, "staff", wanted("new", P, "t1")))
    assert place.casino.people.find("new") is None
    assert PASSWORD not in str(place.casino.store.engine.url)
    (seen,) = waiting(second)
    assert seen.command == {
        "type": "add-staff",
        "name": "new",
        "position": "Pit Manager",
        "tables": ["t1"],
    }
    assert no(first, request).reason is Reason.NOT_AUTHORISED
    assert approve(second, request) == Approved("people", ())
    assert place.sign_in("new").me().position == "Pit Manager"
    with place.casino.store.begin_read() as transaction:
        assert list(verify(transaction)) == []


def test_nobody_becomes_a_manager_by_a_move_alone(place: Place) -> None:
    first, second = place.open_session("first", A), place.open_session("second", G)
    place.open_session("dealer", D, "t1")
    told = refused(first, "staff/dealer", {"position": 3, "tables": ["t1"]})
    found = place.casino.people.find("dealer")
    assert found is not None
    assert found.position is D
    approve(second, request_of(told))
    found = place.casino.people.find("dealer")
    assert found is not None
    assert found.position is P


def test_a_managers_password_is_reset_by_two(place: Place) -> None:
    place.casino.sessions.add("boss", Kind.STAFF, PASSWORD, P, ("t1",))
    first, second = place.open_session("first", A), place.open_session("second", G)
    low = place.open_session("low", P)
    request = request_of(refused(first, "people/boss/password", {"password": OTHER}))
    place.sign_in("boss")
    assert no(low, request).reason is Reason.NOT_AUTHORISED
    approve(second, request)
    with pytest.raises(Refused):
        place.sign_in("boss")
    place.sign_in("boss", OTHER)


@pytest.mark.parametrize("position", [P, G, A])
def test_nobody_becomes_a_patron_alone(place: Place, position: Position) -> None:
    """Who sets a patron's password signs in as the patron and cashes out."""
    place.casino.sessions.add("patron", Kind.PATRON, PASSWORD)
    alone, low, second = (
        place.open_session("alone", position),
        place.open_session("low", P),
        place.open_session("second", G),
    )
    request = request_of(refused(alone, "people/patron/password", {"password": OTHER}))
    forgotten = request_of(refused(alone, "people/patron/second-factor/reset", {}))
    for each in (request, forgotten):
        assert no(alone, each).reason is Reason.NOT_AUTHORISED
        assert no(low, each).reason is Reason.NOT_AUTHORISED
    with pytest.raises(Refused):
        place.sign_in("patron", OTHER)
    place.sign_in("patron")  # the old one still opens
    approve(second, request)
    place.sign_in("patron", OTHER)
    with pytest.raises(Refused):
        place.sign_in("patron")


def test_an_approver_below_the_new_position_does_not_count(place: Place) -> None:
    first, second = place.open_session("first", A), place.open_session("second", G, "t2")
    request = request_of(refused(first, "staff", wanted("new", G, "t1")))
    assert no(second, request).reason in (Reason.NOTHING_THERE, Reason.NOT_AUTHORISED)
    assert place.casino.people.find("new") is None


def test_what_the_asker_may_no_longer_do_is_not_done(place: Place) -> None:
    first, second = place.open_session("first", A), place.open_session("second", G)
    request = request_of(refused(first, "staff", wanted("new", P, "t1")))
    place.casino.sessions.change("first", lambda each: replace(each, position=P))
    assert no(second, request).reason is Reason.NOT_AUTHORISED
    assert place.casino.people.find("new") is None


# Approvers are nobody's second selves


def make(place: Place, asker: Client, second: Client, name: str, position: Position) -> Client:
    """An account that one asks for and another approves; whoever asked knows its password."""
    approve(second, request_of(refused(asker, "staff", wanted(name, position, ALL_TABLES))))
    return place.sign_in(name)


def test_nobody_approves_through_an_account_they_made(place: Place) -> None:
    me, other = place.open_session("me", A), place.open_session("other", A)
    mine = make(place, me, other, "mine", G)
    request = ask(me)
    assert no(mine, request).reason is Reason.NOT_AUTHORISED
    assert place.casino.host.look("t1").state.round is not None
    assert approve(other, request).events


def test_nor_does_the_account_ask_and_they_approve(place: Place) -> None:
    me, other = place.open_session("me", A), place.open_session("other", A)
    mine = make(place, me, other, "mine", G)
    request = ask(mine)
    assert no(me, request).reason is Reason.NOT_AUTHORISED
    assert approve(other, request).events


def test_nor_through_two_accounts_they_made(place: Place) -> None:
    me, other = place.open_session("me", A), place.open_session("other", A)
    one = make(place, me, other, "one", G)
    two = make(place, me, other, "two", G)
    assert no(two, ask(one)).reason is Reason.NOT_AUTHORISED


def test_nor_through_an_account_that_theirs_has_made(place: Place) -> None:
    me, other, third = (place.open_session(name, A) for name in ("me", "other", "third"))
    mine = make(place, me, other, "mine", G)
    made = make(place, mine, third, "made", P)
    del made
    place.casino.sessions.change("made", lambda each: replace(each, position=G))
    assert no(place.sign_in("made"), ask(me)).reason is Reason.NOT_AUTHORISED


def test_nor_through_one_whose_password_they_reset(place: Place) -> None:
    me, other = place.open_session("me", A), place.open_session("other", A)
    place.casino.sessions.add("victim", Kind.STAFF, PASSWORD, G, (ALL_TABLES,))
    request = ask(me)
    approve(other, request_of(refused(me, "people/victim/password", {"password": OTHER})))
    assert no(place.sign_in("victim", OTHER), request).reason is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("act", ["move", "enable"])
def test_nor_through_one_they_changed(place: Place, act: str) -> None:
    me = place.open_session("me", A)
    approver = place.open_session("approver", G)
    if act == "enable":
        me.enable("approver")
    else:
        other = place.open_session("other", A)
        body = {"position": 4, "tables": ["t1"]}
        approve(other, request_of(refused(me, "staff/approver", body)))
    assert no(approver, ask(me)).reason is Reason.NOT_AUTHORISED


def test_two_who_changed_the_same_account_stay_two_people(place: Place) -> None:
    """Neither could act as the other, and a manager must not lose her second person so."""
    me, other = place.open_session("me", A), place.open_session("other", A)
    place.casino.sessions.add("junior", Kind.STAFF, PASSWORD, D, (ALL_TABLES,))
    for each in (me, other):
        each.enable("junior")
    assert approve(other, ask(me)).events


def test_after_the_set_time_an_account_is_a_person_of_its_own(place: Place) -> None:
    me, other = place.open_session("me", A), place.open_session("other", A)
    make(place, me, other, "mine", G)
    person = place.casino.people.find("mine")
    me_person = place.casino.people.find("me")
    assert person is not None
    assert me_person is not None
    place.wait(24 * HOUR_MS - 1)
    mine = caller(place.address, place.casino.sessions.open_session(person))
    me = caller(place.address, place.casino.sessions.open_session(me_person))
    request = ask(me)
    assert no(mine, request).reason is Reason.NOT_AUTHORISED
    place.wait(1)
    assert approve(mine, request).events


# Witnesses


def bank(place: Place, client: Client, witness: str) -> Refused:
    with pytest.raises(Refused) as told:
        client.give_cage(cage.OpenBank("t1", 100_000, witness))
    return told.value


def test_a_witness_confirms_with_their_own_sign_in(place: Place) -> None:
    supervisor, witness = place.open_session("s", S, "t1"), place.open_session("w", D, "t1")
    other = place.open_session("x", A)
    request = request_of(bank(place, supervisor, "w"))
    assert "t1" not in place.casino.cage().banks
    (seen,) = waiting(witness)
    assert (seen.command["type"], seen.command["witness"], seen.asker) == ("open-bank", "w", "s")
    for client in (supervisor, other):
        assert no(client, request).reason in (Reason.NOT_AUTHORISED, Reason.NOTHING_THERE)
    told = approve(witness, request)
    assert told.events[0]["witness"] == "w"
    assert "t1" in place.casino.cage().banks
    with place.casino.store.begin_read() as transaction:
        entry = list(transaction.entries("cage"))[-1]
    assert entry.actor == "s"
    assert entry.approval == b'{"by":{"type":"staff","id":"w","position":1},"round":0}'


def test_a_witness_who_declines_has_seen_nothing(place: Place) -> None:
    supervisor, witness = place.open_session("s", S, "t1"), place.open_session("w", D, "t1")
    request = request_of(bank(place, supervisor, "w"))
    witness.decline(request)
    assert no(witness, request).reason is Reason.NO_SUCH_CASE
    assert "t1" not in place.casino.cage().banks


@pytest.mark.parametrize("command", ["fill-bank", "credit-bank", "close-bank", "count-drop"])
def test_every_command_with_a_witness_waits_for_one(place: Place, command: str) -> None:
    ask_host(
        place.casino.host, CAGE, "open", Given(cage.OpenBank("t1", 100_000, "w"), Staff("s", S))
    )
    supervisor = place.open_session("s", S, "t1")
    place.open_session("w", D, "t1")
    given: dict[str, cage.Command] = {
        "fill-bank": cage.FillBank("t1", 1_000, "w"),
        "credit-bank": cage.CreditBank("t1", 1_000, "w"),
        "close-bank": cage.CloseBank("t2", "w", 0),
        "count-drop": cage.CountDrop("t1", 0, "w"),
    }
    before = len(waiting(supervisor))
    with pytest.raises(Refused) as told:
        supervisor.give_cage(given[command])
    if command == "close-bank":
        assert told.value.reason is Reason.NOT_AUTHORISED  # of another table
    else:
        assert told.value.reason is Reason.WITNESS_NEEDED
        assert len(waiting(supervisor)) == before + 1


def test_a_witness_works_at_that_table_and_is_nobodys_second_self(place: Place) -> None:
    supervisor, manager = place.open_session("s", S, "t1"), place.open_session("p", P, "t1")
    place.open_session("elsewhere", D, "t2")
    for name in ("elsewhere", "s", "patron", "nobody"):
        told = bank(place, supervisor, name)
        assert told.reason is Reason.WITNESS_NEEDED
        assert "request" not in told.sentence
    manager.post("/api/v1/staff", wanted("mine", D, "t1"), dict[str, object])
    told = bank(place, manager, "mine")
    assert "request" not in told.sentence
    del told


def test_a_client_cannot_bring_the_witness_itself(place: Place) -> None:
    supervisor = place.open_session("s", S, "t1")
    place.open_session("w", D, "t1")
    approval = {"by": {"type": "staff", "id": "w", "position": 1}, "round": 0}
    body = {"type": "open-bank", "table": "t1", "cents": 1000, "witness": "w"}
    told = supervisor.http.post(
        "/api/v1/cage/commands",
        json=body | {"approval": approval},
        headers={"Idempotency-Key": "own"},
    )
    assert told.status_code == 400
    assert "t1" not in place.casino.cage().banks


# Cards


@pytest.mark.parametrize(
    "command",
    [
        c.PassCards(Side.BANKER, "mine"),
        c.ChooseHandler(Side.BANKER, "mine"),
        c.AllowSqueezing(Side.BANKER, "mine"),
        c.GiveDevice("mine"),
    ],
)
def test_nobody_hands_cards_to_a_patron_whose_account_they_made(
    place: Place, command: c.Command
) -> None:
    """One who could sign in as the patron would see cards that lie face down, and then decide."""
    manager, other = place.open_session("me", P), place.open_session("other", P)
    manager.add_patron("mine", PASSWORD)
    told = given(manager, command)
    assert (told.reason, "do not count as two people" in told.sentence) == (
        Reason.NOT_AUTHORISED,
        True,
    )
    other_told = given(other, command)  # the table has reasons of its own
    assert "do not count as two people" not in other_told.sentence
    place.wait(24 * HOUR_MS)
    found = place.casino.people.find("me")
    assert found is not None
    later = given(caller(place.address, place.casino.sessions.open_session(found)), command)
    assert "do not count as two people" not in later.sentence


def given(client: Client, command: c.Command) -> Refused:
    with pytest.raises(Refused) as told:
        client.give("t1", command)
    return told.value
