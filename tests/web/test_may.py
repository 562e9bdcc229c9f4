"""What may be done is what the table would take: here, passing cards to whoever is due them."""

from pathlib import Path

from msgspec.structs import replace

from punto.ledger.cage import commands as cage
from punto.rules.game import Method
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.web.may import may
from punto.web.serving import opened
from tests.web.served import credits_table

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
CARDS = ("2C", "5D", "3H", "AH")


def test_cards_may_be_passed_when_somebody_is_due_them(tmp_path: Path) -> None:
    table = replace(credits_table("tiger"), method=Method.A)
    with opened(str(tmp_path / "j")) as (house, _):
        commands: tuple[c.Command, ...] = (
            c.OpenTable(table, by=MANAGER),
            c.LoadShoe("first", by=DEALER),
            c.OpenBetting(by=DEALER),
            c.PlaceStake("patron", "banker", 1, 1000, on_request=True, by=DEALER),
            c.CloseBetting(by=DEALER),
            *(c.DrawCard(card, by=DEALER) for card in CARDS),
        )
        house.host.ask_cage("fund", cage.BuyCredits("patron", 100_000, by=DEALER))
        for number, command in enumerate(commands):
            assert "pass-cards" not in may(house.host.state("t1"), DEALER).commands
            house.host.ask("t1", f"do-{number}", command)
        state = house.host.state("t1")
        assert next_step(state).step is Step.PASS
        assert "pass-cards" in may(state, DEALER).commands
        assert "pass-cards" not in may(state, Patron("patron")).commands
