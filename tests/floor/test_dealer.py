"""The automatic dealer plays whole shoes by the table's prompts, and waits where it must."""

import contextlib
from collections.abc import Callable
from io import StringIO

import pytest
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC, Dealer
from punto.floor.devices import Device, RecordedShoe, ShuffledShoe, TypedCards
from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration, Funding, usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.order_oracle import mixed

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


class Table:
    """A table without a journal, which a dealer cannot distinguish from a real one."""

    def __init__(self, config: Configuration) -> None:
        self.state: State = CLOSED
        self.events: list[e.Event] = []
        self.down = False
        self.ask(Given(c.OpenTable(config), BOSS))

    def ask(self, given: Given) -> None:
        self.give(given.command, given.by)

    def give(self, command: c.Command, by: Actor) -> None:
        if self.down:
            raise ConnectionError
        events = decide(self.state, command, by)
        self.state = evolve_all(self.state, events)
        self.events += events

    def see(self) -> State:
        return self.state

    def dealer(self, load: Callable[[int], Device] = ShuffledShoe) -> Dealer:
        return Dealer(self.give, self.see, load)

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


def credits_table(game: Game, **changes: object) -> Configuration:
    config = replace(
        usual_configuration(game, 1000, 100_000),
        funding=Funding.CREDITS,
        card_source=CardSource.AUTOMATIC,
    )
    return replace(config, **changes)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("burn", [True, False])
def test_whole_shoes_are_played_sealed_and_opened(game: Game, burn: bool) -> None:
    table = Table(credits_table(game, burn=burn))
    dealer = table.dealer()
    while table.kinds().count("ShoeRevealed") < 2:
        dealer.run()
    loaded = [event for event in table.events if isinstance(event, e.ShoeLoaded)]
    opened = [event for event in table.events if isinstance(event, e.ShoeRevealed)]
    assert table.state.rounds > 100
    assert "RoundVoided" not in table.kinds()
    for sealed, revealed in zip(loaded, opened, strict=False):
        assert (sealed.shoe, sealed.commitment) == (
            revealed.shoe,
            seal(revealed.order, revealed.salt),
        )
    drawn, burned = _drawn_from_first_shoe(table.events), _burned(table.events)
    assert (burned > 0) == burn
    values = [event.value for event in table.events if isinstance(event, e.ContributionRevealed)]
    due = mixed(opened[0].order, loaded[0].commitment, loaded[0].shoe, values)
    assert drawn == due[burned : burned + len(drawn)]


def _drawn_from_first_shoe(events: list[e.Event]) -> list[str]:
    until = next(n for n, event in enumerate(events) if isinstance(event, e.ShoeRetired))
    return [event.card or "" for event in events[:until] if isinstance(event, e.CardDrawn)]


def _burned(events: list[e.Event]) -> int:
    return next((1 + event.count for event in events if isinstance(event, e.CardsBurned)), 0)


def test_it_rests_while_nobody_is_seated() -> None:
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer()
    assert dealer.run(seated=False) == 0
    assert table.kinds() == ["TableOpened"]
    for _ in range(3):
        dealer.step()
    assert table.state.round is not None
    dealer.run(seated=False)
    assert table.kinds()[-1] == "RoundSettled", "a round that has begun is finished"
    assert dealer.run(seated=False) == 0


def test_betting_stays_open_until_it_is_over() -> None:
    table = Table(credits_table(find_game("rapid-no-commission")))
    dealer = table.dealer()
    assert dealer.run(betting_over=False) == 3, "shoe, contribution, betting"
    assert dealer.step(betting_over=False) is None
    table.ask(Given(c.PlaceStake("seat1", "banker", 1, 5_000), Patron("seat1")))
    done = dealer.step()
    assert done is not None
    assert done.step is Step.CLOSE_BETTING


@pytest.mark.parametrize("game", ["tiger", "dragon-tiger-no-commission"])
def test_patrons_are_waited_for_in_method_a(game: str) -> None:
    table = Table(credits_table(find_game(game), method=Method.A))
    dealer = table.dealer()
    dealer.run(betting_over=False)
    for who, wager in (("seat1", "player"), ("seat2", "banker")):
        table.ask(Given(c.PlaceStake(who, wager, int(who[-1]), 5_000), Patron(who)))
    for _ in range(40):
        dealer.run()
        prompt = next_step(table.state)
        if table.state.round is None:
            break
        assert prompt.step is Step.EXPOSE, "only the patrons' own part is left to them"
        assert prompt.side is not None
        table.ask(Given(c.ExposeCards(prompt.side), Patron(prompt.patrons[0])))
    assert "RoundSettled" in table.kinds()
    assert {"HandPassed", "FirstRevealedChosen"} <= set(table.kinds())


def test_a_patron_with_the_device_is_waited_for() -> None:
    config = credits_table(find_game("tiger"), method=Method.C)
    table = Table(replace(config, zone=type(config.zone)("paiza-club")))
    dealer = table.dealer()
    dealer.run(betting_over=False)
    table.ask(Given(c.PlaceStake("seat1", "player", 1, 5_000), Patron("seat1")))
    for command in (c.SignOnDealer(), c.GiveDevice("seat1"), c.SignOffDealer()):
        table.ask(Given(command, BOSS))
    dealer.run()
    assert dealer.step() is None
    assert next_step(table.state).patrons == ("seat1",)
    assert dealer.step(patron_over=True) is not None
    assert table.kinds()[-1] == "DeviceReturned"
    dealer.run()
    assert "RoundSettled" in table.kinds()


