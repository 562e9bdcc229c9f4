"""Who may give a command: the lowest position, from the game's own clauses, or the patron."""

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position, Power
from punto.table import commands as c
from punto.table.approvals import APPROVES
from punto.table.configuration import Configuration, Funding
from punto.table.handling import holder
from punto.table.people import Patron, Staff
from punto.table.state import State

BY_READING = "reading staff-in-older-games"
DEALING = {Method.A: "3.10.1", Method.B: "3.11.1", Method.C: "3.12.1"}
HANDLING = {Method.A: "3.10.2", Method.B: "3.11.2", Method.C: "3.12.3"}


class Authority(Struct, frozen=True, gc=False):
    """The lowest position that may give a command, or the patron whose it is, and by what."""

    position: Position | None  # None: only a patron
    patron: str = ""  # the patron who may, beside that staff
    clause: str = ""


def check_authority(state: State, command: c.Command) -> None:
    """Refuse a command from somebody who may not give it at this table."""
    allowed = authority(state, command)
    match command.by:
        case Staff(position=position):
            if allowed.position is not None and position >= allowed.position:
                return
            needed = allowed.position.title if allowed.position else "the patron"
            sentence = f"This is for {needed} to do, not for a {position.title}."
            raise Refused(Reason.NOT_AUTHORISED, sentence, clause=_cited(state, allowed.clause))
        case Patron(id=patron):
            if allowed.patron and allowed.patron == patron:
                return
            if allowed.patron:
                raise Refused(
                    Reason.NOT_YOURS,
                    "Patrons act only for themselves.",
                    clause=_cited(state, allowed.clause),
                )
            who = allowed.position.title if allowed.position else "nobody"
            raise Refused(
                Reason.NOT_AUTHORISED,
                f"This is for {who} to do, not for a patron.",
                clause=_cited(state, allowed.clause),
            )


def authority(state: State, command: c.Command) -> Authority:
    """Who may give this command now."""
    now = state.configuration
    if now is None:
        return _opening(command)
    match command:  # what is asked most comes first
        case c.PlaceStake(patron=patron, on_request=on_request):
            return _for_patron(state, now, patron, on_request=on_request)
        case c.ChangeStake(stake=stake) | c.WithdrawStake(stake=stake):
            placed = state.round.stakes.get(stake) if state.round else None
            return _for_patron(state, now, placed.patron if placed else command.by.id)
        case c.DrawCard() if state.device:
            further = state.round is not None and state.round.initial_deal_done
            return Authority(None, patron=state.device, clause="3.12.6" if further else "3.12.1")
        case c.DrawCard() | c.AnnounceTotals() | c.AnnounceOutcome():
            return Authority(Position.DEALER, clause=_by_method(state, DEALING))
        case c.OpenBetting() | c.CloseBetting():
            return Authority(Position.DEALER, clause=_announcing(state))
        case c.ChangeConfiguration(configuration=wanted):
            return _setting(state, now, wanted)
        case c.CloseTable() | c.CorrectRound() | c.CorrectDisplay() | c.Reconstruct():
            return Authority(Position.PIT_MANAGER, clause=BY_READING)
        case c.PassCards():
            return Authority(Position.DEALER, clause=_by_method(state, HANDLING))
        case c.ChooseFirstRevealed():
            return _granted(state, Power.CHOOSE_FIRST_REVEALED, Position.DEALER)
        case c.AllowFirstCardWithdrawal():
            return _granted(state, Power.ALLOW_FIRST_CARD_WITHDRAWAL, Position.DEALER)
        case c.GiveUpDevice():
            clause = "3.12.8.1" if state.device else ""
            return Authority(Position.DEALER, patron=state.device, clause=clause)
        case c.RefuseCards(patron=patron) | c.AnswerOption(patron=patron):
            return Authority(Position.DEALER, patron=patron)
        case c.SqueezeCards(side=side):
            squeezes = holder(state, state.round, side) if state.round else ""
            return Authority(None, patron=squeezes, clause=_by_method(state, HANDLING))
        case c.ExposeCards(side=side):
            handler = state.round.handlers.get(side, "") if state.round else ""
            clause = _by_method(state, HANDLING)
            return Authority(Position.DEALER, patron=handler or state.device, clause=clause)
        case c.ChooseHandler():
            return _granted(state, Power.CHOOSE_HANDLER, Position.PIT_SUPERVISOR)
        case c.AllowSqueezing():
            return _granted(state, Power.ALLOW_SQUEEZING, Position.PIT_MANAGER)
        case c.ChooseMethod(method=method):
            if method is Method.C:
                return _granted(state, Power.ALLOW_METHOD_C, Position.ASSISTANT_CASINO_MANAGER)
            return _granted(state, Power.CHOOSE_METHOD_A_OR_B, Position.PIT_MANAGER)
        case c.GiveDevice(without_stake=True):
            return _granted(
                state, Power.ALLOW_DRAWING_WITHOUT_STAKE, Position.ASSISTANT_CASINO_MANAGER
            )
        case c.Report(irregularity=irregularity):
            procedure = state.game.procedure(irregularity)
            if procedure is None:
                return Authority(Position.PIT_MANAGER, clause=BY_READING)
            older = state.game.grant(Power.DECIDE_UNCOVERED) is None  # names no position itself
            return Authority(procedure.authority, clause=BY_READING if older else procedure.clause)
        case c.SetAside() | c.SortCards() | c.ReplaceMissing():
            return _granted(state, Power.OVERSEE_MISSING_CARDS, Position.GAMING_SHIFT_MANAGER)
        case c.Decide():
            return _decider(state)
        case c.RemoveStakes():
            return _granted(state, Power.REMOVE_STAKES, Position.PIT_MANAGER)
        case _:
            return Authority(Position.DEALER, clause=_announcing(state))


