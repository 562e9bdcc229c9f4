"""Commands as clients send them: those of tables and the cage, with vouchers named by code."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from punto.currencies import MINOR_DIGITS_USUAL
from punto.journal.people.people import Kind, Person
from punto.journal.streams import Command
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import NO_SEAL, read_code
from punto.messages import Amount
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.configuration import APPROVAL_CENTS, Configuration
from punto.table.people import Actor, Patron, Staff


class RedeemVoucher(Struct, frozen=True, tag="redeem-voucher", forbid_unknown_fields=True):
    """A patron exchanges a voucher for credits."""

    patron: str
    code: str


class CashOut(Struct, frozen=True, tag="cash-out", forbid_unknown_fields=True):
    """A patron exchanges credits for a voucher with a new code, which the house made."""

    patron: str
    cents: int
    code: str


class PayVoucher(Struct, frozen=True, tag="pay-voucher", forbid_unknown_fields=True):
    """A voucher is paid in cash."""

    code: str


# Anyone who can read a code can spend it, so it is hashed here and passed no further.
CageCommand: TypeAlias = (
    cage.BuyCredits
    | RedeemVoucher
    | CashOut
    | PayVoucher
    | cage.OpenBank
    | cage.FillBank
    | cage.CreditBank
    | cage.CloseBank
    | cage.BuyChips
    | cage.CountDrop
    | cage.PayClaim
    | cage.Adjust
    | cage.SetLimits
)


def with_approval(command: Command) -> Command:
    """Fill in a new table's approval limit; refused above the usual one, which takes two people."""
    if not isinstance(command, table.OpenTable):
        return command
    safe = _with_approval(command.configuration)
    return command if safe is command.configuration else replace(command, configuration=safe)


def _with_approval(config: Configuration) -> Configuration:
    most = APPROVAL_CENTS * 10**config.digits // 10**MINOR_DIGITS_USUAL
    if config.approval_cents is not None and config.approval_cents > most:
        raise Refused(
            Reason.NOT_AUTHORISED,
            "Open the table with an approval limit of {most} at most: raising it"
            " afterwards takes a second person.",
            most=Amount(most, config.digits),
        )
    return config if config.approval_cents is not None else replace(config, approval_cents=most)


def for_cage(sent: CageCommand, is_ours: Callable[[str], bool]) -> cage.Command:
    """The cage's command, with a voucher's code replaced by its seal.

    `is_ours` says whether the house made a code: no other can be on a new voucher.
    """
    match sent:
        case RedeemVoucher(patron=patron, code=code):
            return cage.RedeemVoucher(patron, read_code(code))
        case CashOut(patron=patron, cents=cents, code=code):
            seal = read_code(code)
            return cage.CashOut(patron, cents, seal if is_ours(code) else NO_SEAL)
        case PayVoucher(code=code):
            return cage.PayVoucher(read_code(code))
        case _:
            return sent


def actor(person: Person) -> Actor:
    """The person as the actor of a command; refused for a device."""
    match person.kind:
        case Kind.STAFF if person.position is not None:
            return Staff(person.id, person.position)
        case Kind.PATRON | Kind.GUEST:
            return Patron(person.id)
        case _:
            raise Refused(Reason.NOT_AUTHORISED, "A device may only watch: sign in to do this.")
