"""Who may do what at the cage: the operator's own rules, as the documents do not cover it.

Counts and transfers between cage and table need a second person's signature.
"""

from punto.ledger.cage import commands as c
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Approval, Machine, Origin, Patron, Staff

LOWEST: dict[type[c.Command], Position] = {
    c.BuyCredits: Position.DEALER,
    c.RedeemVoucher: Position.DEALER,
    c.CashOut: Position.DEALER,
    c.PayVoucher: Position.DEALER,
    c.OpenBank: Position.PIT_SUPERVISOR,
    c.FillBank: Position.PIT_SUPERVISOR,
    c.CreditBank: Position.PIT_SUPERVISOR,
    c.CloseBank: Position.PIT_SUPERVISOR,
    c.BuyChips: Position.DEALER,
    c.CountDrop: Position.PIT_SUPERVISOR,
    c.PayClaim: Position.PIT_SUPERVISOR,
    c.Adjust: Position.GAMING_SHIFT_MANAGER,
    c.SetLimits: Position.ASSISTANT_CASINO_MANAGER,
}


def check_authority(command: c.Command, origin: Origin) -> None:
    """Refuse a command from someone who may not give it, or that needs a second person."""
    lowest = LOWEST[type(command)]
    match origin.by:
        case Patron(id=patron):
            if not isinstance(command, c.RedeemVoucher | c.CashOut):
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "This is for the {position} to do, not for a player.",
                    position=lowest,
                )
            if command.patron != patron:
                raise Refused(Reason.NOT_YOURS, "You can act only for yourself.")
        case Staff(id=own, position=position) | Machine(id=own, position=position):
            if position < lowest:
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "This is for the {position} to do, not for the {other}.",
                    position=lowest,
                    other=position,
                )
            if isinstance(command, c.Witnessed):
                _check_witness(own, command.witness, origin.approval)


def _check_witness(own: str, witness: str, confirmed: Approval | None) -> None:
    if witness in ("", own):
        raise Refused(Reason.WITNESS_NEEDED, "A second person must have seen this: name a witness.")
    if confirmed is not None and confirmed.by.id != witness:
        raise Refused(
            Reason.WITNESS_NEEDED,
            "{witness} is named, and {other} confirmed.",
            witness=witness,
            other=confirmed.by.id,
        )
