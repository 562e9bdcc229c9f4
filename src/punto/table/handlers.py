"""Handling: who is due a hand's cards, passing, refusing and squeezing them."""

from collections import defaultdict

from msgspec.structs import replace

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.staff import Power
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Origin
from punto.table.preconditions import dealing_round, open_table
from punto.table.state import Due, Round, State

Events = tuple[e.Event, ...]


def bettors(play: Round, side: Side, positions: int) -> list[str]:
    """Patrons on a hand in the order its cards are offered (3.10.2 to 3.10.5).

    The highest total first; among equals the one who completed it first, then on from there counter
    clockwise, which is by ascending position (reading highest-bettor). Of equals at one position
    the one who completed first comes first.
    """
    totals = amounts(play, side)
    completed: dict[str, int] = {}
    seats: dict[str, int] = {}
    for stake in play.stakes.values():
        if stake.wager == side.value:
            completed[stake.patron] = max(completed.get(stake.patron, stake.order), stake.order)
            seats[stake.patron] = min(seats.get(stake.patron, stake.position), stake.position)
    order: list[str] = []
    for total in sorted(set(totals.values()), reverse=True):
        equals = sorted(
            (patron for patron in totals if totals[patron] == total), key=completed.__getitem__
        )
        start = seats[equals[0]]
        around = sorted(equals[1:], key=lambda patron: (seats[patron] - start) % positions)
        order += [equals[0], *around]
    return order


def amounts(play: Round, side: Side) -> dict[str, int]:
    """What each patron has on a hand, over all areas."""
    totals: defaultdict[str, int] = defaultdict(int)
    for stake in play.stakes.values():
        if stake.wager == side.value:
            totals[stake.patron] += stake.cents
    return dict(totals)


def due(state: State, play: Round, side: Side) -> Due:
    """The patron to whom a hand's cards are due now, and why; no one when the dealer keeps them."""
    if side in play.kept:
        return Due()
    if side in play.chosen:
        return play.chosen[side]
    if state.method is not Method.A:
        return Due()
    order = bettors(play, side, open_table(state).positions)
    refused = play.refused.get(side, ())
    patron = next((each for each in order if each not in refused), "")
    return Due(patron, _due_by(amounts(play, side), order, patron)) if patron else Due()


def _due_by(totals: dict[str, int], order: list[str], patron: str) -> str:
    """Which clause makes a bettor the next: the highest, first of equals, next equal or lower."""
    ahead = order[: order.index(patron)]
    if not ahead:
        equals = [each for each in order if totals[each] == totals[patron]]
        return "3.10.4" if len(equals) > 1 else "3.10.2"
    return "3.10.5" if totals[ahead[-1]] == totals[patron] else "3.10.3"


def next_handler(state: State, play: Round, side: Side) -> str:
    """The patron to whom a hand's cards are due now; empty when the dealer keeps them."""
    return due(state, play, side).patron


def owed(state: State, play: Round, side: Side) -> Due:
    """Who must be passed a hand's cards before anyone exposes them; no one when that is done.

    The order of bettors counts for the first two cards; a choice of the staff for any.
    """
    to = due(state, play, side)
    has_them = holder(state, play, side)
    if has_them == to.patron:
        return Due()
    if side in play.chosen:
        return to
    return Due() if has_them or play.totals_announced else to


def pass_cards(state: State, command: c.PassCards, origin: Origin) -> Events:
    """The dealer gives a hand, face down, to the patron it is due to."""
    play = dealing_round(state)
    _patrons_handle(state)
    side, patron = command.side, command.patron
    to = due(state, play, side)
    through_dealer = state.method is Method.C
    if through_dealer:
        _check_other_hand(state, play, command, to)
    elif patron != to.patron:
        whom = Message.of("pass them to {due}", due=to.patron)
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "The {side} cards do not go to {patron}: {whom}.",
            clause=state.game.cite(to.clause or "3.10.4.1"),
            side=side,
            patron=patron,
            whom=whom if to.patron else Message.of("nobody is due them"),
        )
    if not play.initial_deal_done:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE,
            "Cards are passed when all four are dealt.",
            clause=state.game.cite("3.12.3" if through_dealer else "3.10.2"),
        )
    _face_down(play, side)
    passed = e.HandPassed(side=side, patron=patron, clause=to.clause or "3.12.3")
    # In method C the patron with the device hands the cards to the dealer, who passes them on.
    return (e.HandRetrieved(side=side, clause="3.12.3"), passed) if through_dealer else (passed,)


def _check_other_hand(state: State, play: Round, command: c.PassCards, to: Due) -> None:
    """In method C any patron but the one who has the cards may be passed a hand (3.12.3)."""
    side, patron = command.side, command.patron
    clause = state.game.cite(to.clause or "3.12.3")
    if to.patron not in ("", patron):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "The {side} cards are due to {patron}.",
            clause=clause,
            side=side,
            patron=to.patron,
        )
    if patron == state.device and side not in play.handlers:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "{patron} controls the device and has the cards already.",
            clause=clause,
            patron=patron,
        )


