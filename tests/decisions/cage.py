"""Sequences of cage commands, valid and invalid, whose decisions are recorded."""

from collections.abc import Callable
from random import Random

from punto.ledger.cage import commands as c
from punto.ledger.cage.state import Limits
from punto.rules.staff import Position
from punto.table.people import Actor, Patron, Staff
from tests.envelope import Given

STEPS = 150
SEALS = tuple(f"{number:064x}" for number in range(6))
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
ACTORS: tuple[Actor, ...] = (
    BOSS,
    *(Staff(each.name.lower(), each) for each in Position),
    Patron("seat1"),
)
CENTS = (0, -1, 1, 500, 10_000, 250_000, 10_000_000)


def cage_commands(seed: int) -> list[Given]:
    """One sequence from its seed."""
    chance = Random(seed)
    return [_command(chance) for _ in range(STEPS)]


def _command(chance: Random) -> Given:
    make = chance.choice(MAKERS)
    cents = chance.choice(CENTS) if chance.random() < 0.3 else 100 * chance.randint(1, 5000)
    made = make(chance.choice(("seat1", "seat2")), chance.choice(("t1", "t2")), cents, chance)
    by = BOSS if chance.random() < 0.7 else chance.choice(ACTORS)
    return Given(made, by, chance.randrange(10**6))


Maker = Callable[[str, str, int, Random], c.Command]
MAKERS: tuple[Maker, ...] = (
    lambda patron, _, cents, __: c.BuyCredits(patron, cents),
    lambda patron, _, cents, __: c.BuyCredits(patron, cents),
    lambda patron, _, __, chance: c.RedeemVoucher(patron, chance.choice(SEALS)),
    lambda patron, _, cents, chance: c.CashOut(patron, cents, chance.choice(SEALS)),
    lambda _, __, ___, chance: c.PayVoucher(chance.choice(SEALS)),
    lambda _, table, cents, __: c.OpenBank(table, cents, "witness"),
    lambda _, table, cents, __: c.FillBank(table, cents, "witness"),
    lambda _, table, cents, __: c.CreditBank(table, cents, "witness"),
    lambda _, table, cents, __: c.CloseBank(table, "witness", cents),
    lambda _, table, cents, __: c.BuyChips(table, cents),
    lambda _, table, cents, __: c.CountDrop(table, cents, "witness"),
    lambda patron, table, cents, chance: c.PayClaim(
        table, patron, cents, from_credits=chance.random() < 0.5
    ),
    lambda patron, _, cents, __: c.Adjust(f"patron:{patron}", cents, "miscounted"),
    lambda _, __, cents, ___: c.SetLimits(Limits(approval_cents=cents), "as agreed"),
)
