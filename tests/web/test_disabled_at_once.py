"""An account that is disabled or changed at one node does nothing more at any other."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.floor.changed_accounts import CHECKED_S, ChangedAccounts
from punto.floor.host import Host
from punto.floor.submission import Answer, Session, Submission
from punto.journal.people.people import Kind, People, Person
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.web.auth.sessions import Sessions
from punto.web.auth.tokens import digest_of
from punto.web.casino import Casino, records_of
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import SetClock, caller, credits_table, served

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
Edit = Callable[[Person], Person]
EDITS: dict[str, Edit] = {
    "disabled": lambda person: replace(person, disabled=True),
    "another position": lambda person: replace(person, position=Position.PIT_SUPERVISOR),
    "another table": lambda person: replace(person, tables=("t2",)),
}


class Nodes:
    """Two nodes on one journal: one has a dealer's session in its cache, the other changes it."""

    def __init__(self, store: Store) -> None:
        self.clock = SetClock()
        self.casino = Casino(store, Host(store, self.clock), clock=self.clock)
        self.elsewhere = Sessions(People(store), self.clock)
        ask(self.casino.host, "t1", "open", Given(c.OpenTable(credits_table()), BOSS))
        dealer = self.elsewhere.add("dealer", Kind.STAFF, "", Position.DEALER, ("t1",))
        self.token = self.elsewhere.open_session(dealer)
        assert self.casino.sessions.authenticate(self.token) == dealer

    def give(self, key: str, token: str) -> None:
        """As a socket does: with the session as it was read before."""
        digest = digest_of(token)
        person = self.casino.sessions.cached(digest)
        assert person is not None, "still in the cache"

        async def submit(person: Person) -> Answer:
            done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            load = c.LoadShoe(key)
            self.casino.submit("t1", person, key, load, done.set_result, digest)
            return await done

        records_of(asyncio.run(submit(person)))


@pytest.fixture
def nodes(store: Store) -> Iterator[Nodes]:
    made = Nodes(store)
    yield made
    made.casino.host.stop()


@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_no_command_is_done_for_an_account_that_has_changed(nodes: Nodes, edit: Edit) -> None:
    head = nodes.casino.host.look("t1").head
    nodes.elsewhere.change("dealer", edit)
    with pytest.raises(Refused) as refusal:
        nodes.give("one", nodes.token)
    assert refusal.value.reason is Reason.NOT_SIGNED_IN
    assert nodes.casino.host.look("t1").head == head, "nothing was done or recorded"


def test_a_new_password_ends_what_came_before_it_and_not_what_came_after(nodes: Nodes) -> None:
    nodes.elsewhere.change("dealer", lambda person: replace(person, secret="new"), ends=True)
    with pytest.raises(Refused) as refusal:
        nodes.give("one", nodes.token)
    assert refusal.value.reason is Reason.NOT_SIGNED_IN
    dealer = nodes.elsewhere.people.find("dealer")
    assert dealer is not None
    after = nodes.elsewhere.open_session(dealer)
    assert nodes.casino.sessions.authenticate(after) == dealer
    nodes.give("two", after)


def test_enabled_again_the_old_session_stays_ended(nodes: Nodes) -> None:
    nodes.elsewhere.change("dealer", EDITS["disabled"])
    nodes.elsewhere.change("dealer", lambda person: replace(person, disabled=False))
    with pytest.raises(Refused) as refusal:
        nodes.give("one", nodes.token)
    assert refusal.value.reason is Reason.NOT_SIGNED_IN


def test_changes_of_others_and_of_long_ago_are_not_looked_at(store: Store) -> None:
    now_s = [0.0]
    accounts, people = ChangedAccounts(lambda: now_s[0]), People(store)
    with store.begin_read() as transaction:
        accounts.read(transaction)
    people.add(Person("dealer", Kind.STAFF, Position.DEALER, ("t1",)))
    given = Submission("t1", "k", Patron("dealer"), c.LoadShoe("one"))
    ended = replace(given, session=Session("dealer", digest_of("x" * 43)))
    with store.begin_read() as transaction:
        other = replace(ended, session=Session("other", "?"))
        accounts.read(transaction, [given, other, ended])
        accounts.check(given)  # not through a session
        accounts.check(other)
        with pytest.raises(Refused, match="sign in again"):
            accounts.check(ended)
        now_s[0] += CHECKED_S
        accounts.read(transaction, [ended])
        accounts.check(ended)  # no session is cached for so long


def test_a_second_change_is_noticed_as_the_first_was(store: Store) -> None:
    accounts, people = ChangedAccounts(lambda: 0.0), People(store)
    sessions = Sessions(people, SetClock())
    with store.begin_read() as transaction:
        accounts.read(transaction)
    dealer = sessions.add("dealer", Kind.STAFF, "", Position.DEALER, ("t1",))
    session = Session("dealer", digest_of(sessions.open_session(dealer)))
    by = Staff("dealer", Position.DEALER)
    given = replace(Submission("t1", "k", by, c.LoadShoe("one")), session=session)
    with store.begin_read() as transaction:
        accounts.read(transaction, [given])
    accounts.check(given)
    people.change("dealer", lambda person: replace(person, position=Position.PIT_SUPERVISOR))
    with store.begin_read() as transaction:
        accounts.read(transaction, [given])
    with pytest.raises(Refused, match="sign in again"):
        accounts.check(given)


def test_no_request_that_changes_anything_goes_by_the_cache(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), BOSS))
        dealer = casino.sessions.add("dealer", Kind.STAFF, "", Position.DEALER, ("t1",))
        client = caller(address, casino.sessions.open_session(dealer))
        assert client.me().id == "dealer", "in the cache of the server"
        # As another node does it, which this one's cache does not notice.
        casino.people.change("dealer", lambda person: replace(person, disabled=True))
        with pytest.raises(Refused) as refusal:
            client.give("t1", c.LoadShoe("one"))
        assert refusal.value.reason is Reason.NOT_SIGNED_IN
