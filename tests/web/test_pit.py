"""The pit on the network: alerts acknowledged once, all tables in one view, private edges."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.journal.people.people import Duty
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_cards
from punto.rules.game import Method, Zone
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import Winner
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Patron
from punto.web.api.pit import PARTS
from punto.web.casino import Casino
from tests.table.order_oracle import contributing, mixed
from tests.web.served import PASSWORD, caller, credits_table, everybody, served

INITIAL = ("2C", "5D", "3H", "AH")


def commands_of(value: str) -> list[c.Command]:
    """A contribution as its commands alone: who gives them is whoever is signed in."""
    return [each.command for each in contributing(value, Patron(""))]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, dict[str, Client]]]:
    with served(tmp_path_factory.mktemp("pit")) as (casino, address):
        yield casino, everybody(casino, address)


def begin(people: dict[str, Client], table: str, method: Method = Method.B) -> None:
    """A table with four cards dealt, and 10.00 on Banker."""
    manager, dealer = people["pit-manager"], people["dealer"]
    manager.give(table, c.OpenTable(replace(credits_table(), method=method)))
    dealer.give_cage(cage.BuyCredits("patron", 100_000))
    dealer.give(table, c.LoadShoe("one"))
    dealer.give(table, c.OpenBetting())
    people["patron"].give(table, c.PlaceStake("patron", "banker", 1, 1000))
    dealer.give(table, c.CloseBetting())
    for card in INITIAL:
        dealer.give(table, c.DrawCard(card))


def test_an_alert_is_acknowledged_once_and_by_name(place: tuple[Casino, dict[str, Client]]) -> None:
    casino, people = place
    begin(people, "t1")
    manager, shift = people["pit-manager"], people["gaming-shift-manager"]
    manager.give("t1", c.Report(Irregularity.FOREIGN_CARDS, note="a red back"))
    alert = next(each for each in manager.alerts() if each.kind == "void")
    assert alert.acknowledged is None
    told = shift.acknowledge(alert.id)
    assert told.acknowledged is not None
    assert told.acknowledged.by == "gaming-shift-manager"
    again = manager.acknowledge(alert.id)
    assert again.acknowledged == told.acknowledged
    assert alert.id not in [each.id for each in manager.alerts()]
    listed = manager.significant_events(kind="void", table="t1").events[0]
    assert listed.acknowledged == told.acknowledged
    noted = manager.significant_events(kind="acknowledged").events
    assert [(each.actor, each.about) for each in noted] == [("gaming-shift-manager", alert.id)]
    with casino.store.begin_read() as transaction:
        assert list(verify(transaction)) == []


def test_nobody_acknowledges_what_is_not_theirs(place: tuple[Casino, dict[str, Client]]) -> None:
    _, people = place
    people["dealer"].call_pit("t1", None, "please")
    called = people["pit-manager"].alerts()[0]
    assert (called.kind, called.actor, called.table) == ("pit-called", "dealer", "t1")
    for name in (called.id, "entry-1-void", "notice-999999", "nonsense", "entry--void"):
        with pytest.raises(Refused) as refusal:
            people["stranger"].acknowledge(name)
        assert refusal.value.reason is Reason.NOTHING_THERE
    quiet = people["pit-manager"].significant_events(kind="account-made").events[0]
    with pytest.raises(Refused):
        people["pit-manager"].acknowledge(quiet.id)  # nothing that waits for anybody


def test_the_pit_sees_its_tables_at_once(place: tuple[Casino, dict[str, Client]]) -> None:
    _, people = place
    begin(people, "t2")
    seen = {each.table: each for each in people["pit-supervisor"].pit().tables}["t2"]
    assert (seen.step, seen.round, seen.stakes) == ("announce-totals", 1, 1)
    assert seen.staked_cents == 1_000
    assert (seen.dealer, seen.position) == ("dealer", "Dealer")
    assert seen.last is None
    people["dealer"].give("t2", c.Report(Irregularity.NOT_COVERED, note="?"))
    held = {each.table: each for each in people["pit-supervisor"].pit().tables}["t2"].held
    assert held is not None
    assert (held.command, held.position) == ("decide", "Gaming Shift Manager")
    people["gaming-shift-manager"].give("t2", c.Decide(void=False, why="it stands"))
    dealer = people["dealer"]
    for command in (c.AnnounceTotals(), c.DrawCard("TD"), c.AnnounceOutcome()):
        dealer.give("t2", command)
    last = {each.table: each for each in people["pit-supervisor"].pit().tables}["t2"].last
    assert last is not None
    assert (last.outcome, last.win_cents, last.void) == (Winner.BANKER, -950, False)
    assert people["stranger"].pit().tables == ()


def test_the_edge_is_that_of_the_cards_nobody_has_seen(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    _, people = place
    told = people["pit-manager"].protection("t2")
    seen = parse_cards(" ".join((*INITIAL, "TD")))
    exact = ask(find_game("tiger"), decks=8, seen=seen)
    assert told.unseen == exact.shoe.cards == 411
    assert {each.wager: each.house_edge for each in told.wagers} == {
        wager: float(price.house_edge) for wager, price in exact.prices.items()
    }
    full = ask(find_game("tiger"), decks=8)
    assert all(each.full_edge == float(full.price(each.wager).house_edge) for each in told.wagers)


def test_cards_that_lie_face_down_do_not_move_the_edge(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    """The device has read them; the protection view has not."""
    _, people = place
    begin(people, "t3", Method.A)
    told = people["pit-manager"].protection("t3")
    assert (told.cards_left, told.unseen) == (412, 416)
    assert all(each.house_edge == each.full_edge for each in told.wagers)
    people["pit-manager"].give("t3", c.Report(Irregularity.FOREIGN_CARDS))  # the round is void
    after = people["pit-manager"].protection("t3")
    assert (after.cards_left, after.unseen) == (412, 416), "they were never face up"
    assert after.wagers == told.wagers


@pytest.mark.parametrize("who", ["patron", "guest", "device", "reader", "nobody", "dealer"])
def test_nobody_who_plays_shows_or_deals_is_told_the_edge(
    place: tuple[Casino, dict[str, Client]], who: str
) -> None:
    _, people = place
    with pytest.raises(Refused) as refusal:
        people[who].protection("t2")
    assert refusal.value.reason in (Reason.NOT_AUTHORISED, Reason.NOT_SIGNED_IN)


def test_a_table_without_a_shoe_has_no_edge(place: tuple[Casino, dict[str, Client]]) -> None:
    _, people = place
    people["pit-manager"].give("t4", c.OpenTable(credits_table()))
    with pytest.raises(Refused) as refusal:
        people["pit-manager"].protection("t4")
    assert refusal.value.reason is Reason.SHOE_NEEDED


def test_guidance_names_the_clause_in_both_languages(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    _, people = place
    begin(people, "t5")
    told = people["dealer"].irregularities("t5")
    assert told.case is None
    by_name = {each.irregularity: each for each in told.irregularities}
    foreign = by_name["foreign-cards"]
    assert (foreign.clause, foreign.position, foreign.yours) == ("5.1.1", "Pit Manager", False)
    assert foreign.says.english != foreign.says.chinese
    people["dealer"].give("t5", c.Report(Irregularity.NOT_COVERED, note="?"))
    case = people["gaming-shift-manager"].irregularities("t5").case
    assert case is not None
    assert (case.command, case.position, case.yours) == ("decide", "Gaming Shift Manager", True)


def test_settings_are_told_with_their_reasons(place: tuple[Casino, dict[str, Client]]) -> None:
    _, people = place
    told = people["pit-manager"].settings("t5")
    by_name = {each.name: each.choices for each in told.settings}
    assert {each.not_now.reason for each in by_name["limits"] if each.not_now} == {"case-pending"}
    assert not by_name["approval_cents"][0].yours
    config = people["gaming-shift-manager"].settings("t5").configuration
    assert config is not None
    assert config.game == "tiger"


def test_a_display_is_a_display_whatever_it_asks(place: tuple[Casino, dict[str, Client]]) -> None:
    casino, people = place
    key = people["pit-manager"].add_device("wall", ("t2",), Duty.DISPLAY).key
    wall = caller(people["pit-manager"].address, key)
    for path in ("pit", "alerts", "tables/t2/protection", "tables/t2/irregularities"):
        assert wall.http.get(f"/api/v1/{path}").status_code == 403
    assert casino.sessions.sign_in("dealer", PASSWORD)


def test_a_dealer_deals_from_a_sealed_shoe(place: tuple[Casino, dict[str, Client]]) -> None:
    casino, people = place
    dealer = people["dealer"]
    people["pit-manager"].give("t6", c.OpenTable(credits_table(source=CardSource.SEALED)))
    loaded = dealer.deal_virtually("t6").events
    assert [each.type for each in loaded] == ["shoe-loaded"]
    seal = loaded[0].fields["commitment"]
    with pytest.raises(Refused) as refusal:
        dealer.deal_virtually("t6")  # a contribution comes first
    assert refusal.value.reason is Reason.CONTRIBUTION_NEEDED
    committed, closed, revealed = commands_of("5eed" * 16)
    people["patron"].give("t6", committed)
    dealer.give("t6", closed)
    with pytest.raises(Refused) as refusal:
        dealer.deal_virtually("t6")  # its value is not revealed yet
    assert refusal.value.reason is Reason.CONTRIBUTION_NEEDED
    people["patron"].give("t6", revealed)
    with pytest.raises(Refused) as refusal:
        dealer.deal_virtually("t6")  # then betting
    assert refusal.value.reason is Reason.CARD_NOT_ALLOWED
    dealer.give("t6", c.OpenBetting())
    dealer.give("t6", c.CloseBetting())
    drawn = [dealer.deal_virtually("t6").events[0] for _ in range(4)]
    assert [each.by for each in drawn] == ["virtual shoe"] * 4
    people["gaming-shift-manager"].give("t6", c.Report(Irregularity.NOT_COVERED))
    people["gaming-shift-manager"].give("t6", c.Decide(void=True, why="the room is cleared"))
    dealer.give("t6", c.RetireShoe())
    told = dealer.deal_virtually("t6").events
    assert [each.type for each in told] == ["shoe-revealed", "shoe-loaded"]
    name = loaded[0].fields["shoe"]
    due = mixed(told[0].fields["order"], seal, name, ["5eed" * 16])
    assert due[:4] == [each.fields["card"] for each in drawn]
    assert told[1].fields["commitment"] != seal
    with casino.store.begin_read() as transaction:
        assert list(verify(transaction)) == []


def test_a_shoe_that_lies_on_the_table_is_no_virtual_one(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    _, people = place
    people["pit-manager"].give("t7", c.OpenTable(credits_table()))
    with pytest.raises(Refused) as refusal:
        people["dealer"].deal_virtually("t7")
    assert (refusal.value.reason, "physical" in refusal.value.sentence) == (
        Reason.NOT_AUTHORISED,
        True,
    )
    for command in (c.LoadShoe("felt"), c.OpenBetting(), c.CloseBetting()):
        people["dealer"].give("t7", command)
    with pytest.raises(Refused) as refusal:
        people["dealer"].deal_virtually("t7")
    assert refusal.value.reason is Reason.SHOE_NEEDED


def test_a_patron_draws_from_the_virtual_shoe_only_with_the_device(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    _, people = place
    sealed = credits_table(source=CardSource.SEALED)
    config = replace(sealed, method=Method.C, zone=Zone.RUBY_ROOM)
    people["assistant-casino-manager"].give("t8", c.OpenTable(config))
    dealer, patron = people["dealer"], people["patron"]
    with pytest.raises(Refused) as refusal:
        patron.deal_virtually("t8")  # a shoe is loaded by the dealer
    assert refusal.value.reason is Reason.NOT_AUTHORISED
    dealer.deal_virtually("t8")
    for command in commands_of("c0" * 32):
        dealer.give("t8", command)
    dealer.give("t8", c.OpenBetting())
    patron.give("t8", c.PlaceStake("patron", "player", 1, 1000))
    dealer.give("t8", c.GiveDevice("patron"))
    dealer.give("t8", c.CloseBetting())
    for other in (dealer, people["guest"]):
        with pytest.raises(Refused):
            other.deal_virtually("t8")
    drawn = patron.deal_virtually("t8").events[0]
    assert (drawn.type, drawn.fields["drawn_by"], drawn.fields["card"]) == (
        "card-drawn",
        "patron",
        None,
    )


@pytest.mark.parametrize("who", ["pit-supervisor", "pit-manager", "gaming-shift-manager"])
def test_the_pit_names_the_parts_whose_routes_let_one_in(
    place: tuple[Casino, dict[str, Client]], who: str
) -> None:
    _, people = place
    routes = {
        "tables": "pit",
        "events": "significant-events",
        "settings": "tables/t2/settings",
        "bank": "tables/t2/bank",
        "protection": "tables/t2/protection",
        "luck": "reports/luck",
        "pace": "reports/pace",
    }
    parts = people[who].pit().parts
    for part in PARTS:
        told = people[who].http.get(f"/api/v1/{routes.get(part, part)}")
        assert (told.status_code == 200) == (part in parts), part