def _opening(command: c.Command) -> Authority:
    """A closed table hears only that it be opened."""
    if isinstance(command, c.OpenTable) and command.configuration.method is Method.C:
        return Authority(Position.ASSISTANT_CASINO_MANAGER, clause=BY_READING)
    return Authority(Position.PIT_MANAGER, clause=BY_READING)


def _setting(state: State, now: Configuration, wanted: Configuration) -> Authority:
    """How a table is set is the Pit Manager's, but for method C; clauses name some of it."""
    if wanted.method is Method.C and state.method is not Method.C:
        return _granted(state, Power.ALLOW_METHOD_C, Position.ASSISTANT_CASINO_MANAGER)
    if wanted.method is not state.method:
        return _granted(state, Power.CHOOSE_METHOD_A_OR_B, Position.PIT_MANAGER)
    if wanted.approval_cents != now.approval_cents:
        return Authority(APPROVES)  # or whoever needs approval could do away with it
    if wanted.stakes_per_area != now.stakes_per_area:
        return _granted(state, Power.RESTRICT_STAKES_PER_AREA, Position.PIT_MANAGER)
    return Authority(Position.PIT_MANAGER, clause=BY_READING)


def _for_patron(
    state: State, config: Configuration, patron: str, *, on_request: bool = False
) -> Authority:
    """Stakes: the patron at a terminal; staff where they record chips or place on request (3.8)."""
    game = state.game
    if config.funding is Funding.CHIPS and not on_request:
        return Authority(Position.DEALER, clause=game.wagers_clause)
    asks = "" if on_request else patron  # what is placed on request is placed by staff
    grant = game.grant(Power.PLACE_ON_BEHALF)
    if grant is None:
        clause = game.terminals_clause or game.wagers_clause
        return Authority(None, patron=asks, clause=clause)
    return Authority(grant.position, patron=asks, clause=grant.clause)


def _decider(state: State) -> Authority:
    """Who decides the case in hand: the Gaming Shift Manager what no clause covers (6.1)."""
    if state.case and state.case.irregularity is Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
        return _granted(state, Power.DETERMINE_ORDER, Position.PIT_MANAGER)
    return _granted(state, Power.DECIDE_UNCOVERED, Position.PIT_MANAGER)


def _granted(state: State, power: Power, otherwise: Position) -> Authority:
    grant = state.game.grant(power)
    if grant is None:
        return Authority(otherwise, clause=BY_READING)
    return Authority(grant.position, clause=grant.clause)


def _by_method(state: State, clauses: dict[Method, str]) -> str:
    """The clause on who does it by the method in use, where the game has methods."""
    return clauses[state.method] if state.knows_methods else _announcing(state)


def _announcing(state: State) -> str:
    grant = state.game.grant(Power.ANNOUNCE)
    return grant.clause if grant else ""


def _cited(state: State, clause: str) -> str | None:
    if not clause or state.configuration is None:
        return clause or None
    return state.game.cite(clause)
