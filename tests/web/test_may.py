"""Offered actions are those the table would accept: here, passing cards to the right patron."""

from pathlib import Path

from msgspec.structs import replace

from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.game import Method
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.legal.moves import may
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.web.server import opened
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import credits_table

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
CARDS = ("2C", "5D", "3H", "AH")


def test_cards_may_be_passed_when_somebody_is_due_them(tmp_path: Path) -> None:
    table = replace(credits_table("tiger"), method=Method.A)
    with opened(str(tmp_path / "j")) as (casino, _):
        commands: tuple[Given, ...] = (
            Given(c.OpenTable(table), MANAGER),
            Given(c.LoadShoe("first"), DEALER),
            Given(c.OpenBetting(), DEALER),
            Given(c.PlaceStake("patron", "banker", 1, 1000), Patron("patron")),
            Given(c.CloseBetting(), DEALER),
            *(Given(c.DrawCard(card), DEALER) for card in CARDS),
        )
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 100_000), DEALER))
        for number, command in enumerate(commands):
            assert "pass-cards" not in may(casino.host.state("t1"), DEALER)
            ask(casino.host, "t1", f"do-{number}", command)
        state = casino.host.state("t1")
        assert next_step(state).step is Step.PASS
        assert "pass-cards" in may(state, DEALER)
        assert "pass-cards" not in may(state, Patron("patron"))