def test_the_device_of_a_patron_without_a_stake_is_taken_back_at_once() -> None:
    config = credits_table(find_game("tiger"), method=Method.C)
    table = Table(replace(config, zone=type(config.zone)("paiza-club")))
    dealer = table.dealer()
    dealer.run(betting_over=False)
    table.ask(Given(c.PlaceStake("seat1", "player", 1, 5_000), Patron("seat1")))
    for command in (c.SignOnDealer(), c.GiveDevice("seat1"), c.SignOffDealer()):
        table.ask(Given(command, BOSS))
    table.ask(Given(c.WithdrawStake(1), Patron("seat1")))
    dealer.run()
    assert "DeviceReturned" in table.kinds()
    assert "RoundSettled" in table.kinds()


def test_irregularities_are_left_to_staff() -> None:
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer()
    for _ in range(5):
        dealer.step()
    table.ask(Given(c.Report(Irregularity.NOT_COVERED), BOSS))
    assert table.state.case is not None
    assert dealer.step() is None


def test_a_side_over_the_differential_is_asked_once() -> None:
    table = Table(credits_table(find_game("tiger"), differential_cents=10_000))
    dealer = table.dealer()
    dealer.run(betting_over=False)
    table.ask(Given(c.PlaceStake("seat1", "banker", 1, 50_000), Patron("seat1")))
    done = dealer.step()
    assert done is not None
    assert (done.step, done.side) == (Step.DECREASE, Side.BANKER)
    assert dealer.step() is None


def test_a_card_that_was_drawn_is_dealt_though_the_table_was_away() -> None:
    order = ["2C", "5D", "3H", "AH", "KD", "4S"]
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer(lambda decks: RecordedShoe(order))
    for _ in range(4):
        dealer.step()
    table.down = True
    for _ in range(3):
        with pytest.raises(ConnectionError):
            dealer.step()
    table.down = False
    dealer.run()
    assert [event.card for event in table.events if isinstance(event, e.CardDrawn)] == order[:5]


def test_cards_that_left_by_other_hands_are_not_dealt_again() -> None:
    """Two cards were drawn together: staff confirm the order, and the dealer goes on after them."""
    order = ["2C", "5D", "3H", "AH", "KD", "4S"]
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer(lambda decks: RecordedShoe(order))
    for _ in range(5):
        dealer.step()
    table.ask(Given(c.Report(Irregularity.NOT_COVERED), BOSS))
    table.ask(Given(c.Decide(False, "seen", (None,) * 2), BOSS))
    assert table.state.shoe is not None
    assert table.state.shoe.gone == 2
    dealer.run()
    assert table.state.finished[-1].cards == tuple(order[:5])


def test_a_card_that_the_decks_cannot_hold_is_read_again() -> None:
    typed = "2C\n2C\n2C\n2C\n2C\n3H\n"
    table = Table(credits_table(find_game("tiger"), decks=4))
    dealer = table.dealer(lambda decks: TypedCards(StringIO(typed)))
    for _ in range(7):
        dealer.step()
    with contextlib.suppress(Refused):
        dealer.step()
    dealer.run()
    assert table.kinds()[-1] in ("RoundSettled", "RoundVoided")


def test_typed_cards_are_dealt_and_a_typing_error_is_refused() -> None:
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer(lambda decks: TypedCards(StringIO("2C\nXX\n5D\n3H\nAH\nKD\n")))
    for _ in range(4):
        dealer.step()
    with pytest.raises(Refused, match="Line 2"):
        dealer.step()
    dealer.run()
    assert "RoundSettled" in table.kinds()
    assert table.state.shoe is not None
    assert table.state.shoe.commitment == ""


def test_a_dealer_who_takes_over_needs_the_shoe_in_use() -> None:
    order = list(ShuffledShoe(8).reveal().order)
    table = Table(credits_table(find_game("tiger")))
    first = table.dealer(lambda decks: RecordedShoe(order, "salt"))
    for _ in range(7):
        first.step()
    assert table.state.shoe is not None
    with pytest.raises(Refused) as refusal:
        table.dealer().step()
    assert refusal.value.reason is Reason.SHOE_NEEDED
    rest = RecordedShoe(order, "salt")
    Dealer(table.give, table.see, ShuffledShoe, device=rest).run()
    drawn = [event.card for event in table.events if isinstance(event, e.CardDrawn)]
    values = [event.value for event in table.events if isinstance(event, e.ContributionRevealed)]
    shoe = table.state.shoe
    assert drawn == mixed(order, rest.commitment, shoe.id, values)[: len(drawn)]
    assert table.state.round is None


def test_a_seal_is_opened_whoever_retired_the_shoe_and_whatever_came_between() -> None:
    table = Table(credits_table(find_game("tiger")))
    dealer = table.dealer()
    dealer.run()
    for command in (c.SignOnDealer(), c.RetireShoe(why="a card was marked"), c.SignOffDealer()):
        table.ask(Given(command, BOSS))
    table.down = True
    with pytest.raises(ConnectionError):
        dealer.step()
    table.down = False
    for _ in range(2):
        dealer.step()
    assert table.kinds()[-3:] == ["DealerSignedOff", "ShoeRevealed", "ShoeLoaded"]
    assert table.state.retired == {}


def test_burned_cards_are_not_asked_of_who_types_them() -> None:
    table = Table(credits_table(find_game("tiger"), burn=True))
    dealer = table.dealer(lambda decks: TypedCards(StringIO("7C\n2C\n5D\n3H\nAH\nKD\n")))
    dealer.run()
    assert "RoundSettled" in table.kinds()
    assert _burned(table.events) == 8


def test_a_closed_table_is_not_the_dealers_to_open() -> None:
    table = Table(credits_table(find_game("tiger")))
    table.ask(Given(c.CloseTable(), BOSS))
    assert table.dealer().step() is None
    assert AUTOMATIC.position is Position.DEALER