def refuse_cards(state: State, command: c.RefuseCards, origin: Origin) -> Events:
    """A patron does not take the cards, or gives them back: they go to the next patron."""
    play = dealing_round(state)
    _patrons_handle(state)
    side, patron = command.side, command.patron
    now = due(state, play, side)
    if patron not in (play.handlers.get(side), now.patron):
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "{patron} was not offered the {side} cards.",
            clause=state.game.cite("3.12.3" if state.method is Method.C else "3.10.3"),
            patron=patron,
            side=side,
        )
    return (e.HandRefused(side=side, patron=patron, clause=_refused_by(state, play, command)),)


def _refused_by(state: State, play: Round, command: c.RefuseCards) -> str:
    """The clause on a refusal: the next patron has as much on the hand, or less."""
    side, patron = command.side, command.patron
    if state.method is Method.C:
        return "3.12.3"
    if side in play.chosen:
        return play.chosen[side].clause
    refused = {side: (*play.refused.get(side, ()), patron)}
    later = due(state, replace(play, refused=refused), side)
    return later.clause if later.clause == "3.10.5" else "3.10.3"


def choose_handler(state: State, command: c.ChooseHandler, origin: Origin) -> Events:
    """Where the order of bettors names no one, the Pit Supervisor may name a patron."""
    play = dealing_round(state)
    side = command.side
    if state.method is not Method.A:
        raise _method(state, Message.of("A handler is chosen in method A only."), "3.10.4.1")
    if side in play.kept:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "The dealer exposes the {side} cards.",
            clause=state.game.cite("5.10"),
            side=side,
        )
    now = due(state, play, side)
    if now.patron:
        raise Refused(
            Reason.NOT_THE_HANDLER,
            "{patron} is due the {side} cards: no choice is open.",
            clause=state.game.cite(now.clause),
            patron=now.patron,
            side=side,
        )
    return (e.HandlerChosen(side=side, patron=command.patron, clause="3.10.4.1", why=command.why),)


def allow_squeezing(state: State, command: c.AllowSqueezing, origin: Origin) -> Events:
    """The Pit Manager lets any patron squeeze, or whom a patron names; not in method B."""
    dealing_round(state)
    _patrons_handle(state)
    grant = state.game.grant(Power.ALLOW_SQUEEZING)
    assert grant is not None, "where patrons handle cards, a position may allow it"
    return (
        e.HandlerChosen(
            side=command.side,
            patron=command.patron,
            named_by=command.named_by,
            clause=grant.clause,
            why=command.why,
        ),
    )


def choose_first_revealed(state: State, command: c.ChooseFirstRevealed, origin: Origin) -> Events:
    """The dealer says which hand is revealed first, once the four cards are dealt."""
    play = dealing_round(state)
    if state.method is not Method.A:
        raise _method(
            state, Message.of("The hand to be revealed first is chosen in method A only."), "3.10.6"
        )
    if not play.initial_deal_done:
        raise Refused(
            Reason.ROUND_NOT_COMPLETE,
            "All four cards are dealt before a hand is revealed.",
            clause=state.game.cite("3.10.6"),
        )
    if play.first_revealed and all(card.face_up for card in play.hand(play.first_revealed)):
        raise Refused(
            Reason.ROUND_NOT_COMPLETE,
            "{side} has been revealed first.",
            clause=state.game.cite("3.10.6"),
            side=play.first_revealed,
        )
    return (e.FirstRevealedChosen(side=command.side, clause="3.10.6"),)


def squeeze_cards(state: State, command: c.SqueezeCards, origin: Origin) -> Events:
    """The patron who holds a hand looks at its face-down cards."""
    play = dealing_round(state)
    _face_down(play, command.side)
    chosen = play.chosen.get(command.side, Due())
    clause = chosen.clause or ("3.12.3" if state.method is Method.C else "3.10.2")
    patron = holder(state, play, command.side)
    return (e.CardsSqueezed(side=command.side, patron=patron, clause=clause),)


def holder(state: State, play: Round, side: Side) -> str:
    """The patron who has a hand's cards: passed to, or in method C the one with the device."""
    if side in play.kept:
        return ""
    return play.handlers.get(side, "") or state.device


def _patrons_handle(state: State) -> None:
    if state.method is Method.B:
        raise _method(state, Message.of("Patrons do not handle the cards in method B."), "3.11.2")


def _face_down(play: Round, side: Side) -> None:
    if all(card.face_up for card in play.hand(side)):
        raise Refused(
            Reason.ROUND_NOT_COMPLETE, "{side} has no card that lies face down.", side=side
        )


def _method(state: State, message: Message, clause: str) -> Refused:
    cited = state.game.cite(clause) if state.knows_methods else None
    return Refused.of(Reason.METHOD_NOT_ALLOWED, message, cited)
