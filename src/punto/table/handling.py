"""Handling: who is due a hand's cards, passing, refusing, squeezing, the dealing device."""

from collections import defaultdict

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.staff import Power
from punto.table import commands as c
from punto.table import events as e
from punto.table.requirements import dealing_round, no_case, no_round, open_table, round_in_play
from punto.table.state import Round, State

Events = tuple[e.Event, ...]


def bettors(play: Round, side: Side, positions: int) -> list[str]:
    """Patrons on a hand in the order its cards are offered (3.10.2 to 3.10.5).

    The highest total first; among equals whoever completed it first, then on from there counter
    clockwise, which is by ascending position (reading highest-bettor).
    """
    totals: defaultdict[str, int] = defaultdict(int)
    completed: dict[str, int] = {}
    seats: dict[str, int] = {}
    for stake in play.stakes.values():
        if stake.wager == side.value:
            totals[stake.patron] += stake.cents
            completed[stake.patron] = max(completed.get(stake.patron, 0), stake.order)
            seats[stake.patron] = min(seats.get(stake.patron, stake.position), stake.position)
    order: list[str] = []
    for total in sorted(set(totals.values()), reverse=True):
        equals = [patron for patron in totals if totals[patron] == total]
        first = min(equals, key=lambda patron: completed[patron])
        start = seats[first]
        order += sorted(
            equals,
            key=lambda patron: (patron != first, (seats[patron] - start) % positions),
        )
    return order


def next_handler(state: State, play: Round, side: Side) -> str:
    """The patron to whom a hand's cards are due now; empty when the dealer keeps them."""
    if side in play.kept:
        return ""
    if side in play.chosen:
        return play.chosen[side]
    if state.method is not Method.A:
        return ""
    refused = play.refused.get(side, ())
    positions = open_table(state).positions
    return next((each for each in bettors(play, side, positions) if each not in refused), "")


def pass_cards(state: State, command: c.PassCards) -> Events:
    play = dealing_round(state)
    _patrons_handle(state)
    if not play.initial_deal_done:
        raise Refused(Reason.ROUND_NOT_COMPLETE, "Cards are passed when all four are dealt.")
    _face_down(play, command.side)
    due = next_handler(state, play, command.side)
    if state.method is Method.A and command.patron != due:
        whom = f"pass them to {due}" if due else "nobody is due them"
        raise Refused(
            Reason.NOT_THE_HANDLER,
            f"The {command.side.title} cards do not go to {command.patron}: {whom}.",
            clause=state.game.cite("3.10.2"),
        )
    clause = "3.10.2" if state.method is Method.A else "3.12.3"
    return (e.HandPassed(side=command.side, patron=command.patron, clause=clause),)


def refuse_cards(state: State, command: c.RefuseCards) -> Events:
    play = dealing_round(state)
    _patrons_handle(state)
    holds = play.handlers.get(command.side, "")
    if command.patron not in (holds, next_handler(state, play, command.side)):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            f"{command.patron} was not offered the {command.side.title} cards.",
        )
    return (e.HandRefused(side=command.side, patron=command.patron, clause="3.10.3"),)


def choose_handler(state: State, command: c.ChooseHandler) -> Events:
    play = dealing_round(state)
    if state.method is not Method.A:
        raise _method(state, "A handler is chosen in method A only.", "3.10.4.1")
    due = next_handler(state, play, command.side)
    if due:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            f"The order of bettors tells who handles {command.side.title}: {due}.",
            clause=state.game.cite("3.10.4"),
        )
    return (
        e.HandlerChosen(
            side=command.side, patron=command.patron, clause="3.10.4.1", why=command.why
        ),
    )


def allow_squeezing(state: State, command: c.AllowSqueezing) -> Events:
    dealing_round(state)
    _patrons_handle(state)
    grant = state.game.grant(Power.ALLOW_SQUEEZING)
    clause = grant.clause if grant else ""
    return (
        e.HandlerChosen(side=command.side, patron=command.patron, clause=clause, why=command.why),
    )


def choose_first_revealed(state: State, command: c.ChooseFirstRevealed) -> Events:
    play = dealing_round(state)
    if state.method is not Method.A:
        raise _method(state, "The hand to be revealed first is chosen in method A only.", "3.10.6")
    if not play.initial_deal_done:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE,
            "All four cards are dealt before a hand is revealed.",
            clause=state.game.cite("3.10.6"),
        )
    return (e.FirstRevealedChosen(side=command.side, clause="3.10.6"),)


def squeeze_cards(state: State, command: c.SqueezeCards) -> Events:
    play = dealing_round(state)
    _face_down(play, command.side)
    patron = play.handlers[command.side]
    return (e.CardsSqueezed(side=command.side, patron=patron, clause="1.1.9"),)


def choose_method(state: State, command: c.ChooseMethod) -> Events:
    config = open_table(state)
    no_case(state)
    no_round(state)
    if command.method not in state.game.methods:
        raise _method(
            state, f"{state.game.title} is not dealt by method {command.method.value}.", ""
        )
    if command.method is Method.C and not config.zone.hlga:
        raise _method(state, "Method C is for the HLGA only.", "3.9.2")
    clause = "3.9.2" if len(state.game.methods) > 1 else ""
    return (e.MethodChosen(method=command.method, clause=clause, why=command.why),)


def give_device(state: State, command: c.GiveDevice) -> Events:
    open_table(state)
    no_case(state)
    if state.method is not Method.C:
        raise _method(state, "Patrons control the device in method C only.", "3.9.1")
    play = round_in_play(state)
    if play.cards:
        raise Refused(Reason.ROUND_IN_PLAY, "The device changes hands before the first card only.")
    staked = any(stake.patron == command.patron for stake in play.stakes.values())
    if not staked and not command.without_stake:
        raise Refused(
            Reason.NOT_AUTHORISED,
            f"{command.patron} has no stake: ask an Assistant Casino Manager to allow it.",
            clause=state.game.cite("3.12.2"),
        )
    clause = "3.12.2" if command.without_stake else "3.12.1"
    return (
        e.DeviceGiven(
            patron=command.patron,
            without_stake=command.without_stake,
            clause=clause,
            why=command.why,
        ),
    )


def give_up_device(state: State, command: c.GiveUpDevice) -> Events:
    open_table(state)
    if not state.device:
        raise Refused(Reason.NOT_THE_HANDLER, "No patron controls the dealing device.")
    return (e.DeviceReturned(patron=state.device, clause="3.12.8.1"),)


def _patrons_handle(state: State) -> None:
    if state.method is Method.B:
        clause = "3.11.2" if Method.A in state.game.methods else ""
        raise _method(state, "Patrons do not handle the cards in method B.", clause)


def _face_down(play: Round, side: Side) -> None:
    if all(card.face_up for card in play.hand(side)):
        raise Refused(Reason.ROUND_NOT_COMPLETE, f"{side.title} has no card that lies face down.")


def _method(state: State, sentence: str, clause: str) -> Refused:
    knows_methods = len(state.game.methods) > 1
    cited = state.game.cite(clause) if clause and knows_methods else None
    return Refused(Reason.METHOD_NOT_ALLOWED, sentence, clause=cited)
