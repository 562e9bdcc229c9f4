"""Who may do what at the cage: the operator's own rule, for the documents are silent on it.

What is counted, and what goes between cage and table, is signed by a second person.
"""

from punto.ledger.cage import commands as c
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Patron, Staff

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


def check_authority(command: c.Command) -> None:
    """Refuse a command from somebody who may not give it, or that needs a second person."""
    lowest = LOWEST[type(command)]
    match command.by:
        case Patron(id=patron):
            if not isinstance(command, c.RedeemVoucher | c.CashOut):
                raise Refused(
                    Reason.NOT_AUTHORISED, f"This is for a {lowest.title} to do, not for a patron."
                )
            if command.patron != patron:
                raise Refused(Reason.NOT_YOURS, "Patrons act only for themselves.")
        case Staff(id=own, position=position):
            if position < lowest:
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    f"This is for a {lowest.title} to do, not for a {position.title}.",
                )
            if getattr(command, "witness", None) in ("", own):
                raise Refused(
                    Reason.WITNESS_NEEDED, "A second person must have seen this: name a witness."
                )
