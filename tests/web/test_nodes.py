"""Two nodes on one database: what one commits, those who watch at the other are told."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from punto.client import ME, Client
from punto.journal.people import Kind
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.serving import in_thread, opened
from punto.web.telling import Push
from tests.web.served import FAST, PASSWORD, credits_table

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture
def nodes(journal: str) -> Iterator[tuple[str, str]]:
    """The addresses of two servers over one journal, with a patron and a table open for bets."""
    with ExitStack() as stack:
        houses = [stack.enter_context(opened(journal, pace=FAST))[0] for _ in range(2)]
        first = houses[0]
        first.sign_ins.add("patron", Kind.PATRON, PASSWORD)
        first.sign_ins.add("boss", Kind.STAFF, PASSWORD, Position.PIT_MANAGER, ("*",))
        first.host.ask_cage("fund", cage.BuyCredits("patron", 100_000, by=DEALER))
        first.host.ask("t1", "open", c.OpenTable(credits_table(), by=MANAGER))
        first.host.ask("t1", "load", c.LoadShoe("first", by=DEALER))
        first.host.ask("t1", "bet", c.OpenBetting(by=DEALER))
        one, two = (stack.enter_context(in_thread(make_app(house))) for house in houses)
        yield one, two


def test_a_stake_at_one_node_is_seen_at_the_other_and_done_once_on_both(
    nodes: tuple[str, str],
) -> None:
    with Client(nodes[0]) as here, Client(nodes[1]) as boss:
        here.sign_in("patron", PASSWORD)
        boss.sign_in("boss", PASSWORD)
        with Client(nodes[1], here.token) as there, there.watch("t1") as watch:
            watch.next()
            stake = c.PlaceStake("patron", "banker", 1, 1000, by=ME)
            done = here.give("t1", stake, key="one")
            pushed = watch.next(5.0)
            assert isinstance(pushed, Push)
            assert [event.type for event in pushed.events] == ["stake-placed"]
            assert pushed.view.me.credits == "990.00"
            assert there.give("t1", stake, key="one") == done
        boss.post("/api/v1/people/patron/disable", {}, dict[str, object])
        with pytest.raises(Refused) as refused:  # at once where it was said, a second later here
            wait_until_out(here)
        assert refused.value.reason is Reason.NOT_SIGNED_IN


def wait_until_out(client: Client) -> None:
    """Ask until the answer is no; far more often than a second allows."""
    for _ in range(1_000):
        client.me()
