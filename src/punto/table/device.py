"""The dealing device: by which method cards are dealt, and the patron who controls it in C."""

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Machine, Origin
from punto.table.preconditions import no_case, no_round, open_table, round_in_play
from punto.table.state import Round, State

Events = tuple[e.Event, ...]
UNUSED = "reading patron-does-not-act"
WITHOUT_HOLDER = "reading device-without-holder"


def choose_method(state: State, command: c.ChooseMethod, origin: Origin) -> Events:
    """Another method, before a round commences only; C in the HLGA only."""
    config = open_table(state)
    no_case(state)
    if state.round is not None and state.knows_methods:
        raise Refused(
            Reason.ROUND_IN_PLAY,
            "The method changes before a round commences, not during it.",
            clause=state.game.cite("3.9.2"),
        )
    no_round(state)
    if command.method not in state.game.methods:
        raise Refused(
            Reason.METHOD_NOT_ALLOWED,
            "{game} is not dealt by method {method}.",
            game=state.game.title,
            method=command.method.value,
        )
    if command.method is Method.C and not config.zone.hlga:
        raise Refused(
            Reason.METHOD_NOT_ALLOWED,
            "Method C is for the HLGA only.",
            clause=state.game.cite("3.9.2"),
        )
    clause = "3.9.2" if state.knows_methods else ""
    return (e.MethodChosen(method=command.method, clause=clause, why=command.why),)


def give_device(state: State, command: c.GiveDevice, origin: Origin) -> Events:
    """A patron takes over the device: with a stake, or by leave without one."""
    no_case(state)
    play = round_in_play(state)
    if state.method is not Method.C:
        raise Refused(
            Reason.METHOD_NOT_ALLOWED,
            "The dealer keeps the dealing device but in method C.",
            clause=state.game.cite("3.9.1") if state.knows_methods else None,
        )
    if play.cards:
        raise Refused(
            Reason.ROUND_IN_PLAY,
            "The device changes hands before the first card only.",
            clause=WITHOUT_HOLDER,
        )
    if state.device not in ("", command.patron):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "{patron} controls the device until giving it up or losing.",
            clause=state.game.cite("3.12.8"),
            patron=state.device,
        )
    return (
        e.DeviceGiven(
            patron=command.patron,
            without_stake=command.without_stake,
            clause="3.12.2" if command.without_stake else "3.12.1",
            why=command.why,
        ),
    )


def give_up_device(state: State, command: c.GiveUpDevice, origin: Origin) -> Events:
    """The patron in control chooses to end it; the dealer may enter that.

    The automatic dealer does so for a patron who draws no card, or has no stake.
    """
    if not state.device:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "No patron controls the dealing device.",
            clause=WITHOUT_HOLDER if state.knows_methods else None,
        )
    clause = UNUSED if isinstance(origin.by, Machine) else "3.12.8.1"
    return (e.DeviceReturned(patron=state.device, clause=clause),)


def may_draw(state: State, play: Round) -> bool:
    """The patron in control of the device has a stake, or leave to draw without one (3.12.2)."""
    started = bool(play.cards) or not state.device
    return started or state.device_without_stake or _has_stake(play, state.device)


def check_control(state: State, command: c.Command) -> None:
    """A patron controls the device with a stake or by leave (3.12.2), in view of staff (3.12.4)."""
    if state.method is not Method.C:
        return
    play = state.round
    match command:
        case c.DrawCard(in_view=in_view) if state.device:
            if play is not None and not may_draw(state, play):
                raise _no_stake(state, state.device)
            if not in_view:
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "Patrons draw in full view of the staff: refer a card that was not drawn so.",
                    clause=state.game.cite("3.12.4"),
                )
        case c.GiveDevice(patron=patron, without_stake=False):
            if play is not None and not _has_stake(play, patron):
                raise _no_stake(state, patron)


def _no_stake(state: State, patron: str) -> Refused:
    return Refused(
        Reason.NOT_AUTHORISED,
        "{patron} has no bet: ask an Assistant Casino Manager, or pass the device on.",
        clause=state.game.cite("3.12.2"),
        patron=patron,
    )


def _has_stake(play: Round, patron: str) -> bool:
    return any(stake.patron == patron for stake in play.stakes.values())
