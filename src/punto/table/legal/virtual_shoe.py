"""Whether a person may have the virtual shoe loaded, burned or drawn from now."""

from punto.refusals import Reason, Refused
from punto.table.card_source import check_set_to, source_of
from punto.table.configuration import CardSource
from punto.table.contributions import check_order_fixed
from punto.table.dealers import taken_over_by
from punto.table.people import Actor, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State

FROM_A_SHOE = (Step.LOAD_SHOE, Step.BURN, Step.DRAW)


def check_from_shoe(state: State, by: Actor) -> None:
    """Refuse a step that needs no shoe, and drawing from a physical shoe."""
    prompt, shoe = next_step(state), state.shoe
    is_staff = isinstance(by, Staff)
    has_taken_over = taken_over_by(state) == by.id
    # The patron who controls the device pressed too late: a mistake, not an attempt to deal.
    has_device = state.device != "" and by.id == state.device
    if not is_staff and not has_device and prompt.patrons != (by.id,):
        raise Refused(Reason.NOT_AUTHORISED, "This is for the Dealer to do, not for a player.")
    if shoe is not None:
        check_order_fixed(shoe)
    if prompt.step not in FROM_A_SHOE or prompt.patrons not in ((), (by.id,)):
        raise Refused(
            Reason.CARD_NOT_ALLOWED, "No card is due from you now: {why}", why=prompt.message
        )
    if prompt.step is Step.LOAD_SHOE:
        assert state.configuration is not None, "an open table alone waits for a shoe"
        if not has_taken_over:
            check_set_to(state.configuration, CardSource.SEALED)
        return
    assert shoe is not None, "cards are burned and drawn from a shoe"
    if is_staff and source_of(shoe) is CardSource.AUTOMATIC and not has_taken_over:
        raise Refused(Reason.NOT_AUTHORISED, "Software deals this table: take it over first.")
    if not shoe.commitment:
        raise Refused(Reason.SHOE_NEEDED, "The shoe in use is not virtual: type or scan its cards.")
